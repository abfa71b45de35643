"""Reads pictures of text with Tesseract. The only module that imports `pytesseract`.

Owns which languages Tesseract has, how a page is oriented and what words stand on it. Whether a page needs
OCR at all is not its business.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytesseract

from ingest.clean import clean_text
from ingest.contracts import Box
from ingest.geometry import hull
from ingest.page.sheet import Span

_LEAST_LINE: Final = 45.0
_SURE_MARK: Final = 55.0
_SURE_WORD: Final = 60.0
_TALL: Final = 1.9
_RULES: Final = frozenset("|‖[]¦")
_DASHES: Final = frozenset("-–—•«»*")
_SURE_TURN: Final = 1.5


class OcrFailure(Exception):
    """Tesseract did not answer; `reason` is a key below `ingest.failure`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Sure:
    """One line and how sure Tesseract is of it, 0..1. `doubtful` is the share of it that it is not sure of."""

    span: Span
    confidence: float
    doubtful: float = 0.0


@dataclass(frozen=True)
class Recognised:
    """The lines that Tesseract read and how sure it is of them, 0..1."""

    lines: tuple[Sure, ...]
    confidence: float

    @property
    def doubtful(self) -> float:
        """The share of the text that Tesseract is not sure of, 0..1."""
        weight = sum(len(line.span.text) for line in self.lines)
        return sum(line.doubtful * len(line.span.text) for line in self.lines) / weight if weight else 0.0

    @property
    def spans(self) -> tuple[Span, ...]:
        """The lines alone."""
        return tuple(line.span for line in self.lines)

    @property
    def text(self) -> str:
        """All lines, one below the other."""
        return "\n".join(span.text for span in self.spans)


def languages() -> tuple[str, ...]:
    """The languages that are installed; `FileNotFoundError` without Tesseract."""
    try:
        return tuple(sorted(pytesseract.get_languages(config="")))
    except pytesseract.TesseractNotFoundError as error:
        raise FileNotFoundError("tesseract") from error


def upright_turn(picture: Path, timeout: float) -> int | None:
    """By how many degrees clockwise the picture must be turned to be upright; `None` when it is not clear."""
    try:
        answer = pytesseract.image_to_osd(str(picture), output_type=pytesseract.Output.DICT, timeout=timeout)
    except (pytesseract.TesseractError, RuntimeError, ValueError, KeyError):
        return None  # too few letters to tell
    return int(answer["rotate"]) if float(answer["orientation_conf"]) >= _SURE_TURN else None


def recognise(
    picture: Path,
    dpi: int,
    ocr_languages: Sequence[str],
    timeout: float,
    walls: Sequence[Box] = (),
    layout: int = 1,
    *,
    by_tile: bool = False,
) -> Recognised:
    """The lines of a gray picture, with boxes in points.

    A line ends at a vertical rule of `walls` (points). `layout` is Tesseract's page segmentation mode: 1 finds
    columns and pictures by itself, 6 takes the picture for one block of text, 11 looks for lines anywhere.
    `by_tile` decides what is dark tile by tile, for pictures on different grounds.
    """
    os.environ["OMP_THREAD_LIMIT"] = "1"
    try:
        data = pytesseract.image_to_data(
            str(picture),
            lang="+".join(ocr_languages),
            config=f"--psm {layout} --dpi {dpi} -c thresholding_method={int(by_tile)}",
            output_type=pytesseract.Output.DICT,
            timeout=timeout,
        )
    except pytesseract.TesseractNotFoundError as error:
        raise OcrFailure("no_tesseract") from error
    except (pytesseract.TesseractError, RuntimeError, ValueError) as error:
        raise OcrFailure("ocr_failed") from error
    lines = [
        line for line in map(_line, _grouped(data, [_scaled(wall, dpi / 72) for wall in walls])) if line is not None
    ]
    return together([Sure(_span(line, 72 / dpi), line.confidence / 100, line.doubtful) for line in lines])


def together(lines: Sequence[Sure]) -> Recognised:
    """Lines as one reading, whose confidence is that of its characters."""
    weight = sum(len(line.span.text) for line in lines)
    sure = sum(line.confidence * len(line.span.text) for line in lines)
    return Recognised(tuple(lines), round(sure / weight, 3) if weight else 0.0)


