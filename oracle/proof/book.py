"""The passages of one request by their markers, and where on their pages a quotation stands.

Pure: page texts come from the caller. Owns which pages may carry a quotation and in which order they are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ingest.contracts import PageRef, Passage, TextSource
from oracle import quotes
from oracle.proof.folded import Folded
from oracle.proof.fragments import stands
from oracle.proof.icons import has_icons, with_icons, without_icons
from oracle.proof.misread import misread

PageTexts = Callable[[PageRef], Sequence[str]]
"""The texts of a page: the whole page as read, and each of its passages."""


@dataclass(frozen=True)
class Found:
    """Where a quotation stands. `as_read` are the page's own words where OCR misread some of them."""

    n: int
    passage: Passage
    as_read: str | None = None


class Book:
    """The request's passages by marker, and the folded texts of their pages."""

    def __init__(self, cited: Sequence[Passage], pages: PageTexts) -> None:
        self.cited = cited
        self._pages = pages
        self._folded: dict[tuple[PageRef, bool], tuple[Folded, ...]] = {}
        self._own: dict[tuple[str, bool], Folded] = {}
        self.page_numbers = {str(p.ref.page) for p in cited} | {p.printed for p in cited if p.printed}

    def knows(self, n: int) -> bool:
        """Whether a marker is one of this request."""
        return 1 <= n <= len(self.cited)

    def find(self, quote: str, numbers: Sequence[int], *, alone: bool) -> Found | None:
        """The first place where the quotation stands, word for word; else where OCR misread a letter of it."""
        return next(self._exactly(quote, numbers, alone), None) or next(self._nearly(quote, numbers, alone), None)

    def only_numbers_differ(self, quote: str, numbers: Sequence[int]) -> bool:
        """Whether the quotation would stand somewhere if its numbers were others."""
        refs = {passage.ref for _, passage in self._places(numbers)}
        return any(
            quotes.holds_but_numbers(text.text, self._comparable(quote, ref))
            for ref in refs
            for text in self._texts(ref, quote)
        )

    def as_printed(self, ref: PageRef) -> tuple[str, ...]:
        """The texts of a page letter for letter."""
        return (*self._pages(ref), *(passage.text for passage in self._of(ref)))

    def _exactly(self, quote: str, numbers: Sequence[int], alone: bool) -> Iterator[Found]:
        for n, passage in self._places(numbers):
            wanted = self._comparable(quote, passage.ref)
            if any(stands(text, wanted, alone=alone) for text in self._texts(passage.ref, quote)):
                yield Found(n, self._holder(quote, passage, alone))

    def _nearly(self, quote: str, numbers: Sequence[int], alone: bool) -> Iterator[Found]:
        if has_icons(quote) or not quotes.long_enough(quote):
            return
        for n, named in self._places(numbers):
            for passage in self._of(named.ref):
                if passage.source is TextSource.OCR and (
                    read := misread(self._own_text(passage, icons=False), quote, alone=alone)
                ):
                    yield Found(n, passage, read)

    def _places(self, numbers: Sequence[int]) -> list[tuple[int, Passage]]:
        """Where a quotation may stand: the cited pages, then other pages sent of the cited booklets."""
        named = [(n, self.cited[n - 1]) for n in numbers]
        beside = [(n, other) for n, p in named for other in self.cited if other.ref.owner == p.ref.owner]
        return [*named, *beside] if numbers else list(enumerate(self.cited, 1))

    def _of(self, ref: PageRef) -> list[Passage]:
        return [passage for passage in self.cited if passage.ref == ref]

    def _texts(self, ref: PageRef, quote: str) -> tuple[Folded, ...]:
        """The texts of a page, with their icons when the quotation names any."""
        key = ref, has_icons(quote)
        if key not in self._folded:
            names = self._names(ref)
            texts = dict.fromkeys((*self._pages(ref), *(passage.text for passage in self._of(ref))))
            shown = (with_icons(text, names) if key[1] else without_icons(text) for text in texts)
            self._folded[key] = tuple(map(Folded.of, shown))
        return self._folded[key]

    def _holder(self, quote: str, named: Passage, alone: bool) -> Passage:
        """The passage of that page whose own text holds the quotation, else the one that was named."""
        holders = [each for each in self._of(named.ref) if self._holds(each, quote, alone)]
        return named if named in holders or not holders else holders[0]

    def _holds(self, passage: Passage, quote: str, alone: bool) -> bool:
        text = self._own_text(passage, icons=has_icons(quote))
        return stands(text, self._comparable(quote, passage.ref), alone=alone)

    def _own_text(self, passage: Passage, *, icons: bool) -> Folded:
        key = passage.key, icons
        if key not in self._own:
            text = with_icons(passage.text, self._names(passage.ref)) if icons else without_icons(passage.text)
            self._own[key] = Folded.of(text)
        return self._own[key]

    def _comparable(self, quote: str, ref: PageRef) -> str:
        return with_icons(quote, self._names(ref)) if has_icons(quote) else quote

    def _names(self, ref: PageRef) -> dict[str, str]:
        """The icons that the booklet of a page names."""
        mine = (passage for passage in self.cited if passage.ref.owner == ref.owner)
        return {icon: name for passage in mine for icon, name in passage.icons}
