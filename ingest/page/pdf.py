"""Reads a PDF with PyMuPDF: a profile of the whole file, and what stands on one page.

The only module that imports `pymupdf`, and the only place where pages are counted from 0. It runs inside a
limited worker. It understands nothing: layout, OCR and structure are decided elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pymupdf

from ingest.clean import clean_text
from ingest.contracts import Box
from ingest.page.clips import shown_parts
from ingest.page.glyphs import marked, seen
from ingest.page.inline import obstacles
from ingest.page.sheet import Figure, Profile, Remark, Shape, Sheet, Span
from ingest.page.suspects import covered_boxes, doubtful_fonts
from ingest.page.textlines import spans_of

_FLAGS: Final = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
_SMALLEST: Final = 2.0
_MOST_SPANS: Final = 12_000
_MOST_SHAPES: Final = 6_000
_MOST_CONTENT: Final = 4_000_000
_THIN: Final = 2.6
_SAMPLES: Final = 8
_TURNS: Final = {(0, -1): 90, (-1, 0): 180, (0, 1): 270}
_STRAIGHT: Final = 0.99
_ENOUGH_TO_TURN: Final = 40
_MOST_TURNED: Final = 0.8
_ACROSS: Final = {"h": "v", "v": "h"}
_MOST_IMAGES: Final = 60
_MOST_FIGURES: Final = 1000
_JPEG_END: Final = b"\xff\xd9"
_JPEG_TAIL: Final = 2048


class PdfFailure(Exception):
    """What PyMuPDF could not do; `reason` is a key below `ingest.failure`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def opened(source: Path) -> Iterator[pymupdf.Document]:
    """The document, closed at the end; every foreign error becomes a `PdfFailure`."""
    with translated(), pymupdf.open(str(source), filetype="pdf") as document:
        yield document


@contextmanager
def translated() -> Iterator[None]:
    """Every foreign error becomes a `PdfFailure`, and MuPDF keeps silent."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        yield
    except MemoryError as error:
        raise PdfFailure("limits") from error
    except (RuntimeError, ValueError, TypeError, AssertionError, IndexError, KeyError, OSError) as error:
        raise PdfFailure("damaged") from error
    except pymupdf.mupdf.FzErrorBase as error:
        raise PdfFailure("damaged") from error


@contextmanager
def _kept_open(source: Path) -> Iterator[pymupdf.Document]:
    """The document, left open for its next page; one that failed is not used again."""
    with translated():
        try:
            yield _document(str(source), source.stat().st_mtime_ns)
        except BaseException:
            _document.cache_clear()
            raise


@lru_cache(maxsize=1)
def _document(source: str, _changed: int) -> pymupdf.Document:
    # Opening a book costs more than reading one of its pages: its outline is loaded whole. A worker reads the pages
    # of one book one after the other, and is itself not kept for long.
    return pymupdf.open(source, filetype="pdf")


def profile(source: Path, most_pages: int) -> Profile:
    """The whole file at a glance. `failure` says why it may not be read, `None` when it may."""
    try:
        with opened(source) as document:
            return _profile(document, most_pages)
    except PdfFailure as failure:
        return Profile(0, failure=failure.reason)


def _profile(document: pymupdf.Document, most_pages: int) -> Profile:
    if not document.is_pdf:
        return Profile(0, failure="not_pdf")
    if document.needs_pass:
        return Profile(0, failure="needs_password")
    pages = document.page_count
    if pages < 1 or pages > most_pages:
        return Profile(pages, failure="no_page" if pages < 1 else "too_many_pages")
    if any(document.xref_object(document.page_xref(number)) == "null" for number in range(pages)):
        return Profile(pages, failure="damaged")
    scaled = sum(_ignore_user_unit(document, number) for number in range(pages))
    sizes = tuple((float(r.width), float(r.height)) for r in (document[n].rect for n in range(pages)))
    return Profile(
        pages,
        scaled=scaled,
        sizes=sizes,
        outline=_outline(document),
        repaired=bool(document.is_repaired),
        attachments=document.embfile_count(),
        actions=_actions(document),
    )


def _ignore_user_unit(document: pymupdf.Document, index: int) -> bool:
    """A page's own unit is left aside, as poppler does: both engines must speak of the same points."""
    xref = document.page_xref(index)
    kind, value = document.xref_get_key(xref, "UserUnit")
    if kind not in {"int", "float", "real"} or value == "1":
        return False
    document.xref_set_key(xref, "UserUnit", "null")
    return True


