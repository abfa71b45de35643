"""Reads a document that has no paper of its own into pages: text, Markdown, web page, Word, slides, workbook.

Owns the route by kind and the answer's JSON form. Runs inside a limited worker; what comes back is checked by nobody
but `ingest.store.page_files`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.contracts import Note, Page
from ingest.inputs import package
from ingest.inputs.content import Kind, Refused, decoded
from ingest.inputs.html import write_html
from ingest.inputs.manuscript import Manuscript
from ingest.inputs.markdown import write_markdown
from ingest.inputs.plain import write_text
from ingest.inputs.slides import write_slides
from ingest.inputs.word import write_word
from ingest.inputs.workbook import write_workbook


def read_document(source: Path, kind: Kind, into: Path) -> bytes:
    """The pages of a document, or why there are none, as one line of JSON."""
    try:
        pages, notes = _pages(source, kind, into)
    except Refused as refused:
        return _line({"failure": refused.reason})
    except RecursionError:
        return _line({"failure": "document_damaged"})
    if not any(page.blocks or page.pictures for page in pages):
        return _line({"failure": "no_text"})
    return _line({"pages": [asdict(page) for page in pages], "notes": [asdict(note) for note in notes]})


def _pages(source: Path, kind: Kind, into: Path) -> tuple[Sequence[Page], Sequence[Note]]:
    if kind == "slides" or kind == "workbook":
        with package.opened(source) as archive:
            return (write_slides if kind == "slides" else write_workbook)(archive, into)
    page = Manuscript(into)
    if kind == "word":
        with package.opened(source) as archive:
            write_word(archive, page)
    elif kind == "html":
        write_html(source.read_bytes(), page)
    elif kind == "markdown":
        write_markdown(decoded(source.read_bytes()), page)
    else:
        write_text(decoded(source.read_bytes()), page)
    return [page.page()], []


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode("ascii")
