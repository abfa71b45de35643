"""The three streams of the process made fit to be used, whatever the shell handed over.

Owns that a closed stream is said to be closed instead of being a bug, and that no letter fails on a terminal that does
not know it.
"""

from __future__ import annotations

import io
import os
import sys


def make_fit() -> None:
    """Open what is closed, so that no file of ours gets its number, and let letters be replaced.

    Nothing can be read from a closed standard input; writing to a closed standard output fails as on a full disk, and
    what is told on a closed standard error is lost.
    """
    if sys.stdin is None:
        sys.stdin = _opened(0, os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _opened(1, os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _opened(2, os.O_WRONLY, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _opened(number: int, how: int, mode: str) -> io.TextIOWrapper:
    null = os.open(os.devnull, how)
    if null != number:
        os.dup2(null, number)
        os.close(null)
    raw = io.FileIO(number, mode, closefd=False)  # nothing is kept back, which would fail once more at the end
    return io.TextIOWrapper(io.BufferedReader(raw) if mode == "r" else raw, encoding="utf-8", write_through=True)
