"""Passages cut into what a sheet shows whole or not at all: steps, items, sentences, tables.

Pure. Owns where a passage may be cut and which lines of it are headings. Decides nothing of what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ingest.chunks.sentences import sentences
from ingest.contracts import BookletKind, ChunkType, Passage
from oracle.fidelity import folded
from oracle.sheets import words
from oracle.sheets.contracts import How, Unit
from oracle.sheets.outline import Outline
from oracle.sheets.players import named
from oracle.sheets.words import Near

_STEP: Final = re.compile(
    r"^(?:\d{1,2}|[a-z])[.)]\s|^\d{1,2}(?:\.\d{1,2})+[.)]?\s|^(?:step|étape|etape)\s\d", re.IGNORECASE
)
_ITEM: Final = re.compile(r"^[•▪▫◦●■–—*-]\s")
_INLINE: Final = re.compile(r"(?<=[.;:!?,])\s+(?=[•▪▫◦●■]\s)")
_HEADING: Final = re.compile(r"^[A-ZÀ-ÖØ-Þ«“\"‘'{\d]")
_NUMBER: Final = re.compile(r"^\d{1,2}[.)]\s+")
_PART: Final = re.compile(r"^(?:phase|step|part|[eé]tape|partie)\s\w{1,4}\s?:\s", re.IGNORECASE)
_LONGEST_HEADING, _HEADING_WORDS = 60, 8
_LISTED: Final = 8
"""Items that are kept with the words that announce them: more would crowd all else out."""

_LONG: Final = 260
"""A sentence that is longer is an explanation; nothing that leans on others grows beyond it."""

_ASIDE: Final = 3
_BARE: Final = Outline()
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True)
class Block:
    """Lines of a passage under one heading. `titles` are all headings above them, the booklet's own title left out.

    `torn` = they begin inside a sentence that the passage before left open.
    """

    passage: Passage
    titles: tuple[str, ...]
    lines: tuple[str, ...]
    torn: bool = False


def captions(passages: Sequence[Passage]) -> frozenset[str]:
    """What stands below pictures, folded: it says what is seen there, not what is done."""
    lines = (line for each in passages if each.type is ChunkType.IMAGE for line in each.text.split("\n"))
    return frozenset(filter(None, map(folded, lines)))


def blocks(passages: Sequence[Passage], outline: Outline = _BARE) -> tuple[Block, ...]:
    """The passages of one booklet in blocks, in its order; what is only in a picture is left to the picture.

    `outline` says under which headings those stand that are inside a passage.
    """
    own = _own_title(passages)
    told = [passage for passage in passages if passage.type is not ChunkType.IMAGE]
    found: list[Block] = []
    for before, passage in zip((None, *told), told, strict=False):
        first, *others = _blocks(passage, own, outline)
        first = replace(first, torn=before is not None and _is_torn(before, passage))
        found.insert(_place(found, before, first), first)
        found += others
    return tuple(found)


def _place(found: Sequence[Block], before: Passage | None, block: Block) -> int:
    """Where a block goes: a table that stands in the midst of a passage, behind what has its heading there."""
    if block.passage.type is not ChunkType.TABLE or before is None:
        return len(found)
    same = [n for n, each in enumerate(found) if each.passage is before and each.titles == block.titles]
    return same[-1] + 1 if same else len(found)


def _is_torn(before: Passage, passage: Passage) -> bool:
    """Whether a sentence runs over from one passage into the next, as over the end of a page."""
    opened = before.text.rstrip()[-1:] not in '.!?…:;»”"|'
    return opened and passage.text[:1].islower() and before.section_path == passage.section_path


def units(block: Block, near: Near, *, lettering: bool = False) -> Iterator[Unit]:
    """What of a block can be shown, in its order; `lettering` = it was read off a picture of a printed page."""
    for unit in _units(block, near):
        yield replace(unit, rank=3) if lettering else unit


def _units(block: Block, near: Near) -> Iterator[Unit]:
    if block.passage.type is ChunkType.TABLE:
        text = "\n".join(line for line in block.lines if "|" in line) or "\n".join(block.lines)
        yield _unit(block, near, text, "table", 0)
        return
    if block.passage.kind is BookletKind.FAQ:
        yield from (_unit(block, near, text, "sentence", 1 if "?" in text else 2) for text in _answered(block.lines))
        return
    pieces = list(_begun(block))
    aside = None
    for (how, text), run in zip(pieces, _lists(pieces, near), strict=True):
        listed = how == "step" or bool(_ITEM.match(text))
        rank = _rank(text) if how == "sentence" else 3 if words.is_aside(text) else 0 if listed else 2
        aside = run if run is not None and text.endswith(":") and rank == _ASIDE else aside
        unit = _unit(block, near, text, how, _ASIDE if run is not None and run == aside else rank)
        yield replace(unit, run=(block.passage.key, -run - 1)) if run is not None else unit


def _begun(block: Block) -> Iterator[tuple[How, str]]:
    """The pieces of a block, without the rests of sentences that began elsewhere: on another page, beside a sign."""
    before: str | None = None
    for how, text in _pieces(block.lines):
        goes_on = before is not None and (before[-1:] in ":;," or before[:1].islower())
        torn = block.torn and before is None
        if how != "sentence" or goes_on or not (torn or _is_rest(text)):
            yield how, text
        before = text


def _is_rest(text: str) -> bool:
    return text[:1].islower() and text[-1:] in ".!?" and ";" not in text


def _lists(pieces: Sequence[tuple[How, str]], near: Near) -> Iterator[int | None]:
    """The list that each piece belongs to: its items, and the words before them that announce it with a colon.

    Of a long one each item counts for itself, but beside the matter: there a part of it says nothing.
    """
    at = 0
    while at < len(pieces):
        end = at + 1
        if pieces[at][0] == "item" or pieces[at][1].endswith(":"):
            while end < len(pieces) and (pieces[end][0] == "item" or pieces[end][1].endswith(";")):
                end += 1
        together = at if end - at > 1 and (near.tier > words.MAIN or end - at <= _LISTED + 1) else None
        yield from [together] * (end - at)
        at = end


def _answered(lines: Sequence[str]) -> Iterator[str]:
    """The entries of a FAQ, each question with its answer: neither says anything alone."""
    question = ""
    for line in lines:
        if line.endswith("?") and not question:
            question = line
            continue
        yield f"{question} {line}".strip()
        question = ""


def rows(text: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table and their cells."""
    return tuple(tuple(cell.strip() for cell in line.split("|")) for line in text.split("\n"))


