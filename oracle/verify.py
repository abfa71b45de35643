"""The model's text against the pages it was given: what may be shown, and what is struck.

Pure. Owns the checks of DESIGN §6.8: markers of this request only, quotations that really stand on a
page of the cited booklet, sentences that nothing carries. Opens nothing: page texts come from the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ingest.contracts import BookletKind, PageRef, Passage
from oracle import quotes
from oracle.contracts import Citation, Statement, Struck, Verdict, Verified
from oracle.grammar import GAP, MARKER, UNPROVEN, marker, verdict_line
from oracle.sentences import lines
from oracle.strike import strike, visible
from oracle.verdict import Ruled, read_verdict

PageTexts = Callable[[PageRef], Sequence[str]]
"""The texts of a page: the whole page as read, and each of its passages."""

_ODD_MARKER = re.compile(r"\[\[[^\[\]]*\]?\]?|(?<!\[)\[[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*\](?!\])")
_PAGE = re.compile(r"\b(?:p{1,2}\.|pages?)\s?([0-9]{1,4})\b", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*\*|__|`|^[ \t]*[>#]+[ \t]*", re.MULTILINE)
_BULLET = re.compile(r"^(?:[-*•]|[0-9]{1,2}[.)])\s+")
_SOMETHING = re.compile(r"[^\W_]")


def verify(text: str, cited: Sequence[Passage], pages: PageTexts, seen: PageRef | None = None) -> Verified:
    """Check the whole text of an answer. `cited[0]` is what `[[1]]` stands for.

    `seen` is the page whose picture really went to the model: a sentence about it need not quote, for what
    only a picture shows cannot be quoted. Nothing else stands without one verified quotation, but silence.
    """
    shown, struck = strike(text)
    ruled = read_verdict(shown)
    book = _Book(cited, pages)
    checked = [[_check(sentence, book) for sentence in line] for line in lines(_EMPHASIS.sub("", ruled.body))]
    proofs = [proof for line in checked for proof in line]
    citations = _distinct(citation for proof in proofs for citation in proof.citations)
    ruled = _about_the_book(ruled, citations)
    return Verified(
        verdict=ruled.verdict,
        text="\n".join(filter(None, (" ".join(p.shown for p in line if p.shown) for line in checked))),
        statements=tuple(proof.statement for proof in proofs if proof.statement.text),
        citations=citations,
        struck=(*struck, *ruled.struck, *(piece for proof in proofs for piece in proof.struck)),
        withheld=ruled.verdict is not Verdict.SILENT and not any(c.verified or c.page == seen for c in citations),
    )


def _about_the_book(ruled: Ruled, citations: Sequence[Citation]) -> Ruled:
    """What only a house rule carries, the book neither says nor implies: that verdict does not hold."""
    carried = {citation.passage.kind for citation in citations if citation.verified}
    if carried != {BookletKind.HOUSE} or ruled.verdict in (None, Verdict.SILENT):
        return ruled
    return Ruled(None, ruled.body, (*ruled.struck, Struck("verdict", verdict_line(ruled.verdict))))


class _Book:
    """The request's passages by marker, and the folded texts of their pages."""

    def __init__(self, cited: Sequence[Passage], pages: PageTexts) -> None:
        self.cited = cited
        self._pages = pages
        self._folded: dict[PageRef, tuple[str, ...]] = {}
        self.page_numbers = {str(p.ref.page) for p in cited} | {p.printed for p in cited if p.printed}

    def knows(self, n: int) -> bool:
        return 1 <= n <= len(self.cited)

    def texts(self, ref: PageRef) -> tuple[str, ...]:
        if ref not in self._folded:
            sent = (passage.text for passage in self.cited if passage.ref == ref)
            self._folded[ref] = tuple(quotes.fold(text) for text in (*self._pages(ref), *sent))
        return self._folded[ref]

    def places(self, numbers: Sequence[int]) -> list[tuple[int, Passage]]:
        """Where a quotation may stand: the cited pages, then other pages sent of the cited booklets."""
        named = [(n, self.cited[n - 1]) for n in numbers]
        beside = [(n, other) for n, p in named for other in self.cited if other.ref.owner == p.ref.owner]
        return [*named, *beside] if numbers else list(enumerate(self.cited, 1))

    def find(self, quote: str, numbers: Sequence[int]) -> tuple[int, Passage] | None:
        for n, passage in self.places(numbers):
            if any(quotes.holds(text, quote) for text in self.texts(passage.ref)):
                return n, self._holder(quote, passage)
        return None

    def _holder(self, quote: str, named: Passage) -> Passage:
        """The passage of that page whose own text holds the quotation, else the one that was named."""
        same_page = [passage for passage in self.cited if passage.ref == named.ref]
        holders = [passage for passage in same_page if quotes.holds(quotes.fold(passage.text), quote)]
        return named if named in holders or not holders else holders[0]

    def only_numbers_differ(self, quote: str, numbers: Sequence[int]) -> bool:
        refs = {passage.ref for _, passage in self.places(numbers)}
        return any(quotes.holds_but_numbers(text, quote) for ref in refs for text in self.texts(ref))


@dataclass(frozen=True)
class _Proof:
    """One sentence after its check."""

    shown: str
    statement: Statement
    citations: tuple[Citation, ...]
    struck: tuple[Struck, ...]


