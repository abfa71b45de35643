"""Exported answers as files: whole or not at all, and never over something else.

Owns that a slip of the hand costs no rulebook: what stands there already is replaced only where it is an answer too.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from oracle.errors import OracleError, UsageError

_OURS = (b"<!DOCTYPE html>", b"# ")


class NotWritten(OracleError):
    """The file that was asked for cannot be written."""

    exit_code = 9


def write(file: Path, text: str) -> Path:
    """Write an export. Raises `UsageError` where another file stands there, `NotWritten` where it cannot be."""
    if file.is_file() and not _is_ours(file):
        raise UsageError("export.not_ours", file=file)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, "utf-8", errors="replace")
        draft.replace(file)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise NotWritten("export.cannot_write", file=file, why=error.strerror or error) from error
    return file


def _is_ours(file: Path) -> bool:
    try:
        with file.open("rb") as there:
            head = there.read(len(max(_OURS, key=len)))
    except OSError:
        return False
    return not head or head.startswith(_OURS)
