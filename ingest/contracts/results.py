"""What ingestion reports of each file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ingest.contracts.identity import Note, PageStatus


@dataclass(frozen=True)
class AddResult:
    """One line of the report of `add` and `sync`. `error` is a text key, with its `facts`."""

    file: str
    game: str
    booklet: str
    revision: str | None
    changed: bool
    pages: Mapping[PageStatus, int]
    unreadable_pages: tuple[int, ...]
    embedded: int
    reused: int
    warnings: tuple[Note, ...]
    error: Note | None
    exit: int
