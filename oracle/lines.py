"""A file of what was made elsewhere for questions: one JSON object a line, each with the `id` of its question.

Owns reading it and saying which line is wrong. What a line holds besides is its reader's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from oracle.errors import UsageError

_Made = TypeVar("_Made")
Kind = Literal["rewrite", "answer"]


def read_by_id(
    file: Path, known: Collection[str], kind: Kind, make: Callable[[Mapping[str, object]], _Made]
) -> dict[str, _Made]:
    """What each line holds, by its id. `make` may raise `ValueError` or `KeyError`, saying why a line is none.

    Raises `UsageError` for a bad line, for an id that stands twice, and for one that is of no question.
    """
    made: dict[str, _Made] = {}
    for number, line in enumerate(_lines(file, kind), 1):
        if line.strip():
            try:
                name, record = _record(line)
                if name in made:
                    raise ValueError(f"{name}: 2 ×")
                made[name] = make(record)
            except (ValueError, KeyError) as error:
                raise UsageError(f"eval.bad_{kind}", file=file, line=number, why=error) from error
    unknown = [name for name in made if name not in known]
    if unknown:
        raise UsageError(f"eval.unknown_{kind}", file=file, id=", ".join(unknown[:5]), n=len(unknown))
    return made


def text_of(record: Mapping[str, object]) -> str:
    """Its `text`."""
    text = record["text"]
    if not isinstance(text, str):
        raise ValueError("text")
    return text


def _lines(file: Path, kind: Kind) -> Sequence[str]:
    try:
        return file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"eval.{kind}s_unreadable", file=file, why=error) from error


def _record(line: str) -> tuple[str, Mapping[str, object]]:
    record = json.loads(line)
    if not (isinstance(record, dict) and isinstance(record.get("id"), str)):
        raise ValueError("id")
    return record["id"], record
