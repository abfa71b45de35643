"""Scores a page's text against labels typed from its picture: order of neighbours, and headings. Pure.

Owns what "found", "next" and "the same heading" mean. Compared are letters and digits only, after NFKC and
casefold, without `{icon:…}`; on pages that were read by OCR a fifth of the characters may differ. A start is looked
for as whole lines first (where the label is complete), then where a line begins, then anywhere: so the heading
"Rage" is not found in a sentence that says rage.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ingest.contracts import Block

UNSCORED = frozenset({"furniture", "label"})
TOLERANCE = 0.2
_ICON = re.compile(r"\{icon:[^}]*\}")


@dataclass(frozen=True)
class Label:
    """One typed block: its first words, and its last ones unless `start` is all of it. `level` is a heading's."""

    role: str
    start: str
    end: str | None = None
    level: int | None = None


@dataclass(frozen=True)
class Labelled:
    """A page and its typed blocks in reading order."""

    file: str
    page: int
    blocks: tuple[Label, ...]

    @property
    def scored(self) -> list[Label]:
        """The blocks whose order counts."""
        return [label for label in self.blocks if label.role not in UNSCORED]

    @property
    def headings(self) -> list[Label]:
        """The typed headings."""
        return [label for label in self.blocks if label.role == "heading"]


@dataclass(frozen=True)
class Score:
    """Counts of one page or of many."""

    pairs: int = 0
    in_order: int = 0
    typed: int = 0
    ours: int = 0
    matched: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.pairs + other.pairs,
            self.in_order + other.in_order,
            self.typed + other.typed,
            self.ours + other.ours,
            self.matched + other.matched,
        )

    @property
    def order(self) -> float:
        """Share of the neighbour pairs that are neighbours in our text too."""
        return _share(self.in_order, self.pairs)

    @property
    def precision(self) -> float:
        """Share of our headings that were typed."""
        return _share(self.matched, self.ours)

    @property
    def recall(self) -> float:
        """Share of the typed headings that are ours."""
        return _share(self.matched, self.typed)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return _share(2 * self.matched, self.ours + self.typed)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def load_labels(*files: Path) -> list[Labelled]:
    """The labelled pages of some files of JSON lines."""
    lines = (line for file in files for line in file.read_text("utf-8").splitlines() if line)
    return [
        Labelled(page["file"], page["page"], tuple(Label(**block) for block in page["blocks"]))
        for page in map(json.loads, lines)
    ]


def plain(text: str) -> str:
    """Letters and digits only."""
    return "".join(c for c in unicodedata.normalize("NFKC", _ICON.sub("", text)).casefold() if c.isalnum())


class Printed:
    """The text of a page as we read it, made plain, with the places where its lines begin."""

    def __init__(self, blocks: Sequence[Block], *, ocr: bool = False) -> None:
        self.starts: list[int] = []
        self._ocr = ocr
        pieces: list[str] = []
        length = 0
        for line in (plain(line.text) for block in blocks for line in block.lines):
            if line:
                self.starts.append(length)
                pieces.append(line)
                length += len(line)
        self.text = "".join(pieces)
        self._borders = {*self.starts, length}

    def candidates(self, label: Label) -> list[int]:
        """Where the label may begin, of the best kind of place only."""
        wanted = plain(label.start)
        found = list(_occurrences(wanted, self.text))
        if not found and self._ocr:
            found = [self._line_near(place) for place in near(wanted, self.text)]
        begun = [place for place in found if place in self._borders]
        whole = [place for place in begun if label.end is None and place + len(wanted) in self._borders]
        return whole or begun or found

    def _line_near(self, place: int) -> int:
        """A place found with tolerance, moved onto the beginning of a line that is a letter or two away."""
        i = bisect_left(self.starts, place)
        for start in self.starts[max(i - 1, 0) : i + 1]:
            if abs(start - place) <= 2:
                return start
        return place


def _occurrences(wanted: str, text: str) -> Iterator[int]:
    place = text.find(wanted) if wanted else -1
    while place >= 0:
        yield place
        place = text.find(wanted, place + 1)