@dataclass(frozen=True)
class _Span:
    """A quotation after its check: how it is shown, and what it proves or loses."""

    shown: str
    citation: Citation | None = None
    struck: Struck | None = None


def _check(sentence: str, book: _Book) -> _Proof:
    sentence, struck = _known_markers(_markers_out_of_quotes(sentence), book)
    sentence, unknown = _known_pages(sentence, book)
    found = list(quotes.spans(sentence))
    checked = [_check_quote(sentence, quote, book) for quote in found]
    lost = [span.struck for span in checked if span.struck]
    proven = tuple(span.citation for span in checked if span.citation)
    numbers = {citation.n for citation in proven} if lost else set(_numbers(sentence))
    shown = _tidy(_join(sentence, found, checked, numbers))
    claimed = tuple(
        Citation(n, book.cited[n - 1], book.cited[n - 1].ref, None, verified=False)
        for n in sorted(numbers - {citation.n for citation in proven})
    )
    plain = _tidy(_BULLET.sub("", MARKER.sub("", shown)))
    said = plain if _SOMETHING.search(plain.replace(GAP, "")) else ""
    if said and not numbers:
        shown = f"{shown} {UNPROVEN}"
    ordered = tuple(dict.fromkeys(n for n in _numbers(sentence) if n in numbers))
    return _Proof(shown if said else "", Statement(said, ordered), (*proven, *claimed), (*struck, *unknown, *lost))


def _markers_out_of_quotes(sentence: str) -> str:
    """A marker inside a quotation is the model's, not the book's: it goes behind it."""
    for quote in reversed(list(quotes.spans(sentence))):
        span = sentence[quote.start : quote.end]
        inside = "".join(match[0] for match in MARKER.finditer(span))
        sentence = f"{sentence[: quote.start]}{MARKER.sub('', span)}{inside}{sentence[quote.end :]}"
    return sentence


def _known_markers(sentence: str, book: _Book) -> tuple[str, list[Struck]]:
    """The sentence with markers of this request only. Brackets inside a quotation may be the book's own."""

    def ours(match: re.Match[str]) -> bool:
        own = MARKER.fullmatch(match[0])
        return own is not None and book.knows(int(own[1]))

    return _outside_quotes(sentence, _ODD_MARKER, ours, "")


def _known_pages(sentence: str, book: _Book) -> tuple[str, list[Struck]]:
    """The sentence without page numbers that the model made up: citing a page is our own work."""
    return _outside_quotes(sentence, _PAGE, lambda match: match[1] in book.page_numbers, GAP)


def _outside_quotes(
    sentence: str, pattern: re.Pattern[str], known: Callable[[re.Match[str]], bool], instead: str
) -> tuple[str, list[Struck]]:
    """Strike what is not known, but inside quotations: their words are checked as a whole."""
    struck: list[Struck] = []
    quoted = [range(quote.start, quote.end) for quote in quotes.spans(sentence)]

    def keep(match: re.Match[str]) -> str:
        if known(match) or any(match.start() in span for span in quoted):
            return match[0]
        struck.append(Struck("marker", visible(match[0])))
        return instead

    return pattern.sub(keep, sentence), struck


def _numbers(sentence: str) -> list[int]:
    return [int(match[1]) for match in MARKER.finditer(sentence)]


def _check_quote(sentence: str, quote: quotes.Quote, book: _Book) -> _Span:
    as_written = sentence[quote.start : quote.end]
    numbers = [*_numbers(sentence[quote.end :]), *reversed(_numbers(sentence[: quote.start]))]
    where = book.find(quote.inner, numbers)
    if where and numbers and quotes.long_enough(quote.inner):
        n, passage = where
        return _Span(as_written, Citation(n, passage, passage.ref, quote.inner, verified=True))
    if where:
        return _Span(as_written)
    if book.only_numbers_differ(quote.inner, numbers) or (not quotes.long_enough(quote.inner) and _digits(quote.inner)):
        return _Span(GAP, struck=Struck("number", visible(quote.inner)))
    if not quotes.long_enough(quote.inner):
        return _Span(quote.inner)  # a word in inverted commas poses as nothing once they are gone
    return _Span(GAP, struck=Struck("quote", visible(quote.inner)))


def _digits(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _join(sentence: str, found: Sequence[quotes.Quote], checked: Sequence[_Span], numbers: set[int]) -> str:
    """The sentence with each quotation as it may be shown, and without the markers that prove nothing."""
    pieces, last = [], 0
    for quote, span in zip(found, checked, strict=True):
        pieces += [_outside(sentence[last : quote.start], numbers), span.shown]
        last = quote.end
    return "".join([*pieces, _outside(sentence[last:], numbers)])


def _outside(piece: str, numbers: set[int]) -> str:
    kept = MARKER.sub(lambda match: marker(int(match[1])) if int(match[1]) in numbers else "", piece)
    return quotes.ORPHANS.sub("", kept)


def _tidy(text: str) -> str:
    return re.sub(r"\s+(?=[.,](?:\s|$))", "", " ".join(text.split()))


def _distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each citation once, by marker; a marker that was verified somewhere needs no bare mention."""
    once = {(citation.n, citation.quote): citation for citation in citations}
    proven = {citation.n for citation in once.values() if citation.verified}
    kept = (citation for citation in once.values() if citation.verified or citation.n not in proven)
    return tuple(sorted(kept, key=lambda citation: citation.n))
