"""The words of a question that carry something, in French and English.

Owns cutting, folding and the function words that say nothing of the topic. Knows no index and no stemming: the library
stems for each booklet's language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

_WORD = re.compile(r"[^\W_]+(?:[.\-][^\W_]+)*")
_FIGURE = re.compile(r"\d")
_JOINTS = re.compile(r"[-.]")
_DICE = re.compile(
    r"\b(?:(?:les|mes|tes|ses|ces|nos|vos|leurs|aux|de|plusieurs|quels) (?P<many>des)\b"
    r"|(?:deux|trois|quatre|cinq|six|\d) (?P<counted>des)\b(?! \w+[sx]\b)|(?:le|mon|du|au) (?P<one>de)\b(?! l[ae']))"
)
"""French dice as they are typed without accents, where no `des` or `de` can stand."""
_ENGLISH = """
a about after again all already also am an and another any anyone anything are aren around as ask at away back be
because been before being between both but by came can cannot come could couldn d did didn do does doesn doing don done
down each either else even ever every everybody everyone everything exactly few for from get gets getting give gives go
goes going gonna got gotta had hadn has hasn have haven having he her here hers herself hey hi him himself his
how however i if im in instead into is isn it its itself just kind know let lets like ll look lot lots m many may maybe
me mean means might mine more most much must my myself need needs neither never no nobody nor not nothing now of off oh
ok okay on once one ones only or other others our ours out over own please put quite rather re really right s said same
saw say says see seem she should shouldn since so some somebody someone something still stuff such sure t take takes
tell than thank thanks that the their theirs them themselves then there these they thing things think this those though
thought through to together too told took under until up us use used using ve very want wanted wants was wasn way we
well went were weren what whatever when whenever where whether which while who whom whose why will with without won
would wouldn yeah yes yet you your yours yourself
"""
_FRENCH = """
a à afin ai aie ainsi alors après as au aucun aucune aura aussi autre autres aux av avaient avais avait avant avec avez
avoir avons ayant bah beaucoup ben bien bon bonjour c ça car ce ceci cela celle celles celui ces cet cette ceux chacun
chacune chaque chez ci combien comme comment concrètement d dans de dedans déjà depuis des dès desquels deux-là dire dis
dit dois doit doivent donc dont du durant elle elles en encore enfin entre es est et étaient étais était étant été êtes
être eu euh eux exactement faire fais fait faites faut font hein hors ici il ils j jamais je jusque juste l la là
laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui m ma mais malgré me même mêmes merci mes mets
mettre mien moi moins mon n ne ni non nos notre nous on ont ou où ouais oui par parce pareil parmi pas pendant personne
peu peut peuvent peux plein plus plutôt pour pourquoi pourrait pouvez pouvoir pouvons prend prends prendre près puis
puisque qu quand que quel quelle quelles quelqu quelque quelques quels qui quoi rien s sa salut sans se sens sera serait
ses si sien sinon soi soit sommes son sont sous souvent suis sur t ta te tel telle tels tes toi ton toujours tous tout
toute toutes très trop truc trucs tu un une va vais vas vers veut veulent veux via voici voilà voir vois vont vos votre
vous vraiment vu y
"""


def fold(text: str) -> str:
    """Lower case, without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(_ENGLISH.split()),
    "fr": frozenset((_FRENCH + fold(_FRENCH)).split()),
}
"""With their accents and, as people type, without: `dès` and `des` are here, `dés` is not."""
_EITHER: Final[frozenset[str]] = FUNCTION_WORDS["en"] | FUNCTION_WORDS["fr"]


def all_words(text: str) -> list[str]:
    """Every word, lower case, accents kept; `2-player` and `119.4a` stay whole, `peut-on` is two words."""
    found = _WORD.findall(_DICE.sub(_accented, unicodedata.normalize("NFC", text).lower().replace("’", "'")))
    return [part for word in found for part in _parts(word)]


def _parts(word: str) -> list[str]:
    whole = word.isalpha() or _FIGURE.search(word)
    return [word] if whole else _JOINTS.split(word)


def _accented(found: re.Match[str]) -> str:
    return f"{found[0].rpartition(' ')[0]} {'dé' if found['one'] else 'dés'}"


def content_words(text: str, language: str = "und") -> tuple[str, ...]:
    """The words that carry something, each once, in order; figures always do, single letters never.

    In an unknown language the function words of both are left out.
    """
    silent = FUNCTION_WORDS.get(language, _EITHER)
    kept = (word for word in all_words(text) if word not in silent and (len(word) > 1 or word.isdigit()))
    return tuple(dict.fromkeys(kept))


def roots(words: Iterable[str]) -> frozenset[str]:
    """The beginnings of words, so that their endings do not count; good enough to compare, not to search."""
    return frozenset(map(_root, words))


@lru_cache(maxsize=1 << 15)
def _root(word: str) -> str:
    return fold(word)[: max(4, len(word) - 3)]
