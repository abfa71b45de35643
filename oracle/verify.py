"""The model's text against the pages it was given: what may be shown, and what is struck.

Pure. Owns the checks of DESIGN §6.8: markers of this request only, quotations that really stand on a
page of the cited booklet, numbers and names that something gives, sentences that nothing carries. Opens nothing: page
texts come from the caller. How words are compared with a book's is `oracle.proof`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import BookletKind, PageRef, Passage
from oracle import quotes
from oracle.contracts import Citation, Statement, Struck, StruckKind, Verdict, Verified
from oracle.grammar import GAP, MARKER, UNPROVEN, marker, verdict_line
from oracle.proof.book import Book, PageTexts
from oracle.proof.claims import Claims, Fault
from oracle.proof.turning import denies
from oracle.sentences import lines
from oracle.strike import strike, strike_urls, urls, visible
from oracle.tongue import tongue
from oracle.verdict import Ruled, read_verdict

_ODD_MARKER = re.compile(r"\[\[[^\[\]]*\]?\]?|(?<!\[)\[[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*\](?!\])")
_PAGE = re.compile(r"\b(?:p{1,2}\.|pages?)\s?([0-9]{1,4})\b", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*\*|__|`|^[ \t]*[>#]+[ \t]*", re.MULTILINE)
_BULLET = re.compile(r"^(?:[-*•]|[0-9]{1,2}[.)])\s+")
_SOMETHING = re.compile(r"[^\W_]")


def verify(
    text: str, cited: Sequence[Passage], pages: PageTexts, seen: PageRef | None = None, asked: str = ""
) -> Verified:
    """Check the whole text of an answer. `cited[0]` is what `[[1]]` stands for.

    `seen` is the page whose picture really went to the model: a sentence about it need not quote, for what
    only a picture shows cannot be quoted. Nothing else stands without one verified quotation, but silence.
    `asked` is what the player said: its numbers and names need no passage.
    """
    shown, struck = strike(text, quoted)
    ruled = read_verdict(shown)
    (part,) = verify_parts([ruled.body], cited, pages, seen, asked)
    ruled = _about_the_book(ruled, part.citations)
    return replace(
        part,
        verdict=ruled.verdict,
        struck=(*struck, *ruled.struck, *part.struck),
        withheld=ruled.verdict is not Verdict.SILENT and part.withheld,
    )


def verify_parts(
    parts: Sequence[str], cited: Sequence[Passage], pages: PageTexts, seen: PageRef | None = None, asked: str = ""
) -> tuple[Verified, ...]:
    """Check texts that belong together and have no verdict of their own, in their order: each is struck by then."""
    bodies = [_EMPHASIS.sub("", part) for part in parts]
    check = _Check(Book(cited, pages), Claims(cited, asked, tongue(_own_words("\n".join(bodies)))), seen)
    return tuple(_verified(body, check) for body in bodies)


def _verified(body: str, check: _Check) -> Verified:
    checked = [[check(sentence) for sentence in line] for line in lines(body)]
    proofs = [proof for line in checked for proof in line]
    citations = distinct(citation for proof in proofs for citation in proof.citations)
    return Verified(
        verdict=None,
        text="\n".join(filter(None, (" ".join(p.shown for p in line if p.shown) for line in checked))),
        statements=tuple(proof.statement for proof in proofs if proof.statement.text),
        citations=citations,
        struck=tuple(piece for proof in proofs for piece in proof.struck),
        withheld=not any(citation.stands(check.seen) for citation in citations),
    )


def _about_the_book(ruled: Ruled, citations: Sequence[Citation]) -> Ruled:
    """What only a house rule carries, the book neither says nor implies: that verdict does not hold."""
    carried = {citation.passage.kind for citation in citations if citation.verified}
    if carried != {BookletKind.HOUSE} or ruled.verdict in (None, Verdict.SILENT):
        return ruled
    return Ruled(None, ruled.body, (*ruled.struck, Struck("verdict", verdict_line(ruled.verdict))))


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
    struck: tuple[Struck, ...] = ()


@dataclass(frozen=True)
class _Check:
    """What every sentence of one answer is checked against."""

    book: Book
    claims: Claims
    seen: PageRef | None

    def __call__(self, sentence: str) -> _Proof:
        """One sentence: its markers and pages, its quotations, then its own words."""
        sentence, struck = _known_markers(_markers_out_of_quotes(sentence), self.book)
        sentence, unknown = _known_pages(sentence, self.book)
        found = list(quotes.spans(sentence))
        checked = [_check_quote(sentence, quote, self.book) for quote in found]
        lost = [struck for span in checked for struck in span.struck]
        proven = tuple(span.citation for span in checked if span.citation)
        numbers = {citation.n for citation in proven} if lost else set(_numbers(sentence))
        faults = self._faults(sentence, proven)
        kept = _without(sentence, found, faults)
        shown, links = _without_links(_tidy(_join(kept, checked, numbers)), proven)
        plain = _tidy(_BULLET.sub("", MARKER.sub("", shown)))
        said = plain if _SOMETHING.search(plain.replace(GAP, "")) else ""
        claimed = self._claimed(numbers - {citation.n for citation in proven}) if said else ()
        if said and not numbers:
            shown = f"{shown} {UNPROVEN}"
        ordered = tuple(dict.fromkeys(n for n in _numbers(sentence) if n in numbers))
        wrong = [Struck(fault.kind, visible(_piece(sentence, fault))) for fault in faults]
        statement = Statement(said, ordered)
        gone = (*struck, *unknown, *lost, *wrong, *links)
        return _Proof(shown if said else "", statement, (*proven, *claimed), gone)

    def _faults(self, sentence: str, proven: Sequence[Citation]) -> list[Fault]:
        for citation in proven:
            self.claims.heard(citation.quote or "")
        cites = [self.book.cited[n - 1] for n in _numbers(sentence)] + [citation.passage for citation in proven]
        seen = any(passage.ref == self.seen for passage in cites)
        said = "\n".join(citation.quote or "" for citation in proven)
        return self.claims.faults(_own_words(sentence), tuple(dict.fromkeys(cites)), seen=seen, proven=said)

    def _claimed(self, numbers: Iterable[int]) -> tuple[Citation, ...]:
        """Markers without a quotation: named, not verified."""
        named = ((n, self.book.cited[n - 1]) for n in sorted(numbers))
        return tuple(Citation(n, passage, passage.ref, None, verified=False) for n, passage in named)


def _own_words(text: str) -> str:
    """The text with its quotations blanked out, each character where it was."""
    for quote in quotes.spans(text):
        text = f"{text[: quote.start]}{' ' * (quote.end - quote.start)}{text[quote.end :]}"
    return text


def _piece(sentence: str, fault: Fault) -> str:
    """What a fault is about, as the model wrote it."""
    if fault.kind == "said_negation":
        return _tidy(MARKER.sub("", _own_words(sentence)))
    return sentence[fault.start : fault.end]


def _without(sentence: str, found: Sequence[quotes.Quote], faults: Sequence[Fault]) -> list[str]:
    """The pieces of a sentence around its quotations, what is at fault in them as gaps."""
    edges = [0, *(edge for quote in found for edge in (quote.start, quote.end)), len(sentence)]
    return [_gapped(sentence, start, end, faults) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _gapped(sentence: str, start: int, end: int, faults: Sequence[Fault]) -> str:
    piece, last = "", start
    for fault in faults:
        if fault.kind == "said_negation":
            markers = "".join(match[0] for match in MARKER.finditer(sentence, start, end))
            return f" {GAP if _SOMETHING.search(MARKER.sub('', sentence[start:end])) else ''} {markers} "
        if start <= fault.start < end:
            piece, last = f"{piece}{sentence[last : fault.start]}{GAP}", fault.end
    return piece + sentence[last:end]


def _markers_out_of_quotes(sentence: str) -> str:
    """A marker inside a quotation is the model's, not the book's: it goes behind it."""
    for quote in reversed(list(quotes.spans(sentence))):
        span = sentence[quote.start : quote.end]
        inside = "".join(match[0] for match in MARKER.finditer(span))
        sentence = f"{sentence[: quote.start]}{MARKER.sub('', span)}{inside}{sentence[quote.end :]}"
    return sentence


def _known_markers(sentence: str, book: Book) -> tuple[str, list[Struck]]:
    """The sentence with markers of this request only. Brackets inside a quotation may be the book's own."""

    def ours(match: re.Match[str]) -> bool:
        own = MARKER.fullmatch(match[0])
        return own is not None and book.knows(int(own[1]))

    return _outside_quotes(sentence, _ODD_MARKER, ours, "")


