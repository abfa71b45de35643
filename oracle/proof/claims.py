"""What an answer says in its own words: numbers, names, icons and negations that the passages do not give it.

Pure. Owns which of them stand. A number stands in a passage that its sentence cites, in the question, or is worked out
in sight of the reader from numbers that stand, unless the quotation beside it says it of the opposite; a name stands in
any passage that was sent or in the question. Paraphrase itself is not judged: words are free, what can be counted or
called by name is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, Literal

from ingest.contracts import Passage
from ingest.icons.placeholders import PLACEHOLDER
from oracle.grammar import MARKER
from oracle.proof.beside import turned
from oracle.proof.counting import Values, numbers, values_in
from oracle.proof.repeats import contradicts, repeated
from oracle.words import FUNCTION_WORDS, all_words, fold, roots

Kind = Literal["said_number", "said_name", "said_negation"]

_ALONE: Final = re.compile(r"^\s*(?:[-*•]\s*)?\d{1,2}[.)]\s")
_PAGE: Final = re.compile(r"\b(?:p{1,2}\.|pages?)\s?\d{1,4}\b", re.IGNORECASE)
_TALK: Final = re.compile(
    r"(?:\s+(?:different|other|same|autres?|mêmes?))?\s+(?:rules?|passages?|booklets?|books?|cases?|conditions?|steps?|"
    r"ways?|options?|answers?|questions?|règles?|livrets?|livres?|cas|étapes?|façons?|manières?|réponses?)\b",
    re.IGNORECASE,
)
"""Numbers that count what the answer speaks of, not what the game has."""

_WORKED_OUT: Final = re.compile(
    r"[+×÷=]|(?<=\d)\s*[-−x*/]\s*(?=\d)|\b(?:plus|minus|times|total|totals?|together|altogether|sum|in all|so|thus|"
    r"therefore|hence|that makes|makes|remain\w*|left|more|less|fewer|twice|double\w*|triple\w*|half|halve\w*|each|per|"
    r"moins|fois|en tout|au total|somme|donc|soit|ensemble|reste\w*|de plus|de moins|supplémentaires?|doublée?s?|"
    r"moitié|chacune?|par|chaque|additional|extra|add\w*|ajoute\w*)\b",
    re.IGNORECASE,
)
_SUM: Final = re.compile(
    r"(?<![\w.,/])(?P<one>\d{1,6})\s*(?P<step>[+×x*−-])\s*(?P<other>\d{1,6})\s*(?:=|makes|font)\s*"
    r"(?P<result>\d{1,12})(?![\w.,/]?\d)"
)
_GOES_BEFORE: Final = re.compile(r"[+×x*/−-]\s*\Z")
"""Before the first number of what looks like a sum: it is the end of a longer one."""

_NAME: Final = re.compile(r"(?<![\w'’.-])(?:[ldLD]['’])?([A-ZÀ-ÖØ-ÞŒ][\w'’-]*[\w])")
_OPENS: Final = re.compile(r"(?:^|[.!?…:;(\[–—•/|*-]|\]\]|⟩|\s\s)\s*(?:[«“\"'‘]\s*)?$")
"""Where a capital begins a sentence or a clause; two spaces are all that is left of a quotation or a marker."""

_BESIDE: Final = 12
_IN_MIND: Final = 16
"""So many numbers that were said last can be worked with."""

_SHORTEST_NAME: Final = 4
_SMALL: Final = FUNCTION_WORDS["en"] | FUNCTION_WORDS["fr"]
_ICON: Final = re.compile(r"⟨[^⟨⟩]{1,60}⟩")
_OURS = """
english french anglais français anglaise française faq errata erratum yes oui non core expansion extension base
"""
_KNOWN: Final = frozenset(map(fold, _OURS.split()))
"""Names that an answer may use of itself."""


@dataclass(frozen=True)
class Fault:
    """A piece of the model's own words that nothing gives it."""

    start: int
    end: int
    kind: Kind


