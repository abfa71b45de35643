"""The one turn after an answer of which something failed its check, and which of the two answers is kept.

Owns that the first answer is never lost: a turn that fails, or that brings nothing better, leaves it as it was checked.
What is asked, and which answer is proven better, is `oracle.proof.repair`'s.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.contracts import Note
from oracle.checking import check, refused_note
from oracle.contracts import Answer, Listener, Repair, Repairing
from oracle.errors import ClaudeError
from oracle.parts import Shelf, Talk
from oracle.proof.repair import better, repair_request
from vm.errors import VmError


def to_repair(answer: Answer) -> str | None:
    """What Claude would be told about a checked answer; `None` where nothing failed that it could mend."""
    return repair_request(answer.verified) if answer.verified else None


def repaired(unanswered: Answer, answer: Answer, request: str, talk: Talk, library: Shelf, hear: Listener) -> Answer:
    """The better one of a checked answer and of what Claude writes once it is told what failed.

    `unanswered` is the question as it stood before Claude said anything.
    """
    assert answer.verified is not None and answer.completion is not None
    tried = Repair(request, answer.verified)
    hear(Repairing())
    try:
        done = talk.again(request)
    except (VmError, ClaudeError) as error:
        return _kept(answer, replace(tried, error=error), Note("ask.not_repaired"), *_why(error))
    second = check(unanswered, done, library)
    assert second.verified is not None
    used = better(answer.verified, second.verified) is second.verified
    tried = replace(tried, done=done, second=second.verified, used=used)
    if not used:
        return _kept(answer, tried, *refused_note(done), Note("ask.repaired_no_better"))
    notes = (*second.degraded, *refused_note(answer.completion))
    return replace(second, completion=answer.completion, ms=answer.ms, repair=tried, degraded=notes)


def _why(error: VmError | ClaudeError) -> tuple[Note, ...]:
    """What Claude did, or did not; a lost machine has no name here, for notes are written down."""
    return (Note(error.key, error.facts),) if isinstance(error, ClaudeError) else ()


def _kept(answer: Answer, tried: Repair, *notes: Note) -> Answer:
    return replace(answer, repair=tried, degraded=(*answer.degraded, *notes))
