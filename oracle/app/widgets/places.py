"""The rows under a conversation: what was found, what an answer cites, the picture worth a look. Pure."""

from __future__ import annotations

from ingest.contracts import Box, PageRef
from ingest.languages import UNKNOWN
from oracle.app import phrase
from oracle.app.phrase import TITLE
from oracle.app.widgets.citations import Place
from oracle.contracts import Citation, Evidence, Verified
from oracle.gloss import gloss
from oracle.grammar import marker
from oracle.numbered import mark_of
from oracle.pagetext import Mark
from oracle.texts import Texts


def found_places(say: Texts, evidence: Evidence, *, booklet: bool, title: int = TITLE) -> tuple[Place, ...]:
    """A row for each passage that was found, after the picture that is worth a look; of titles so many letters."""
    passages = (
        Place(
            phrase.passage_line(say, n, evidence, booklet=booklet, title=title),
            ranked.passage.ref,
            Mark(passage=ranked.passage.text, boxes=ranked.passage.boxes),
            n,
        )
        for n, ranked in enumerate(evidence.passages, 1)
    )
    picture = picture_place(say, evidence, evidence.page_to_read, booklet=booklet, seen=False, title=title)
    return (*picture, *passages)


def cited_places(
    say: Texts,
    verified: Verified,
    evidence: Evidence,
    seen: PageRef | None,
    *,
    booklet: bool,
    region: Box | None = None,
    title: int = TITLE,
    language: str = UNKNOWN,
) -> tuple[Place, ...]:
    """A row for each citation, what decides first, then the picture that was looked at or is worth a look.

    What an answer in `language` makes of a quotation in another one stands under it.
    """
    meant = {each.n: gloss(verified, each, language) for each in verified.citations}
    cited = tuple(
        Place(
            phrase.citation_line(say, each, booklet=booklet, title=title, gloss=meant[each.n]),
            each.page,
            mark_of(each),
            each.n,
            gloss=meant[each.n],
        )
        for each in _decisive_first(verified)
    )
    page = seen or evidence.page_to_read
    looked = seen is not None
    return cited + picture_place(say, evidence, page, booklet=booklet, seen=looked, region=region, title=title)


def _decisive_first(verified: Verified) -> list[Citation]:
    """Of a dispute the page of the sentence that decides is the one to open."""
    decides = verified.dispute.deciding if verified.dispute else ""
    return sorted(verified.citations, key=lambda each: marker(each.n) not in decides)


def picture_place(
    say: Texts,
    evidence: Evidence,
    page: PageRef | None,
    *,
    booklet: bool,
    seen: bool,
    region: Box | None = None,
    title: int = TITLE,
) -> tuple[Place, ...]:
    """The row that leads to a picture, if there is one: to the `region` looked at, else to where passages stand."""
    if page is None:
        return ()
    label = phrase.picture_line(say, evidence, page, booklet=booklet, seen=seen, title=title)
    found = [box for ranked in evidence.passages if ranked.passage.ref == page for box in ranked.passage.boxes]
    return (Place(label, page, Mark(boxes=(region,) if region else tuple(found)), picture=True),)
