"""Owns pages: frames, columns, running feet, and the PDF file. Knows no game.

A page that overflows is an error at build time, never a surprise in print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pymupdf

from rulebooks.press.blocks import Block, Look
from rulebooks.press.canvas import Canvas
from rulebooks.press.scan import lay_under, photograph

A5 = (420.0, 595.0)
MARGIN = 38.0
GUTTER = 16.0
_TOP, _FOOT = 36.0, 42.0
_DATE = "D:20260101000000Z"


class OverfullError(Exception):
    """A page whose blocks do not fit."""


@dataclass(frozen=True)
class Sheet:
    """One page: blocks at full width, then two columns, then full width again; `label` is the printed number.

    A sheet with a `lie` is printed as a picture of itself, with that text hidden under it.
    """

    top: Sequence[Block] = ()
    left: Sequence[Block] = ()
    right: Sequence[Block] = ()
    bottom: Sequence[Block] = ()
    label: str = ""
    cover: Callable[[Canvas], None] | None = None
    lie: str = ""


@dataclass(frozen=True)
class Booklet:
    """A whole booklet, ready to be printed."""

    title: str
    look: Look
    sheets: Sequence[Sheet]
    running: str = ""
    outline: Sequence[tuple[int, str, int]] = field(default=())
    scanned: bool = False


def typeset(booklet: Booklet) -> pymupdf.Document:
    """Set every sheet as text; the document is not written yet."""
    document = pymupdf.open()
    for number, sheet in enumerate(booklet.sheets, 1):
        canvas = Canvas(document.new_page(width=A5[0], height=A5[1]))
        _print(canvas, sheet, booklet, number)
        canvas.commit()
    if booklet.outline:
        document.set_toc([list(entry) for entry in booklet.outline])
    return document


def printed(booklet: Booklet) -> bytes:
    """The file of a booklet: as set, or scanned, in whole or where a sheet lies."""
    document = typeset(booklet)
    for number, sheet in enumerate(booklet.sheets):
        if booklet.scanned or sheet.lie:
            _replace_by_picture(document, number, sheet.lie)
    return to_bytes(document, booklet.title)


def _replace_by_picture(document: pymupdf.Document, number: int, lie: str) -> None:
    picture = photograph(document[number], seed=number)
    document.delete_page(number)
    page = document.new_page(number, width=A5[0], height=A5[1])
    page.insert_image(page.rect, stream=picture)
    if lie:
        lay_under(page, lie)


def to_bytes(document: pymupdf.Document, title: str) -> bytes:
    """The bytes of the file: the same for the same document, whenever and wherever."""
    document.set_metadata(
        {
            "title": title,
            "author": "The authors of the rules oracle (CC0)",
            "producer": "rulebooks.press",
            "creator": "rulebooks.press",
            "creationDate": _DATE,
            "modDate": _DATE,
        }
    )
    document.subset_fonts()
    return bytes(document.tobytes(garbage=4, deflate=True, clean=True, no_new_id=True, use_objstms=1))


def _print(canvas: Canvas, sheet: Sheet, booklet: Booklet, number: int) -> None:
    if sheet.cover is not None:
        sheet.cover(canvas)
    width = canvas.width - 2 * MARGIN
    column = (width - GUTTER) / 2
    look = booklet.look
    y = _stack(canvas, sheet.top, MARGIN, _TOP, width, look)
    y = max(
        _stack(canvas, sheet.left, MARGIN, y, column, look),
        _stack(canvas, sheet.right, MARGIN + column + GUTTER, y, column, look),
    )
    y = _stack(canvas, sheet.bottom, MARGIN, y, width, look)
    over = y - (canvas.height - _FOOT)
    if over > 4:
        raise OverfullError(f"{booklet.title}, page {number}: {over:.0f} points too many")
    _foot(canvas, sheet, booklet)


def _stack(canvas: Canvas, blocks: Sequence[Block], x: float, y: float, width: float, look: Look) -> float:
    for block in blocks:
        block.draw(canvas, x, y, width, look)
        y += block.height(width, look)
    return y


def _foot(canvas: Canvas, sheet: Sheet, booklet: Booklet) -> None:
    if not sheet.label:
        return
    y = canvas.height - 22
    canvas.line((MARGIN, y - 11), (canvas.width - MARGIN, y - 11), colour=booklet.look.accent, width=0.6)
    canvas.text(MARGIN, y, booklet.running or booklet.title, face="it", size=8.5)
    canvas.text(canvas.width - MARGIN - 10, y, sheet.label, face="head", size=9, colour=booklet.look.accent)
