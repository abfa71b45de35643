"""How faithfully the pages were read: the gold quotes of an evaluation looked for in our own text of their pages.

Pure. Owns what is compared (letters and digits only) and what each share means. Reads no rulebook and asks nothing.
"""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from oracle.questions import Item, Quote

_MARKUP: Final = re.compile(r"<[^<>]*>|\{icon:[^{}]*\}")
_BROKEN: Final = re.compile(r"(?<=\w)(?:\u00ad\s*|[-\u2010\u2011]\n)(?=\w)")
_TABLE: Final = "table"


@dataclass(frozen=True)
class PageRead:
    """One page as we have it: its whole text, the texts of its chunks, and whether OCR read it."""

    text: str
    chunks: tuple[str, ...]
    ocr: bool


@dataclass(frozen=True)
class Found:
    """What became of one gold quote. On pages read by OCR only `words` counts, elsewhere only the rest."""

    item: str
    quote: Quote
    table: bool
    ocr: bool
    contained: bool
    one_chunk: bool
    words: float


def look(items: Iterable[Item], page: Callable[[Item, Quote], PageRead]) -> tuple[Found, ...]:
    """Every gold quote looked for on its page. Quotes that describe a picture (`[…`) are left out."""
    return tuple(
        _found(item, quote, page(item, quote))
        for item in items
        for quote in item.gold.quotes
        if quote.text and not quote.text.startswith("[")
    )


def reading_report(found: Sequence[Found]) -> dict[str, object]:
    """The figures as `oracle eval --reading --json` prints them; a share of nothing is `None`."""
    files = sorted({each.quote.file for each in found})
    return {
        **_shares(found),
        "table_rows": _share(each.one_chunk for each in found if each.table and not each.ocr),
        "by_file": {file: _shares([each for each in found if each.quote.file == file]) for file in files},
        "missing": [
            {"id": each.item, "file": each.quote.file, "page": each.quote.page, "quote": each.quote.text}
            for each in found
            if (each.words < 1.0 if each.ocr else not each.one_chunk)
        ],
    }


def folded(text: str) -> str:
    """Letters and digits only: markup, icons, separators, hyphens and spaces count for nothing."""
    plain = unicodedata.normalize("NFKC", _MARKUP.sub(" ", text)).casefold()
    return "".join(character for character in plain if character.isalnum())


def words_in_order(quote: str, text: str) -> float:
    """The share of the words of `quote` that stand in `text` in the same order (longest common subsequence)."""
    wanted, read = _words(quote), _words(text)
    longest = [0] * (len(wanted) + 1)
    for word in read:
        before = 0
        for i, mine in enumerate(wanted, 1):
            here = longest[i]
            longest[i] = before + 1 if word == mine else max(here, longest[i - 1])
            before = here
    return longest[-1] / len(wanted) if wanted else 1.0


def _words(text: str) -> list[str]:
    joined = _BROKEN.sub("", _MARKUP.sub(" ", text))
    return [word for word in map(folded, joined.split()) if word]


def _found(item: Item, quote: Quote, page: PageRead) -> Found:
    wanted = folded(quote.text)
    return Found(
        item=item.asked.id,
        quote=quote,
        table=item.gold.category == _TABLE,
        ocr=page.ocr,
        contained=wanted in folded(page.text),
        one_chunk=any(wanted in folded(chunk) for chunk in page.chunks),
        words=words_in_order(quote.text, page.text) if page.ocr else 1.0,
    )


def _shares(found: Sequence[Found]) -> dict[str, object]:
    return {
        "n": len(found),
        "contained": _share(each.contained for each in found if not each.ocr),
        "one_chunk": _share(each.one_chunk for each in found if not each.ocr),
        "ocr_words": _share(each.words for each in found if each.ocr),
    }


def _share(values: Iterable[float]) -> float | None:
    known = list(values)
    return round(statistics.fmean(known), 4) if known else None
