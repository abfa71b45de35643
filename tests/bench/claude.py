"""How long a player waits for Claude: ratios measured in one run, on loopback, with the real CLI.

    python -m tests.bench.claude [--runs N]

From the question to the first request that reaches the scripted service, beside the system's `ssh` with the same
constant command and its stdin prepared; from a word of the service to the word on the screen; and what a page with a
large image costs. Every kind is run once a round, in turn, so that what else the machine does falls on all of them.
Prints medians with least and most. Gates nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import IO

from oracle.ahead import foresee
from oracle.ask import ask
from oracle.contracts import Answer, Delta, Event, Prompt, Question, Stack
from oracle.find import find
from oracle.grammar import VERDICT_LABEL
from oracle.parts import Parts, open_parts
from oracle.rehearsal import rehearse
from oracle.talks import Turn
from tests.bench.loopback import AGAIN, ANCHOR, COINS, DICE, GAME, ICON, Loopback, loopback, run_oracle
from tests.fakes.scripted_model import Asked, Step, Use
from tests.oracle.claude.sent import offered
from tests.terminal import Terminal

SAID = f"{VERDICT_LABEL} says\nyou {{word}} roll two: “On your turn, roll two dice” [[1]]."
"""True, so that its process is gone on with. The word stands on no screen before, each time another one."""

PAUSE = 0.06
"""Seconds between two words: a word that is shown with the next one is shown late."""

TYPING = 2.0
"""Seconds that a question takes to be typed, once enough of it stands there."""


@dataclass(frozen=True)
class Trial:
    """One question: seconds to the first request, from a word's arrival to its being shown, and to the end.

    `cpu` is what our own process, or the whole of `ssh`, took.
    """

    asked: float
    shown: float
    end: float = 0.0
    cpu: float = 0.0


Kind = Callable[[], Trial]


class Bench:
    """The kinds of questions that are measured."""

    def __init__(self, where: Loopback) -> None:
        self._where, self._model = where, where.model
        with self._parts() as parts:
            answer = rehearse(Question(DICE, Stack(GAME)), parts)
        assert answer.prompt is not None
        self._prompt: Prompt = answer.prompt
        self._word = ""

    def kinds(self) -> Mapping[str, Kind]:
        """By the names that the table has."""
        return {
            "ssh": self.by_ssh,
            "ask, library open": self.in_the_pipeline,
            "ask, spawned ahead": self.spawned_ahead,
            "ask, second question": self.gone_on_with,
            "oracle ask, process": self.as_a_process,
            "app, first question": lambda: self.in_the_app(DICE),
            "app, second question": lambda: self.in_the_app(DICE, AGAIN),
            "view, small": lambda: self.looking(ICON),
            "view, 9 MB": lambda: self.looking(ANCHOR),
            "view, small, again": lambda: self.looking(ICON, again=True),
            "view, 9 MB, again": lambda: self.looking(ANCHOR, again=True),
        }

    # --- who asks -------------------------------------------------------------------------------

    def by_ssh(self) -> Trial:
        """The same command by the system's client, everything sent at once."""
        self._model.play(self._said())
        argv, given = self._where.ssh(self._prompt)
        began = time.monotonic()
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdin and process.stdout
        process.stdin.write(given)
        process.stdin.flush()
        shown = _seen(process.stdout, f'"text":"{self._word}'.encode(), until=b'"type":"result"')
        process.stdin.close()
        return self._trial(began, shown, _cpu(process))

    def in_the_pipeline(self) -> Trial:
        """The pipeline itself, the library open, nothing else."""
        self._model.play(self._said())
        with self._parts() as parts:
            return self._ask(Question(DICE, Stack(GAME)), parts)

    def spawned_ahead(self) -> Trial:
        """The same with a process that was started while the question was typed."""
        self._model.play(self._said())
        question = Question(DICE, Stack(GAME))
        with self._parts() as parts:
            assert parts.ahead
            foresee(question, parts.ahead, ("en",))
            time.sleep(TYPING)
            return self._ask(question, parts)

    def gone_on_with(self) -> Trial:
        """The second question of a conversation."""
        self._model.play(self._said(0.0))
        first = Question(DICE, Stack(GAME), conversation="talk")
        with self._parts() as parts:
            answer = ask(first, parts, _silent, threading.Event())
            assert answer.verified
            told = (Turn(DICE, answer.verified.text),)
            self._model.play(self._said())
            return self._ask(replace(first, text=AGAIN, history=told), parts)

    def as_a_process(self) -> Trial:
        """The command, from the moment that it is typed."""
        self._model.play(self._said())
        began = time.monotonic()
        process = run_oracle(self._where, "ask", "-g", GAME, "--no-cache", DICE)
        assert process.stdout
        shown = _seen(process.stdout, self._word.encode())
        return self._trial(began, shown, _cpu(process))

    def in_the_app(self, *questions: str) -> Trial:
        """The app on a terminal, from Enter on; the last of these questions counts."""
        (self._where.home / "remembered.db").unlink(missing_ok=True)
        terminal = Terminal("--lang", "en", "app", home=self._where.home)
        try:
            terminal.wait_for("Your question about")
            return [self._typed(terminal, question) for question in questions][-1]
        finally:
            terminal.type("\x11")
            terminal.leave()

    def _typed(self, terminal: Terminal, question: str) -> Trial:
        terminal.type(question[:-12])
        time.sleep(TYPING)
        terminal.type(question[-12:])
        terminal.wait_for(question[-12:])
        self._model.play(self._said())
        since, began = len(terminal.seen), time.monotonic()
        terminal.type("\r")
        shown = terminal.wait_for(self._word, since=since)
        terminal.wait_for("verified", since=since)
        trial = self._trial(began, shown)
        terminal.read(0.5)  # what is drawn at the end
        return trial

    def looking(self, question: str, *, again: bool = False) -> Trial:
        """A visual question, whose view is new or known here and there."""
        self._model.play(_look, self._said())
        if not again:
            self._where.forget_views()
        with self._parts() as parts:
            trial = self._ask(Question(question, Stack(GAME)), parts)
        assert self._model.images_sent == 1
        return trial

    def _said(self, pause: float = PAUSE) -> Step:
        self._word = "".join(random.choices("bdfgklmnprtvz", k=10))
        return Step(SAID.format(word=self._word), pause=pause)

    # --- how it is measured ----------------------------------------------------------------------

    @contextmanager
    def _parts(self) -> Iterator[Parts]:
        """Connected to nothing; the library's collections open; nothing is remembered."""
        with open_parts(self._where.config) as parts:
            find(parts.library, Question(COINS, Stack(GAME)), parts.profile)
            yield replace(parts, memory=None)

    def _ask(self, question: Question, parts: Parts) -> Trial:
        first: list[float] = []

        def hear(event: Event) -> None:
            if isinstance(event, Delta) and self._word in event.text:
                first.append(time.monotonic())

        began, spent = time.monotonic(), time.process_time()
        answer = ask(question, parts, hear, threading.Event())
        _answered(answer)
        return self._trial(began, first[0], time.process_time() - spent)

    def _trial(self, began: float, shown: float, cpu: float = 0.0) -> Trial:
        said = next(at for word, at in reversed(self._model.spoken) if self._word in word)
        return Trial(self._model.history[0].at - began, shown - said, time.monotonic() - began, cpu)


