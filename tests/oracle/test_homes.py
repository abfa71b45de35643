"""A home that somebody named and in which nothing is: a slip of the finger is told from a first evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.config import Config, load
from oracle.homes import unfound
from oracle.texts import Texts
from tests.oracle.commands import oracle


@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("ask", "-g", "go", "may I pass?"),
        ("show", "go/rules:1"),
        ("ingest", "list"),
        ("ingest", "status", "go/rules", "draft"),
        ("log",),
        ("log", "show", "abcd"),
        ("house", "list"),
        ("outcome", "good"),
        ("outcomes", "go"),
        ("export",),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_mistyped_home_is_named_with_who_named_it(
    home: Path, tmp_path: Path, command: tuple[str, ...], lang: str
) -> None:
    """Whatever is asked of it; the option has the last word, and nothing is made there."""
    mistyped = tmp_path / "hme"
    said = oracle("--home", str(mistyped), "--lang", lang, *command).err
    assert f"⚠ --home {'names' if lang == 'en' else 'nomme'} {mistyped}" in said and not mistyped.exists()
    assert f"ORACLE_HOME nomme {home}" in oracle("--lang", "fr", *command).err


def test_a_home_without_rulebooks_is_not_said_to_be_missing(tmp_path: Path) -> None:
    """The folder is there; the usual place, which nobody named, is no slip of the finger."""
    english = Texts("en")
    named = load({}, home=tmp_path)
    assert unfound(named, english) == f"--home names {tmp_path}: no rulebook is in it."
    assert "no such folder" in (unfound(load({"ORACLE_HOME": str(tmp_path / "no")}), english) or "")
    assert unfound(Config(tmp_path, tmp_path / "config.toml", "en"), english) is None


@pytest.mark.usefixtures("gates_home")
def test_a_home_with_rulebooks_is_not_spoken_of() -> None:
    """Nothing was asked there yet, and that is all."""
    assert oracle("log").err.count("\n") == 1
