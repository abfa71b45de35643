"""Two hundred questions over one connection, and twelve at once: nothing is left behind, nobody is left out."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, BookletRef
from ingest.pipeline import add
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from oracle.ask import ask
from oracle.config import ClaudeConfig, load
from oracle.contracts import Answer, Delta, Event, Question, Stack, Waiting
from oracle.parts import Parts, open_parts
from oracle.talks import Origin, Turn
from tests.builders import tiny_pdf
from tests.connection import configuration
from tests.fakes.claude_program import DIE, FAIL, HANG, NOISE, SAID, SLOW, program
from tests.fakes.scripted_model import Asked, ScriptedModel, Step, Use
from tests.oracle.claude.sent import offered
from tests.oracle.conftest import CORE, with_board
from tests.sshd import Sshd, start_sshd, stop_sshd
from vm.known_hosts import trust
from vm.turnstile import CHANNELS, STAYING

pytestmark = pytest.mark.slow

DICE = "How many dice do I roll on my turn?"
ICON = "What does the red icon on the board mean?"
MIX = (
    *(DICE, f"{DICE} {NOISE}", ICON, f"{DICE} {HANG}", f"{DICE} {FAIL}"),
    *(ICON, f"{ICON} {HANG}", DICE, DICE, f"{DICE} {DIE}"),
)
"""A round of questions: text, visual, stopped by the player, noisy, failing."""

SETTLED, ALL = 20, 200
DATABASE = re.compile(r"\.(db|sqlite3)(-wal|-shm|-journal)?( \(deleted\))?$")
PER_ASKER = 3
"""Connections: its words, the catalogue, and the catalogue once more for its rewrite, until the next crowd comes."""

SLACK = 6
"""What may be more at one moment than at another: one question that ended a little later. A leak is of 180."""


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """An sshd of its own that writes down each session as it begins and ends."""
    running = start_sshd(tmp_path_factory.mktemp("talkative"), log="VERBOSE")
    yield running
    stop_sshd(running)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one booklet that is read fast."""
    place = tmp_path_factory.mktemp("library")
    file = with_board(tiny_pdf(place / "core.pdf", CORE), CORE, noise=0)
    order = AddOrder(BookletRef("gates", "core"), "Core", BookletKind.CORE, languages=("en",))
    add(file, order, Settings(place / "home", models=("hash",)))
    return place / "home"


@pytest.fixture
def fake(tmp_path: Path) -> ClaudeConfig:
    """A program that speaks the protocol at once, in place of Claude Code."""
    file = tmp_path / "claude"
    file.write_text(program(sys.executable))
    file.chmod(0o755)
    return ClaudeConfig(command=str(file))


@contextmanager
def connected(library: Path, sshd: Sshd, config: ClaudeConfig, folder: Path) -> Iterator[Parts]:
    """Everything real, with that program behind that sshd; `folder` is the test's own. Nothing is remembered."""
    shutil.copytree(library, folder / "home", dirs_exist_ok=True)
    (folder / "tmp").mkdir()
    trust(folder / "home" / "known_hosts", sshd.host_key)
    config = replace(config, env={**config.env, "TMPDIR": str(folder / "tmp")})
    (folder / "home" / "config.toml").write_text(configuration(sshd, config))
    with open_parts(load({}, home=folder / "home")) as opened:
        yield replace(opened, memory=None)


@dataclass(frozen=True)
class Held:
    """What this process holds, and what runs or lies there for it.

    Databases are counted as open connections: SQLite puts off closing a file while another connection to it reads, and
    uses that descriptor for the next one, so that their number says how the threads happened to overlap.
    """

    descriptors: int
    connections: int
    threads: int
    programs: int
    folders: int
    offers: int
    megabytes: float = field(compare=False)


def held(sshd: Sshd, folder: Path) -> Held:
    """Counted once it stands still: some things end a moment after we are told."""
    deadline = time.monotonic() + 5
    last, counted = None, _count(sshd, folder)
    while counted != last and time.monotonic() < deadline:
        time.sleep(0.5)
        last, counted = counted, _count(sshd, folder)
    return counted


