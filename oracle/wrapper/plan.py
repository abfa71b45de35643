"""What setting up changes on the machine, decided before anything is: files by name, old and new content. Pure.

Owns our line in authorized_keys. It stands first, so that taking it away gives back every byte of the rest.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from vm.errors import VmUsage

KEYS = ".ssh/authorized_keys"
_FOLDER = ".local/lib/rules-oracle"
_MARK = "rules-oracle"
_WORD = re.compile(r"[A-Za-z0-9/._+-]+")
_DIGITS = 12


@dataclass(frozen=True)
class There:
    """What was found on the machine: its home folder, its Python, and files by their name under the home folder."""

    home: str
    python: str
    files: Mapping[str, bytes | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """A file as it is and as it is to be; `None` is no file. `leave` folders above it go when they are empty."""

    name: str
    before: bytes | None
    after: bytes | None
    leave: int = 0


@dataclass(frozen=True)
class Places:
    """Where what belongs to one key lies on the machine: two computers that use the same machine share nothing."""

    public: str

    @property
    def folder(self) -> str:
        """The folder of the guard."""
        return f"{_FOLDER}/{hashlib.sha256(self.public.encode()).hexdigest()[:_DIGITS]}"

    @property
    def guard(self) -> str:
        """The guard itself."""
        return f"{self.folder}/guard.py"

    @property
    def allowed(self) -> str:
        """Its list."""
        return f"{self.folder}/allowed.json"

    @property
    def made(self) -> str:
        """What was made for it and goes with it."""
        return f"{self.folder}/made.json"

    @property
    def all(self) -> tuple[str, ...]:
        """Every file that setting up reads or writes."""
        return (self.guard, self.allowed, self.made, KEYS)


def key_line(there: There, public: str) -> bytes:
    """The line that lets a key in for the guard only. Raises `VmUsage` for a place that could not be quoted safely."""
    command = (there.python, "-I", str(PurePosixPath(there.home) / Places(public).guard))
    for word in command:
        if not _WORD.fullmatch(word):
            raise VmUsage("setup_odd", file=word)
    return f'restrict,command="{" ".join(command)}" {public} {_MARK}'.encode()


def plan_setup(there: There, public: str, guard: bytes, allowed: bytes) -> tuple[Change, ...]:
    """The changes that are still to be made; none where all is as it should be. The key's line comes last."""
    places = Places(public)
    keys = there.files.get(KEYS)
    made = there.files.get(places.made) or json.dumps({"keys": keys is None}).encode()
    wanted = {
        places.guard: guard,
        places.allowed: allowed,
        places.made: made,
        KEYS: with_line(keys or b"", key_line(there, public), public),
    }
    changes = (Change(name, there.files.get(name), after) for name, after in wanted.items())
    return tuple(change for change in changes if change.before != change.after)


def plan_undo(there: There, public: str) -> tuple[Change, ...]:
    """The changes that take everything of one key away again. Its line goes first."""
    places = Places(public)
    changes = []
    keys = there.files.get(KEYS)
    if keys is not None:
        left = without_line(keys, public)
        gone = not left and _made_keys(there.files.get(places.made))
        changes.append(Change(KEYS, keys, None if gone else left, leave=1))
    changes += [Change(name, there.files.get(name), None, leave=4) for name in places.all[:3]]
    return tuple(change for change in changes if change.before != change.after)


def with_line(content: bytes, line: bytes, public: str) -> bytes:
    """`content` with `line` first; whatever else let this key in goes, the other lines stay as they are."""
    return line + b"\n" + without_line(content, public)


def without_line(content: bytes, public: str) -> bytes:
    """`content` without what lets this key in."""
    blob = public.split()[1].encode()
    return b"".join(line for line in content.splitlines(keepends=True) if blob not in line.split())


def _made_keys(made: bytes | None) -> bool:
    """Whether there was no authorized_keys before us."""
    try:
        told = json.loads(made or b"{}")
    except ValueError:
        return False
    return isinstance(told, dict) and told.get("keys") is True
