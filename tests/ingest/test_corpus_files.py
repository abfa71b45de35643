"""The corpus on disk: what its files say, that they say it every time, and that damage is found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ingest.contracts import (
    Block,
    Line,
    Note,
    OutlineEntry,
    Page,
    PageRef,
    PageStatus,
    Picture,
    Reading,
    Table,
    TextSource,
)
from ingest.errors import NoIndex
from ingest.settings import Settings
from ingest.store.page_files import read_reading, write_reading
from tests.ingest.shelf import CORE, OLD, Shelf, tree
from tests.tools import ROOT

TEXT = OLD + "\n\na | b\f# Captures\n\nThe king is taken between four."


def folder(shelf: Shelf) -> Path:
    """Where the current revision is."""
    with shelf.library() as library:
        return library.booklet(CORE).folder


def test_the_folder_holds_what_the_design_says(shelf: Shelf) -> None:
    """Source, manifest, navigation, chunks, pages, images, tables."""
    shelf.add(TEXT)
    names = set(tree(folder(shelf)))
    assert names >= {
        "source.txt",
        "manifest.json",
        "doc_nav.json",
        "chunks.json",
        "reading.json",
        "pages/p0001.png",
        "pages/p0001.json",
        "images/p0001-0.png",
        "tables/p0002-001.html",
    }


def test_navigation_is_a_tree_of_sections(shelf: Shelf) -> None:
    """With level, summary, number of chunks and assets; a section that goes on over the page is one."""
    shelf.add(TEXT)
    nav = json.loads((folder(shelf) / "doc_nav.json").read_text())
    assert (nav["format"], nav["title"]) == (1, "Core")
    assert [(n["title"], n["level"], n["page"], n["chunk_count"]) for n in nav["children"]] == [
        ("Setup", 1, 1, 2),
        ("Captures", 1, 2, 3),
    ]
    captures = nav["children"][1]
    assert captures["summary"] == "A pawn is taken between two."
    assert captures["assets"] == {
        "images": ["images/p0002-0.png", "images/p0003-0.png"],
        "tables": ["tables/p0002-001.html"],
    }
    assert captures["children"] == []


def test_chunks_and_manifest_say_what_they_must(shelf: Shelf) -> None:
    """The fields of DESIGN §4."""
    shelf.add(TEXT)
    chunks = json.loads((folder(shelf) / "chunks.json").read_text())["chunks"]
    assert len(chunks) == 5
    assert set(chunks[0]) >= {"chunk_id", "type", "content", "section_path", "metadata", "connect_to"}
    assert set(chunks[0]["metadata"]) == {"length", "summary", "pages", "tokens", "keywords", "file_paths"}
    manifest = json.loads((folder(shelf) / "manifest.json").read_text())
    assert manifest["source"]["name"] == "core.txt"
    assert manifest["statistics"]["by_status"] == {"text": 3, "ocr": 0, "blank": 0, "unreadable": 0}
    assert [node["title"] for node in manifest["hierarchy"]] == ["Setup", "Captures"]
    assert set(manifest["files"]) == set(tree(folder(shelf))) - {"manifest.json"}


def test_the_same_source_gives_the_same_bytes(shelf: Shelf, tmp_path: Path) -> None:
    """In another home, on another day: no clock, no chance, no path."""
    shelf.add(TEXT)
    other = Shelf(Settings(tmp_path / "elsewhere", models=("a", "b")), tmp_path)
    other.add(TEXT)
    assert tree(folder(other)) == tree(folder(shelf))
    assert folder(other).name == folder(shelf).name


@pytest.mark.parametrize("name", ["pages/p0001.png", "pages/p0001.json", "chunks.json", "manifest.json", "source.txt"])
@pytest.mark.parametrize("how", ["removed", "changed"])
def test_verify_finds_damaged_files(shelf: Shelf, name: str, how: str) -> None:
    """A file that is missing or that is not what was published is named."""
    shelf.add(TEXT)
    file = folder(shelf) / name
    if how == "removed":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    (found, *_) = shelf.verify()
    assert (found.kind, found.note.facts["file"]) == ("damaged", name)


def test_verify_finds_files_that_nobody_published(shelf: Shelf) -> None:
    """A revision's folder holds nothing else."""
    shelf.add(TEXT)
    (folder(shelf) / "pages" / "extra.png").write_bytes(b"x")
    (found,) = shelf.verify()
    assert found.note.facts["file"] == "pages/extra.png"


def test_a_damaged_page_is_an_error_of_ours(shelf: Shelf) -> None:
    """Exit 5 with the file, not a traceback of JSON."""
    shelf.add(TEXT)
    for text in ("{", "[]", '{"format": 99}', '{"format": 1, "number": 1}'):
        (folder(shelf) / "pages/p0001.json").write_text(text)
        with shelf.library() as library, pytest.raises(NoIndex) as caught:
            library.page(PageRef("tafl", "core", 1))
        assert caught.value.key == "ingest.store.corpus_damaged"


def test_a_reading_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every field of every record."""
    box = (1.5, 2.0, 30.25, 40.0)
    page = Page(
        number=1,
        status=PageStatus.OCR,
        source=TextSource.OCR,
        width=420.5,
        height=595.0,
        blocks=(
            Block("heading", (Line("Été", box),), 2),
            Block("sidebar", (Line("a", box), Line("b", box))),
        ),
        tables=(Table(box, (("1", "2"), ("3", "")), "<table></table>", False),),
        pictures=(Picture(box, "d", "images/x.png", "An icon"), Picture(box, "e")),
        image="pages/p0001.png",
        thumb="thumbs/p0001.webp",
        dpi=300,
        printed="iv",
        confidence=0.87,
        notes=(Note("ingest.note", {"page": 1}),),
    )
    reading = Reading((page,), (OutlineEntry(1, "Start", 1),), ("fr", "en"), (Note("ingest.x", {}),))
    write_reading(tmp_path, reading)
    assert read_reading(tmp_path) == reading


def test_every_field_is_documented(shelf: Shelf) -> None:
    """`ingest/CORPUS.md` names each key of each file, so that others can read the corpus."""
    shelf.add(TEXT)
    documented = set(re.findall(r"`([^`]+)`", (ROOT / "ingest" / "CORPUS.md").read_text("utf-8")))
    keys = {
        key
        for name in ("manifest.json", "doc_nav.json", "chunks.json", "reading.json", "pages/p0001.json")
        for key in top_keys(json.loads((folder(shelf) / name).read_text()))
    }
    assert keys - documented == set()


def top_keys(record: object) -> set[str]:
    """Keys of our own records; a recipe, the files and the parts of a page are described as a whole."""
    if isinstance(record, list):
        return set().union(*map(top_keys, record))
    if not isinstance(record, dict):
        return set()
    whole = {"recipe", "files", "blocks", "tables", "pictures", "by_status", "by_type", "notes"}
    below = (top_keys(value) for key, value in record.items() if key not in whole)
    return set(record).union(*below)
