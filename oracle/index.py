"""What finding needs of a library. `ingest.library.Library` has all of it; tests bring a small one of their own.

Owns nothing but the shape, so that the steps of finding are tested without a database, a model or a vector store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from ingest.contracts import BookletRef, ChannelHits, ChunkType, Icon, Page, PageFacts, PageRef, Passage, Scope

Lexical = Literal["path", "content", "term"]


class DenseModel(Protocol):
    """An embedding model of the configuration: its name and its languages (`*` = any)."""

    @property
    def name(self) -> str:
        """As the configuration calls it."""

    @property
    def languages(self) -> tuple[str, ...]:
        """ISO codes of what it was trained on."""


class Index(Protocol):
    """Reads of the published index."""

    def scope(
        self,
        game: str,
        *,
        booklets: Sequence[str] = (),
        exclude: Sequence[str] = (),
        exclude_sections: Sequence[str] = (),
        types: Sequence[ChunkType] = (),
        expansions: bool = True,
    ) -> Scope:
        """Tonight's stack."""

    def lexical(self, scope: Scope, channel: Lexical, words: Sequence[str], limit: int) -> ChannelHits:
        """The best placements for any of `words` in a lexical channel."""

    def dense(self, scope: Scope, model: str, query: str, limit: int) -> ChannelHits:
        """The best placements for `query` by an embedding model."""

    def dense_models(self) -> Sequence[DenseModel]:
        """The models that the booklets were embedded with."""

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        """Every passage of a scope, in reading order."""

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages of a page, in reading order."""

    def page_facts(self, refs: Sequence[PageRef]) -> tuple[PageFacts, ...]:
        """What is known of these pages, in the same order."""

    def icons(self, ref: BookletRef) -> tuple[Icon, ...]:
        """The icons of a booklet, in the order in which they first stand in it."""

    def colours(self, ref: PageRef) -> Mapping[str, float]:
        """The share of a page's picture that each named colour takes."""

    def page(self, ref: PageRef) -> Page:
        """A page as it was read."""
