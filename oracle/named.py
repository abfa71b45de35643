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
from oracle.words import all_words, content_words, fold, roots

_WITHOUT = re.compile(
    r"\b(?:no|without|not using|sans(?: l'| les?)?|pas d')\s*(?:\w+ )?(?:expansions?|extensions?|modules?)\b"
)
_KINDS: Final[Mapping[BookletKind, tuple[re.Pattern[str], ...]]] = {
    kind: tuple(map(re.compile, patterns))
    for kind, patterns in {
        BookletKind.CORE: (
            r"\b(?:base|core|basic|standard|normal|ordinary|regular|original|main) (?:\w+ )?"
            r"(?:game|box|rules?|rulebook|booklet|set)\b",
            r"\b(?:jeu|regles?|livret|boite|version|plateau) (?:de base|standards?|normales?|ordinaires?|principal)\b",
            r"\bcore only\b",
        ),
        BookletKind.EXPANSION: (r"\b(?:expansions?|extensions?|modules?|add-?ons?|supplements?)\b",),
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
_GENERIC = roots(
    ("rules", "rulebook", "book", "booklet", "game", "règles", "livret", "jeu", "version", "english", "french")
)


def named(text: str, booklets: Sequence[Booklet]) -> frozenset[BookletRef]:
    """The booklets that a question names; none when it names all of them or none."""
    kinds = _kinds(fold(text).replace("’", "'"))
    spoken = roots(all_words(text))
    titles = _titles(booklets)
    found = {b.ref for b in booklets if b.kind in kinds or _says(spoken, titles[b.ref])}
    return frozenset(found if len(found) < len(booklets) else ())


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
    return bool(title) and len(title & spoken) >= min(_TITLE_WORDS, len(title))


def _spaced(title: str) -> str:
    """`AideDeJeu` and `additional-things` as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[-_]", " ", title)
