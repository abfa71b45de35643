"""Which language a text is in, by its function words. Pure, and shared with the `oracle` package.

Knows French and English; `UNKNOWN` is an honest answer. Never decides what is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

UNKNOWN: Final = "und"

_WORD = re.compile(r"[^\W\d_]+", re.UNICODE)

_FRENCH = """
le la les un une des du de au aux et ou où est sont ai ont sera seront être avoir je tu il elle on nous vous ils elles
mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces ça cela qui que qu quoi quel quelle
quels quelles dont dans sur sous par pour avec sans chez entre vers puis donc car mais si ne pas plus moins jamais
toujours aussi très peut peux peuvent doit dois doivent fait faire quand comment combien pourquoi lorsque lors chaque
chacun tous tout toute toutes autre autres même aucun aucune après avant pendant depuis jusque l d n s c j m t lui
eux se y en à été était ici alors ainsi joueur joueurs joueuse carte cartes tour pion pions dé dés manche partie
"""
_ENGLISH = """
the a an and or of to in on at by for with without from into onto is are was were be been being am has have had do
does did i you he she it we they me him her us them my your his its our their this that these those which who whom
what when where why how if then else than as but not no never always each every any some all both other another same
more less most least may can could must should would will shall might up down out over under between after before
during until while also only there here one when once per turn player players card cards piece pieces die dice round
game
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "fr": _words(_FRENCH) - _words(_ENGLISH) | {"me", "on", "des"},
        "en": _words(_ENGLISH) - _words(_FRENCH) | {"me", "on"},
    }
)


def scores(text: str) -> dict[str, float]:
    """For each known language, the share of the words of `text` that are its function words, 0..1."""
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return dict.fromkeys(FUNCTION_WORDS, 0.0)
    return {language: sum(word in known for word in words) / len(words) for language, known in FUNCTION_WORDS.items()}


def detect(text: str) -> str:
    """`"fr"`, `"en"`, or `"und"` when no function word tells, or both tell the same."""
    found = scores(text)
    best = max(found, key=lambda language: found[language])
    others = [share for language, share in found.items() if language != best]
    accents = 0.02 if best == "en" and re.search(r"[éèêàùçœ]", text.casefold()) else 0.0
    if found[best] <= max(others) + accents:
        return "fr" if accents and found["fr"] else UNKNOWN
    return best


def detect_all(texts: list[str], least_share: float = 0.2) -> tuple[str, ...]:
    """The languages of a booklet, most frequent first: those of at least `least_share` of its pages that tell."""
    told = [language for language in map(detect, texts) if language != UNKNOWN]
    counts = {language: told.count(language) for language in dict.fromkeys(told)}
    kept = [language for language in counts if counts[language] >= least_share * len(told)]
    return tuple(sorted(kept, key=lambda language: -counts[language]))
