"""What the app needs from the rest of the program, and nothing more.

The real ones are `oracle.ask.ask` and `oracle.parts.open_parts`; tests hand in fakes that keep these shapes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ingest.contracts import Booklet, BookletRef, ChannelHits, Game, Page, PageRef, Passage, Scope
from oracle.config import Config
from oracle.contracts import Answer, Listener, Question
from oracle.sheets.contracts import Sheet

if TYPE_CHECKING:
    from oracle.ahead import Ahead
    from oracle.house import HouseRule
    from oracle.sheets.make import Wanted
    from vm.doctor import Check


class Dense(Protocol):
    """An embedding model that the library can search with."""

    @property
    def name(self) -> str:
        """What the library calls it."""


class Books(Protocol):
    """The reads of `ingest.library.Library` that the app makes. All may be called from any thread."""

    def games(self) -> tuple[Game, ...]:
        """Every published game, with its booklets."""

    def game(self, slug: str) -> Game:
        """One game; `UsageError` with the nearest name when there is none."""

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet."""

    def page(self, ref: PageRef) -> Page:
        """A whole page, from the corpus on disk."""

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages that stand on a page."""

    def scope(self, game: str, *, booklets: Sequence[str] = ()) -> Scope:
        """The whole game as a scope, or some of its booklets."""

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        """Every passage of a scope, in reading order."""

    def dense_models(self) -> tuple[Any, ...]:
        """The embedding models in use (each a `Dense`)."""

    def dense(self, scope: Scope, model: str, query: str, limit: int) -> ChannelHits:
        """Search one dense channel."""


class Parts(Protocol):
    """What `open_parts` gives: the library, and Claude where one is configured."""

    @property
    def library(self) -> Books:
        """The published rulebooks."""

    @property
    def claude(self) -> object | None:
        """The way to Claude, or `None`: then the passages are the answer."""

    @property
    def ahead(self) -> Ahead | None:
        """Who can have Claude started before a question is put, if anybody can."""

    @property
    def rewriter(self) -> object | None:
        """Who puts questions into the book's words, if anybody does."""

    def close(self) -> None:
        """Let go of everything."""


Ask = Callable[[Question, Any, Listener, threading.Event], Answer]
MakeSheet = Callable[["Wanted", Any, Path, threading.Event], Sheet]
OpenParts = Callable[[Config], Any]
LayOut = Callable[[Sequence["HouseRule"], Game, Config], None]

Examine = Callable[[Config], "Iterable[Check]"]


def real_examine(config: Config) -> Iterable[Check]:
    """The checks of `oracle doctor`, imported in a worker thread."""
    from oracle.doctor import examine

    return examine(config)


def real_sheet(wanted: Wanted, parts: Any, home: Path, cancel: threading.Event) -> Sheet:
    """A cheat sheet, kept in the home. Imported here, in a worker thread, as the pipeline is."""
    from oracle.sheets.kept import Kept
    from oracle.sheets.make import make

    return make(wanted, parts, cancel, Kept(home))


def real_lay_out(rules: Sequence[HouseRule], game: Game, config: Config) -> None:
    """The house rules that are on, as a booklet on the shelf. Imported here: publishing reads and embeds."""
    from oracle.house_shelf import lay_out
    from oracle.texts import Texts

    lay_out(rules, game, config.settings, Texts(config.lang))


def real_ask(question: Question, parts: Any, hear: Listener, cancel: threading.Event) -> Answer:
    """The pipeline. Imported here, in a worker thread, so that the first frame does not wait for it."""
    from oracle.ask import ask

    return ask(question, parts, hear, cancel)


def real_parts(config: Config) -> Any:
    """The wiring of the pipeline, imported in a worker thread."""
    from oracle.parts import open_parts

    return open_parts(config)


def real_foresight(question: Question, parts: Any, languages: tuple[str, ...]) -> None:
    """Have Claude started for a question that is being typed. Imported in a worker thread."""
    from oracle.ahead import foresee

    foresee(question, parts.ahead, languages, rewrites=parts.rewriter is not None)


def real_rehearsal(question: Question, parts: Any) -> None:
    """Go the way of a question as far as where somebody would be asked, so that the first one need not load anything.

    Only real parts have anything to load. What is found is remembered by nobody.
    """
    from dataclasses import replace

    from oracle.parts import Parts
    from oracle.rehearsal import rehearse

    if isinstance(parts, Parts):
        rehearse(question, replace(parts, memory=None))
