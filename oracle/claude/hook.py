"""Which tool call of the model may happen: one Read of the offered view, once. Any other is a reason to end it all.

Pure but for its memory. Owns the decision and the record of what was called.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from oracle.claude.protocol import Json
from oracle.display import clean

SHOWN = 200
_LINES = ("offset", "limit")
_PAGES = re.compile(r"[0-9, -]{0,20}")
"""What Read also takes are parts of a text or pages of a PDF, nothing to a picture; models name them all the same."""

TOOL = "tool_use"
_CALLS = ("tool_use", "tool_result")


class OneRead:
    """The decision for one answer. `view` is the only path that may be read, `None` when nothing may.

    `shows` says whether a picture, as it stands in the stream, is the one that lies there.
    """

    def __init__(self, view: str | None, shows: Callable[[object], bool] = lambda data: True) -> None:
        self._view, self.shows = view, shows
        self._made: dict[str, str] = {}
        self._told: set[str] = set()
        self.chosen: str | None = None
        """Id of the first call that may happen, whether or not it was asked for yet."""
        self.granted: str | None = None
        """Id of the call that was allowed."""
        self.seen = False
        """Whether its result was the image: it went to the model."""

    def may(self, tool: str, given: object, call: str) -> bool:
        """Whether a call that the stream shows is the one that may happen. Shown twice, it is two calls."""
        again = call in self._told
        self._told.add(call)
        return self.fits(tool, given, call) and not again

    def decide(self, tool: str, given: object, call: str) -> bool:
        """Whether a call that our hook is asked about may happen. Yes is said once."""
        if not self.fits(tool, given, call) or self.granted is not None:
            return False
        self.granted = call
        return True

    def fits(self, tool: str, given: object, call: str) -> bool:
        """Whether a call is the one that may happen: the first that reads the view. It is remembered."""
        self._made.setdefault(call, _call(tool, given))
        fits = self._is_the_view(tool, given)
        if fits and self.chosen is None:
            self.chosen = call
        return fits and call == self.chosen

    @property
    def refused(self) -> tuple[str, ...]:
        """Every call but the granted one, as `Tool(argument)`, in order."""
        return tuple(shown for call, shown in self._made.items() if call != self.granted)

    def name(self, call: str) -> str:
        """A call as `Tool(argument)`, fit to be shown."""
        return self._made.get(call) or clean(call, one_line=True)[:SHOWN]

    def _is_the_view(self, tool: str, given: object) -> bool:
        if self._view is None or tool != "Read" or not isinstance(given, Mapping):
            return False
        others = {name: value for name, value in given.items() if name != "file_path"}
        return given.get("file_path") == self._view and all(
            _is_pages(value) if name == "pages" else name in _LINES and type(value) is int
            for name, value in others.items()
        )


def _is_pages(value: object) -> bool:
    return isinstance(value, str) and bool(_PAGES.fullmatch(value))


def _call(tool: str, given: object) -> str:
    name, shown = clean(tool, one_line=True)[:SHOWN] or "?", _shown(given)
    return f"{name}({shown})" if shown else name


def _shown(given: object) -> str:
    if isinstance(given, Mapping) and len(given) == 1:
        given = next(iter(given.values()))
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    text = clean(text[: 2 * SHOWN], one_line=True)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def is_call(block: object) -> bool:
    """Whether a content block of the model's is a tool call of any kind, made here or at the service."""
    return isinstance(block, dict) and str(block.get("type")).endswith(_CALLS)


def tool_calls(content: list[Json]) -> list[tuple[str, object, str]]:
    """The tool calls among the model's content blocks: name, input, id."""
    return [(tool_name(block), block.get("input"), str(block.get("id"))) for block in content if is_call(block)]


def tool_name(block: Json) -> str:
    """What is called; a call of another kind than ours carries its kind, so that no name makes it ours."""
    kind, name = str(block.get("type")), str(block.get("name") or "")
    return name if kind == TOOL else f"{kind} {name}".strip()
