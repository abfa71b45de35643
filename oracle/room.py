"""How many passages a model is sent: as many as a budget of tokens has room for, none cut inside a sentence.

Pure. Owns what a passage costs and where one may be cut. A token is one of the embedding model that reads the least at
once, the headings above a passage counted; the names and numbers that a message puts around it are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.contracts import ChunkType, Passage
from oracle.contracts import Ranked
from oracle.sentences import sentences

TYPICAL = 100
"""Tokens of the middle passage of 25 rulebooks."""

_BYTES = 6
"""A token is no longer than this: a tokenizer that knows no piece of a word counts it as one, however long."""


@dataclass(frozen=True)
class Sent:
    """A passage and the text of it that is sent: all of it, or whole sentences or rows from its beginning."""

    passage: Passage
    text: str

    @property
    def cut(self) -> bool:
        """Whether some of it was left out."""
        return self.text != self.passage.text


def tokens(passage: Passage) -> int:
    """What a passage costs."""
    return max(passage.tokens, len(passage.text.encode(errors="replace")) // _BYTES)


def within(ranked: Sequence[Ranked], budget: int) -> tuple[Ranked, ...]:
    """As many of the best as fit; one that is too long is passed over. The best alone where none fits."""
    kept: list[Ranked] = []
    for item in ranked:
        if tokens(item.passage) <= budget:
            kept.append(item)
            budget -= tokens(item.passage)
    return tuple(kept or ranked[:1])


def sent(passages: Sequence[Passage], budget: int) -> tuple[Sent, ...]:
    """The first of these that fit, so that each keeps its number; of the very first at least its beginning."""
    fitting: list[Sent] = []
    for passage in passages:
        if tokens(passage) > budget:
            break
        fitting.append(Sent(passage, passage.text))
        budget -= tokens(passage)
    return tuple(fitting or [Sent(passage, beginning(passage, budget)) for passage in passages[:1]])


def beginning(passage: Passage, budget: int) -> str:
    """As many of its first sentences as fit, one at least; of a table its head and rows, one row at least."""
    each = tokens(passage) / max(1, len(passage.text))
    starts = _tables(passage.text) if passage.type is ChunkType.TABLE else _texts(passage.text)
    kept = next(starts, passage.text)
    for longer in starts:
        if len(longer) * each > budget:
            break
        kept = longer
    return kept


def _texts(text: str) -> Iterator[str]:
    """A text up to the end of its first sentence, of its second, and so on."""
    before = ""
    for line in text.split("\n"):
        ends = sentences(line)
        yield from (f"{before}{' '.join(ends[:n])}" for n in range(1, len(ends)))
        yield f"{before}{line}"
        before += f"{line}\n"


def _tables(text: str) -> Iterator[str]:
    """A table up to the end of its first row below the head, of its second, and so on."""
    lines = text.split("\n")
    rows = [n for n, line in enumerate(lines) if "|" in line]
    first = rows[1] if len(rows) > 1 else len(lines) - 1
    return ("\n".join(lines[: n + 1]) for n in range(first, len(lines)))
