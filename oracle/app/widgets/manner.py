"""How an exchange speaks: the rows that lead to pages, and its last words.

Owns nothing: whoever shows an exchange says in which manner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual.content import Content

from ingest.contracts import Box, PageRef
from oracle.app import phrase
from oracle.app.widgets.citations import Place
from oracle.app.widgets.places import cited_places, found_places
from oracle.contracts import Answer, Evidence, Question, Understood, Verified
from oracle.standing import translates
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
        self, verified: Verified, evidence: Evidence, seen: PageRef | None, region: Box | None, language: str
    ) -> tuple[Place, ...]:
        """The rows of what an answer in `language` cites; `seen` is the page looked at, `region` the part of it."""
        return cited_places(
            self.say,
            verified,
            evidence,
            seen,
            booklet=self.booklet,
            region=region,
            title=self.title(),
            language=language,
        )

    def under(self, answer: Answer, language: str, seconds: float, *, contested: bool) -> Content:
        """The lines under an answer in `language`, or under the passages that stand for one."""
        say = self.say
        lines = [phrase.state(say, answer, seconds, connected=self.connected)]
        lines += [Content(say("ask.translated"))] if translates(answer, language) else []
        lines += [Content.styled(say("app.dispute.keep"), "dim")] if contested else []
        lines += [Content.styled(f"⚠ {text}", "$text-warning") for text in phrase.degraded(say, answer)]
        if answer.failure is not None:
            lines.insert(0, phrase.failure(say, answer.failure, self.log))
        return Content("\n").join(lines)

    def cancelled(self) -> Content:
        """That the player did not want the answer."""
        return Content.styled(self.say("app.state.cancelled"), "$text-warning")

    def broken(self, error: BaseException) -> Content:
        """Why there is no answer, and that the question is given back."""
        lost = Content.styled(self.say("app.state.failed"), "$text-warning")
        return Content("\n").join([phrase.failure(self.say, error, self.log), lost])


def words_of(question: Question, understood: Understood) -> Texts:
    """The words of the answer's language."""
    from oracle.prompt import answer_language  # loaded by then: the pipeline, in its thread, uses it first

    return Texts(answer_language(question.answer_language, understood))
