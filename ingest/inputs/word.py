"""Word documents (DOCX): the body in its order, headings by style and outline level.

Owns what of a document is text: paragraphs, lists with their numbers, tables, boxes, pictures, footnotes. Left out:
the zone of a table of contents, deleted and hidden text, headers and footers. Runs inside a limited worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from ingest.inputs.manuscript import NOWHERE, Manuscript, Span
from ingest.inputs.numbering import Numbering, W, value, whole
from ingest.inputs.package import Package, link

_MAIN: Final = "word/document.xml"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_WP: Final = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_V: Final = "{urn:schemas-microsoft-com:vml}"
_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_HEADING: Final = re.compile(r"(?:heading|titre|überschrift) ?([1-9])", re.IGNORECASE)
_CONTENTS: Final = re.compile(
    r"toc(?: ?heading| ?\d)|tm ?\d|table of (?:figures|contents)|en-tête de table des matières", re.IGNORECASE
)
_CONTENTS_FIELD: Final = re.compile(r"\s*TOC\b")
_EMU: Final = 12700
_BODY_TEXT: Final = 9
_DEEPEST: Final = 60


@dataclass(frozen=True)
class Style:
    """What a paragraph style says, what it is based on included."""

    name: str
    outline: int
    list_id: str
    list_level: int

    @property
    def level(self) -> int | None:
        """The level of a heading, `None` for other text."""
        if 0 <= self.outline < _BODY_TEXT:
            return self.outline + 1
        if self.name.lower() in {"title", "titre"}:
            return 1
        found = _HEADING.fullmatch(self.name)
        return int(found[1]) if found else None


_PLAIN: Final = Style("", -1, "", 0)


def write_word(package: Package, page: Manuscript) -> None:
    """The body of a document."""
    _Writer(package, page).body(package.xml(_MAIN).find(W + "body"))


class _Writer:
    """Walks the body once."""

    def __init__(self, package: Package, page: Manuscript) -> None:
        self._package, self._page = package, page
        self._styles = dict(_styles(package.xml_if("word/styles.xml")))
        self._numbering = Numbering(package.xml_if("word/numbering.xml"))
        self._links = package.related(_MAIN)
        self._notes = dict(_footnotes(package))
        self._fields: list[bool] = []

    def body(self, parent: Element | None, depth: int = 0) -> None:
        """Paragraphs, tables and content controls, in order."""
        for child in parent if parent is not None and depth < _DEEPEST else ():
            if child.tag == W + "p":
                self._paragraph(child)
            elif child.tag == W + "tbl":
                self._table(child)
            elif child.tag == W + "sdt":
                if not _is_contents(child):
                    self.body(child.find(W + "sdtContent"), depth + 1)
            elif child.tag in {W + "ins", W + "moveTo", W + "customXml", W + "smartTag"}:
                self.body(child, depth + 1)

    def _paragraph(self, paragraph: Element) -> None:
        style = self._style(paragraph)
        in_contents = any(self._fields)
        text = "".join(self._words(paragraph))
        if in_contents or any(self._fields) or _CONTENTS.match(style.name):
            return
        mark = self._mark(paragraph, style)
        if style.level is not None and text.strip():
            self._page.heading(f"{mark} {text}", style.level)
        elif mark:
            self._page.block(f"{mark} {text}", "list")
        else:
            self._page.block(text, "caption" if style.name.lower() in {"caption", "légende"} else "text")
        self._attached(paragraph)

    def _attached(self, paragraph: Element) -> None:
        """What hangs on a paragraph: its boxes, its pictures, its footnotes."""
        for element in _shown(paragraph):
            if element.tag == W + "txbxContent":
                lines = ("".join(self._words(p)) for p in element.iter(W + "p"))
                self._page.block("\n".join(lines), "sidebar")
            elif element.tag == _WP + "inline" or element.tag == _WP + "anchor":
                self._picture(element)
            elif element.tag == W + "footnoteReference":
                number = element.get(W + "id", "")
                self._page.block(f"[{number}] {self._notes.get(number, '')}")

    def _picture(self, drawing: Element) -> None:
        about, size, picture = drawing.find(_WP + "docPr"), drawing.find(_WP + "extent"), drawing.find(f".//{_A}blip")
        target = self._links.get(link(picture, "embed"), "") if picture is not None else ""
        if target not in self._package:
            return
        box = NOWHERE
        if size is not None:
            box = (0.0, 0.0, whole_emu(size.get("cx")), whole_emu(size.get("cy")))
        self._page.picture(self._package.read(target), (about.get("descr") or "") if about is not None else "", box)

    def _table(self, table: Element) -> None:
        self._page.table([list(self._cells(row)) for row in joined(table)])

    def _cells(self, row: Iterable[tuple[Element, int, bool]]) -> Iterator[Span]:
        for cell, rows, header in row:
            text = "\n".join("".join(self._words(p)) for p in cell.iter(W + "p"))
            yield Span(text, rows, _columns(cell), header)

    def _style(self, paragraph: Element) -> Style:
        style = self._styles.get(value(paragraph.find(f"{W}pPr/{W}pStyle"), "Normal"), _PLAIN)
        own = paragraph.find(f"{W}pPr/{W}outlineLvl")
        return style if own is None else Style(style.name, whole(value(own)), style.list_id, style.list_level)

    def _mark(self, paragraph: Element, style: Style) -> str:
        own = paragraph.find(f"{W}pPr/{W}numPr")
        number, depth = style.list_id, style.list_level
        if own is not None:
            number = value(own.find(W + "numId"), number)
            depth = whole(value(own.find(W + "ilvl")), depth)
        return self._numbering.mark(number, depth) if number else ""

    def _words(self, paragraph: Element) -> Iterator[str]:
        """The text of a paragraph, without its boxes, and what its fields do rather than show."""
        for element in _shown(paragraph, boxes=False):
            if element.tag == W + "t":
                yield element.text or ""
            elif element.tag in {W + "tab", W + "ptab"}:
                yield " "
            elif element.tag == W + "cr" or (element.tag == W + "br" and element.get(W + "type") != "page"):
                yield "\n"
            elif element.tag == W + "noBreakHyphen":
                yield "-"
            elif element.tag == W + "footnoteReference":
                yield f" [{element.get(W + 'id', '')}]"
            elif element.tag == W + "fldChar":
                self._field(element.get(W + "fldCharType", ""))
            elif element.tag == W + "instrText" and self._fields:
                self._fields[-1] = self._fields[-1] or bool(_CONTENTS_FIELD.match(element.text or ""))

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(False)
        elif kind == "end" and self._fields:
            self._fields.pop()


def whole_emu(text: str | None) -> float:
    """A length of a drawing in points."""
    return max(0, int(text)) / _EMU if text and re.fullmatch(r"[0-9]{1,10}", text) else 0.0


def _shown(parent: Element, *, boxes: bool = True) -> Iterator[Element]:
    """What a reader sees below an element, in order: nothing deleted or hidden, each drawing in one of its forms."""
    for child in parent:
        if child.tag in {W + "del", W + "moveFrom", W + "pPr", _MC + "Fallback"} or _is_hidden(child):
            continue
        if child.tag == W + "txbxContent":
            if boxes:
                yield child
            continue
        yield child
        yield from _shown(child, boxes=boxes)


def _is_hidden(run: Element) -> bool:
    hidden = run.find(f"{W}rPr/{W}vanish") if run.tag == W + "r" else None
    return hidden is not None and value(hidden, "1") not in {"0", "false", "off"}


def _is_contents(control: Element) -> bool:
    gallery = control.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    return "table of contents" in value(gallery).lower()


def _columns(cell: Element) -> int:
    return max(1, whole(value(cell.find(f"{W}tcPr/{W}gridSpan")), 1))


def joined(table: Element) -> Iterator[list[tuple[Element, int, bool]]]:
    """The rows of a table with how many rows each cell takes; cells that only go on another are left out."""
    rows = [(row, _header(row), list(_placed(row))) for row in table.findall(W + "tr")]
    for number, (_, header, cells) in enumerate(rows):
        kept = []
        for column, cell in cells:
            if _merge(cell) == "continue":
                continue
            below = 1
            while number + below < len(rows) and _goes_on(rows[number + below][2], column):
                below += 1
            kept.append((cell, below if _merge(cell) == "restart" else 1, header))
        yield kept


def _placed(row: Element) -> Iterator[tuple[int, Element]]:
    column = whole(value(row.find(f"{W}trPr/{W}gridBefore")))
    for cell in [c for child in row for c in ([child] if child.tag == W + "tc" else child.findall(f".//{W}tc"))]:
        yield column, cell
        column += _columns(cell)


def _goes_on(cells: list[tuple[int, Element]], column: int) -> bool:
    return any(place == column and _merge(cell) == "continue" for place, cell in cells)


def _merge(cell: Element) -> str:
    merge = cell.find(f"{W}tcPr/{W}vMerge")
    return "" if merge is None else value(merge, "continue")


def _header(row: Element) -> bool:
    said = row.find(f"{W}trPr/{W}tblHeader")
    return said is not None and value(said, "1") not in {"0", "false", "off"}


def _styles(root: Element | None) -> Iterator[tuple[str, Style]]:
    if root is None:
        return
    known = {style.get(W + "styleId", ""): style for style in root.iter(W + "style")}
    for name, style in known.items():
        chain = list(_chain(style, known))
        yield (
            name,
            Style(
                name=value(style.find(W + "name")),
                outline=whole(_first(chain, f"{W}pPr/{W}outlineLvl"), -1),
                list_id=_first(chain, f"{W}pPr/{W}numPr/{W}numId"),
                list_level=whole(_first(chain, f"{W}pPr/{W}numPr/{W}ilvl")),
            ),
        )


def _chain(style: Element, known: dict[str, Element]) -> Iterator[Element]:
    for _ in range(20):
        yield style
        below = known.get(value(style.find(W + "basedOn")))
        if below is None:
            return
        style = below


def _first(chain: Iterable[Element], path: str) -> str:
    return next((value(found) for style in chain if (found := style.find(path)) is not None), "")


def _footnotes(package: Package) -> Iterator[tuple[str, str]]:
    root = package.xml_if("word/footnotes.xml")
    for note in root.iter(W + "footnote") if root is not None else ():
        words = (t.text or "" for t in _shown(note) if t.tag == W + "t")
        yield note.get(W + "id", ""), "".join(words).strip()
