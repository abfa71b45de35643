"""One setting looked up: in the environment, else in the file, and checked for its type."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from ingest.embedders.providers import Provider
from oracle import providers
from oracle.config import pressed
from oracle.config.keys import variable
from oracle.errors import ConfigError

_SHORTEST, _LONGEST = 0.1, 3600
_Value = TypeVar("_Value", str, float)


class Reader:
    """Looks a dotted key up in the environment, then in the file, and checks its type."""

    def __init__(self, file: Path, table: dict[str, Any], environ: Mapping[str, str]) -> None:
        self._file, self._table, self._environ = file, table, environ

    def _find(self, key: str) -> object:
        if variable(key) in self._environ:
            return self._environ[variable(key)]
        node: object = self._table
        for part in key.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        return node

    def providers(self) -> tuple[Provider, ...]:
        """The providers of embeddings that are named."""
        return providers.read(self._find(providers.TABLE), self._environ, self._bad)

    def keys(self) -> Mapping[str, str]:
        """The keys of the app that are changed."""
        return pressed.read(self._find(pressed.TABLE), self._bad)

    def _bad(self, key: str, value: object, wanted: str) -> ConfigError:
        if variable(key) in self._environ:
            return ConfigError("config.bad_variable", name=variable(key), value=value, wanted=wanted)
        return ConfigError("config.bad_value", file=self._file, name=key, value=value, wanted=wanted)

    def text(self, key: str, default: str) -> str:
        """Text."""
        value = self._find(key)
        if value is not None and not isinstance(value, str):
            raise self._bad(key, value, "text")
        return default if value is None else value

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of these words."""
        value = self.text(key, default)
        if value not in allowed:
            raise self._bad(key, value, " | ".join(allowed))
        return value

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number between two others."""
        value = self._find(key)
        try:
            number = default if value is None else int(cast("str | int", value))
        except (TypeError, ValueError):
            raise self._bad(key, value, f"{low}–{high}") from None
        if isinstance(value, bool) or not low <= number <= high:
            raise self._bad(key, value, f"{low}–{high}")
        return number

    def real(self, key: str) -> float | None:
        """A number; `None` where there is none."""
        value = self._find(key)
        if value is None or value == "":
            return None
        try:
            number = float(cast("str | float", value))
        except (TypeError, ValueError):
            raise self._bad(key, value, "a number") from None
        if isinstance(value, bool) or not math.isfinite(number):
            raise self._bad(key, value, "a number")
        return number

    def seconds(self, key: str, default: float) -> float:
        """A time to wait."""
        value = self.real(key)
        if value is not None and not _SHORTEST <= value <= _LONGEST:
            raise self._bad(key, value, f"{_SHORTEST}–{_LONGEST} s")
        return default if value is None else value

    def flag(self, key: str) -> bool:
        """Yes or no; no where nothing is said."""
        value = self._find(key)
        known = {None: False, True: True, False: False, "true": True, "false": False}
        if isinstance(value, list | dict) or value not in known:
            raise self._bad(key, value, "true | false")
        return known[value]

    def flag_or_text(self, key: str) -> str:
        """Text; `true` where it is only switched on, empty where it is off."""
        value = self._find(key)
        if isinstance(value, bool):
            return "true" if value else ""
        text = self.text(key, "")
        return "" if text == "false" else text

    def words(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of words, one at least."""
        value = self._find(key)
        if isinstance(value, str):
            value = [word.strip() for word in value.split(",") if word.strip()]
        if value is None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
            raise self._bad(key, value, '["…", "…"]')
        return tuple(value)

    def table(self, key: str, kind: type[_Value]) -> dict[str, _Value]:
        """A table of values of one kind."""
        value = self._find(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._bad(key, value, "a table")
        try:
            return {str(name): kind(item) for name, item in value.items()}
        except (TypeError, ValueError):
            raise self._bad(key, value, kind.__name__) from None