def _look(asked: Asked) -> Step:
    return Step(tools=(Use("Read", {"file_path": offered(asked)}),))


def _silent(event: Event) -> None:
    """Nobody listens."""


def _answered(answer: Answer) -> None:
    if answer.failure:
        raise answer.failure
    assert answer.verified is not None


def _seen(output: IO[bytes], word: bytes, until: bytes = b"") -> float:
    """When a word came; the output is read on to `until`, or to its end."""
    so_far, seen = b"", 0.0
    while piece := os.read(output.fileno(), 1 << 16):
        so_far += piece
        seen = seen or (time.monotonic() if word in so_far else 0.0)
        if until and until in so_far:
            break
    assert seen, so_far[-2000:]
    return seen


def _cpu(process: subprocess.Popen[bytes]) -> float:
    """The processor's seconds that it took, once it has ended."""
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    if process.stdout:
        process.stdout.close()
    return usage.ru_utime + usage.ru_stime


# --- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A line of the table; `wanted` is the most that it may be."""

    name: str
    wanted: float
    unit: str
    values: Sequence[float]

    def __str__(self) -> str:
        """Name, median, least and most, and what is wanted of it."""
        least, middle, most = min(self.values), median(self.values), max(self.values)
        kept = "" if middle <= self.wanted else "  <-- more than wanted"
        spread = f"({least:.2f} – {most:.2f})"
        return f"{self.name:46}{middle:8.2f} {self.unit:2} {spread:18} wanted ≤ {self.wanted:g} {self.unit}{kept}"


