"""Does a question name a booklet of the stack? "In the base game", "on the Great Board", "what does the FAQ say".

Owns how booklets are spoken of: by their kind, in French and English, and by the words of their title. It says which;
how much that counts is `oracle.retrieve`'s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ingest.contracts import Booklet, BookletKind, BookletRef
from oracle.roles import roles
from oracle.words import all_words, content_words, fold, roots

_EXTRA = (
    r"(?:(?:mini[- ])?(?:expansions?|extensions?|modules?|add-?ons?|supplements?|extras|ajouts?)"
    r"|(?:optional|additional|extra|expanded) (?:rules?|booklets?|books?|things|stuff)"
    r"|(?:regles?|livrets?|bouquins?) (?:optionnel(?:le)?s?|additionnel(?:le)?s?|supplementaires?|en plus|bonus))"
)
_NOT = r"(?:no|without|not using|excluding|minus|sans|hors|aucune?|pas d['e]|ni)"
_ANY = r"(?:any|the|all|l'|les?|la|des?|aucune?)"
_WITHOUT = re.compile(rf"\b{_NOT}\s*(?:{_ANY}\s*)?(?:\w+ )?{_EXTRA}\b")
_KINDS: Final[Mapping[BookletKind, tuple[re.Pattern[str], ...]]] = {
    kind: tuple(map(re.compile, patterns))
    for kind, patterns in {
        BookletKind.CORE: (
            r"\b(?:base|core|basic|standard|normal|ordinary|regular|original|main|vanilla|classic|plain) (?:\w+ )?"
            r"(?:games?|box|rules?|rule ?books?|booklet|book|set|version|edition|manual)\b",
            r"\b(?:jeu|regles?|livrets?|livre|bouquin|boite|version|plateau|manuel|partie|edition|mode) (?:\w+ )?"
            r"(?:de base|standards?|normale?s?|ordinaires?|principale?s?|classiques?|d'origine|originale?s?)\b",
            r"\b(?:core|base) (?:only|alone)\b|\b(?:only|just) the (?:base|core|basics)\b|\bvanilla\b",
            r"\b(?:la|le|du) base (?:seule|uniquement)\b|\ben version de base\b",
        ),
        BookletKind.EXPANSION: (rf"\b{_EXTRA}\b",),
        BookletKind.FAQ: (r"\bfaq\b|\bfrequently asked\b|\bquestions? frequentes?\b|\bfoire aux questions\b",),
        BookletKind.ERRATA: (r"\berrat(?:a|um)\b|\bcorrigend\w+\b",),
        BookletKind.AID: (
            r"\b(?:player|game) aids?\b|\b(?:reference|help|summary) (?:cards?|sheets?)\b",
            r"\baides? de jeu\b|\b(?:carte|fiche)s? d'aide\b",
        ),
        BookletKind.HOUSE: (r"\bhouse[- ]rules?\b|\bregles? (?:de la )?maison\b",),
    }.items()
}
_TITLE_WORDS = 2
_ROOT = 4
_GENERIC = roots(
    ("rules", "rulebook", "book", "booklet", "game", "règles", "livret", "jeu", "version", "english", "french")
)


def named(text: str, booklets: Sequence[Booklet]) -> frozenset[BookletRef]:
    """The booklets that a question names; none when it names all of them or none."""
    kinds, role = _kinds(fold(text).replace("’", "'")), roles(booklets)
    spoken = frozenset(root for root in roots(all_words(text)) if len(root) >= _ROOT)
    titles = _titles(booklets)
    titled = {b.ref for b in booklets if _says(spoken, titles[b.ref])}
    found = {ref for kind in kinds for ref in _of_kind(kind, role, titled)}
    if BookletKind.CORE not in kinds or not found:  # "in the base game" settles it, whatever words a title shares
        found |= titled
    return frozenset(found if len(found) < len(booklets) else ())


def _of_kind(kind: BookletKind, role: Mapping[BookletRef, BookletKind], titled: set[BookletRef]) -> set[BookletRef]:
    """The booklets of a kind; only those whose title is said too, where there are any."""
    mine = {ref for ref in role if role[ref] is kind}
    return mine & titled or mine


def _kinds(plain: str) -> frozenset[BookletKind]:
    rest = _WITHOUT.sub(" ", plain)
    found = {kind for kind, patterns in _KINDS.items() if any(pattern.search(rest) for pattern in patterns)}
    return frozenset(found | {BookletKind.CORE} if rest != plain else found)


def _titles(booklets: Sequence[Booklet]) -> Mapping[BookletRef, frozenset[str]]:
    """The words of each title that no other title of the stack has."""
    words = {b.ref: roots(content_words(_spaced(b.title))) - _GENERIC for b in booklets}
    held = Counter(word for mine in words.values() for word in mine)
    return {ref: frozenset(word for word in mine if held[word] == 1) for ref, mine in words.items()}


def _says(spoken: frozenset[str], title: frozenset[str]) -> bool:
    """Whether enough of a title is said: two of its words, or all of it."""
    said = sum(any(word.startswith(other) or other.startswith(word) for other in spoken) for word in title)
    return bool(title) and said >= min(_TITLE_WORDS, len(title))


def _spaced(title: str) -> str:
    """`AideDeJeu` and `additional-things` as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[-_]", " ", title)
