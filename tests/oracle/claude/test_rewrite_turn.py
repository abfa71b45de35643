"""A turn that rewrites, with the real CLI behind a real sshd; only the service is scripted."""

from __future__ import annotations

import threading
import time

from oracle.claude.client import Claude
from oracle.contracts import Prompt
from oracle.rewrite.grammar import LABEL
from oracle.rewrite.prompt import system_text
from oracle.rewrite.turn import Turn
from tests.fakes.scripted_model import ScriptedModel, Step

PROMPT = Prompt(system_text(), '{"question": "Wie geht das?"}', (), brief=True)


def test_a_turn_that_is_too_slow_is_left_and_said(claude: Claude, scripted_model: ScriptedModel) -> None:
    """Its own deadline, not the answer's; the next prompt is answered as if nothing had been."""
    scripted_model.play(Step(f"{LABEL} prison", hang=60))
    begun = time.monotonic()
    outcome = Turn(claude, lambda: PROMPT, deadline=5).outcome(threading.Event())
    assert time.monotonic() - begun < 30
    assert (outcome.note and outcome.note.key, outcome.note and outcome.note.facts) == (
        "ask.rewrite_slow",
        {"seconds": 5},
    )
    assert outcome.rewrite is not None and outcome.rewrite.phrases == ()
    scripted_model.play(Step(f"{LABEL} prison"))
    second = Turn(claude, lambda: PROMPT, deadline=40).outcome(threading.Event())
    assert second.rewrite is not None and second.rewrite.phrases == ("prison",)
    assert second.note is None


def test_a_path_in_what_is_sent_is_inlined_by_nobody(claude: Claude, scripted_model: ScriptedModel) -> None:
    """The message goes as it is, with no tool on offer."""
    scripted_model.play(Step(f"{LABEL} prison"))
    prompt = Prompt(system_text(), '{"question": "What of @/etc/hostname ?"}', (), brief=True)
    assert Turn(claude, lambda: prompt, deadline=40).outcome(threading.Event()).note is None
    (asked,) = scripted_model.history
    assert (asked.tools, prompt.message in asked.text) == ((), True)
