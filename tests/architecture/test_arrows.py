"""The arrows between packages: import-linter's contracts hold, and they can break."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import ROOT

LINT = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", LINT]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages and their configuration, to be spoiled."""
    for package in ("ingest", "vm", "oracle"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_arrows_hold() -> None:
    """No package imports what it may not know, no module a library that another one owns."""
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("vm/errors.py", "from oracle.display import clean"),
        ("ingest/clean.py", "from vm.contracts import Program"),
        ("oracle/find.py", "import chromadb"),
        ("oracle/claude/argv.py", "import paramiko"),
        ("oracle/find.py", "from oracle.cli.output import emit"),
        ("ingest/contracts/identity.py", "import numpy"),
    ],
)
def test_a_broken_arrow_is_caught(copy: Path, module: str, line: str) -> None:
    """Each kind of forbidden import makes `make check` fail."""
    file = copy / module
    file.write_text(file.read_text("utf-8") + f"\n{line}\n")
    done = lint(copy)
    assert done.returncode != 0
    assert "BROKEN" in done.stdout
