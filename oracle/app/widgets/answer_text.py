"""The words of an answer: Textual's Markdown, of as few widgets as can be and laid out once a piece.

Owns how paragraphs and lists become widgets. Textual lays out twice what grows, for the sake of scrollbars; nothing
here has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.selection import Selection
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock, MarkdownFence

from oracle.app.widgets.lists import Item, Items
from oracle.app.widgets.parsing import parser


class Paragraph(MarkdownBlock):
    """Some sentences."""

    virtual_size = Reactive(Size(0, 0), layout=False)

    async def _update_from_block(self, block: MarkdownBlock) -> None:
        if isinstance(block, Paragraph):
            self.set_content(block._content)
            self._copy_context(block)
        else:
            await super()._update_from_block(block)


class ListBlock(MarkdownBlock):
    """A whole list, with the lists in it."""

    virtual_size = Reactive(Size(0, 0), layout=False)

    def compose(self) -> ComposeResult:
        """Nothing inside: it is one widget."""
        return iter(())

    def gather(self) -> None:
        """Take the items that were read, before they are mounted: it is laid out once."""
        self.update(Items(tuple(_items(self))))

    async def _update_from_block(self, block: MarkdownBlock) -> None:
        if isinstance(block, ListBlock):
            self.update(block.content)
            self._copy_context(block)
        else:
            await super()._update_from_block(block)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """What of it was selected with the mouse."""
        return selection.extract(str(self.content)), "\n"


def _items(listed: MarkdownBlock, indent: str = "") -> Iterator[Item]:
    """The items of a list under each other; whatever else stands in one is told as text."""
    bullets = [_bullet(block) for block in listed._blocks]
    widest = max(map(len, bullets), default=0)
    for block, bullet in zip(listed._blocks, bullets, strict=True):
        inside = list(_inside(block, indent + " " * widest))
        if inside:
            yield Item(indent + bullet.rjust(widest), inside[0].content)
            yield from inside[1:]


def _bullet(item: MarkdownBlock) -> str:
    """A bullet as Textual gives it, or a number, to which it gives nothing."""
    bullet = str(getattr(item, "bullet", ""))
    return f"{bullet}. " if bullet.isdigit() else bullet


def _inside(block: MarkdownBlock, indent: str) -> Iterator[Item]:
    for each in block._blocks:
        if isinstance(each, ListBlock):
            yield from _items(each, indent)
        elif isinstance(each, MarkdownFence):
            yield Item(indent, Content(each.code))
        else:
            if each._content:
                yield Item(indent, each._content)
            yield from _inside(each, indent)


class AnswerText(Markdown):
    """Markdown whose lists are one widget each and whose links lead nowhere by themselves."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    BLOCKS = {  # noqa: RUF012 - as in Textual
        **Markdown.BLOCKS,
        "paragraph_open": Paragraph,
        "bullet_list_open": ListBlock,
        "ordered_list_open": ListBlock,
    }

    def __init__(self, text: str | None = None) -> None:
        super().__init__(text, classes="answer", open_links=False, parser_factory=parser)

    def _parse_markdown(self, tokens: Iterable[Any]) -> Iterable[MarkdownBlock]:
        for block in super()._parse_markdown(tokens):
            if isinstance(block, ListBlock):
                block.gather()
            yield block
