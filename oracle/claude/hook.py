"""Which tool call of the model may happen: one Read of the offered view, once. Everything else is refused.

Pure but for its memory. Owns the decision and the record of what was refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from oracle.claude.protocol import Json

_SHOWN = 200
_HARMLESS = frozenset({"file_path", "offset", "limit"})
ONCE = "The page was read already. Answer now, from what you have."
NOTHING = "Not allowed. Only the offered page can be read, once. Answer now, from what you have."


class OneRead:
    """The decision for one answer. `view` is the only path that may be read, `None` when nothing may."""

    def __init__(self, view: str | None) -> None:
        self._view = view
        self._asked: dict[str, str] = {}
        self.granted: str | None = None
        """Id of the call that was allowed."""

    def decide(self, tool: str, given: object, call: str) -> tuple[bool, str]:
        """Whether this call may happen, and what the model is told."""
        self.saw(tool, given, call)
        if not self._is_the_view(tool, given):
            return False, NOTHING
        if self.granted is not None:
            return False, ONCE
        self.granted = call
        return True, "This page, once."

    def saw(self, tool: str, given: object, call: str) -> None:
        """Remember a call that the model made, whether or not anybody asked us."""
        self._asked[call] = f"{tool}({_shown(given)})"

    @property
    def refused(self) -> tuple[str, ...]:
        """Every call but the granted one, as `Tool(argument)`, in order."""
        return tuple(shown for call, shown in self._asked.items() if call != self.granted)

    def name(self, call: str) -> str:
        """A call as `Tool(argument)`."""
        return self._asked.get(call, call)

    def _is_the_view(self, tool: str, given: object) -> bool:
        if self._view is None or tool != "Read" or not isinstance(given, Mapping):
            return False
        return given.get("file_path") == self._view and _HARMLESS.issuperset(given)


def _shown(given: object) -> str:
    if isinstance(given, Mapping) and len(given) == 1:
        given = next(iter(given.values()))
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def tool_uses(content: list[Json]) -> list[tuple[str, object, str]]:
    """The tool calls among content blocks: name, input, id."""
    return [(str(b.get("name")), b.get("input"), str(b.get("id"))) for b in content if b.get("type") == "tool_use"]
