"""Where the process for a question comes from, and where it goes when the question is answered.

Owns every process that waits: those kept from a question before, and those that were started ahead. They give way: a
question that needs the place of one takes it. Knows nothing of what is said to a process (`oracle.claude.dialogue`)
and nothing of which may serve what (`oracle.claude.ready`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from oracle.claude.ready import IDLE, Heard, Idle, Kind
from oracle.claude.running import Running
from oracle.talks import Origin, Thread
from vm.errors import VmError, VmUsage
from vm.turnstile import STAYING

Waiting = Callable[[], object]
Start = Callable[[Kind, Waiting | None], Running]

_GOODBYE = 1.5
"""Seconds that an end is waited for, where somebody needs the place or leaves."""


@dataclass(frozen=True)
class Lent:
    """A process that serves one question. `end` closes it, `back` keeps it for the next one; the first of them counts.

    `heard` is what it had heard before this question, `None` where it has served nobody.
    """

    process: Running
    kind: Kind
    origin: Origin
    heard: Heard | None
    _settle: Callable[[Idle | None], None]
    _now: Callable[[], float]

    def back(self, heard: Heard) -> None:
        """Keep it for the question that goes on from what was heard."""
        self._settle(Idle(self.process, self.kind, self._now(), heard))

    def end(self) -> None:
        """Close it. Safe to call twice, and after `back`."""
        self._settle(None)


@dataclass
class _Coming:
    """A process on its way that nobody has asked for yet; one question may claim it."""

    kind: Kind
    claimed: bool = False
    process: Running | None = None
    error: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)


class Pool:
    """Processes that wait. `start` begins one and says the first thing to it.

    Any thread may call it. `now` and `lasting` are for tests.
    """

    def __init__(self, start: Start, *, now: Callable[[], float] = time.monotonic, lasting: float = IDLE) -> None:
        self._start, self._now, self._lasting = start, now, lasting
        self._idle: list[Idle] = []
        self._coming: list[_Coming] = []
        self._lent = self._starting = 0
        self._reaping = self._closed = False
        self._changed = threading.Condition()

    # --- for a question -----------------------------------------------------------------------------

    def lend(self, kind: Kind, thread: Thread | None, waiting: Waiting | None, *, fresh: bool = False) -> Lent:
        """A process for this question: the one that heard the talk so far, one started ahead, or a new one.

        `fresh`: one that waited was lost, so none that waits is trusted. Raises the `VmError` of starting one.
        """
        with self._changed:
            self._lent += 1
            dropped = self._take_out(lambda each: fresh or self._over(each) or each.left_behind(kind, thread))
            found = self._pick(kind, thread)
            coming = None if found or fresh else self._claim(kind)
        _end_all(dropped)
        try:
            if found:
                return self._lend(found.process, kind, found.origin, found.heard)
            ahead = self._arrived(coming) if coming else None
            if ahead:
                return self._lend(ahead, kind, Origin.AHEAD, None)
            return self._lend(self._begun(kind, waiting), kind, Origin.COLD, None)
        except BaseException:
            with self._changed:
                self._lent -= 1
            raise

    def _pick(self, kind: Kind, thread: Thread | None) -> Idle | None:
        """The one that has heard the talk; a spare else."""
        fit = [each for each in self._idle if each.serves(kind, thread)]
        found = max(fit, key=lambda each: each.heard is not None, default=None)
        if found:
            self._idle.remove(found)
        return found

    def _claim(self, kind: Kind) -> _Coming | None:
        found = next((each for each in self._coming if each.kind == kind and not each.claimed), None)
        if found:
            found.claimed = True
        return found

    def _arrived(self, coming: _Coming) -> Running | None:
        """What was on its way. That the machine cannot be reached need not be found out twice for one question."""
        coming.done.wait()
        if coming.error is not None and not isinstance(coming.error, VmUsage):
            raise coming.error
        return coming.process

    def _begun(self, kind: Kind, waiting: Waiting | None) -> Running:
        with self._changed:
            self._starting += 1
            room = self._make_room()
        try:
            _await_end(room)
            return self._start(kind, lambda: self._gave_way() or (waiting and waiting()))
        finally:
            with self._changed:
                self._starting -= 1

    def _gave_way(self) -> bool:
        """Whether somebody who only waits makes room now; beside us: who asks may hold what that needs."""
        with self._changed:
            room = self._take_out(lambda each: each is self._idle[0])
        _end_all(room)
        return bool(room)

    def _lend(self, process: Running, kind: Kind, origin: Origin, heard: Heard | None) -> Lent:
        settled = threading.Event()

        def settle(idle: Idle | None) -> None:
            with self._changed:
                if settled.is_set():
                    return
                settled.set()
                self._lent -= 1
                kept = idle is not None and not (self._closed or self._starting or self._over(idle))
                if idle is not None and kept:
                    self._keep(idle)
            if not kept:
                process.close()

        return Lent(process, kind, origin, heard, settle, self._now)

    # --- ahead of a question ------------------------------------------------------------------------

    def foresee(self, kind: Kind, thread: Thread | None = None) -> None:
        """Start one that waits for a question of this kind, if none does and there is room. Never raises a `VmError`.

        `thread` is where the question will stand. It takes the place of a spare that waits for another kind.
        """
        with self._changed:
            dropped = self._take_out(self._over)
            expected = self._closed or self._is_expected(kind, thread)
            if not expected and self._total >= STAYING:
                spares = [each for each in self._idle if each.heard is None]
                dropped += self._take_out(lambda each: each in spares[:1])
            coming = None if expected or self._total >= STAYING else _Coming(kind)
            self._coming += [coming] if coming else []
        _await_end(dropped)
        if coming:
            self._fetch(coming)

    def _is_expected(self, kind: Kind, thread: Thread | None) -> bool:
        coming = any(each.kind == kind and not each.claimed for each in self._coming)
        return coming or any(each.serves(kind, thread) for each in self._idle)

    def _fetch(self, coming: _Coming) -> None:
        try:
            coming.process = self._start(coming.kind, None)
        except VmError as error:
            coming.error = error
        except BaseException as error:
            coming.error = error
            raise
        finally:
            self._fetched(coming)

    def _fetched(self, coming: _Coming) -> None:
        process = coming.process
        with self._changed:
            self._coming.remove(coming)
            wanted = coming.claimed or not self._closed
            if process is not None and wanted and not coming.claimed:
                self._keep(Idle(process, coming.kind, self._now()))
            coming.done.set()
        if process is not None and not wanted:
            process.close()

    # --- those that wait ----------------------------------------------------------------------------

    @property
    def _total(self) -> int:
        return self._lent + len(self._idle) + sum(not each.claimed for each in self._coming)

    def _keep(self, idle: Idle) -> None:
        self._idle.append(idle)
        if not self._reaping:
            self._reaping = True
            threading.Thread(target=self._reap, daemon=True).start()
        self._changed.notify_all()

    def _over(self, idle: Idle) -> bool:
        return not idle.usable(self._now(), self._lasting)

    def _take_out(self, unwanted: Callable[[Idle], bool]) -> list[Idle]:
        gone = [each for each in self._idle if unwanted(each)]
        self._idle = [each for each in self._idle if each not in gone]
        return gone

    def _make_room(self) -> list[Idle]:
        """The longest waiting of those that must go for one more to start, spares first."""
        many = max(0, self._total - STAYING)
        going = sorted(self._idle, key=lambda each: (each.heard is not None, each.since))[:many]
        return self._take_out(lambda each: each in going)

    def _reap(self) -> None:
        """Close each when it has waited long enough; ends when none waits."""
        while True:
            with self._changed:
                late = self._take_out(self._over)
                if not self._idle:
                    self._reaping = False
                elif not late:
                    oldest = min(each.since for each in self._idle)
                    self._changed.wait(max(0.0, oldest + self._lasting - self._now()))
                ends = not self._reaping
            _end_all(late)
            if ends:
                return

    def close(self) -> None:
        """Close all that wait; what is on its way is closed when it comes, what is lent when it comes back."""
        with self._changed:
            self._closed = True
            idle = self._take_out(lambda each: True)
            self._changed.notify_all()
        _await_end(idle)


def _end_all(waiting: Iterable[Idle]) -> list[threading.Thread]:
    """End them, beside us and at the same time."""
    threads = [threading.Thread(target=each.process.close, daemon=True) for each in waiting]
    for thread in threads:
        thread.start()
    return threads


def _await_end(waiting: Iterable[Idle]) -> None:
    """End them, and wait a moment for it."""
    for thread in _end_all(waiting):
        thread.join(_GOODBYE)
