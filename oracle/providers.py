"""`[embedding.providers.NAME]` of the configuration: the servers that embed, by name.

Owns the keys of such a table, their types and defaults, and taking a provider's key from the variable that it names. No
key stands in the file, and none is ever shown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from ingest.embedders.providers import DEFAULTS, Provider, Secret
from oracle.errors import ConfigError

TABLE: Final = "embedding.providers"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_NUMBERS: Final = {
    "dimension": (1, 20_000),
    "max_tokens": (16, 1_000_000),
    "batch": (1, 2048),
    "batch_tokens": (16, 10_000_000),
}
_SECONDS: Final = {"timeout": (1, 3600), "query_timeout": (0.1, 60)}
_FLAGS: Final = ("keyring", "plain_key")
_TEXTS: Final = ("url", "query_prefix", "passage_prefix", "label", "ca_file")
KEYS: Final = ("kind", "key_env", "languages", *_NUMBERS, *_SECONDS, *_FLAGS, *_TEXTS)

Bad = Callable[[str, object, str], ConfigError]
"""Makes the error for a key, its value and what it must be."""


def read(node: object, environ: Mapping[str, str], bad: Bad) -> tuple[Provider, ...]:
    """Every provider: those of the table, and those that need no configuration."""
    if node is None:
        node = {}
    if not isinstance(node, dict):
        raise bad(TABLE, "…", "a table")
    tables = {**{name: {} for name in DEFAULTS}, **node}
    return tuple(_provider(str(name), table, environ, bad) for name, table in tables.items())


def typed(name: str, value: str) -> object:
    """`value` as the type that key `name` of a provider has in the file."""
    if name in _NUMBERS and value.isdecimal():
        return int(value)
    if name in _FLAGS and value in ("true", "false"):
        return value == "true"
    if name == "languages":
        return [word.strip() for word in value.split(",") if word.strip()]
    try:
        return float(value) if name in _SECONDS else value
    except ValueError:
        return value


def shown(providers: tuple[Provider, ...]) -> dict[str, dict[str, object]]:
    """What is configured of each, its key hidden."""
    return {p.name: told for p in providers if (told := _told(p, DEFAULTS.get(p.name, Provider(p.name, "openai", ""))))}


def _told(provider: Provider, default: Provider) -> dict[str, object]:
    names = [field.name for field in fields(Provider) if field.name not in ("name", "key")]
    told = {n: getattr(provider, n) for n in names if getattr(provider, n) != getattr(default, n)}
    return {**told, "key": "…"} if provider.key else told


def _provider(name: str, table: object, environ: Mapping[str, str], bad: Bad) -> Provider:
    if not _NAME.fullmatch(name) or name == "fastembed":
        raise bad(TABLE, name, "a-z 0-9 - _")
    if not isinstance(table, dict):
        raise bad(f"{TABLE}.{name}", "…", "a table")
    for key in table:
        if key not in KEYS:  # a key that was put here is not to be printed
            raise bad(f"{TABLE}.{name}.{key}", "…", f"one of {', '.join(KEYS)}; the key itself: key_env, keyring")
    values: dict[str, Any] = {key: _value(f"{TABLE}.{name}.{key}", key, value, bad) for key, value in table.items()}
    found = replace(_default(name, values), **values)
    key = environ.get(found.key_env, "").strip() if found.key_env else ""
    return replace(found, key=Secret(key)) if key else found


def _default(name: str, values: Mapping[str, Any]) -> Provider:
    """A provider's own key goes to nobody but itself: another address names another key, or has none."""
    default = DEFAULTS.get(name, replace(DEFAULTS[values.get("kind", "openai")], name=name, url=""))
    elsewhere = "url" in values and values["url"].rstrip("/") != default.url
    return replace(default, key_env="") if elsewhere or not default.url else default


def _value(full: str, key: str, value: object, bad: Bad) -> object:
    if key == "kind" and value not in DEFAULTS:
        raise bad(full, value, " | ".join(DEFAULTS))
    if key == "key_env" and not (isinstance(value, str) and (value == "" or _VARIABLE.fullmatch(value))):
        raise bad(full, "…", "the NAME of a variable")
    if key in _TEXTS and not isinstance(value, str):
        raise bad(full, value, "text")
    if key in _FLAGS and not isinstance(value, bool):
        raise bad(full, value, "true | false")
    if key == "languages":
        return _words(full, value, bad)
    if key in _NUMBERS and not (type(value) is int and _NUMBERS[key][0] <= value <= _NUMBERS[key][1]):
        raise bad(full, value, "–".join(map(str, _NUMBERS[key])))
    return _seconds(full, value, _SECONDS[key], bad) if key in _SECONDS else value


def _words(full: str, value: object, bad: Bad) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        raise bad(full, value, '["fr", "en"]')
    return tuple(value)


def _seconds(full: str, value: object, limits: tuple[float, float], bad: Bad) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or not limits[0] <= value <= limits[1]:  # type: ignore[arg-type, operator]
        raise bad(full, value, "–".join(map(str, limits)))
    return float(value)  # type: ignore[arg-type]
