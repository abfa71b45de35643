"""A dispute by the real CLI behind a real sshd; only the service is scripted."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.claude.sent import message
from tests.oracle.commands import oracle
from tests.oracle.test_end_to_end import DICE, connected

__all__ = ["connected"]

QUOTED = "“On your turn, roll two dice” [[1]]"
ARGUED = f"READING 1: You roll two dice.\nIt says {QUOTED}.\nREADING 2: You roll one die.\nDECIDED: 1\n{QUOTED}"
DISPUTE = (*DICE[:-1], "--dispute")


def test_both_readings_come_over_ssh_verified_and_stay_in_the_record(
    connected: Path, scripted_model: ScriptedModel
) -> None:
    """One call, said beforehand, without a tool; streamed in the player's words; shown again from the record."""
    scripted_model.play(Step(ARGUED))
    ran = oracle(*DISPUTE, DICE[-1])
    assert ran.code == 0, ran.err
    assert "one more call" in ran.err and "READING" not in ran.out
    (asked,) = scripted_model.history
    assert (asked.tools, message(asked)["view"], "contested" in message(asked)) == ((), None, False)
    assert "Two players read the rules differently" in str(asked.body["system"][-1])
    parts = ("[1] Core", "Claude answers", "Reading 1:", "Reading 2:", "1 quotation verified")
    assert [ran.out.index(part) for part in parts] == sorted(ran.out.index(part) for part in parts)
    (run,) = oracle("log", "--json").json["runs"]
    facts = {step["name"]: step["facts"] for step in oracle("log", "show", run["id"], "--json").json["steps"]}
    assert facts["verify"]["dispute"] == {"holds": 0, "carried": ["book", "nothing"]}
    shown = oracle("export", run["id"], "--md", "-").out
    assert "**The book settles it: reading 1 holds.**" in shown
    assert "**Reading 2, which no verified quotation carries:**" in shown


def test_what_fails_is_asked_for_once_and_a_false_sentence_decides_nothing(
    connected: Path, scripted_model: ScriptedModel
) -> None:
    """Two turns at the most; then the code says that the book does not settle it."""
    scripted_model.play(Step(ARGUED.replace("DECIDED: 1\n“On your", "DECIDED: 1\n“On every other")))
    record = oracle(*DISPUTE, "--json", DICE[-1]).json
    assert len(scripted_model.history) == 2
    assert "DECIDED: nothing" in scripted_model.history[1].text
    assert (record["verdict"], record["dispute"]["holds"], record["dispute"]["deciding"]) == ("silent", None, None)
    assert {piece["kind"] for piece in record["struck"]} == {"quote", "verdict"}
    assert record["dispute"]["readings"][0]["carried"] == "book"
