"""What a line of a conversation is: a question, or a command that begins with a slash.

Pure. Owns the names of the commands, in both languages whatever the program speaks, and what each carries. Does none
of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

NAMES = {
    "game": "game",
    "jeu": "game",
    "page": "page",
    "new": "new",
    "nouveau": "new",
    "dispute": "dispute",
    "contester": "dispute",
    "house": "house",
    "maison": "house",
    "help": "help",
    "aide": "help",
    "quit": "quit",
    "exit": "quit",
    "quitter": "quit",
}
"""Every name that a command has, and which it is."""


@dataclass(frozen=True)
class Asked:
    """A question."""

    text: str


@dataclass(frozen=True)
class Command:
    """One of `game`, `page`, `new`, `dispute`, `house`, `help`, `quit`, with what was written after its name."""

    name: str
    argument: str = ""


@dataclass(frozen=True)
class Unknown:
    """A command that is none; `near` is the one that may have been meant."""

    name: str
    near: str | None


def read_line(line: str) -> Asked | Command | Unknown | None:
    """What a line says; `None` where it says nothing. A slash alone asks for help."""
    text = line.strip()
    if not text:
        return None
    if not text.startswith("/"):
        return Asked(text)
    name, _, argument = text[1:].partition(" ")
    found = NAMES.get(name.casefold() or "help")
    if found:
        return Command(found, argument.strip())
    return Unknown(name, next(iter(get_close_matches(name.casefold(), NAMES, n=1)), None))


def is_number(word: str) -> bool:
    """Whether a word is the number of something that is counted from one."""
    return word.isascii() and word.isdigit() and 0 < int(word[:9]) == int(word)
