"""A part of the conversation that can be folded: its widgets go, what they said and the room they took stay.

Owns taking the widgets out and putting the same ones back. Who is folded when, is for `talk` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import isawaitable

from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Static

from oracle.app.widgets.answer_text import AnswerText


@dataclass(frozen=True)
class Kept:
    """What it takes to make a widget again: a text, an answer or a box of others, shown or not."""

    shown: Visual | str | tuple[Kept, ...]
    classes: str
    display: bool

    def made(self) -> Widget:
        """The widget."""
        if isinstance(self.shown, str):
            widget: Widget = AnswerText(self.shown)
        elif isinstance(self.shown, tuple):
            widget = Vertical(*(each.made() for each in self.shown), classes=self.classes)
        else:
            widget = Static(self.shown, classes=self.classes)
        widget.display = self.display
        return widget


class Unkept(Exception):
    """A widget of which nobody knows how to make it again."""


def keep(widget: Widget) -> Kept:
    """What it takes to make `widget` again. Raises `Unkept`."""
    if type(widget) is AnswerText:
        shown: Visual | str | tuple[Kept, ...] = widget.source
    elif type(widget) is Vertical:
        shown = tuple(keep(child) for child in widget.children)
    elif type(widget) is Static:
        shown = widget.visual
    else:
        raise Unkept(type(widget).__name__)
    return Kept(shown, " ".join(widget.classes), widget.display)


class Foldable(Vertical):
    """Stays in the conversation, its parts there or not."""

    virtual_size = Reactive(Size(0, 0), layout=False)  # as in `answer_text`: it does not scroll

    @dataclass
    class Unfolded(Message):
        """Its parts are there again and take another room than was thought."""

        exchange: Foldable

    def __init__(self, classes: str) -> None:
        super().__init__(classes=classes)
        self._kept: tuple[Kept, ...] | None = None
        self._room: int | None = None
        self._put_off: dict[str, Callable[[], object]] = {}

    @property
    def folded(self) -> bool:
        """Whether its parts are away."""
        return self._kept is not None

    @property
    def rows(self) -> int:
        """The rows that it takes; while it is folded, those that it took."""
        return self.size.height if self._room is None else self._room

    def scale(self, by: float) -> None:
        """While it is folded the conversation became narrower or wider: a guess, until it is unfolded."""
        self._room = max(1, round(self.rows * by))

    @property
    def at_rest(self) -> bool:
        """Whether nothing more will come, and nothing in it is selected."""
        return self.size.height > 0 and not any(self in widget.ancestors for widget in self.screen.selections)

    async def fold(self) -> None:
        """Take the parts out, unless they cannot be made again."""
        try:
            kept = tuple(keep(child) for child in self.children)
        except Unkept:
            return
        self._room, self._kept = self.rows, kept
        self.styles.height = self._room
        for widget in self.walk_children(Widget):
            widget._styles_cache.clear()  # what was drawn: Textual holds on to a thousand of them
        await self.remove_children()
        self._let_go()

    def _let_go(self) -> None:
        """Textual remembers its children until it looks at them again, and what is hidden it never looks at."""
        self._clear_arrangement_cache()
        self._query_one_cache.clear()
        len(self.displayed_children)

    async def unfold(self) -> None:
        """Put them back and do what was put off. Until they are laid out it counts as high as it was."""
        kept, self._kept = self._kept or (), None
        self.display = True
        await self.mount_all([each.made() for each in kept])
        waiting, self._put_off = list(self._put_off.values()), {}
        for work in waiting:
            if isawaitable(done := work()):
                await done
        self.styles.height = None

    def on_resize(self) -> None:
        """It was laid out: from now on it is as high as it is."""
        room = self._room
        if room is not None and not self.folded:
            self._room = None
            if room != self.size.height:
                self.post_message(self.Unfolded(self))

    def put_off(self, name: str, work: Callable[[], object]) -> bool:
        """If it is folded, do `work` when it no longer is, instead of what was put off under that name before."""
        if self.folded:
            self._put_off[name] = work
        return self.folded
