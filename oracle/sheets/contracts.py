"""The records of a cheat sheet. Standard library and `ingest.contracts` only; every record is frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ingest.contracts import BookletKind, Note, PageRef, Passage

How = Literal["step", "item", "sentence", "table"]
Found = Literal["headings", "search", "nothing"]
Made = Literal["extract", "condensed"]


class SheetKind(StrEnum):
    """What a sheet is about."""

    SETUP = "setup"
    TURN = "turn"
    SCORING = "scoring"
    ICONS = "icons"


@dataclass(frozen=True)
class Line:
    """One line of a sheet and the passage that carries it; of a table all its rows.

    `heading` is the nearest one above it, `quote` the words of the book where the line says it in others, `amends` what
    an erratum changes, by the keys of passages. `page` is `None` where the booklet has no pages to turn to.
    """

    text: str
    how: How
    key: str
    ref: PageRef
    page: int | None
    printed: str | None
    heading: str = ""
    section: tuple[str, ...] = ()
    quote: str | None = None
    amends: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """The lines of one booklet."""

    booklet: str
    title: str
    kind: BookletKind
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class NamedIcon:
    """An icon that a booklet names, and where it stands first. `png` is its crop, where there is one."""

    name: str
    id: str
    ref: PageRef
    title: str
    kind: BookletKind
    pages: tuple[int, ...]
    png: str | None


@dataclass(frozen=True)
class Nearest:
    """Where a book comes nearest to a matter of which it has no section: shown as a place to look, never as a line."""

    key: str
    ref: PageRef
    page: int | None
    printed: str | None
    heading: str


@dataclass(frozen=True)
class Sheet:
    """A whole sheet. `revision` is the digest of what was on the table when it was made.

    `found` is `search` where no heading names the matter: then it has no lines, and `nearest` says where to look.
    `left_out` counts lines that did not fit, `others` those that are for other numbers of players. `notes` is what a
    person must be told; `kept` = made before, and shown again. `pictures` are the files of the icons that stand in the
    lines, each by how it stands there: its name, or its placeholder.
    """

    kind: SheetKind
    game: str
    title: str
    players: int | None
    language: str
    revision: str
    found: Found = "nothing"
    made: Made = "extract"
    groups: tuple[Group, ...] = ()
    nearest: Nearest | None = None
    icons: tuple[NamedIcon, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    left_out: int = 0
    others: int = 0
    notes: tuple[Note, ...] = ()
    kept: bool = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all booklets, in their order."""
        return tuple(line for group in self.groups for line in group.lines)


@dataclass(frozen=True)
class Unit:
    """What is shown whole or not at all: a step, an item of a list, a sentence with what leans on it, a table.

    `rank` 0 = what is done, in steps; then what must be done; then the rest; 3 = an aside. `lines` is how many lines it
    takes on a sheet. `tier` 0 = under a heading that names the matter, 1 = beside it, `below` = so many headings lower,
    `far` = so many pages off. `run` numbers a list, the steps and items of which go together. `players` are the numbers
    of players that it is for, `None` = for all.
    """

    passage: Passage
    text: str
    how: How
    rank: int
    heading: str
    titles: tuple[str, ...]
    tier: int = 0
    below: int = 0
    run: tuple[str, int] | None = None
    players: frozenset[int] | None = None
    amends: tuple[str, ...] = ()
    far: int = 0

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return self.text.count("\n") + 1
