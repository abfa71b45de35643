"""A library of two games built in code, and a pipeline that plays a script: what the app sees of the rest.

`ScriptedAsk` says its events, waits where it is told to, and ends with an answer or an error, as `oracle.ask` does.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from ingest.contracts import (
    Block,
    Booklet,
    BookletKind,
    BookletRef,
    ChannelHits,
    ChunkType,
    Game,
    Line,
    Page,
    PageRef,
    PageStatus,
    Passage,
    Scope,
    TextSource,
)
from ingest.errors import NoIndex, UsageError
from oracle.config import Config
from oracle.contracts import (
    Answer,
    Citation,
    Completion,
    Delta,
    Event,
    Evidence,
    Found,
    GateResult,
    Listener,
    Question,
    Ranked,
    Repairing,
    Statement,
    Understood,
    Verdict,
    Verified,
    Zone,
)

QUOTE = "On a roll of seven, every player with more than seven cards discards half of them."
PAGES = (
    (
        ("heading", ("The robber",)),
        ("text", ("On a roll of seven, every player with more than seven", "cards discards half of them.")),
        ("text", ("Then the player moves the robber to another hex and steals one", "card from a neighbour.")),
        ("list", ("• A desert yields nothing.", "• A blocked hex yields nothing either, whatever the", "dice say.")),
    ),
    (("heading", ("Trading",)), ("text", ("You may trade four equal cards with the bank.",))),
    (("heading", ("The end",)), ("text", ("The game ends when a player has ten points.",))),
)
SIZE = (420.0, 595.0)


def page(number: int) -> Page:
    """Page `number` of every booklet of the fake library."""
    y = 60.0
    blocks = []
    for role, lines in PAGES[number - 1]:
        placed = []
        for text in lines:
            placed.append(Line(text, (50, y, 370, y + 12)))
            y += 16
        blocks.append(Block(role, tuple(placed), level=1 if role == "heading" else None))  # type: ignore[arg-type]
        y += 10
    thumb = f"thumbs/p{number:04d}.webp"
    return Page(number, PageStatus.TEXT, TextSource.LAYER, *SIZE, tuple(blocks), thumb=thumb, printed=str(number + 2))


def thumbnails(folder: Path) -> None:
    """Pictures of the pages: grey lines on white, a red square in the middle."""
    (folder / "thumbs").mkdir(parents=True)
    for number in range(1, len(PAGES) + 1):
        image = Image.new("RGB", (210, 297), "white")
        draw = ImageDraw.Draw(image)
        for block in page(number).blocks:
            for line in block.lines:
                x0, y0, x1, y1 = line.box
                draw.rectangle((x0 / 2, y0 / 2, x1 / 2, y1 / 2), fill="grey")
        draw.rectangle((85, 200, 125, 240), fill="red")
        image.save(folder / "thumbs" / f"p{number:04d}.webp", lossless=True)  # the same pixels on every machine


def booklet(game: str, name: str, folder: Path, kind: BookletKind = BookletKind.CORE, title: str = "") -> Booklet:
    """A booklet of three pages."""
    ref = BookletRef(game, name)
    return Booklet(ref, title or "Rules of play", kind, 0, ("en",), "r1", f"{name}.pdf", len(PAGES), 9, folder)


def passage(n: int = 1, game: str = "islands", name: str = "rules", text: str = QUOTE) -> Passage:
    """The passage of page `n`."""
    return Passage(
        n, PageRef(game, name, n), 0, f"c{n}", ChunkType.TEXT, text, ("The turn", "The robber"), ((50, 86, 370, 114),),
        str(n + 2), TextSource.LAYER, BookletKind.CORE, "Rules of play", f"{name}.pdf", "en", 30,
    )  # fmt: skip


def evidence(*texts: str, zone: Zone = Zone.NORMAL) -> Evidence:
    """One passage a text, on pages 1, 2, 3, 1 and so on."""
    found = [passage(n % len(PAGES) + 1, text=text) for n, text in enumerate(texts or (QUOTE, "You may trade."))]
    return Evidence(tuple(Ranked(each, 1.0, {"content": 0}) for each in found), zone, None)


def answered(question: Question, found: Evidence | None = None, text: str = "", language: str = "en") -> Answer:
    """An answer whose one citation is verified."""
    found = found or evidence()
    said = text or f"Yes, you discard half: “{QUOTE}” [[1]]."
    citation = Citation(1, found.passages[0].passage, found.passages[0].passage.ref, QUOTE, verified=True)
    verified = Verified(Verdict.SAYS, said, (Statement(said, (1,)),), (citation,), (), withheld=False)
    return Answer(
        question, Understood(question.text, question.text, language, ("en",)), GateResult(), found, verified,
        completion=Completion(said, "scripted", False, (), {}, {}), ms={"total": 6200},
    )  # fmt: skip


def only_passages(question: Question, found: Evidence | None = None) -> Answer:
    """What comes back when no Claude is connected."""
    understood = Understood(question.text, question.text, "en", ("en",))
    return Answer(question, understood, GateResult(), found or evidence(), ms={"total": 300})


def found(question: str = "?", what: Evidence | None = None, language: str = "en") -> Found:
    """The event that the passages are there."""
    return Found(Understood(question, question, language, ("en",)), what or evidence())


def deltas(text: str, size: int = 8) -> list[Event]:
    """A text as it streams."""
    return [Delta(text[at : at + size]) for at in range(0, len(text), size)]


@dataclass
class FakeLibrary:
    """Three pages a booklet. `broken` is raised by page reads; `history` holds what was read and warmed."""

    folder: Path
    titles: dict[str, str] = field(default_factory=lambda: {"islands": "Islands", "tafl": "Tafl – échecs vikings"})
    extra: tuple[Booklet, ...] = ()
    broken: Exception | None = None
    history: list[str] = field(default_factory=list)

    def games(self) -> tuple[Game, ...]:
        return tuple(
            Game(slug, title, (booklet(slug, "rules", self.folder), *(b for b in self.extra if b.ref.game == slug)))
            for slug, title in self.titles.items()
        )

    def game(self, slug: str) -> Game:
        for game in self.games():
            if game.slug == slug:
                return game
        raise UsageError("store.unknown_game", name=slug, near="tafl")

    def booklet(self, ref: BookletRef) -> Booklet:
        return next(b for game in self.games() for b in game.booklets if b.ref == ref)

    def page(self, ref: PageRef) -> Page:
        self.history.append(f"page {ref}")
        if self.broken:
            raise self.broken
        return page(ref.page)

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        return (passage(ref.page, ref.game, ref.booklet),)

    def scope(self, game: str, *, booklets: Sequence[str] = ()) -> Scope:
        return Scope(game, ())

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        return tuple(passage(n, scope.game) for n in range(1, len(PAGES) + 1))

    def dense_models(self) -> tuple[Model, ...]:
        return (Model("hash"),)

    def dense(self, scope: Scope, model: str, query: str, limit: int) -> ChannelHits:
        self.history.append(f"warm {scope.game} {model}")
        return ChannelHits(f"dense:{model}", ())


@dataclass(frozen=True)
class Model:
    """An embedding model by name."""

    name: str


@dataclass
class FakeParts:
    """A library, and a Claude that only has to be there or not."""

    library: FakeLibrary
    claude: object | None = "connected"
    closed: bool = False
    ahead: Any = None
    rewriter: object | None = None

    def close(self) -> None:
        self.closed = True


@dataclass
class NoLibrary:
    """An opener that fails, then opens `then` when it is called again."""

    error: Exception = field(default_factory=lambda: NoIndex("store.nothing_published"))
    then: FakeParts | None = None
    calls: int = 0

    def __call__(self, config: Config) -> FakeParts:
        self.calls += 1
        if self.calls > 1 and self.then:
            return self.then
        raise self.error


class Gate:
    """A place in the script: the pipeline stops there until `open`, or until it is cancelled."""

    def __init__(self) -> None:
        self._reached, self._open = threading.Event(), threading.Event()

    def open(self) -> None:
        """Let the pipeline go on."""
        self._open.set()

    async def reached(self) -> None:
        """Wait until the pipeline stands here."""
        assert await asyncio.to_thread(self._reached.wait, 20), "the script never came here"

    def stop(self, cancel: threading.Event) -> None:
        """The pipeline's side."""
        self._reached.set()
        while not self._open.wait(0.01) and not cancel.is_set():
            pass


Step = Event | Gate | Exception | Callable[[Question], Answer]


@dataclass
class ScriptedAsk:
    """Plays `steps`: events are heard, gates stop it, an error is raised, a function answers.

    Once `cancel` is set it stops at the next step with an answer of passages alone, as the pipeline would; but once it
    said that an answer is written again, with the answer that it has.
    """

    steps: Sequence[Step]
    history: list[Question] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def __call__(self, question: Question, parts: FakeParts, hear: Listener, cancel: threading.Event) -> Answer:
        self.history.append(question)
        repairing = False
        for step in self.steps:
            repairing = repairing or isinstance(step, Repairing)
            if isinstance(step, Gate):
                step.stop(cancel)
            if cancel.is_set() and not repairing:
                self.cancelled.append(question.text)
                return only_passages(question)
            if isinstance(step, Exception):
                raise step
            if callable(step):
                return step(question)
            if not isinstance(step, Gate):
                hear(step)
        return only_passages(question)
