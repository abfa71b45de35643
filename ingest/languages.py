"""Which language a text is in, by its function words. Pure, and shared with the `oracle` package.

Knows the languages that rulebooks come in here; `UNKNOWN` is an honest answer. Never decides what is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

UNKNOWN: Final = "und"

_TELLING: Final = 0.15
_LITTLE: Final = 0.05
_CLEARLY: Final = 1.15
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
_GERMAN = """
der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen ist sind war wird werden
wurde kann können darf dürfen muss müssen soll sollen hat haben sein seine seinen seiner ihr ihre ihren ich du er sie es
wir mit von vom zu zum zur auf aus bei beim für über unter nach vor durch gegen ohne um an am im in als auch nur noch
schon wenn dann dass so wie was wer wo sich diese dieser dieses diesen jede jeder jedes jeden alle allen mehr weniger
zwei drei spieler spielers karte karten würfel zug runde spiel
"""
_SPANISH = """
el la los las un una unos unas de del al en con por para sin sobre entre hasta desde hacia que quien cual como cuando
donde porque pero si no ni es son está están ser sido fue ha han hay tiene tienen puede pueden debe deben su sus se lo
le les este esta estos estas ese esa eso cada todo todos toda todas más menos muy también solo otro otra otros otras
jugador jugadores carta cartas dado dados turno ronda ficha fichas partida
"""
_ITALIAN = """
il lo la gli le un uno una di del dello della dei degli delle da dal dalla in nel nella nei nelle con su sul sulla per
tra fra che chi cui come quando dove perché ma se non né è sono essere stato ha hanno può possono deve devono suo sua
suoi sue si ci questo questa questi queste quello quella ogni tutto tutti tutte più meno anche solo altro altra altri
altre alla allo ai agli alle giocatore giocatori carta carte dado dadi turno partita pedina
"""
_DUTCH = """
de het een en of maar niet geen is zijn was wordt worden kan kunnen mag mogen moet moeten heeft hebben hij zij ze het je
jij jouw hun zijn haar wij we met van voor op aan in uit bij naar door over onder tegen zonder om te tot als dan dat die
deze dit wat wie waar wanneer hoe ook nog alleen elke alle meer minder andere twee drie speler spelers kaart kaarten
dobbelsteen beurt ronde spel
"""
_PORTUGUESE = """
os as um uma uns umas de do da dos das no na nos nas em com por pelo pela para sem sobre entre até desde que quem qual
como quando onde porque mas se não nem é são está estão ser foi tem têm há pode podem deve devem seu sua seus suas ele
ela eles elas este esta estes estas esse essa isso cada todo todos toda todas mais menos muito também só outro outra
outros outras ao aos à às jogador jogadores carta cartas dado dados turno rodada partida
"""
SPOKEN: Final = ("fr", "en")
"""What players ask and are answered in."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "fr": _words(_FRENCH) - _words(_ENGLISH) | {"me", "on", "des"},
        "en": _words(_ENGLISH) - _words(_FRENCH) | {"me", "on"},
        "de": _words(_GERMAN),
        "es": _words(_SPANISH),
        "it": _words(_ITALIAN),
        "nl": _words(_DUTCH),
        "pt": _words(_PORTUGUESE),
    }
)


def scores(text: str) -> dict[str, float]:
    """For each known language, the share of the words of `text` that are its function words, 0..1."""
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return dict.fromkeys(FUNCTION_WORDS, 0.0)
    return {language: sum(word in known for word in words) / len(words) for language, known in FUNCTION_WORDS.items()}


def detect(text: str) -> str:
    """`"fr"`, `"en"`, or `"und"` when no function word tells, or both tell the same: for what players type."""
    known = scores(text)
    found = {language: known[language] for language in SPOKEN}
    best = max(found, key=lambda language: found[language])
    others = [share for language, share in found.items() if language != best]
    accents = 0.02 if best == "en" and re.search(r"[éèêàùçœ]", text.casefold()) else 0.0
    if found[best] <= max(others) + accents:
        return "fr" if accents and found["fr"] else UNKNOWN
    return best


def named(text: str, among: Sequence[str] = ()) -> str:
    """The language of a printed text, `"und"` unless its small words tell it from every other.

    `among` are the languages that it can be in; none: all that are known here, and then more must be told, since
    it may be in another one.
    """
    found = {language: share for language, share in scores(text).items() if not among or language in among}
    ranked = sorted(found, key=lambda language: -found[language])
    best = found[ranked[0]] if ranked else 0.0
    second = found[ranked[1]] if len(ranked) > 1 else 0.0
    least = _LITTLE if among else _TELLING
    return ranked[0] if best >= least and best >= _CLEARLY * second else UNKNOWN
