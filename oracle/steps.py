"""The steps of an answered question as they are written down: of each its name, when, how long, and what it did.

Pure. Owns what is kept of each step. Of a failure only what cannot name a machine is kept; secrets go where it is
written (`oracle.hide`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ingest.contracts import Note, PageRef
from oracle.contracts import Answer, Completion, Evidence, Question, Repair, Rewrite, Verified, View
from oracle.errors import OracleError
from oracle.heard import Heard
from oracle.hide import Hide
from vm.errors import VmError

Facts = Mapping[str, Any]

ASKED = "asked"
"""The first step: what was asked, and how long all of it took."""

MOST = 100
"""Refused calls and struck pieces kept of one answer; how many there were is kept always."""


@dataclass(frozen=True)
class Step:
    """One step: `at` is when it was begun and `ms` how long it took, `None` where that was not measured."""

    name: str
    at: int | None
    ms: int | None
    facts: Facts


def steps(answer: Answer, machine: str, hide: Hide) -> Iterator[Step]:
    """Each step that was taken, in order. `machine` is how the configuration calls the way to Claude."""
    for name, facts in _taken(answer, machine, hide):
        whole = name == ASKED
        yield Step(name, 0 if whole else answer.began.get(name), answer.ms.get("total" if whole else name), facts)


def _taken(answer: Answer, machine: str, hide: Hide) -> Iterator[tuple[str, Facts]]:
    yield ASKED, _asked(answer.question, machine)
    yield "gate", {"reason": answer.gate.reason}
    yield "understand", _understood(answer)
    if answer.gate.open:
        yield "find", _found(answer)
        yield "page", _page(answer)
    if answer.rewrite:
        yield "rewrite", _rewrite(answer.rewrite)
    if "find_again" in answer.began:
        yield "find_again", {"added": answer.understood.rewrites}
    if answer.prompt:
        yield "prompt", _prompt(answer)
    if answer.completion or answer.failure:
        yield "claude", _claude(answer)
    if answer.verified:
        yield "verify", _verified(answer.repair.first if answer.repair else answer.verified)
    if answer.repair or "repair" in answer.began:
        yield "repair", _repair(answer, hide)
    if answer.failure:
        yield "failure", failure(answer.failure, hide)
    if answer.degraded:
        yield "notes", {"notes": [note(each, hide) for each in dict.fromkeys(answer.degraded)]}


def _asked(question: Question, machine: str) -> Facts:
    stack = question.stack
    return {
        "release": metadata.version("rules-oracle"),
        "booklets": stack.booklets,
        "exclude": stack.exclude,
        "exclude_sections": stack.exclude_sections,
        "types": stack.types,
        "expansions": stack.expansions,
        "turns_before": len(question.history),
        "answer_language": question.answer_language,
        "image": question.image,
        "limit": question.limit,
        "budget": question.budget,
        "room": question.room,
        "contest": question.contest and {"answer": question.contest.answer, "rewrites": question.contest.rewrites},
        "machine": machine if question.model else "none",
    }


def _understood(answer: Answer) -> Facts:
    understood = answer.understood
    return {
        "standalone": understood.standalone,
        "changed": understood.standalone != answer.question.text,
        "language": understood.language,
        "book_languages": understood.book_languages,
        "added": understood.added,
    }


def _found(answer: Answer) -> Facts:
    evidence = answer.evidence
    return {
        "zone": evidence.zone,
        "passages": {ranked.passage.key: dict(ranked.channels) for ranked in evidence.passages},
        "channels": _channels(evidence),
        "ms": {name: answer.ms[name] for name in ("channels", "judge", "amend") if name in answer.ms},
        "shown_at": [each.at for each in answer.heard if each.what == "found"],
        "cached": evidence.remembered,
        "page_to_read": evidence.page_to_read,
        "amendments": [(each.rule, each.by) for each in evidence.amendments],
        "differences": [(each.one, each.other) for each in evidence.differences],
        "degraded": [each.key for each in evidence.degraded],
    }


def _channels(evidence: Evidence) -> Mapping[str, int]:
    """How many of the passages each channel found."""
    return Counter(name for ranked in evidence.passages for name in ranked.channels)


def _rewrite(wrote: Rewrite) -> Facts:
    """What was sent and came back, and what of it was used."""
    told = {"sent": wrote.prompt.message, "phrases": wrote.phrases}
    if wrote.done is None:
        return told
    return {**told, "said": wrote.done.text, **_spent(wrote.done)}


def _spent(done: Completion) -> Facts:
    return {
        "model": done.model,
        "process": done.origin,
        "tokens": dict(done.tokens),
        "usd": done.usd,
        "ms": dict(done.ms),
        "refused": done.refused[:MOST],
        "refused_in_all": len(done.refused),
    }


def _page(answer: Answer) -> Facts:
    """The page that was chosen, what of it was offered, and whether it was looked at."""
    view = answer.prompt.view if answer.prompt else None
    chosen = answer.evidence.page_to_read
    return {"chosen": chosen, "offered": view and _view(view), "looked_at": _ref(answer.page_read)}


def _view(view: View) -> Facts:
    return {"page": view.ref, "sha256": view.digest, "box": view.box}


def _prompt(answer: Answer) -> Facts:
    assert answer.prompt is not None
    prompt = answer.prompt
    return {
        "characters": len(prompt.message),
        "bytes": len(prompt.message.encode()),
        "system_characters": len(prompt.system),
        "passages": len(prompt.cited),
        "passage_tokens": sum(passage.tokens for passage in prompt.cited),
        "view": prompt.view and _view(prompt.view),
    }


def _claude(answer: Answer) -> Facts:
    done = answer.completion
    spent = {**_spent(done), "image_sent": done.image_sent} if done else {}
    return {**spent, **_heard(_turns(answer)[0])}


def _repair(answer: Answer, hide: Hide) -> Facts:
    """What was sent and came back, how that was checked, and whether it is what was shown."""
    heard = _heard(_turns(answer)[1])
    return {**_tried(answer.repair, hide), **heard} if answer.repair else heard


def _tried(tried: Repair, hide: Hide) -> Facts:
    spent = _spent(tried.done) if tried.done else {}
    checked = {"verified": _verified(tried.second)} if tried.second else {}
    failed = {"failure": failure(tried.error, hide)} if tried.error else {}
    return {"sent": tried.request, "used": tried.used, **spent, **checked, **failed}


def _heard(heard: Sequence[Heard]) -> Facts:
    tools = {way: [each.detail for each in heard if each.what == way] for way in ("allowed", "denied")}
    return {**tools, "events": [(each.at, each.what, each.detail) for each in heard]}


def _turns(answer: Answer) -> tuple[Sequence[Heard], Sequence[Heard]]:
    """What was heard of Claude's answer, and of the repair."""
    heard = [each for each in answer.heard if each.what != "found"]
    repair = next((n for n, each in enumerate(heard) if each.what == "repairing"), len(heard))
    return heard[:repair], heard[repair:]


