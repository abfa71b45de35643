from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from ingest.contracts import (
    Block,
    Booklet,
    BookletRef,
    Line,
    Note,
    Page,
    PageRef,
    PageStatus,
    Passage,
    Scope,
    ScopedRevision,
    TextSource,
)
from ingest.errors import UsageError
from oracle.again import Told, answer_again, revisions_of
from oracle.contested import Contest, Dispute, Reading
from oracle.contracts import (
    Answer,
    Citation,
    Evidence,
    GateResult,
    Question,
    Ranked,
    Stack,
    Statement,
    Struck,
    Understood,
    Verdict,
    Verified,
    Zone,
)
from oracle.errors import ClaudeError
from oracle.record import Runs
from oracle.retrace import Retraced, retraced
from tests.oracle.records import booklet, passage

QUOTE = "Every player discards half of the cards"
CORE = BookletRef("dice", "core")
STANDS = passage(
    f"On a seven: {QUOTE}.", "core:4", printed="2", boxes=((1.0, 2.0, 3.5, 4.0),), icons=(("3f2a", "crown"),)
)


def cited(*, verdict: Verdict = Verdict.SAYS, page: PageRef | None = None) -> Answer:
    """An answer whose one citation is verified."""
    said = f"Yes: “{QUOTE}” [[1]]."
    citation = Citation(1, STANDS, page or STANDS.ref, QUOTE, verified=True)
    struck = (Struck("quote", "never said"),)
    verified = Verified(verdict, said, (Statement(said, (1,)),), (citation,), struck, withheld=False)
    return Answer(
        Question("How many?", Stack("dice")),
        Understood("How many?", "How many?", "fr", ("en",)),
        GateResult(),
        Evidence((Ranked(STANDS, 1.0, {}), Ranked(passage("Else.", "core:5"), 1.0, {})), Zone.NORMAL, None),
        verified,
        ms={"total": 950},
    )


def kept(home: Path, answer: Answer, revisions: dict[BookletRef, str] | None = None) -> Told:
    runs = Runs(home / "runs.db")
    run = runs.named(runs.save(answer, revisions or {CORE: "r1"}))
    return runs.kept(run)


def test_an_answer_comes_back_as_it_was_read(home: Path) -> None:
    """Verdict, words, citations with their boxes, what was struck, the answer's language; every field of a passage."""
    again = answer_again(kept(home, cited()))
    assert again.verified == cited().verified
    assert again.understood.language == "fr" and again.ms == {"total": 950}
    assert [ranked.passage for ranked in again.evidence.passages] == [STANDS]
    assert all(getattr(again.evidence.passages[0].passage, each.name) is not None for each in fields(Passage))


def test_where_no_answer_stands_the_passages_come_back(home: Path) -> None:
    """They were the answer; why none came is a note."""
    failed = replace(cited(), verified=None, failure=ClaudeError("claude.empty"))
    again = answer_again(kept(home, failed))
    assert [ranked.passage.text for ranked in again.evidence.passages] == [STANDS.text, "Else."]
    assert again.verified is None and [note.key for note in again.degraded] == ["claude.empty"]


def test_what_a_record_does_not_hold_is_left_out() -> None:
    """A record of an earlier release has words and a verdict; of rows that cannot be read the others come back."""
    old = Told("dice", "How many?", "Two.", "c", None, {"verify": {"verdict": "says"}}, {}, "r")
    verified = answer_again(old).verified
    assert verified and (verified.verdict, verified.text, verified.citations) == (Verdict.SAYS, "Two.", ())
    spoilt = {"verified": {"citations": [{"n": 1}, 7]}, "passages": "?", "page_read": [1], "revisions": {"../x": "r"}}
    again = answer_again(replace(old, kept=spoilt))
    assert again.verified and again.verified.citations == () and again.page_read is None
    assert revisions_of(spoilt) == {}


def test_a_dispute_comes_back_with_its_parts_and_what_was_contested(home: Path) -> None:
    """Both readings, what decides, the rewrites of then: it can be shown, taken out and disputed again."""
    told = Dispute((Reading("Half.", f"“{QUOTE}” [[1]].", "book"), Reading("None.")), f"“{QUOTE}” [[1]]", 0)
    answer = cited()
    assert answer.verified
    contest = Contest("Half [[1]].", ("discard half",))
    disputed = replace(
        answer,
        question=replace(answer.question, contest=contest),
        understood=replace(answer.understood, rewrites=("discard half",)),
        verified=replace(answer.verified, dispute=told),
    )
    again = answer_again(kept(home, disputed))
    assert again.verified and again.verified.dispute == told
    assert (again.question.contest, again.understood.rewrites) == (contest, ("discard half",))
    assert answer_again(kept(home, answer)).question.contest is None


