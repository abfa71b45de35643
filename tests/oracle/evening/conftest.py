"""Evenings at the table: the real program on a private tmux server, real Claude Code behind a real sshd.

Only the service is scripted; it can be held at any word, so that what stands on the screen meanwhile is no race.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from ingest.pipeline import add
from ingest.settings import Settings
from ingest.sync import plan_sync, scan
from oracle.config import ClaudeConfig
from tests.bench.loopback import configuration
from tests.fakes.scripted_model import ScriptedModel
from tests.once import once
from tests.sshd import Sshd
from tests.tmux import PATIENCE, POLL, Pane, tmux
from tests.tools import ROOT, program
from vm.known_hosts import trust

ORACLE = Path(sys.executable).with_name("oracle")
GONE = 3.0
"""Seconds within which nothing may run on the machine any more."""


@dataclass(frozen=True)
class Evening:
    """A home with sample rulebooks whose configuration leads to Claude Code, and how to open the app there."""

    home: Path
    environ: Mapping[str, str]
    model: ScriptedModel
    claude_home: Path

    @contextmanager
    def opened(self, size: tuple[int, int], *options: str, more: str = "") -> Iterator[Pane]:
        """`oracle OPTIONS` in a terminal of that size, under a shell that says at the end how it went."""
        run = shlex.join((str(ORACLE), *options))
        with tmux(f"echo before; {run} {more}; echo exit $?; read wait", self.environ, size) as pane:
            yield pane

    def processes(self) -> frozenset[int]:
        """What runs on the machine: processes that were given the home of this evening's Claude Code."""
        wanted = f"HOME={self.claude_home}\0".encode()
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if wanted in (folder / "environ").read_bytes():
                    found.add(int(folder.name))
        return frozenset(found)

    def nothing_runs(self, within: float = GONE) -> None:
        """Fail unless nothing runs on the machine when that time is over."""
        _await(lambda: not self.processes(), within, "something still runs on the machine")

    def asked(self, times: int) -> None:
        """The service has been asked so often."""
        _await(lambda: len(self.model.history) >= times, PATIENCE, f"the service was not asked {times} times")


def _await(true: Callable[[], bool], within: float, otherwise: str) -> None:
    deadline = time.monotonic() + within
    while not true():
        assert time.monotonic() < deadline, otherwise
        time.sleep(POLL)


@pytest.fixture(scope="session")
def shelf(rulebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two of the sample games, one in French and one in English, embedded by the hash provider.

    No model of embeddings: on another processor it might order two passages otherwise.
    """

    def make(place: Path) -> None:
        settings = Settings(place, models=("hash",))
        for game in ("belote", "hnefatafl"):
            for wanted in plan_sync(scan(rulebooks / game), ()).wanted:
                assert add(wanted.source, wanted.order, settings).exit == 0

    return once(tmp_path_factory, "shelf", make)


@pytest.fixture
def evening(
    shelf: Path, home: Path, tmp_path: Path, sshd: Sshd, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> Evening:
    """Everything that an evening needs, in a home of this test's own."""
    program("tmux")
    shutil.copytree(shelf, home)
    trust(home / "known_hosts", sshd.host_key)
    (home / "config.toml").write_text(configuration(sshd, claude_config))
    user = tmp_path / "user"
    user.mkdir()
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(user),
        "LC_ALL": "C.UTF-8",
        "LANG": "C.UTF-8",
        "COLORTERM": "truecolor",
        "PYTHONPATH": str(ROOT),
        "ORACLE_HOME": str(home),
        "HF_HUB_OFFLINE": "1",
    }
    return Evening(home, environ, scripted_model, Path(claude_config.env["HOME"]))


@pytest.fixture
def hold() -> Iterator[Callable[[], threading.Event]]:
    """Makes gates that the service waits at; all are opened when the test is over."""
    gates: list[threading.Event] = []

    def make() -> threading.Event:
        gates.append(threading.Event())
        return gates[-1]

    yield make
    for gate in gates:
        gate.set()