def failure(error: Exception, hide: Hide) -> Facts:
    """What went wrong, by its key. Of the way to a machine only figures are kept: nothing else is sure to name none."""
    if isinstance(error, VmError):
        told = {name: fact for name, fact in error.facts.items() if isinstance(fact, int | float) and name != "port"}
        return {"key": error.key, "facts": told}
    if isinstance(error, OracleError):
        return {"key": error.key, "facts": _said(error.facts, hide)}
    return {"key": type(error).__name__, "facts": {}}


def note(said: Note, hide: Hide) -> Facts:
    """What did not go as it should."""
    return {"key": said.key, "facts": _said(said.facts, hide)}


def _said(facts: Mapping[str, object], hide: Hide) -> Facts:
    return {name: fact if isinstance(fact, int | float) else hide.said(fact) for name, fact in facts.items()}


def _verified(checked: Verified) -> Facts:
    return {
        "verdict": checked.verdict,
        "statements": len(checked.statements),
        "unproven": sum(not statement.citations for statement in checked.statements),
        "citations": [(c.n, str(c.page), c.verified) for c in checked.citations],
        "struck": _struck(checked),
        "struck_by_kind": Counter(piece.kind for piece in checked.struck),
        "withheld": checked.withheld,
        "dispute": checked.dispute
        and {"holds": checked.dispute.holds, "carried": [each.carried for each in checked.dispute.readings]},
    }


def _struck(checked: Verified) -> Sequence[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in checked.struck[:MOST]]


def _ref(ref: PageRef | None) -> str | None:
    return str(ref) if ref else None
