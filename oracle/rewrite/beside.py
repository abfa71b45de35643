"""A question asked beside itself in the book's words: when it is, and at most once.

Owns the order: at once where the question says that it pays, after the first search where that says so.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from oracle.contracts import Answer, Evidence, Prompt, Question
from oracle.find import open_stack
from oracle.gate import check
from oracle.index import Index
from oracle.rewrite.book_words import book_words
from oracle.rewrite.prompt import compose
from oracle.rewrite.turn import Asks, Outcome, Turn
from oracle.rewrite.when import pays_after, pays_at_once
from oracle.understand import understand


class Beside:
    """The rewrite of one question. `model` is `None` where nobody is to be asked for one."""

    def __init__(self, index: Index, question: Question, model: Asks | None) -> None:
        self._index, self._question = index, question
        self._model = model if question.model and check(question.text).open else None
        self._turn: Turn | None = None

    def __enter__(self) -> Self:
        if self._model and _pays_at_once(self._index, self._question):
            self._start(self._model)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._turn:
            self._turn.leave()

    def wanted(self, found: Evidence) -> bool:
        """Whether it is worth asking for; if so, it is on its way."""
        if self._model and self._turn is None and pays_after(found.zone):
            self._start(self._model)
        return self._turn is not None

    def outcome(self, cancel: threading.Event) -> Outcome:
        """What came of it."""
        return self._turn.outcome(cancel) if self._turn else Outcome(None)

    def _start(self, model: Asks) -> None:
        self._turn = Turn(model, lambda: prompt_of(self._index, self._question))


def prompt_of(index: Index, question: Question) -> Prompt:
    """What a model is sent to put a question into the words of its stack."""
    return compose(question, book_words(index, open_stack(index, question.stack)))


def to_rewrite(question: Question, found: Answer, index: Index) -> Prompt | None:
    """What would be sent for a question once it was looked up; `None` where no rewrite would be asked for."""
    if not (found.gate.open and (_pays_at_once(index, question) or pays_after(found.evidence.zone))):
        return None
    return prompt_of(index, question)


def _pays_at_once(index: Index, question: Question) -> bool:
    return pays_at_once(understand(question, open_stack(index, question.stack).languages))
