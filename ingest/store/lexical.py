"""Words for the lexical channels: how text is cut and stemmed, and how a query for FTS5 is written.

Owns the three channels' texts (`path`: what the booklet is called, and headings; `content`: stemmed words; `term`: the
words as printed) and the quoting of what users type. Runs no SQL. What changes a text raises `versions.INDEX_VERSION`.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Literal

from ingest.contracts import Chunk
from ingest.icons.placeholders import spoken

Channel = Literal["path", "content", "term"]
CHANNELS: tuple[Channel, ...] = ("path", "content", "term")
TOKENIZER = "unicode61 remove_diacritics 2"
_WITHIN = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_DICE = {"dé": "dédé", "dés": "dédé"}
"""The index knows no accents: the French die must not be found in every *de* and *des*."""
_SNOWBALL = {"fr": "french", "en": "english", "de": "german", "es": "spanish", "it": "italian", "pt": "portuguese"}


def words(text: str) -> list[str]:
    """The words of a text, lower case, accents kept."""
    return _WORD.findall(unicodedata.normalize("NFC", text).lower())


def stems(text: str, language: str) -> list[str]:
    """The words of a text, each cut to its stem; as they are where the language has no stemmer."""
    found = words(text)
    stemmer = _stemmer(language)
    return found if stemmer is None else stemmer(found)


def channel_text(channel: Channel, section_path: Sequence[str], content: str, language: str) -> str:
    """What a channel's index holds of a chunk."""
    path = " ".join(section_path)
    if channel == "path":
        return " ".join(stems(path, language))
    if channel == "content":
        return " ".join(stems(f"{path}\n{content}", language))
    return " ".join(words(f"{path}\n{content}"))


def rows_of(
    chunks: Sequence[Chunk], languages: Sequence[str], first: int, names: Sequence[str] = ()
) -> dict[Channel, list[tuple[int, str]]]:
    """What each channel holds of the chunks of a revision, by row from `first` on.

    `names` is what the booklet is called: the path channel holds it with the headings.
    """
    return {
        channel: [
            (
                row,
                channel_text(
                    channel, [*(names if channel == "path" else ()), *_path(chunk)], _searchable(chunk), language
                ),
            )
            for row, (chunk, language) in enumerate(zip(chunks, languages, strict=True), first)
        ]
        for channel in CHANNELS
    }


def names_of(title: str, source_file: str) -> tuple[str, ...]:
    """What a booklet is called, by its title and by its file: `LivretDeRegles.pdf` as words."""
    stem = source_file.rpartition("/")[2].partition(".")[0]
    return title, _WITHIN.sub(" ", stem)


def match_query(channel: Channel, wanted: Iterable[str], languages: Sequence[str]) -> str | None:
    """An FTS5 expression: any of the words, each quoted; `None` when nothing is left to look for.

    A word that holds several (`"victory points"`) is looked for as a phrase. Stemmed channels try the
    stem of every language in scope, since a question need not be in the language of the book.
    """
    forms: dict[str, None] = {}
    for word in wanted:
        for form in _forms(channel, word, languages):
            forms.setdefault(f'"{form}"')
    return " OR ".join(forms) or None


def _path(chunk: Chunk) -> list[str]:
    return [spoken(title, dict(chunk.icons)) for title in chunk.section_path]


def _searchable(chunk: Chunk) -> str:
    content = spoken(chunk.content, dict(chunk.icons))
    return "\n".join((content, " ".join(chunk.keywords))) if chunk.keywords else content


def _forms(channel: Channel, word: str, languages: Sequence[str]) -> list[str]:
    if channel == "term":
        found = [" ".join(words(word))]
    else:
        found = [" ".join(stems(word, language)) for language in (languages or ("und",))]
    return [form for form in found if form]


class _Stemmer:
    """Stems words of one language and remembers them. Snowball's own object serves one thread at a time."""

    def __init__(self, name: str) -> None:
        import snowballstemmer

        self._snowball = snowballstemmer.stemmer(name)
        self._apart = _DICE if name == "french" else {}
        self._lock = threading.Lock()
        self._stem = lru_cache(maxsize=1 << 16)(self._stem_once)

    def __call__(self, found: Iterable[str]) -> list[str]:
        return [self._stem(word) for word in found]

    def _stem_once(self, word: str) -> str:
        if word in self._apart:
            return self._apart[word]
        with self._lock:
            return str(self._snowball.stemWord(word))


@cache
def _stemmer(language: str) -> _Stemmer | None:
    name = _SNOWBALL.get(language.lower().partition("-")[0])
    return _Stemmer(name) if name else None