def _known_pages(sentence: str, book: Book) -> tuple[str, list[Struck]]:
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


def _check_quote(sentence: str, quote: quotes.Quote, book: Book) -> _Span:
    as_written = sentence[quote.start : quote.end]
    numbers = [*_numbers(sentence[quote.end :]), *reversed(_numbers(sentence[: quote.start]))]
    where = book.find(quote.inner, numbers, alone=not denies(quotes.fold(_own_words(sentence))))
    proves = where and numbers and quotes.long_enough(quote.inner)
    links = urls(quote.inner)
    if links and not (where and proves and _prints(book, where.passage.ref, links)):
        return _lost("quote", quote.inner, links)
    if where and proves:
        page = where.passage.ref
        return _Span(
            as_written, Citation(where.n, where.passage, page, quote.inner, verified=True, as_read=where.as_read)
        )
    if where:
        return _Span(as_written)
    if book.only_numbers_differ(quote.inner, numbers) or (not quotes.long_enough(quote.inner) and _digits(quote.inner)):
        return _lost("number", quote.inner)
    if not quotes.long_enough(quote.inner):
        return _Span(quote.inner)  # a word in inverted commas poses as nothing once they are gone
    return _lost("quote", quote.inner)


def _prints(book: Book, ref: PageRef, links: Sequence[str]) -> bool:
    """Whether a page has these very addresses: folding is for words, and one that is cut short leads elsewhere."""
    return {link for text in book.as_printed(ref) for link in urls(text)}.issuperset(links)


