"""Standard output is data: the one module that writes it. Narration goes to standard error.

JSON carries `schema`, the version of its shape; text is cleaned of what could steer a terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from oracle.cli.folding import folded
from oracle.display import clean, escaped
from oracle.errors import UsageError

SCHEMA = 1
STDOUT = Path("-")
"""What stands for standard output where a file is named."""

_MARK, _PLAIN = "\x1b[1;7m", "\x1b[0m"


def emit(text: str) -> None:
    """Write lines for people (or pipes) on standard output. On a terminal they are folded between words."""
    emit_whole(_laid(clean(text), sys.stdout) + "\n")


def emit_whole(text: str) -> None:
    """Write text as it is: a document, a script, a piece of a line."""
    sys.stdout.write(clean(text))
    sys.stdout.flush()


def emit_bytes(data: bytes) -> None:
    """Write a picture or a file on standard output. Raises `UsageError` where a person would see it."""
    if sys.stdout.isatty():
        raise UsageError("errors.bytes_on_terminal")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def emit_marked(pieces: Iterable[tuple[str, bool]]) -> None:
    """Write one line; what is marked stands out where a person sees it, as the text alone does where a program reads.

    Bold and reversed, never a colour; not even that where `NO_COLOR` asks for plain text.
    """
    marking = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    sys.stdout.write(
        "".join(f"{_MARK}{clean(text)}{_PLAIN}" if marked and marking else clean(text) for text, marked in pieces)
    )
    sys.stdout.write("\n")
    sys.stdout.flush()


def emit_json(record: Mapping[str, object]) -> None:
    """Write one JSON document with its schema number on standard output."""
    sys.stdout.write(document(record))


def document(record: Mapping[str, object]) -> str:
    """The text of one JSON document with its schema number."""
    return escaped(json.dumps({"schema": SCHEMA, **record}, ensure_ascii=False, indent=2)) + "\n"


def emit_json_line(record: Mapping[str, object]) -> None:
    """Write one JSON document with its schema number as a line of its own."""
    sys.stdout.write(escaped(json.dumps({"schema": SCHEMA, **record}, ensure_ascii=False)) + "\n")
    sys.stdout.flush()


def narrate_line(text: str, *, end: str = "\n") -> None:
    """Write narration on standard error. On a terminal it is folded between words."""
    told = clean(text)
    sys.stderr.write((_laid(told, sys.stderr) if end == "\n" else told) + end)
    sys.stderr.flush()


def terminal_width(stream: TextIO) -> int | None:
    """The columns of the terminal that a stream leads to; `None` where it leads elsewhere."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def _laid(text: str, stream: TextIO) -> str:
    width = terminal_width(stream)
    return folded(text, width) if width else text
