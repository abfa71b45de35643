"""The game that a command is about: named however a person spells it, or the only one; else it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.commands import oracle

ROOT = Path(__file__).parents[2]


@pytest.fixture
def two_games(gates_home: Path, tmp_path: Path) -> Path:
    """The home of the test holds `gates` and another game."""
    book = tmp_path / "regle.md"
    book.write_text("# Le Jeu de l’Été\n\n## Mise en place\n\nChacun prend trois graines.\n", "utf-8")
    assert oracle("ingest", "add", str(book), "-g", "ete").code == 0
    return gates_home


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("ask", ["How many coins?"]),
        ("search", ["How many coins?"]),
        ("sheet", ["setup"]),
        ("house add", ["No dice on Sundays."]),
        ("house off", []),
    ],
)
def test_where_two_games_are_there_one_has_to_be_named(two_games: Path, command: str, arguments: list[str]) -> None:
    """Exit 2, and the hint is the command that was typed, with a game that is there."""
    ran = oracle(*command.split(), *arguments)
    assert ran.code == 2
    assert f"oracle {command} -g ete …" in ran.err
    assert "ete, gates" in ran.err


def test_a_stack_is_changed_of_a_game_that_is_named(two_games: Path) -> None:
    """`oracle stack` takes its game as a word of its own."""
    ran = oracle("stack", "--reset")
    assert ran.code == 2
    assert "oracle stack ete …" in ran.err


@pytest.mark.parametrize("name", ["gates", "GATES", " Gates"])
def test_case_and_spaces_of_a_name_do_not_matter(two_games: Path, name: str) -> None:
    """`-g Belote` is the game `belote`."""
    assert oracle("search", "-g", name, "--json", "How many coins?").json["game"] == "gates"


@pytest.mark.parametrize("name", ["", " ", "[red]", "\x1b[31m", "../../etc"])
def test_a_name_of_no_game_is_said_to_be_one(two_games: Path, name: str) -> None:
    """Nothing is also no name, and a strange name steers no terminal."""
    for command in (("search", "-g", name, "How many coins?"), ("house", "list", "-g", name)):
        ran = oracle(*command)
        assert ran.code == 2, ran.err
        assert "ete" in ran.err
        assert "\x1b" not in ran.err


def test_a_second_search_loads_no_vector_store(gates_home: Path) -> None:
    """What proved sound is remembered by `oracle search` too."""
    script = (
        "import sys\nfrom oracle.cli import main\n"
        "main(['search', '-g', 'gates', sys.argv[1]], standalone_mode=False)\n"
        "print('chromadb' in sys.modules, file=sys.stderr)\n"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = [
        subprocess.run([sys.executable, "-c", script, text], capture_output=True, text=True, check=True, env=environ)
        for text in ("How many coins?", "Who rolls dice?")
    ]
    assert [each.stderr.split()[-1] for each in ran] == ["True", "False"]
