"""The app started with one of its streams led to a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal import Terminal

REDIRECTED = """
import os, sys
number, file = int(sys.argv[1]), sys.argv[2]
os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
from oracle.cli import run
run(["app"])
"""
PLACE = re.compile(rb"\x1b\[\d+;(\d+)H")


@pytest.mark.parametrize("number", [1, 2])
def test_no_frame_lands_in_a_file_and_the_terminal_is_given_back(home: Path, tmp_path: Path, number: int) -> None:
    """`oracle >file`, `oracle 2>file`: drawn on the terminal, at its width; afterwards that is as it was."""
    file = tmp_path / "file"
    terminal = Terminal(str(number), str(file), home=home, code=REDIRECTED, columns=120)
    terminal.wait_for("No rulebook yet")
    terminal.type("\x11")
    assert terminal.leave() == 0
    assert file.read_bytes() == b""
    assert max(int(column) for column in PLACE.findall(terminal.seen)) > 80
    assert terminal.seen.rindex(b"\x1b[?1049l") > terminal.seen.rindex(b"\x1b[?1049h")
