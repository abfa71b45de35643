"""Which language each page of a booklet is in, each passage, and which ones the booklet speaks. Pure.

Owns counting them by words and what a page with few words takes from its neighbours. What a language looks like is
`ingest.languages`' to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ingest.contracts import Page
from ingest.languages import UNKNOWN, named

TESSERACT: Final = {"fr": "fra", "en": "eng", "de": "deu", "es": "spa", "it": "ita", "nl": "nld", "pt": "por"}
_RUN: Final = 20
_ENOUGH: Final = 20
_FEW: Final = 5
_SHARE: Final = 0.25


def with_languages(pages: Sequence[Page], told: Sequence[str] | None) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """The pages with their languages, and those of the booklet: what the user said, else what the text does."""
    if told is not None and len(told) == 1:
        return tuple(replace(page, language=told[0]) for page in pages), tuple(told)
    counts = [_by_words(_texts(page), told or ()) for page in pages]
    spoken = tuple(told or frequent(counts))
    found = [_of_page(page, count, spoken) for page, count in zip(pages, counts, strict=True)]
    main = spoken[0] if spoken else None
    known = [told_here or _nearest(found, i) or main for i, told_here in enumerate(found)]
    return tuple(replace(page, language=one) for page, one in zip(pages, known, strict=True)), spoken


def of_texts(texts: Iterable[str], among: Sequence[str] = ()) -> tuple[str, ...]:
    """The languages of some texts, most frequent first, without what is only strewn in."""
    return frequent([_by_words([text], among) for text in texts])


def frequent(counts: Sequence[Counter[str]]) -> tuple[str, ...]:
    """The languages in which most is said; one far behind the first (a licence, a quotation) is none of the book's."""
    total = sum(counts, Counter[str]())
    return tuple(language for language, words in total.most_common() if words >= _SHARE * max(total.values()))


def of_passage(text: str, page: str | None, spoken: Sequence[str]) -> str:
    """The language of a passage: its own where a booklet speaks several, else its page's, if the booklet speaks it."""
    if len(spoken) == 1:
        return spoken[0]
    own = named(text, spoken) if len(text.split()) >= _ENOUGH else UNKNOWN
    if own != UNKNOWN:
        return own
    fallback = spoken[0] if spoken else UNKNOWN
    return page if page is not None and (page in spoken or not spoken) else fallback


def for_ocr(languages: Sequence[str], layer: str) -> tuple[str, ...]:
    """Tesseract's languages for one page: the one that its layer is in, if it is one of several; two read worse."""
    if len(languages) < 2 or len(layer.split()) < _ENOUGH:
        return tuple(languages)
    one = TESSERACT.get(named(layer), "")
    return (one,) if one in languages else tuple(languages)


def _texts(page: Page) -> list[str]:
    return [block.text for block in page.blocks or page.lettering]


def _by_words(texts: Iterable[str], among: Sequence[str]) -> Counter[str]:
    """How many words are in which language: told run by run, for two columns may be in two languages."""
    counts: Counter[str] = Counter()
    run: list[str] = []
    for text in texts:
        words = text.split()
        if len(words) >= _RUN:
            counts[named(text, among)] += len(words)
            continue
        run += words
        if len(run) >= _RUN:
            counts[named(" ".join(run), among)] += len(run)
            run = []
    if len(run) >= _FEW:
        counts[named(" ".join(run), among)] += len(run)
    del counts[UNKNOWN]
    return counts


def _of_page(page: Page, counts: Counter[str], spoken: Sequence[str]) -> str | None:
    """The language most of a page is in; of a few words only if the booklet speaks it."""
    if counts and (language := counts.most_common(1)[0][0]) and counts.total() >= _ENOUGH:
        return language
    text = " ".join(_texts(page))
    few = named(text, spoken) if len(text.split()) >= _FEW else UNKNOWN
    return few if few != UNKNOWN and few in spoken else None


def _nearest(found: Sequence[str | None], i: int) -> str | None:
    """What the pages before and after say, if they agree."""
    before = next((language for language in reversed(found[:i]) if language), None)
    after = next((language for language in found[i + 1 :] if language), None)
    return before if before == after or after is None else after if before is None else None
