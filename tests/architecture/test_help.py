"""Every help text exists in French: whoever adds a command or an option gives it both."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click
import pytest

from oracle.cli import main
from oracle.cli.helping import folded, french, spoken
from oracle.cli.lazy import LazyGroup
from tests.oracle.commands import oracle


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        context.params["lang"] = "en"
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _commands(child, (*path, name))


def _texts() -> Iterator[tuple[str, str]]:
    for path, command in _commands(main):
        name = " ".join(("oracle", *path))
        yield name, command.help or ""
        for param in command.params:
            if isinstance(param, click.Option):
                yield f"{name} {param.opts[-1]}", param.help or ""


_CLICKS_OWN = {"Show the version and exit."}


def test_every_command_and_option_has_its_help_in_french() -> None:
    """A player who reads French reads no English sentence in `--help`: add its French to oracle/texts/help.toml."""
    missing = [(where, text) for where, text in _texts() if text and folded(text) not in french().said]
    assert [each for each in missing if each[1] not in _CLICKS_OWN] == []


def test_every_command_and_option_explains_itself() -> None:
    """No command and no option is left without a sentence."""
    assert [where for where, text in _texts() if not text] == []


def test_no_french_help_is_left_over() -> None:
    """A help text that no command says any more has no French either."""
    said = {folded(text) for _, text in _texts()}
    assert [english for english in french().said if english not in said] == []


def test_speaking_french_changes_no_command() -> None:
    """Two players of one process may read two languages."""
    before = inspect.cleandoc(main.help or "")
    assert spoken(main, "fr").help != before
    assert inspect.cleandoc(main.help or "") == before
    assert isinstance(spoken(main, "fr"), LazyGroup)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--lang", "fr", "--help"], ("Utilisation", "Commandes", "Langue des mots du programme.")),
        (["--lang", "fr", "ask", "--help"], ("Utilisation", "par défaut", "Combien de passages")),
        (["--lang", "fr", "ingest", "--help"], ("Publie des FICHIERs comme livrets d’un jeu", "Commandes")),
        (["--lang", "fr", "ingest", "add", "--help"], ("FICHIER", "obligatoire", "Montre cette aide")),
        (["--lang", "en", "ask", "--help"], ("Usage: oracle ask", "How many passages", "default: 180")),
    ],
)
def test_help_is_in_the_language_that_was_asked_for(arguments: list[str], told: tuple[str, ...]) -> None:
    """`--lang` decides, for the root, a command and a command of a group."""
    shown = oracle(*arguments)
    assert shown.code == 0
    assert [each for each in told if folded(each) not in folded(shown.out)] == []
