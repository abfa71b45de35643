"""Each JSON document that a command prints has a schema in the package; every test that reads one checks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from oracle.cli import main
from tests.oracle.commands import oracle
from tests.oracle.json_shapes import DRY_RUN, command_of, promised, shapes, validator


def _with_json(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    if any(isinstance(param, click.Option) and "--json" in param.opts for param in command.params):
        yield " ".join(path)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _with_json(child, (*path, name))


def test_every_command_that_prints_json_has_a_schema() -> None:
    """Whoever adds `--json` to a command writes its shape into oracle/schemas/output.json."""
    assert [name for name in (*_with_json(main), DRY_RUN) if name not in shapes()] == []


def test_no_schema_is_of_no_command() -> None:
    """A shape under a name of several words, or under a command's name, is of a command that exists."""
    printed = {*_with_json(main), DRY_RUN}
    assert [name for name in shapes() if " " in name and name not in printed] == []


@pytest.mark.parametrize("name", sorted({*_with_json(main), DRY_RUN}))
def test_a_document_of_another_shape_is_refused(name: str) -> None:
    """A schema that takes anything would promise nothing: each wants its schema number and its own fields."""
    assert not validator(name).is_valid({})
    assert not validator(name).is_valid({"schema": 1})
    assert not validator(name).is_valid([])


def test_the_command_of_a_command_line_is_found_behind_its_options() -> None:
    """Values of options are no commands."""
    assert command_of(["--home", "x", "--lang", "fr", "ingest", "show", "go/core"]) == "ingest show"
    with pytest.raises(AssertionError):
        promised(["games"], {"schema": 1, "games": [{"game": "go"}]})


SPOKEN = {"app"}
"""A screen prints nothing. `chat` prints answers alone, what asks for a yes does with `--yes`."""


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _commands(child, (*path, name))
    else:
        yield " ".join(path)


def test_every_command_prints_json() -> None:
    """But what is a screen."""
    assert {name for name in _commands(main) if name not in shapes()} == SPOKEN


def test_what_is_changed_is_told_to_programs_too(gates_home: Path) -> None:
    """Settings, house rules, favourites, thumbs and completion: each document is of its shape."""
    kept = oracle("house", "add", "-g", "gates", "--json", "No dice on Sundays.").json["rule"]
    assert (kept["n"], kept["on"], kept["text"]) == (1, True, "No dice on Sundays.")
    assert [each["on"] for each in oracle("house", "off", "--json").json["rules"]] == [False]
    assert [each["on"] for each in oracle("house", "on", "1", "--json").json["rules"]] == [True]
    assert oracle("house", "rm", "1", "--json").json["removed"] == 1
    asked = oracle("ask", "--no-model", "--json", "How many coins does each player take?").json["id"]
    assert oracle("log", "--json").json["runs"][0]["id"] == asked
    assert oracle("log", "star", asked, "--json").json == {"schema": 1, "id": asked, "starred": True}
    assert oracle("outcome", "good", asked[:4], "--json").json["id"] == asked
    assert "_oracle_completion" in oracle("completion", "bash", "--json").json["script"]


def test_settings_are_told_to_programs_too(home: Path) -> None:
    """Each as the type it has; what is secret to nobody."""
    assert oracle("config", "path", "--json").json["exists"] is False
    assert oracle("config", "set", "vm.port", "2200", "--json").json["value"] == 2200
    secret = oracle("config", "set", "claude.env.TOKEN", "s3cret", "--json")
    assert secret.json["value"] is None
    assert "s3cret" not in secret.out + secret.err
    assert oracle("config", "path", "--json").json == {"schema": 1, "file": str(home / "config.toml"), "exists": True}
