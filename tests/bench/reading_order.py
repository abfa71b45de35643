"""Reading order and headings of our reading, against labels that people typed from pictures of the pages.

    ORACLE_CORPUS=… python -m tests.bench.reading_order [--misses] [--file PART] [--sheets DIR [--pure]]

The rule of the pages, fixed before anything was labelled (`reading_order_pages.py` is the rule in code): the PDF files
of the corpus's `rulebooks` (without `_derived`) and of this project's `rulebooks`, sorted by file name without
regard to case; pages 1, 8, 15, 22, … of each; the first 36 that show text to a person. `reading_order_a.jsonl` labels
the first 20, `reading_order_b.jsonl` the other 16; both were committed before this file. A label is corrected only from
the picture, in a commit that says why.

Prints for each file and for all: neighbour pairs in order, precision, recall and F1 of the headings (a heading of
ours inside a box or a table counts as ours). Each book is read whole, as `oracle ingest add` does, for fonts and
running heads are learnt from the whole book. For the developer: `--sheets DIR` takes books of more than 40 pages from
dumps (`DIR/STEM.jsonl`: the profile, then a sheet a line, as `ingest.page.sheet.dump` writes them), which may be
older than the code that reads pages; `--pure` takes all books from there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ingest.assemble import assemble
from ingest.contracts import OutlineEntry, Page, TextSource
from ingest.page.sheet import load_profile, load_sheet
from ingest.reading import ReadOptions, read_source
from tests.bench.reading_order_pages import files, pages_of
from tests.bench.reading_score import Broken, Headings, Labelled, Score, load_labels, score

HERE = Path(__file__).parent
LABELS = (HERE / "reading_order_a.jsonl", HERE / "reading_order_b.jsonl")
SAMPLES = HERE.parent.parent / "rulebooks"
LONG = 40


@dataclass(frozen=True)
class PageScore:
    """One page: its counts and what was missed."""

    page: Labelled
    score: Score
    broken: tuple[Broken, ...]
    headings: Headings


@dataclass(frozen=True)
class Dumps:
    """Where to take sheets from instead of reading, and whether for short books too."""

    folder: Path | None = None
    pure: bool = False

    def of(self, file: Path) -> Path | None:
        """The dump to use for a book, `None` to read it."""
        if self.folder is None or not (self.pure or pages_of(file) > LONG):
            return None
        return self.folder / f"{file.stem}.jsonl"


def books(corpus: Path | None) -> dict[str, Path]:
    """The files that the rule knows, by name."""
    folders = [SAMPLES] if corpus is None else [corpus / "rulebooks", SAMPLES]
    return {file.name: file for file in files(*folders)}


def read(file: Path, dumps: Dumps) -> tuple[Page, ...]:
    """A whole book with the current code."""
    dump = dumps.of(file)
    if dump is not None:
        return assembled(dump)
    with tempfile.TemporaryDirectory() as folder:
        return read_source(file, Path(folder), ReadOptions(), lambda _: None).pages


def assembled(dump: Path) -> tuple[Page, ...]:
    """A whole book from the sheets of its pages."""
    first, *rest = map(json.loads, dump.read_bytes().splitlines())
    outline = tuple(OutlineEntry(*entry) for entry in load_profile(first).outline)
    return assemble([load_sheet(line) for line in rest], outline)


def score_pages(labelled: Sequence[Labelled], known: Mapping[str, Path], dumps: Dumps) -> Iterator[PageScore]:
    """The score of each labelled page whose file is here."""
    for name, group in groupby(labelled, key=lambda page: page.file):
        if name in known:
            pages = {page.number: page for page in read(known[name], dumps)}
            for labels in group:
                yield score_page(labels, pages[labels.page])


def score_page(labels: Labelled, page: Page) -> PageScore:
    """The score of one page."""
    counts, broken, headings = score(labels, page.blocks, ocr=page.source is TextSource.OCR)
    return PageScore(labels, counts, tuple(broken), headings)


def table(scores: Sequence[PageScore]) -> Iterator[str]:
    """The figures by file and for all, a line each."""
    yield f"{'file':36} pages  pairs in order      headings: typed ours  P     R     F1"
    for name, group in groupby(scores, key=lambda one: one.page.file):
        yield _line(name, list(group))
    yield _line("all", scores)


def _line(name: str, scores: Sequence[PageScore]) -> str:
    s = sum((one.score for one in scores), Score())
    return (
        f"{name[:36]:36} {len(scores):5}  {s.in_order:4} of {s.pairs:4} {s.order:.3f}   "
        f"{s.typed:13} {s.ours:4}  {s.precision:.3f} {s.recall:.3f} {s.f1:.3f}"
    )


def misses(scores: Sequence[PageScore]) -> Iterator[str]:
    """All that was missed, a line each."""
    for one in scores:
        where = f"{one.page.file}:{one.page.page}"
        for pair in one.broken:
            yield f"{where} pair “{pair.first.start}” → “{pair.second.start}”: {pair.reason}"
        for label in one.headings.lost:
            yield f"{where} heading not ours: “{label.start}”"
        for text in one.headings.extra:
            yield f"{where} heading not typed: “{' / '.join(text.splitlines())}”"


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reading_order")
    parser.add_argument("--misses", action="store_true", help="list what was missed")
    parser.add_argument("--file", default="", help="only files whose name has this in it")
    parser.add_argument("--sheets", type=Path, help="take long books from the dumps in this folder")
    parser.add_argument("--pure", action="store_true", help="take short books from there too")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> None:
    """Score the labelled pages and print the figures."""
    options = _options(arguments)
    corpus = os.environ.get("ORACLE_CORPUS")
    labelled = [page for page in load_labels(*filter(Path.exists, LABELS)) if options.file in page.file]
    known = books(Path(corpus) if corpus else None)
    scores = list(score_pages(labelled, known, Dumps(options.sheets, options.pure)))
    lines = [*table(scores), *(misses(scores) if options.misses else ())]
    absent = sorted({page.file for page in labelled} - set(known))
    lines += [f"not here (set ORACLE_CORPUS): {', '.join(absent)}"] if absent else []
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
