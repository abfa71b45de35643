"""`oracle doctor` as a shell sees it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.texts import Texts
from tests.oracle.commands import oracle
from tests.tiny_models import tiny_cross_encoder
from tests.tools import ROOT, program


@pytest.fixture(autouse=True)
def _tools(monkeypatch: pytest.MonkeyPatch) -> None:
    program("pdftoppm")
    program("tesseract")
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    monkeypatch.setenv("ORACLE_OCR_LANGUAGES", "eng")


def test_a_machine_that_has_everything_passes(home: Path) -> None:
    """Every part is named; nothing is missing, how to connect a machine is told; no home is made."""
    ran = oracle("doctor", "--json")
    assert (ran.code, ran.json["schema"]) == (0, 1), ran.out
    assert [check["name"] for check in ran.json["checks"]] == [
        "poppler",
        "tesseract",
        "libreoffice",
        "model",
        "index",
        "disk",
        "vm.configuration",
    ]
    assert all(set(check) == {"name", "ok", "detail", "hint"} for check in ran.json["checks"])
    *here, machine = ran.json["checks"]
    assert all(check["ok"] and check["hint"] is None for check in here)
    assert (machine["ok"], "vm.transport" in machine["hint"]) == (True, True)
    assert not home.exists()


def cut(file: Path) -> None:
    os.truncate(file, 100)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda home: cut(home / "chroma" / "chroma.sqlite3"), "oracle ingest reindex"),
        (lambda home: shutil.rmtree(home / "chroma"), "oracle ingest reindex"),
        (lambda home: cut(home / "lexical" / "gates.db"), "oracle ingest reindex"),
        (lambda home: shutil.rmtree(home / "lexical"), "oracle ingest reindex"),
        (lambda home: shutil.rmtree(home / "books"), "oracle ingest add core.pdf -g gates -b core --force"),
        (lambda home: cut(home / "oracle.db"), "oracle.db.old"),
    ],
    ids=["vectors", "no vectors", "words", "no words", "pages", "catalogue"],
)
def test_a_damaged_index_is_told_with_what_to_type(gates_home: Path, harm: Callable[[Path], None], told: str) -> None:
    """Whatever part of it; the others are checked all the same."""
    harm(gates_home)
    ran = oracle("doctor", "--json")
    (index,) = (check for check in ran.json["checks"] if check["name"] == "index")
    assert (ran.code, index["ok"], told in index["hint"]) == (3, False, True)
    assert ran.json["checks"][-1]["ok"]


def test_what_is_missing_is_exit_3_with_the_command_to_type(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No program on the path, in French."""
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = oracle("--lang", "fr", "doctor")
    assert ran.code == 3
    assert "✗ poppler\u00a0: pdftoppm manque" in ran.out
    assert "→ apt install poppler-utils" in ran.out
    assert "✗ tesseract\u00a0: Tesseract manque" in ran.out


def test_a_configured_machine_is_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A VM that is described but cannot be reached: its checks stand beside the others, and the code is 3."""
    monkeypatch.setenv("ORACLE_VM_TRANSPORT", "ssh")
    monkeypatch.setenv("ORACLE_VM_HOST", "127.0.0.1")
    monkeypatch.setenv("ORACLE_VM_PORT", "1")
    monkeypatch.setenv("ORACLE_VM_KEY", "/nonexistent/key")
    ran = oracle("doctor", "--json")
    machine = [check for check in ran.json["checks"] if check["name"].startswith("vm.")]
    assert (ran.code, bool(machine)) == (3, True)
    assert any(not check["ok"] and check["detail"] for check in machine)
    assert "✗ VM, clé\u00a0: " in oracle("--lang", "fr", "doctor").out


def test_a_cross_encoder_of_the_configuration_is_tried(home: Path, tmp_path: Path) -> None:
    """How long it takes is said; a folder that holds none is named, with what to type."""
    folder = tiny_cross_encoder(tmp_path / "model", {"king": 1.0})
    for place, ok in ((folder, True), (tmp_path / "nowhere", False)):
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(f'[retrieval]\nreranker = "{place}"\n')
        checks = oracle("doctor", "--json").json["checks"]
        (check,) = (check for check in checks if check["name"] == "reranker")
        assert (check["ok"], str(place) in check["detail"]) == (ok, True)
        assert ok or "retrieval.reranker" in check["hint"]


def test_every_check_has_a_name_in_the_players_language() -> None:
    """The name of a check is a fact of the JSON; on a screen it is a word of the language."""
    files = (ROOT / "ingest" / "checks.py", ROOT / "vm" / "doctor.py", ROOT / "oracle" / "claude" / "checkup.py")
    names = {name for file in files for name in re.findall(r'(?:Check|_failed)\(\s*"(\w+)"', file.read_text("utf-8"))}
    assert {"poppler", "host", "login"} <= names
    for name in names:
        assert Texts("en")(f"check.name.{name}") == name
        assert Texts("fr")(f"check.name.{name}")
