"""An answer as people read it and as programs read it.

Pure. Owns the layout of both; the words come from `oracle/texts`. Prints nothing, decides nothing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Sequence

from ingest.contracts import BookletKind, Note, PageRef, Passage, TextSource
from oracle.contracts import (
    Answer,
    Citation,
    Difference,
    Evidence,
    Prompt,
    Ranked,
    Struck,
    Understood,
    Verified,
    View,
    Zone,
)
from oracle.dispute.shown import dispute_json, ruling
from oracle.errors import OracleError
from oracle.gloss import gloss
from oracle.grammar import MARKER, UNPROVEN
from oracle.precedence import amending, kinds_differ
from oracle.prompt import answer_language, with_view_path
from oracle.rewrite.shown import also_json
from oracle.shapes import beside_json, passage_json
from oracle.standing import flawless, translates
from oracle.texts import Texts
from vm.errors import VmError


def words_for(asked: str | None, understood: Understood) -> Texts:
    """The texts in the answer's language, which need not be the program's."""
    return Texts(answer_language(asked, understood))


# --- for people --------------------------------------------------------------------------------------


def passages_text(evidence: Evidence, say: Texts, width: int, shown: Collection[str] = (), more: int = 0) -> str:
    """What was found: the pages of each booklet, then each passage under its number; of those `shown` only where.

    `more` = so many others are not printed.
    """
    if not evidence.passages:
        return say("ask.found_none")
    head = textwrap.wrap(_found(evidence.passages, say), max(20, width), break_on_hyphens=False)
    if evidence.zone is not Zone.NORMAL:
        head.append(say(f"ask.zone_{evidence.zone}"))
    blocks = [
        _passage_text(n, evidence, say, width, again=ranked.passage.key in shown)
        for n, ranked in enumerate(evidence.passages, 1)
    ]
    return "\n\n".join(
        ["\n".join(head), *blocks, *_differences_text(evidence, say, width), *_more_text(evidence, say, more)]
    )


def _more_text(evidence: Evidence, say: Texts, more: int) -> list[str]:
    every = len(evidence.passages) + more
    return [say("ask.more_one" if more == 1 else "ask.more", n=more, all=every)] if more else []


def _differences_text(evidence: Evidence, say: Texts, width: int) -> list[str]:
    """What two booklets say of the same, side by side, and which of them wins."""
    lines = [difference_text(evidence, each, say) for each in evidence.differences]
    return ["\n".join(textwrap.fill(line, max(20, width), subsequent_indent="    ") for line in lines)] if lines else []


def difference_text(evidence: Evidence, difference: Difference, say: Texts) -> str:
    """`[1] Core, p. 4: “…” / [3] Expansion, p. 4: “…” ([3] wins)`."""
    one, other = (evidence.number(key) for key in (difference.one, difference.other))
    places = [f"[{n}] {place(evidence.passages[n - 1].passage, say)}" for n in (one, other)]
    wins = say("ask.wins", n=evidence.number(difference.wins)) if difference.wins else say("ask.neither_wins")
    return say(
        "ask.differ",
        one=places[0],
        one_says=difference.one_says,
        other=places[1],
        other_says=difference.other_says,
        wins=wins,
    )


def _found(passages: Sequence[Ranked], say: Texts) -> str:
    pages: dict[str, dict[str, None]] = {}
    for each in passages:
        pages.setdefault(each.passage.ref.booklet, {})[_page(each.passage, say)] = None
    places = ", ".join(f"{booklet} {', '.join(filter(None, found))}".rstrip() for booklet, found in pages.items())
    return say("ask.found_one" if len(passages) == 1 else "ask.found", n=len(passages), pages=places)


def _passage_text(n: int, evidence: Evidence, say: Texts, width: int, *, again: bool) -> str:
    passage = evidence.passages[n - 1].passage
    lines = [wrapped for line in passage.text.splitlines() for wrapped in textwrap.wrap(line, max(20, width - 4))]
    path = " > ".join(passage.section_path)
    where = place(passage, say) if passage.on_paper else _booklet(passage, say)
    amended = ", ".join(f"[{each}]" for each in evidence.amended_by(passage))
    amends = say(amending(passage), passages=amended) if amended else ""
    head = " · ".join(filter(None, [f"[{n}] {where}", path, amends]))
    if again:
        return say("ask.as_above", head=head)
    return "\n".join([head, *(f"    {line}" for line in lines)])


def place(passage: Passage, say: Texts) -> str:
    """Where a passage stands: booklet, kind, page as counted and as printed, and how it was read."""
    return ", ".join(filter(None, [_booklet(passage, say), _page(passage, say)]))


def _booklet(passage: Passage, say: Texts) -> str:
    kind = say(f"ask.kind.{passage.kind}")
    ocr = say("ask.from_ocr") if passage.source is TextSource.OCR else ""
    notes = ", ".join(filter(None, [kind, ocr]))
    return f"{passage.booklet_title} ({notes})"


def _page(passage: Passage, say: Texts) -> str:
    """The page of a passage, or the heading above it where there is no paper to turn to."""
    if not passage.on_paper:
        return say("ask.section", section=passage.section_path[-1]) if passage.section_path else ""
    printed = passage.printed
    if printed and printed != str(passage.ref.page):
        return say("ask.page_printed", page=passage.ref.page, printed=printed)
    return say("ask.page", page=passage.ref.page)


def ending(answer: Answer, say: Texts, words: Texts, *, streamed: bool, connected: bool) -> str:
    """What is printed after the passages and the stream: the answer that stands, or why there is none.

    `say` speaks the program's language, `words` the answer's. The reason of a failure is not said here.
    """
    if not answer.gate.open:
        return said(answer, words)
    body = [verified_text(answer, say, words, streamed=streamed)] if answer.verified else _look(answer, say)
    notes = [say("ask.degraded", what=note) for note in notes_text(answer.degraded, say)]
    alone = not answer.verified and not answer.failure and answer.evidence.passages
    return "\n".join([*body, *notes, *([_alone(answer, say, connected=connected)] if alone else [])])


def _alone(answer: Answer, say: Texts, *, connected: bool) -> str:
    """Why there are only passages. It comes last: what connects a machine is told right below."""
    return say("ask.no_machine" if answer.question.model and not connected else "ask.passages_are_the_answer")


def _look(answer: Answer, say: Texts) -> list[str]:
    """Which one picture a model would look at, for a player who has no model."""
    view = answer.prompt.view if answer.prompt else None
    if view is None:
        return []
    page = say("ask.page", page=view.ref.page)
    return [say("ask.page_to_look_at", file=view.file, booklet=view.ref.booklet, page=page)]


def verified_text(answer: Answer, say: Texts, words: Texts, *, streamed: bool) -> str:
    """What was verified: the state line, what stands (again if something fell), citations, what was struck."""
    checked = answer.verified
    assert checked is not None
    fell = checked.struck or UNPROVEN in checked.text
    parts = [] if streamed or checked.withheld else [answer_text(checked, words), ""]
    parts.append(state_line(answer, say))
    if streamed and fell and not checked.withheld:
        parts += ["", say("ask.stands"), answer_text(checked, words)]
    if checked.citations:
        parts += ["", *(_cited_text(citation, answer, say, words) for citation in _house_last(checked.citations))]
    if translates(answer, words.language):
        parts.append(say("ask.translated"))
    if kinds_differ(citation.passage for citation in checked.citations if citation.verified):
        parts.append(say("ask.precedence"))
    if checked.struck:
        parts += ["", say("ask.struck"), *(f"  ✗ {struck_text(piece, say)}" for piece in checked.struck)]
    return "\n".join(parts).rstrip()


def answer_text(checked: Verified, words: Texts) -> str:
    """The verdict, then the sentences that may be shown, markers as `[n]`."""
    return "\n".join(filter(None, [ruling(checked, words), MARKER.sub(r"[\1]", checked.text)]))


def state_line(answer: Answer, say: Texts) -> str:
    """How it went, in one line: time, quotations, sentences that nothing carries, the page looked at."""
    checked = answer.verified
    assert checked is not None
    quotes = sum(citation.verified for citation in checked.citations)
    bare = sum(not statement.citations for statement in checked.statements)
    mark = "✗" if checked.withheld else "✓" if flawless(checked) else "⚠"
    counts = [_counted("ask.verified", quotes, say), _counted("ask.unproven", bare, say) if bare else ""]
    seconds = f"{answer.ms.get('total', 0) / 1000:.1f} s".replace(".", say("ask.point"))
    withheld = say("ask.nothing_stands") if checked.withheld else ""
    again = say("ask.repaired") if answer.repaired else ""
    return f"{mark} " + " · ".join(filter(None, [withheld, seconds, *counts, again, _looked(answer, say)]))


def _counted(key: str, n: int, say: Texts) -> str:
    return say(f"{key}_none" if n == 0 else f"{key}_one" if n == 1 else key, n=n)


def _looked(answer: Answer, say: Texts) -> str:
    if answer.page_read is None:
        return say("ask.no_picture")
    page = say("ask.page", page=answer.page_read.page)
    return say("ask.looked_at", booklet=answer.page_read.booklet, page=page)


def _house_last(citations: Sequence[Citation]) -> list[Citation]:
    return sorted(citations, key=lambda citation: citation.passage.kind is BookletKind.HOUSE)


def _cited_text(citation: Citation, answer: Answer, say: Texts, words: Texts) -> str:
    """A citation, and under one in another language what the answer makes of it."""
    meant = gloss(answer.verified, citation, words.language) if answer.verified else ""
    line = _citation_text(citation, answer, say)
    return f"{line}\n    {say('ask.gloss', text=meant)}" if meant else line


def _citation_text(citation: Citation, answer: Answer, say: Texts) -> str:
    where = f"[{citation.n}] {place(citation.passage, say)}"
    if citation.quote and citation.as_read:
        return say("ask.cited_misread", where=where, quote=citation.quote, read=citation.as_read)
    if citation.quote:
        return say("ask.cited", where=where, quote=citation.quote)
    return say("ask.seen_on_page" if citation.page == answer.page_read else "ask.not_quoted", where=where)


def struck_text(piece: Struck, say: Texts) -> str:
    """One struck piece and why."""
    if piece.kind == "verdict" and not piece.text:
        return say("ask.struck_kind.no_verdict")
    return say("ask.struck_piece", why=say(f"ask.struck_kind.{piece.kind}"), what=piece.text)


def notes_text(notes: Iterable[Note], say: Texts) -> tuple[str, ...]:
    """Notes as sentences, each once."""
    return tuple(dict.fromkeys(say(note.key, **note.facts) for note in notes))


# --- for programs ------------------------------------------------------------------------------------


def answer_json(answer: Answer, say: Texts) -> dict[str, object]:
    """The record that `oracle ask --json` prints."""
    checked, done = answer.verified, answer.completion
    words = words_for(answer.question.answer_language, answer.understood)
    return {
        "question": answer.question.text,
        "standalone_question": answer.understood.standalone,
        "language": answer.understood.language,
        "zone": answer.evidence.zone,
        "gate": answer.gate.reason,
        "verdict": checked.verdict if checked else None,
        "answer": said(answer, words),
        "statements": [
            {"text": s.text, "citations": list(s.citations)} for s in (checked.statements if checked else ())
        ],
        "citations": [_citation_json(each, checked, words.language) for each in checked.citations] if checked else [],
        "struck": [_struck_json(piece) for piece in (checked.struck if checked else ())],
        "page_read": _page_json(answer.page_read),
        "degraded": [*notes_text(answer.degraded, say), *_failed(answer, say)],
        "passages": [passage_json(ranked) for ranked in answer.evidence.passages],
        "model": done.model if done else "",
        "tokens": _tokens(answer),
        "ms": dict(answer.ms),
        "game": answer.question.stack.game,
        "stack": list(answer.question.stack.booklets),
        "cached": answer.evidence.remembered,
        **beside_json(answer.evidence),
        **also_json(answer.understood),
        "repaired": answer.repaired,
        "struck_before": [_struck_json(piece) for piece in (answer.repair.first.struck if answer.repair else ())],
        "dispute": checked and checked.dispute and dispute_json(checked.dispute),
        "id": answer.run or None,
    }


def _struck_json(piece: Struck) -> dict[str, object]:
    return {"kind": piece.kind, "text": piece.text}


def _tokens(answer: Answer) -> dict[str, int]:
    """What the answer took, and its repair."""
    turns = [turn for turn in (answer.completion, answer.repair and answer.repair.done) if turn]
    names = dict.fromkeys(name for turn in turns for name in turn.tokens)
    return {name: sum(turn.tokens.get(name, 0) for turn in turns) for name in names}


def said(answer: Answer, words: Texts) -> str:
    """The text of the answer that may be shown; a closed gate has its own; empty when there is none."""
    if answer.gate.reason:
        return words(answer.gate.reason)
    if answer.verified is None or answer.verified.withheld:
        return ""
    return answer.verified.text or ruling(answer.verified, words)


def _failed(answer: Answer, say: Texts) -> list[str]:
    """Why Claude gave no answer that stands, in one sentence."""
    error = answer.failure
    return [say(error.key, **error.facts)] if isinstance(error, OracleError | VmError) else []


def _page_json(ref: PageRef | None) -> dict[str, object] | None:
    return {"booklet": ref.booklet, "page": ref.page} if ref else None


def prompt_json(prompt: Prompt | None, argv: Sequence[str]) -> dict[str, object]:
    """What `oracle ask --dry-run` prints: what would be sent, the view's path as it is on this machine."""
    if prompt is None:
        return {"argv": [], "system_prompt": "", "messages": [], "view": None}
    content = with_view_path(prompt.message, str(prompt.view.file)) if prompt.view else prompt.message
    return {
        "argv": list(argv),
        "system_prompt": prompt.system,
        "messages": [{"role": "user", "content": content}],
        "view": prompt.view and _view_json(prompt.view),
    }


def _view_json(view: View) -> dict[str, object]:
    box = list(view.box) if view.box else None
    return {"path": str(view.file), "booklet": view.ref.booklet, "page": view.ref.page, "box": box}


_CITED = ("key", "document_id", "chunk_id", "source_file", "booklet", "page", "printed_page", "section_path")


def _citation_json(citation: Citation, checked: Verified, language: str) -> dict[str, object]:
    passage = passage_json(Ranked(citation.passage, 0.0, {}))
    return {
        "n": citation.n,
        **{name: passage[name] for name in _CITED},
        "quote": citation.quote,
        "verified": citation.verified,
        "as_read": citation.as_read,
        "gloss": gloss(checked, citation, language) or None,
    }
