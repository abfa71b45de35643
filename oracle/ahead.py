"""What Claude will be asked, guessed from the words alone, so that somebody waits for the question when it is put.

Owns the guess: in which language, with a picture or without, and whether it is put into the book's words first. A wrong
guess costs a start. Asks nothing of any service, and opens no library.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from ingest.errors import IngestError
from ingest.languages import UNKNOWN
from oracle.contracts import Question
from oracle.prompt import LANGUAGES, answer_language, dispute_text, system_text, thread_of
from oracle.rewrite.prompt import system_text as rewriting
from oracle.rewrite.when import pays_at_once
from oracle.sight import sight
from oracle.talks import Thread
from oracle.understand import understand

LOOKS = 0.8
"""From so many points of its own words a question is likely to want a picture.

Measured on 327 questions: 41 of 52 that have them do, and 17 of 275 others.
"""


class Ahead(Protocol):
    """Who can have somebody wait. `oracle.claude.client.Claude` is the real one."""

    def foresee(self, system: str, *, look: bool = False, brief: bool = False, thread: Thread | None = None) -> None:
        """Have somebody wait for a prompt with this system text. Blocks while that is begun; never fails."""

    def close(self) -> None:
        """Send away whoever waits."""


@dataclass(frozen=True)
class Guess:
    """What will be asked. `language` is that of the answer; `rewrite`: put into the book's words at once."""

    language: str
    look: bool
    rewrite: bool


def guess(question: Question, book_languages: tuple[str, ...] = ()) -> Guess | None:
    """What Claude is likely to be asked for a question, or for as much of it as is typed; `None` for nothing.

    The gate is not asked: it takes longer than a start, and a process that was started for nothing is asked nothing.
    """
    if not question.model or not question.text.strip():
        return None
    understood = understand(question, book_languages)
    told = {question.answer_language, understood.language, *book_languages}
    if told.isdisjoint(LANGUAGES):
        return None
    look = question.image == "auto" and sight(understood.standalone).points >= LOOKS
    written = question.contest is not None and question.contest.rewrites is not None
    rewrite = not written and understood.language != UNKNOWN and pays_at_once(understood) and bool(book_languages)
    return Guess(answer_language(question.answer_language, understood), look, rewrite)


def foresee(
    question: Question, ahead: Ahead, book_languages: tuple[str, ...] = (), *, rewrites: bool = False
) -> Guess | None:
    """Have somebody wait for what is guessed. Blocks: the first is there, or has failed, when it returns.

    `rewrites`: a question may be put into the book's words first.
    """
    guessed = guess(question, book_languages)
    if guessed:
        _have_wait(guessed, question, ahead)
        if rewrites and guessed.rewrite:
            ahead.foresee(rewriting(), brief=True)
    return guessed


def _have_wait(guessed: Guess, question: Question, ahead: Ahead) -> None:
    if question.contest:
        ahead.foresee(dispute_text(guessed.language), look=guessed.look)
    else:
        ahead.foresee(system_text(guessed.language), look=guessed.look, thread=thread_of(question))


def beside(
    question: Question, ahead: Ahead, book_languages: Callable[[], tuple[str, ...]] = tuple
) -> Callable[[], None]:
    """The same in a thread of its own, beside whatever else is to be done before the question can be put.

    What is returned says that the question is put now: nobody is started for it any more.
    """
    put = threading.Event()

    def run() -> None:
        with suppress(IngestError):  # whoever finds says it
            guessed = guess(question, book_languages())
            if guessed and not put.is_set():
                _have_wait(guessed, question, ahead)

    threading.Thread(target=run, daemon=True).start()
    return put.set


def for_the_next(answered: Question, ahead: Ahead, book_languages: tuple[str, ...], *, rewrites: bool) -> None:
    """While an answer is read: for a question like this one, and for a follow-up, which is reworded first."""

    def run() -> None:
        foresee(answered, ahead, book_languages)
        if rewrites:
            ahead.foresee(rewriting(), brief=True)

    threading.Thread(target=run, daemon=True).start()