class Claims:
    """The model's own words of one answer, sentence after sentence: what was counted before may be counted on."""

    def __init__(self, cited: Sequence[Passage], asked: str, language: str) -> None:
        self._cited = cited
        self._language = language
        self._asked = values_in(asked)
        self._spoken = [value for number in numbers(asked) for value in number.values]
        self._given = {passage.key: values_in(_all_of(passage)) for passage in cited}
        texts = (asked, *map(_all_of, cited), *(passage.ref.game for passage in cited))
        self._names = roots(word for text in texts for word in all_words(text)) | roots(_KNOWN)
        self._icons = {icon for passage in cited for icon in PLACEHOLDER.findall(passage.text)}
        self._called = {fold(name) for passage in cited for _, name in passage.icons}

    def heard(self, quotation: str) -> None:
        """A quotation that stands: its numbers can be worked with."""
        self._spoken += values_in(quotation)

    def faults(self, said: str, cites: Sequence[Passage], *, seen: bool, proven: str = "") -> list[Fault]:
        """What of a sentence's own words stands nowhere. `seen` = it speaks of a page whose picture was looked at.

        `said` is the sentence with everything that is not its own blanked out, `proven` its quotations that stand.
        """
        if seen:
            return []
        own = _blanked(said)
        denied = (
            [Fault(0, len(said), "said_negation")] if contradicts(own, "\n\n".join(each.text for each in cites)) else []
        )
        numbers = {fault.start: fault for fault in (*_untrue(own, proven), *self._numbers(own, cites))}
        return denied or sorted([*numbers.values(), *self._unnamed(own), *self._unknown(said)], key=_start)

    def _numbers(self, said: str, cites: Sequence[Passage]) -> Iterator[Fault]:
        given = self._given_for(said, cites) | self._asked
        told = [number for number in numbers(said) if number.tells and not _TALK.match(said, number.end)]
        wrong = [number for number in told if not number.values & given]
        right = [number for number in told if number.values & given]
        self._spoken += (value for number in right for value in number.values)
        known = frozenset((*self._spoken[-_IN_MIND:], *sorted(values_in(said) & given)[:_IN_MIND]))
        reachable = _worked_out(known, len(told)) if wrong and _WORKED_OUT.search(said) else frozenset()
        for number in wrong:
            if number.values & reachable:
                self._spoken += number.values
            else:
                yield Fault(number.start, number.end, "said_number")

    def _given_for(self, said: str, cites: Sequence[Passage]) -> Values:
        """The numbers of what is cited: of the very sentence where one is repeated, else of all of it."""
        near = [values_in(part) for each in cites for part in repeated(said, each.text)]
        return frozenset().union(*(near or [self._given[each.key] for each in cites or self._cited]))

    def _unnamed(self, said: str) -> Iterator[Fault]:
        """Names in capitals that no passage has; in another language they may be translations, and stay."""
        if any(passage.language in ("en", "fr") and passage.language != self._language for passage in self._cited):
            return
        for match in _NAME.finditer(said):
            parts = [part for part in all_words(match[1]) if len(part) >= _SHORTEST_NAME and part not in _SMALL]
            if (
                parts
                and not _OPENS.search(said, max(0, match.start() - _BESIDE), match.start())
                and not roots(parts) <= self._names
            ):
                yield Fault(match.start(1), match.end(1), "said_name")

    def _unknown(self, said: str) -> Iterator[Fault]:
        for match in PLACEHOLDER.finditer(said):
            if match[1] not in self._icons:
                yield Fault(match.start(), match.end(), "said_name")
        for match in _ICON.finditer(said):
            if fold(match[0][1:-1].strip()) not in self._called:
                yield Fault(match.start(), match.end(), "said_name")


def _start(fault: Fault) -> int:
    return fault.start


def _untrue(said: str, proven: str) -> Iterator[Fault]:
    """Numbers that stand, but not as this sentence says them: against its own quotation, or as a wrong sum."""
    for number in turned(said, proven):
        yield Fault(number.start, number.end, "said_number")
    for match in _SUM.finditer(said):
        before = said[max(0, match.start() - _BESIDE) : match.start()]
        if not _GOES_BEFORE.search(before) and int(match["result"]) != _total(match):
            yield Fault(match.start("result"), match.end("result"), "said_number")


def _total(match: re.Match[str]) -> int:
    one, other = int(match["one"]), int(match["other"])
    if match["step"] == "+":
        return one + other
    return one * other if match["step"] in "×x*" else one - other


def _all_of(passage: Passage) -> str:
    """Everything that was sent of a passage."""
    about = (passage.booklet_title, passage.printed or "", *passage.section_path, *(name for _, name in passage.icons))
    return "\n".join((PLACEHOLDER.sub(" ", passage.text), *about))


def _blanked(said: str) -> str:
    """The sentence with what counts nothing as spaces: markers, icons, pages, the number of a list."""
    for pattern in (MARKER, PLACEHOLDER, _PAGE, _ALONE, _ICON):
        said = pattern.sub(lambda match: " " * len(match[0]), said)
    return said


def _worked_out(values: Values, at_once: int) -> Values:
    """What a reader can work out of numbers in sight: one step from any two, or the sum of a few."""
    found = {value for one, other in product(values, repeat=2) for value in _steps(one, other)}
    if at_once > 3:
        found |= {one + other for one, other in product(found, values)}
    return frozenset(found)


def _steps(one: Fraction, other: Fraction) -> Iterator[Fraction]:
    yield from (one + other, abs(one - other), one * other)
    if other:
        yield one / other
