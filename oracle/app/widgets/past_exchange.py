"""An earlier question and its answer, in the conversation again: nothing is asked, it is read from the record.

Owns that it says when it was asked, and that reading it again rings no bell.
"""

from __future__ import annotations

from functools import partial

from textual.content import Content
from textual.widgets import Static

from oracle.app import phrase
from oracle.app.widgets.exchange import Exchange, Run
from oracle.app.widgets.manner import Manner
from oracle.contracts import Answer, Question
from oracle.texts import Texts


class PastExchange(Exchange):
    """`run` reads the answer; `at` is when it was given."""

    def __init__(self, question: Question, run: Run, manner: Manner, at: str) -> None:
        super().__init__(question, run, manner)
        self.at = at

    def on_mount(self) -> None:
        """Say when it was, and read."""
        show_question(self, self._question, self._manner.say, at=self.at)
        super().on_mount()

    def _end(self, answer: Answer | None) -> None:
        self.ended = True
        self.post_message(self.Ended(self, self._question, answer, 0.0))


def show_question(exchange: Exchange, question: Question, say: Texts, *, at: str = "", starred: bool = False) -> None:
    """The line of the question, with when it was asked before and whether it is a favourite."""
    line = phrase.asked(say, question, at=at, starred=starred)
    if not exchange.put_off("question", partial(_say_question, exchange, line)):
        _say_question(exchange, line)


def _say_question(exchange: Exchange, line: Content) -> None:
    exchange.query_one(".question", Static).update(line)
