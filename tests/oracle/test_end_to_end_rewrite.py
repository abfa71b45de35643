"""A question put into the book's words by the real CLI behind a real sshd; only the service is scripted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.grammar import VERDICT_LABEL
from oracle.rewrite.grammar import LABEL
from oracle.rewrite.prompt import system_text
from tests.fakes.scripted_model import Asked, ScriptedModel, Step, Use
from tests.oracle.commands import oracle
from tests.oracle.test_end_to_end import connected

__all__ = ["connected"]

STORY = (
    "Everybody at our table is waiting for me because I have rolled that number again, the one right after six, "
    "so how much is it going to cost me?"
)
ASK = ("ask", "-g", "gates", "-b", "core")
ANSWER = Step(f"{VERDICT_LABEL} says\nTwo coins: “If you roll a seven, pay two coins” [[1]].")
WROTE = f"{LABEL} turn: rolling a seven\n{LABEL} if you roll a seven, pay two coins"


def is_rewrite(asked: Asked) -> bool:
    return system_text() in json.dumps(asked.body["system"], ensure_ascii=False).replace("\\n", "\n")


def script(rewrite: Step) -> Callable[[Asked], Step]:
    """The rewrite's turn gets `rewrite`, the answer's its answer."""
    return lambda asked: rewrite if is_rewrite(asked) else ANSWER


def test_a_rewrite_is_used_shown_and_recorded(connected: Path, scripted_model: ScriptedModel) -> None:
    """One short request without tools, then the answer's; what was also searched for stands above the passages."""
    scripted_model.play(script(Step(WROTE)))
    ran = oracle(*ASK, STORY)
    assert ran.code == 0, ran.err
    first, second = scripted_model.history
    assert (is_rewrite(first), is_rewrite(second)) == (True, False)
    assert first.tools == ()
    assert first.body["output_config"]["effort"] == "low"
    assert "Also searched for: turn: rolling a seven · if you roll a seven, pay two coins" in ran.out
    assert ran.out.index("passages found") < ran.out.index("Also searched for") < ran.out.index("Claude answers")
    assert ran.out.count("If you\n    roll a seven") == 1
    with sqlite3.connect(connected / "runs.db") as database:
        ((facts,),) = database.execute("SELECT facts FROM step WHERE name = 'rewrite'")
    assert json.loads(facts)["tokens"]["output"] == 42
    assert json.loads(facts)["phrases"] == ["turn: rolling a seven", "if you roll a seven, pay two coins"]


@pytest.mark.parametrize(
    ("rewrite", "said"),
    [
        (Step("I cannot do that."), "gave no words of the book"),
        (Step(""), "could not be put into the book’s words"),
        (Step("", (Use("Bash", {"command": "ls"}),)), "tried what it may not do"),
        (Step(WROTE, stop="refusal"), "could not be put into the book’s words"),
        (Step(status=400, error="invalid_request_error"), "could not be put into the book’s words"),
    ],
    ids=["prose", "empty", "tool", "refusal", "error"],
)
def test_a_rewrite_that_does_not_come_is_said_and_the_answer_comes(
    connected: Path, scripted_model: ScriptedModel, rewrite: Step, said: str
) -> None:
    """The question goes on with what was found."""
    scripted_model.play(script(rewrite))
    record = oracle(*ASK, "--json", STORY).json
    assert record["answer"]
    assert record["rewrites"] == []
    assert any(said in note for note in record["degraded"]), record["degraded"]


def test_hostile_words_in_a_rewrite_are_words(connected: Path, scripted_model: ScriptedModel) -> None:
    """What looks like a query language or steers a screen is searched for as words, or not at all."""
    scripted_model.play(script(Step(f'{LABEL} "seven" OR content:* NEAR(coins) -- ; DROP TABLE runs \u202e\x1b[31m')))
    record = oracle(*ASK, "--json", STORY).json
    assert record["answer"] and record["rewrites"] == []
    scripted_model.play(script(Step(f'{LABEL} "seven" OR content: NEAR(coins) -- ; DROP TABLE runs')))
    record = oracle(*ASK, "--json", STORY).json
    assert record["answer"] and len(record["rewrites"]) == 1


def test_never_means_never(connected: Path, scripted_model: ScriptedModel) -> None:
    """The configuration turns it off."""
    oracle("config", "set", "claude.rewrite", "never")
    scripted_model.play(script(Step(WROTE)))
    assert oracle(*ASK, STORY).code == 0
    assert [is_rewrite(asked) for asked in scripted_model.history] == [False]
