"""The corpus of a revision on disk: `manifest.json`, `doc_nav.json`, `chunks.json`, `tables/`, beside its pages.

Owns their formats (documented in `ingest/CORPUS.md`), writing, reading back and checking. The same reading and chunks
give the same bytes: no clock, no chance, no path of this machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ingest.chunks.nav import navigation
from ingest.chunks.summary import summary
from ingest.contracts import BookletRef, Box, Chunk, ChunkType, Link, Page, PageStatus, Reading, TextSource
from ingest.errors import NoIndex
from ingest.sources import Source, file_digest, files_of
from ingest.store.fingerprint import Recipe
from ingest.store.page_files import read_json, write_json, write_reading
from ingest.store.schema_check import Shapes, named

FORMAT = 1
MANIFEST = "manifest.json"
NAVIGATION = "doc_nav.json"
CHUNKS = "chunks.json"


@dataclass(frozen=True)
class Corpus:
    """All that a revision's folder says, besides the pictures that reading left in it."""

    ref: BookletRef
    revision: str
    recipe: Recipe
    reading: Reading
    chunks: tuple[Chunk, ...]
    source_name: str


def write_corpus(folder: Path, corpus: Corpus) -> str:
    """Complete a folder that holds the source and the pages' pictures; the SHA-256 of its manifest."""
    write_reading(folder, corpus.reading)
    tables = _write_tables(folder, corpus.chunks)
    nodes = navigation(corpus.chunks, corpus.reading.pages, tables)
    pages = {page.number: page for page in corpus.reading.pages}
    write_json(folder / CHUNKS, {"format": FORMAT, "chunks": [_chunk(c, pages, tables) for c in corpus.chunks]})
    write_json(folder / NAVIGATION, {"format": FORMAT, "title": corpus.recipe.title, "children": nodes})
    write_json(folder / MANIFEST, _manifest(folder, corpus, nodes))
    return file_digest(folder / MANIFEST)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a revision."""
    return read_json(folder / MANIFEST, FORMAT)


def read_chunks(folder: Path) -> tuple[Chunk, ...]:
    """The chunks of a revision, as `write_corpus` wrote them."""
    records = read_json(folder / CHUNKS, FORMAT)
    try:
        return tuple(_chunk_from(record) for record in records["chunks"])
    except (KeyError, TypeError, ValueError) as error:
        raise NoIndex("store.corpus_damaged", file=folder / CHUNKS, why=error) from error


def damaged_files(folder: Path) -> Iterator[str]:
    """Files of a revision that are missing or not what its manifest says, and files that it does not know."""
    recorded: Mapping[str, Mapping[str, object]] = read_manifest(folder)["files"]
    present = {name for name in _files(folder) if name != MANIFEST}
    for name, facts in recorded.items():
        file = folder / name
        if name not in present or file.stat().st_size != facts["bytes"] or file_digest(file) != facts["sha256"]:
            yield name
    yield from sorted(present - set(recorded))


def is_whole(folder: Path) -> bool:
    """Whether every file of a revision is as its manifest says."""
    try:
        return not any(damaged_files(folder))
    except NoIndex:
        return False


def misshapen_files(folder: Path) -> Iterator[tuple[str, str]]:
    """JSON files of a revision that are not as their schema says, each with its first fault."""
    shapes = Shapes()
    for name in _files(folder):
        if named(name) is not None:
            fault = next(shapes.faults(name, read_json(folder / name, FORMAT)), None)
            if fault is not None:
                yield name, fault


def source_of(folder: Path) -> Source:
    """The copy of the source: `source.pdf`, `source.md`, or `source.001.jpg`, `source.002.pdf` and so on."""
    found = tuple(sorted(folder.glob("source*")))
    if not found:
        raise NoIndex("store.corpus_damaged", file=folder / "source.*", why="missing")
    return found[0] if len(found) == 1 else found


def status_counts(pages: Sequence[Page]) -> dict[PageStatus, int]:
    """Pages by how they ended; the four sum to all."""
    counts = Counter(page.status for page in pages)
    return {status: counts[status] for status in PageStatus}


def _manifest(folder: Path, corpus: Corpus, nodes: list[dict[str, Any]]) -> dict[str, object]:
    pages, chunks, recipe = corpus.reading.pages, corpus.chunks, corpus.recipe
    return {
        "format": FORMAT,
        "game": corpus.ref.game,
        "booklet": corpus.ref.booklet,
        "revision": corpus.revision,
        "title": recipe.title,
        "kind": recipe.kind,
        "order": recipe.order,
        "amends": recipe.amends,
        "languages": corpus.reading.languages,
        "source": _source(folder, corpus),
        "statistics": {
            "pages": len(pages),
            "by_status": dict(status_counts(pages)),
            "unreadable_pages": [page.number for page in pages if page.status is PageStatus.UNREADABLE],
            "chunks": len(chunks),
            "by_type": {kind: sum(chunk.type is kind for chunk in chunks) for kind in ChunkType},
            "characters": sum(len(chunk.content) for chunk in chunks),
            "tokens": sum(chunk.tokens for chunk in chunks),
            "tables": sum(len(page.tables) for page in pages),
            "pictures": sum(len(page.pictures) for page in pages),
        },
        "hierarchy": [_outline(node) for node in nodes],
        "fingerprints": {"reading": recipe.reading, "chunking": recipe.chunking, "whole": recipe.whole},
        "recipe": recipe.record(),
        "files": {name: _facts(folder / name) for name in _files(folder) if name != MANIFEST},
    }


def _source(folder: Path, corpus: Corpus) -> dict[str, object]:
    """The source as it was called; `files` where several are one booklet, and `sha256` is that of them together."""
    files = files_of(source_of(folder))
    told: dict[str, object] = {
        "name": corpus.source_name,
        "file": files[0].name,
        "bytes": sum(file.stat().st_size for file in files),
        "sha256": corpus.recipe.source,
    }
    return told if len(files) == 1 else {**told, "files": [file.name for file in files]}


def _outline(node: Mapping[str, Any]) -> dict[str, object]:
    return {
        "title": node["title"],
        "level": node["level"],
        "page": node["page"],
        "children": [_outline(child) for child in node["children"]],
    }


def _files(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def _facts(file: Path) -> dict[str, object]:
    return {"bytes": file.stat().st_size, "sha256": file_digest(file)}


def _write_tables(folder: Path, chunks: Sequence[Chunk]) -> dict[tuple[int, int], str]:
    """One HTML file a table chunk; its name by page and ordinal."""
    names: dict[tuple[int, int], str] = {}
    for chunk in chunks:
        if chunk.type is ChunkType.TABLE and chunk.html is not None:
            name = f"tables/p{chunk.page:04d}-{chunk.ordinal:03d}.html"
            (folder / "tables").mkdir(exist_ok=True)
            (folder / name).write_text(chunk.html + "\n", encoding="utf-8")
            names[chunk.page, chunk.ordinal] = name
    return names


def _chunk(chunk: Chunk, pages: Mapping[int, Page], tables: Mapping[tuple[int, int], str]) -> dict[str, object]:
    page = pages[chunk.page]
    table = tables.get((chunk.page, chunk.ordinal))
    paths = [path for path in (page.image, page.thumb, table) if path is not None]
    return {
        "chunk_id": chunk.chunk_id,
        "type": chunk.type,
        "content": chunk.content,
        "section_path": chunk.section_path,
        "metadata": {
            "length": len(chunk.content),
            "summary": summary(chunk.content),
            "pages": [chunk.page],
            "tokens": chunk.tokens,
            "keywords": chunk.keywords,
            "file_paths": paths,
        },
        "connect_to": [asdict(link) for link in chunk.connect_to],
        "placement": {
            "page": chunk.page,
            "ordinal": chunk.ordinal,
            "boxes": chunk.boxes,
            "embed_id": chunk.embed_id,
            "source": chunk.source,
            "printed": chunk.printed,
            "icons": dict(chunk.icons),
        },
        "html": chunk.html,
    }


def _chunk_from(record: Mapping[str, Any]) -> Chunk:
    placement, metadata = record["placement"], record["metadata"]
    return Chunk(
        chunk_id=record["chunk_id"],
        embed_id=placement["embed_id"],
        type=ChunkType(record["type"]),
        content=record["content"],
        page=placement["page"],
        ordinal=placement["ordinal"],
        section_path=tuple(record["section_path"]),
        boxes=tuple(_box(box) for box in placement["boxes"]),
        tokens=metadata["tokens"],
        keywords=tuple(metadata["keywords"]),
        html=record["html"],
        connect_to=tuple(Link(**link) for link in record["connect_to"]),
        source=TextSource(placement.get("source", TextSource.LAYER)),
        printed=placement.get("printed"),
        icons=tuple(placement.get("icons", {}).items()),
    )


def _box(numbers: Sequence[float]) -> Box:
    x0, y0, x1, y1 = numbers
    return (x0, y0, x1, y1)
