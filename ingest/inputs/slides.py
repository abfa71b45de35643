"""Presentations (PPTX): one slide is one page, its title first, the rest from top to bottom.

Owns where things stand on a slide, placeholders of its layout and master included. Speakers' notes and hidden slides
are left out, and counted. Runs inside a limited worker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from ingest.contracts import Box, Note, Page
from ingest.inputs.manuscript import NOWHERE, Manuscript, Span
from ingest.inputs.numbering import whole
from ingest.inputs.package import Package, link

_MAIN: Final = "ppt/presentation.xml"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_EMU: Final = 12700
_TITLES: Final = frozenset({"title", "ctrTitle"})
_MARGINS: Final = frozenset({"dt", "ftr", "sldNum", "hdr"})
_BULLETED: Final = frozenset({"body", "obj", ""})
_PICTURES: Final = (f"{_P}blipFill/{_A}blip", f"{_P}spPr/{_A}blipFill/{_A}blip")
_LARGER: Final = (1.9, 1.45, 1.15)
_LONGEST: Final = 90
_BRIEF: Final = 50
_EDGE: Final = 0.1
_SAME_ROW: Final = 12.0
_DEEPEST: Final = 30


@dataclass(frozen=True)
class Shape:
    """A shape of a slide, its box in points, and what placeholder it fills (`None` for none)."""

    element: Element
    box: Box
    placeholder: str | None


@dataclass(frozen=True)
class _Frame:
    """How a group's own lengths become the slide's."""

    scale: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def box(self, place: tuple[int, int, int, int]) -> Box:
        x, y, wide, high = place
        left, top = x * self.scale[0] + self.shift[0], y * self.scale[1] + self.shift[1]
        return (left / _EMU, top / _EMU, (left + wide * self.scale[0]) / _EMU, (top + high * self.scale[1]) / _EMU)


def write_slides(package: Package, into: Path) -> tuple[list[Page], list[Note]]:
    """A page a slide, and what was left out."""
    root, links = package.xml(_MAIN), package.related(_MAIN)
    size = root.find(_P + "sldSz")
    wide, high = (whole(size.get(side)) / _EMU if size is not None else 0.0 for side in ("cx", "cy"))
    parts = [links.get(link(slide), "") for slide in root.iter(_P + "sldId")]
    shown = [part for part in parts if part in package and package.xml(part).get("show") not in {"0", "false"}]
    body = _body_size(package.xml(part) for part in shown)
    pages = [_slide(package, part, Manuscript(into, n, wide, high), body) for n, part in enumerate(shown, start=1)]
    hidden = len(parts) - len(shown)
    return pages, [Note("ingest.reading.note.hidden_slides", {"count": hidden})] if hidden else []


def _slide(package: Package, part: str, page: Manuscript, body: float) -> Page:
    links = package.related(part)
    shapes = list(_shapes(package.xml(part).find(f"{_P}cSld/{_P}spTree"), _Frame(), _places(package, part)))
    titles = [shape for shape in shapes if shape.placeholder in _TITLES]
    rest = [shape for shape in shapes if shape not in titles and shape.placeholder not in _MARGINS]
    numbers = [shape for shape in rest if _is_page_number(shape, page.height)]
    page.printed = _all_text(numbers[0]) if len(numbers) == 1 else None
    rest = [shape for shape in rest if shape not in numbers]
    for shape in titles:
        page.heading(" ".join(_text(p) for p in shape.element.iter(_A + "p")), 1, shape.box)
    for shape in _in_order(rest):
        _write(shape, page, package, links, body)
    return page.page()


def _all_text(shape: Shape) -> str:
    return "".join(_text(p) for p in shape.element.iter(_A + "p")).strip()


def _is_page_number(shape: Shape, height: float) -> bool:
    """A number alone near the upper or lower edge."""
    middle = (shape.box[1] + shape.box[3]) / 2
    at_edge = middle < _EDGE * height or middle > (1 - _EDGE) * height
    return at_edge and bool(re.fullmatch(r"[0-9]{1,3}", _all_text(shape)))


def _in_order(shapes: Sequence[Shape]) -> list[Shape]:
    """From top to bottom, and from left to right what begins at about the same height."""
    rows: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda shape: shape.box[1]):
        if rows and shape.box[1] - rows[-1][0].box[1] <= _SAME_ROW:
            rows[-1].append(shape)
        else:
            rows.append([shape])
    return [shape for row in rows for shape in sorted(row, key=lambda shape: shape.box[0])]


def _body_size(slides: Iterable[Element]) -> float:
    """The letter size of most of a presentation's text; 0 where it is never said."""
    letters: Counter[float] = Counter()
    for slide in slides:
        for paragraph in slide.iter(_A + "p"):
            letters[_size(paragraph)[0]] += len(_text(paragraph))
    del letters[0.0]
    return max(letters, key=lambda size: letters[size], default=0.0)


