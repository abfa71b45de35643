"""Exported answers as files: whole or not at all, and never over something else.

Owns that a slip of the hand costs nobody's work: what stands there is replaced only where this program wrote it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ingest.html import GENERATOR
from oracle.errors import OracleError, UsageError
from oracle.texts import LANGUAGES, Texts

_HEAD = 1_000
_GENERATOR = f'<meta name="generator" content="{GENERATOR}">'.encode()


class NotWritten(OracleError):
    """The file that was asked for cannot be written."""

    exit_code = 9


def write(file: Path, text: str) -> Path:
    """Write an export. Raises `UsageError` where another file stands there, `NotWritten` where it cannot be."""
    if file.is_file() and not _is_ours(file):
        raise UsageError("export.not_ours", file=file)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.write_text(text, "utf-8", errors="replace")
        draft.replace(file)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise NotWritten("export.cannot_write", file=file, why=error.strerror or error) from error
    return file


def keep(folder: Path, name: str, text: str) -> Path:
    """Write an export into the folder of exports, which is made. Raises as `write` does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten("export.cannot_write", file=folder, why=error.strerror or error) from error
    return write(folder / name, text)


def _is_ours(file: Path) -> bool:
    try:
        with file.open("rb") as there:
            head = there.read(_HEAD)
    except OSError:
        return False
    return not head or _GENERATOR in head or head.startswith(_titles())


def _titles() -> tuple[bytes, ...]:
    """How an evening in Markdown begins, in each language."""
    return tuple(f"# {Texts(language)('export.title_one')}".encode() for language in LANGUAGES)