Trials = Mapping[str, Sequence[Trial]]


def rows(trials: Trials) -> list[Row]:
    """What the issue asks for; ratios are of the same round."""
    ssh = [trial.asked for trial in trials["ssh"]]

    def ratio(kind: str) -> list[float]:
        return [trial.asked / beside for trial, beside in zip(trials[kind], ssh, strict=True)]

    def asked(kind: str) -> list[float]:
        return [1000 * trial.asked for trial in trials[kind]]

    def shown(kind: str) -> list[float]:
        return [1000 * trial.shown for trial in trials[kind]]

    def dearer(kind: str, than: str) -> list[float]:
        return [one.end - other.end for one, other in zip(trials[kind], trials[than], strict=True)]

    return [
        Row("to the first request, cold: ask / ssh", 1.15, "x", ratio("ask, library open")),
        Row("to the first request, cold: oracle ask / ssh", 1.15, "x", ratio("oracle ask, process")),
        Row("to the first request, spawned ahead: ask / ssh", 0.25, "x", ratio("ask, spawned ahead")),
        Row("to the first request, second question: ask", 200, "ms", asked("ask, second question")),
        Row("to the first request, second question: app", 200, "ms", asked("app, second question")),
        Row("first word shown: ssh", 50, "ms", shown("ssh")),
        Row("first word shown: ask", 50, "ms", shown("ask, library open")),
        Row("first word shown: oracle ask", 50, "ms", shown("oracle ask, process")),
        Row("first word shown: app", 50, "ms", shown("app, first question")),
        Row("a page of 9 MB more than a small one: new", 1.0, "s", dearer("view, 9 MB", "view, small")),
        Row("a page of 9 MB more than a small one: known", 0.1, "s", dearer("view, 9 MB, again", "view, small, again")),
    ]


def told(trials: Trials) -> Iterator[str]:
    """The whole report, line by line."""
    yield f"{'':24}{'to request':>22}{'word shown':>16}{'to the end':>12}{'cpu':>8}"
    for name, each in trials.items():
        asked = [1000 * trial.asked for trial in each]
        spread = f"({min(asked):.0f}–{max(asked):.0f})"
        shown, end, cpu = (median(getattr(t, what) for t in each) for what in ("shown", "end", "cpu"))
        figures = f"{median(asked):9.0f} ms {spread:>12}{1000 * shown:10.0f} ms{1000 * end:9.0f} ms"
        yield f"{name:24}{figures}{f'{1000 * cpu:5.0f} ms' if cpu else '':>8}"
    yield ""
    yield from map(str, rows(trials))


def measure(kinds: Mapping[str, Kind], runs: int, *, warm_up: bool = True) -> Trials:
    """Every kind once a round, each round beginning with another one; a round to warm up is not counted."""
    trials: dict[str, list[Trial]] = {name: [] for name in kinds}
    order = list(kinds)
    for round_ in range(-warm_up, runs):
        for name in order:
            trial = kinds[name]()
            if round_ >= 0:
                trials[name].append(trial)
        order = _turned(order)
    return trials


def _turned(order: Sequence[str]) -> list[str]:
    """The next round's order; what is asked again stays behind what was asked first."""
    first, *others = order
    turned = [*others, first]
    return sorted(turned, key=lambda name: name.startswith("view"))


def main() -> int:
    """Measure and print."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--runs", type=int, default=7)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="oracle-bench-") as place, loopback(Path(place)) as where:
        before = os.getloadavg()
        trials = measure(Bench(where).kinds(), given.runs)
    for line in told(trials):
        sys.stdout.write(f"{line}\n")
    load = " ".join(f"{each:.1f}" for each in (before[0], os.getloadavg()[0]))
    sys.stdout.write(f"\n{given.runs} rounds; {os.cpu_count()} processors; load before and after: {load}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
