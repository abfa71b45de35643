"""Spans and sheets made in code, as a worker would report them."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.page.sheet import Sheet, Span

LEADING = 14.0


def span(text: str, x: float, y: float, *, size: float = 10.0, bold: bool = False, font: str = "Text") -> Span:
    """One run of text whose width follows from its length."""
    wide = max(len(text), 1) * size * 0.5
    return Span(text, (x, y, x + wide, y + size * 1.2), size, font, bold, baseline=y + size)


def column(lines: Sequence[str], x: float, y: float, **look: object) -> list[Span]:
    """Lines one below the other."""
    return [span(text, x, y + i * LEADING, **look) for i, text in enumerate(lines)]  # type: ignore[arg-type]


def sheet(spans: Sequence[Span], number: int = 1, **more: object) -> Sheet:
    """A page of 600 by 800 points that was read from its layer."""
    return Sheet(number, 600.0, 800.0, "layer", tuple(spans), image="pages/p.png", **more)  # type: ignore[arg-type]
