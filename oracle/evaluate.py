"""Asking a file of questions and measuring what retrieval finds. No model is called.

Owns which booklet a file becomes and what the pipeline is given: the question, its stack and the questions it comes
after, nothing else. What is measured stands in `oracle.scoring`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.contracts import AddResult, BookletRef, PageRef, TextSource
from ingest.errors import IngestError
from ingest.store.fingerprint import AddOrder
from ingest.sync import plan_sync, scan
from ingest.versions import CHUNKER_VERSION, INDEX_VERSION, READER_VERSION
from oracle.contracts import Question, Stack, Turn
from oracle.errors import UsageError
from oracle.fidelity import PageRead
from oracle.find import find, no_weaker
from oracle.index import Index
from oracle.profile import Profile
from oracle.questions import Asked, FilePage, Item, Quote
from oracle.scoring import Outcome
from oracle.sections import Section, holding
from oracle.words import fold

if TYPE_CHECKING:
    from ingest.library import Library

DEEP = 24
"""Passages asked for, so that a rank beyond the twelfth passage still counts for MRR."""

Add = Callable[[Path, AddOrder], AddResult]
Rewritten = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Shelf:
    """Which booklet each file of each game becomes: one booklet a file, a game per distinct `game`."""

    orders: Mapping[tuple[str, str], AddOrder]

    @classmethod
    def of(cls, questions: Iterable[Asked], declared: Mapping[str, AddOrder] | None = None) -> Shelf:
        """The shelf for all these questions, the same whichever of them are asked.

        `declared` are the files that a `game.toml` speaks of: a game that one describes whole is what it says.
        """
        files: dict[str, set[str]] = {}
        for asked in questions:
            files.setdefault(asked.game, set()).update(asked.stack)
        plain, known = _plain_orders(files), declared or {}
        described = {game for game in files if _is_described(files[game], known)}
        return cls({key: known[key[1]] if key[0] in described else order for key, order in plain.items()})

    def stack(self, asked: Asked) -> Stack:
        """The scope of a question."""
        refs = [self.orders[asked.game, file].ref for file in asked.stack]
        return Stack(refs[0].game, tuple(ref.booklet for ref in refs))

    def file_page(self, asked: Asked, ref: PageRef) -> FilePage:
        """A page of the question's stack by the file that it came from."""
        file = next(file for file in asked.stack if self.orders[asked.game, file].ref == ref.owner)
        return file, ref.page


def declared_orders(rulebooks: Path) -> dict[str, AddOrder]:
    """What the `game.toml` files of a folder say of their booklets, by file as the questions name it."""
    try:
        wanted = plan_sync(scan(rulebooks), ()).wanted
    except IngestError:
        return {}  # a folder of rulebooks need not describe its games
    root = rulebooks.resolve()
    single = (
        (one.source.resolve(), one.order) for one in wanted if one.broken is None and isinstance(one.source, Path)
    )
    return {file.relative_to(root).as_posix(): order for file, order in single if file.is_relative_to(root)}


def fill(shelf: Shelf, wanted: Iterable[Asked], rulebooks: Path, add: Add) -> Iterator[AddResult]:
    """Put every file that these questions need on the shelf; a file that is there already is not read again."""
    needed = {(asked.game, file) for asked in wanted for file in asked.stack}
    sources = {key: _source(rulebooks, key[1]) for key in sorted(needed)}
    for key, source in sources.items():
        yield add(source, shelf.orders[key])


def _plain_orders(files: Mapping[str, set[str]]) -> dict[tuple[str, str], AddOrder]:
    games = _slugs(sorted(files))
    slugs = {game: _slugs(sorted(files[game]), lambda file: Path(file).stem) for game in files}
    keys = sorted((game, file) for game in files for file in files[game])
    return {
        (game, file): AddOrder(
            BookletRef(games[game], slugs[game][file]), title=Path(file).stem, order=place, game_title=game
        )
        for place, (game, file) in enumerate(keys)
    }


def _is_described(files: Iterable[str], declared: Mapping[str, AddOrder]) -> bool:
    orders = [declared.get(file) for file in files]
    return all(orders) and len({order.ref.game for order in orders if order}) == 1


