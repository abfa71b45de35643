"""The home as a writer enters it: allowed, locked, and left as it was found when the writer fails.

Owns turning the operating system's refusals into `CannotWrite`. Knows nothing of what is written.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ingest.errors import CannotWrite
from ingest.settings import Settings
from ingest.store import locks

_REFUSALS = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.ENOTDIR})
_OURS = ("oracle.db-wal", "oracle.db-shm", "oracle.db", "staging", "books", "lexical", "chroma", "locks")


@contextmanager
def writable_home(settings: Settings) -> Iterator[None]:
    """The home, for one writer. A writer that fails takes away what it made: a refusal writes nothing."""
    home = settings.home
    with _refusals(home):
        made = _make(home)
        present = {path.name for path in home.iterdir()}
        with locks.writing(settings):
            try:
                yield
            except Exception:
                with suppress(OSError):
                    _take_away(home, [name for name in _OURS if name not in present], made)
                raise


def _make(home: Path) -> list[Path]:
    """Make the home if need be; the folders that were made for it, the deepest first."""
    if home.exists():
        _check_writable(home)
        return []
    missing = [path for path in (home, *home.parents) if not path.exists()]
    _check_writable(missing[-1].parent)
    home.mkdir(parents=True)
    return missing


def _check_writable(folder: Path) -> None:
    """Root may write anywhere, but a folder that nobody may write was meant to stay as it is."""
    mode = stat.S_IMODE(folder.stat().st_mode)
    if not folder.is_dir() or not os.access(folder, os.W_OK) or not mode & 0o222:
        raise CannotWrite("store.cannot_write", path=folder, why=os.strerror(errno.EACCES))


def _take_away(home: Path, names: list[str], made: list[Path]) -> None:
    for name in names:
        place = home / name
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
    for folder in made:
        folder.rmdir()


@contextmanager
def _refusals(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in _REFUSALS:
            raise
        raise CannotWrite("store.cannot_write", path=error.filename or home, why=error.strerror) from error
