"""What a question is searched with: itself, and beside it what was made of it, each heard under a name of its own.

Owns which voices there are, the suffix of each one's channels and the language that it speaks. Knows no channel and
no weight (`oracle.profile`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.languages import UNKNOWN
from oracle.contracts import Understood
from oracle.profile import ASKED, GLOSSED, REWRITTEN
from oracle.tongue import tongue
from oracle.vocabulary import gloss
from oracle.words import all_words, content_words


@dataclass(frozen=True)
class Voice:
    """`words` are for the lexical channels (none: they do not hear it), `text` for the dense ones.

    `said` are all words that it says, small ones too: phrases are recognised in them.
    """

    suffix: str
    language: str
    words: tuple[str, ...]
    text: str
    said: tuple[str, ...] = ()


def voices(understood: Understood) -> Iterator[Voice]:
    """The question made standalone and what stands beside it.

    As it was typed where that differs, word for word in the languages of the booklets, and what a model made of it.
    """
    language = understood.language
    own = dict.fromkeys((*content_words(understood.text, language), *understood.added))
    said = (*all_words(understood.text), *understood.added)
    yield Voice("", language, tuple(own), understood.standalone, said)
    if understood.standalone != understood.text:
        yield Voice(ASKED, language, (), understood.text)
    for book in understood.book_languages:
        if book != language and (text := gloss(understood.standalone, language, book)):
            yield Voice(f"{GLOSSED}:{book}", book, (), text)
    for language, text in rewritten(understood).items():
        yield Voice(f"{REWRITTEN}:{language}", language, content_words(text, language), text, tuple(all_words(text)))


def rewritten(understood: Understood) -> Mapping[str, str]:
    """What a model made of the question, by the language that it is written in."""
    found: dict[str, str] = {}
    for phrase in understood.rewrites:
        language = _written_in(phrase, understood.book_languages)
        found[language] = f"{found[language]}. {phrase}" if language in found else phrase
    return found


def _written_in(phrase: str, books: tuple[str, ...]) -> str:
    """Its language among those of the booklets; where its words do not tell, the only one that there is."""
    if len(books) == 1:
        return books[0]
    language = tongue(phrase)
    return language if language in books else UNKNOWN
