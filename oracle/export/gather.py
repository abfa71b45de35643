"""From runs of the record to the answers that are taken out: read again, looked up in today's booklets, pictures cut.

Owns how much of pictures one file may hold, and that a library that is away costs the pictures alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ingest.errors import IngestError
from oracle.again import answer_again, revisions_of
from oracle.contracts import Citation
from oracle.export.crops import crop
from oracle.export.entry import Crop, Entry, entry
from oracle.record import Run, Runs
from oracle.retrace import Books, Retraced, retraced
from oracle.texts import Texts

ROOM: Final = 12_000_000
"""Bytes of pictures in one file: what a phone opens and a mail carries."""


@dataclass
class Pictures:
    """Cuts pictures until there is no more room; none without books."""

    books: Books | None
    room: int = ROOM
    left_out: int = field(default=0, init=False)

    def show(self, cited: Citation) -> Crop | None:
        """The place of a citation. A page that cannot be shown is cited all the same."""
        if self.books is None:
            return None
        if self.room <= 0:
            self.left_out += 1
            return None
        try:
            made = crop(cited, self.books)
        except (IngestError, OSError):
            return None
        self.room -= len(made.data) if made else 0
        return made


def again(run: Run, record: Runs, books: Books | None) -> Retraced:
    """The answer of a run as it was given, its citations where they stand today."""
    told = record.kept(run)
    answer = answer_again(told)
    return retraced(answer, revisions_of(told.kept), books) if books else Retraced(answer)


def gathered(
    runs: Iterable[Run],
    record: Runs,
    books: Books | None,
    titles: Mapping[str, str],
    say: Texts,
    pictures: Pictures | None = None,
) -> Sequence[Entry]:
    """The answers of these runs, in their order. Raises `NotReadable`."""
    shown = pictures or Pictures(None)
    return [entry(run, again(run, record, books), titles.get(run.game, run.game), say, shown.show) for run in runs]
