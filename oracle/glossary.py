"""What a book itself says that it calls things: "meeples, also called workers", "hit points (HP)", "Token: see Marker".

Owns how such statements are recognised, in English and French, and which of them concern what somebody said. Pure: it
is given passages and reads no index; icons stand in passages under the names of the book's legend (ADR 17) already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ingest.contracts import Passage
from ingest.icons.placeholders import spoken
from ingest.store.lexical import words
from oracle.phrases import Key, key
from oracle.words import FUNCTION_WORDS

Alias = tuple[str, str]
"""Two names of one thing, each of a few words."""

LONGEST: Final = 3
_NAME: Final = r"[^\W\d_][\w’'-]*(?:[ -][^\W\d_][\w’'-]*){0,3}"
_QUOTE: Final = r"[\"“”«»'‘’\s]*"
_ARTICLE: Final = rf"{_QUOTE}(?:(?:the|an?|les?|la|une?|des)\s+|l['’])?{_QUOTE}"
_CALLED: Final = re.compile(
    rf"{_QUOTE}[,(]\s*(?:(?:which|that|who|qui)\s+)?(?:(?:is|are|can be|est|sont)\s+)?"
    r"(?:(?:also|sometimes|often|otherwise|commonly|simply|or|aussi|parfois|souvent|également|ou|encore|simplement)\s+)*"
    r"(?:called|known as|referred to as|named|abbreviated(?: as| to)?|aka|a\.k\.a\.|appelée?s?|nommée?s?|dits?|dites?|"
    rf"notée?s?|abrégée?s?(?: en)?|alias)\s+(?:(?:also|aussi|simplement)\s+)?{_ARTICLE}(?P<other>{_NAME})",
    re.IGNORECASE,
)
_SEE: Final = re.compile(
    rf"\W*(?P<one>{_NAME})\s*[:.–—-]\s*\(?(?:see|voir|cf\.?)\s+(?:also\s+|aussi\s+)?{_ARTICLE}(?P<other>{_NAME})\W*$",
    re.IGNORECASE,
)
_LETTERS: Final = re.compile(r"\s\((?P<short>[^\W\d_]{2,5})\)")
_SPELT_OUT: Final = re.compile(rf"\b(?P<short>[^\W\d_]{{2,5}})\s\((?P<long>{_NAME})\)")
_COUNTS: Final = frozenset(["two", "three", "four", "five", "six", "deux", "trois", "quatre", "cinq", "six", "your"])
_BEFORE: Final = 60
"""Characters in which a name may stand before what is said of it."""
_TITLE: Final = re.compile(
    rf"^\W*(?P<one>{_NAME})(?:\s*\((?P<other>{_NAME})\)|\s*/\s*(?P<slash>{_NAME}))\W*$", re.IGNORECASE
)


def also_called(said: Sequence[str], language: str, passages: Iterable[Passage]) -> tuple[str, ...]:
    """The other names that these passages give to what `said` names, each once; `language` is that of the passages."""
    spoken_of = _runs([key(word, language) for word in said])
    found: dict[str, None] = {}
    for passage in passages:
        for one, other in aliases(passage):
            for name, given in ((one, other), (other, one)):
                if key(name, language) in spoken_of and key(given, language) not in spoken_of:
                    found.setdefault(given.lower())
    return tuple(found)


def aliases(passage: Passage) -> tuple[Alias, ...]:
    """Every pair of names that a passage or its heading states, shortest readings first."""
    return _stated(passage.text, passage.icons, passage.section_path[-1:], passage.language)


@lru_cache(maxsize=1 << 11)
def _stated(
    text: str, icons: tuple[tuple[str, str], ...], heading: tuple[str, ...], language: str
) -> tuple[Alias, ...]:
    small = FUNCTION_WORDS.get(language, frozenset())
    return (*_in_text(spoken(text, dict(icons)), small), *_in_heading(heading, small))


def _in_text(text: str, small: frozenset[str]) -> Iterator[Alias]:
    for hit in _CALLED.finditer(text):
        yield from _pairs(_before(text, hit), words(hit["other"]), small)
    for line in text.splitlines():
        if referred := _SEE.match(line):
            yield from _pairs(words(referred["one"]), words(referred["other"]), small)
    yield from _letters(text, small)


def _in_heading(heading: tuple[str, ...], small: frozenset[str]) -> Iterator[Alias]:
    for title in heading:
        if headed := _TITLE.match(spoken(title, {})):
            yield from _pairs(words(headed["one"]), words(headed["other"] or headed["slash"]), small)


def _before(text: str, hit: re.Match[str]) -> list[str]:
    """The words before a statement, none of an earlier sentence."""
    return words(re.split(r"[.!?;:\n]", text[max(0, hit.start() - _BEFORE) : hit.start()])[-1])


def _pairs(before: Sequence[str], after: Sequence[str], small: frozenset[str]) -> Iterator[Alias]:
    """Where a name begins in the words before is not told: their endings, and the beginnings of what follows."""
    for start in range(len(before) - 1, max(-1, len(before) - 1 - LONGEST), -1):
        if before[start] in small | _COUNTS:
            break
        yield from (
            (" ".join(before[start:]), " ".join(after[:end]))
            for end in range(1, min(LONGEST, len(after)) + 1)
            if after[end - 1] not in small and after[0] not in small
        )


def _letters(text: str, small: frozenset[str]) -> Iterator[Alias]:
    """Abbreviations and what they stand for: the initials must agree."""
    stated = [(hit["short"], _before(text, hit)) for hit in _LETTERS.finditer(text)]
    stated += [(hit["short"], words(hit["long"])) for hit in _SPELT_OUT.finditer(text)]
    for short, around in stated:
        if (long := _spelt(short, around, small)) is not None:
            yield long, short


def _spelt(short: str, long: Sequence[str], small: frozenset[str]) -> str | None:
    """The last of the words before whose initials, small words aside, are these letters."""
    letters = short.lower()
    for start in range(len(long) - 1, -1, -1):
        initials = "".join(word[0] for word in long[start:] if word not in small)
        if initials == letters and long[start] not in small:
            return " ".join(long[start:])
    return None


def _runs(stems: Sequence[Key]) -> frozenset[Key]:
    """Every run of a few words."""
    flat = [stem for one in stems for stem in one]
    return frozenset(
        tuple(flat[start : start + length]) for length in range(1, LONGEST + 2) for start in range(len(flat))
    )
