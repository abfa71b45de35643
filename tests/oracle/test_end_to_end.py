"""`oracle ask` with the real CLI behind a real sshd, on a real index; only the service is scripted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from oracle.config import ClaudeConfig
from oracle.grammar import VERDICT_LABEL
from tests.connection import configuration
from tests.fakes.scripted_model import Asked, ScriptedModel, Step, Use
from tests.oracle.claude.asking import misbehaving, read
from tests.oracle.claude.sent import message, offered
from tests.oracle.commands import oracle
from tests.sshd import Sshd
from vm.known_hosts import trust

TRUE = f"{VERDICT_LABEL} says\nTwo dice: “On your turn, roll two dice” [[1]]."
ICON = ("ask", "-g", "gates", "-b", "core", "What does the red icon on the board mean?")
DICE = ("ask", "-g", "gates", "-b", "core", "How many dice do I roll on my turn?")


@pytest.fixture
def connected(gates_home: Path, sshd: Sshd, claude_config: ClaudeConfig) -> Path:
    """A home whose configuration names the sshd and the CLI, its host key trusted."""
    trust(gates_home / "known_hosts", sshd.host_key)
    (gates_home / "config.toml").write_text(configuration(sshd, claude_config))
    return gates_home


def uses(*wanted: Callable[[str], Use], text: str = "") -> Callable[[Asked], Step]:
    """A step that calls tools, given the path that the message offers."""
    return lambda asked: Step(text, tuple(use(offered(asked)) for use in wanted))


def test_passages_then_the_stream_then_what_was_verified(connected: Path, scripted_model: ScriptedModel) -> None:
    """The whole way: found, asked over SSH, streamed, verified, recorded; no tool on offer for a text question."""
    scripted_model.play(Step(TRUE))
    ran = oracle(*DICE)
    assert ran.code == 0, ran.err
    parts = ("[1] Core", "Claude answers", "The book says:\nTwo dice:", "✓", "1 quotation verified")
    places = [ran.out.index(part) for part in parts]
    assert places == sorted(places)
    assert scripted_model.history[0].tools == ()
    sent = message(scripted_model.history[0])
    assert (sent["question"], sent["view"]) == (DICE[-1], None)
    (run,) = oracle("log", "--json").json["runs"]
    assert (run["outcome"], run["exit"], run["question"]) == ("says", 0, DICE[-1])
    facts = {step["name"]: step["facts"] for step in oracle("log", "show", run["id"], "--json").json["steps"]}
    assert facts["asked"]["machine"] == "ssh" and facts["claude"]["tokens"]["output"] > 0
    assert [what for _, what, _ in facts["claude"]["events"]] == ["first_words", "last_words"]
    assert isinstance(run["usd"], float) and run["usd"] == round(facts["claude"]["usd"], 6)
    assert b"127.0.0.1" not in (connected / "runs.db").read_bytes()


def test_a_visual_question_shows_the_model_one_page_and_says_which(
    connected: Path, scripted_model: ScriptedModel
) -> None:
    """`page_read` is the page whose picture went out; a sentence about it stands without a quotation."""
    answer = f"{VERDICT_LABEL} says\nThe picture shows a closed gate: “The red icon marks a closed gate” [[1]]."
    scripted_model.play(uses(read), Step(answer))
    ran = oracle(*ICON[:-1], "--json", ICON[-1])
    assert ran.code == 0, ran.err
    record = ran.json
    assert record["page_read"] == {"booklet": "core", "page": 3}
    assert (record["verdict"], record["degraded"], record["struck"]) == ("says", [], [])
    assert scripted_model.images_sent == 1


def test_a_model_that_tries_more_than_its_one_read_is_ended_and_it_is_said(
    connected: Path, scripted_model: ScriptedModel, tmp_path: Path
) -> None:
    """The page, the page again: no answer, exit 7, the call named, recorded, and the passages stand."""
    target = tmp_path / "written"
    scripted_model.play(*misbehaving(target, f"{VERDICT_LABEL} silent", uses))
    ran = oracle(*ICON)
    assert (ran.code, scripted_model.images_sent, len(scripted_model.history)) == (7, 1, 2)
    assert "[1] Core" in ran.out and "What stands" not in ran.out
    assert "tried what it may not do (Read(/" in ran.err
    (run,) = oracle("log", "--json").json["runs"]
    facts = {step["name"]: step["facts"] for step in oracle("log", "show", run["id"], "--json").json["steps"]}
    assert [len(facts["claude"][way]) for way in ("allowed", "denied")] == [1, 1]
    assert facts["failure"]["key"] == "claude.other_tool"
    assert not target.exists()


def test_what_a_model_that_looked_invents_is_struck(connected: Path, scripted_model: ScriptedModel) -> None:
    """An invented quotation and a marker of nothing, beside a sentence that stands."""
    lies = f"{VERDICT_LABEL} says\n“The red icon marks a closed gate” [[1]]. “Red always wins the game at once” [[42]]."
    scripted_model.play(uses(read), Step(lies))
    ran = oracle(*ICON)
    assert ran.code == 0, ran.err
    struck = ran.out[ran.out.index("Struck") :]
    assert "[[42]]" in struck and "Red always wins the game at once" in struck
    assert "Red always wins" not in ran.out[ran.out.index("What stands") : ran.out.index("Struck")]
    (run,) = oracle("log", "--json").json["runs"]
    facts = {step["name"]: step["facts"] for step in oracle("log", "show", run["id"], "--json").json["steps"]}
    assert facts["page"]["looked_at"] == "gates/core:3"
    assert "looked at" in oracle("log", "show", run["id"]).out


def test_a_view_that_was_not_looked_at_is_said(connected: Path, scripted_model: ScriptedModel) -> None:
    """Offered is not seen."""
    scripted_model.play(Step(f"{VERDICT_LABEL} says\n“The red icon marks a closed gate” [[1]]."))
    record = oracle(*ICON[:-1], "--json", ICON[-1]).json
    assert record["page_read"] is None
    assert record["degraded"] == ["could not look at the page"]


def test_a_machine_that_is_away_leaves_the_passages(connected: Path) -> None:
    """Passages on standard output, the reason on standard error, exit 6."""
    config = connected / "config.toml"
    lines = ["port = 1" if line.startswith("port") else line for line in config.read_text().splitlines()]
    config.write_text("\n".join(lines))
    ran = oracle(*DICE)
    assert ran.code == 6
    assert "roll two dice" in ran.out
    assert ran.err.strip()
    assert [run["outcome"] for run in oracle("log", "--json").json["runs"]] == ["failed"]
    assert b"127.0.0.1" not in (connected / "runs.db").read_bytes()


def test_a_service_that_fails_leaves_the_passages(connected: Path, scripted_model: ScriptedModel) -> None:
    """Exit 7."""
    scripted_model.play(Step(status=400, error="invalid_request_error", text="no"))
    ran = oracle(*DICE)
    assert ran.code == 7
    assert "roll two dice" in ran.out
    assert ran.err.strip()


def test_control_c_ends_with_130_and_nothing_runs_on(connected: Path, scripted_model: ScriptedModel) -> None:
    """Words are on the screen while they come; after Control-C the CLI behind sshd is gone within seconds."""
    scripted_model.play(Step(f"{TRUE} " + "And so on. " * 200, pause=0.1))
    process = subprocess.Popen(
        (sys.executable, "-c", "from oracle.cli import run; run()", *DICE),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    heard = b""
    while b"Two dice" not in heard:
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece, (heard, process.communicate())
        heard += piece
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert err.decode().strip() == "Interrupted."
    assert [(run["outcome"], run["exit"]) for run in oracle("log", "--json").json["runs"]] == [("stopped", 130)]
    asked = len(scripted_model.history)
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and running_clis(connected):
        time.sleep(0.1)
    assert running_clis(connected) == []
    assert len(scripted_model.history) == asked


def running_clis(home: Path) -> list[str]:
    """Command lines of processes that were given the home of this test's Claude Code."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(home.parent / "claude-home").encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().decode(errors="replace"))
    return found


def test_a_path_in_a_question_is_inlined_by_nobody(
    connected: Path, scripted_model: ScriptedModel, tmp_path: Path
) -> None:
    """What is asked travels as data, `@path` included."""
    (tmp_path / "notes.txt").write_text("secret words of a file")
    scripted_model.play(Step(f"{VERDICT_LABEL} silent"))
    ran = oracle(*DICE[:-1], f"How many dice do I roll? @{tmp_path / 'notes.txt'}")
    assert ran.code == 0, ran.err
    assert "The book is silent." in ran.out
    assert "secret words" not in str(scripted_model.history[0].body)