def samples(source: Path) -> tuple[str, ...]:
    """What the layers of a few pages say, to know the language before anything is read by OCR."""
    with opened(source) as document:
        pages = range(0, document.page_count, max(1, document.page_count // _SAMPLES))
        return tuple(clean_text(document[n].get_text("text", flags=_FLAGS)[:3000]) for n in list(pages)[:_SAMPLES])


def _outline(document: pymupdf.Document) -> tuple[tuple[int, str, int], ...]:
    entries = ((int(level), clean_text(title).rstrip("¶ "), int(page)) for level, title, page in document.get_toc())
    return tuple(entry for entry in entries if entry[1] and entry[2] >= 1)


def _actions(document: pymupdf.Document) -> int:
    catalogue = document.xref_object(document.pdf_catalog())
    return sum(catalogue.count(name) for name in ("/OpenAction", "/AA", "/JavaScript"))


@dataclass(frozen=True)
class Extract:
    """What stands on one page: its sheet, its hidden text, how many bytes draw it, and how it must be turned.

    `doubtful` are fonts whose text may not be what they print, `covered` the boxes of text that may be painted over.
    """

    sheet: Sheet
    hidden: tuple[Span, ...]
    drawn: int
    turn: int
    doubtful: frozenset[str] = frozenset()
    covered: tuple[Box, ...] = ()


def extract(source: Path, number: int) -> Extract:
    """What stands on page `number`, in points of the page turned upright.

    The spans of the sheet are those that the file paints; whether they can be seen is for the picture to say.
    `turn` is by how many degrees clockwise the picture of the page must be turned to be upright.
    """
    with _kept_open(source) as document:
        _ignore_user_unit(document, number - 1)
        page = document[number - 1]
        _refuse_cycle(page)
        drawn = len(page.read_contents() or b"")
        raw = page.get_text("rawdict", flags=_FLAGS)["blocks"]
        glyphs = marked(raw, _encodings(page))
        view = _view(page, raw)
        paths = page.get_cdrawings(extended=True) if drawn <= _MOST_CONTENT else []
        shown, hidden, dropped = _spans(raw, view, obstacles(_placed(page), paths))
        shapes, heavy = _shapes(paths, view)
        remarks = [Remark("turned", {"degrees": view.turn})] if view.turn else []
        remarks += [Remark("partial_picture")] if _has_partial_picture(document, page) else []
        remarks += [Remark("dropped_text", {"count": dropped})] if dropped else []
        remarks += [Remark("drawing_too_heavy")] if heavy or drawn > _MOST_CONTENT else []
        sheet = Sheet(
            number=number,
            width=view.width,
            height=view.height,
            spans=shown,
            shapes=shapes,
            figures=_figures(page, paths, view),
            icons=seen(glyphs, view.place),
            remarks=tuple(remarks),
        )
        return Extract(sheet, hidden, drawn, view.turn, doubtful_fonts(raw), _covered(page, shown, view))


def _covered(page: pymupdf.Page, spans: Sequence[Span], view: View) -> tuple[Box, ...]:
    log = [(kind, view.place(bbox)) for kind, bbox, *_ in page.get_bboxlog()]
    return covered_boxes(log, [span.box for span in spans]) if len(log) <= _MOST_SHAPES else ()


@dataclass(frozen=True)
class View:
    """How the page's own coordinates become those of the upright page."""

    matrix: Any
    width: float
    height: float
    turn: int

    def place(self, bbox: Any) -> Box:
        """A box of the page where it stands on the upright page."""
        rect = pymupdf.Rect(bbox) * self.matrix
        return (round(rect.x0, 2), round(rect.y0, 2), round(rect.x1, 2), round(rect.y1, 2))

    def turn_of(self, direction: tuple[float, float]) -> int | None:
        """By how many degrees text that runs in `direction` must be turned to be upright; `None` when it slants."""
        m, (dx, dy) = self.matrix, direction
        across, down = dx * m.a + dy * m.c, dx * m.b + dy * m.d
        if max(abs(across), abs(down)) <= _STRAIGHT:
            return None
        return _TURNS.get((round(across), round(down)), 0)

    def clipped(self, bbox: Any) -> Box | None:
        """A box within the upright page, `None` when it is outside."""
        x0, y0, x1, y1 = self.place(bbox)
        x0, y0, x1, y1 = max(x0, 0.0), max(y0, 0.0), min(x1, self.width), min(y1, self.height)
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _view(page: pymupdf.Page, raw: list[dict[str, Any]]) -> View:
    """The page as its rotation shows it, turned further when most of its text would lie on its side."""
    shown = page.rotation_matrix
    weights: Counter[tuple[int, int]] = Counter()
    for block in raw:
        for line in block.get("lines", ()):
            dx, dy = line["dir"]
            way = (round(dx * shown.a + dy * shown.c), round(dx * shown.b + dy * shown.d))
            weights[way] += sum(len(span["chars"]) for span in line["spans"])
    wide, high = float(page.rect.width), float(page.rect.height)
    turn = _TURNS.get(weights.most_common(1)[0][0], 0) if weights else 0
    if not turn or weights.most_common(1)[0][1] < max(_ENOUGH_TO_TURN, _MOST_TURNED * weights.total()):
        return View(shown, wide, high, 0)
    matrix = {
        90: pymupdf.Matrix(0, 1, -1, 0, high, 0),
        180: pymupdf.Matrix(-1, 0, 0, -1, wide, high),
        270: pymupdf.Matrix(0, -1, 1, 0, 0, wide),
    }[turn]
    sideways = turn != 180
    return View(shown * matrix, high if sideways else wide, wide if sideways else high, turn)


def _encodings(page: pymupdf.Page) -> dict[str, str]:
    """How the codes of each font are read, by its name as the characters of the page name it."""
    return {str(base).partition("+")[2] or str(base): str(codes) for _, _, _, base, _, codes, *_ in page.get_fonts()}


def _refuse_cycle(page: pymupdf.Page) -> None:
    """A drawing that draws itself shows nothing in either engine, and says nothing of it."""
    if any(xref == invoker for xref, _, invoker, _ in page.get_xobjects()):
        raise PdfFailure("damaged_page")


def _has_partial_picture(document: pymupdf.Document, page: pymupdf.Page) -> bool:
    """Whether a JPEG breaks off: both engines draw what there is of it and stay silent."""
    for xref, *_, kind, _ in page.get_images(full=True)[:_MOST_IMAGES]:
        if kind == "DCTDecode" and _JPEG_END not in document.xref_stream_raw(xref)[-_JPEG_TAIL:]:
            return True
    return False


def _spans(
    raw: list[dict[str, Any]], view: View, across: Sequence[Box] = ()
) -> tuple[tuple[Span, ...], tuple[Span, ...], int]:
    shown: list[Span] = []
    hidden: list[Span] = []
    dropped = 0
    for block in raw:
        for line in block.get("lines", ()):
            if len(shown) + len(hidden) >= _MOST_SPANS:
                raise PdfFailure("too_much_text")
            for found in spans_of(line, int(block["number"]), view.place, across):
                if found.span.size < _SMALLEST or not _inside(found.span.box, view):
                    dropped += 1
                    continue
                turn = view.turn_of(found.direction)
                span = replace(found.span, upright=turn == 0, turn=turn or 0)
                (shown if found.visible else hidden).append(span)
    return tuple(shown), tuple(hidden), dropped


def _inside(box: Box, view: View) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return 0 <= x <= view.width and 0 <= y <= view.height


def _placed(page: pymupdf.Page) -> list[Box]:
    boxes = (map(float, info["bbox"]) for info in page.get_image_info()[:_MOST_FIGURES])
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in boxes]


def _figures(page: pymupdf.Page, paths: list[dict[str, Any]], view: View) -> tuple[Figure, ...]:
    found: list[Figure] = []
    clips = [path for path in paths if path["type"] in {"clip", "group"}]
    for part in shown_parts(_placed(page), clips):
        box = view.clipped(part)
        if box is not None and min(box[2] - box[0], box[3] - box[1]) >= 4:
            found.append(Figure(box))
    return tuple(dict.fromkeys(found))


def _shapes(paths: list[dict[str, Any]], view: View) -> tuple[tuple[Shape, ...], bool]:
    turned = abs(view.matrix.a) < 0.5
    shapes: list[Shape] = []
    for path in paths:
        if path["type"] in {"clip", "group"} or _unpainted(path):
            continue
        for kind, bbox in _pieces(path):
            box = view.clipped(_thick(bbox))
            if box is not None:
                shapes.append(Shape(_ACROSS.get(kind, kind) if turned else kind, box, _color(path)))
        if len(shapes) > _MOST_SHAPES:
            return tuple(shapes[:_MOST_SHAPES]), True
    return tuple(shapes), False


def _unpainted(path: dict[str, Any]) -> bool:
    fills = path.get("fill") is not None and path.get("fill_opacity", 1) > 0
    strokes = path.get("color") is not None and path.get("stroke_opacity", 1) > 0
    return not (fills or strokes)


def _color(path: dict[str, Any]) -> int:
    value = path.get("fill") or path.get("color") or (0.0, 0.0, 0.0)
    red, green, blue = (round(float(part) * 255) for part in value)
    return (red << 16) + (green << 8) + blue


def _thick(bbox: Any) -> Box:
    """A rule has no area of its own: give it half a point on both sides, so that it is not lost."""
    x0, y0, x1, y1 = (float(value) for value in bbox)
    grow_x, grow_y = (0.25 if x1 - x0 < 0.5 else 0.0), (0.25 if y1 - y0 < 0.5 else 0.0)
    return (x0 - grow_x, y0 - grow_y, x1 + grow_x, y1 + grow_y)


def _pieces(path: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    items = path["items"]
    filled = "f" in str(path.get("type"))
    if all(item[0] in {"re", "qu"} for item in items):
        for item in items:
            yield from _rectangle(item[1] if item[0] == "re" else path["rect"], filled)
    elif all(item[0] == "l" for item in items) and not filled:
        yield from _segments(items)
    elif _is_rounded(items, path["rect"]):
        yield from _rectangle(path["rect"], filled)
    else:
        yield "curve", path["rect"]


def _rectangle(rect: Any, filled: bool) -> Iterator[tuple[str, Any]]:
    x0, y0, x1, y1 = (float(value) for value in rect)
    if y1 - y0 <= _THIN < x1 - x0:
        yield "h", rect
    elif x1 - x0 <= _THIN < y1 - y0:
        yield "v", rect
    else:
        yield ("fill" if filled else "frame"), rect


def _segments(items: Any) -> Iterator[tuple[str, Any]]:
    for _, (ax, ay), (bx, by) in items:
        box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        if abs(ay - by) <= 1 < abs(ax - bx):
            yield "h", box
        elif abs(ax - bx) <= 1 < abs(ay - by):
            yield "v", box
        else:
            yield "curve", box


def _is_rounded(items: Any, rect: Any) -> bool:
    """Whether a path is a rectangle, its corners possibly round: straight sides, and curves only at corners."""
    if len(items) > 24:
        return False
    x0, y0, x1, y1 = (float(value) for value in rect)
    corner = min(0.35 * min(x1 - x0, y1 - y0), 30.0)
    sides = 0.0
    for item in items:
        points = [point for point in item[1:] if isinstance(point, tuple)]
        wide = max(p[0] for p in points) - min(p[0] for p in points)
        high = max(p[1] for p in points) - min(p[1] for p in points)
        if min(wide, high) > (corner if item[0] == "c" else 1.0):
            return False
        sides += max(wide, high)
    return sides >= 1.2 * ((x1 - x0) + (y1 - y0))
