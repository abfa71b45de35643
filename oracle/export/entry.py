"""One answer as it is taken out: question, verdict, words, and where each of them stands in which booklet.

Pure. Owns which parts an exported answer has, in which order; the words come from `oracle.answers`. How they are
written is `oracle.export.markdown`'s and `oracle.export.html`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from ingest.contracts import Passage
from oracle.answers import notes_text, place, said, state_line, words_for
from oracle.contracts import Answer, Citation, Verified
from oracle.dispute.shown import parts, ruling
from oracle.gloss import gloss
from oracle.grammar import MARKER
from oracle.icons import shown_answer
from oracle.record import Run
from oracle.retrace import Retraced
from oracle.texts import Texts

Piece = tuple[str, int | None]
"""Words, or the number of a citation in their place."""


@dataclass(frozen=True)
class Crop:
    """A part of a page as a picture, the quoted words marked. `media` is its type: `image/png`."""

    media: str
    data: bytes
    width: int
    height: int


@dataclass(frozen=True)
class Cited:
    """A citation: where it stands, its words, whether they were found there, the place itself, and what it means.

    `gloss` is the answer's translation of words in another language.
    """

    n: int
    where: str
    quote: str
    verified: bool
    crop: Crop | None = None
    gloss: str = ""


@dataclass(frozen=True)
class Entry:
    """One question and what came of it. `passages`, each its place and text, were read where no answer stands.

    `headings` are the lines, from 0, under which those that follow stand.
    """

    id: str
    at: str
    game: str
    question: str
    verdict: str
    lines: tuple[tuple[Piece, ...], ...]
    cited: tuple[Cited, ...]
    passages: tuple[tuple[str, str], ...]
    state: str
    notes: tuple[str, ...]
    starred: bool
    language: str
    headings: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """The words of the answer, citations as `[1]`."""
        return "\n".join("".join(f"[{n}]" if n else text for text, n in line) for line in self.lines)


Show = Callable[[Citation], Crop | None]


def entry(run: Run, found: Retraced, game: str, say: Texts, show: Show = lambda cited: None) -> Entry:
    """An answer of the record: `say` speaks the program's language, the answer keeps its own.

    `show` gives the place of a citation as a picture.
    """
    words = words_for(found.answer.question.answer_language, found.answer.understood)
    word = words("ask.icon")
    answer = shown_answer(found.answer, word)
    gone = _readable(found, word)
    lines = _lines(answer, words)
    stands = answer.verified if answer.verified and not answer.verified.withheld else None
    cites = [*_cited(stands, stands.citations, words, say, show), *_cited(stands, gone, words, say)] if stands else []
    return Entry(
        id=run.short,
        at=_local(run.at),
        game=game,
        question=run.question,
        verdict=ruling(stands, words) if stands else "",
        lines=tuple(_pieces(line) for line, _ in lines),
        cited=tuple(sorted(cites, key=lambda each: each.n)),
        passages=() if stands else tuple(_passage(each.passage, say) for each in answer.evidence.passages),
        state=state_line(answer, say) if answer.verified else "",
        notes=notes_text(answer.degraded, say),
        starred=run.starred,
        language=words.language,
        headings=frozenset(n for n, (_, heads) in enumerate(lines) if heads),
    )


def _lines(answer: Answer, words: Texts) -> list[tuple[str, bool]]:
    """The lines that are shown, and whether each is a heading of ours."""
    checked = answer.verified
    if checked is None or checked.withheld or checked.dispute is None:
        return [(line, False) for line in _said(answer, words).splitlines() if line.strip()]
    return [
        (line, heads)
        for part in parts(checked.dispute, words)
        for line, heads in ((part.heading, True), *((each, False) for each in part.text.splitlines()))
    ]


def _readable(found: Retraced, word: str) -> tuple[Citation, ...]:
    """The citations that stand nowhere any more, so that no mark vouches for them; with icons as players read them."""
    verified = found.answer.verified
    if verified is None:
        return ()
    gone = tuple(replace(each, verified=False) for each in found.gone)
    told = shown_answer(replace(found.answer, verified=replace(verified, citations=gone)), word)
    return told.verified.citations if told.verified else ()


def _said(answer: Answer, words: Texts) -> str:
    checked = answer.verified
    return checked.text if checked and not checked.withheld else said(answer, words)


def _pieces(line: str) -> tuple[Piece, ...]:
    parts = MARKER.split(line)
    return tuple((part, None) if n % 2 == 0 else ("", int(part)) for n, part in enumerate(parts) if part)


def _cited(
    checked: Verified, cited: tuple[Citation, ...], words: Texts, say: Texts, show: Show = lambda cited: None
) -> list[Cited]:
    return [
        Cited(
            c.n,
            place(c.passage, say),
            c.quote or "",
            c.verified,
            show(c) if c.verified else None,
            gloss(checked, c, words.language),
        )
        for c in cited
    ]


def _passage(passage: Passage, say: Texts) -> tuple[str, str]:
    lines = (" ".join(line.split()) for line in passage.text.splitlines())
    return place(passage, say), "\n".join(filter(None, lines))


def _local(at: str) -> str:
    """When it was, on the player's own clock."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at
