"""Pictures of pages: rendering with poppler through pdf2image, and everything that is done with Pillow.

The only module that imports `pdf2image`, and beside `ingest.inputs.photos` the only one that imports `PIL`. Runs
inside a limited worker, except for `cut`, which cuts a view from a picture that this program wrote itself.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from pdf2image import convert_from_path, pdfinfo_from_path
from pdf2image.exceptions import (
    PDFInfoNotInstalledError,
    PDFPageCountError,
    PDFPopplerTimeoutError,
    PDFSyntaxError,
)
from PIL import Image, ImageChops, ImageFilter, UnidentifiedImageError

from ingest.contracts import Box
from ingest.page.contrast import flattened, levelled
from ingest.page.framed import without_frame
from ingest.page.marks import Lettered, lettered_lines
from ingest.page.png import Mode, write_png

DPI: Final = 300
LONGEST_SIDE: Final = 6000
_THUMB: Final = 1000
_POINTS: Final = 72
_UNIFORM: Final = 10
_NOT_PAPER: Final = 24
_SHOWS: Final = 70
_RULE_GRAY: Final = 150
_HASH_STEPS: Final = 16
_BESIDE: Final = 10
_MARKS_DPI: Final = 150
_GROUND: Final = 9.6
_COARSE: Final = 38
_GROUND_CELLS: Final = 15

Image.MAX_IMAGE_PIXELS = LONGEST_SIDE * LONGEST_SIDE * 2


class RenderFailure(Exception):
    """Poppler did not give a picture; `reason` is a key below `ingest.failure`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Rendered:
    """A page as a picture, and whether poppler complained while it drew."""

    image: Image.Image
    dpi: int
    complained: bool


def page_count(source: Path) -> int | None:
    """How many pages poppler finds; `None` when it refuses the file. `FileNotFoundError` without poppler."""
    try:
        return int(pdfinfo_from_path(str(source), timeout=30)["Pages"])
    except PDFInfoNotInstalledError as error:
        raise FileNotFoundError("pdfinfo") from error
    except (PDFPageCountError, PDFPopplerTimeoutError, KeyError, ValueError):
        return None


def dpi_for(width: float, height: float) -> int:
    """300, or what keeps the longest side within 6000 pixels."""
    longest = max(width, height, 1.0)
    return max(10, min(DPI, int(LONGEST_SIDE * _POINTS / longest)))


def render(source: Path, number: int, width: float, height: float, timeout: float, scratch: Path) -> Rendered:
    """Page `number` drawn by pdftoppm, from its CropBox, upright as the file says.

    By way of a file in a folder of its own below `scratch`: 25 MB through a pipe cost more CPU than all of the text.
    """
    dpi = dpi_for(width, height)
    with tempfile.TemporaryDirectory(dir=scratch, prefix="drawn-") as folder:
        try:
            return Rendered(_drawn(source, number, dpi, timeout, folder, strict=True), dpi, complained=False)
        except PDFSyntaxError:
            return Rendered(_drawn(source, number, dpi, timeout, folder, strict=False), dpi, complained=True)


def _drawn(source: Path, number: int, dpi: int, timeout: float, folder: str, *, strict: bool) -> Image.Image:
    try:
        files = convert_from_path(
            str(source),
            dpi=dpi,
            first_page=number,
            last_page=number,
            use_cropbox=True,
            strict=strict,
            timeout=int(timeout),
            output_folder=folder,
            paths_only=True,
        )
        if not files:
            raise RenderFailure("not_rendered")
        with Image.open(str(files[-1])) as image:
            image.load()
    except (PDFPopplerTimeoutError, subprocess.TimeoutExpired) as error:
        raise RenderFailure("timeout") from error
    except (UnidentifiedImageError, Image.DecompressionBombError, PDFPageCountError, OSError, MemoryError) as error:
        raise RenderFailure("not_rendered") from error
    if min(image.size) < 2:
        raise RenderFailure("not_rendered")
    return image


def save_page(image: Image.Image, dpi: int, png: Path) -> None:
    """The page's PNG, gray where it is a gray picture."""
    mode: Mode = "L" if image.mode in {"1", "L"} else "RGB"
    plain = image if image.mode == mode else image.convert(mode)
    write_png(png, plain.size, mode, plain.tobytes(), dpi)


