"""HTML that this program writes: every text escaped, pictures inlined, one file that needs nothing else.

Owns elements, escaping and the frame of a document. Knows no page and no icon.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

_EMPTY: Final = frozenset({"img", "br", "hr", "meta", "input"})
_TYPES: Final = {".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}
GENERATOR: Final = "rules-oracle"
"""The program that wrote a document, as the document says: what it wrote it may write anew."""

_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class Html(str):
    """Text that is HTML already. Any other text is escaped when it becomes part of an element."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: str | None) -> Html:
    """One element. `class_` names the class; an attribute that is `None` is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if tag in _EMPTY:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(children)}</{tag}>")


def joined(parts: Iterable[str]) -> Html:
    """Parts one after the other, what is not HTML escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def picture(file: Path, words: str, **attributes: str | None) -> Html:
    """A picture inlined, `words` in its place where it cannot be shown or is not there."""
    if not file.is_file():
        return element("span", words, class_="missing")
    data = base64.b64encode(file.read_bytes()).decode("ascii")
    return element("img", src=f"data:{_TYPES.get(file.suffix, 'image/png')};base64,{data}", alt=words, **attributes)


def document(title: str, language: str, style: str, *body: str) -> str:
    """A whole document, which may load nothing and run nothing."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width"),
        element("meta", name="generator", content=GENERATOR),
        element("title", title),
        Html(f"<style>{style}</style>"),
    )
    page = element("html", head, element("body", *body), lang=language)
    return f"<!doctype html>\n{page}\n"