_Word = tuple[str, Box, float, int]


def _grouped(data: dict[str, list[Any]], walls: Sequence[Box]) -> Iterator[list[_Word]]:
    """The words of each line; a wide gap between two words ends a line: they are cells, or columns."""
    line: list[_Word] = []
    last: object = None
    for i, text in enumerate(data["text"]):
        place = (data["block_num"][i], data["par_num"][i], data["line_num"][i])
        word = _word(data, i, text)
        if word is None:
            continue
        wide = bool(line) and word[1][0] - line[-1][1][2] > 2.2 * _height(line)
        if line and (place != last or wide or _walled(line[-1][1], word[1], walls)):
            yield line
            line = []
        last = place
        if word[0] not in _RULES:
            line.append(word)
    if line:
        yield line


def _walled(left: Box, right: Box, walls: Sequence[Box]) -> bool:
    middle = (right[1] + right[3]) / 2
    return any(left[2] - 3 <= wall[0] and wall[2] <= right[0] + 3 and wall[1] <= middle <= wall[3] for wall in walls)


def _scaled(box: Box, scale: float) -> Box:
    return (box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale)


def _word(data: dict[str, list[Any]], i: int, text: str) -> _Word | None:
    cleaned = clean_text(text)
    confidence = float(data["conf"][i])
    if not cleaned or confidence < 0:
        return None
    x, y, wide, high = (float(data[name][i]) for name in ("left", "top", "width", "height"))
    return cleaned, (x, y, x + wide, y + high), confidence, int(data["block_num"][i])


def _height(words: list[_Word]) -> float:
    return statistics.median(box[3] - box[1] for _, box, _, _ in words)


def _without_marks(words: list[_Word]) -> list[_Word]:
    """A line without the letters that an icon beside it was taken for."""
    first = 0
    while first < len(words) - 1 and _is_mark(words[first]):
        first += 1
    last = len(words)
    while last - first > 1 and _is_mark(words[last - 1]) and words[last - 1][0][-1:] not in ".,;:!?)»":
        last -= 1
    return words[first:last]


def _is_mark(word: _Word) -> bool:
    text, _, confidence, _ = word
    solid = sum(character.isalnum() for character in text)
    if text.isdigit() or text in _DASHES:
        return False
    return (solid <= 2 and confidence < _SURE_MARK) or (solid < len(text) and solid <= 2 and confidence < 85)


@dataclass(frozen=True)
class _Line:
    text: str
    box: Box
    confidence: float
    doubtful: float
    height: float
    block: int


def _line(words: list[_Word]) -> _Line | None:
    words = _without_marks(words)
    text = clean_text(" ".join(word[0] for word in words))
    confidence = statistics.median(word[2] for word in words for _ in word[0])  # one doubtful word is no doubtful line
    solid = sum(character.isalnum() for character in text)
    if confidence < _LEAST_LINE or solid < 0.4 * len(text.replace(" ", "")):
        return None
    box = hull(_of_the_line(words))
    doubtful = sum(len(word[0]) for word in words if word[2] < _SURE_WORD) / len(text)
    return _Line(text, box, confidence, round(doubtful, 2), _height(words), words[0][3])


def _of_the_line(words: list[_Word]) -> list[Box]:
    """The boxes of words, a drop cap only as wide as it is: it stands beside other lines too."""
    usual = _height(words)
    low = statistics.median(word[1][3] for word in words if word[1][3] - word[1][1] <= _TALL * usual)
    boxes = [word[1] for word in words]
    return [b if b[3] - b[1] <= _TALL * usual else (b[0], low - usual, b[2], low) for b in boxes]


def _span(line: _Line, scale: float) -> Span:
    x0, y0, x1, y1 = (round(value * scale, 2) for value in line.box)
    return line_span(line.text, (x0, y0, x1, y1), line.height * scale, line.block)


def line_span(text: str, box: Box, high: float, block: int) -> Span:
    """A line read in a picture; `high` is the usual height of its words, in points."""
    return Span(text, box, round(high * 1.25, 1), font="ocr", block=block, baseline=box[3])
