"""What is known of how a page was read, in words and as JSON: for `ingest show` and its HTML report.

Owns these words' order and the shape of the JSON. Reads nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ingest.contracts import Block, Icon, Note, Page, PageStatus, Passage, TextSource
from ingest.icons.placeholders import replaced
from ingest.quality import LOW, doubts
from ingest.settings import Say

_TOLD: Final = {"ocr": "low_confidence", "junk": "", "strange": "", "table": "table_doubtful", "lettering": ""}
"""Doubts that are told in words of their own, unless a note of this name tells them."""


def page_line(page: Page, say: Say) -> str:
    """One line: number, printed number, where the text came from, how much, how well it was read."""
    parts = [
        say("ingest.cli.page_number", page=page.number),
        *([say("ingest.cli.printed", printed=page.printed)] if page.printed not in (None, str(page.number)) else []),
        say(f"ingest.cli.status_{page.status}"),
        say("ingest.cli.chars", chars=len(page.text)),
        *([page.language] if page.language else []),
        say("ingest.cli.quality", percent=percent(page.quality)),
    ]
    return " · ".join(parts)


def percent(share: float) -> int:
    """A share as whole per cent, never 100 where it is less than 1."""
    return min(99, round(100 * share)) if share < 1 else 100


def is_low(page: Page) -> bool:
    """Whether somebody should look at a page."""
    return page.quality < LOW


def facts(page: Page, say: Say) -> Iterator[str]:
    """Sentences: how the page was read, what was left out and why, what it holds beside its text."""
    if page.source is TextSource.OCR and page.confidence is not None:
        yield say("ingest.cli.confidence", percent=percent(page.confidence))
    yield from (note_text(note, say) for note in page.notes)
    noted = {note.key.rpartition(".")[2] for note in page.notes}
    told = (doubt.key for doubt in doubts(page) if doubt.key in _TOLD and _TOLD[doubt.key] not in noted)
    yield from (say(f"ingest.cli.doubt_{key}") for key in told)
    if page.status is not PageStatus.UNREADABLE and page.parts:
        kinds = ", ".join(
            f"{say(f'ingest.cli.part_{part.kind}')} {part.printed or f'({n})'}" for n, part in enumerate(page.parts, 1)
        )
        yield say("ingest.cli.parts", parts=kinds)
    for key, count in (("tables", len(page.tables)), ("pictures", len(page.pictures))):
        if count:
            yield say(f"ingest.cli.{key}", count=count)


def with_icon_names(page: Page, icons: Sequence[Icon], word: str) -> Page:
    """A page whose texts name their icons, `⟨Gold⟩`, or say `word` where an icon has no name."""
    names = {icon.id: icon.name for icon in icons if icon.name}

    def said(text: str) -> str:
        return replaced(text, lambda icon_id: f"⟨{names.get(icon_id, word)}⟩")

    def blocks(of: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(
            replace(block, lines=tuple(replace(line, text=said(line.text)) for line in block.lines)) for block in of
        )

    tables = tuple(
        replace(table, rows=tuple(tuple(said(cell) for cell in row) for row in table.rows)) for table in page.tables
    )
    pictures = tuple(replace(one, caption=said(one.caption)) for one in page.pictures)
    return replace(page, blocks=blocks(page.blocks), lettering=blocks(page.lettering), tables=tables, pictures=pictures)


def note_text(note: Note, say: Say) -> str:
    """A note in words."""
    return say(note.key, **note.facts)


def facts_json(page: Page, folder: Path, say: Say) -> dict[str, object]:
    """A page as `ingest show GAME/BOOKLET --json` lists it."""
    return {
        "page": page.number,
        "printed_page": page.printed,
        "status": str(page.status),
        "text_source": str(page.source),
        "language": page.language,
        "quality": page.quality,
        "low": is_low(page),
        "chars": len(page.text),
        "pictures": len(page.pictures),
        "tables": len(page.tables),
        "doubtful_tables": sum(not table.trusted for table in page.tables),
        "lettering": sum(len(block.lines) for block in page.lettering),
        "parts": len(page.parts),
        "confidence": page.confidence,
        "dpi": page.dpi,
        "png": None if page.image is None else str(folder / page.image),
        "doubts": [{"key": doubt.key, "leaves": round(doubt.leaves, 2)} for doubt in doubts(page)],
        "notes": [{"key": n.key, "facts": dict(n.facts), "says": note_text(n, say)} for n in page.notes],
    }


def page_json(
    page: Page, passages: Sequence[Passage], icons: Sequence[Icon], folder: Path, say: Say
) -> dict[str, object]:
    """A page as `ingest show GAME/BOOKLET:PAGE --json` prints it: everything that was read of it."""
    return {
        **facts_json(page, folder, say),
        "width": page.width,
        "height": page.height,
        "text": page.text,
        "blocks": [_block(block) for block in page.blocks],
        "lettering": [_block(block) for block in page.lettering],
        "parts": [{"kind": p.kind, "printed": p.printed, "box": p.box} for p in page.parts],
        "tables": [{"box": t.box, "rows": t.rows, "html": t.html, "trusted": t.trusted} for t in page.tables],
        "pictures": [
            {
                "box": p.box,
                "digest": p.digest,
                "caption": p.caption,
                "png": None if p.file is None else str(folder / p.file),
            }
            for p in page.pictures
        ],
        "icons": [{"id": icon.id, "name": icon.name, "kind": icon.kind} for icon in icons],
        "chunks": [
            {
                "chunk_id": passage.chunk_id,
                "type": str(passage.type),
                "section_path": passage.section_path,
                "text": passage.text,
                "boxes": passage.boxes,
            }
            for passage in passages
        ],
    }


def _block(block: Block) -> dict[str, object]:
    lines = [{"text": line.text, "box": line.box} for line in block.lines]
    return {"role": block.role, "level": block.level, "lines": lines}
