"""The keys of the app that can be changed: `[keys]` of config.toml, an action and the key that does it.

Owns their names, the keys they have by default, and which keys there are to choose from. The app's own bindings say the
same; a test holds them together, so that a setting can be checked without the app being loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final

from oracle.errors import ConfigError

TABLE: Final = "keys"
DEFAULTS: Final[Mapping[str, str]] = {
    "game": "ctrl+g",
    "page": "f4",
    "history": "ctrl+r",
    "copy": "ctrl+y",
    "star": "ctrl+s",
    "export": "ctrl+e",
    "older": "ctrl+up",
    "dispute": "ctrl+d",
    "house": "ctrl+t",
    "ruling": "ctrl+o",
    "sheet_setup": "f2",
    "sheet_turn": "f3",
    "good": "f8",
    "bad": "f9",
    "fresh": "ctrl+n",
    "retry": "f5",
    "doctor": "f6",
    "help": "f1",
    "commands": "ctrl+p",
    "language": "ctrl+l",
    "quit": "ctrl+q",
    "picture": "v",
    "next_page": "n",
    "previous_page": "p",
    "zoom": "z",
    "outside": "o",
}
ON_PAGE: Final = frozenset({"picture", "next_page", "previous_page", "zoom", "outside"})
"""What works on a page alone, where nobody types: a letter does."""

_CHOICE: Final = re.compile(r"ctrl\+([a-z]|up|down|left|right|home|end)|alt\+[a-z]|f([1-9]|1\d|2[0-4])")
_LETTER: Final = re.compile(r"[a-z]")
_TAKEN: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m"), "Backspace, Tab, Enter"),
    **dict.fromkeys(("ctrl+c", "ctrl+down", "f7"), "the app"),
    **dict.fromkeys("hjkl", "the page"),
    **dict.fromkeys(("ctrl+a", "ctrl+k", "ctrl+u", "ctrl+w", "ctrl+v", "ctrl+left", "ctrl+right"), "the box"),
}
"""What terminals send for other keys, and what has its meaning wherever one types."""

Bad = Callable[[str, object, str], ConfigError]


def read(table: object, bad: Bad) -> Mapping[str, str]:
    """The keys that are changed. Raises what `bad` makes of an action or a key that is none, or a key that does two."""
    if table is None:
        return {}
    if not isinstance(table, dict):
        raise bad(TABLE, table, "a table")
    for name, key in table.items():
        _check(name, key, bad)
    _check_once({**DEFAULTS, **table}, table, bad)
    return dict(table)


def _check(name: str, key: object, bad: Bad) -> None:
    if name not in DEFAULTS:
        near = get_close_matches(name, DEFAULTS, n=1)
        raise bad(TABLE, name, near[0] if near else " | ".join(DEFAULTS))
    if not isinstance(key, str) or not _can_be(name, key) or key in _TAKEN:
        why = f" ({_TAKEN[key]})" if isinstance(key, str) and key in _TAKEN else ""
        letters = "a … z | " if name in ON_PAGE else ""
        raise bad(f"{TABLE}.{name}", f"{key}{why}", f"{letters}ctrl+a … ctrl+z | alt+a … alt+z | f1 … f24")


def _can_be(name: str, key: str) -> bool:
    return bool(_CHOICE.fullmatch(key) or (name in ON_PAGE and _LETTER.fullmatch(key)))


def _check_once(all_keys: Mapping[str, str], changed: Mapping[str, str], bad: Bad) -> None:
    for name in changed:
        other = next((each for each, key in all_keys.items() if each != name and key == all_keys[name]), None)
        if other is not None:
            raise bad(f"{TABLE}.{name}", f"{changed[name]} (= {TABLE}.{other})", "another key")
