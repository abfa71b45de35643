from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import pytest

from ingest.errors import NoIndex
from oracle.contracts import Completion, Listener, Prompt
from oracle.rewrite import turn
from oracle.rewrite.turn import Turn
from tests.fakes.claude import ScriptedClaude

PROMPT = Prompt("system", "{}", (), brief=True)


@dataclass
class Deaf:
    """Neither answers, nor ends when its time is up; ends when it is let go."""

    go: threading.Event = field(default_factory=threading.Event)

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """Wait, whatever is asked for."""
        self.go.wait(60)
        return Completion("SEARCH: too late", "deaf", False, (), {}, {})


def test_a_model_that_does_not_end_in_time_is_not_waited_for() -> None:
    """Its own limit and a little more, then the question goes on."""
    deaf, begun = Deaf(), time.monotonic()
    outcome = Turn(deaf, lambda: PROMPT, deadline=0.1 - turn._GRACE).outcome(threading.Event())
    assert time.monotonic() - begun < 30
    assert outcome.note is not None and outcome.note.key == "ask.rewrite_slow"
    assert outcome.rewrite is not None and (outcome.rewrite.phrases, outcome.rewrite.done) == ((), None)
    deaf.go.set()


def test_books_that_cannot_be_read_for_the_prompt_cost_the_rewrite_only() -> None:
    """A revision that was superseded meanwhile is no end of the question; a fault of ours is."""

    def superseded() -> Prompt:
        raise NoIndex("store.superseded")

    outcome = Turn(ScriptedClaude("SEARCH: x"), superseded).outcome(threading.Event())
    assert (outcome.rewrite, outcome.note and outcome.note.key) == (None, "ask.rewrite_failed")

    def broken() -> Prompt:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Turn(ScriptedClaude("SEARCH: x"), broken).outcome(threading.Event())