@pytest.mark.parametrize(
    "spoilt", [7, {}, {"readings": [1, 2], "deciding": "", "holds": None, "table": ""}, {"readings": [], "holds": 3}]
)
def test_a_dispute_that_cannot_be_read_is_its_words(spoilt: object) -> None:
    """Another release may have written it otherwise."""
    told = Told("dice", "How many?", "Reading 1: Two.", "c", None, {}, {"verified": {"dispute": spoilt}}, "r")
    again = answer_again(told)
    assert again.verified and (again.verified.dispute, again.verified.text) == (None, "Reading 1: Two.")


# --- where it stands today ---------------------------------------------------------------------------


@dataclass
class Shelf:
    """A booklet of which a revision holds these passages; no booklet where there is no revision."""

    revision: str | None
    passages: tuple[Passage, ...] = ()
    pages: int = 8

    def booklet(self, ref: BookletRef) -> Booklet:
        if self.revision is None or ref != CORE:
            raise UsageError("store.unknown_game", name=ref.game, near="")
        return replace(booklet("core"), revision=self.revision, pages=self.pages)

    def page(self, ref: PageRef) -> Page:
        texts = [each.text for each in self.page_passages(ref)]
        blocks = tuple(Block("text", (Line(text, (0, 0, 9, 9)),)) for text in texts)
        return Page(ref.page, PageStatus.TEXT, TextSource.LAYER, 400.0, 600.0, blocks)

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        assert ref.page <= self.pages
        return tuple(each for each in self.passages if each.ref == ref)

    def scope(self, game: str, *, booklets: tuple[str, ...] = ()) -> Scope:
        return Scope(game, (ScopedRevision(self.booklet(CORE), 0, 9),))

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        return self.passages


def other(text: str, at: str) -> Passage:
    """A passage whose text is not that of another one: its name says so."""
    return replace(passage(text, at), chunk_id=text)


def traced(shelf: Shelf) -> tuple[Retraced, list[str]]:
    found = retraced(cited(), {CORE: "r1"}, shelf)
    return found, [note.key for note in found.answer.degraded]


def pages(found: Retraced) -> list[int]:
    assert found.answer.verified
    return [each.page.page for each in found.answer.verified.citations]


def test_in_the_same_revision_nothing_is_looked_up() -> None:
    """The page is the page."""
    found, notes = traced(Shelf("r1"))
    assert (pages(found), found.gone, notes) == ([4], (), [])


@pytest.mark.parametrize(
    ("now", "page", "notes"),
    [
        (replace(STANDS, row=9), 4, ["again.newer"]),
        (other(f"Reworded. {QUOTE}, rounded down.", "core:4"), 4, ["again.newer"]),
        (replace(STANDS, ref=PageRef("dice", "core", 6)), 6, ["again.newer", "again.moved"]),
        (other(f"Reworded. {QUOTE}, rounded down.", "core:6"), 6, ["again.newer", "again.moved"]),
    ],
    ids=["same passage", "same words", "other page", "words on another page"],
)
def test_in_a_newer_revision_the_words_are_found_again(now: Passage, page: int, notes: list[str]) -> None:
    """On the same page or another one; both are said, and the page is the one where they stand."""
    found, told = traced(Shelf("r2", (other("Before.", "core:1"), now)))
    assert (pages(found), found.gone, told) == ([page], (), notes)
    assert found.answer.verified and found.answer.verified.citations[0].passage.ref.page == page


@pytest.mark.parametrize(
    ("shelf", "notes"),
    [
        (Shelf("r2", (other("All is other.", "core:4"),)), ["again.newer", "again.gone"]),
        (Shelf("r2", (other("All is other.", "core:1"),), pages=2), ["again.newer", "again.gone"]),
        (Shelf(None), ["again.no_booklet"]),
    ],
    ids=["other words", "fewer pages", "no booklet"],
)
def test_words_that_stand_nowhere_lead_to_no_page(shelf: Shelf, notes: list[str]) -> None:
    """Never a wrong page: the citation is told of, with where it stood, and leads nowhere."""
    found, told = traced(shelf)
    assert (pages(found), [each.n for each in found.gone], told) == ([], [1], notes)
    assert found.answer.evidence.passages == ()


def test_an_earlier_note_stays() -> None:
    """What went wrong then is still said."""
    before = replace(cited(), degraded=(Note("ask.could_not_look"),))
    assert [note.key for note in retraced(before, {CORE: "r1"}, Shelf("r1")).answer.degraded] == ["ask.could_not_look"]
