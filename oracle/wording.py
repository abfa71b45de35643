"""In which words a question is looked for in each booklet of a stack.

Its own, their names in the booklet's language, and what books call what players say.
Owns which words go to which part of a stack. Weights and channels are `oracle.profile`'s and `oracle.retrieve`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.contracts import Scope
from ingest.languages import UNKNOWN
from oracle.tabletalk import meant
from oracle.vocabulary import across
from oracle.voices import Voice
from oracle.words import all_words

Worded = tuple[Scope, tuple[str, ...]]
"""A part of the stack and the words to look for there."""


def spoken(scope: Scope, voice: Voice) -> Iterator[Worded]:
    """The words of a voice; in booklets of another language, also what they may be called there."""
    if not voice.words:
        return
    for languages, part in _by_languages(scope):
        yield part, tuple(dict.fromkeys((*voice.words, *_named(voice.said, voice.language, languages))))


def implied(scope: Scope, voice: Voice) -> Iterator[Worded]:
    """What books may call what the question says in words of the table; a rewrite speaks as books do already."""
    said = meant(voice.said, voice.language) if not voice.suffix else ()
    if not said:
        return
    for languages, part in _by_languages(scope):
        here = said if _shared(voice.language, languages) else ()
        there = (name for phrase in said for name in _named(all_words(phrase), voice.language, languages))
        yield part, tuple(dict.fromkeys((*here, *there)))


def _named(words: Sequence[str], asked: str, languages: Sequence[str]) -> tuple[str, ...]:
    """What words are called in the languages of a booklet that are not the question's."""
    return tuple(dict.fromkeys(name for language in languages for name in across(words, asked, language)))


def _shared(asked: str, languages: Sequence[str]) -> bool:
    return asked in languages or UNKNOWN in (asked, *languages)


def _by_languages(scope: Scope) -> Iterator[tuple[tuple[str, ...], Scope]]:
    """The parts of a scope that are written in the same languages."""
    for languages in dict.fromkeys(r.booklet.languages or (UNKNOWN,) for r in scope.revisions):
        mine = tuple(r for r in scope.revisions if (r.booklet.languages or (UNKNOWN,)) == languages)
        yield languages, replace(scope, revisions=mine)