def _lost(kind: StruckKind, quoted: str, links: Sequence[str] = ()) -> _Span:
    """A quotation that does not stand, and the addresses in it, which would have been struck without it too."""
    return _Span(GAP, struck=(Struck(kind, visible(quoted)), *(Struck("url", visible(link)) for link in links)))


def quoted(text: str) -> Iterator[range]:
    """Where a URL may be the book's own: inside a quotation, which is checked as a whole."""
    return (range(quote.start, quote.end) for quote in quotes.spans(text))


def _without_links(shown: str, proven: Sequence[Citation]) -> tuple[str, tuple[Struck, ...]]:
    """A sentence as it is put together again: URLs stay only inside what was verified."""
    words = {_tidy(citation.quote or "") for citation in proven}
    return strike_urls(
        shown, lambda text: (range(q.start, q.end) for q in quotes.spans(text) if _tidy(q.inner) in words)
    )


def _digits(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _join(pieces: Sequence[str], checked: Sequence[_Span], numbers: set[int]) -> str:
    """The sentence with each quotation as it may be shown, and without the markers that prove nothing."""
    own = [_outside(piece, numbers) for piece in pieces]
    return "".join(part for piece, span in zip(own, [*checked, _Span("")], strict=True) for part in (piece, span.shown))


def _outside(piece: str, numbers: set[int]) -> str:
    kept = MARKER.sub(lambda match: marker(int(match[1])) if int(match[1]) in numbers else "", piece)
    return quotes.ORPHANS.sub("", kept)


def _tidy(text: str) -> str:
    return re.sub(r"\s+(?=[.,](?:\s|$))", "", " ".join(text.split()))


def distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each citation once, by marker; a marker that was verified somewhere needs no bare mention."""
    once = {(citation.n, citation.quote): citation for citation in citations}
    proven = {citation.n for citation in once.values() if citation.verified}
    kept = (citation for citation in once.values() if citation.verified or citation.n not in proven)
    return tuple(sorted(kept, key=lambda citation: citation.n))
