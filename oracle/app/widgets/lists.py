"""A list as one thing to show: every item behind its bullet, wrapped under itself.

Knows no widget. Textual's own list mounts four widgets an item, and all of them anew with each piece of a stream.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

BULLET = "$text-primary"


@dataclass(frozen=True)
class Item:
    """One paragraph of a list. `bullet` is as wide as the paragraph is set in, also where it is blank."""

    bullet: str
    content: Content

    def room(self, width: int) -> int:
        """Cells for the words."""
        return max(1, width - cell_len(self.bullet))


class Items(Visual):
    """Items under each other."""

    def __init__(self, items: Sequence[Item] = ()) -> None:
        self._items = tuple(items)

    def __str__(self) -> str:
        """The words, without bullets."""
        return "\n".join(item.content.plain for item in self._items)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Every row of every item."""
        strips: list[Strip] = []
        above = 0
        for item in self._items:
            strips += _rows(item, above, width, style, options)
            above += item.content.plain.count("\n") + 1
        return strips if height is None else strips[:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """As wide as the widest item on one row."""
        return max((cell_len(item.bullet) + item.content.cell_length for item in self._items), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Rows of all items."""
        return sum(item.content.get_height(rules, item.room(width)) for item in self._items)


def _rows(item: Item, above: int, width: int, style: Style, options: RenderOptions) -> Iterator[Strip]:
    """Textual counts lines from the top of a text to know which are selected: those `above` are rendered, not shown."""
    text = Content.assemble("\n" * above, item.content)
    words = text.render_strips(item.room(width), None, style, options)[above:]
    blank = Segment(" ", style.rich_style)
    for row, strip in enumerate(words):
        sign = item.bullet.strip() if row == 0 else ""
        before = item.bullet.index(sign) if sign else 0
        after = cell_len(item.bullet) - before - cell_len(sign)
        yield Strip([blank] * before + _sign(sign, style, options) + [blank] * after + list(strip))


def _sign(sign: str, style: Style, options: RenderOptions) -> list[Segment]:
    plain = RenderOptions(options.get_style, options.rules)
    return [segment for strip in Content.styled(sign, BULLET).render_strips(9, 1, style, plain) for segment in strip][
        :1
    ]
