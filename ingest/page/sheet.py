"""What a worker reports of one page, before anybody understood it, and its JSON form.

Owns the records that cross the process border. A worker reads hostile files, so what it sends back is plain
JSON, never a pickle. Boxes are in points of the upright CropBox, origin at the top left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ingest.contracts import Box, IconKind

OcrMode = Literal["auto", "force", "off"]


@dataclass(frozen=True)
class Span:
    """A printed line, or a cell of one: one run on one baseline. `style` names font, weight and colour.

    `turn` is by how many degrees clockwise it must be turned to be `upright`.
    """

    text: str
    box: Box
    size: float
    font: str = ""
    bold: bool = False
    italic: bool = False
    color: int = 0
    block: int = 0
    upright: bool = True
    lead: int = 0
    baseline: float = 0.0
    turn: int = 0

    @property
    def style(self) -> tuple[str, float, bool, int]:
        """What makes two lines look alike."""
        return (self.font, round(self.size * 2) / 2, self.bold, self.color)


@dataclass(frozen=True)
class Shape:
    """A drawn path: `kind` is `h`, `v` (a rule), `fill` or `frame` (a rectangle), `curve` (anything else)."""

    kind: str
    box: Box
    color: int = 0


@dataclass(frozen=True)
class Figure:
    """A picture as placed on the page. `digest` and `file` are set once it has been looked at."""

    box: Box
    digest: str = ""
    file: str | None = None
    drawn: bool = False


@dataclass(frozen=True)
class Seen:
    """An icon of one page: its mark in the spans' text, where it stands, what it looks like (`imprint`).

    `key` names the glyph and its font, `says` what the file takes it for. Both are empty for a picture. `motifs` are
    what stands out in a larger picture (see `ingest.page.motifs`).
    """

    mark: str
    kind: IconKind
    boxes: tuple[Box, ...]
    key: str = ""
    says: str = ""
    doubt: bool = False
    shape: str = ""
    color: int = 0
    file: str | None = None
    motifs: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Remark:
    """A note of the worker: a key below `ingest.note` and its facts."""

    key: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """One page as its worker saw it.

    `lettering` is what only pictures say, `block` counting the places where it stands. `background` says that one
    picture lies under most of the page.
    """

    number: int
    width: float
    height: float
    source: str = "none"
    spans: tuple[Span, ...] = ()
    shapes: tuple[Shape, ...] = ()
    figures: tuple[Figure, ...] = ()
    icons: tuple[Seen, ...] = ()
    image: str | None = None
    thumb: str | None = None
    dpi: int = 0
    blank: bool = False
    confidence: float | None = None
    failure: str | None = None
    remarks: tuple[Remark, ...] = ()
    lettering: tuple[Span, ...] = ()
    background: bool = False


@dataclass(frozen=True)
class Profile:
    """A whole PDF at a glance. `outline` holds (level, title, page) with pages from 1."""

    pages: int
    sizes: tuple[tuple[float, float], ...] = ()
    outline: tuple[tuple[int, str, int], ...] = ()
    scaled: int = 0
    repaired: bool = False
    attachments: int = 0
    actions: int = 0
    failure: str | None = None


@dataclass(frozen=True)
class PageJob:
    """What a worker is asked: one page of a file, and where its pictures go.

    `number` is its place in the booklet; `before` pages of the booklet come from other files.
    """

    source: str
    number: int
    into: str
    ocr: OcrMode
    ocr_languages: tuple[str, ...]
    kind: Literal["pdf", "photo"] = "pdf"
    before: int = 0

    @property
    def leaf(self) -> int:
        """Its place in its own file, from 1."""
        return self.number - self.before

    @classmethod
    def load(cls, data: dict[str, Any]) -> PageJob:
        """A job from its JSON form."""
        return cls(**{**data, "ocr_languages": tuple(data["ocr_languages"])})


def dump(record: Sheet | Profile) -> bytes:
    """One line of JSON."""
    return json.dumps(asdict(record), ensure_ascii=True, separators=(",", ":")).encode("ascii")


def load_profile(data: Mapping[str, Any]) -> Profile:
    """A profile from what `dump` wrote."""
    return Profile(
        **{
            **data,
            "sizes": tuple((float(w), float(h)) for w, h in data["sizes"]),
            "outline": tuple((int(level), str(title), int(page)) for level, title, page in data["outline"]),
        }
    )


def load_sheet(data: Mapping[str, Any]) -> Sheet:
    """A sheet from what `dump` wrote."""
    return Sheet(
        **{
            **data,
            "spans": tuple(Span(**{**span, "box": _box(span)}) for span in data["spans"]),
            "shapes": tuple(Shape(**{**shape, "box": _box(shape)}) for shape in data["shapes"]),
            "figures": tuple(Figure(**{**figure, "box": _box(figure)}) for figure in data["figures"]),
            "icons": tuple(map(_seen, data.get("icons", ()))),
            "remarks": tuple(Remark(**remark) for remark in data["remarks"]),
            "lettering": tuple(Span(**{**span, "box": _box(span)}) for span in data.get("lettering", ())),
        }
    )


def _box(data: Mapping[str, Any]) -> Box:
    return _corners(data["box"])


def _seen(data: Mapping[str, Any]) -> Seen:
    motifs = tuple((int(hue), str(shape)) for hue, shape in data["motifs"])
    return Seen(**{**data, "boxes": _boxes(data), "motifs": motifs})


def _boxes(data: Mapping[str, Any]) -> tuple[Box, ...]:
    return tuple(map(_corners, data["boxes"]))


def _corners(numbers: Iterable[float]) -> Box:
    x0, y0, x1, y1 = (float(value) for value in numbers)
    return (x0, y0, x1, y1)
