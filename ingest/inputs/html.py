"""Web pages by justhtml, an HTML5 parser. The only module that imports `justhtml`.

Nothing is fetched or executed: scripts, styles, menus, forms and what the page hides are left out, a picture is kept
only when the file itself holds it.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any, Final

from justhtml import JustHTML

from ingest.contracts import BlockRole
from ingest.inputs.manuscript import Manuscript, Span

# fmt: off
_DROPPED: Final = frozenset({
    "script", "style", "head", "template", "noscript", "svg", "math", "iframe", "object", "embed", "video", "audio",
    "canvas", "nav", "form", "button", "select", "input", "textarea", "dialog",
})
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "header", "hgroup", "html", "li", "main", "ol", "p", "pre", "section", "summary", "ul",
    "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
})
# fmt: on
_HEADING: Final = re.compile(r"h[1-6]")
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0", re.IGNORECASE)
_DATA: Final = re.compile(r"data:image/[\w.+-]+;base64,", re.IGNORECASE)
_DEEPEST: Final = 200

Node = Any


def write_html(data: bytes | str, page: Manuscript) -> None:
    """The text of a web page: what stands in `main` or the only article, if the page says so, else all of it."""
    root = JustHTML(data, sanitize=False).root
    _Writer(page).flow(_content(root))


def _content(root: Node) -> Node:
    for name in ("main", "article"):
        found = [node for node in _walk(root) if node.name == name]
        if len(found) == 1:
            return found[0]
    return root


def _walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children or ()))


def _is_shown(node: Node) -> bool:
    attributes = node.attrs or {}
    return (
        node.name not in _DROPPED
        and "hidden" not in attributes
        and attributes.get("aria-hidden") != "true"
        and not _HIDDEN.search(attributes.get("style") or "")
    )


class _Writer:
    """Gathers inline text until a block begins or ends."""

    def __init__(self, page: Manuscript) -> None:
        self._page = page
        self._text: list[str] = []
        self._lists: list[int | None] = []
        self._mark = ""
        self._roles: list[BlockRole] = []

    def flow(self, node: Node, depth: int = 0) -> None:
        for child in node.children or ():
            name = child.name
            if name == "#text":
                self._text.append(_collapsed(child.data or "", node.name))
            elif name == "br":
                self._text.append("\n")
            elif name == "img":
                self._picture(child)
            elif name.startswith(("#", "!")) or not _is_shown(child):
                continue
            elif depth > _DEEPEST:
                self._text.append(words(child))
            elif name in _BLOCKS:
                self._flush()
                self._enter(child, depth)
                self._flush()
            else:
                self.flow(child, depth + 1)
        if depth == 0:
            self._flush()

    def _enter(self, node: Node, depth: int) -> None:
        if _HEADING.fullmatch(node.name):
            self._page.heading(words(node), int(node.name[1]))
        elif node.name == "table" and not _is_layout(node):
            for caption in node.children or ():
                if caption.name == "caption":
                    self._page.block(words(caption), "caption")
            self._page.table(list(_rows(node)))
        elif node.name in {"ul", "ol"}:
            self._lists.append(_number(node.attrs, "start", 1) if node.name == "ol" else None)
            self.flow(node, depth + 1)
            self._lists.pop()
        elif node.name == "li":
            self._item(node, depth)
        elif node.name in {"aside", "figcaption"}:
            self._roles.append("sidebar" if node.name == "aside" else "caption")
            self.flow(node, depth + 1)
            self._flush()
            self._roles.pop()
        else:
            self.flow(node, depth + 1)

    def _item(self, node: Node, depth: int) -> None:
        number = self._lists[-1] if self._lists else None
        self._mark = "• " if number is None else f"{number}. "
        if number is not None:
            self._lists[-1] = number + 1
        self.flow(node, depth + 1)
        self._flush()
        self._mark = ""

    def _flush(self) -> None:
        text = "".join(self._text)
        self._text = []
        if text.strip():
            role: BlockRole = self._roles[-1] if self._roles else "list" if self._lists else "text"
            self._page.block(self._mark + text.strip(), role)
            self._mark = ""

    def _picture(self, node: Node) -> None:
        source, words = (node.attrs or {}).get("src") or "", (node.attrs or {}).get("alt") or ""
        if found := _DATA.match(source):
            try:
                self._page.picture(base64.b64decode(source[found.end() :], validate=True), words)
            except (binascii.Error, ValueError):
                return
        elif words:
            self._text.append(f" {words} ")


def _collapsed(text: str, parent: str) -> str:
    return text if parent == "pre" else re.sub(r"\s+", " ", text)


def words(node: Node) -> str:
    """All shown text below a node; blocks and breaks as line breaks."""
    parts: list[str] = []
    waiting: list[Node | str] = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, str):
            parts.append(current)
        elif current.name == "#text":
            parts.append(re.sub(r"\s+", " ", current.data or ""))
        elif current.name == "br":
            parts.append("\n")
        elif current.name == "img":
            parts.append((current.attrs or {}).get("alt") or "")
        elif not current.name.startswith(("#", "!")) and _is_shown(current):
            around = ["\n"] if current.name in _BLOCKS or current.name in {"td", "th", "tr"} else []
            waiting.extend([*around, *reversed(current.children or ()), *around])
    return "".join(parts)


def _is_layout(table: Node) -> bool:
    """A table that only arranges the page: it says so, or holds headings or other tables."""
    if (table.attrs or {}).get("role") in {"presentation", "none"}:
        return True
    inside = [node.name for node in _walk(table) if node is not table]
    return "table" in inside or any(_HEADING.fullmatch(name) for name in inside)


def _rows(table: Node) -> Iterator[list[Span]]:
    for row in _walk(table):
        if row.name == "tr":
            cells = [cell for cell in row.children if cell.name in {"td", "th"}]
            yield [
                Span(
                    words(cell),
                    _number(cell.attrs, "rowspan", 1),
                    _number(cell.attrs, "colspan", 1),
                    header=cell.name == "th",
                )
                for cell in cells
            ]


def _number(attributes: dict[str, str | None] | None, name: str, default: int) -> int:
    value = (attributes or {}).get(name) or ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else default