def near(wanted: str, text: str) -> list[int]:
    """Where something like `wanted` begins: the best place of each run of places, by edit distance (Sellers)."""
    most = int(TOLERANCE * len(wanted))
    ends = [(end, *last) for end, last in enumerate(_distances(wanted, text)) if last[0] <= most]
    best: list[tuple[int, int, int]] = []
    for end, distance, start in ends:
        if not best or end - best[-1][0] > len(wanted) // 2:
            best.append((end, distance, start))
        elif distance < best[-1][1]:
            best[-1] = (end, distance, start)
    return [start for _, _, start in best]


def _distances(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    """For each end in `text`: the least distance of what ends there to `wanted`, and where that begins."""
    column = [(i, 0) for i in range(len(wanted) + 1)]
    yield column[-1]
    for end, letter in enumerate(text, start=1):
        above = (0, end)
        fresh = [above]
        for i, mine in enumerate(wanted):
            diagonal, left = column[i], column[i + 1]
            above = min((diagonal[0] + (mine != letter), diagonal[1]), (left[0] + 1, left[1]), (above[0] + 1, above[1]))
            fresh.append(above)
        column = fresh
        yield column[-1]


def places(labels: Sequence[Label], printed: Printed) -> list[int | None]:
    """Where each label begins in our text, `None` where it is lost; no two labels share a place.

    Where words stand more than once, a label takes the first free place after the label before it.
    """
    taken: set[int] = set()
    found: list[int | None] = []
    last = -1
    for label in labels:
        free = [place for place in printed.candidates(label) if place not in taken]
        place = next((place for place in free if place > last), free[0] if free else None)
        found.append(place)
        if place is not None:
            taken.add(place)
            last = place
    return found


@dataclass(frozen=True)
class Broken:
    """A neighbour pair that is none in our text, and why."""

    first: Label
    second: Label
    reason: str


def broken_pairs(labels: Sequence[Label], printed: Printed) -> list[Broken]:
    """The neighbour pairs that are not neighbours in our text."""
    found = places(labels, printed)
    order = sorted((place, i) for i, place in enumerate(found) if place is not None)
    follower = {i: after for (_, i), (_, after) in pairwise(order)}
    return [
        Broken(labels[i], labels[i + 1], _reason(i, found, labels, follower))
        for i in range(len(labels) - 1)
        if follower.get(i) != i + 1 or found[i] is None
    ]


def _reason(i: int, found: Sequence[int | None], labels: Sequence[Label], follower: dict[int, int]) -> str:
    if found[i] is None:
        return "the first is not found"
    if found[i + 1] is None:
        return "the second is not found"
    return f"followed by “{labels[follower[i]].start}”" if i in follower else "the first is the last of ours"


@dataclass(frozen=True)
class Headings:
    """Typed headings that we do not have, and ours that nobody typed."""

    lost: tuple[Label, ...]
    extra: tuple[str, ...]


def compare_headings(typed: Sequence[Label], blocks: Sequence[Block], *, ocr: bool = False) -> Headings:
    """Each typed heading takes the first of ours that begins as it does."""
    ours = [block.text for block in blocks if block.role == "heading"]
    lost = []
    for label in typed:
        match = next((text for text in ours if same_heading(label.start, text, ocr=ocr)), None)
        if match is None:
            lost.append(label)
        else:
            ours.remove(match)
    return Headings(tuple(lost), tuple(ours))


def same_heading(typed: str, ours: str, *, ocr: bool = False) -> bool:
    """Whether one begins with the other and neither is more than twice as long."""
    short, long = sorted((plain(typed), plain(ours)), key=len)
    if not short or len(long) > 2 * len(short):
        return False
    if long.startswith(short):
        return True
    return ocr and 0 in near(short, long[: len(short) + 2])


def score(page: Labelled, blocks: Sequence[Block], *, ocr: bool = False) -> tuple[Score, list[Broken], Headings]:
    """One page: its counts, and all that is missed."""
    labels = page.scored
    broken = broken_pairs(labels, Printed(blocks, ocr=ocr))
    headings = compare_headings(page.headings, blocks, ocr=ocr)
    pairs, typed = max(len(labels) - 1, 0), len(page.headings)
    matched = typed - len(headings.lost)
    return Score(pairs, pairs - len(broken), typed, matched + len(headings.extra), matched), broken, headings
