"""The app at the table, beside a bare Textual app that shows a Markdown of the same size, in the same run.

    python -m tests.bench.table [--runs N]

Owns what is measured and how it is told: CPU to the first frame, Enter to the passages, a stream, the page pane on the
heaviest page, a long conversation. Everything runs without a terminal, each kind in a process of its own. It refuses to
judge: figures and ratios are printed, nothing fails on a clock.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from textwrap import wrap
from typing import cast

from PIL import Image
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Markdown, Static

from ingest.contracts import Block, BookletKind, BookletRef, Line, Page, PageRef
from ingest.pipeline import add
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from oracle.app.app import OracleApp
from oracle.app.seams import Ask, OpenParts, real_ask, real_parts
from oracle.app.widgets.answer_text import AnswerText
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.talk import Talk
from oracle.config import load
from oracle.contracts import Answer, Delta, Listener, Question
from tests.builders import tiny_pdf
from tests.fakes.table import FakeLibrary, FakeParts, ScriptedAsk, answered, found, thumbnails
from tests.oracle.app.stage import WIDE, Stage

RULE = (
    "On your turn, roll two dice and move your pawn that many spaces. If you roll a seven, pay two coins to the bank "
    "and lose your next turn. No pawn may pass a closed gate, whatever the dice say."
)
SAID = (
    "On your turn you roll *two dice* and move your pawn: “On your turn, roll two dice and move your pawn that many "
    "spaces.” [[1]] On a seven you pay two coins to the bank, and your next turn is lost: “If you roll a seven, pay "
    "two coins.” [[1]]\n\n- A closed gate stops every pawn. [[1]]\n- An open one stops none. [[1]]\n\n"
)
PAPER = (2480, 3508)  # A4 at 300 dots an inch
PACE = 0.02  # seconds between two pieces of a stream, of PIECE characters each: as fast as a quick model speaks
PIECE = 20
THINKS = 1.0  # seconds from the passages to the first piece: no model is quicker
REST = 0.1  # seconds for one page to be drawn
READ = 3.0  # seconds in which an answer is read at least
TICK = 0.005  # seconds; shorter ones would keep the pilot from ever seeing the app at rest

FIRST_FRAME = """
import asyncio, os, sys, threading, time
from pathlib import Path

async def run(app):
    async with app.run_test(size=(120, 40)):
        print(time.process_time(), flush=True)
        os._exit(0)

if sys.argv[1] == "ours":
    from oracle.app.app import OracleApp
    from oracle.config import Config
    home = Path(sys.argv[2])
    app = OracleApp(Config(home, home / "config.toml", "en"), open_parts=lambda config: threading.Event().wait())
else:
    from textual.app import App
    from textual.widgets import Input, Markdown
    class Bare(App):
        def compose(self):
            yield Markdown(sys.argv[3])
            yield Input()
    app = Bare()
asyncio.run(run(app))
"""


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    runs: int = 2
    questions: int = 40
    characters: int = 4_000
    asked: int = 20
    answers: int = 200
    pages: int = 20
    paper: tuple[int, int] = PAPER


@dataclass(frozen=True)
class Row:
    """One figure of ours beside the bare app's."""

    what: str
    unit: str
    ours: float
    bare: float

    def __str__(self) -> str:
        ratio = f"x{self.ours / self.bare:.1f}" if self.bare else "-"
        return f"{self.what:<52} {self.ours:9.1f} {self.bare:9.1f} {self.unit:<3} {ratio}"


Figures = dict[str, float]
Scene = Callable[[Stage], Awaitable[Figures]]


class Bare(App[None]):
    """A conversation of Markdown and nothing else: what Textual itself costs."""

    def compose(self) -> ComposeResult:
        """The conversation and the box."""
        yield VerticalScroll(id="talk", can_focus=False)
        yield Input(id="ask")

    @property
    def talk(self) -> VerticalScroll:
        """What scrolls."""
        return self.query_one("#talk", VerticalScroll)

    async def say(self, text: str, question: str = "Do I discard?") -> Markdown:
        """One more question, and its answer."""
        answer = Markdown(text, open_links=False)
        await self.talk.mount_all([Static(question, markup=False), answer])
        answer.scroll_visible(animate=False)
        return answer


# --- what the app is given ---------------------------------------------------------------------------


def build_home(home: Path, pages: int = 24) -> None:
    """A small real home: one booklet, embedded by the hash provider."""
    texts = [f"Chapter {n}\n" + RULE.replace("two", f"{n} or two").replace(". ", ".\n") for n in range(1, pages + 1)]
    order = AddOrder(BookletRef("gates", "core"), "Core", BookletKind.CORE, languages=("en",))
    add(tiny_pdf(home.parent / "core.pdf", texts), order, Settings(home, models=("hash",)))
    (home / "config.toml").write_text('[embedding]\nmodels = ["hash"]\n')


