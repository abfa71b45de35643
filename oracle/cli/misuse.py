"""What Click says of a mistyped command line, in the player's language and with the command that helps.

Owns the sentences for Click's own usage errors. Refuses errors of ours: they bring their text. What Click says that
is not known here is told in its own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.exceptions import (
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchCommand,
    NoSuchOption,
)

from oracle.cli.helping import ENGLISH, french

if TYPE_CHECKING:
    from oracle.texts import Texts

OTHER_WORDS = {"rm": ("remove",), "delete": ("remove", "rm"), "del": ("remove", "rm"), "ls": ("list",)}
"""What other programs call a command; suggested, never obeyed."""

_TOO_MANY = "Got unexpected extra argument"
_NO_VALUE = "requires an argument"


def explained(error: click.ClickException, say: Texts) -> tuple[str, str | None]:
    """The sentence, and the command that shows how it is done."""
    if not isinstance(error, click.UsageError):
        return error.format_message(), None
    if isinstance(error, NoArgsIsHelpError):
        return error.format_message(), None
    command = error.ctx.command_path if error.ctx else "oracle"
    if error.message.startswith(_TOO_MANY):
        extra = error.message.partition("(")[2].removesuffix(")")
        return say("misuse.too_many", extra=extra), say("misuse.in_quotes", command=command)
    return _sentence(error, say), _example(command, error, say) or say("misuse.help", command=command)


def _example(command: str, error: click.UsageError, say: Texts) -> str | None:
    """A whole line to type, where a word is missing or is none of those there are; `None` for a command without one."""
    if not isinstance(error, BadParameter) or (isinstance(error.param, click.Option) and not error.param.required):
        return None
    return say.hint("misuse.example." + "_".join(command.split()[1:]))


def _sentence(error: click.UsageError, say: Texts) -> str:
    match error:
        case MissingParameter():
            return say("misuse.missing", name=_name(error, say).removesuffix("..."))
        case NoSuchOption(option_name=name, possibilities=near):
            return _unknown("option", name, near, say)
        case NoSuchCommand(command_name=name, possibilities=near):
            return _unknown("command", name, _meant(error, name) or near, say)
        case BadOptionUsage(option_name=name) if _NO_VALUE in error.message:
            return say("misuse.no_value", name=name)
        case BadParameter() if error.param is not None:
            return _bad(error, error.param, say)
    return error.format_message()


def _meant(error: click.UsageError, name: str) -> list[str]:
    """The command of this group that other programs call by that name."""
    group = error.ctx.command if error.ctx else None
    return [each for each in OTHER_WORDS.get(name, ()) if isinstance(group, click.Group) and each in group.commands]


def _unknown(what: str, name: str, near: list[str] | None, say: Texts) -> str:
    return say(f"misuse.near_{what}", name=name, near=near[0]) if near else say(f"misuse.no_{what}", name=name)


def _bad(error: BadParameter, param: click.Parameter, say: Texts) -> str:
    match param.type:
        case click.Choice(choices=choices):
            return say("misuse.choice", name=_name(error, say), known=", ".join(map(str, choices)))
        case click.IntRange(min=low, max=high) | click.FloatRange(min=low, max=high):
            if high is None:
                return say("misuse.at_least", name=_name(error, say), low=low)
            return say("misuse.between", name=_name(error, say), low=low, high=high)
        case click.Path() | click.File():
            return say("misuse.path", name=_name(error, say), path=_quoted(error.message))
    return error.format_message()


def _name(error: BadParameter, say: Texts) -> str:
    """`--limit`, `QUESTION`: the parameter as the help of the command writes it, the long name of an option."""
    if error.param is None:
        return error.format_message()
    if isinstance(error.param, click.Option):
        return error.param.opts[-1]
    name = error.param.metavar or (error.param.name or "").upper()
    return name if say.language == ENGLISH else french().shape(name)


def _quoted(message: str) -> str:
    """The file that Click names between quotation marks, or all that it says."""
    return message.partition("'")[2].rpartition("'")[0] or message
