"""After a fault the next question works where the first one was asked: with the same parts, over the same connection.

And whoever leaves while a connection is being made need not wait for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from oracle.ask import ask
from oracle.config import load
from oracle.contracts import Answer, Delta, Event, Question, Stack
from oracle.parts import Parts, open_parts
from tests.fakes.swallowing import Line, full_port
from tests.oracle.faults.scene import DICE, Scene, comes_true


def question(parts: Parts, scene: Scene, act: Callable[[], None] | None = None) -> Answer:
    """Ask; `act` happens once the answer has begun."""
    acted = threading.Event()

    def hear(event: Event) -> None:
        if act and isinstance(event, Delta) and not acted.is_set():
            acted.set()
            act()

    asked = Question(DICE[-1], Stack("gates", ("core",)), timeout=30)
    return ask(asked, parts, hear, threading.Event())


def mended(scene: Scene) -> None:
    """From now on the program there answers as it should."""
    (scene.folder / "half").write_text((scene.folder / "whole").read_text())


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        (lambda scene: scene.sshd.cut(), "vm.cut"),
        (lambda scene: scene.freeze(), "vm.idle"),
        (lambda scene: scene.kill_claude(), "claude.killed"),
        (lambda scene: None, "claude.silent"),
        (lambda scene: scene.lines[-1].swallow(), "vm.idle"),
    ],
    ids=["cut", "frozen", "killed", "silent", "black hole"],
)
def test_the_next_question_works_with_the_same_parts(fault: Callable[[Scene], None], key: str, scene: Scene) -> None:
    """Within seconds, whatever became of the connection."""
    with closing(Line(scene.sshd.port)) as line:
        scene.lines.append(line)
        scene.fake("whole")
        scene.configure(scene.fake("half", port=line.port, idle=1.5, connect=2))
        with open_parts(load({}, home=scene.home)) as parts:
            failed = question(parts, scene, lambda: fault(scene))
            assert getattr(failed.failure, "key", None) == key
            assert failed.verified is None and failed.evidence.passages
            assert comes_true(lambda: scene.running() == [], 3), scene.running()
            mended(scene)
            line.mend()
            since = time.monotonic()
            answered = question(parts, scene)
            assert answered.failure is None and answered.verified is not None
            assert time.monotonic() - since < 6
            since = time.monotonic()
        assert time.monotonic() - since < 3
    assert comes_true(lambda: scene.running() == [], 3), scene.running()


def test_who_leaves_does_not_wait_for_a_connection(scene: Scene) -> None:
    """Stopped while nobody answers the call: the question is over at once, and so is closing."""
    port, sockets = full_port()
    scene.configure(replace(scene.fake(), port=port, connect=30))
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    since = time.monotonic()
    with open_parts(load({}, home=scene.home)) as parts:
        answer = ask(Question(DICE[-1], Stack("gates", ("core",))), parts, lambda event: None, stop)
    assert answer.exit_code == 130
    assert time.monotonic() - since < 3
    for each in sockets:
        each.close()
