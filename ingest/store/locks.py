"""Who may do what to a home at the same time, by advisory file locks that die with their process.

`writer`: one writer a home. `readers`: shared by open libraries; superseded revisions are removed only while nobody
holds it. `vectors`: the embedded vector store, shared by a query, exclusive while a collection is written.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.errors import CannotWrite
from ingest.settings import Settings

WAIT = 5.0
_STEP = 0.05


class Hold:
    """A held lock; releasing it twice is harmless. `None` stands for a lock that could not exist (read-only home)."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def writing(settings: Settings, wait: float = WAIT) -> Iterator[None]:
    """The home's only writer. Raises `CannotWrite` when another one stays for more than `wait` seconds."""
    for name in ("readers", "vectors"):  # so that readers never have to make one
        os.close(_open(_file(settings, name)))
    hold = _acquire(_file(settings, "writer"), fcntl.LOCK_EX, wait)
    with _held(hold, settings):
        yield


@contextmanager
def waiting_for_writer(settings: Settings, wait: float = WAIT) -> Iterator[None]:
    """A home that nobody writes meanwhile; one that cannot be written needs no lock."""
    try:
        hold = _acquire(_file(settings, "writer"), fcntl.LOCK_SH, wait)
    except OSError:
        hold = Hold(None)
    with _held(hold, settings):
        yield


def hold_reading(settings: Settings) -> Hold:
    """Keep what is published on the disk; a home that cannot be written needs no such lock."""
    try:
        return _acquire(_file(settings, "readers"), fcntl.LOCK_SH, WAIT) or Hold(None)
    except OSError:
        return Hold(None)


@contextmanager
def nobody_reads(settings: Settings) -> Iterator[bool]:
    """Whether no library is open; while inside, none opens."""
    hold = _acquire(_file(settings, "readers"), fcntl.LOCK_EX, 0)
    try:
        yield hold is not None
    finally:
        if hold is not None:
            hold.release()


@contextmanager
def vectors_shared(settings: Settings) -> Iterator[bool]:
    """Whether the embedded vector store may be read now. Never waits."""
    try:
        hold = _acquire(_file(settings, "vectors"), fcntl.LOCK_SH, 0)
    except OSError:
        hold = Hold(None)
    try:
        yield hold is not None
    finally:
        if hold is not None:
            hold.release()


@contextmanager
def vectors_alone(settings: Settings, wait: float = 30.0) -> Iterator[None]:
    """The embedded vector store for ourselves. Queries hold it for milliseconds only."""
    hold = _acquire(_file(settings, "vectors"), fcntl.LOCK_EX, wait)
    with _held(hold, settings):
        yield


@contextmanager
def _held(hold: Hold | None, settings: Settings) -> Iterator[None]:
    """A lock that must be had, let go at the end."""
    if hold is None:
        raise CannotWrite("store.locked", home=settings.home)
    try:
        yield
    finally:
        hold.release()


def _file(settings: Settings, name: str) -> Path:
    return settings.home / "locks" / name


def _acquire(file: Path, operation: int, wait: float) -> Hold | None:
    descriptor = _open(file)
    deadline = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return None
            time.sleep(_STEP)
            continue
        if _still_there(file, descriptor):
            return Hold(descriptor)
        os.close(descriptor)  # a writer that failed took its home away; ask for the new file's lock
        descriptor = _open(file)


def _still_there(file: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(file.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _open(file: Path) -> int:
    try:
        return os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
        return os.open(file, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
