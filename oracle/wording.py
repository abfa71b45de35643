"""In which words a question is looked for in each booklet of a stack.

Its own, their names in the booklet's language, and what books call what players say.
Owns which words go to which part of a stack. Weights and channels are `oracle.profile`'s and `oracle.retrieve`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.contracts import Passage, Scope
from ingest.languages import UNKNOWN
from oracle.glossary import also_called
from oracle.tabletalk import meant
from oracle.vocabulary import accented, across
from oracle.voices import Voice
from oracle.words import all_words

Worded = tuple[Scope, tuple[str, ...]]
"""A part of the stack and the words to look for there."""


def spoken(scope: Scope, voice: Voice) -> Iterator[Worded]:
    """The words of a voice; in booklets of another language, also what they may be called there."""
    if not voice.words:
        return
    for languages, part in _by_languages(scope):
        own = (*voice.words, *accented(voice.words, voice.language))
        yield part, tuple(dict.fromkeys((*own, *_named(voice.said, voice.language, languages))))


def implied(part: Scope, voice: Voice) -> tuple[str, ...]:
    """What the booklets of a part may call what a voice says in words of the table.

    A rewrite speaks as books do already.
    """
    said = meant(voice.said, voice.language) if not voice.suffix else ()
    languages = part.languages or (UNKNOWN,)
    here = said if voice.language in languages or UNKNOWN in (voice.language, *languages) else ()
    there = (name for phrase in said for name in _named(all_words(phrase), voice.language, languages))
    return tuple(dict.fromkeys((*here, *there)))


def stated(part: Scope, voice: Voice, words: Sequence[str], passages: Sequence[Passage]) -> tuple[str, ...]:
    """What these passages of a part say that they call what a voice says, in whose `words` it was looked for."""
    said = (*voice.said, *words)
    found = (name for language in part.languages for name in also_called(said, language, passages))
    return tuple(dict.fromkeys(found)) if not voice.suffix else ()


def _named(words: Sequence[str], asked: str, languages: Sequence[str]) -> tuple[str, ...]:
    """What words are called in the languages of a booklet; nothing in one that speaks the question's language too.

    A bilingual booklet mostly says everything twice: its pages in the question's language are those to find.
    """
    if asked in languages:
        return ()
    return tuple(dict.fromkeys(name for language in languages for name in across(words, asked, language)))


def _by_languages(scope: Scope) -> Iterator[tuple[tuple[str, ...], Scope]]:
    """The parts of a scope that are written in the same languages."""
    for languages in dict.fromkeys(r.booklet.languages or (UNKNOWN,) for r in scope.revisions):
        mine = tuple(r for r in scope.revisions if (r.booklet.languages or (UNKNOWN,)) == languages)
        yield languages, replace(scope, revisions=mine)
