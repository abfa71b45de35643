"""Where on a command line options may stand."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from oracle.cli import main
from oracle.cli.arranged import arranged
from tests.oracle.commands import oracle


def put(line: str) -> str:
    """The words of a command line as click reads them, joined by |."""
    assert isinstance(main, click.Group)
    return "|".join(arranged(line.split(), main, main.loaded))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("games --lang fr", "--lang|fr|games"),
        ("games --lang=fr --json", "--lang=fr|games|--json"),
        ("ingest list go --home x --lang fr", "--home|x|--lang|fr|ingest|list|go"),
        ("--lang en games --lang fr", "--lang|en|--lang|fr|games"),
        ("ask pass? --lang fr --home x", "--home|x|ask|pass?|--lang|fr"),
        ("eval q.jsonl --home x --lang fr", "--lang|fr|eval|q.jsonl|--home|x"),
        ("may I pass --home x -g go", "--home|x|may|I|pass|-g|go"),
        ("igest --lang fr", "igest|--lang|fr"),
        ("search -g go -- --lang fr", "search|-g|go|--|--lang|fr"),
        ("games --version", "games|--version"),
    ],
)
def test_the_programs_own_options_may_follow_the_command(typed: str, read: str) -> None:
    """Unless the command has one of that name itself, or they stand behind `--`."""
    assert put(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("-g go may I pass", "ask|-g|go|--|may I pass"),
        ("-ggo --no-model pass? --json", "ask|-ggo|--no-model|--json|--|pass?"),
        ("--lang fr -g go pass?", "--lang|fr|ask|-g|go|--|pass?"),
        ("-g go -", "ask|-g|go|-"),
        ("-g go pass", "-g|go|pass"),
        ("-g go games", "-g|go|games"),
        ("-g", "-g"),
        ("--json", "--json"),
        ("-x may I pass", "-x|may|I|pass"),
        ("--help", "--help"),
        ("-g go -- may I pass", "-g|go|--|may|I|pass"),
    ],
)
def test_the_options_of_a_question_may_come_before_it(typed: str, read: str) -> None:
    """A command, or one word, is no question."""
    assert put(typed) == read


def test_help_speaks_the_language_that_is_named_after_it(home: Path) -> None:
    """`oracle games --help --lang fr`."""
    assert oracle("games", "--help", "--lang", "fr").out.startswith("Utilisation")


@pytest.mark.parametrize("words", ["", "  "])
def test_a_question_of_nothing_is_an_empty_question(home: Path, words: str) -> None:
    """Not a command without a name."""
    ran = oracle(words)
    assert (ran.code, "question" in ran.err) == (2, True)
