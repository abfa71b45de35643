"""Makes spans of the raw lines that PyMuPDF reports, as plain dictionaries. Pure.

Owns what is one span: a run on one baseline without a wide gap, all of it visible or all of it hidden; its look;
and where it stands on the upright page.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from ingest.clean import clean_text
from ingest.contracts import Box
from ingest.geometry import hull
from ingest.page.sheet import Span

_VISIBLE: Final = 16 | 32  # painted by filling or by stroking
_BOLD: Final = 16
_ITALIC: Final = 2
_BOLD_NAMES: Final = ("bold", "black", "heavy", "semibold", "demi")
_STRAIGHT: Final = 0.99
_WIDE: Final = 0.7
_ROOM: Final = 1.0
_WIDER_THAN_WORDS: Final = 2.2
_WIDEST_SPACE: Final = 0.95

Place = Callable[[Any], Box]


@dataclass(frozen=True)
class Found:
    """A span as drawn: whether the file paints it, and which way it runs (a unit vector)."""

    span: Span
    visible: bool
    direction: tuple[float, float]


def spans_of(line: dict[str, Any], block: int, place: Place, across: Sequence[Box] = ()) -> Iterator[Found]:
    """The spans of one raw line; `place` puts a box where it stands on the upright page.

    No span goes on across the middle of one of the boxes `across`: there stands a picture between two words.
    """
    walls = _walls(line["bbox"], across)
    for visible, parts in _by_visibility(line["spans"]):
        for run in _runs(parts, _along(line["dir"]), walls):
            span = _span(run, block, place)
            if span is not None:
                yield Found(span, visible, (float(line["dir"][0]), float(line["dir"][1])))


def _by_visibility(spans: Sequence[dict[str, Any]]) -> list[tuple[bool, list[dict[str, Any]]]]:
    groups: dict[bool, list[dict[str, Any]]] = {}
    for span in spans:
        visible = bool(span.get("char_flags", _VISIBLE) & _VISIBLE) and span.get("alpha", 255) > 0
        groups.setdefault(visible, []).append(span)
    return list(groups.items())


_Run = list[dict[str, Any]]


_Along = Callable[[Any], tuple[float, float]]


def _along(direction: tuple[float, float]) -> _Along | None:
    """Where a box begins and ends in the direction of its line; `None` for a line that slants."""
    dx, dy = direction
    if max(abs(dx), abs(dy)) <= _STRAIGHT:
        return None
    low, high, sign = (0, 2, dx) if abs(dx) > abs(dy) else (1, 3, dy)
    return (lambda box: (box[low], box[high])) if sign > 0 else (lambda box: (-box[high], -box[low]))


def _walls(line: Any, across: Sequence[Box]) -> list[tuple[float, float]]:
    """The middles of these boxes that stand on a line."""
    middles = (((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in across)
    return [(x, y) for x, y in middles if line[0] < x < line[2] and line[1] < y < line[3]]


def _runs(
    parts: Sequence[dict[str, Any]], along: _Along | None, across: Sequence[tuple[float, float]]
) -> Iterator[_Run]:
    """Parts of one line between wide gaps, or walls: the cells of a row are often one line to the file."""
    walls = [along((x, y, x, y))[0] for x, y in across] if along else []
    limit = _gap_limit(parts, along) if along else float("inf")
    run: _Run = []
    last = None
    for part in parts:
        piece: list[dict[str, Any]] = []
        for char in part["chars"]:
            blank = _is_blank(char["c"])
            x = along(char["bbox"])[0] if along else 0.0
            if not blank and last is not None and along and (x - last > limit or _between(last, walls, x)):
                run += _part(part, piece)
                if run:
                    yield run
                run, piece = [], []
            piece.append(char)
            last = last if blank or along is None else along(char["bbox"])[1]
        run += _part(part, piece)
    if run:
        yield run


def _is_blank(char: str) -> bool:
    """Whether a character shows nothing. To Python, U+001C to U+001F are spaces; old fonts print ligatures there."""
    return not char.strip() and not "\x1b" <= char <= "\x1f"


def _between(low: float, walls: Sequence[float], high: float) -> bool:
    """Whether a picture stands there: between letters that touch is no room for one, only a ground behind them."""
    return high - low > _ROOM and any(low <= wall <= high for wall in walls)


def _part(part: dict[str, Any], chars: Sequence[dict[str, Any]]) -> _Run:
    text = "".join(char["c"] for char in chars)
    inked = [char["bbox"] for char in chars if not _is_blank(char["c"])]
    if not chars:
        return []
    return [{**part, "chars": (), "text": text, "bbox": hull(inked) if inked else None}]


def _gap_limit(parts: Sequence[dict[str, Any]], along: _Along) -> float:
    """What is too wide to be the space between two words of this line."""
    size = max((float(part["size"]) for part in parts), default=10.0)
    edges = [along(char["bbox"]) for part in parts for char in part["chars"] if not _is_blank(char["c"])]
    gaps = [b[0] - a[1] for a, b in pairwise(edges) if b[0] - a[1] > 0.12 * size]
    if not gaps:
        return float("inf")
    return float(max(_WIDE * size, min(_WIDER_THAN_WORDS * statistics.median(gaps), _WIDEST_SPACE * size)))


def _span(parts: _Run, block: int, place: Place) -> Span | None:
    text = clean_text("".join(part["text"] for part in parts), marks=True)
    inked = [part for part in parts if part["bbox"] is not None]
    if not text or not inked:
        return None
    main = _main(inked)
    weights = [(_is_bold(part), len(part["text"].strip())) for part in inked]
    bold = sum(n for is_bold, n in weights if is_bold) > 0.9 * sum(n for _, n in weights)
    box = place(hull([part["bbox"] for part in inked]))
    return Span(
        text=text,
        box=box,
        size=round(float(main["size"]), 2),
        font=str(main["font"])[:60],
        bold=bold,
        italic=bool(main["flags"] & _ITALIC) or "italic" in str(main["font"]).casefold(),
        color=int(main["color"]),
        block=block,
        lead=0 if bold else _bold_lead(inked),
        baseline=box[3],
    )


def _main(parts: _Run) -> dict[str, Any]:
    counts: Counter[tuple[Any, ...]] = Counter()
    by_style: dict[tuple[Any, ...], dict[str, Any]] = {}
    for part in parts:
        key = (part["font"], round(part["size"], 1), part["color"])
        counts[key] += len(part["text"].strip())
        by_style.setdefault(key, part)
    return by_style[counts.most_common(1)[0][0]]


def _bold_lead(parts: _Run) -> int:
    lead = ""
    for part in parts:
        if not _is_bold(part):
            break
        lead += part["text"]
    return len(clean_text(lead, marks=True))


def _is_bold(part: dict[str, Any]) -> bool:
    return bool(part["flags"] & _BOLD) or any(name in str(part["font"]).casefold() for name in _BOLD_NAMES)
