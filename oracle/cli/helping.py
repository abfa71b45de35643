"""`--help` in the player's language.

Owns turning a command's own English into French, with the words that click adds. The English stands beside each
command; its French in `oracle/texts/help.toml`. Changes no command: what is spoken is a copy.
"""

from __future__ import annotations

import copy
import inspect
import os
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import click

from oracle.config import locale_language
from oracle.texts import LANGUAGES

ENGLISH = "en"
_VALUE = re.compile(r"(?<![\w-])[A-Z]{2,}(?![\w-])")
_ADDED = re.compile(r"  \[[^\]]*\]$")
_SENTENCE_END = re.compile(r"(?<=\.)\s")
_TIED = re.compile(r" (?=[:;?!»])")


@dataclass(frozen=True)
class French:
    """What `help.toml` holds: click's words, what stands for values, and the sentences by their English."""

    words: dict[str, str]
    values: dict[str, str]
    said: dict[str, str]

    def sentence(self, english: str) -> str:
        """A help text; itself where it has no French yet (a test finds it)."""
        return _TIED.sub("\u00a0", self.said.get(folded(english), english))

    def shape(self, usage: str) -> str:
        """A usage line or an option with its value: `--home PATH`."""
        return _VALUE.sub(lambda found: self.values.get(found[0], found[0]), usage).rstrip()

    def row(self, told: str) -> str:
        """What stands beside an option: click's own sentence, or one of ours with what click adds in brackets."""
        added = _ADDED.search(told)
        if added is None:
            return self.words.get(told, told)
        brackets = added[0]
        for english in ("default: ", "required"):
            brackets = brackets.replace(english, self.words[english])
        return told[: added.start()] + brackets


def folded(text: str) -> str:
    """A help text as it is compared: however its lines are broken."""
    return " ".join(text.split())


@cache
def french() -> French:
    """The French of all help texts."""
    told = tomllib.loads((resources.files("oracle.texts") / "help.toml").read_text("utf-8"))
    return French(told["words"], told["values"], {folded(each["en"]): each["fr"] for each in told["said"]})


def language_of(context: click.Context) -> str:
    """The language of whoever asks for help: `--lang`, the configuration, else the environment's."""
    root = context.find_root()
    if root.obj is not None:
        return str(root.obj.config.lang)
    named = root.params.get("lang") or os.environ.get("ORACLE_LANG")
    return named if named in LANGUAGES else locale_language(os.environ)


def spoken(command: click.Command, language: str) -> click.Command:
    """A copy of the command with its help in a language. In lists its first sentence stands whole: click cuts it."""
    told = copy.copy(command)
    if language != ENGLISH:
        told.context_class = FrenchContext
        told.help = french().sentence(inspect.cleandoc(command.help)) if command.help else command.help
        told.params = [_spoken(param) for param in command.params]
    told.short_help = _first_sentence(told.help or "")
    if isinstance(told, click.Group):
        told.commands = {name: spoken(each, language) for name, each in told.commands.items()}
    return told


def _first_sentence(text: str) -> str:
    paragraph = folded(inspect.cleandoc(text).partition("\n\n")[0])
    return _SENTENCE_END.split(paragraph, maxsplit=1)[0].rstrip(".")


def _spoken(param: click.Parameter) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    told = copy.copy(param)
    told.help = french().sentence(param.help)
    return told


class FrenchFormatter(click.HelpFormatter):
    """Lays help out as click does, with its words in French."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that shows how the command is written."""
        super().write_usage(prog, french().shape(args), prefix or french().words["Usage: "])

    def write_heading(self, heading: str) -> None:
        """The title of a list."""
        super().write_heading(french().words.get(heading, heading) + "\u00a0")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """A list of options or commands."""
        told = french()
        super().write_dl([(told.shape(name), told.row(text)) for name, text in rows], col_max, col_spacing)


class FrenchContext(click.Context):
    """A context that formats its help in French."""

    formatter_class = FrenchFormatter
