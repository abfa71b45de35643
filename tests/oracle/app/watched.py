"""Which keys there are, and which of them were pressed and did something.

The first from the `BINDINGS` of every screen and widget of the app, the second as the app dispatches them: a key that
is only said to be tested is not in it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textual.binding import Binding
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.widget import Widget

import oracle.app
from oracle.app.app import OracleApp
from oracle.app.screens.table import TableScreen
from oracle.app.widgets.rows import Rows

Key = tuple[str, str, str]
"""The screen, the class that has the binding, the key."""

OVER = frozenset({"f1", "ctrl+p", "ctrl+l"})
"""Keys of the app that must be tried on every screen; the others once, at the table."""


def every_binding() -> Iterator[tuple[type[DOMNode], Binding]]:
    """Each key of each screen and widget, with the class that has it."""
    for module in pkgutil.walk_packages(oracle.app.__path__, "oracle.app."):
        importlib.import_module(module.name)
    for owner in _ours(DOMNode):
        for binding in Binding.make_bindings(vars(owner).get("BINDINGS", ())):
            yield owner, binding


def _ours(base: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for each in base.__subclasses__():
        if each.__module__.startswith("oracle.app"):
            yield each
        yield from _ours(each)


class Watched(OracleApp):
    """The app; `met` holds every key of every screen that was there, `pressed` those that were pressed and taken."""

    CSS_PATH = Path(oracle.app.__file__).with_name("app.tcss")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.met: set[Key] = set()
        self.pressed: set[Key] = set()
        self._typed = self._on = ""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        self._typed, self._on = key, type(self.screen).__name__
        self.met |= set(_there(self))
        try:
            return await super()._check_bindings(key, priority)
        finally:
            self._typed = ""

    async def run_action(self, action: Any, default_namespace: DOMNode | None = None, namespaces: Any = None) -> bool:
        typed, self._typed = self._typed, ""
        done = await super().run_action(action, default_namespace, namespaces)
        if done and typed and default_namespace is not None:
            self.pressed |= {(self._on, owner, typed) for owner in _owners(type(default_namespace), typed, action)}
        self._typed = "" if done else typed
        return done


def _there(app: OracleApp) -> Iterator[Key]:
    """Every key of the screen on top, whatever has the focus."""
    screen = app.screen
    if not type(screen).__module__.startswith("oracle.app") or isinstance(screen, CommandPalette):
        return
    own = Binding.make_bindings(type(screen).BINDINGS)
    first = {binding.key for binding in own if binding.priority}
    for node in (app, *screen.walk_children(with_self=True)):
        for owner in type(node).__mro__:
            for binding in Binding.make_bindings(vars(owner).get("BINDINGS", ())):
                ours = owner.__module__.startswith("oracle.app")
                elsewhere = node is app and binding.key not in OVER and not isinstance(screen, TableScreen)
                shadowed = binding.key in _nearer(type(node), owner) or (node is not screen and binding.key in first)
                if ours and not elsewhere and not shadowed and node.is_attached and _can(node):
                    yield type(screen).__name__, owner.__name__, binding.key


def _can(node: DOMNode) -> bool:
    """Whether it, or something in it, can have the focus: else its keys are no keys."""
    return not isinstance(node, Widget) or node.focusable or not isinstance(node, Rows)


def _nearer(kind: type, owner: type) -> set[str]:
    """The keys that a class between binds anew."""
    between = kind.__mro__[: kind.__mro__.index(owner)]
    return {each.key for near in between for each in Binding.make_bindings(vars(near).get("BINDINGS", ()))}


def _owners(kind: type, key: str, action: Any) -> Iterator[str]:
    """The class, of this one and those that it is made from, that binds the key to the action."""
    for owner in kind.__mro__:
        for binding in Binding.make_bindings(vars(owner).get("BINDINGS", ())):
            if (binding.key, binding.action) == (key, action):
                yield owner.__name__
                return
