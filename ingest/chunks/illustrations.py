"""Chooses the pictures that say something, and what is told of them so that they can be found. Pure.

Owns what informs: a picture with a caption, with words in it, that a text points at, or that shows a set-up. Portraits
and ornaments stay pictures of their page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.chunks.links import box_at, distance, picture_meant, shown, target_of
from ingest.chunks.references import references
from ingest.chunks.sentences import sentences
from ingest.clean import join_lines
from ingest.contracts import Box, Chunk, ChunkType, Link, Page, Picture
from ingest.geometry import holds

_LEAST_SIDE: Final = 60.0
_LARGE: Final = 0.06
_LEAST_LABELS: Final = 2
_MOST_LABELS: Final = 40
_MOST_WORDS: Final = 32
_NEAR: Final = 90.0
_SHOWS: Final = re.compile(
    r"\b(?:set-?up|setting up|example|board|layout|component|anatomy|overview|map|contents of the box|in the box|mat|"
    r"mise en place|mise en route|préparation|exemple|plateau|tablier|matériel|composants?|aperçu|éléments|contenu)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Illustration:
    """A picture that says something, ready to be a passage."""

    text: str
    path: tuple[str, ...]
    box: Box
    links: tuple[Link, ...]


def illustrations(page: Page, made: Sequence[Chunk]) -> Iterator[Illustration]:
    """The pictures of a page that inform, each with its caption, its labels and the words that go with it."""
    texts = [c for c in made if c.type is ChunkType.TEXT and c.boxes]
    spoken = _spoken_of(page, texts)
    for picture in shown(page):
        near = _nearest(picture, texts)
        words = spoken.get(picture.box, "")
        labels = _labels(page, picture)
        path = near.section_path if near else ()
        if _informs(picture, labels, words, path, page):
            words = words or (_beginning(near.content) if near and not picture.caption else "")
            text = "\n".join(dict.fromkeys(part for part in (picture.caption, labels, words) if part))
            if text:
                links = (Link(target_of(picture), "embeds", picture.digest, 0),)
                yield Illustration(text, path, picture.box, links)


def _informs(picture: Picture, labels: str, words: str, path: Sequence[str], page: Page) -> bool:
    wide, high = picture.box[2] - picture.box[0], picture.box[3] - picture.box[1]
    if min(wide, high) < _LEAST_SIDE:
        return False
    if picture.caption or words or len(labels.split()) >= _LEAST_LABELS:
        return True
    large = wide * high >= _LARGE * page.width * page.height
    return large and bool(path) and bool(_SHOWS.search(path[-1]))


def _spoken_of(page: Page, texts: Sequence[Chunk]) -> dict[Box, str]:
    """The sentence that points at each picture."""
    found: dict[Box, str] = {}
    for chunk in texts:
        for said in references(chunk.content):
            picture = picture_meant(said, box_at(chunk, said.position, page), page) if said.kind == "picture" else None
            if picture is not None:
                found.setdefault(picture.box, _sentence_at(chunk.content, said.position))
    return found


def _sentence_at(text: str, position: int) -> str:
    start = 0
    for sentence in sentences(text):
        end = text.find(sentence, start) + len(sentence)
        if position < end:
            return _beginning(sentence)
        start = end
    return ""


def _labels(page: Page, picture: Picture) -> str:
    """The words printed in a picture, as its labels."""
    inside = [
        line.text
        for block in page.blocks
        if block.role == "caption"
        for line in block.lines
        if holds(picture.box, line.box) and any(c.isalpha() for c in line.text)
    ]
    words = " ".join(join_lines([text]) for text in dict.fromkeys(inside) if text not in picture.caption).split()
    return " ".join(words[:_MOST_LABELS])


def _nearest(picture: Picture, texts: Sequence[Chunk]) -> Chunk | None:
    able = [(min(distance(picture.box, box) for box in chunk.boxes), i) for i, chunk in enumerate(texts)]
    apart, i = min(able, default=(_NEAR + 1, 0))
    return texts[i] if apart <= _NEAR else None


def _beginning(text: str) -> str:
    """The first sentence of a text, not too long."""
    words = (sentences(text) or [""])[0].split()
    return " ".join(words) if len(words) <= _MOST_WORDS else " ".join(words[:_MOST_WORDS]) + " …"
