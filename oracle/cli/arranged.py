"""The order of the words of a command line does not matter where only one order makes sense.

Pure. Owns that `--home` and `--lang` may follow the command, that the options of `ask` may come before a bare question,
and that `-` alone reads one. What words are a question is `oracle.cli.bare`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

import click

from oracle.cli.bare import as_question
from oracle.texts import LANGUAGES

Find = Callable[[str], click.Command | None]


def arranged(arguments: Sequence[str], root: click.Group, find: Find) -> list[str]:
    """The arguments of `oracle` in the order in which click reads them. `find` is the command of a name."""
    ours = list(takewhile(lambda word: word != "--", arguments))
    first, rest = _options(ours, _taking(root))
    given, words = _options(rest, _taking(find("ask"))) if _begins_with_option(rest) else ([], rest)
    tail = [*words, *arguments[len(ours) :]]
    if given:
        asked = as_question(tail, root.list_commands(click.Context(root)))
        return [*first, "ask", *given, *asked[1:]] if asked[:1] == ["ask"] else list(arguments)
    command = _command(rest, find)
    late = {name: takes for name, takes in _taking(root).items() if takes and name not in _taking(command)}
    moved, kept = _moved(rest, late if command else {})
    return [*first, *moved, *kept, *arguments[len(ours) :]]


def _begins_with_option(words: Sequence[str]) -> bool:
    return bool(words) and words[0].startswith("-") and words[0] not in ("-", "--help")


def named_language(arguments: Sequence[str]) -> str | None:
    """The language that a command line names, also where click could not read it."""
    joined = "\0".join(takewhile(lambda word: word != "--", arguments))
    named = re.findall(r"(?:^|\0)--lang[\0=]([a-z]+)", joined)
    return named[-1] if named and named[-1] in LANGUAGES else None


def _taking(command: click.Command | None) -> dict[str, int]:
    """How many words each option of a command takes after its name."""
    options = (param for param in command.params if isinstance(param, click.Option)) if command else ()
    return {name: int(not each.is_flag and not each.count) for each in options for name in each.opts}


def _options(words: Sequence[str], taking: dict[str, int]) -> tuple[list[str], list[str]]:
    """The options with which a command line begins, with their values, and what comes after."""
    at = 0
    while at < len(words) and (length := _length(words[at], taking)):
        at += length
    return list(words[:at]), list(words[at:])


def _length(word: str, taking: dict[str, int]) -> int:
    """How many words an option is: itself, and its value unless that is attached to it; 0 for what is none of these."""
    name, equals, _ = word.partition("=")
    if word.startswith("--"):
        return (1 if equals else 1 + taking[name]) if name in taking else 0
    short = word[:2]
    return (1 if len(word) > 2 else 1 + taking[short]) if short in taking else 0


def _command(words: Sequence[str], find: Find) -> click.Command | None:
    """The command that words name, a group's too; that of a bare question where they name none."""
    command = find(words[0]) if words else None
    if command is None:
        return find("ask") if words and not words[0].startswith("-") else None
    for word in words[1:]:
        if not isinstance(command, click.Group) or word not in (names := _children(command)):
            break
        command = names[word]
    return command


def _children(group: click.Group) -> dict[str, click.Command]:
    context = click.Context(group)
    return {name: child for name in group.list_commands(context) if (child := group.get_command(context, name))}


def _moved(words: Sequence[str], taking: dict[str, int]) -> tuple[list[str], list[str]]:
    """Those of the words that are these options, with their values, and the others."""
    moved: list[str] = []
    kept: list[str] = []
    for some, ours in _pieces(words, taking):
        (moved if ours else kept).extend(some)
    return moved, kept


def _pieces(words: Sequence[str], taking: dict[str, int]) -> Iterator[tuple[Sequence[str], bool]]:
    at = 0
    while at < len(words):
        length = _length(words[at], taking)
        yield words[at : at + (length or 1)], bool(length)
        at += length or 1
