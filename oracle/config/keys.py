"""The names of all settings, the type that each has in the file, and what is shown of them.

A new setting is named here, read in `oracle.config.load` and kept in `oracle.config.parts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from oracle import providers
from oracle.config import pressed
from oracle.config.parts import Config
from oracle.errors import ConfigError

TABLES = ("claude.env", "retrieval.weights", providers.TABLE, pressed.TABLE)
KEYS = (
    "lang",
    "vm.transport",
    "vm.host",
    "vm.user",
    "vm.port",
    "vm.key",
    "vm.agent",
    "vm.ssh_config",
    "claude.command",
    "claude.model",
    "claude.rewrite",
    "claude.repair",
    "claude.budget",
    "deadlines.connect",
    "deadlines.idle",
    "embedding.models",
    "embedding.chroma_url",
    "retrieval.profile",
    "retrieval.reranker",
    "retrieval.rerank_first",
    "retrieval.rerank_least",
    "retrieval.outcomes",
    "app.images",
    "app.exports",
    "ocr.languages",
    "ingest.workers",
)
_NUMBERS = frozenset({"vm.port", "claude.budget", "ingest.workers", "retrieval.rerank_first"})
_FLAGS = frozenset({"retrieval.outcomes", "vm.agent", "vm.ssh_config"})
_REALS = frozenset({"retrieval.rerank_least", "deadlines.connect", "deadlines.idle"})
_LISTS = frozenset({"embedding.models", "ocr.languages"})


def checked_key(file: Path, name: str) -> tuple[str, ...]:
    """The parts of a dotted key. Raises `ConfigError` when no such key exists."""
    if name not in KEYS and not name.startswith(tuple(f"{key}." for key in TABLES)):
        raise _unknown(file, name)
    table = next((key for key in TABLES if name.startswith(f"{key}.")), None)
    if table == providers.TABLE:
        return tuple(name.split("."))
    return (*table.split("."), name[len(table) + 1 :]) if table else tuple(name.split("."))


def _unknown(file: Path, name: str) -> ConfigError:
    if near := nearest(name):
        return ConfigError("config.near_key", name=name, file=file, near=near)
    return ConfigError("config.no_such_key", name=name, file=file, known=", ".join((*KEYS, *TABLES)))


def ignored(table: Mapping[str, object], within: str = "") -> tuple[str, ...]:
    """The dotted names in the content of a file that are no setting."""
    found: list[str] = []
    for part, value in table.items():
        name = f"{within}{part}"
        if name in KEYS or name in TABLES:
            continue
        if isinstance(value, Mapping) and any(key.startswith(f"{name}.") for key in (*KEYS, *TABLES)):
            found += ignored(value, f"{name}.")
        else:
            found.append(name)
    return tuple(found)


def nearest(name: str) -> str | None:
    """The setting that was meant, as far as one can tell."""
    return next(iter(get_close_matches(name, (*KEYS, *TABLES), n=1)), None)


def variable(name: str) -> str:
    """The variable of the environment that overrides a key."""
    return "ORACLE_" + name.upper().replace(".", "_")


def typed(name: str, value: str) -> object:
    """`value` as the type that key `name` has in the file."""
    if name in _NUMBERS and value.isdecimal():
        return int(value)
    if name in _FLAGS and value in ("true", "false"):
        return value == "true"
    if name in _LISTS:
        return [word.strip() for word in value.split(",") if word.strip()]
    if name.startswith(f"{providers.TABLE}."):
        return providers.typed(name.rpartition(".")[2], value)
    if name in _REALS or name.startswith("retrieval.weights."):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def is_secret(name: str) -> bool:
    """Whether the value of a key is shown to nobody."""
    return name.startswith("claude.env.")


def shown(config: Config) -> dict[str, object]:
    """The configuration in force by dotted key, with the values of `claude.env` hidden."""
    return {
        "home": str(config.home),
        "lang": config.lang,
        "vm.transport": config.vm.transport,
        "vm.host": config.vm.host,
        "vm.user": config.vm.user,
        "vm.port": config.vm.port,
        "vm.key": config.vm.key,
        "vm.agent": config.vm.agent,
        "vm.ssh_config": config.vm.ssh_config,
        "claude.command": config.claude.command,
        "claude.model": config.claude.model,
        "claude.rewrite": config.claude.rewrite,
        "claude.repair": config.claude.repair,
        "claude.budget": config.claude.budget,
        "claude.env": dict.fromkeys(config.claude.env, "…"),
        "deadlines.connect": config.deadlines.connect,
        "deadlines.idle": config.deadlines.idle,
        "embedding.models": list(config.models),
        "embedding.chroma_url": config.chroma_url,
        "embedding.providers": providers.shown(config.providers),
        "retrieval.profile": config.profile_name,
        "retrieval.weights": dict(config.weights),
        "retrieval.reranker": config.reranker,
        "retrieval.rerank_first": config.rerank_first,
        "retrieval.rerank_least": config.rerank_least,
        "retrieval.outcomes": config.outcomes,
        "app.images": config.images,
        "keys": dict(config.keys),
        "ocr.languages": list(config.ocr_languages),
        "ingest.workers": config.workers,
        "app.exports": str(config.exports_folder),
    }
