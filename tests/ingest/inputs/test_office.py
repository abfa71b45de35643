"""Office documents with the real LibreOffice, and on a machine that has none."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import PageStatus, Reading
from ingest.errors import BadRulebook, MissingTool
from ingest.inputs import office
from ingest.page.workers import Crew
from ingest.reading import ReadOptions, read_source
from tests.ingest.inputs.office_files import paragraph, shape, slides, word, workbook
from tests.tools import program

BODY = "".join(
    paragraph(title, "H1") + paragraph(f"{text} " * 30)
    for title, text in (
        ("Setup", "Deal five cards to each player."),
        ("Goal", "Win by reaching the edge."),
    )
)
ROWS = "".join(
    f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>{a}</t></is></c><c r="B{n}"><v>{b}</v></c></row>'
    for n, (a, b) in enumerate([("Gold", 3), ("Silver", 2), ("Copper", 1)], 1)
)
RTF = rb"{\rtf1\ansi{\fonttbl{\f0 Liberation Sans;}}\f0\fs24 The player with the most coins wins the game at once.\par}"


def read(file: Path) -> Reading:
    """A document, into a folder beside it."""
    into = file.parent / "into"
    into.mkdir()
    return read_source(file, into, ReadOptions(languages=("en",)), lambda _: None)


@pytest.fixture
def soffice() -> Path:
    """The real LibreOffice, and what reads its print."""
    program("pdftoppm")
    program("tesseract")
    return program("soffice")


@pytest.fixture
def without_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH that holds all but LibreOffice."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("pdftoppm", "pdfinfo", "tesseract"):
        (folder / name).symlink_to(program(name))
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.mark.slow
def test_a_word_document_gets_pages(soffice: Path, tmp_path: Path) -> None:
    """Read as they are printed, with the headings that the document names; what the file is, its content says."""
    word(tmp_path / "rules.docx", BODY).rename(tmp_path / "rules.pdf")
    reading = read(tmp_path / "rules.pdf")
    (page,) = reading.pages
    assert [(block.level, block.text) for block in page.blocks if block.role == "heading"] == [
        (1, "Setup"),
        (1, "Goal"),
    ]
    assert page.image and page.width > 500
    with Image.open(tmp_path / "into" / page.image) as image:
        assert min(image.size) > 2000
    assert reading.notes == ()


@pytest.mark.slow
def test_slides_keep_their_text_and_get_their_picture(soffice: Path, tmp_path: Path) -> None:
    """One page a slide, the hidden one left out and told."""
    pages = [
        shape("Setup", (50, 50), "title") + shape("Deal five cards.", (50, 200)),
        shape("No.", (9, 9)),
        shape("Two.", (50, 90)),
    ]
    reading = read(slides(tmp_path / "a.pptx", pages, [2]))
    assert [page.text for page in reading.pages] == ["Setup\n\nDeal five cards.", "Two."]
    assert all(page.image and (tmp_path / "into" / page.image).is_file() for page in reading.pages)
    assert [note.key for note in reading.notes] == ["ingest.reading.note.hidden_slides"]


@pytest.mark.slow
def test_each_sheet_is_one_page_with_its_picture(soffice: Path, tmp_path: Path) -> None:
    """Its table is the sheet's own, not what a printer would cut it into."""
    sheets = {"Coins": f"<sheetData>{ROWS}</sheetData>", "Other": f"<sheetData>{ROWS}</sheetData>"}
    reading = read(workbook(tmp_path / "a.xlsx", sheets))
    assert [page.tables[0].rows[0] for page in reading.pages] == [("Gold", "3")] * 2
    assert [page.blocks[0].text for page in reading.pages] == ["Coins", "Other"]
    assert all(page.image and page.status is PageStatus.TEXT for page in reading.pages)


@pytest.mark.slow
def test_what_only_libreoffice_opens_is_read(soffice: Path, tmp_path: Path) -> None:
    """RTF stands for all older formats; what LibreOffice writes of them has their tables."""
    row = rb"\trowd\cellx3000\cellx6000 %s\cell %s\cell\row "
    (tmp_path / "a.rtf").write_bytes(RTF[:-1] + row % (b"Gold", b"3 points") + row % (b"Tin", b"one") + b"}")
    (page,) = read(tmp_path / "a.rtf").pages
    assert "most coins wins" in page.text
    assert page.tables[0].rows == (("Gold", "3 points"), ("Tin", "one"))
    assert page.image


@pytest.mark.slow
def test_what_libreoffice_cannot_open_is_refused(soffice: Path, tmp_path: Path) -> None:
    """With its own sentence."""
    (tmp_path / "a.doc").write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "WordDocument".encode("utf-16-le")
    )
    with pytest.raises(BadRulebook) as caught:
        read(tmp_path / "a.doc")
    assert caught.value.key == "ingest.reading.not_converted"


def test_without_libreoffice_a_document_is_cited_by_heading(without_office: Path, tmp_path: Path) -> None:
    """It has no picture, and says so."""
    reading = read(word(tmp_path / "a.docx", BODY))
    (page,) = reading.pages
    assert (page.image, page.width, page.blocks[0].text) == (None, 0.0, "Setup")
    assert [note.key for note in reading.notes] == ["ingest.reading.note.no_paper"]


def test_without_libreoffice_old_formats_say_what_to_install(without_office: Path, tmp_path: Path) -> None:
    """Exit code 3."""
    (tmp_path / "a.rtf").write_bytes(RTF)
    with pytest.raises(MissingTool):
        read(tmp_path / "a.rtf")


def test_a_conversion_that_hangs_ends_with_all_that_it_started(without_office: Path, tmp_path: Path) -> None:
    """Nothing of it runs on."""
    mark = tmp_path / "alive"
    fake = without_office / "soffice"
    fake.write_text(f"#!/bin/bash\n(while true; do echo x >> {mark}; read -t 0.2 <> <(:); done) &\nwait\n")
    fake.chmod(0o755)
    (without_office / "bash").symlink_to("/bin/bash")
    source = tmp_path / "a.rtf"
    source.write_bytes(RTF)
    with Crew(office_wall=4.0) as crew:
        assert not crew.convert(source, tmp_path / "a.pdf", "pdf")
    before = mark.stat().st_size
    time.sleep(1.0)
    assert mark.stat().st_size == before


def test_libreoffice_is_told_to_run_nothing(tmp_path: Path) -> None:
    """No macro, a profile of its own, no window."""
    command = office.build_command("soffice", tmp_path / "a.docx", tmp_path, "pdf")
    assert "--headless" in command
    assert f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}" in command
    settings = {name: value for _, name, value in office.SETTINGS}
    assert (settings["DisableMacrosExecution"], settings["MacroSecurityLevel"]) == ("true", "3")
    assert settings["BlockUntrustedRefererLinks"] == "true"
