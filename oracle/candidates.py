"""The pages that were found for a question, with what there is to see on each.

Owns what is gathered of a page before one is chosen: its share of what was found, its pictures, grids, lettering, the
icons that are named there. Judges nothing (`oracle.seeing` does) and renders nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ingest.contracts import ChunkType, PageFacts, PageRef, Passage, Table, TextSource
from oracle.contracts import Ranked, Understood
from oracle.index import Index
from oracle.words import all_words, content_words, roots

Wanted = Literal["tables", "icons", "titles"]
"""What a page can be opened for."""

MOST = 12
SECOND = 0.5
"""What the second-best passage of a page counts beside its best."""

LETTERED = 5
"""Among so many of the best passages, one that was read in a picture counts."""

VISIBLE = 0.002
"""A colour on so much of a page is there to be seen: a sign of a centimetre. More of it does not count."""

WIDE, TALL = 6, 4
"""A table with so many columns and rows is read across and down: as running text it does not say which is which."""


@dataclass(frozen=True)
class Candidate:
    """A page that was found, and its share of the best page's score.

    `fit` is the share of the question's words that its best table holds; `grid`, whether a table of it needs eyes.
    `named` counts the icons that the booklet names on it, one that stands on other pages too for less. `lettered`: one
    of the best passages was read in a picture of it; `ocr` is the share of the best score that its best such passage
    has, whole pages read by OCR included. `coloured`, 0..1: how much of the asked colours it shows. `titles` are the
    headings on it and the booklet's own title.
    """

    facts: PageFacts
    share: float
    fit: float = 0.0
    grid: bool = False
    named: float = 0.0
    lettered: bool = False
    ocr: float = 0.0
    coloured: float = 0.0
    titles: tuple[str, ...] = ()


def candidates(index: Index, ranked: Sequence[Ranked]) -> tuple[Candidate, ...]:
    """The best pages of which there is a picture, best first, by what is known without opening them."""
    shares = page_shares(ranked)
    found = index.page_facts(sorted(shares, key=lambda ref: -shares[ref])[:MOST])
    drawn = [item for item in ranked if item.passage.source is TextSource.OCR]
    ocr = {item.passage.ref: item.score / ranked[0].score for item in reversed(drawn) if item.score > 0}
    lettered = {item.passage.ref for item in ranked[:LETTERED] if item.passage.source is TextSource.OCR}
    return tuple(
        Candidate(
            facts,
            shares[facts.ref],
            lettered=facts.ref in lettered and facts.source is not TextSource.OCR,
            ocr=ocr.get(facts.ref, 0.0),
        )
        for facts in found
        if facts.image
    )


def opened(
    index: Index, understood: Understood, found: Iterable[Candidate], wanted: Collection[Wanted]
) -> tuple[Candidate, ...]:
    """The same pages with what is wanted of them: a page's files are opened for nothing else."""
    pages = tuple(found)
    if "icons" in wanted:
        named = _named(index, [page.facts.ref for page in pages])
        pages = tuple(replace(page, named=named.get(page.facts.ref, 0.0)) for page in pages)
    if "tables" in wanted:
        words = roots(content_words(understood.standalone, understood.language))
        pages = tuple(_with_tables(index, page, words) for page in pages)
    if "titles" in wanted:
        pages = tuple(replace(page, titles=_titles(index.page_passages(page.facts.ref))) for page in pages)
    return pages


def coloured(index: Index, candidate: Candidate, hues: Sequence[str]) -> Candidate:
    """The same page with how much of these colours it shows: its picture is decoded for it."""
    return replace(candidate, coloured=_coloured(index.colours(candidate.facts.ref), hues))


def page_shares(ranked: Iterable[Ranked]) -> dict[PageRef, float]:
    """What was found of each page, as a share of the best page's: its best passage and a part of its second."""
    scores: dict[PageRef, list[float]] = {}
    for item in ranked:
        scores.setdefault(item.passage.ref, []).append(item.score)
    sums = {ref: _together(sorted(found, reverse=True)) for ref, found in scores.items()}
    best = max(sums.values(), default=0.0) or 1.0
    return {ref: score / best for ref, score in sums.items()}


def _together(scores: Sequence[float]) -> float:
    return scores[0] + SECOND * sum(scores[1:2])


def _named(index: Index, refs: Sequence[PageRef]) -> Mapping[PageRef, float]:
    """How many icons are named on each page; those of a first page are its players, age and time."""
    found: dict[PageRef, float] = {}
    for owner in dict.fromkeys(ref.owner for ref in refs):
        for icon in index.icons(owner):
            for page in icon.pages if icon.name else ():
                ref = PageRef(owner.game, owner.booklet, page)
                found[ref] = found.get(ref, 0.0) + (1 / len(icon.pages) if page > 1 else 0.0)
    return found


def _with_tables(index: Index, candidate: Candidate, wanted: frozenset[str]) -> Candidate:
    ref = candidate.facts.ref
    tables = [passage for passage in index.page_passages(ref) if passage.type is ChunkType.TABLE]
    return replace(
        candidate,
        fit=max((_held(wanted, passage) for passage in tables), default=0.0),
        grid=candidate.facts.tables > 0 and any(_needs_eyes(table) for table in index.page(ref).tables),
    )


def _coloured(shown: Mapping[str, float], hues: Sequence[str]) -> float:
    return sum(min(1.0, shown.get(hue, 0.0) / VISIBLE) for hue in hues) / len(hues)


def _titles(passages: Sequence[Passage]) -> tuple[str, ...]:
    """The booklet's title, and the headings below the one that the whole booklet stands under."""
    below = (title for p in passages for title in (p.section_path[1:] or p.section_path))
    return tuple(dict.fromkeys((*(p.booklet_title for p in passages[:1]), *below)))


def _held(wanted: frozenset[str], passage: Passage) -> float:
    standing = roots(all_words(" ".join((*passage.section_path, passage.text))))
    return len(wanted & standing) / max(1, len(wanted))


def _needs_eyes(table: Table) -> bool:
    return not table.trusted or (len(table.rows) >= TALL and max(map(len, table.rows), default=0) >= WIDE)
