"""Markdown by markdown-it-py: headings, items, tables, boxes, paragraphs. The only module that imports it.

Everything in it is data: links are their words, pictures their descriptions. Of its HTML, marks that only arrange the
page are left out; all else stays literal and is never obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from ingest.contracts import BlockRole
from ingest.inputs.manuscript import Manuscript, Span

_BREAK: Final = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_PICTURE: Final = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_ALT: Final = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ARRANGING: Final = re.compile(
    r"</?(?:b|big|center|details|div|em|figcaption|figure|font|hr|i|kbd|mark|p|picture|s|small|source|span|strong|sub|"
    r"summary|sup|u|wbr)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_FILE_NAME: Final = re.compile(r"[^\s]+\.(?:png|jpe?g|gif|svg|webp)", re.IGNORECASE)
_ALERT: Final = re.compile(r"\[!(\w+)\]\s*")
_TITLE: Final = re.compile(r'^"([^"]*)"')
_BOXES: Final = frozenset({"blockquote", "admonition"})


def write_markdown(text: str, page: Manuscript) -> None:
    """The blocks of a Markdown file."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(admon_plugin)
    _Writer(page).write(parser.parse(text))


class _Writer:
    """Walks the tokens once. An item's mark goes before its first paragraph; a table and a box are kept whole."""

    def __init__(self, page: Manuscript) -> None:
        self._page = page
        self._lists: list[int | None] = []
        self._mark = ""
        self._rows: list[list[Span]] = []
        self._box: list[str] = []
        self._depth = 0

    def write(self, tokens: Sequence[Token]) -> None:
        for i, token in enumerate(tokens):
            if token.type == "inline":
                self._inline(tokens[i - 1], plain(token.children or ()))
            elif token.type in {"fence", "code_block"}:
                self._block(token.content)
            elif token.type == "tr_open":
                self._rows.append([])
            elif token.type == "table_close":
                self._page.table(self._rows)
                self._rows = []
            elif token.type.rpartition("_")[0] in _BOXES:
                self._edge(token.nesting)
            else:
                self._list(token)

    def _edge(self, nesting: int) -> None:
        """A box begins or ends; one in another is part of it."""
        self._depth += nesting
        if self._depth == 0:
            self._page.block("\n".join(self._box), "sidebar")
            self._box = []

    def _list(self, token: Token) -> None:
        if token.type == "bullet_list_open":
            self._lists.append(None)
        elif token.type == "ordered_list_open":
            self._lists.append(int(token.attrGet("start") or 1))
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            self._lists.pop()
        elif token.type == "list_item_open":
            number = self._lists[-1]
            self._mark = "• " if number is None else f"{number}. "
            if number is not None:
                self._lists[-1] = number + 1

    def _inline(self, opening: Token, text: str) -> None:
        if opening.type == "heading_open" and not self._depth:
            self._page.heading(text, int(opening.tag[1:]))
        elif opening.type in {"th_open", "td_open"}:
            self._rows[-1].append(Span(text, header=opening.type == "th_open"))
        elif opening.type == "admonition_title_open":
            self._box.append(_TITLE.sub(r"\1", text))
        else:
            self._block(text)

    def _block(self, text: str) -> None:
        text = self._mark + text
        self._mark = ""
        if self._depth:
            self._box.append(_ALERT.sub("", text))
        else:
            role: BlockRole = "list" if self._lists else "text"
            self._page.block(text, role)


def plain(tokens: Sequence[Token]) -> str:
    """The words of inline tokens, without their marks and without HTML that only arranges the page."""
    return unarranged("".join(map(_words, tokens)))


def unarranged(text: str) -> str:
    """A text without the HTML that says nothing; any other stays as it is."""
    text = _PICTURE.sub(_described, _BREAK.sub("\n", _COMMENT.sub("", text)))
    return _ARRANGING.sub("", text)


def _described(found: re.Match[str]) -> str:
    alt = _ALT.search(found[0])
    words = (alt[1] or alt[2] or "").strip() if alt else ""
    return "" if _FILE_NAME.fullmatch(words) else words


def _words(token: Token) -> str:
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak":
        return "\n"
    if token.type == "image":
        words = plain(token.children or ())
        return "" if _FILE_NAME.fullmatch(words) else words
    return token.content
