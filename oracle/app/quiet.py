"""While the app draws, nothing else may reach the terminal: file descriptors 1 and 2 lead to the log.

Textual draws on `sys.__stderr__`, so native libraries that print there would print over the screen. The app
keeps the terminal under descriptors of its own; everybody else, child processes too, writes to the log. Where one of
the two was redirected to a file, the app draws on the other: no frame lands in the file.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

LIMIT = 1_000_000


def log_file(home: Path) -> Path:
    """Where the app's log is."""
    return home / "app.log"


@contextmanager
def quiet(log: Path) -> Iterator[None]:
    """Python's logging and every stray byte go to `log`, or nowhere when it cannot be written."""
    handler = _handler(log)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        with _own_terminal(log):
            yield
    finally:
        root.removeHandler(handler)
        handler.close()


def _handler(log: Path) -> logging.Handler:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(log, maxBytes=LIMIT, backupCount=1, encoding="utf-8")
    except OSError:
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler


@contextmanager
def _own_terminal(log: Path) -> Iterator[None]:
    try:
        sink = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        sink = os.open(os.devnull, os.O_WRONLY)
    outs = (sys.__stdout__, sys.__stderr__)
    before = tuple(os.dup(number) for number in (1, 2))
    own = tuple(_copy(_screen(number)) for number in (1, 2))
    sys.__stdout__, sys.__stderr__ = own  # type: ignore[misc]
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    os.close(sink)
    try:
        yield
    finally:
        for number, stream, copy in zip((1, 2), own, before, strict=True):
            stream.close()
            os.dup2(copy, number)
            os.close(copy)
        sys.__stdout__, sys.__stderr__ = outs  # type: ignore[misc]


def _screen(number: int) -> int:
    """A descriptor, or the other one where that alone leads to a terminal: its width is asked of standard output."""
    other = 3 - number
    return other if os.isatty(other) and not os.isatty(number) else number


def _copy(number: int) -> TextIOWrapper:
    return os.fdopen(os.dup(number), "w", encoding="utf-8", errors="replace")
