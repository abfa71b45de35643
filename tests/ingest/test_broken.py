"""The generated pathological files that are quick to read; the bombs are tried by hand and by issue 3's test."""

from __future__ import annotations

import ast
import csv
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from ingest.contracts import PageStatus, Reading
from ingest.errors import IngestError
from ingest.reading import ReadOptions, read_source
from tests.tools import missing, program

# fmt: off
QUICK = [
    "a01", "a02", "a03", "a04", "a05", "a06", "a07", "a08", "a09", "a10", "a11", "b01", "b02", "b03",
    "b04", "b05", "b06", "b07", "b08", "b09", "b11", "b12", "b13", "b14", "b15", "b16", "b17", "b19",
    "b20", "d04", "d06", "e02", "e03", "e06", "e07", "e08", "e09", "e10", "e11", "e12", "e13", "f01",
    "f02", "f03", "g05", "g07", "g08", "g12", "h05", "i01", "i07", "i08", "i09", "i10", "i11",
]
# fmt: on


@pytest.fixture(scope="session")
def broken(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, set[int]]]:
    """Each quick file by its id, with the exit codes that are right for it."""
    generator = corpus / "broken" / "generate.py"
    if not generator.exists():
        missing(str(generator))
    program("pdftoppm")
    program("tesseract")
    folder = tmp_path_factory.mktemp("broken")
    subprocess.run([sys.executable, str(generator), str(folder)], check=True, capture_output=True, timeout=120)
    with (corpus / "broken" / "EXPECTED.tsv").open(newline="") as table:
        rows = list(csv.reader(table, delimiter="\t"))[1:]
    files = {row[0]: (folder / os.fsdecode(ast.literal_eval(row[1])), set(map(int, row[2].split(",")))) for row in rows}
    return {name: files[name] for name in QUICK if name in files}


def outcome(source: Path, into: Path) -> tuple[int, Reading | None]:
    """The exit code that reading a file ends with, and what was read."""
    try:
        reading = read_source(source, into, ReadOptions(workers=1), lambda _: None)
    except IngestError as error:
        return error.exit_code, None
    return (10 if any(page.status is PageStatus.UNREADABLE for page in reading.pages) else 0), reading


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_a_broken_file_ends_as_it_should(broken: dict[str, tuple[Path, set[int]]], name: str, tmp_path: Path) -> None:
    """The right exit code; what is read holds nothing that a terminal could obey, and no page is missing."""
    source, allowed = broken[name]
    code, reading = outcome(source, tmp_path)
    assert code in allowed
    if reading is not None:
        assert [page.number for page in reading.pages] == list(range(1, len(reading.pages) + 1))
        text = "".join(page.text for page in reading.pages)
        assert not [c for c in text if c != "\n" and unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co"}]
    else:
        assert not list(tmp_path.rglob("*.png"))


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize(("name", "says"), [("e06", "Draw five cards and score"), ("e07", "Draw 5 cards")])
def test_a_layer_that_says_what_the_page_does_not_is_read_again(
    broken: dict[str, tuple[Path, set[int]]], name: str, says: str, tmp_path: Path
) -> None:
    """A font whose map to letters is missing or wrong."""
    reading = outcome(broken[name][0], tmp_path)[1]
    assert reading is not None
    assert reading.pages[0].text == says
