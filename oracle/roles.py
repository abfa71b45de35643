"""What each booklet of a stack is to its game, where nobody said it: the base, an expansion, a FAQ, an aid.

Pure. A kind that was declared stands; a stack in which every booklet is `core`, as files come that nobody described, is
told apart by titles and lengths. Owns that guess, which only weighs passages: it is never shown as a booklet's kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ingest.contracts import Booklet, BookletKind, BookletRef
from oracle.words import fold

_TITLED: Final[Mapping[BookletKind, re.Pattern[str]]] = {
    BookletKind.FAQ: re.compile(r"\bfaq\b|\bquestions?\b"),
    BookletKind.ERRATA: re.compile(r"\berrat(?:a|um)\b|\bcorrigend|\bcorrections?\b"),
    BookletKind.AID: re.compile(
        r"\baides?\b|\b(?:player )?aids?\b|\bsummary\b|\bresumes?\b|\b(?:reference|cheat|help)\b|\bmemo\b|\bfiches?\b"
    ),
    BookletKind.EXPANSION: re.compile(
        r"\b(?:expansions?|extensions?|modules?|add ?ons?|supplements?|additional|additionnel\w*|optional|optionnel\w*|"
        r"options|variants?|variantes?|scenarios?|annexes?|appendix|appendices|bonus|more|plus|mini|promos?|companion|"
        r"compagnon|campaigns?|campagnes?)\b"
    ),
    BookletKind.CORE: re.compile(
        r"\b(?:rules?|rule ?books?|regles?|core|base|basic|main|livret|manual|manuel|how to play|rulebook|regelheft)\b"
    ),
}
_LONGER = 1.5
"""How much longer than every other one a booklet must be to be the base for its length alone."""


def roles(booklets: Sequence[Booklet]) -> Mapping[BookletRef, BookletKind]:
    """What each booklet is: as declared, or as it seems where all of them are said to be the rules."""
    if len(booklets) < 2 or any(booklet.kind is not BookletKind.CORE for booklet in booklets):
        return {booklet.ref: booklet.kind for booklet in booklets}
    seeming = {booklet.ref: _titled(booklet) for booklet in booklets}
    base = _bases(booklets, seeming)
    other = BookletKind.EXPANSION if base else BookletKind.CORE
    return {ref: BookletKind.CORE if ref in base else kind or other for ref, kind in seeming.items()}


def _bases(booklets: Sequence[Booklet], seeming: Mapping[BookletRef, BookletKind | None]) -> frozenset[BookletRef]:
    """The booklets that are the game itself: called so, else called as the game is, else much the longest."""
    for called in (_called_base(booklets, seeming), _called_as_game(booklets, seeming)):
        if 0 < len(called) < len(booklets):
            return called
    left = [b for b in booklets if seeming[b.ref] in (None, BookletKind.CORE)] or list(booklets)
    longest = max(left, key=lambda b: b.chunks)
    others = [b.chunks for b in booklets if b is not longest and set(b.languages) & set(longest.languages)]
    if all(longest.chunks >= _LONGER * chunks for chunks in others):
        return frozenset({longest.ref})
    return frozenset()


def _called_base(
    booklets: Sequence[Booklet], seeming: Mapping[BookletRef, BookletKind | None]
) -> frozenset[BookletRef]:
    return frozenset(b.ref for b in booklets if seeming[b.ref] is BookletKind.CORE)


def _called_as_game(
    booklets: Sequence[Booklet], seeming: Mapping[BookletRef, BookletKind | None]
) -> frozenset[BookletRef]:
    game = set(booklets[0].ref.game.split("-"))
    return frozenset(b.ref for b in booklets if seeming[b.ref] is None and game <= set(_plain(b.title).split()))


def _titled(booklet: Booklet) -> BookletKind | None:
    """The kind that a title speaks of, the most telling first."""
    title = _plain(booklet.title)
    return next((kind for kind, pattern in _TITLED.items() if pattern.search(title)), None)


def _plain(title: str) -> str:
    """`AideDeJeu` and `additional-things` as words, lower case, without accents."""
    return fold(" ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|[\W_]+", " ", title).split()))
