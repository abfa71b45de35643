"""Numbers as they are written in French and English, in figures or in words, and what they are worth.

Pure. Owns their reading: `two`, `vingt et un`, `1 000`, `1½`, `3rd`, `troisième`, `x3`, `a dozen`, `VI`, `③`. Judges
nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

Values = frozenset[Fraction]

_SMALL: Final = (
    "zero zéro", "one un une", "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept",
    "eight huit", "nine neuf", "ten dix", "eleven onze", "twelve douze", "thirteen treize", "fourteen quatorze",
    "fifteen quinze", "sixteen seize", "seventeen", "eighteen", "nineteen", "twenty vingt vingts",
)  # fmt: skip
_TENS: Final = {
    "thirty": 30, "trente": 30, "forty": 40, "quarante": 40, "fifty": 50, "cinquante": 50, "sixty": 60,
    "soixante": 60, "seventy": 70, "septante": 70, "eighty": 80, "octante": 80, "ninety": 90, "nonante": 90,
    "hundred": 100, "cent": 100, "cents": 100, "thousand": 1000, "mille": 1000,
}  # fmt: skip
_WORTH: Final = {word: n for n, words in enumerate(_SMALL) for word in words.split()} | _TENS
_ORDINALS: Final = {
    word: n
    for n, words in enumerate(
        (
            "third troisième", "fourth quatrième", "fifth cinquième", "sixth sixième", "seventh septième",
            "eighth huitième", "ninth neuvième", "tenth dixième", "eleventh onzième", "twelfth douzième",
        ),
        start=3,
    )
    for word in words.split()
}  # fmt: skip
_GROUPS: Final = {
    word: Fraction(n)
    for n, words in {
        "1/4": "quarter quarters quart quarts", "3": "thrice trio trios triple triples tripled triplé triplée triplés",
        "4": "quadruple quadrupled quadruplé quadruplée", "5": "quintuple quintupled", "6": "sextuple",
        "10": "dizaine dizaines", "12": "dozen dozens douzaine douzaines", "15": "quinzaine", "20": "vingtaine",
        "30": "trentaine", "50": "cinquantaine", "100": "centaine centaines",
    }.items()
    for word in words.split()
}  # fmt: skip
"""What counts as plainly as a numeral does; `twice`, `double`, `half` and `pair` are everyday words, and do not."""

_ALSO: Final = {
    "a": "1", "an": "1", "each": "1", "chaque": "1", "single": "1", "seul": "1", "seule": "1", "once": "1",
    "first": "1", "premier": "1", "première": "1", "second": "2", "seconde": "2", "deuxième": "2", "both": "2",
    "twice": "2", "double": "2", "doubled": "2", "doubles": "2", "pair": "2", "paire": "2", "couple": "2",
    "half": "1/2", "halve": "1/2", "moitié": "1/2", "demi": "1/2",
    "demie": "1/2", "third": "1/3", "thirds": "1/3", "tiers": "1/3", "none": "0", "no": "0", "nothing": "0",
    "aucun": "0", "aucune": "0", "rien": "0",
}  # fmt: skip
"""What says a number without being one."""

_FIGURE = re.compile(
    r"(?:(?<![\w{])|(?<=\b[xX]))"
    r"(?P<whole>\d+(?:[.,]\d+)*(?:[ \u00a0\u202f]\d{3}(?!\d))*)(?P<part>[¼-¾⅐-⅞])?(?:/(?P<over>\d+))?"
    r"|(?<=[dD])(?P<sides>\d+)|(?<![\w])(?P<lone>[¼-¾⅐-⅞])"
)
_SIGNS = re.compile(r"(?<![\w{])[²³¹⁰⁴-⁹₀-₉①-⓿❶-➓Ⅰ-ↈ㉑-㉟㊱-㊿]{1,9}")
_ROMAN = re.compile(r"(?<![\w'’.-])(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})(?![\w'’]|-\w)")
_ROMANS: Final = {"X": 10, "V": 5, "I": 1}
_LETTERED = re.compile(r"(?<![\w{])(?:l\d{1,9}|\d{1,9}O{1,9})(?!\w)")
"""Digits of which one is a letter that looks like it."""

_HALF_DOZEN = re.compile(r"\b(?:half[\s-]+(?:a[\s-]+)?dozen|demie?[\s-]douzaine)\b")
_OVER = re.compile(r"(\d{1,9})/(\d{1,9})")
_WORD = re.compile(r"[^\W\d_]+")
_LINK = re.compile(r"[\s\-]+|[\s\-]+(?:et|and)[\s\-]+")
_PERCENT = re.compile(r"(?:per|pour)\s*\Z")
_RANGE = re.compile(r"(?<!\d)(\d{1,3})\s*(?:-|–|—|to|à|and|et|or|ou)\s*(\d{1,3})(?!\d)", re.IGNORECASE)
_THOUSANDS = re.compile(r"\s|[.,]000\Z")
"""Nobody writes ten as `10.000`."""

_LONGEST = 30
"""A figure of more signs is worth nothing that a book counts, and Python refuses to read one of thousands."""

_WIDEST = 40
_TEENS: Final = frozenset(["dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"])
_UNITS: Final = frozenset(["sept", "huit", "neuf"])


_JOINED = re.compile(rf"(?:{'|'.join(sorted(_WORTH, key=len, reverse=True))})(?:{'|'.join(_WORTH)})+")


@dataclass(frozen=True)
class Number:
    """A number in a text; figures that can be read in two ways have two `values`. `tells` = not a mere article."""

    start: int
    end: int
    values: Values
    tells: bool = True


def numbers(text: str) -> list[Number]:
    """The numbers of a text, in order; `un`, `une` and `one` alone do not tell."""
    return sorted([*_figures(text), *_spelled(text.lower())], key=lambda number: number.start)


def joined(word: str) -> bool:
    """Whether a word is several numbers in one, as `twenty-one` is once its hyphen is gone."""
    return bool(_JOINED.fullmatch(word))


def values_in(text: str) -> Values:
    """Every value that a text gives in any way: also `twice`, `a pair`, `half`, and what lies within `2–4`."""
    plain = text.lower()
    found = {value for number in numbers(text) for value in number.values}
    found |= {Fraction(_ALSO[word]) for word in _WORD.findall(plain) if word in _ALSO}
    found |= {Fraction(figures) for pair in _OVER.findall(plain) for figures in pair}
    for low, high in _RANGE.findall(plain):
        if 0 < int(high) - int(low) <= _WIDEST:
            found |= {Fraction(n) for n in range(int(low), int(high) + 1)}
    return frozenset(found)


def _figures(text: str) -> Iterator[Number]:
    lettered = {match.start(): match for match in _LETTERED.finditer(text)}
    for match in _FIGURE.finditer(text):
        if match.start() not in lettered:
            values = frozenset(_readings(match)) if len(match[0]) <= _LONGEST else frozenset[Fraction]()
            yield Number(match.start(), match.end(), values)
    for match in lettered.values():
        yield _worth(match, Fraction(match[0].replace("l", "1").replace("O", "0")))
    for match in _SIGNS.finditer(text):
        yield _worth(match, _of_signs(match[0]))
    for match in _ROMAN.finditer(text):
        yield _worth(match, _of_roman(match[0]))


def _worth(match: re.Match[str], value: Fraction) -> Number:
    return Number(match.start(), match.end(), frozenset({value}))


def _of_signs(signs: str) -> Fraction:
    """`³⁰` is thirty, and so is `③⓪`; signs that are numbers of their own are added up, as `Ⅹ` and `Ⅱ` are."""
    digits = [unicodedata.digit(sign, None) for sign in signs]
    if None not in digits:
        return Fraction("".join(map(str, digits)))
    return sum((Fraction(unicodedata.numeric(sign, 0)).limit_denominator(20) for sign in signs), Fraction(0))


def _of_roman(numeral: str) -> Fraction:
    worth = [_ROMANS[letter] for letter in numeral]
    return Fraction(sum(-one if one < after else one for one, after in zip(worth, [*worth[1:], 0], strict=True)))


def _readings(match: re.Match[str]) -> Iterator[Fraction]:
    if plain := match["lone"] or match["sides"]:
        yield _part(plain) if match["lone"] else Fraction(plain)
        return
    whole, over = match["whole"], match["over"]
    groups = re.split(r"[.,\s]", whole)
    joined = Fraction("".join(groups))
    if len(groups) == 1 or all(len(group) == 3 for group in groups[1:]):
        yield (joined / int(over) if over and int(over) else joined) + (_part(match["part"]) if match["part"] else 0)
    if len(groups) == 2 and not _THOUSANDS.search(whole):
        yield Fraction(f"{groups[0]}.{groups[1]}")
    if len(groups) > 2:
        yield from map(Fraction, groups)


def _part(character: str) -> Fraction:
    return Fraction(unicodedata.numeric(character)).limit_denominator(20)


def _spelled(plain: str) -> Iterator[Number]:
    """Runs of number words, each run cut where a new number begins."""
    halves = {match.end(): match for match in _HALF_DOZEN.finditer(plain)}
    yield from (_worth(match, Fraction(6)) for match in halves.values())
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(plain):
        if word[0] in _GROUPS and word.end() not in halves:
            yield _worth(word, _GROUPS[word[0]])
        if word[0] in _ORDINALS:
            yield Number(word.start(), word.end(), frozenset({Fraction(_ORDINALS[word[0]])}))
        if word[0] not in _WORTH or (not run and _is_money(plain, word)):
            continue
        if run and not _goes_on(plain, run, word):
            yield _number(run)
            run = []
        if not run and _is_money(plain, word):
            continue
        run.append(word)
    if run:
        yield _number(run)


def _is_money(plain: str, word: re.Match[str]) -> bool:
    """`cents` are coins, `per cent` and `pour cent` are no hundred."""
    return word[0] == "cents" or (word[0] == "cent" and bool(_PERCENT.search(plain[: word.start()])))


def _goes_on(plain: str, run: Sequence[re.Match[str]], word: re.Match[str]) -> bool:
    between, worth, before = plain[run[-1].end() : word.start()], _WORTH[word[0]], _WORTH[run[-1][0]]
    if not _LINK.fullmatch(between):
        return False
    if worth >= 100:
        return before < worth
    if worth == 20 and word[0].startswith("vingt") and before == 4:
        return True
    teens = before in (20, 60) and word[0] in _TEENS
    return before >= 100 or (before >= 20 and 0 < worth < 10) or teens or (word[0] in _UNITS and before == 10)


def _number(run: Sequence[re.Match[str]]) -> Number:
    total = current = 0
    for word in run:
        worth = _WORTH[word[0]]
        if worth == 1000:
            total, current = total + max(1, current) * 1000, 0
        elif worth == 100:
            current = max(1, current) * 100
        elif worth == 20 and current % 100 == 4 and word[0].startswith("vingt"):
            current += 76
        else:
            current += worth
    value = total + current
    return Number(run[0].start(), run[-1].end(), frozenset({Fraction(value)}), tells=len(run) > 1 or value != 1)
