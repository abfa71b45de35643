"""A sheet in Claude's short words, each line checked as the sentences of an answer are.

Owns what becomes of a line that does not stand: the book's own line takes its place where one says the same, else it
goes; both are counted and said. How words are checked is `oracle.verify`'s.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.contracts import Note, Passage
from oracle import quotes
from oracle.contracts import Citation, Event, Prompt, Verdict, Verified
from oracle.errors import Misbehaved
from oracle.grammar import MARKER, verdict_line
from oracle.likeness import words_of
from oracle.parts import ClaudeSeam, Shelf
from oracle.sheets.contracts import Group, Line, Sheet
from oracle.sheets.pick import LINES, order
from oracle.sheets.plan import Plan
from oracle.sheets.prompt import compose
from oracle.verify import verify

_SHARE = 3
"""Lines that speak of a smaller part of the passages than one in so many are no sheet."""

_SHORT = 3
"""With fewer words than this beside its quotation, a line is the quotation."""


def condensed(
    sheet: Sheet, room: int, plan: Plan, claude: ClaudeSeam, library: Shelf, timeout: float, cancel: threading.Event
) -> Sheet:
    """The sheet as Claude condensed it. Raises a `VmError` or `ClaudeError`; as it was where too little stands."""
    prompt = compose(sheet, _passages(sheet, plan), room)
    done = claude.answer(prompt, _silent, timeout=timeout, cancel=cancel)
    if done.refused:
        raise Misbehaved("ask.tried_more", what=", ".join(done.refused))
    lines, fell = _checked(done.text, prompt, sheet, library)
    if not _covers(lines, sheet):
        return replace(sheet, notes=(*sheet.notes, Note("sheet.not_condensed")))
    notes = [Note("sheet.fell", {"count": fell})] if fell else []
    return replace(
        sheet, made="condensed", groups=_groups(lines, sheet, plan), left_out=0, notes=(*sheet.notes, *notes)
    )


def _covers(lines: Sequence[Line], sheet: Sheet) -> bool:
    """Whether lines speak of enough of the passages that the sheet shows: one line in the place of all is no sheet."""
    passages = {line.key for line in sheet.lines}
    said = {line.key for line in lines}
    return bool(said) and len(said) * _SHARE >= min(len(passages), LINES)


def _silent(event: Event) -> None:
    """Nothing of a sheet is shown before it was checked."""


def _passages(sheet: Sheet, plan: Plan) -> list[Passage]:
    """What the sheet shows first, then what else was found of the matter, each once."""
    shown = {line.key for line in sheet.lines}
    every = {unit.passage.key: unit.passage for booklet in order(plan) for unit in plan[booklet]}
    chosen = [passage for key, passage in every.items() if key in shown]
    return [*chosen, *(passage for key, passage in every.items() if key not in shown)]


def _checked(text: str, prompt: Prompt, sheet: Sheet, library: Shelf) -> tuple[list[Line], int]:
    """The lines that stand, extracts in the place of others, and how many fell."""
    kept: list[Line] = []
    fell = 0
    for written in _written(text):
        line = _line(_verified(written, prompt, sheet, library))
        if line is None:
            fell += 1
            line = _instead(written, prompt, sheet, kept)
        if line is not None and line.text not in {other.text for other in kept}:
            kept.append(line)
    return kept[:LINES], fell


def _written(text: str) -> Iterator[str]:
    lines = (line.strip() for line in text.splitlines())
    yield from [line for line in lines if line][: 2 * LINES]


def _verified(written: str, prompt: Prompt, sheet: Sheet, library: Shelf) -> Verified:
    said = f"{verdict_line(Verdict.SAYS)}\n{written}"
    asked = str(sheet.players or "")
    return verify(
        said,
        prompt.cited,
        lambda ref: (library.page(ref).text, *(passage.text for passage in library.page_passages(ref))),
        asked=asked,
    )


def _line(checked: Verified) -> Line | None:
    """The line as it is shown: its own words, the quotation beside them. `None` where anything of it fell."""
    proof = next((citation for citation in checked.citations if citation.verified and citation.quote), None)
    if checked.struck or checked.withheld or proof is None or any(not each.citations for each in checked.statements):
        return None
    own = _own_words(checked.text)
    quote = proof.quote or ""
    return _told(own if len(own.split()) >= _SHORT else quote, quote, proof)


def _told(text: str, quote: str, proof: Citation) -> Line:
    passage, page = proof.passage, proof.page
    heading = passage.section_path[-1] if passage.section_path else ""
    return Line(
        text, "sentence", passage.key, page, page.page if passage.on_paper else None, passage.printed, heading,
        passage.section_path, quote=quote,
    )  # fmt: skip


def _own_words(text: str) -> str:
    for quote in reversed(list(quotes.spans(text))):
        text = f"{text[: quote.start]} {text[quote.end :]}"
    return " ".join(MARKER.sub("", text).split()).strip(" :;,–—.").removesuffix("()").strip()


def _instead(written: str, prompt: Prompt, sheet: Sheet, kept: Sequence[Line]) -> Line | None:
    """The line of the book, of the passage that was named, that is most like what was written."""
    numbers = [int(n) for n in MARKER.findall(written)]
    keys = {prompt.cited[n - 1].key for n in numbers if 1 <= n <= len(prompt.cited)}
    taken = {line.text for line in kept}
    said = words_of(MARKER.sub("", written), sheet.language)
    near = [
        (len(said & words_of(line.text, "und")), line)
        for line in sheet.lines
        if line.key in keys and line.text not in taken
    ]
    share, best = max(near, key=lambda pair: pair[0], default=(0, None))
    return best if share else None


def _groups(lines: Sequence[Line], sheet: Sheet, plan: Plan) -> tuple[Group, ...]:
    """The lines under their booklets, in the order in which they were written."""
    return tuple(
        Group(booklet.ref.booklet, booklet.title, booklet.kind, mine)
        for booklet in order(plan)
        if (mine := tuple(line for line in lines if line.ref.booklet == booklet.ref.booklet))
    )