@dataclass
class HeavyLibrary(FakeLibrary):
    """The fake library with a page image beside each thumbnail."""

    def page(self, ref: PageRef) -> Page:
        """The page, with its picture at full resolution and twice the text of the fullest page we know of."""
        page = super().page(ref)
        lines = tuple(Line(text, (50, 500, 370, 512)) for text in wrap(" ".join([RULE] * 40)))
        return replace(page, blocks=(*page.blocks, Block("text", lines)), image="heavy.png", dpi=300)


def heavy_library(home: Path, paper: tuple[int, int]) -> HeavyLibrary:
    """Pages whose picture is noise: about 9 MB at 300 dots an inch."""
    thumbnails(home)
    noise = Image.effect_noise(paper, 90)
    noise.save(home / "heavy.png", compress_level=1)
    small = noise.convert("RGB")
    small.thumbnail((800, 800))
    for thumb in (home / "thumbs").iterdir():
        small.save(thumb)
    return HeavyLibrary(home)


def spoken(length: int) -> str:
    """Markdown of so many characters."""
    return (SAID * (length // len(SAID) + 1))[:length]


def speaking(text: str, begun: list[float]) -> Ask:
    """A pipeline that finds at once, then says `text` at the pace of a model; `begun` takes when."""

    def ask(question: Question, parts: object, hear: Listener, cancel: threading.Event) -> Answer:
        hear(found())
        time.sleep(THINKS)
        for piece in pieces(text):
            time.sleep(PACE)
            begun.append(time.perf_counter())
            hear(Delta(piece))
        return answered(question, text=text)

    return ask


def pieces(text: str) -> Iterator[str]:
    """The text as it streams."""
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))


# --- how it is watched -------------------------------------------------------------------------------


class Gaps:
    """How long the loop of the app was ever busy without a pause."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        """Until cancelled."""
        before = time.perf_counter()
        while True:
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            self.longest = max(self.longest, now - before - TICK)
            before = now


@asynccontextmanager
async def gaps() -> AsyncIterator[Gaps]:
    """Watch the loop while the block lasts."""
    found = Gaps()
    task = asyncio.create_task(found.watch())
    try:
        yield found
    finally:
        task.cancel()


def first_drawn(screen: Screen[object], answer: Callable[[], str]) -> list[float]:
    """When frames were laid out in which an answer had words."""
    seen: list[float] = []

    def look(_: object) -> None:
        if answer():
            seen.append(time.perf_counter())

    screen.screen_layout_refresh_signal.subscribe(screen, look)
    return seen


class Ear:
    """When the passages stood on the screen."""

    def __init__(self) -> None:
        self.listed: list[float] = []

    def __call__(self, message: Message) -> None:
        if isinstance(message, Exchange.Listed):
            self.listed.append(time.perf_counter())


def on_stage(
    home: Path, ask: Ask, opener: OpenParts, scene: Scene, ear: Ear | None = None, game: str = "islands"
) -> Figures:
    """Play on the app, its library open and warm."""
    (home / "config.toml").touch()
    app = OracleApp(load({}, home=home, lang="en"), ask=ask, open_parts=opener, game=game)

    async def run() -> Figures:
        async with app.run_test(size=WIDE, message_hook=ear) as pilot:
            stage = Stage(app, pilot, FakeParts(FakeLibrary(home)), ScriptedAsk(()))
            while app.session.game is None:
                await pilot.pause(0.05)
            await stage.settle()
            return await scene(stage)

    figures = asyncio.run(run())
    app.session.close()
    return figures


def on_bare(scene: Callable[[Bare, Pilot[None]], Awaitable[Figures]]) -> Figures:
    """Play on the bare app."""
    app = Bare()

    async def run() -> Figures:
        async with app.run_test(size=WIDE) as pilot:
            await pilot.pause()
            return await scene(app, pilot)

    return asyncio.run(run())


def resident() -> float:
    """Megabytes that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


# --- what is measured: ours, and the bare app's -------------------------------------------------------


def first_frame(home: Path, runs: int) -> Iterator[Row]:
    """CPU of a whole process until the app has drawn itself."""

    def cpu(which: str) -> float:
        command = [sys.executable, "-c", FIRST_FRAME, which, str(home), spoken(500)]
        times = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(runs)]
        return 1000 * median(times)

    yield Row("CPU to the first frame", "ms", cpu("ours"), cpu("bare"))


def asking(home: Path, sizes: Sizes) -> Figures:
    """Enter to the passages in the list, with the real pipeline and no Claude."""
    ear = Ear()

    async def scene(stage: Stage) -> Figures:
        waited = []
        for n in range(sizes.questions):
            stage.app.screen.query_one("#ask", Input).value = f"What do I pay for a seven in chapter {n % 24 + 1}?"
            began, ear.listed[:] = time.perf_counter(), []
            await stage.press("enter")
            await stage.settle()
            waited.append(1000 * (ear.listed[0] - began))
        return shares(waited)

    return on_stage(home, real_ask, real_parts, scene, ear, game="gates")


