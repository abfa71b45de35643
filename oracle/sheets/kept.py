"""Sheets that were made before: one JSON file each under the home, as long as the booklets are what they were then.

Owns the files. A key holds all that a sheet depends on, this program too; losing a file costs time only, and nothing
here ever raises.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ingest.contracts import BookletKind, Note, PageRef
from oracle.remembered import program
from oracle.sheets.contracts import Group, Line, NamedIcon, Nearest, Sheet, SheetKind

FOLDER: Final = "sheets"
MOST: Final = 200
_FORMAT: Final = 3


class Kept:
    """The sheets of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def recall(self, key: Sequence[object]) -> Sheet | None:
        """The sheet that was made for this key; `None` when none was, or it cannot be read."""
        try:
            return _sheet(json.loads(self._file(key).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, key: Sequence[object], sheet: Sheet) -> None:
        """Remember a sheet."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            file = self._file(key)
            draft = file.with_suffix(".new")
            draft.write_text(json.dumps(asdict(sheet), default=str), "utf-8")
            draft.replace(file)
            self._tidy()

    def _file(self, key: Sequence[object]) -> Path:
        whole = json.dumps([_FORMAT, program(), *key], default=str)
        return self._folder / f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}.json"

    def _tidy(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
        for old in files[:-MOST]:
            old.unlink()


def _sheet(told: Mapping[str, Any]) -> Sheet:
    groups = tuple(
        Group(**{**each, "kind": BookletKind(each["kind"]), "lines": tuple(map(_line, each["lines"]))})
        for each in told["groups"]
    )
    notes = tuple(Note(**each) for each in told["notes"])
    return Sheet(
        **{
            **told,
            "kind": SheetKind(told["kind"]),
            "groups": groups,
            "nearest": Nearest(**{**near, "ref": PageRef(**near["ref"])}) if (near := told["nearest"]) else None,
            "icons": tuple(map(_icon, told["icons"])),
            "pictures": tuple((stands, file) for stands, file in told["pictures"]),
            "notes": notes,
        }
    )


def _line(told: Mapping[str, Any]) -> Line:
    return Line(
        **{**told, "ref": PageRef(**told["ref"]), "section": tuple(told["section"]), "amends": tuple(told["amends"])}
    )


def _icon(told: Mapping[str, Any]) -> NamedIcon:
    ref, kind = PageRef(**told["ref"]), BookletKind(told["kind"])
    return NamedIcon(**{**told, "ref": ref, "kind": kind, "pages": tuple(told["pages"])})
