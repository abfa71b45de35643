"""The question made ready to search: its language, and the topic it leans on.

A follow-up ("and with five?") gets the topic words of the last turns *beside* its own, never instead; a question that
stands alone is not polluted. Deterministic: no model is asked. Owns no retrieval.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.languages import UNKNOWN
from oracle.contracts import Question, Turn, Understood
from oracle.tongue import tongue
from oracle.words import content_words, fold

TOPIC = 10
_SHORT = 3
_OPENING = re.compile(
    r"(?:ok(?:ay)?|oh|oui|yes|no|non|so|donc|bon|ben)?[\s,:]*(?:"
    r"and|but|or|what (?:if|about)|how about|same|then|also|otherwise|else|with|without|"
    r"et|mais|ou(?! est| sont| se| peut| doit)|meme|pareil|si c'est|du coup|sinon|alors|aussi|avec|sans|"
    r"a (?=\w+ ?\?))\b"
)
_SENTENCES = re.compile(r"[.!?;:]\s+\w")
_EXPLETIVE = re.compile(r"\b(?:(?:s')?il (?:y a|faut|reste)|y a-t-il|(?:is|are) there|there (?:is|are))\b")
_POINTING = re.compile(
    r"\b(?:it|its|that|this|those|these|they|them|their|he|she|him|his|her|one|ones|"
    r"ca|cela|celui|celle|ceux|celles|la-dedans|dedans|il|ils|elle|elles|lui)\b"
)


def understand(question: Question, book_languages: tuple[str, ...]) -> Understood:
    """The question with its language and, when it leans on what was said before, with that topic."""
    text = question.text.strip()
    language = _language(text, question.history, book_languages)
    before = question.history[-1].question.strip() if question.history else ""
    if not (before and leans(text, language)):
        return Understood(text, text, language, book_languages)
    added = _topic(text, question.history, language)
    return Understood(text, f"{before} {text}", language, book_languages, added)


def leans(text: str, language: str) -> bool:
    """Whether a question says too little alone: it opens as a sequel, or is short and points elsewhere.

    What a text of several sentences points to, it has mostly said itself.
    """
    own = len(content_words(text, language))
    plain = _EXPLETIVE.sub(" ", fold(text.strip()).replace("’", "'"))
    if _OPENING.match(plain):
        return own <= 2 * _SHORT
    return own == 0 or (own <= _SHORT and not _SENTENCES.search(plain) and _POINTING.search(plain) is not None)


def _topic(text: str, history: Sequence[Turn], language: str) -> tuple[str, ...]:
    own = set(content_words(text, language))
    words: dict[str, None] = {}
    for turn in reversed(history[-2:]):
        for word in content_words(turn.question, tongue(turn.question)):
            if word not in own:
                words.setdefault(word)
        if not leans(turn.question, language):
            break
    return tuple(words)[:TOPIC]


def _language(text: str, history: Sequence[Turn], book_languages: tuple[str, ...]) -> str:
    """The question's own language; where its words do not tell, that of the talk, else of the booklets."""
    for said in (text, *(turn.question for turn in reversed(history))):
        language = tongue(said)
        if language != UNKNOWN:
            return language
    return book_languages[0] if len(book_languages) == 1 else UNKNOWN
