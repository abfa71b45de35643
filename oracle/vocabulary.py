"""A small bilingual vocabulary of game tables: what a French word may be called in an English booklet, and back.

Owns the list (`patterns/vocabulary.txt`) and looking words up by their stems. It feeds the lexical channels across
languages, beside the question's own words; it translates no sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from ingest.store.lexical import stems
from oracle.words import fold

PAIR = ("fr", "en")


def across(words: Sequence[str], source: str, target: str) -> tuple[str, ...]:
    """What `words` of language `source` may be called in `target`, each once; nothing for other languages."""
    if {source, target} != set(PAIR):
        return ()
    known = _known(source, target)
    return tuple(dict.fromkeys(name for word in words for name in known.get(_key(word, source), ())))


@cache
def _known(source: str, target: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for meaning in _meanings():
        sides = dict(zip(PAIR, meaning, strict=True))
        for word in sides[source]:
            found.setdefault(_key(word, source), {}).update(dict.fromkeys(sides[target]))
    return {key: tuple(names) for key, names in found.items()}


@cache
def _meanings() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Every line of the list: its French words and its English ones."""
    text = (resources.files("oracle") / "patterns" / "vocabulary.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return tuple((_side(french), _side(english)) for french, _, english in (line.partition("=") for line in lines))


def _side(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _key(word: str, language: str) -> str:
    return fold(" ".join(stems(word, language)))
