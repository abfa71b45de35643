"""A library whose pages bear printed numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ingest.contracts import BookletRef, PageFacts, PageRef, PageStatus, TextSource
from tests.fakes.table import FakeLibrary


@dataclass
class Numbered(FakeLibrary):
    """A booklet on whose pages these numbers are printed, on one page each."""

    printed: tuple[str | None, ...] = ("3", "4", "5")

    def booklet_pages(self, ref: BookletRef) -> tuple[PageFacts, ...]:
        """All of them, alike but for their numbers."""
        facts = PageFacts(
            PageRef("islands", "rules", 1), None, PageStatus.TEXT, TextSource.LAYER, 1, 0, 0.0, 0, None, None, None,
            0, 1.0, 1.0,
        )  # fmt: skip
        return tuple(
            replace(facts, ref=PageRef("islands", "rules", place), printed=number)
            for place, number in enumerate(self.printed, 1)
        )
