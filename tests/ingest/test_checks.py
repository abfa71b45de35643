"""The check-up of this machine, with real programs present and absent."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest import checks
from ingest.settings import Settings
from tests.ingest.shelf import OLD, Shelf
from tests.tools import program


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it but what a test links there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_what_is_installed_is_found_with_its_version() -> None:
    """The real poppler and the real Tesseract."""
    program("pdftoppm")
    program("tesseract")
    found = [checks.poppler(), checks.tesseract(("eng",))]
    assert [check.ok for check in found] == [True, True]
    assert all(str(check.facts["version"])[0].isdigit() for check in found)


def test_a_missing_program_is_named(bare: Path) -> None:
    """Poppler needs both of its programs."""
    assert (checks.poppler().ok, checks.poppler().facts) == (False, {"program": "pdftoppm"})
    assert checks.tesseract(("eng",)).key == "ingest.check.no_tesseract"


def test_half_of_poppler_is_not_enough(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing without counting is refused."""
    monkeypatch.undo()
    real = program("pdftoppm")
    monkeypatch.setenv("PATH", str(bare))
    (bare / "pdftoppm").symlink_to(real)
    assert checks.poppler().facts == {"program": "pdfinfo"}


def test_a_missing_language_is_named_with_its_package() -> None:
    """Nobody has Klingon installed."""
    program("tesseract")
    check = checks.tesseract(("eng", "tlh_x"))
    assert (check.ok, check.facts) == (False, {"languages": "tlh_x", "packages": "tesseract-ocr-tlh-x"})


def test_a_model_is_loaded_and_one_that_is_not_here_is_not_fetched() -> None:
    """The check-up uses no network."""
    assert checks.embedding_model("hash").ok
    assert checks.embedding_model("BAAI/bge-small-en-v1.5").key == "ingest.models.hub_unreachable"
    assert checks.embedding_model("nonsense").key == "ingest.models.unknown"


def test_an_empty_home_is_a_beginning_and_not_a_fault(home: Path) -> None:
    """A new user's check-up is green."""
    check = checks.index(Settings(home))
    assert (check.ok, check.key) == (True, "ingest.check.no_index")
    assert not home.exists()


def test_the_index_is_counted_and_its_damage_is_seen(shelf: Shelf) -> None:
    """Booklets and passages; vectors gone; a catalogue that is none."""
    shelf.add(OLD)
    whole = checks.index(shelf.settings)
    assert (whole.ok, whole.facts) == (True, {"games": 1, "booklets": 1, "passages": 3})
    shutil.rmtree(shelf.settings.vectors)
    assert checks.index(shelf.settings).key == "ingest.check.no_vectors"
    for file in shelf.settings.home.glob("oracle.db*"):
        file.write_bytes(b"no catalogue" * 1000)
    assert not checks.index(shelf.settings).ok


def test_room_and_leave_to_write_are_checked_where_the_home_will_be(tmp_path: Path) -> None:
    """A home that is not made yet is judged by the folder above it, and left unmade."""
    assert checks.disk(tmp_path / "not" / "yet").facts["folder"] == tmp_path / "not" / "yet"
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    assert checks.disk(closed / "home").key == "ingest.check.read_only"
    file = tmp_path / "file"
    file.write_text("x")
    assert checks.disk(file).key == "ingest.check.read_only"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["closed", "file"]


def test_libreoffice_is_no_fault_to_lack(bare: Path) -> None:
    """Most people have no office document."""
    check = checks.libreoffice()
    assert (check.ok, check.key) == (True, "ingest.check.no_office")
