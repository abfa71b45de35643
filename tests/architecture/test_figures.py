"""The READMEs name the figures of the last run, and that run was of this tree."""

from __future__ import annotations

import json

import pytest

from tests.bench.figures import BEGIN, FILE, READMES, SETS, block, put, versions

FIGURES = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("language", READMES)
def test_the_readme_names_the_figures_of_the_last_run(language: str) -> None:
    """Nobody changes them by hand."""
    text = READMES[language].read_text("utf-8")
    assert BEGIN in text
    assert put(text, FIGURES, language) == text, "type: make figures"


@pytest.mark.parametrize("name", [name for name in SETS if name in FIGURES])
def test_the_last_run_was_of_this_tree(name: str) -> None:
    """Same release, reader, chunker and index; else the figures are of another program."""
    made = {key: value for key, value in FIGURES[name]["made_with"].items() if key != "models"}
    assert made == versions(), "type: make figures"


def test_a_figure_that_moves_moves_in_both_languages() -> None:
    """Each README is written from the same file."""
    moved = {**FIGURES, "samples": {**FIGURES["samples"], "page": {**FIGURES["samples"]["page"], "hit@1": 0.1234}}}
    assert "| 0.12 |" in block(moved, "en")
    assert "| 0,12 |" in block(moved, "fr")
