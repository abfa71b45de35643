"""Packs units of text into passages of one size without cutting a sentence. Pure.

Owns the size of passages and their seam: whole sentences, the last one repeated, items of a list with their lead-in,
a passage with a head of its own begun anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ingest.chunks.passages import FEW_WORDS, Unit
from ingest.chunks.sentences import clauses, sentences

WORDS: Final = 120
MOST_WORDS: Final = 160
_OVERLAP_WORDS: Final = 40
_LONGEST_SENTENCE: Final = 150
_PASSAGE_WORDS: Final = 50


def packed(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Units together up to the size of a passage, the last sentence of one repeated at the start of the next."""
    pack: list[Unit] = []
    count = 0
    lead: Unit | None = None
    for unit in _split(units):
        if not unit.item:
            lead = _lead_in(unit)
        fits = count + unit.words <= (MOST_WORDS if unit.words < FEW_WORDS else WORDS)
        apart = unit.begins and count >= _PASSAGE_WORDS
        if pack and (apart or not fits) and count >= FEW_WORDS:
            yield pack
            pack = [] if apart else _overlap(pack, lead if unit.item else None)
        pack.append(unit)
        count = sum(u.words for u in pack)
    if pack:
        yield pack


def halves(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """What is too long for the model in two: between units, else between sentences, else between words."""
    if len(units) > 1:
        half = len(units) // 2
        yield list(units[:half])
        yield list(units[half:])
        return
    unit = units[0]
    for piece in pieces(unit.text, max(4, unit.words // 2)):
        yield [replace(unit, text=piece)]


def _split(units: Sequence[Unit]) -> Iterator[Unit]:
    """Units no longer than a passage, cut at the ends of sentences."""
    for unit in units:
        if unit.words <= MOST_WORDS:
            yield unit
            continue
        for i, piece in enumerate(pieces(unit.text, WORDS)):
            yield replace(unit, text=piece, begins=unit.begins and i == 0, goes_on=i > 0)


def pieces(text: str, words: int) -> Iterator[str]:
    """A text in parts of about `words` words: whole sentences, but one that is longer than that is cut."""
    piece: list[str] = []
    count = 0
    for sentence in _bounded(text, words):
        length = len(sentence.split())
        if piece and count + length > words:
            yield " ".join(piece)
            piece, count = [], 0
        piece.append(sentence)
        count += length
    if piece:
        yield " ".join(piece)


def _bounded(text: str, words: int) -> Iterator[str]:
    most = _LONGEST_SENTENCE if words == WORDS else words
    for sentence in sentences(text):
        if len(sentence.split()) <= most:
            yield sentence
        else:
            yield from clauses(sentence, words)


def _overlap(pack: Sequence[Unit], lead: Unit | None) -> list[Unit]:
    """What the next passage repeats: the lead-in of a list that goes on, else the last sentence."""
    last = pack[-1]
    again = replace(last, text=sentences(last.text)[-1], begins=False) if last.text else last
    repeated = [again] if again.words <= _OVERLAP_WORDS else []
    if lead is not None and lead.text != again.text and lead.words <= _OVERLAP_WORDS:
        return [lead, *repeated]
    return repeated


def _lead_in(unit: Unit) -> Unit | None:
    """The last sentence of a text that introduces a list."""
    if not unit.text.rstrip().endswith(":"):
        return None
    return replace(unit, text=sentences(unit.text)[-1], begins=False)