def _count(sshd: Sshd, folder: Path) -> Held:
    gc.collect()
    return Held(
        descriptors=sum(not DATABASE.search(target) for target in targets()),
        connections=sum(is_open(each) for each in gc.get_objects() if isinstance(each, sqlite3.Connection)),
        threads=threading.active_count(),
        programs=len(programs(sshd)),
        folders=len(list((folder / "tmp").glob("*"))),
        offers=len(list((sshd.folder / "home" / ".cache" / "rules-oracle" / "offers").glob("*"))),
        megabytes=int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6,
    )


def targets() -> Iterator[str]:
    """What the descriptors of this process stand for."""
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # that of the listing itself
            yield str(descriptor.readlink())


def is_open(connection: sqlite3.Connection) -> bool:
    """Whether it was not closed yet."""
    try:
        connection.total_changes  # noqa: B018
    except sqlite3.ProgrammingError:
        return False
    return True


def programs(sshd: Sshd) -> list[str]:
    """What runs for its connections."""
    found = []
    for session in sshd.sessions():
        children = Path(f"/proc/{session}/task/{session}/children")
        found += [child for child in children.read_text().split() if int(child) not in sshd.sessions()]
    return found


def most_sessions(sshd: Sshd) -> int:
    """The most that were open at once, as it wrote down."""
    open_now = most = 0
    for line in (sshd.folder / "log").read_text().splitlines():
        open_now += line.startswith("Starting session") - line.startswith("Close session")
        most = max(most, open_now)
    return most


def question(
    text: str, parts: Parts, waited: list[Waiting] | None = None, talk: str = "", told: tuple[Turn, ...] = ()
) -> Answer:
    """Ask it; one that would never end is stopped at its first word."""
    stop = threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, Delta) and HANG in text:
            stop.set()
        if isinstance(event, Waiting) and waited is not None:
            waited.append(event)

    return ask(Question(text, Stack("gates"), told, timeout=60, conversation=talk), parts, hear, stop)


def crowd(texts: Sequence[str], parts: Parts, waited: list[Waiting] | None = None) -> list[Answer]:
    """Ask them all at once, each in a thread of its own."""
    with ThreadPoolExecutor(len(texts)) as pool:
        return list(pool.map(lambda text: question(text, parts, waited), texts))


def as_asked(asked: Asked) -> Step:
    """What the service says first: it looks where it is offered a picture, and does what a question is marked with."""
    if FAIL in asked.text:
        return Step(status=529, error="overloaded_error", text="no")
    if HANG in asked.text:
        return Step("word " * 2000, pause=0.02)
    return Step(tools=(Use("Read", {"file_path": offered(asked)}),)) if asked.tools else Step(SAID)


def expected(text: str) -> str:
    """What must become of a question."""
    keys = {HANG: "claude.cancelled", FAIL: "claude.overloaded", DIE: "claude.died"}
    return next((key for mark, key in keys.items() if mark in text), "answered")


def became(answer: Answer) -> str:
    """What did."""
    return str(getattr(answer.failure, "key", answer.failure)) if answer.failure else "answered"


def tell(sshd: Sshd, figures: Mapping[str, Held], more: object) -> None:
    """The figures, for whoever runs this with -s."""
    lines = (f"{when}: {what}" for when, what in figures.items())
    sys.stdout.write("\n".join(("", *lines, f"most sessions at once: {most_sessions(sshd)}; {more}", "")))


