"""The keys that work now, in the user's language; each can be clicked or touched.

Textual's own footer shows binding descriptions as they stand in the class; ours are text keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from oracle.config.pressed import DEFAULTS
from oracle.texts import Texts

LAST = Binding.Group("last")
"""The group of keys that stand after all others: the first to go where there is no room."""


PALETTE = "command_palette"
SPACE = 2
OURS = "app.key."
_LATER = (PALETTE, "help", "quit")  # the app's own stand after those of a screen


class Key(Static):
    """One key and what it does; a click presses it."""

    def __init__(self, binding: Binding, shown: str, label: str) -> None:
        self.words = f"{shown} {label}"
        super().__init__(Content.assemble((shown, "bold $footer-key-foreground"), f" {label}"))
        self.key, self.action = binding.key, binding.action

    @property
    def room(self) -> int:
        """The columns that it takes, with the space after it."""
        return cell_len(self.words) + SPACE

    def on_click(self) -> None:
        """As if it had been typed."""
        self.app.simulate_key(self.key)


class KeyBar(Horizontal, can_focus=False):
    """Shows bindings of the screen with `show=True`, once an action, as many as there is room for."""

    def __init__(self, say: Texts) -> None:
        super().__init__()
        self._say = say

    def on_mount(self) -> None:
        """Follow the focus: other widgets, other keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def on_resize(self) -> None:
        """More room, more keys."""
        self.call_after_refresh(self.recompose)

    def _changed(self, _screen: Screen[object]) -> None:
        if self.is_attached:
            self.call_after_refresh(self.recompose)

    def compose(self) -> ComposeResult:
        """One clickable key an action; there is always room for the palette, which holds what has none."""
        keys = [self._key(binding) for binding in sorted(self._bindings_shown(), key=_place)]
        room = self.size.width + SPACE  # the last one needs no space after it
        kept = sum(key.room for key in keys if key.action == PALETTE)
        for key in keys:
            kept -= key.room if key.action == PALETTE else 0
            if key.room <= room - kept:
                room -= key.room
                yield key

    def _key(self, binding: Binding) -> Key:
        return Key(binding, self.app.get_key_display(binding), self._say(binding.description))

    def _bindings_shown(self) -> Iterator[Binding]:
        seen: set[str] = set()
        for _, binding in working(self.screen):
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                yield binding


def working(screen: Screen[object]) -> Iterator[tuple[DOMNode, Binding]]:
    """Our keys that work on a screen now, each with whose it is; those of the app work on every screen."""
    active = screen.active_bindings
    yield from ((each.node, each.binding) for each in active.values() if each.enabled and is_ours(each.binding))
    chain = (bindings for node, bindings in screen._binding_chain if node is screen.app)
    own = [binding for bindings in chain for _, binding in bindings if binding.priority and is_ours(binding)]
    yield from ((screen.app, binding) for binding in own if binding.key not in active)


def moves(binding: Binding) -> bool:
    """Whether a key only moves what is looked at: nobody looks for it by its name."""
    return binding.action.startswith(("scroll", "cursor_", "move("))


def _place(binding: Binding) -> int:
    if binding.group is LAST:
        return len(_LATER) + 1
    return _LATER.index(binding.action) + 1 if binding.action in _LATER else 0


def named(bindings: Iterable[Binding]) -> list[BindingType]:
    """Bindings under the names by which a configuration changes their keys: those of their labels."""
    return [_named(each, each.description.removeprefix(OURS)) for each in bindings]


def _named(binding: Binding, name: str) -> Binding:
    """Any key may be chosen for it, one of those that the box where one types has too: it comes first."""
    return replace(binding, id=name, priority=True) if name in DEFAULTS else binding


def is_ours(binding: Binding) -> bool:
    """Whether the description is one of our text keys; Textual's own are in English and not shown."""
    return binding.description.startswith(OURS)