def _size(paragraph: Element) -> tuple[float, bool]:
    """The largest letters of a paragraph, 0 where it does not say, and whether all of them are bold."""
    runs = [run for run in paragraph.iter(_A + "r") if (run.findtext(_A + "t") or "").strip()]
    about = [found for run in runs if (found := run.find(_A + "rPr")) is not None]
    sizes = [whole(one.get("sz")) / 100 for one in about]
    return max(sizes, default=0.0), bool(runs) and sum(one.get("b") in {"1", "true"} for one in about) == len(runs)


def _level(paragraph: Element, body: float) -> int | None:
    """The level of a heading that no placeholder names: a short line in larger letters."""
    size, bold = _size(paragraph)
    text = _text(paragraph).strip()
    if (
        not body
        or not size
        or len(text) > _LONGEST
        or text.endswith((".", ",", ";"))
        or not any(map(str.isalpha, text))
    ):
        return None
    for level, ratio in enumerate(_LARGER, start=2):
        if size >= ratio * body:
            return level
    return len(_LARGER) + 2 if bold and size >= body and len(text) < _BRIEF else None


def _write(shape: Shape, page: Manuscript, package: Package, links: dict[str, str], body: float) -> None:
    table = shape.element.find(f".//{_A}tbl")
    if table is not None:
        about = table.find(_A + "tblPr")
        headed = about is not None and about.get("firstRow") in {"1", "true"}
        rows = list(table.iter(_A + "tr"))
        page.table([list(_cells(row, header=headed and row is rows[0])) for row in rows], shape.box)
        return
    picture = next((found for path in _PICTURES if (found := shape.element.find(path)) is not None), None)
    target = links.get(link(picture, "embed"), "") if picture is not None else ""
    if target in package:
        about = shape.element.find(f".//{_P}cNvPr")
        page.picture(package.read(target), (about.get("descr") if about is not None else "") or "", shape.box)
    _paragraphs(shape, page, body)


def _paragraphs(shape: Shape, page: Manuscript, body: float) -> None:
    numbers: dict[int, int] = {}
    paragraphs = [p for p in shape.element.iter(_A + "p") if _text(p).strip()]
    bulleted = shape.placeholder in _BULLETED and len(paragraphs) > 1
    for paragraph in paragraphs:
        mark = _mark(paragraph.find(_A + "pPr"), numbers, bulleted=bulleted)
        level = None if mark else _level(paragraph, body)
        if level is not None:
            page.heading(_text(paragraph), level, shape.box)
        else:
            page.block(f"{mark} {_text(paragraph)}".strip(), "list" if mark else "text", shape.box)


def _mark(about: Element | None, numbers: dict[int, int], *, bulleted: bool) -> str:
    """The bullet or number of a paragraph. What the master says is not looked up: bodies have bullets."""
    depth = whole(about.get("lvl")) if about is not None else 0
    if about is not None and about.find(_A + "buAutoNum") is not None:
        numbers[depth] = numbers.get(depth, 0) + 1
        return f"{numbers[depth]}."
    numbers.clear()
    if about is not None and about.find(_A + "buNone") is not None:
        return ""
    return "•" if bulleted or (about is not None and about.find(_A + "buChar") is not None) else ""


