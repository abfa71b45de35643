"""A home with fake tools around it: what the store's tests start from."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ingest import pipeline
from ingest.contracts import AddResult, BookletKind, BookletRef
from ingest.library import Library
from ingest.pipeline import quiet
from ingest.settings import OnProgress, Settings
from ingest.store.fingerprint import AddOrder
from ingest.store.verify import Finding, verify
from tests.fakes.workshop import FakeTools

CORE = BookletRef("tafl", "core")
OLD = (
    "# Setup\n\nThe king stands on the throne.\n\nAttackers number sixteen pawns."
    "\f# Captures\n\nA pawn is taken between two."
)
NEW = OLD.replace("sixteen", "twenty-four") + "\f# Victory\n\nThe king wins at the edge of the board."


@dataclass
class Shelf:
    """Adds texts to a home and looks at it."""

    settings: Settings
    folder: Path
    tools: FakeTools = field(default_factory=FakeTools)

    def add(
        self,
        text: str,
        booklet: str = "core",
        *,
        game: str = "tafl",
        kind: BookletKind = BookletKind.CORE,
        progress: OnProgress = quiet,
        **order: object,
    ) -> AddResult:
        """Write `text` as a source and add it."""
        source = self.folder / f"{booklet}.txt"
        source.write_text(text, "utf-8")
        title = str(order.pop("title", booklet.title()))
        made = AddOrder(BookletRef(game, booklet), title, kind, **order)  # type: ignore[arg-type]
        return pipeline.add(source, made, self.settings, progress, self.tools.workshop())

    def library(self) -> Library:
        """The home as its readers see it."""
        return Library.open(self.settings, self.tools.embedder)

    def texts(self, game: str = "tafl") -> list[str]:
        """All that a search could show."""
        with self.library() as library:
            return [passage.text for passage in library.all_passages(library.scope(game))]

    def verify(self) -> tuple[Finding, ...]:
        """What is wrong with the home."""
        return verify(self.settings, self.tools.workshop())

    def reindex(self) -> tuple[AddResult, ...]:
        """Bring everything up to date."""
        return pipeline.reindex(self.settings, tools=self.tools.workshop())


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder and what is in it."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