@pytest.mark.parametrize("talks", [200, 20], ids=["alone", "in conversations"])
def test_two_hundred_questions_leave_nothing_behind(
    talks: int, library: Path, talkative: Sshd, fake: ClaudeConfig, tmp_path: Path
) -> None:
    """Files, threads, programs, folders there and memory are after 200 as after 20; one connection for all."""
    connections, told, origins = set[int](), dict[int, tuple[Turn, ...]](), Counter[Origin | None]()
    with connected(library, talkative, fake, tmp_path) as parts:
        for number in range(ALL):
            if number == SETTLED:
                before = held(talkative, tmp_path)
            text, talk = MIX[number % len(MIX)], number * talks // ALL
            with ThreadPoolExecutor(1) as thread:  # each in one of its own, as in the app
                asked = thread.submit(question, text, parts, None, f"talk-{talk}", told.get(talk, ()))
            answer = asked.result()
            assert became(answer) == expected(text)
            if answer.verified:
                told[talk] = (*told.get(talk, ()), Turn(text, answer.verified.text))[-4:]
                origins[answer.completion.origin if answer.completion else None] += 1
            connections |= set(talkative.sessions())
        after = held(talkative, tmp_path)
    tell(talkative, {f"after {SETTLED}": before, f"after {ALL}": after}, dict(origins))
    assert len(connections) <= 2  # one, which sshd may serve with two processes
    assert after.descriptors < before.descriptors + SLACK
    assert after.connections < before.connections + SLACK
    assert after.threads < before.threads + SLACK
    assert after.megabytes < before.megabytes + 2 * SLACK
    assert after.programs <= STAYING and after.folders <= STAYING and after.offers <= CHANNELS
    assert most_sessions(talkative) <= CHANNELS
    assert (origins[Origin.WARM] > ALL / 10) is (talks < ALL)
    gone = held(talkative, tmp_path)
    assert (gone.programs, gone.folders, gone.offers) == (0, 0, 0)


def test_twelve_at_once_are_all_answered_and_the_wait_is_told(
    library: Path, talkative: Sshd, fake: ClaudeConfig, tmp_path: Path
) -> None:
    """Text and pictures together, twice: at no time more than four sessions there, and nothing more is held after."""
    texts = [f"{text} {SLOW}" for text in (DICE, ICON) * 6]
    waited: list[Waiting] = []
    with connected(library, talkative, fake, tmp_path) as parts:
        others = held(talkative, tmp_path).connections
        crowd(texts, parts)
        before = held(talkative, tmp_path)
        answers = crowd(texts, parts, waited)
        after = held(talkative, tmp_path)
    tell(talkative, {"after 12 at once": before, "after 12 more": after}, len(waited))
    assert [became(answer) for answer in answers] == ["answered"] * 12
    assert all(answer.page_read for text, answer in zip(texts, answers, strict=True) if ICON in text)
    assert len(waited) >= 6
    assert most_sessions(talkative) <= CHANNELS
    assert max(before.programs, after.programs) <= STAYING
    assert after.threads <= before.threads + STAYING * 3
    assert after.descriptors < before.descriptors + SLACK
    ours = max(before.connections, after.connections) - others
    assert ours < PER_ASKER * len(texts) + SLACK  # a leak of one a question adds 24
    gone = held(talkative, tmp_path)
    assert (gone.programs, gone.folders, gone.offers) == (0, 0, 0)


def test_the_real_program_twelve_times_and_twelve_at_once(
    library: Path, talkative: Sshd, claude_config: ClaudeConfig, scripted_model: ScriptedModel, tmp_path: Path
) -> None:
    """The same of Claude Code itself: one after the other, stopped and failing ones among them, then all together."""
    scripted_model.play(as_asked, Step(SAID))
    waited: list[Waiting] = []
    with connected(library, talkative, claude_config, tmp_path) as parts:
        one_by_one = (DICE, ICON, f"{DICE} {HANG}", f"{DICE} {FAIL}") * 3
        for number, text in enumerate(one_by_one):
            if number == 4:
                before = held(talkative, tmp_path)
            assert became(question(text, parts)) == expected(text)
        after = held(talkative, tmp_path)
        answers = crowd((DICE, ICON) * 6, parts, waited)
        assert held(talkative, tmp_path).programs <= STAYING
    assert after.descriptors < before.descriptors + SLACK and after.threads < before.threads + SLACK
    assert [became(answer) for answer in answers] == ["answered"] * 12
    assert len(waited) >= 6
    assert most_sessions(talkative) <= CHANNELS
    assert scripted_model.images_sent == 1
    assert held(talkative, tmp_path).programs == 0
