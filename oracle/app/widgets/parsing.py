"""How an answer's Markdown is read: as on every Markdown page, but no address becomes a link by itself.

The only module of the app that imports markdown_it. To look for addresses takes 80 ms to set up, on the UI thread,
while an answer begins to come; and none of them would be followed.
"""

from __future__ import annotations

from markdown_it import MarkdownIt


def parser() -> MarkdownIt:
    """A parser for one answer."""
    return MarkdownIt("gfm-like", {"linkify": False})
