"""What is read in one go on a page. Pure. Owns the record that columns are found among, and no decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.contracts import Box
from ingest.page.sheet import Span


@dataclass(frozen=True)
class Atom:
    """Something that is read in one go: a span, or a solid thing such as a box or a ruled table.

    `order` is its place in the file's own drawing order. `solid` is what the caller knows it by.
    """

    box: Box
    order: int
    chars: int
    span: Span | None = None
    solid: object = None

    @property
    def middle(self) -> float:
        """Its vertical middle."""
        return (self.box[1] + self.box[3]) / 2


def chars(atoms: Sequence[Atom]) -> int:
    """How much they say."""
    return sum(atom.chars for atom in atoms)
