"""How well the scans made of books are read: words of our reading of the original that are found again.

    python -m tests.bench.derived CORPUS

Prints, for each file of `_derived`, the share of the original's words (NFKC, accents folded, two letters or more)
that our reading of the scan has, its confidence and quality, and CPU seconds a page. Gates nothing by itself:
`tests/ingest/test_derived.py` holds the shares.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ingest.contracts import Page
from ingest.reading import ReadOptions, read_source

_ICON = re.compile(r"\{icon:[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Pair:
    """A derived file, the original's pages that it shows, and the share that must be found."""

    derived: str
    original: str
    pages: range
    language: str
    least: float


PAIRS = (
    Pair("petit-jdr_rotate90flag.pdf", "petit-jdr-universel/Regles.pdf", range(1, 3), "fr", 0.995),
    Pair("petit-jdr_sideways_scan.pdf", "petit-jdr-universel/Regles.pdf", range(1, 3), "fr", 0.96),
    Pair("petit-jdr_scan200_fr.pdf", "petit-jdr-universel/Regles.pdf", range(1, 3), "fr", 0.96),
    Pair("srd51_p76-81_scan150_en.pdf", "dnd-srd51/SRD5.1-CCBY4.0License.pdf", range(76, 82), "en", 0.93),
)


def words(text: str) -> Counter[str]:
    """Its words as they are compared."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", _ICON.sub(" ", text))).casefold()
    return Counter(_WORD.findall("".join(c for c in folded if not unicodedata.combining(c))))


def found_again(original: str, derived: str) -> float:
    """The share of the words of one text that another has, each as often."""
    wanted = words(original)
    return sum((wanted & words(derived)).values()) / max(1, wanted.total())


def read(source: Path, language: str, pages: range | None = None) -> tuple[Page, ...]:
    """The pages of a file, or some of them."""
    with tempfile.TemporaryDirectory() as folder:
        part = source if pages is None else _part(source, pages, Path(folder))
        options = ReadOptions(languages=(language,), workers=2)
        return read_source(part, Path(folder) / "into", options, lambda _: None).pages


def _part(source: Path, pages: range, folder: Path) -> Path:
    import pymupdf

    file = folder / source.name
    with pymupdf.open(source) as document:
        document.select([number - 1 for number in pages])
        document.save(file)
    return file


def share(books: Path, pair: Pair) -> tuple[float, tuple[Page, ...]]:
    """The share of a pair, and the pages as they were read."""
    pages = read(books / "_derived" / pair.derived, pair.language)
    original = read(books / pair.original, pair.language, pair.pages)
    return found_again("\n".join(p.text for p in original), "\n".join(p.text for p in pages)), pages


def main(corpus: str) -> None:
    """One line of figures for each pair."""
    for pair in PAIRS:
        before = os.times()
        found, pages = share(Path(corpus) / "rulebooks", pair)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        sure = ", ".join(f"{page.confidence or 1:.2f}/{page.quality:.2f}" for page in pages)
        sys.stdout.write(
            f"{pair.derived}: {found:.4f} (least {pair.least}) · confidence/quality {sure} · "
            f"{spent / len(pages):.2f} CPU s a page with its original\n"
        )


if __name__ == "__main__":
    main(sys.argv[1])
