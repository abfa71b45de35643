"""The parts that a question needs, and the one place that opens the real ones.

Owns wiring only. Importing it costs nothing: what is heavy is imported when `open_parts` is called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from ingest.contracts import Booklet, BookletRef, Game, PageRef, Passage, Scope
from oracle.config import Config
from oracle.contracts import Completion, Listener, Prompt
from oracle.index import Index
from vm.errors import VmError
from vm.hosts import Passphrase, nobody

if TYPE_CHECKING:
    from oracle.ahead import Ahead
    from oracle.claude.client import Claude
    from oracle.hide import Hide
    from oracle.outcomes import Outcomes
    from oracle.profile import Profile
    from oracle.record import Runs
    from oracle.remembered import Remembered
    from vm.contracts import Transport
    from vm.machine import Machine


class Shelf(Index, Protocol):
    """The published rulebooks as a question needs them. `ingest.library.Library` is the real one."""

    def games(self, slug: str | None = None) -> tuple[Game, ...]:
        """Every game that has a booklet, or that one alone."""

    def game(self, slug: str) -> Game:
        """One game. Raises `UsageError` with the nearest name when there is none."""

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet."""

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages of a page, in reading order."""

    def revision_digest(self, scope: Scope) -> str:
        """Changes whenever what a scope may show changes."""

    def close(self) -> None:
        """Let go of files."""


class Talk(Protocol):
    """A prompt that is put to one Claude, and what may still be said about its answer."""

    def answer(self) -> Completion:
        """The whole answer, or a `VmError` or `ClaudeError`; never a part of one."""

    def again(self, message: str) -> Completion:
        """The whole answer to one more message about it, in the time that is left. Raises as `answer` does.

        No second picture can be read: the one look is for the whole talk. `usd` and `tokens` are this turn's alone.
        """

    def keep(self, said: str) -> None:
        """The answer stands, and the player was told `said` of it: the next question may go to the same Claude."""


class ClaudeSeam(Protocol):
    """Whoever answers a prompt: Claude Code on a machine, or a given text."""

    def talk(
        self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event
    ) -> AbstractContextManager[Talk]:
        """Somebody who is ready for the prompt, until the context ends; `timeout` is for all of the talk.

        Raises a `VmError` or `ClaudeError`.
        """

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The answer of a talk in which nothing more is said."""


@dataclass(frozen=True)
class Parts:
    """Everything `oracle.ask` works with. `claude` is `None` where no machine is configured.

    `rewriter` puts questions into the book's words, `None` where nobody is to; with `repairs` an answer of which
    something failed is written once more. `memory` keeps what was found before, `outcomes` what became of passages.
    `ahead` has somebody wait for a question that is not put yet.
    """

    library: Shelf
    profile: Profile
    claude: ClaudeSeam | None
    views: Path
    runs: Runs
    machine: Transport | None = None
    rewriter: ClaudeSeam | None = None
    repairs: bool = False
    memory: Remembered | None = None
    outcomes: Outcomes | None = None
    ahead: Ahead | None = None

    def close(self) -> None:
        """Close what was opened, the machine first: nothing may go on running there."""
        if self.ahead:
            self.ahead.close()
        if self.machine:
            self.machine.close()
        self.library.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_parts(
    config: Config, passphrase: Passphrase = nobody, early: Callable[[Ahead], object] | None = None
) -> Parts:
    """The real parts for a configuration. Connects to nothing: that happens when Claude is asked, or foreseen.

    `passphrase` asks a person for that of an SSH key, if there is somebody to ask. `early` is called as soon as
    somebody can wait for a question, before the library is opened; where it is given, the machine is connected to even
    before that, beside whatever is loaded meanwhile.
    """
    claude, machine, away = _claude(config, passphrase, at_once=early is not None)
    try:
        if claude and early:
            early(claude)
        from ingest.library import Library

        library = Library.open(config.settings, remembers=True)
    except BaseException:
        if claude and machine:
            claude.close()
            machine.close()
        raise
    if away:
        library.close()
        raise away
    from oracle import outcomes, record, remembered

    return Parts(
        library=library,
        profile=config.profile,
        claude=claude,
        views=config.home / "views",
        runs=record.Runs(config.home / record.FILE, config.vm.transport, hidden(config)),
        machine=machine,
        rewriter=claude if config.claude.rewrite == "auto" else None,
        repairs=config.claude.repair == "one",
        memory=remembered.Remembered(config.home / remembered.FILE, library),
        outcomes=outcomes.Outcomes(config.home / outcomes.FILE),
        ahead=claude,
    )


def _claude(
    config: Config, passphrase: Passphrase, *, at_once: bool
) -> tuple[Claude | None, Transport | None, VmError | None]:
    """Claude and its machine, where one is configured; what keeps it from being reached is said after the library's."""
    from oracle.connect import connect

    try:
        machine = connect(config, passphrase)
    except VmError as error:
        return None, None, error
    if machine is None:
        return None, None, None
    if at_once:
        threading.Thread(target=_connected, args=(machine,), daemon=True).start()
    from oracle.claude.client import Claude

    return Claude(machine, config.claude, idle=config.deadlines.idle), machine, None


def _connected(machine: Machine) -> None:
    with suppress(VmError):  # whoever asks finds it out, and says it
        machine.connect()


def hidden(config: Config) -> Hide:
    """What of a configuration is never written down: Claude's environment, keys, and where machines are."""
    from oracle.connect import places
    from oracle.hide import Hide, secret_values

    keys = (provider.key.value for provider in config.providers if provider.key)
    return Hide((*secret_values(config.claude.env), *keys), places(config))
