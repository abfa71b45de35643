"""All broken files, generated and public, each read in limited workers as `oracle ingest add` would read it."""

from __future__ import annotations

import ast
import csv
import os
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import PageStatus, Reading
from ingest.errors import IngestError
from ingest.reading import ReadOptions, read_source
from tests.tools import missing, program

GENERATED, PUBLIC = 98, 30
AT_ONCE = 2
LONGEST = 240.0
BOMB = "c"


@dataclass(frozen=True)
class Case:
    """A broken file and the exit codes that are right for it."""

    name: str
    file: Path
    allowed: frozenset[int]


@dataclass(frozen=True)
class Outcome:
    """What reading a case came to."""

    case: Case
    code: int
    reading: Reading | None
    into: Path
    seconds: float


@pytest.fixture(scope="session")
def generated(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """The files that the corpus's generator writes."""
    generator = corpus / "broken" / "generate.py"
    if not generator.exists():
        missing(str(generator))
    program("pdftoppm")
    program("tesseract")
    folder = tmp_path_factory.mktemp("broken")
    subprocess.run([sys.executable, str(generator), str(folder)], check=True, capture_output=True, timeout=120)
    with (corpus / "broken" / "EXPECTED.tsv").open(newline="") as table:
        rows = list(csv.reader(table, delimiter="\t"))[1:]
    return [
        Case(row[0], folder / os.fsdecode(ast.literal_eval(row[1])), frozenset(map(int, row[2].split(","))))
        for row in rows
    ]


@pytest.fixture(scope="session")
def public(corpus: Path) -> list[Case]:
    """Broken files of other projects: refused, or read with every page accounted for."""
    with (corpus / "broken" / "public" / "MANIFEST.tsv").open(newline="") as table:
        names = [row[0] for row in list(csv.reader(table, delimiter="\t"))[1:]]
    return [Case(name, corpus / "broken" / "public" / name, frozenset({0, 4, 10})) for name in names]


def outcome(case: Case, into: Path) -> Outcome:
    """Read one file. An exception that is not ours stops the walk, as it would stop the run."""
    into.mkdir()
    began = time.monotonic()
    try:
        reading = read_source(case.file, into, ReadOptions(workers=1), lambda _: None)
    except IngestError as error:
        return Outcome(case, error.exit_code, None, into, time.monotonic() - began)
    code = 10 if any(page.status is PageStatus.UNREADABLE for page in reading.pages) else 0
    return Outcome(case, code, reading, into, time.monotonic() - began)


def faults(found: Outcome) -> Iterator[str]:
    """What is wrong with an outcome."""
    if found.code not in found.case.allowed:
        yield f"exit {found.code}, not {sorted(found.case.allowed)}"
    if found.seconds > LONGEST:
        yield f"{found.seconds:.0f} s"
    if found.reading is None:
        if any(file.is_file() for file in found.into.rglob("*.png")):
            yield "refused, yet it left pictures"
        return
    if [page.number for page in found.reading.pages] != list(range(1, len(found.reading.pages) + 1)):
        yield "pages are missing"
    text = "".join(page.text for page in found.reading.pages)
    if any(c != "\n" and unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co"} for c in text):
        yield "text that a terminal could obey"
    for page in found.reading.pages:
        flat = page.image is not None and is_flat(found.into / page.image)
        if flat and page.status is not PageStatus.UNREADABLE and page.blocks:
            yield f"page {page.number}: text on a blank picture"
        if page.status is PageStatus.BLANK and not flat:
            yield f"page {page.number}: called blank, and is not"
        if page.status is PageStatus.BLANK and found.case.name.startswith(BOMB):
            yield f"page {page.number}: a bomb published as a blank page"
        if page.status is not PageStatus.UNREADABLE and page.image is None and page.width:
            yield f"page {page.number}: no picture"


def is_flat(picture: Path) -> bool:
    """Whether a page's picture is one colour."""
    with Image.open(picture) as image:
        bands = image.convert("RGB").reduce(4).getextrema()
    return all(int(high) - int(low) <= 10 for low, high in bands)  # type: ignore[misc]


def workers_alive() -> list[str]:
    """Limited workers that this process started and that still run."""
    alive = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == str(os.getpid()) and b"ingest.page.worker" in command:
            alive.append(entry.name)
    return alive


@pytest.mark.corpus
@pytest.mark.slow
def test_every_broken_file_ends_as_it_should(
    generated: list[Case], public: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The right exit code and every page accounted for; none hangs, stops the run or publishes a blank page as good."""
    cases = [*generated, *public]
    assert (len(generated), len(public)) == (GENERATED, PUBLIC)
    slowest_first = sorted(cases, key=lambda case: not case.name.startswith((BOMB, "b10", "pdfjs_bomb", "ocrmypdf_")))
    inside, began = tmp_path / "inside", time.monotonic()
    inside.mkdir()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda n: outcome(slowest_first[n], inside / str(n)), range(len(cases))))
    with capsys.disabled():
        slow = ", ".join(f"{o.case.name} {o.seconds:.0f}" for o in sorted(found, key=lambda o: -o.seconds)[:8])
        print(f"\nbroken files: {len(found)} in {time.monotonic() - began:.0f} s; slowest (s): {slow}")  # noqa: T201
    assert {o.case.name: told for o in found if (told := list(faults(o)))} == {}
    assert workers_alive() == []
    assert [file.name for file in tmp_path.iterdir()] == ["inside"], "something was written outside"


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize(("name", "says"), [("e06", "Draw five cards and score"), ("e07", "Draw 5 cards")])
def test_a_layer_that_says_what_the_page_does_not_is_read_again(
    generated: list[Case], name: str, says: str, tmp_path: Path
) -> None:
    """A font whose map to letters is missing or wrong."""
    found = outcome(next(case for case in generated if case.name == name), tmp_path / "into")
    assert found.reading is not None
    assert found.reading.pages[0].text == says
