"""The pictures of one page: placed, drawn, or seen on a scan. Runs inside a worker.

Owns which of them are kept, their perceptual hashes and their files. Captions and repetition are found later.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.layout.boxes import find_boxes
from ingest.layout.drawings import drawn_figures, island_figures
from ingest.page import raster, trust
from ingest.page.sheet import Figure, PageJob, Sheet
from ingest.tables.aligned import is_board
from ingest.tables.grids import Grid, find_grids
from ingest.tables.stripes import find_stripes

_BACKGROUND: Final = 0.85
_GROUNDS: Final = 0.7
_ICON: Final = 6.0
_KEPT_SIDE: Final = 40.0
_LEAST_TEXT: Final = 0.06
_TALL: Final = 260.0


def with_figures(job: PageJob, sheet: Sheet, image: Image, ink: raster.Ink) -> Sheet:
    """Each placed picture and each drawing with its perceptual hash; those worth keeping as files."""
    placed = _placed(sheet, ink)
    size = (sheet.width, sheet.height)
    taken = _taken(sheet)
    drawn = drawn_figures(sheet.shapes, sheet.spans, taken, *size)
    if sheet.source == "ocr":
        hidden = [*_frame_strips(taken), *(span.box for span in sheet.spans)]
        drawn = (*drawn, *island_figures(ink.islands(hidden), sheet.spans, *size))
    boxes = [(box, False) for box in _outermost(placed)]
    boxes += [(box, True) for box in drawn if not trust.covered(box, placed, 0.5)]
    figures = (_figure(job, image, sheet.dpi, box, drawn=is_drawn) for box, is_drawn in boxes)
    background = any(_fills(figure.box, sheet) for figure in sheet.figures) or bool(_grounds(sheet))
    return replace(sheet, figures=tuple(figure for figure in figures if figure is not None), background=background)


def _fills(box: Box, sheet: Sheet) -> bool:
    return (box[2] - box[0]) * (box[3] - box[1]) >= _BACKGROUND * sheet.width * sheet.height


def _placed(sheet: Sheet, ink: raster.Ink) -> list[Box]:
    """The placed pictures, each cut to what it shows: much of a picture may be transparent or clipped away."""
    paper, text = ink.paper(), [span.box for span in sheet.spans]
    grounds = _grounds(sheet)
    boxes = (figure.box for figure in sheet.figures if not _fills(figure.box, sheet) and figure.box not in grounds)
    return [shown for box in boxes if (shown := ink.trimmed(box, text, paper))]


def _grounds(sheet: Sheet) -> list[Box]:
    """Pictures of one size that fill a sheet together, each with something on it: the grounds of its pages."""
    by_size: dict[tuple[int, int], list[Box]] = defaultdict(list)
    for figure in sheet.figures:
        x0, y0, x1, y1 = figure.box
        by_size[round((x1 - x0) / 4), round((y1 - y0) / 4)].append(figure.box)
    area = sheet.width * sheet.height
    others = [*(span.box for span in sheet.spans), *(figure.box for figure in sheet.figures)]
    found = []
    for boxes in by_size.values():
        together = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
        held = all(any(other not in boxes and trust.covered(other, [box], 0.9) for other in others) for box in boxes)
        if len(boxes) > 1 and together >= _GROUNDS * area and held:
            found += boxes
    return found


def _outermost(boxes: list[Box]) -> list[Box]:
    """Strips and masks of one picture are many placements: keep those that no other covers."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        if not trust.covered(box, kept, 0.95):
            kept.append(box)
    return kept


def _figure(job: PageJob, image: Image, dpi: int, box: Box, *, drawn: bool) -> Figure | None:
    side = min(box[2] - box[0], box[3] - box[1])
    if side < _ICON:
        return None
    cut = raster.crop(image, dpi, box)
    if raster.is_flat(cut):
        return None
    digest = raster.perceptual_hash(cut)
    if side < _KEPT_SIDE:
        return Figure(box, digest, None, drawn)
    file = f"images/{digest}.png"
    raster.save_figure(cut, Path(job.into) / file)
    return Figure(box, digest, file, drawn)


def _taken(sheet: Sheet) -> list[Box]:
    """Where tables and boxes of text stand. A grid of single numbers may be a board: it stays a picture as well."""
    size = (sheet.width, sheet.height)
    grids = [grid for grid in find_grids(sheet.shapes, sheet.spans, *size) if not is_board(grid.table.rows)]
    taken = [grid.box for grid in grids if _says_much(grid)]
    taken += [stripe.box for stripe in find_stripes(sheet.shapes, sheet.spans)]
    return taken + find_boxes(sheet.shapes, sheet.spans, *size)


def _says_much(grid: Grid) -> bool:
    """A grid that is mostly empty of text is drawn for what stands in it."""
    x0, y0, x1, y1 = grid.box
    text = sum((s.box[2] - s.box[0]) * (s.box[3] - s.box[1]) for s in grid.spans)
    return text >= _LEAST_TEXT * (x1 - x0) * (y1 - y0)


def _frame_strips(boxes: list[Box]) -> list[Box]:
    """The edges of boxes, and small boxes whole: what they frame may be a picture."""
    strips: list[Box] = []
    for x0, y0, x1, y1 in boxes:
        if y1 - y0 < _TALL:
            strips.append((x0, y0, x1, y1))
        else:
            strips += [
                (x0, y0 - 9, x1, y0 + 9),
                (x0, y1 - 9, x1, y1 + 9),
                (x0 - 9, y0, x0 + 9, y1),
                (x1 - 9, y0, x1 + 9, y1),
            ]
    return strips