def asking_bare(sizes: Sizes) -> Figures:
    """The same many passages, of the same size, mounted as Markdown."""

    async def scene(app: Bare, pilot: Pilot[None]) -> Figures:
        waited = []
        for _ in range(sizes.questions):
            began = time.perf_counter()
            await app.say("\n\n".join([RULE] * 6))
            waited.append(1000 * (time.perf_counter() - began))
            await pilot.pause()
        return shares(waited)

    return on_bare(scene)


def streaming(home: Path, sizes: Sizes) -> Figures:
    """CPU of a streamed answer, from Enter to its state line, the longest gap, and how soon its first words stand."""
    begun: list[float] = []

    async def scene(stage: Stage) -> Figures:
        screen = stage.app.screen
        seen = first_drawn(screen, lambda: "".join(answer.source for answer in screen.query(AnswerText)))
        async with gaps() as busy:
            began = time.process_time()
            await stage.question("Do I discard?")
            return streamed(began, begun, seen, busy)

    ask = speaking("VERDICT: says\n" + spoken(sizes.characters), begun)
    return on_stage(home, ask, lambda config: FakeParts(FakeLibrary(home)), scene)


def streaming_bare(sizes: Sizes) -> Figures:
    """The same text at the same pace into a Markdown."""
    begun: list[float] = []

    async def scene(app: Bare, pilot: Pilot[None]) -> Figures:
        answer = await app.say("")
        seen = first_drawn(app.screen, lambda: answer.source)
        async with gaps() as busy:
            began = time.process_time()
            stream = Markdown.get_stream(answer)
            for piece in pieces(spoken(sizes.characters)):
                await asyncio.sleep(PACE)
                begun.append(time.perf_counter())
                await stream.write(piece)
            await stream.stop()
            await pilot.pause()
            return streamed(began, begun, seen, busy)

    return on_bare(scene)


def streamed(began: float, spoken_at: Sequence[float], drawn_at: Sequence[float], busy: Gaps) -> Figures:
    """What a stream cost, all in milliseconds."""
    cpu = time.process_time() - began
    return {"cpu": 1000 * cpu, "first": 1000 * (drawn_at[0] - spoken_at[0]), "gap": 1000 * busy.longest}


def turning(home: Path, sizes: Sizes) -> Figures:
    """The longest gap while the heaviest page is opened, drawn, zoomed and turned."""
    library = heavy_library(home, sizes.paper)

    async def scene(stage: Stage) -> Figures:
        await stage.question("Do I discard?")
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        async with gaps() as seen:
            for key in ("v", "z", "n", "p", "z", "v", "n", "p"):
                await stage.press(key)
                await stage.settle()
        return {"gap": 1000 * seen.longest, "file": (home / "heavy.png").stat().st_size / 1e6}

    ask = ScriptedAsk([found(), answered])
    return on_stage(home, ask, lambda config: FakeParts(library), scene)


def turning_bare(sizes: Sizes) -> Figures:
    """The longest gap while a Markdown of a page's size is shown anew as often."""

    async def scene(app: Bare, pilot: Pilot[None]) -> Figures:
        page = await app.say(spoken(2_000))
        await pilot.pause()
        async with gaps() as seen:
            for n in range(8):
                await page.update(spoken(2_000 + n))
                await pilot.pause()
        return {"gap": 1000 * seen.longest, "file": 0.0}

    return on_bare(scene)


def talking(home: Path, sizes: Sizes) -> Figures:
    """A long conversation: what the first questions and the last ones cost, and what a page of it costs to scroll."""

    async def scene(stage: Stage) -> Figures:
        figures = await conversed(sizes, partial(asked, stage.app))
        return {**figures, **await scrolled(stage.pilot, sizes.pages)}

    ask = ScriptedAsk([found(), lambda question: answered(question, text=spoken(600))])
    return on_stage(home, ask, lambda config: FakeParts(FakeLibrary(home)), scene)


def talking_bare(sizes: Sizes) -> Figures:
    """As many answers of the same size."""

    async def scene(app: Bare, pilot: Pilot[None]) -> Figures:
        async def ask(number: int) -> None:
            await app.say(spoken(600), f"Do I discard {number}?")
            await asyncio.sleep(REST)

        figures = await conversed(sizes, ask)
        app.talk.can_focus = True
        app.talk.focus()
        return {**figures, **await scrolled(pilot, sizes.pages)}

    return on_bare(scene)


