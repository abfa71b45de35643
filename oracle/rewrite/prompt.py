"""What is said to the model that rewrites a question: a constant of the release, and one JSON message.

Owns what the message holds and how much of a talk; the wording is in `oracle/prompts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from oracle.contracts import Prompt, Question, Turn
from oracle.prompt import rendered
from oracle.prompt import turn as without_markers
from oracle.rewrite.book_words import BookWords
from oracle.rewrite.grammar import ASKED_LENGTH, LABEL

TURNS = 3
QUESTION = 4000
SAID = 500
"""Characters of each earlier question and answer that are told."""


def system_text() -> str:
    """The constant that `--append-system-prompt` carries, whatever the languages."""
    return rendered("rewrite.j2", label=LABEL, longest=ASKED_LENGTH)


def compose(question: Question, books: Sequence[BookWords]) -> Prompt:
    """The whole prompt of one question. It offers no view and cites nothing."""
    languages = dict.fromkeys(language for each in books for language in each.booklet.languages)
    message = rendered(
        "rewrite_message.j2",
        question=_cut(question.text.strip(), QUESTION),
        conversation=[_turn(turn) for turn in question.history[-TURNS:]],
        game=question.stack.game,
        languages=list(languages),
        stack=[_booklet(each) for each in books],
    )
    return Prompt(system_text(), message, cited=(), brief=True)


def _turn(turn: Turn) -> dict[str, str]:
    return {name: _cut(text, SAID) for name, text in without_markers(turn).items()}


def _booklet(words: BookWords) -> dict[str, object]:
    booklet = words.booklet
    return {
        "title": booklet.title,
        "kind": booklet.kind,
        "languages": list(booklet.languages),
        "headings": list(words.headings),
        "words": list(words.words),
    }


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest] + "…"
