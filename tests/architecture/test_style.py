"""Habits that a linter does not hold: sizes, names and sentences."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.tools import ROOT

SOURCES = sorted(path for package in ("ingest", "vm", "oracle") for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_has_at_most_400_lines_and_is_no_catch_all(path: Path) -> None:
    """A module that grows past 400 lines, or is named for nothing, owns too much."""
    assert len(path.read_text("utf-8").splitlines()) <= 400
    assert path.stem not in {"utils", "util", "helpers", "common", "misc"}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_test_says_the_behaviour_in_a_sentence(path: Path) -> None:
    """A failing test is read before its code."""
    silent = [
        node.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_decision_records_have_the_sections_of_their_kind_and_fit_on_a_page() -> None:
    """Each ADR has its sections, at most 40 lines, and a Confirmation that names a test or a contract that exists."""
    for path in sorted((ROOT / "adr").glob("[0-9]*.md")):
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= 40, path.name
        for section in ("Status", "Context", "Decision", "Options", "Consequences", "Confirmation"):
            assert re.search(rf"^(## |\*\*){section}", text, re.MULTILINE), f"{path.name}: {section}"
        named = re.findall(r"`(tests/[\w/.-]+\.py|pyproject\.toml)`", text.split("Confirmation", 1)[1])
        assert named, path.name
        for name in named:
            assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_no_registry_and_no_machine_path_stands_in_a_tracked_text() -> None:
    """The repository names no package host and no folder of the machine that it was written on."""
    pattern = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian\.org|" + r"/(?:work|root|opt)/\w")
    texts = [
        *SOURCES, *TESTS, *(ROOT / ".ci").iterdir(), *ROOT.glob("*.md"), *ROOT.glob("*.lock"), ROOT / "Makefile",
        ROOT / "pyproject.toml", *(ROOT / "adr").glob("*.md"),
    ]  # fmt: skip
    found = [
        str(path.relative_to(ROOT)) for path in texts if path.is_file() and pattern.search(path.read_text("utf-8"))
    ]
    assert [name for name in found if name != "tests/architecture/test_style.py"] == []
