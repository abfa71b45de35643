"""Our ends of a local program's pipes: a number that somebody still uses is never given to another pipe."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path

import pytest

from vm.local import Pipe

FDS = Path("/proc/self/fd")


class Telling(io.FileIO):
    """Tells when somebody has asked for its number, to use it."""

    def __init__(self, number: int, mode: str) -> None:
        super().__init__(number, mode)
        self.asked = threading.Event()

    def fileno(self) -> int:
        self.asked.set()
        return super().fileno()


def test_a_pipe_that_is_read_keeps_its_number_until_the_reader_is_through() -> None:
    """Closed under a reader, its number goes to no other pipe, whose bytes that reader would take."""
    ours, theirs = os.pipe()
    file = Telling(ours, "rb")
    end = Pipe(file)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(end.read(10)))
    reader.start()
    assert file.asked.wait(5)
    end.close()
    others = os.pipe()
    assert ours not in others
    os.write(theirs, b"last words")
    reader.join(5)
    assert read == [b"last words"]
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(ours)
    for number in (theirs, *others):
        os.close(number)


def test_a_closed_pipe_is_neither_read_nor_written() -> None:
    """What is read is its end; what is written is refused, whoever has its number by then."""
    ours, theirs = os.pipe()
    reading, writing = Pipe(os.fdopen(ours, "rb", buffering=0)), Pipe(os.fdopen(theirs, "wb", buffering=0))
    reading.close()
    writing.close()
    writing.close()
    assert {ours, theirs} == set(os.pipe())
    os.write(theirs, b"of another program")
    assert reading.read(100) == b""
    with pytest.raises(BrokenPipeError):
        writing.write(b"of ours")
    assert os.read(ours, 100) == b"of another program"
    os.close(ours)
    os.close(theirs)


def test_readers_and_closers_at_once_leave_no_descriptor() -> None:
    """Whoever of the two is last lets go."""
    before = len(list(FDS.iterdir()))
    for _ in range(50):
        ours, theirs = os.pipe()
        end = Pipe(os.fdopen(ours, "rb", buffering=0))
        reader = threading.Thread(target=end.read, args=(10,))
        reader.start()
        os.close(theirs)
        end.close()
        reader.join()
    assert len(list(FDS.iterdir())) == before
