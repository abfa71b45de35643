"""A library in memory: passages built in code, BM25 for the lexical channels, shared words for the dense ones.

It implements `oracle.index.Index` and keeps a `history` of what was asked of it.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.contracts import (
    Booklet,
    BookletKind,
    BookletRef,
    ChannelHits,
    ChunkType,
    Hit,
    Icon,
    Page,
    PageFacts,
    PageRef,
    PageStatus,
    Passage,
    Scope,
    ScopedRevision,
    Table,
    TextSource,
)
from ingest.errors import MissingTool, UsageError
from ingest.store.lexical import stems
from oracle.index import Lexical


@dataclass(frozen=True)
class FakeModel:
    """An embedding model by name; `away` = it cannot be loaded on this machine."""

    name: str = "everything"
    languages: tuple[str, ...] = ("*",)
    away: bool = False


@dataclass(frozen=True)
class FakePage:
    """One page of a fake booklet: passages, each with the section it stands in, and what is known of the page."""

    texts: tuple[tuple[str, str], ...]
    pictures: int = 0
    picture_share: float = 0.0
    types: tuple[ChunkType, ...] = ()
    has_image: bool = True
    grids: tuple[Table, ...] = ()
    printed: str | None = None
    source: TextSource = TextSource.LAYER
    sources: tuple[TextSource, ...] = ()
    colours: Mapping[str, float] = field(default_factory=dict)


def page(*texts: str, section: str = "", **facts: object) -> FakePage:
    """A page of plain passages under one section."""
    return replace(FakePage(tuple((section, text) for text in texts)), **facts)  # type: ignore[arg-type]


@dataclass
class FakeLibrary:
    """`booklets` maps a booklet's slug to its language and pages."""

    booklets: Mapping[str, tuple[str, Sequence[FakePage]]]
    game: str = "go"
    models: tuple[FakeModel, ...] = (FakeModel(),)
    kinds: Mapping[str, BookletKind] = field(default_factory=dict)
    amends: Mapping[str, str] = field(default_factory=dict)
    legend: tuple[Icon, ...] = ()
    history: list[tuple[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._passages: list[Passage] = []
        self._facts: dict[PageRef, FakePage] = {}
        self._revisions: list[ScopedRevision] = []
        for order, (slug, (language, pages)) in enumerate(self.booklets.items()):
            first = len(self._passages)
            for number, content in enumerate(pages, 1):
                self._add(slug, language, number, content)
            last = len(self._passages) - 1
            kind = self.kinds.get(slug, BookletKind.CORE)
            made = _booklet(self.game, slug, language, order, kind, len(pages), last - first + 1)
            self._revisions.append(ScopedRevision(replace(made, amends=self.amends.get(slug)), first, last))

    def _add(self, slug: str, language: str, number: int, content: FakePage) -> None:
        ref = PageRef(self.game, slug, number)
        self._facts[ref] = content
        for ordinal, (section, text) in enumerate(content.texts):
            self._passages.append(
                Passage(
                    row=len(self._passages),
                    ref=ref,
                    ordinal=ordinal,
                    chunk_id=hashlib.sha256(text.encode()).hexdigest()[:16],
                    type=content.types[ordinal] if ordinal < len(content.types) else ChunkType.TEXT,
                    text=text,
                    section_path=tuple(part for part in section.split(" > ") if part),
                    boxes=((10.0, 10.0, 100.0, 20.0),),
                    printed=content.printed,
                    source=content.sources[ordinal] if ordinal < len(content.sources) else content.source,
                    kind=self.kinds.get(slug, BookletKind.CORE),
                    booklet_title=slug.title(),
                    source_file=f"{slug}.pdf",
                    language=language,
                    tokens=len(text.split()),
                )
            )

    # --- oracle.index.Index ----------------------------------------------------------------------

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
        """Booklets by name, as the real library does."""
        if game != self.game:
            raise UsageError("unknown_game_at_all", name=game, known=self.game)
        chosen = [r for r in self._revisions if r.booklet.ref.booklet not in exclude]
        chosen = [r for r in chosen if not booklets or r.booklet.ref.booklet in booklets]
        chosen = [r for r in chosen if expansions or r.booklet.kind is not BookletKind.EXPANSION]
        return Scope(game, tuple(chosen), tuple(exclude_sections), tuple(types))

    def revision_digest(self, scope: Scope) -> str:
        """The texts themselves tell one revision from another."""
        shown = [passage.chunk_id for passage in self.all_passages(scope)]
        return hashlib.sha256("\n".join(shown).encode()).hexdigest()[:16]

    def lexical(self, scope: Scope, channel: Lexical, words: Sequence[str], limit: int) -> ChannelHits:
        """BM25 over stems (`content`, `path`) or words (`term`)."""
        self.history.append((channel, tuple(words)))
        languages = scope.languages if channel != "term" else ()
        wanted = {stem for word in words for language in (languages or ("und",)) for stem in stems(word, language)}
        documents = [
            (p, Counter(stems(_text(p, channel), "und" if channel == "term" else p.language))) for p in self._in(scope)
        ]
        return ChannelHits(channel, _bm25(documents, wanted)[:limit])

    def dense(self, scope: Scope, model: str, query: str, limit: int) -> ChannelHits:
        """Cosine of the stems' counts."""
        self.history.append((f"dense:{model}", query))
        if next(m for m in self.models if m.name == model).away:
            raise MissingTool("model_not_found", model=model)
        asked = Counter(stems(query, "en"))
        hits = [Hit(p.row, _cosine(asked, Counter(stems(_text(p, "content"), "en")))) for p in self._in(scope)]
        return ChannelHits(f"dense:{model}", tuple(sorted(hits, key=lambda hit: (-hit.score, hit.row))[:limit]))

    def dense_models(self) -> Sequence[FakeModel]:
        """The models it was made with."""
        return self.models

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """Rows are places in the list."""
        return tuple(self._passages[row] for row in rows)

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        """In reading order."""
        return tuple(self._in(scope))

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """In reading order."""
        return tuple(p for p in self._passages if p.ref == ref)

    def page_facts(self, refs: Sequence[PageRef]) -> tuple[PageFacts, ...]:
        """As the pages were described."""
        return tuple(self._page_facts(ref) for ref in refs)

    def colours(self, ref: PageRef) -> Mapping[str, float]:
        """As the page was described."""
        self.history.append(("colours", ref))
        return self._facts[ref].colours

    def page(self, ref: PageRef) -> Page:
        """A page without blocks, with its tables."""
        content = self._facts[ref]
        return Page(ref.page, PageStatus.TEXT, content.source, 400.0, 600.0, tables=content.grids)

    def icons(self, ref: BookletRef) -> tuple[Icon, ...]:
        """The same in every booklet."""
        return self.legend

    def close(self) -> None:
        """Nothing to let go of."""

    def _page_facts(self, ref: PageRef) -> PageFacts:
        content = self._facts[ref]
        chars = sum(len(text) for _, text in content.texts)
        image = Path(f"{ref.booklet}/p{ref.page:04d}.png") if content.has_image else None
        return PageFacts(
            ref, content.printed, PageStatus.TEXT, content.source, chars, content.pictures, content.picture_share,
            len(content.grids), None, image, image, 300, 400.0, 600.0,
        )  # fmt: skip

    def _in(self, scope: Scope) -> list[Passage]:
        rows = {row for r in scope.revisions for row in range(r.first_row, r.last_row + 1)}
        return [
            p
            for p in self._passages
            if p.row in rows
            and not set(scope.exclude_sections) & set(p.section_path)
            and (not scope.types or p.type in scope.types)
        ]


def _booklet(game: str, slug: str, language: str, order: int, kind: BookletKind, pages: int, chunks: int) -> Booklet:
    return Booklet(
        BookletRef(game, slug), slug.title(), kind, order, (language,), "r1", f"{slug}.pdf", pages, chunks, Path(slug)
    )


def _text(passage: Passage, channel: str) -> str:
    path = " ".join(passage.section_path)
    return path if channel == "path" else f"{path}\n{passage.text}"


def _bm25(documents: Sequence[tuple[Passage, Counter[str]]], wanted: set[str]) -> tuple[Hit, ...]:
    mean = sum(counts.total() for _, counts in documents) / max(1, len(documents)) or 1.0
    holding = {stem: sum(stem in counts for _, counts in documents) for stem in wanted}
    hits = []
    for passage, counts in documents:
        length = 1.2 * (0.25 + 0.75 * counts.total() / mean)
        score = sum(
            math.log(1 + (len(documents) - holding[stem] + 0.5) / (holding[stem] + 0.5))
            * counts[stem]
            * 2.2
            / (counts[stem] + length)
            for stem in sorted(wanted & counts.keys())
        )
        if score > 0:
            hits.append(Hit(passage.row, score))
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.row)))


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    norm = math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))
    return sum(a[word] * b[word] for word in a) / norm if norm else 0.0
