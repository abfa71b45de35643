"""What of Claude's words stands in the booklets on the table, and what must be said beside it.

Owns which pages and which words of the player an answer is checked against, and the notes that come of it. How words
are checked is `oracle.verify`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.contracts import Note, PageRef, Passage, TextSource
from oracle.contracts import Answer, Completion, Verified
from oracle.dispute.check import overlooked, verify_dispute
from oracle.errors import Withheld
from oracle.parts import Shelf
from oracle.prompt import answer_language
from oracle.proof.book import PageTexts
from oracle.texts import Texts
from oracle.verify import verify


def check(answer: Answer, done: Completion, library: Shelf) -> Answer:
    """What of Claude's words stands."""
    assert answer.prompt is not None
    seen = answer.prompt.view.ref if answer.prompt.view and done.image_sent else None
    verified = _verified(answer, done.text, answer.prompt.cited, lambda ref: _texts(library, ref), seen)
    return replace(
        answer,
        verified=verified,
        page_read=seen,
        completion=done,
        failure=Withheld("ask.withheld") if verified.withheld else None,
        ms=done.ms,
        degraded=(
            *answer.degraded,
            *_not_looked(answer, seen),
            *refused_note(done),
            *done.notes,
            *_misread(verified),
            *overlooked(verified, answer.prompt.cited, answer.evidence),
        ),
    )


def _verified(answer: Answer, text: str, cited: Sequence[Passage], pages: PageTexts, seen: PageRef | None) -> Verified:
    """An answer, or both readings of a question, against the pages."""
    asked = said_by_players(answer)
    if answer.question.contest is None:
        return verify(text, cited, pages, seen, asked)
    words = Texts(answer_language(answer.question.answer_language, answer.understood))
    return verify_dispute(text, cited, pages, answer.evidence, words, seen, asked)


def said_by_players(answer: Answer) -> str:
    """What was asked, now and before: its numbers and names are no claims of the model."""
    asked = answer.question
    return "\n".join((*(turn.question for turn in asked.history), asked.text, answer.understood.standalone))


def proven(answer: Answer) -> bool:
    """Whether all that Claude said was told to the player as it said it: nothing struck, withheld or mended."""
    checked = answer.verified
    return checked is not None and not (checked.struck or checked.withheld or answer.repair or answer.failure)


def wanted_page(answer: Answer) -> PageRef | None:
    """The one page that Claude should look at, if the player lets it."""
    return answer.evidence.page_to_read if answer.question.image == "auto" else None


def _texts(library: Shelf, ref: PageRef) -> Sequence[str]:
    """Each text in which a quotation of that page may stand: as read, and as cut into passages."""
    return (library.page(ref).text, *(passage.text for passage in library.page_passages(ref)))


def _not_looked(answer: Answer, seen: PageRef | None) -> tuple[Note, ...]:
    wanted = wanted_page(answer)
    return (Note("ask.could_not_look", {"page": wanted}),) if wanted and not seen else ()


def refused_note(done: Completion) -> tuple[Note, ...]:
    """What Claude tried and may not do."""
    return (Note("ask.tried_more", {"what": ", ".join(done.refused)}),) if done.refused else ()


def _misread(verified: Verified) -> tuple[Note, ...]:
    """Pages that were read from a picture may hold misread letters: said for those that are cited."""
    read = {c.page: c.passage for c in verified.citations if c.passage.source is TextSource.OCR}
    booklets = dict.fromkeys(passage.booklet_title for passage in read.values())
    return tuple(
        _of_ocr({page: each for page, each in read.items() if each.booklet_title == title}) for title in booklets
    )


def _of_ocr(read: Mapping[PageRef, Passage]) -> Note:
    """The note about pages of one booklet, as players call them; of a single page the number that is printed too."""
    (page, passage), *others = read.items()
    facts = {"booklet": passage.booklet_title, "pages": ", ".join(str(each.page) for each in sorted(read))}
    printed = passage.printed if page == passage.ref and not others else None
    if printed and printed != str(page.page):
        return Note("ask.ocr_text_printed", {**facts, "printed": printed})
    return Note("ask.ocr_text", facts)
