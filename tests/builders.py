"""Inputs built in code: real PDFs with real text, in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf


def tiny_pdf(
    path: Path,
    pages: Sequence[str | Sequence[tuple[str, float]]],
    *,
    size: tuple[float, float] = (420, 595),
) -> Path:
    """Write a PDF with one page per item: plain text (11 pt), or (line, font size) pairs; "" is a blank page."""
    with pymupdf.open() as document:
        for content in pages:
            page = document.new_page(width=size[0], height=size[1])
            lines = [(line, 11.0) for line in content.split("\n")] if isinstance(content, str) else content
            y = 60.0
            for text, points in lines:
                y += points * 1.4
                if text:
                    page.insert_text((50, y), text, fontsize=points)
        document.save(path, garbage=3, deflate=True)
    return path
