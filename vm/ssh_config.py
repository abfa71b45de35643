"""What of OpenSSH's client configuration is honoured: HostName, User, Port, IdentityFile, ProxyJump.

Follows Host, Include and Match all. Pure but for reading the files. Owns no trust: whatever they say of host keys,
agents and forwarding is passed over (ADR 43). What we cannot do and would lead elsewhere (ProxyCommand) is an error.
"""

from __future__ import annotations

import getpass
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from vm.errors import VmUsage

_DEPTH = 16
_JUMP = re.compile(r"(?:ssh://)?(?:(?P<user>[^@]+)@)?(?P<host>\[[^\]]+\]|[^:\[\]]+)(?::(?P<port>\d+))?/?")
_MANY = frozenset({"identityfile"})
_HONOURED = frozenset({"hostname", "user", "port", "identityfile", "proxyjump", "proxycommand"})


@dataclass(frozen=True)
class Way:
    """How a name is reached. What the files do not say is empty; `via` are the hosts to go through, in order."""

    host: str
    user: str = ""
    port: int | None = None
    keys: tuple[Path, ...] = ()
    via: tuple[Way, ...] = ()


def look_up(file: Path, name: str, home: Path) -> Way:
    """How `file` says that `name` is reached. Raises `VmUsage` for what it says and we cannot do."""
    return _look_up(file, name, home, ())


def _look_up(file: Path, name: str, home: Path, seen: tuple[str, ...]) -> Way:
    if name in seen:
        raise VmUsage("ssh_config_loop", file=file, name=" → ".join((*seen, name)))
    found = _settings(file, name, home)
    host = _filled(_one(found, "hostname") or name, {"h": name, "%": "%"}, file)
    jump = _one(found, "proxyjump")
    if _one(found, "proxycommand").lower() not in ("", "none") and not jump:
        raise VmUsage("ssh_config_command", file=file, name=name)
    user, port = _one(found, "user"), _port(_one(found, "port"), file, name)
    tokens = {"h": host, "n": name, "r": user, "u": getpass.getuser(), "d": str(home), "p": str(port or 22), "%": "%"}
    keys = tuple(_path(text, tokens, home, file) for text in found.get("identityfile", ()) if text.lower() != "none")
    return Way(host, user, port, keys, _jumps(jump, file, home, (*seen, name)))


def _jumps(listed: str, file: Path, home: Path, seen: tuple[str, ...]) -> tuple[Way, ...]:
    """The hosts of a ProxyJump. The first may be reached through others itself; the rest is reached from it."""
    if listed.lower() in ("", "none"):
        return ()
    ways: list[Way] = []
    for place, text in enumerate(each.strip() for each in listed.split(",")):
        match = _JUMP.fullmatch(text)
        if match is None:
            raise VmUsage("ssh_config_bad", file=file, line=f"ProxyJump {listed}")
        own = _look_up(file, match["host"].strip("[]"), home, seen)
        port = int(match["port"]) if match["port"] else own.port
        ways += own.via if place == 0 else ()
        ways.append(Way(own.host, match["user"] or own.user, port, own.keys))
    return tuple(ways)


def _settings(file: Path, name: str, home: Path) -> dict[str, list[str]]:
    """What holds for a name: the first value of each keyword, every value of those that add up."""
    found: dict[str, list[str]] = {}
    for keyword, value in _lines(file, name, home, 0):
        if keyword in _HONOURED and (keyword in _MANY or keyword not in found):
            found.setdefault(keyword, []).append(value)
    return found


def _lines(file: Path, name: str, home: Path, depth: int) -> Iterator[tuple[str, str]]:
    """The keywords that hold for `name`, those of included files in their place."""
    if depth > _DEPTH:
        raise VmUsage("ssh_config_loop", file=file, name="Include")
    holds = True
    for keyword, words in _read(file, must=depth == 0):
        if keyword == "host":
            holds = _matches(name, words)
        elif keyword == "match":
            holds = [word.lower() for word in words] == ["all"]
        elif holds and keyword == "include":
            for other in _included(words, home):
                yield from _lines(other, name, home, depth + 1)
        elif holds:
            yield keyword, " ".join(words)


def _read(file: Path, *, must: bool) -> Iterator[tuple[str, list[str]]]:
    try:
        text = file.read_text("utf-8", "replace")
    except OSError as error:
        if must:
            raise VmUsage("ssh_config_unreadable", file=file, why=error.strerror or str(error)) from error
        return
    for line in text.splitlines():
        match = re.match(r"\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*)", line)
        if match:
            yield match[1].lower(), _words(match[2], file)


def _words(text: str, file: Path) -> list[str]:
    """The arguments of a line: quotes hold spaces together, `#` begins a comment."""
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", '"'
    try:
        words = list(lexer)
    except ValueError as error:
        raise VmUsage("ssh_config_bad", file=file, line=text.strip()) from error
    end = next((place for place, word in enumerate(words) if word.startswith("#")), len(words))
    return words[:end]


def _matches(name: str, patterns: list[str]) -> bool:
    """Whether a Host line names it: some pattern does, and no `!pattern`."""
    if any(pattern.startswith("!") and _like(name, pattern[1:]) for pattern in patterns):
        return False
    return any(_like(name, pattern) for pattern in patterns if not pattern.startswith("!"))


def _like(name: str, pattern: str) -> bool:
    """`*` and `?` as OpenSSH means them; a bracket is a bracket."""
    return fnmatchcase(name.lower(), pattern.lower().replace("[", "[[]"))


def _included(patterns: list[str], home: Path) -> Iterator[Path]:
    for pattern in patterns:
        place = home / pattern[2:] if pattern.startswith("~/") else home / ".ssh" / pattern
        yield from sorted(Path(place.anchor).glob(str(place.relative_to(place.anchor))))


def _one(found: dict[str, list[str]], keyword: str) -> str:
    return found.get(keyword, [""])[0]


def _port(text: str, file: Path, name: str) -> int | None:
    if text and not (text.isdecimal() and 1 <= int(text) <= 65535):
        raise VmUsage("ssh_config_bad", file=file, line=f"Port {text} ({name})")
    return int(text) if text else None


def _path(text: str, tokens: dict[str, str], home: Path, file: Path) -> Path:
    path = _filled(text, tokens, file)
    return home / path[2:] if path.startswith("~/") else home / path


def _filled(text: str, tokens: dict[str, str], file: Path) -> str:
    """`%h` and the like put in. One that we do not know is an error: a guess would be another file or host."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in tokens:
            raise VmUsage("ssh_config_bad", file=file, line=text)
        return tokens[match[1]]

    return re.sub(r"%(.?)", value, text)
