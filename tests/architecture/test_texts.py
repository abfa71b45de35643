"""Texts: both languages hold the same keys with the same facts, and every key named in the code exists."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

import ingest.errors
import oracle.errors
import vm.errors
from oracle.texts import LANGUAGES, catalogue
from tests.tools import ROOT

ERRORS = {
    name
    for module in (ingest.errors, vm.errors, oracle.errors)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and issubclass(thing, Exception)
}
VM_ERRORS = {name for name, thing in vars(vm.errors).items() if name in ERRORS}


def test_both_languages_hold_the_same_keys() -> None:
    """No text is missing in French, none in English."""
    assert set(catalogue("en")) == set(catalogue("fr"))


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_both_languages_name_the_same_facts(key: str) -> None:
    """A translation neither loses a fact nor asks for one that nobody gives."""
    assert len({frozenset(fields(catalogue(lang)[key])) for lang in LANGUAGES}) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_apostrophes_are_printed_ones(lang: str) -> None:
    """Between two letters stands ’, in both languages: players see one kind."""
    assert [key for key, text in catalogue(lang).items() if re.search(r"[^\W\d_]'[^\W\d_]", text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_made_of_characters_that_people_read(lang: str) -> None:
    """No control character: a text decoded as what it is not has some."""
    assert [key for key, text in catalogue(lang).items() if re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)] == []


@pytest.mark.parametrize("file", sorted((ROOT / "oracle").rglob("*.toml")), ids=lambda file: file.name)
def test_every_table_can_be_read(file: Path) -> None:
    """Patterns and texts are TOML: a slip of the pen in one would stop every question."""
    assert tomllib.loads(file.read_text("utf-8"))


def test_every_text_key_named_in_the_code_exists() -> None:
    """Errors, notes and sentences built with a literal key have their text, with the facts that it needs."""
    known = catalogue("en")
    problems = [
        f"{where}: {key} ({sorted(needs)})"
        for where, key, given in named_keys()
        for needs in [fields(known[key]) | fields(known.get(f"{key}.hint", "")) if key in known else {"missing"}]
        if not needs <= given
    ]
    assert problems == []


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def named_keys() -> list[tuple[str, str, set[str]]]:
    found = []
    for package in ("ingest", "vm", "oracle"):
        for file in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and (named := literal_key(node, package)):
                    found.append((f"{file.relative_to(ROOT)}:{node.lineno}", *named))
    return found


def literal_key(node: ast.Call, package: str) -> tuple[str, set[str]] | None:
    """The key and the facts of `say("a.b", x=…)` and of errors raised with a literal key."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if not (node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)):
        return None
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    facts = {keyword.arg or "" for keyword in node.keywords}
    key = node.args[0].value
    if name == "say":
        return key, facts
    if name == "Note":
        return key, noted_facts(node)
    if name in VM_ERRORS:
        return "vm." + key, facts  # `oracle` raises some of them too
    if name in ERRORS:
        return {"ingest": "ingest.", "oracle": ""}[package] + key, facts
    return None


def noted_facts(node: ast.Call) -> set[str]:
    """The facts of a `Note`: the keys of its dictionary; all that its text asks for where it is made elsewhere."""
    if len(node.args) == 1:
        return set()
    keys = getattr(node.args[1], "keys", None)
    if not isinstance(keys, list) or not all(isinstance(key, ast.Constant) for key in keys):
        literal = node.args[0]
        assert isinstance(literal, ast.Constant)
        return fields(catalogue("en").get(str(literal.value), ""))
    return {str(key.value) for key in keys}
