"""Which page a player means after an answer: the number of a passage, or `BOOKLET:PAGE`. Pure.

Owns the one reading of it: `/page` of the app and of `oracle chat` lead to the same place.
"""

from __future__ import annotations

from ingest.contracts import PageRef, is_slug
from oracle.contracts import Citation, Evidence, Verified
from oracle.errors import UsageError
from oracle.pagetext import Mark
from oracle.slash import is_number


def place_named(
    wanted: str, game: str | None, evidence: Evidence | None, verified: Verified | None
) -> tuple[PageRef, Mark]:
    """The page, and what to mark on it: the quotation where there is one, else the passage. Raises `UsageError`."""
    booklet, colon, page = wanted.rpartition(":")
    if game and colon and is_slug(booklet) and is_number(page):
        return PageRef(game, booklet, int(page)), Mark()
    if evidence is None or not evidence.passages or not is_number(wanted):
        raise UsageError("chat.which_page")
    if int(wanted) > len(evidence.passages):
        raise UsageError("chat.no_passage", n=wanted, most=len(evidence.passages))
    return _numbered(int(wanted), evidence, verified)


def _numbered(n: int, evidence: Evidence, verified: Verified | None) -> tuple[PageRef, Mark]:
    cited = verified.citations if verified is not None and not verified.withheld else ()
    quoted = next((each for each in cited if each.n == n and each.verified and each.quote), None)
    if quoted is not None:
        return quoted.page, mark_of(quoted)
    passage = evidence.passages[n - 1].passage
    return passage.ref, Mark(passage=passage.text, boxes=passage.boxes)


def mark_of(citation: Citation) -> Mark:
    """What a citation points at: its quotation, else its passage."""
    boxes = () if citation.quote else citation.passage.boxes
    return Mark(citation.as_read or citation.quote, citation.passage.text, boxes)