def _text(paragraph: Element) -> str:
    parts = []
    if any(field.get("type") == "slidenum" for field in paragraph.iter(_A + "fld")):
        return ""
    for element in paragraph.iter():
        if element.tag == _A + "t":
            parts.append(element.text or "")
        elif element.tag == _A + "br":
            parts.append("\n")
    return "".join(parts)


def _cells(row: Element, *, header: bool) -> Iterator[Span]:
    for cell in row.findall(_A + "tc"):
        if "hMerge" not in cell.attrib and "vMerge" not in cell.attrib:
            text = "\n".join(_text(p) for p in cell.iter(_A + "p"))
            yield Span(text, whole(cell.get("rowSpan"), 1), whole(cell.get("gridSpan"), 1), header)


def _shapes(parent: Element | None, frame: _Frame, places: dict[str, Box], depth: int = 0) -> Iterator[Shape]:
    for child in parent if parent is not None and depth < _DEEPEST else ():
        if child.tag == _P + "grpSp":
            yield from _shapes(child, _inner(child, frame), places, depth + 1)
        elif child.tag in {_P + "sp", _P + "pic", _P + "graphicFrame"} and not _is_hidden(child):
            kind, index = _placeholder(child)
            place = _xfrm(child)
            inherited = places.get(f"#{index}") or places.get(kind or "") or NOWHERE
            yield Shape(child, frame.box(place) if place else inherited, kind)


def _is_hidden(shape: Element) -> bool:
    about = shape.find(f".//{_P}cNvPr")
    return about is not None and about.get("hidden") in {"1", "true"}


def _placeholder(shape: Element) -> tuple[str | None, str]:
    found = shape.find(f".//{_P}nvPr/{_P}ph")
    return (None, "") if found is None else (found.get("type", ""), found.get("idx", ""))


def _xfrm(shape: Element) -> tuple[int, int, int, int] | None:
    for path in (f"{_P}spPr/{_A}xfrm", f"{_P}xfrm"):
        found = shape.find(path)
        if found is not None and (place := _lengths(found, "off", "ext")):
            return place
    return None


def _lengths(xfrm: Element, where: str, size: str) -> tuple[int, int, int, int] | None:
    off, ext = xfrm.find(_A + where), xfrm.find(_A + size)
    if off is None or ext is None:
        return None
    return (_emu(off.get("x")), _emu(off.get("y")), _emu(ext.get("cx")), _emu(ext.get("cy")))


def _emu(text: str | None) -> int:
    return int(text) if text and text.lstrip("-").isdigit() and len(text) < 12 else 0


def _inner(group: Element, frame: _Frame) -> _Frame:
    xfrm = group.find(f"{_P}grpSpPr/{_A}xfrm")
    outer, inner = (
        (_lengths(xfrm, "off", "ext"), _lengths(xfrm, "chOff", "chExt")) if xfrm is not None else (None, None)
    )
    if outer is None or inner is None or not (inner[2] and inner[3]):
        return frame
    sx, sy = outer[2] / inner[2], outer[3] / inner[3]
    shift = (outer[0] - inner[0] * sx, outer[1] - inner[1] * sy)
    return _Frame(
        (frame.scale[0] * sx, frame.scale[1] * sy),
        (shift[0] * frame.scale[0] + frame.shift[0], shift[1] * frame.scale[1] + frame.shift[1]),
    )


def _places(package: Package, slide: str) -> dict[str, Box]:
    """Where the placeholders of a slide stand when it does not say: on its layout, else on the master."""
    places: dict[str, Box] = {}
    part = slide
    for kind in ("slideLayout", "slideMaster"):
        part = next((target for target in package.related(part).values() if f"/{kind}s/" in target), "")
        root = package.xml_if(part)
        for shape in root.iter(_P + "sp") if root is not None else ():
            name, index = _placeholder(shape)
            place = _xfrm(shape)
            if name is not None and place is not None:
                box = _Frame().box(place)
                places.setdefault(name, box)
                if index and kind == "slideLayout":
                    places.setdefault(f"#{index}", box)
    return places
