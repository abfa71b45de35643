"""The question made ready to search: its language, and the topic it leans on.

A follow-up ("and with five?") gets the topic words of the talk *beside* its own, never instead; a question that stands
alone is not polluted. Deterministic: no model is asked. Owns no retrieval; what leaning is, is `oracle.leaning`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.languages import UNKNOWN
from oracle.contracts import Question, Turn, Understood
from oracle.leaning import demonstrated, leans
from oracle.tongue import tongue
from oracle.words import content_words, roots

TOPIC = 10
CHAIN = 6
"""So many turns are gone back through at most to find what a chain of follow-ups is about."""

_POINTED = 6
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")
_NUMBERS = """
zero one two three four five six seven eight nine ten eleven twelve
zéro un deux trois quatre cinq six sept huit neuf dix onze douze
"""
_NUMBER = frozenset(_NUMBERS.split())


def understand(question: Question, book_languages: tuple[str, ...]) -> Understood:
    """The question with its language and, when it leans on what was said before, with that topic."""
    text = question.text.strip()
    language = _language(text, question.history, book_languages)
    if not (question.history and leans(text, language)):
        return Understood(text, text, language, book_languages)
    chain = _chain(question.history)
    added = _topic(text, language, chain)
    said = " ".join(turn.question.strip() for turn in chain)
    return Understood(text, f"{said} {text}".strip(), language, book_languages, added)


def _chain(history: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns that a follow-up goes on from, oldest first: back to the one that stands alone, then the last two.

    What was asked first says what all of them are about.
    """
    chain: list[Turn] = []
    for turn in reversed(history[-CHAIN:]):
        chain.append(turn)
        if not leans(turn.question, tongue(turn.question)):
            break
    return (chain[-1], *reversed(chain[: min(2, len(chain) - 1)]))


def _topic(text: str, language: str, chain: Sequence[Turn]) -> tuple[str, ...]:
    """Words of the chain that the question does not have; a number of its own stands for those that were said."""
    own = content_words(text, language)
    counted = any(_is_number(word) for word in own)
    words = [*_pointed_at(text, language, chain[-1]), *_said(chain)]
    kept = (word for word in words if word not in own and not (counted and _is_number(word)))
    return tuple(dict.fromkeys(kept))[:TOPIC]


def _said(chain: Sequence[Turn]) -> Iterator[str]:
    """What the chain is about, its first question first."""
    for turn in chain:
        yield from content_words(turn.question, tongue(turn.question))


def _pointed_at(text: str, language: str, last: Turn) -> tuple[str, ...]:
    """For "that card": the words that the last answer put beside a card, where the last question named none."""
    found: list[str] = []
    for noun in demonstrated(text, language):
        root = roots([noun])
        if not root & roots(content_words(last.question)):
            for sentence in _SENTENCE.split(last.answer):
                words = content_words(sentence, tongue(sentence))
                if root & roots(words):
                    found.extend(words)
    return tuple(dict.fromkeys(found))[:_POINTED]


def _is_number(word: str) -> bool:
    return word.isdigit() or word in _NUMBER


def _language(text: str, history: Sequence[Turn], book_languages: tuple[str, ...]) -> str:
    """The question's own language; where its words do not tell, that of the talk, else of the booklets."""
    for said in (text, *(turn.question for turn in reversed(history))):
        language = tongue(said)
        if language != UNKNOWN:
            return language
    return book_languages[0] if len(book_languages) == 1 else UNKNOWN
