"""What tells the files that channels read from what they were, without reading them.

Owns which files those are. Damage that keeps size and time of a file is left to the probe of whoever reads it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from ingest.settings import Settings
from ingest.store.lexical_files import Lexicon
from ingest.store.vectors import FILE

_MAGIC = 16


def stamp(settings: Settings, game: str) -> str:
    """Changes when the lexical index of a game does, or anything in the vector store that is embedded."""
    seen = [str(settings.chroma_url), file_stamp(Lexicon(settings.lexicons).file(game))]
    if settings.chroma_url is None:
        seen += [_database(settings.vectors / FILE), *sorted(_collections(settings.vectors))]
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]


def collections_stamp(folder: Path) -> str:
    """Changes when a collection comes, goes or is damaged. `folder` is the vector store's."""
    return hashlib.sha256("\n".join(sorted(_collections(folder))).encode()).hexdigest()[:16]


def _collections(folder: Path) -> Iterator[str]:
    """The files of every collection: none of them changes once it is published."""
    try:
        for one in os.scandir(folder):
            if one.is_dir():
                yield from (file_stamp(Path(file.path)) for file in os.scandir(one.path))
    except OSError as error:
        yield type(error).__name__


def file_stamp(file: Path) -> str:
    """Changes when a file does: where it is, its size and its time."""
    try:
        facts = file.stat()
    except OSError as error:
        return f"{file} {type(error).__name__}"
    return f"{file} {facts.st_size} {facts.st_mtime_ns}"


def _database(file: Path) -> str:
    """Chroma's own database is written by whoever opens it: only whether it is one, and how large."""
    try:
        with file.open("rb") as content:
            return f"{content.read(_MAGIC)!r} {file.stat().st_size}"
    except OSError as error:
        return type(error).__name__
