"""Which pages carry typed labels of reading order and headings: the rule, in code. Scores nothing.

    python -m tests.bench.reading_order_pages CORPUS/rulebooks rulebooks

Prints the pages that the rule picks, one a line. Their labels stand in `reading_order_a.jsonl` (the first 20)
and `reading_order_b.jsonl` (the other 16), typed from rendered pictures by readers who saw neither our reading
nor the text layer: so they may never be corrected from what our code reads, only from the picture.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

STEP = 7
PAGES = 36
DERIVED = "_derived"


def files(*folders: Path) -> list[Path]:
    """The PDF files of some folders without the derived ones, by file name without regard to case."""
    found = (file for folder in folders for file in folder.rglob("*.pdf") if DERIVED not in file.parts)
    return sorted(found, key=lambda file: file.name.lower())


def pages_of(file: Path) -> int:
    """Pages as poppler counts them."""
    info = subprocess.run(["pdfinfo", file], check=True, capture_output=True, text=True).stdout
    return next(int(line.split()[1]) for line in info.splitlines() if line.startswith("Pages:"))


def candidates(*folders: Path) -> Iterator[tuple[Path, int]]:
    """Pages 1, 8, 15, … of every file, in order."""
    for file in files(*folders):
        for page in range(1, pages_of(file) + 1, STEP):
            yield file, page


def picked(*folders: Path) -> list[tuple[Path, int]]:
    """The pages to label.

    The rule skips a page that shows no text to a person; whoever typed the labels looked at the first 36
    candidates and none had to be skipped, so the pages are those candidates.
    """
    return list(islice(candidates(*folders), PAGES))


def main() -> None:
    """Print the pages of the rule."""
    for file, page in picked(*map(Path, sys.argv[1:])):
        sys.stdout.write(f"{file.name}\t{page}\n")


if __name__ == "__main__":
    main()