def save_thumb(image: Image.Image, ink: Ink, thumb: Path) -> None:
    """The page as a small picture for the terminal, from the copy that `ink` has where that is large enough."""
    enough = max(ink.small.size) >= _THUMB
    small = ink.small.copy() if enough else image.reduce(max(1, max(image.size) // _THUMB))
    small.thumbnail((_THUMB, _THUMB), Image.Resampling.BILINEAR, reducing_gap=None)
    small.save(thumb, format="WEBP", quality=75, method=0)


def turned(image: Image.Image, degrees: int) -> Image.Image:
    """The picture turned clockwise by a multiple of 90 degrees."""
    turns = {
        90: Image.Transpose.ROTATE_270,
        180: Image.Transpose.ROTATE_180,
        270: Image.Transpose.ROTATE_90,
    }
    return image.transpose(turns[degrees]) if degrees in turns else image


class Ink:
    """Where a page shows something: answers about boxes in points, from a small copy of its picture."""

    def __init__(self, image: Image.Image, dpi: int) -> None:
        step = max(1, dpi // 100)
        self._small = image.reduce(step) if step > 1 else image
        self._scale = dpi / _POINTS / step

    @property
    def small(self) -> Image.Image:
        """The page at about 100 DPI."""
        return self._small

    def contrast(self, box: Box) -> int:
        """The largest difference of one colour channel within `box`, 0 to 255."""
        crop = self._small.crop(self._pixels(box))
        extremes = crop.getextrema()
        bands = extremes if isinstance(extremes[0], tuple) else (extremes,)
        return max(int(high) - int(low) for low, high in bands)

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        wide, high = self._small.size
        x0, y0 = (min(max(int(value * self._scale), 0), side - 1) for value, side in ((box[0], wide), (box[1], high)))
        x1, y1 = (int(value * self._scale) + 1 for value in box[2:])
        return (x0, y0, max(x0 + 1, min(x1, wide)), max(y0 + 1, min(y1, high)))

    def paper(self) -> tuple[int, int, int]:
        """The colour of the page where it shows nothing: the most frequent one."""
        tiny = self._small.convert("RGB").resize((48, 48), Image.Resampling.NEAREST)
        colours = tiny.quantize(16).convert("RGB").getcolors(4096) or [(1, (255, 255, 255))]
        _, colour = max(colours, key=lambda c: c[0])
        return colour if isinstance(colour, tuple) else (255, 255, 255)

    def trimmed(self, box: Box, text: Sequence[Box], paper: tuple[int, int, int]) -> Box | None:
        """The part of `box` where the page shows more than paper and text; `None` where it shows no more."""
        x0, y0, x1, y1 = inner = self._pixels(box)
        left, top = max(x0 - _BESIDE, 0), max(y0 - _BESIDE, 0)
        wider = (left, top, min(x1 + _BESIDE, self._small.width), min(y1 + _BESIDE, self._small.height))
        cut = self._small.crop(wider).convert("RGB")
        for words in text:
            a, b, c, d = self._pixels(words)
            if a < wider[2] and c > left and b < wider[3] and d > top:
                cut.paste(paper, (max(a - left - 1, 0), max(b - top - 1, 0), max(c - left + 1, 0), max(d - top + 1, 0)))
        other = ImageChops.difference(cut, Image.new("RGB", cut.size, paper)).convert("L")
        ink = other.point(lambda value: 255 if value > _NOT_PAPER else 0)
        found = without_frame(ink, (x0 - left, y0 - top, inner[2] - left, inner[3] - top))
        if found is None:
            return None
        s = self._scale
        return ((left + found[0]) / s, (top + found[1]) / s, (left + found[2]) / s, (top + found[3]) / s)

    def darkness(self, box: Box) -> float:
        """How much of `box` is not paper, 0 to 1: bold print is darker than the print around it."""
        cut = self._small.crop(self._pixels(box)).convert("L")
        low, high = (int(value) for value in cut.getextrema())  # type: ignore[arg-type]
        if high - low < _SHOWS:
            return 0.0
        return (high - sum(cut.tobytes()) / (cut.width * cut.height)) / (high - low)

    def rules(self, least: float = 36.0) -> list[tuple[str, Box]]:
        """Straight lines, as ("h" or "v", box): the rules of a scanned table, broken where the scan is not straight."""
        gray = self._small.convert("L")
        dark = gray.point(lambda value: 0 if value < _RULE_GRAY else 255)
        found = [("h", box) for box in self._runs(dark, least)]
        turned = dark.transpose(Image.Transpose.TRANSPOSE)
        return found + [("v", (y0, x0, y1, x1)) for x0, y0, x1, y1 in self._runs(turned, least)]

    def _runs(self, dark: Image.Image, least: float) -> Iterator[Box]:
        """Dark runs; those of rows that follow each other and touch are one line, that of a scan leans a little."""
        pattern = re.compile(b"\x00{%d,}" % int(0.4 * least * self._scale))
        data, wide, s = dark.tobytes(), dark.width, self._scale
        lines: list[list[int]] = []
        open_lines: list[list[int]] = []
        for row in range(dark.height):
            open_lines = [line for line in open_lines if line[3] >= row - 2]
            for run in pattern.finditer(data, row * wide, (row + 1) * wide):
                x0, x1 = run.start() - row * wide, run.end() - row * wide
                touching = next((line for line in open_lines if x0 <= line[2] + 4 and x1 >= line[0] - 4), None)
                if touching is None:
                    open_lines.append([x0, row, x1, row + 1])
                    lines.append(open_lines[-1])
                else:
                    touching[0], touching[2] = min(touching[0], x0), max(touching[2], x1)
                    touching[3] = row + 1
        for x0, y0, x1, y1 in lines:
            long, thick = (x1 - x0) / s, (y1 - y0) / s
            if long >= least and thick <= max(4.0, 0.02 * long):
                yield (x0 / s, y0 / s, x1 / s, y1 / s)

    def islands(self, text: Sequence[Box], cell: float = 9.0) -> list[Box]:
        """Cells of the page that show something where no text was read: the pictures of a scan, cell by cell."""
        wide, high = self._small.size[0] / self._scale, self._small.size[1] / self._scale
        masked = Image.new("1", (int(wide / cell) + 1, int(high / cell) + 1))
        for box in text:
            left, top, right, bottom = (int(value / cell) for value in box)
            masked.paste(1, (left, top, right + 1, bottom + 1))
        found = []
        for row in range(1, masked.height - 2):
            for column in range(1, masked.width - 2):
                box = (column * cell, row * cell, (column + 1) * cell, (row + 1) * cell)
                if not masked.getpixel((column, row)) and self.contrast(box) > _SHOWS:
                    found.append(box)
        return found

    def is_blank(self) -> bool:
        """Whether the page is one flat colour."""
        wide, high = self._small.size
        return self.contrast((0.0, 0.0, wide / self._scale, high / self._scale)) <= _UNIFORM


def perceptual_hash(image: Image.Image) -> str:
    """A difference hash of 16 x 16 steps with the mean colour: equal pictures share it, sizes hardly matter.

    Coarser ones take two diagrams of one board for the same picture.
    """
    small = image.convert("L").resize((_HASH_STEPS + 1, _HASH_STEPS), Image.Resampling.BOX)
    values = small.tobytes()
    rows = (values[i : i + _HASH_STEPS + 1] for i in range(0, len(values), _HASH_STEPS + 1))
    bits = 0
    for one, other in (pair for row in rows for pair in pairwise(row)):
        bits = (bits << 1) | (one > other + 2)
    red, green, blue = image.convert("RGB").resize((1, 1), Image.Resampling.BOX).tobytes()
    return f"{bits:064x}{red >> 5:x}{green >> 5:x}{blue >> 5:x}"


def crop(image: Image.Image, dpi: int, box: Box) -> Image.Image:
    """The part of a page's picture under `box` (points)."""
    scale = dpi / _POINTS
    x0, y0, x1, y1 = (round(value * scale) for value in box)
    return image.crop((max(0, x0), max(0, y0), min(image.width, max(x1, x0 + 1)), min(image.height, max(y1, y0 + 1))))


def save_figure(image: Image.Image, file: Path, limit: int = 900) -> None:
    """A picture cut from a page, kept once however often it stands in the book."""
    if file.exists():
        return
    small = image.copy()
    small.thumbnail((limit, limit))
    small.save(file, format="PNG", compress_level=3)


def is_flat(image: Image.Image) -> bool:
    """Whether a picture shows nothing but one colour."""
    bands = image.convert("RGB").reduce(max(1, min(image.size) // 16)).getextrema()
    return all(int(high) - int(low) <= _UNIFORM for low, high in bands)  # type: ignore[misc]


def gray_copy(image: Image.Image, file: Path, step: int = 1) -> Path:
    """A gray PGM for Tesseract, without the cost of compressing it."""
    gray = image.convert("L")
    (gray.reduce(step) if step > 1 else gray).save(file, format="PPM")
    return file


def area_share(boxes: Iterable[Box], width: float, height: float) -> float:
    """The share of a page that `boxes` cover together, 0..1, counted on a grid of 64 by 64."""
    grid = Image.new("1", (64, 64))
    for x0, y0, x1, y1 in boxes:
        left, top = int(x0 / width * 64), int(y0 / height * 64)
        right, bottom = max(left + 1, round(x1 / width * 64)), max(top + 1, round(y1 / height * 64))
        grid.paste(1, (left, top, right, bottom))
    return sum(grid.convert("L").tobytes()) / 255 / 4096


def lettered(image: Image.Image, dpi: int, known: Sequence[Box]) -> list[Lettered]:
    """Lines of marks on a page, in points, where none of `known` stands."""
    import numpy as np

    step = max(1, dpi // _MARKS_DPI)
    small = image.convert("L").reduce(step) if step > 1 else image.convert("L")
    scale = dpi / _POINTS / step
    taken = Image.new("1", small.size)
    for x0, y0, x1, y1 in known:
        taken.paste(1, (int(x0 * scale) - 2, int(y0 * scale) - 2, int(x1 * scale) + 3, int(y1 * scale) + 3))
    ground = small.filter(ImageFilter.BoxBlur(_GROUND * scale))
    lines = lettered_lines(np.asarray(small), np.asarray(ground), np.asarray(taken))
    return [replace(line, box=_points(line.box, scale), high=line.high / scale) for line in lines]


def _points(box: Sequence[float], scale: float) -> Box:
    return (box[0] / scale, box[1] / scale, box[2] / scale, box[3] / scale)


def only(image: Image.Image, dpi: int, parts: Mapping[Box, Sequence[Box]], without: Sequence[Box]) -> Image.Image:
    """A gray page that shows some parts alone, each dark on light by itself, without what stands in `without`.

    The boxes that belong to a part are where its letters are light.
    """
    import numpy as np

    gray = image.convert("L")
    shown = Image.new("L", gray.size, 255)
    for part, light in parts.items():
        x0, y0, x1, y1 = _within(part, dpi, gray.size)
        boxes = [_within(box, dpi, gray.size) for box in light]
        inner = [(max(a - x0, 0), max(b - y0, 0), max(c - x0, 0), max(d - y0, 0)) for a, b, c, d in boxes]
        cut = levelled(np.asarray(gray.crop((x0, y0, x1, y1))), inner)
        shown.paste(Image.fromarray(cut), (x0, y0))
    for box in without:
        shown.paste(255, _within(box, dpi, gray.size))
    return shown


def _within(box: Box, dpi: int, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """A box of a page as pixels of its picture, within it and never empty."""
    x0, y0, x1, y1 = (round(value * dpi / _POINTS) for value in box)
    left, top = min(max(x0, 0), size[0] - 1), min(max(y0, 0), size[1] - 1)
    return (left, top, max(left + 1, min(x1, size[0])), max(top + 1, min(y1, size[1])))


def enlarged(image: Image.Image, scale: float) -> Image.Image:
    """The picture at another size."""
    if scale == 1.0:
        return image
    return image.resize((int(image.width * scale), int(image.height * scale)), Image.Resampling.BICUBIC)


def strip(image: Image.Image, dpi: int, box: Box, highs: tuple[int, int], *, light: bool) -> Image.Image:
    """One line of a page, gray, dark on light, with a little of what is around it, and of a height within `highs`."""
    import numpy as np

    grow = 0.22 * (box[3] - box[1])
    around = (box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow)
    cut = image.crop(_within(around, dpi, image.size)).convert("L")
    level = levelled(np.asarray(cut), [(0, 0, *cut.size)] if light else [])
    return enlarged(Image.fromarray(level), min(max(cut.height, highs[0]), highs[1]) / cut.height)


def stacked(strips: Sequence[Image.Image], gap: int, margin: int) -> tuple[Image.Image, list[int]]:
    """Strips one below the other on white, and where each begins."""
    wide = max(strip.width for strip in strips) + 2 * margin
    page = Image.new("L", (wide, margin + sum(strip.height + gap for strip in strips) + margin), 255)
    tops, top = [], margin
    for one in strips:
        page.paste(one, (margin, top))
        tops.append(top)
        top += one.height + gap
    return page, tops


def evened(image: Image.Image, dpi: int, box: Box) -> Image.Image:
    """A part of a page, gray, with its ground made even: a gradient, a texture, a panel that begins in the middle."""
    import numpy as np

    gray = crop(image, dpi, box).convert("L")
    coarse = gray.reduce(max(1, dpi // _COARSE))
    ground = coarse.filter(ImageFilter.MedianFilter(_GROUND_CELLS)).resize(gray.size, Image.Resampling.BICUBIC)
    return Image.fromarray(flattened(np.asarray(gray), np.asarray(ground)))