def _unit(block: Block, near: Near, text: str, how: How, rank: int) -> Unit:
    numbers = None if how == "table" else named(text, block.titles)
    heading = _ITEM.sub("", block.titles[-1]) if block.titles else ""
    run = (block.passage.key, len(block.titles)) if how == "step" else None
    return Unit(
        block.passage, text, how, rank, heading, block.titles, near.tier, near.below, run, numbers, far=near.far
    )


def _rank(text: str) -> int:
    if (
        words.is_aside(text)
        or words.is_label(text)
        or len(text) > _LONG
        or words.leans(text)
        or text.rstrip("»”\"') ")[-1:] not in ".!…:;"
    ):
        return 3
    return 1 if words.does(text) else 2


def _pieces(lines: Sequence[str]) -> Iterator[tuple[How, str]]:
    for line in lines:
        for part in _parts(line):
            if not _LETTERS.search(part):
                continue
            if _STEP.match(part):
                yield "step", part
            elif _ITEM.match(part) or (len(part) <= _LONGEST_HEADING and part[-1].isalnum()):
                yield "item", part
            else:
                yield from (("sentence", sentence) for sentence in _whole(sentences(part)))


def _parts(line: str) -> Iterator[str]:
    """The items and the numbered steps that stand in one line."""
    for part in _INLINE.split(line):
        at, n = 0, 1
        begun = re.match(r"1[.)] ", part)
        while begun and (more := re.compile(rf"(?<=[.!?:;]) (?={n + 1}{re.escape(begun[0][1])} \S)").search(part, at)):
            yield part[at : more.start()].strip()
            at, n = more.start(), n + 1
        yield part[at:].strip()


