"""A file of questions with gold pages, one JSON object a line: what is asked, and what it is measured against.

Owns the split between the two: `Asked` holds all that the pipeline may know (`question`, `stack`, the questions that a
follow-up comes after), `Gold` the rest. Owns the two halves too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from oracle.errors import UsageError

Half = Literal["work", "check"]
FilePage = tuple[str, int]


@dataclass(frozen=True)
class Asked:
    """What the pipeline is given. `stack` are files below the rulebooks' folder; `before` is oldest first."""

    id: str
    game: str
    text: str
    stack: tuple[str, ...]
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Quote:
    """Words that stand on a gold page, as printed; `[…` describes a picture instead."""

    file: str
    page: int
    text: str


@dataclass(frozen=True)
class Gold:
    """What an outcome is compared with and counted under; the pipeline never sees it."""

    pages: frozenset[FilePage]
    language: str
    category: str
    visual: bool
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True)
class Item:
    """One line of the file."""

    asked: Asked
    gold: Gold
    half: Half


def read_questions(file: Path) -> tuple[Item, ...]:
    """Every question of a file. Raises `UsageError` naming the line that is wrong."""
    records: dict[str, Mapping[str, object]] = {}
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("eval.unreadable", file=file, why=error) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            record = _record(line, file, number)
            records[str(record["id"])] = record
    if not records:
        raise UsageError("eval.no_questions", file=file)
    return tuple(_item(name, records) for name in records)


def half(name: str) -> Half:
    """Even SHA-256 of the id = work, odd = check."""
    return "check" if hashlib.sha256(name.encode()).digest()[-1] & 1 else "work"


def _record(line: str, file: Path, number: int) -> Mapping[str, object]:
    try:
        record = json.loads(line)
        _ = record["id"], record["game"], record["question"], list(record["stack"])
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError("eval.bad_line", file=file, line=number, why=error) from error
    if not (isinstance(record["stack"], list) and record["stack"] and isinstance(record["question"], str)):
        raise UsageError("eval.bad_line", file=file, line=number, why="stack")
    return dict(record)


def _item(name: str, records: Mapping[str, Mapping[str, object]]) -> Item:
    talk = _talk(name, records)
    record = records[name]
    stack = record["stack"]
    assert isinstance(stack, list)
    asked = Asked(
        id=name,
        game=str(record["game"]),
        text=str(record["question"]),
        stack=tuple(str(part) for part in stack),
        before=tuple(str(records[parent]["question"]) for parent in talk[:-1]),
    )
    return Item(asked, _gold(record), half(talk[0]))


def _talk(name: str, records: Mapping[str, Mapping[str, object]]) -> Sequence[str]:
    """The questions of a talk from its first to `name`."""
    talk = [name]
    while (parent := records[talk[0]].get("after")) and str(parent) in records and str(parent) not in talk:
        talk.insert(0, str(parent))
    return talk


def _gold(record: Mapping[str, object]) -> Gold:
    gold = record.get("gold")
    pages = gold if isinstance(gold, list) else []
    return Gold(
        pages=frozenset((str(page["file"]), int(page["page"])) for page in pages),
        language=f"{record.get('lang', 'und')}>{record.get('book_lang', 'und')}",
        category=str(record.get("category", "")),
        visual=bool(record.get("visual")),
        quotes=tuple(Quote(str(p["file"]), int(p["page"]), str(p["quote"])) for p in pages if p.get("quote")),
    )
