from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from ingest.errors import BadRulebook, IngestError, MissingTool, UsageError
from ingest.gate import inspect
from tests.builders import tiny_pdf
from tests.tools import program

LOCKED = "ingest.reading.document_locked"
ZIPPED = (
    b"PK\x03\x04\x14\0\0\0\0\0\0\0!\0\x86\xa6\x106\x05\0\0\0\x05\0\0\0\x05\0\0\0a.txthello"
    b"PK\x01\x02\x14\x03\x14\0\0\0\0\0\0\0!\0\x86\xa6\x106\x05\0\0\0\x05\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01"
    b"\0\0\0\0a.txtPK\x05\x06\0\0\0\0\1\0\1\x003\0\0\0(\0\0\0\0\0"
)


@pytest.fixture(autouse=True)
def _poppler() -> None:
    program("pdftoppm")


def refused(file: Path) -> IngestError:
    """The error with which a file is refused."""
    with pytest.raises(IngestError) as caught:
        inspect(file)
    return caught.value


def test_a_pdf_is_known_by_its_content(tmp_path: Path) -> None:
    """Whatever its name is, and whatever stands before its first byte."""
    good = tiny_pdf(tmp_path / "good.pdf", ["one", "two"]).read_bytes()
    odd = tmp_path / "-rules \n$(touch x).txt"
    odd.write_bytes(b"HTTP/1.1 200 OK\r\n\r\n" + good)
    facts = inspect(odd)
    assert (facts.kind, facts.pages) == ("pdf", 2)
    assert [note.key for note in facts.notes] == ["ingest.reading.note.leading_junk"]


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("a.pdf", b"", "ingest.reading.empty"),
        ("a.pdf", b"<!DOCTYPE html><html><body>404</body></html>", "ingest.reading.html"),
        ("a.pdf", b"This is not a PDF.\n" * 20, "ingest.reading.unknown"),
        ("a.pdf", b"%PDF-1.7\n", "ingest.reading.damaged"),
        ("a.docx", b"PK\x03\x04" + b"\0" * 50, "ingest.reading.document_damaged"),
        ("a.rtf.zip", ZIPPED, "ingest.reading.archive"),
        ("a.msg", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "ingest.reading.unknown"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), LOCKED),
        ("a.jpg", b"\0\0\0\x18ftypheic" + b"\0" * 50, "ingest.reading.heic"),
        ("a.gif", b"GIF89a" + b"\0" * 50, "ingest.reading.other_picture"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "ingest.reading.picture_damaged"),
        ("a.txt", b"x" * 200_000, "ingest.reading.line_too_long"),
        ("a.md", b"x\0y", "ingest.reading.unknown"),
    ],
)
def test_what_is_no_rulebook_is_refused_by_what_it_is(tmp_path: Path, name: str, content: bytes, key: str) -> None:
    """Exit code 4, and the message names the case."""
    file = tmp_path / name
    file.write_bytes(content)
    error = refused(file)
    assert (error.exit_code, error.key) == (4, key)


def test_a_truncated_pdf_is_refused(tmp_path: Path) -> None:
    """One engine repairs what the other refuses: its page numbers are not to be trusted."""
    whole = tiny_pdf(tmp_path / "whole.pdf", [f"page {n}" for n in range(9)]).read_bytes()
    half = tmp_path / "half.pdf"
    half.write_bytes(whole[: len(whole) // 2])
    assert refused(half).exit_code == 4


def test_a_password_is_needed_only_where_it_is(tmp_path: Path) -> None:
    """A user password is a reason to refuse, an owner password is none."""
    for name, user in (("locked.pdf", "secret"), ("open.pdf", "")):
        with pymupdf.open(tiny_pdf(tmp_path / "plain.pdf", ["rules"])) as document:
            document.save(tmp_path / name, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw=user)
    assert refused(tmp_path / "locked.pdf").key == "ingest.reading.needs_password"
    assert inspect(tmp_path / "open.pdf").pages == 1


def test_what_is_not_there_is_a_wrong_command(tmp_path: Path) -> None:
    """Exit code 2 for a missing file and for a folder."""
    assert isinstance(refused(tmp_path / "none.pdf"), UsageError)
    assert isinstance(refused(tmp_path), UsageError)


def test_a_page_larger_than_any_sheet_is_refused(tmp_path: Path) -> None:
    """Before anything is rendered."""
    assert refused(tiny_pdf(tmp_path / "wall.pdf", ["big"], size=(14400, 14400))).key == "ingest.reading.page_too_large"


def test_too_many_pages_are_refused(tmp_path: Path) -> None:
    """A rulebook has no 1001 pages."""
    with pymupdf.open() as document:
        for _ in range(1001):
            document.new_page(width=10, height=10)
        document.save(tmp_path / "long.pdf")
    error = refused(tmp_path / "long.pdf")
    assert isinstance(error, BadRulebook)
    assert error.key == "ingest.reading.too_many_pages"


def test_without_poppler_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 3, and the message says what to install."""
    file = tiny_pdf(tmp_path / "a.pdf", ["one"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert isinstance(refused(file), MissingTool)


@pytest.mark.parametrize("data", ["Règle : piochez 2 cartes.".encode(e) for e in ("utf-8", "utf-16", "cp1252")])
def test_text_in_any_usual_encoding(tmp_path: Path, data: bytes) -> None:
    """It is one page of text."""
    file = tmp_path / "rules.txt"
    file.write_bytes(data)
    assert (inspect(file).kind, inspect(file).pages) == ("text", 1)
