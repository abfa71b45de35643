"""The real command, a real PDF, a real `kill -9`, seen from outside only."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.builders import tiny_pdf
from tests.tools import ROOT, program

PAGES = [f"Rule number {n}\nThe king of page {n} moves {n} squares along the board." for n in range(1, 5)]
NEXT = [*PAGES, "Victory\nThe king wins at the edge of the board."]
COMMAND = [sys.executable, "-c", "from oracle.cli import run; run()"]


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """The `oracle` command, with the quick embedding of tests."""
    environment = {**os.environ, "ORACLE_HOME": str(home), "ORACLE_EMBEDDING_MODELS": "hash", "ORACLE_LANG": "en"}
    return subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )


def run(home: Path, *arguments: str) -> Any:
    """Its JSON, once it has ended well."""
    with start(home, *arguments, "--json") as process:
        out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return json.loads(out)


def kill_when_it_says(home: Path, pdf: Path, words: str) -> None:
    """Add a PDF and kill the process when its progress says `words`."""
    with start(home, "ingest", "add", str(pdf), "-g", "tafl", "-b", "core") as process:
        assert process.stderr is not None
        said = next((line for line in process.stderr if words in line), None)
        process.send_signal(signal.SIGKILL)
    assert said is not None
    assert process.returncode == -signal.SIGKILL


def pages_found(home: Path) -> set[int]:
    """Pages of the passages that a search gives."""
    found = run(home, "search", "-g", "tafl", "king of the board", "-n", "20")
    assert {passage["booklet"] for passage in found["passages"]} == {"core"}
    return {passage["page"] for passage in found["passages"]}


@pytest.mark.slow
@pytest.mark.parametrize("words", ["reading pages 2/5", "writing the index", "publishing"])
def test_killing_the_command_is_harmless(home: Path, tmp_path: Path, words: str) -> None:
    """The old revision answers, the next add succeeds, the third does nothing, nothing is left over."""
    program("pdftoppm")
    old, new = tiny_pdf(tmp_path / "old.pdf", PAGES), tiny_pdf(tmp_path / "new.pdf", NEXT)
    run(home, "ingest", "add", str(old), "-g", "tafl", "-b", "core")
    kill_when_it_says(home, new, words)
    assert pages_found(home) in ({1, 2, 3, 4}, *([{1, 2, 3, 4, 5}] if words == "publishing" else []))
    run(home, "ingest", "add", str(new), "-g", "tafl", "-b", "core")
    assert pages_found(home) == {1, 2, 3, 4, 5}
    (third,) = run(home, "ingest", "add", str(new), "-g", "tafl", "-b", "core")["results"]
    assert (third["changed"], third["embedded"], sum(third["pages"].values())) == (False, 0, 0)
    run(home, "ingest", "verify")