async def conversed(sizes: Sizes, ask: Callable[[int], Awaitable[None]]) -> Figures:
    """CPU of a question among the first `asked` and among the last, and the memory after each."""
    early, late = range(1, sizes.asked + 1), range(sizes.answers - sizes.asked + 1, sizes.answers + 1)
    figures: Figures = {}
    for name, numbers in (("early", early), ("", range(early.stop, late.start)), ("late", late)):
        began = time.process_time()
        for number in numbers:
            await ask(number)
        if name:
            cpu = time.process_time() - began
            figures |= {f"{name}_cpu": 1000 * cpu / sizes.asked, f"{name}_memory": resident()}
    return figures


async def asked(app: App[None], number: int) -> None:
    """Put a question without the pilot, which sends messages to every widget; until the answer stands and is drawn."""
    app.screen.query_one("#ask", Input).value = f"Do I discard {number}?"
    app.simulate_key("enter")
    exchanges = app.screen.query_one(Talk).children[1:]  # the first is the welcome
    while len(exchanges) < number or not cast(Exchange, exchanges[-1]).ended:
        await asyncio.sleep(TICK)
        exchanges = app.screen.query_one(Talk).children[1:]
    await asyncio.sleep(REST)


async def scrolled(pilot: Pilot[None], times: int) -> Figures:
    """CPU of a page up or down, and the longest gap, after the last answer was read."""
    await asyncio.sleep(READ)
    async with gaps() as seen:
        began = time.process_time()
        for key in ["pageup"] * times + ["pagedown"] * times:
            pilot.app.simulate_key(key)  # the pilot's own `press` sends two messages to every widget
            await asyncio.sleep(REST)
        while any(not worker.is_finished for worker in pilot.app.workers):
            await asyncio.sleep(TICK)
        figures = {"page": 1000 * (time.process_time() - began) / (2 * times), "gap": 1000 * seen.longest}
    await pilot.pause()  # a key that waits when the app ends would break it
    return figures


def shares(values: Sequence[float]) -> Figures:
    """The middle, and what 19 of 20 stay under."""
    ordered = sorted(values)
    return {"p50": median(ordered), "p95": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]}


# --- the run -----------------------------------------------------------------------------------------


def apart(measure: Callable[..., Figures], *given: object) -> Figures:
    """Measure in a fresh process: nothing that ran before is held, or warm."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, given)


def best(measure: Callable[..., Figures], folder: Path | None, sizes: Sizes, runs: int) -> Figures:
    """The middle of every figure over some runs, each in a folder of its own."""
    seen = []
    for n in range(runs):
        home = [_fresh(folder / f"{measure.__name__}{n}")] if folder else []
        seen.append(apart(measure, *home, sizes))
    return {name: median(each[name] for each in seen) for name in seen[0]}


def _fresh(home: Path) -> Path:
    home.mkdir()
    return home


KINDS: tuple[tuple[Callable[..., Figures], Callable[..., Figures], tuple[tuple[str, str, str], ...]], ...] = (
    (streaming, streaming_bare, (("cpu", "CPU of a stream of {characters} characters", "ms"),
                                 ("first", "  its first words, from arrival to frame", "ms"),
                                 ("gap", "  longest gap of the loop", "ms"))),
    (turning, turning_bare, (("gap", "page pane, heaviest page: longest gap", "ms"),
                             ("file", "  its picture", "MB"))),
    (talking, talking_bare, (("early_cpu", "CPU of a question, the first {asked}", "ms"),
                             ("late_cpu", "  the last {asked} of {answers}", "ms"),
                             ("early_memory", "  memory after {asked} answers", "MB"),
                             ("late_memory", "  memory after {answers}", "MB"),
                             ("page", "{answers} answers: CPU of a page up or down", "ms"),
                             ("gap", "  longest gap of the loop", "ms"))),
)  # fmt: skip


def measured(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Everything, ours beside the bare app's."""
    home = _fresh(folder / "asking") / "home"
    build_home(home)
    yield from first_frame(home, sizes.runs)
    ours, bare = apart(asking, home, sizes), apart(asking_bare, sizes)
    for share in ("p50", "p95"):
        yield Row(f"Enter to passages, {share}", "ms", ours[share], bare[share])
    facts = {name: getattr(sizes, name) for name in ("characters", "answers", "asked")}
    for kind, plain, lines in KINDS:
        runs = 1 if kind is talking else sizes.runs  # it is the middle of many questions and pages by itself
        ours, bare = best(kind, folder, sizes, runs), best(plain, None, sizes, runs)
        for name, what, unit in lines:
            yield Row(what.format(**facts), unit, ours[name], bare[name])


def main() -> None:
    """Measure, and print as it comes."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--runs", type=int, default=Sizes.runs)
    sizes = Sizes(runs=arguments.parse_args().runs)
    sys.stdout.write(f"{'':<52} {'ours':>9} {'bare':>9}\n")
    with tempfile.TemporaryDirectory() as folder:
        for row in measured(Path(folder), sizes):
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
