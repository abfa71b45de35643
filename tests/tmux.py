"""The real program on a private tmux server, driven by keys and seen as a player sees it.

Owns one pane: what runs in it, its size, its keys, its screen as text. Waits for what stands on the screen, never for
a time. What varies from run to run is masked by name in `tests.tmux.MASKS`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.golden import agrees, reviewed, writing
from tests.tools import program

PATIENCE = 90.0
"""Seconds that a screen is waited for: the machine may be busy with other tests."""

STILL = 1.2
"""Seconds without a change after which a screen that is written as a golden file is taken to be finished."""

POLL = 0.05

_SECONDS = re.compile(r"\b\d+(?P<point>[,.])\d s\b(?P<rest>(?: ?[^ │])*)(?P<room> *)")
"""How long something took, up to the room after it: that gives or takes what the figure is longer or shorter."""


@dataclass(frozen=True)
class Pane:
    """A pane of a tmux server of its own, in which one command runs."""

    socket: Path

    def do(self, *words: str) -> str:
        """A command of tmux; what it prints."""
        argv = (str(program("tmux")), "-S", str(self.socket), *words)
        return subprocess.run(argv, capture_output=True, text=True, check=True).stdout

    # --- what a player does ------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys, by their names in tmux: `Enter`, `C-g`, `F4`, `C-Down`."""
        self.do("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type letters."""
        self.do("send-keys", "-l", text)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size, as somebody does who turns a phone."""
        self.do("resize-window", "-x", str(columns), "-y", str(rows))

    # --- what a player sees ------------------------------------------------------------------------

    @property
    def screen(self) -> str:
        """What stands on the screen, without colours; what varies is masked."""
        return masked(self.do("capture-pane", "-p"))

    def fact(self, name: str) -> str:
        """A variable of tmux: `alternate_on`, `cursor_flag`, `pane_pid`."""
        return self.do("display-message", "-p", f"#{{{name}}}").strip()

    def until(self, seen: Callable[[str], bool], within: float = PATIENCE) -> str:
        """The first screen of which that is true."""
        deadline = time.monotonic() + within
        while not seen(screen := self.screen):
            assert time.monotonic() < deadline, f"not seen within {within:.0f} s:\n{screen}"
            time.sleep(POLL)
        return screen

    def shows(self, *words: str, within: float = PATIENCE) -> str:
        """The first screen with all of these words, however they are broken into lines."""
        return self.until(lambda screen: _has(screen, words), within)

    def keys(self, first: str) -> str:
        """The first screen whose line of keys begins with this one: the focus is where that is a key."""
        return self.until(lambda screen: screen.splitlines()[-1].lstrip().startswith(first))

    def agrees(self, name: str, *words: str, without: str = "") -> str:
        """The screen becomes that of the golden file, which has `words`; with `GOLDEN=write`, the file that of it.

        `without` is what such a screen no longer shows.
        """
        if writing():
            self.until(_Still(lambda screen: _has(screen, words) and not (without and without in screen)))
        else:
            golden = reviewed(name)
            with suppress(AssertionError):
                self.until(lambda screen: screen == golden)
        screen = self.screen
        agrees(name, screen)
        assert _has(screen, words), f"{name} does not show {words}"
        return screen


@dataclass
class _Still:
    """Whether a screen is as it is wanted, and has been the same for so long that it is taken to be finished."""

    wanted: Callable[[str], bool]
    seen: str = ""
    since: float = 0.0

    def __call__(self, screen: str) -> bool:
        now = time.monotonic()
        if screen != self.seen:
            self.seen, self.since = screen, now
        return self.wanted(screen) and now > self.since + STILL


def masked(screen: str) -> str:
    """A screen in which all that varies from run to run looks the same, every column in its place."""
    return "\n".join(_SECONDS.sub(_any_seconds, line).rstrip() for line in screen.split("\n")).rstrip("\n") + "\n"


def _any_seconds(found: re.Match[str]) -> str:
    said = f"T{found['point']}T s{found['rest']}"
    return said.ljust(len(found[0])) if found["room"] else said


def _has(screen: str, words: Sequence[str]) -> bool:
    """Whether all of these stand there; a run of spaces is one space."""
    flat = " ".join(screen.split())
    return all(each in flat for each in words)


@contextmanager
def tmux(command: str, environ: Mapping[str, str], size: tuple[int, int]) -> Iterator[Pane]:
    """A pane of that size (columns, rows) in which a shell runs `command`; all of it is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="oracle-tmux-"))  # a socket's path must be short
    pane = Pane(folder / "s")
    options = ("default-terminal tmux-256color", "status off", "escape-time 0", "remain-on-exit on", "set-clipboard on")
    words = [word for option in options for word in ("set-option", "-g", *option.split(), ";")]
    columns, rows = map(str, size)
    argv = (str(program("tmux")), "-f", "/dev/null", "-S", str(pane.socket), *words)
    subprocess.run((*argv, "new-session", "-d", "-x", columns, "-y", rows, command), env=dict(environ), check=True)
    try:
        yield pane
    finally:
        with suppress(subprocess.CalledProcessError):
            pane.do("kill-server")
        shutil.rmtree(folder)
