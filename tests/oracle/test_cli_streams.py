"""A command with its streams closed, full or of a poor encoding, as a shell can hand them over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.commands import oracle

ROOT = Path(__file__).parents[2]
PROGRAM = f'exec {sys.executable} -c "from oracle.cli import run; run()"'


def shell(line: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """`oracle LINE` by a shell."""
    told = {**os.environ, "PYTHONPATH": str(ROOT), **environ}
    return subprocess.run(["sh", "-c", f"{PROGRAM} {line}"], capture_output=True, text=True, check=False, env=told)


@pytest.mark.parametrize("line", ["games >&-", "games --json >&-", "games >/dev/full"])
def test_what_cannot_be_printed_is_said(gates_home: Path, line: str) -> None:
    """Exit 9 and one sentence, no traceback."""
    ran = shell(line)
    assert ran.returncode == 9
    assert len(ran.stderr.splitlines()) == 1


def test_narration_that_nobody_hears_changes_nothing(gates_home: Path) -> None:
    """With standard error closed the data come all the same."""
    ran = shell("games 2>&-")
    assert (ran.returncode, "gates" in ran.stdout) == (0, True)


def test_a_closed_standard_input_holds_no_question(gates_home: Path) -> None:
    """It is as an empty one."""
    ran = shell("ask -g gates --no-model - <&-")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


def test_letters_that_a_terminal_does_not_know_are_replaced(gates_home: Path) -> None:
    """In a locale without UTF-8 nothing fails."""
    ran = shell("--lang fr games", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ran.returncode == 0
    assert "gates" in ran.stdout
    assert ran.stdout.isascii()


def test_a_dash_alone_reads_a_question(gates_home: Path) -> None:
    """`echo … | oracle -` is `oracle ask -`, with the options of `ask`."""
    ran = shell("- -g gates --no-model --json <<'END'\nHow many coins?\nEND")
    assert ran.returncode == 0
    assert '"question": "How many coins?"' in ran.stdout


def test_a_house_rule_is_read_from_standard_input_too(gates_home: Path) -> None:
    """A dash stands for the text everywhere."""
    ran = shell("house add -g gates - --json <<'END'\nNo dice on Sundays.\nEND")
    assert ran.returncode == 0
    assert '"text": "No dice on Sundays."' in ran.stdout


def test_a_kind_is_called_as_it_is_typed(gates_home: Path) -> None:
    """`setup|turn|…` in small letters: that is what to write."""
    ran = oracle("sheet", "nope")
    assert (ran.code, "setup|turn|scoring|icons" in ran.err) == (2, True)
