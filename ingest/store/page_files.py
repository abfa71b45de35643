"""Pages on disk: `reading.json` and `pages/p0001.json`, the whole of a reading, so that no page is read twice.

Owns their format (`FORMAT`), writing and reading back. What cannot be read back is `NoIndex`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.contracts import (
    Block,
    Box,
    Icon,
    Line,
    Note,
    OutlineEntry,
    Page,
    PagePart,
    PageStatus,
    Picture,
    Reading,
    Table,
    TextSource,
)
from ingest.errors import NoIndex

FORMAT = 1
READING = "reading.json"


def page_name(number: int) -> str:
    """`pages/p0001.json`, beside the page's picture."""
    return f"pages/p{number:04d}.json"


def write_reading(folder: Path, reading: Reading) -> None:
    """Write every page, and what the file said of itself."""
    (folder / "pages").mkdir(exist_ok=True)
    for page in reading.pages:
        write_json(folder / page_name(page.number), {"format": FORMAT, **asdict(page)})
    head = {
        "format": FORMAT,
        "pages": len(reading.pages),
        "languages": reading.languages,
        "outline": [asdict(entry) for entry in reading.outline],
        "notes": [asdict(note) for note in reading.notes],
        "icons": [asdict(icon) for icon in reading.icons],
    }
    write_json(folder / READING, head)


def read_reading(folder: Path) -> Reading:
    """The reading that `write_reading` wrote."""
    head = read_json(folder / READING, FORMAT)
    try:
        outline = tuple(OutlineEntry(e["level"], e["title"], e["page"]) for e in head["outline"])
        languages, notes = tuple(head["languages"]), _notes(head["notes"])
        icons = tuple(_icon(icon) for icon in head.get("icons", ()))
        count = int(head["pages"])
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(folder / READING, error) from error
    pages = tuple(read_page(folder, number) for number in range(1, count + 1))
    return Reading(pages, outline, languages, notes, icons)


def read_icons(folder: Path) -> tuple[Icon, ...]:
    """The icons of a revision; none in one that was read before icons were."""
    head = read_json(folder / READING, FORMAT)
    try:
        return tuple(_icon(icon) for icon in head.get("icons", ()))
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(folder / READING, error) from error


def read_page(folder: Path, number: int) -> Page:
    """One page as it was read."""
    file = folder / page_name(number)
    try:
        return _page(read_json(file, FORMAT))
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(file, error) from error


def page_from(record: Mapping[str, Any]) -> Page:
    """A page from its JSON form. Raises `KeyError`, `TypeError` or `ValueError` on anything else."""
    return _page(record)


def write_json(file: Path, record: Mapping[str, object]) -> None:
    """One JSON document, the same bytes for the same record."""
    text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=False, default=_plain)
    file.write_text(text + "\n", encoding="utf-8")


def read_json(file: Path, expected: int) -> dict[str, Any]:
    """A JSON object of a format that we know."""
    try:
        record = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise _damaged(file, error) from error
    if not isinstance(record, dict) or record.get("format") != expected:
        raise _damaged(file, "format")
    return record


def _damaged(file: Path, why: object) -> NoIndex:
    return NoIndex("store.corpus_damaged", file=file, why=why)


def _plain(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"not for JSON: {value!r}")


def _page(record: Mapping[str, Any]) -> Page:
    return Page(
        number=record["number"],
        status=PageStatus(record["status"]),
        source=TextSource(record["source"]),
        width=record["width"],
        height=record["height"],
        blocks=tuple(_block(block) for block in record["blocks"]),
        tables=tuple(_table(table) for table in record["tables"]),
        pictures=tuple(_picture(picture) for picture in record["pictures"]),
        image=record["image"],
        thumb=record["thumb"],
        dpi=record["dpi"],
        printed=record["printed"],
        confidence=record["confidence"],
        notes=_notes(record["notes"]),
        lettering=tuple(_block(block) for block in record.get("lettering", ())),
        parts=tuple(PagePart(**{**part, "box": _box(part["box"])}) for part in record.get("parts", ())),
        language=record.get("language"),
        quality=record.get("quality", 1.0),
    )


def _block(record: Mapping[str, Any]) -> Block:
    lines = tuple(Line(line["text"], _box(line["box"])) for line in record["lines"])
    return Block(record["role"], lines, record["level"], record.get("head"))


def _table(record: Mapping[str, Any]) -> Table:
    rows = tuple(tuple(row) for row in record["rows"])
    return Table(_box(record["box"]), rows, record["html"], record["trusted"])


def _picture(record: Mapping[str, Any]) -> Picture:
    return Picture(_box(record["box"]), record["digest"], record["file"], record["caption"])


def _icon(record: Mapping[str, Any]) -> Icon:
    return Icon(**{**record, "pages": tuple(record["pages"]), "captions": tuple(record["captions"])})


def _notes(records: list[Mapping[str, Any]]) -> tuple[Note, ...]:
    return tuple(Note(record["key"], dict(record["facts"])) for record in records)


def _box(numbers: list[float]) -> Box:
    x0, y0, x1, y1 = numbers
    return (x0, y0, x1, y1)
