"""`oracle games` and `oracle completion`: what can be asked about, and a shell that helps to type it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from ingest.contracts import Game
from ingest.naming import heading
from oracle.cli import main
from tests.oracle.commands import oracle


def test_games_are_listed_with_what_is_on_the_table(gates_home: Path) -> None:
    """Standard output is the list; what to type next is narrated beside it."""
    told = oracle("--home", str(gates_home), "games")
    assert told.code == 0
    assert told.out.startswith("gates\n")
    assert "✓ " in told.out
    assert "oracle ask -g gates" in told.err


def test_a_booklet_off_the_table_is_listed_as_such(gates_home: Path) -> None:
    """As `oracle stack` chose."""
    listed = oracle("--home", str(gates_home), "games", "--json").json["games"][0]["booklets"]
    kept, *off = [each["booklet"] for each in listed]
    assert off
    oracle("--home", str(gates_home), "stack", "gates", kept)
    after = oracle("--home", str(gates_home), "games", "--json").json["games"][0]["booklets"]
    assert [each["on_table"] for each in after] == [each["booklet"] == kept for each in after]


def test_without_a_game_the_way_to_add_one_is_named(home: Path) -> None:
    """Exit 5, with the command to type."""
    told = oracle("--home", str(home), "games")
    assert told.code == 5
    assert "oracle ingest" in told.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script_of_a_shell(shell: str, home: Path) -> None:
    """It completes `oracle` through the program itself."""
    told = oracle("--home", str(home), "completion", shell)
    assert told.code == 0
    assert f"_ORACLE_COMPLETE={shell}_complete" in told.out
    assert "oracle completion" in told.err


def test_the_script_is_one_that_bash_takes(home: Path) -> None:
    """Real bash reads it without complaint and knows then how to complete `oracle`."""
    bash = shutil.which("bash")
    assert bash is not None
    script = oracle("--home", str(home), "completion", "bash").out
    ran = subprocess.run([bash, "-c", f"{script}\ncomplete -p oracle"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "_oracle_completion" in ran.stdout


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        (("ask", "-g", ""), "gates"),
        (("sheet", "setup", "-g", "ga"), "gates"),
        (("stack", "g"), "gates"),
        (("ingest", "add", "x.pdf", "-g", ""), "gates"),
        (("show", "gates/co"), "gates/core"),
        (("ingest", "show", "gates/co"), "gates/core"),
    ],
)
def test_a_shell_is_told_the_games_and_their_booklets(gates_home: Path, line: tuple[str, ...], offered: str) -> None:
    """As many letters as it takes, and the tabulator."""
    *before, begun = line
    completed = ShellComplete(main, {}, "oracle", "_ORACLE_COMPLETE")
    told = completed.get_completions(["--home", str(gates_home), *before], begun)
    assert offered in [item.value for item in told]


def test_without_a_library_a_shell_is_told_nothing(home: Path) -> None:
    """And no home is made."""
    assert ShellComplete(main, {}, "oracle", "_ORACLE_COMPLETE").get_completions(["ask", "-g"], "") == []
    assert not home.exists()


def test_a_game_without_a_title_of_its_own_is_named_once() -> None:
    """`chess — chess` says nothing."""
    assert heading(Game("chess", "chess", ())) == "chess"
    assert heading(Game("chess", "Chess of old", ())) == "chess — Chess of old"