def ask_all(
    index: Index, shelf: Shelf, items: Sequence[Item], profile: Profile, rewrites: Rewritten | None = None
) -> Iterator[Outcome]:
    """What the pipeline finds for each question, with what was written beside it, by its id."""
    for item in items:
        yield ask_one(index, shelf, item.asked, profile, (rewrites or {}).get(item.asked.id, ()))


def question_of(shelf: Shelf, asked: Asked) -> Question:
    """The question as the pipeline is given it."""
    history = tuple(Turn(text, "") for text in asked.before)
    return Question(asked.text, shelf.stack(asked), history, limit=DEEP)


def ask_one(index: Index, shelf: Shelf, asked: Asked, profile: Profile, rewrites: tuple[str, ...] = ()) -> Outcome:
    """What the pipeline finds for one question; with rewrites both searches count, and the time of the second."""
    question = question_of(shelf, asked)
    alone = find(index, question, profile)[2] if rewrites else None
    started = time.perf_counter()
    _, _, evidence = find(index, question, profile, rewrites)
    spent = (time.perf_counter() - started) * 1000
    evidence = no_weaker(alone, evidence) if alone else evidence
    page = evidence.page_to_read
    return Outcome(
        pages=tuple(shelf.file_page(asked, ranked.passage.ref) for ranked in evidence.passages),
        zone=evidence.zone,
        page_to_read=shelf.file_page(asked, page) if page else None,
        ms=spent,
        sections=tuple(
            (shelf.file_page(asked, ranked.passage.ref)[0], ranked.passage.section_path) for ranked in evidence.passages
        ),
    )


def gold_sections(library: Library, shelf: Shelf, item: Item) -> frozenset[Section]:
    """The headings above the gold quotes of a question, in its stack as it was read."""
    found: set[Section] = set()
    for quote in item.gold.quotes:
        order = shelf.orders.get((item.asked.game, quote.file))
        if order is not None and not quote.text.startswith("["):
            ref = PageRef(order.ref.game, order.ref.booklet, quote.page)
            found |= holding(quote.text, quote.file, library.page_passages(ref))
    return frozenset(found)


def made_with(library: Library) -> dict[str, object]:
    """What figures depend on besides the questions: release, reader, chunker, index and models."""
    return {
        "release": metadata.version("rules-oracle"),
        "reader": READER_VERSION,
        "chunker": CHUNKER_VERSION,
        "index": INDEX_VERSION,
        "models": [model.identity for model in library.dense_models()],
    }


def read_page(library: Library, shelf: Shelf, item: Item, quote: Quote) -> PageRead:
    """Our own text of a gold page. Raises `UsageError` when the question's stack does not hold its file."""
    order = shelf.orders.get((item.asked.game, quote.file))
    if order is None:
        raise UsageError("eval.outside_stack", id=item.asked.id, file=quote.file)
    ref = PageRef(order.ref.game, order.ref.booklet, quote.page)
    page = library.page(ref)
    chunks = tuple(passage.text for passage in library.page_passages(ref))
    return PageRead(page.text, chunks, page.source is TextSource.OCR)


def _source(rulebooks: Path, file: str) -> Path:
    root = rulebooks.resolve()
    path = (root / file).resolve()
    if not path.is_relative_to(root):
        raise UsageError("eval.outside", file=file, folder=rulebooks)
    if not path.is_file():
        raise UsageError("eval.no_file", file=file, folder=rulebooks)
    return path


def _slugs(names: Sequence[str], spoken: Callable[[str], str] = str) -> dict[str, str]:
    """A slug for each name, no two alike, whatever the names hold."""
    slugs: dict[str, str] = {}
    for name in names:
        slug = re.sub(r"[^a-z0-9]+", "-", fold(spoken(name))).strip("-")[:56].strip("-") or "x"
        taken = set(slugs.values())
        slugs[name] = next(s for n in range(1, len(names) + 2) if (s := slug if n == 1 else f"{slug}-{n}") not in taken)
    return slugs
