"""How an exchange speaks, and how it words the rows that lead to pages. Owns nothing: whoever shows it says how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ingest.contracts import Box, PageRef
from oracle.app.widgets.citations import Place
from oracle.app.widgets.places import cited_places, found_places
from oracle.contracts import Evidence, Question, Understood, Verified
from oracle.texts import Texts


@dataclass(frozen=True)
class Manner:
    """In which language, whether Claude is there, whether booklets must be named, where details are written.

    `title` tells how many letters of a title there is room for in a row.
    """

    say: Texts
    connected: bool
    booklet: bool
    log: Path
    title: Callable[[], int]

    def found(self, evidence: Evidence) -> tuple[Place, ...]:
        """The rows of what was found."""
        return found_places(self.say, evidence, booklet=self.booklet, title=self.title())

    def cited(
        self, verified: Verified, evidence: Evidence, seen: PageRef | None, region: Box | None
    ) -> tuple[Place, ...]:
        """The rows of what an answer cites; `seen` is the page that was looked at, `region` the part of it."""
        title = self.title()
        return cited_places(self.say, verified, evidence, seen, booklet=self.booklet, region=region, title=title)


def words_of(question: Question, understood: Understood) -> Texts:
    """The words of the answer's language."""
    from oracle.prompt import answer_language  # loaded by then: the pipeline, in its thread, uses it first

    return Texts(answer_language(question.answer_language, understood))