def _whole(parts: Sequence[str]) -> Iterator[str]:
    """Sentences with what leans on them; a bracket that is open, and an example that is announced, go on."""
    before = ""
    for part in parts:
        goes_on = before.count("(") > before.count(")") or (len(before.split()) <= 2 and words.is_aside(before))
        leans = words.leans(part) and len(before) + len(part) < _LONG
        if before and not goes_on and not leans:
            yield before
            before = ""
        before = f"{before} {part}".strip()
    if before:
        yield before


def _blocks(passage: Passage, own: str, outline: Outline) -> Iterator[Block]:
    path = tuple(title for title in passage.section_path if title != own)
    lines = [line.strip() for line in passage.text.split("\n") if line.strip()]
    if passage.type is ChunkType.TABLE:
        yield Block(passage, path, tuple(lines))
        return
    titles, under = path, list[str]()
    begun = words.run_in(lines[0]) if lines else None
    if begun:
        titles, lines = (*path, begun[0]), [begun[1], *lines[1:]]
    for n, line in enumerate(lines):
        if not (_is_heading(line, lines[n + 1 :]) or _is_numbered(n, lines)):
            under.append(line)
            continue
        if under:
            yield Block(passage, titles, tuple(under))
        line = _ITEM.sub("", line)
        known = [place for place, title in enumerate(path) if folded(title) == folded(line)]
        above = outline.headings.get((passage.ref.page, folded(line)), (*path, line))
        titles, under = (path[: known[0] + 1] if known else tuple(title for title in above if title != own)), []
    if under:
        yield Block(passage, titles, tuple(under))


def _is_heading(line: str, after: Sequence[str]) -> bool:
    """A short line without a full stop, with text below it; several of them one below the other are a list."""
    return _may_be_heading(line) and bool(after) and not _may_be_heading(after[0])


def _is_numbered(n: int, lines: Sequence[str]) -> bool:
    """Whether a line is a numbered heading: it names a matter, and is not one of several numbered lines."""
    line, beside = lines[n], (*lines[max(0, n - 1) : n], *lines[n + 1 : n + 2])
    said = _NUMBER.sub("", line)
    alone = said != line and n + 1 < len(lines) and not any(_NUMBER.match(other) for other in beside)
    return alone and len(said) <= _LONGEST_HEADING and said[-1].isalnum() and words.names_any(said)


def _may_be_heading(line: str) -> bool:
    if _PART.match(line):
        return len(line) <= _LONGEST_HEADING and line[-1].isalnum()
    short = len(line) <= _LONGEST_HEADING and len(line.split()) <= _HEADING_WORDS
    ends = line[-1] in ".,;…!)" or (line[-1] == ":" and not (line.isupper() or _STEP.match(line)))
    begins = (
        _HEADING.match(line) and ": " not in line and not _ITEM.match(line) and not re.match(r"^\d{1,2}[.)]\s", line)
    )
    return bool(short and begins and not ends and "|" not in line and _LETTERS.search(line))


def _own_title(passages: Sequence[Passage]) -> str:
    """The title that most of a booklet stands under: it says nothing of a part of it."""
    firsts = [passage.section_path[0] for passage in passages if passage.section_path]
    best = max(set(firsts), key=firsts.count, default="")
    most = firsts.count(best) > 0.6 * len(passages) and not words.names_any(best)
    return best if firsts.count(best) == len(passages) or most else ""
