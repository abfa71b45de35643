"""What Claude Code says of itself at its start, held against what it was asked to be. Pure.

Owns which starts are refused: other tools, a server, more rights, a plugin of the machine's own, another model. What
it says besides is its own affair: a newer version may say more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from oracle.claude.protocol import Json, part
from oracle.display import clean
from oracle.errors import Misbehaved

MODE = "default"
"""Every tool is asked for; any other mode lets some through."""

DEFAULT = "default"
"""What a person writes who wants the model that Claude Code chooses."""

_CHOICES = frozenset({DEFAULT, "best", "opusplan"})
_BUILT_IN = "@builtin"
_SHOWN = 200
_FAMILIES = re.compile(r"[a-z]+")
_DATE = re.compile(r"\d{8}")

# What stands around a model's name elsewhere: whose it is, when it was made, which edition of it, how much it reads.
_AROUND = re.compile(r"^.*?(?=claude-)|[-@](?:\d{8}|latest)|[-@]v\d+(?::\d+)?$|\[\w+\]$")


def check_start(record: Json, tools: Sequence[str], model: str) -> None:
    """Raise `Misbehaved` for an `init` line that is not what was asked for. `model` is empty where any will do."""
    offered, servers = record.get("tools"), record.get("mcp_servers")
    if offered != list(tools) or servers:
        raise Misbehaved("claude.unexpected_tools", tools=_shown([*_listed(offered), *_listed(servers)]))
    if more := _more(record):
        raise Misbehaved("claude.unexpected_start", what=_shown(more))
    got = str(record.get("model") or "")
    if not is_asked(got, model):
        raise Misbehaved("claude.unexpected_model", asked=model, got=_shown([got]) or "?")


def is_work(record: Json) -> bool:
    """Whether a record is more than a greeting: it must have said first what it started with."""
    match record["type"]:
        case "stream_event" | "assistant" | "user":
            return True
        case "control_request":
            return part(record, "request", "subtype") in ("hook_callback", "can_use_tool")
        case "result":
            return not record.get("is_error")
    return False


def is_asked(got: str, asked: str) -> bool:
    """Whether a model is the one asked for. A name without a number asks for a family, or leaves the choice."""
    one, other = _bare(got), _bare(asked)
    if not asked:
        return True
    if one == other:
        return len(set(_DATE.findall(f"{got} {asked}"))) < 2
    if any(mark.isdigit() for mark in other):
        return False
    return other in _CHOICES or other in _FAMILIES.findall(one)


def _bare(name: str) -> str:
    return _AROUND.sub("", name.lower())


def _more(record: Json) -> list[object]:
    """What would let it do more than it was asked to."""
    mode = record.get("permissionMode", MODE)
    folders = _listed(record.get("additional_directories"))
    plugins = (plugin for plugin in _listed(record.get("plugins")) if not _built_in(plugin))
    return [*([mode] if mode != MODE else []), *folders, *(part(plugin, "name") or plugin for plugin in plugins)]


def _built_in(plugin: object) -> bool:
    return str(part(plugin, "source") or "").endswith(_BUILT_IN)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _shown(what: Sequence[object]) -> str:
    return clean(", ".join(map(str, what)), one_line=True)[:_SHOWN]
