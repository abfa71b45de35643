"""What can go wrong with Claude Code, its service and the line, each with the error and the exit code it ends in.

The real CLI over a real sshd wherever it can produce the fault.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from oracle.claude.client import Claude
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted
from oracle.errors import Cancelled, ClaudeError
from tests.fakes.scripted_model import Scripted, ScriptedModel, Step, Use
from tests.sshd import Sshd, free_port
from vm.errors import VmError
from vm.machine import Machine

Heard = Delta | Restarted | LookedAt
NO_RETRY = {"CLAUDE_CODE_MAX_RETRIES": "0"}


@dataclass(frozen=True)
class Fault:
    """A script of the service, the CLI's environment, and the error that must come of it."""

    name: str
    key: str
    script: tuple[Scripted, ...] = (Step("unused"),)
    env: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)


FAULTS = (
    Fault("no key", "claude.not_logged_in", env={"ANTHROPIC_API_KEY": ""}),
    Fault("key refused", "claude.not_logged_in", (Step(status=401, error="authentication_error"),)),
    Fault("account barred", "claude.forbidden", (Step(status=403, error="permission_error"),)),
    Fault("no such model", "claude.bad_request", (Step(status=404, error="not_found_error"),), facts={"status": 404}),
    Fault("limit reached", "claude.rate_limited", (Step(status=429, error="rate_limit_error"),), NO_RETRY),
    Fault(
        "limit with a long wait",
        "claude.rate_limited_for",
        (Step(status=429, error="rate_limit_error", headers={"retry-after": "50"}),),
    ),
    Fault("overloaded", "claude.overloaded", (Step(status=529, error="overloaded_error"),), NO_RETRY),
    Fault("service broken", "claude.api_down", (Step(status=500),), NO_RETRY),
    Fault("service away", "claude.api_down", env={"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{free_port()}", **NO_RETRY}),
    Fault("refusal", "claude.refused", (Step("no", stop="refusal"),)),
    Fault("empty answer", "claude.empty", (Step(""),)),
    Fault("a tool", "claude.other_tool", (Step(tools=(Use("Bash", {"command": "ls"}),)),)),
)


def prompt() -> Prompt:
    """A question whose system text marks its process."""
    return Prompt(system=f"mark {uuid.uuid4().hex}", message='{"question": "How many?"}', cited=())


def answer(
    claude: Claude, asked: Prompt, *, timeout: float = 40, cancel: threading.Event | None = None
) -> tuple[list[Heard], Completion]:
    """What was heard, and the completion."""
    heard: list[Heard] = []
    return heard, claude.answer(asked, heard.append, timeout=timeout, cancel=cancel or threading.Event())


def script(folder: Path, text: str) -> Path:
    """A program in place of Claude Code, for what the real one cannot be made to do."""
    program = folder / "claude"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return program


def ready(request: str = "oracle-initialize") -> str:
    """The line that grants a control request."""
    return json.dumps({"type": "control_response", "response": {"subtype": "success", "request_id": request}})


def nothing_runs(asked: Prompt, seconds: float) -> bool:
    """Whether no process with the prompt's mark is left within that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        listed = subprocess.run(("ps", "-eo", "args"), capture_output=True, text=True, check=True).stdout
        if asked.system not in listed:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_of_the_service_is_one_error_and_never_an_answer(
    fault: Fault, machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """Exit code 7, the right key, within seconds, and nothing left running."""
    scripted_model.play(*fault.script)
    claude = Claude(machine, replace(claude_config, env={**claude_config.env, **fault.env}))
    asked = prompt()
    with pytest.raises(ClaudeError) as caught:
        answer(claude, asked)
    assert (caught.value.key, caught.value.exit_code) == (fault.key, 7)
    assert fault.facts.items() <= caught.value.facts.items()
    assert nothing_runs(asked, 3)


def test_an_answer_that_is_cut_begins_again(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """The service drops the connection mid-answer: what was shown is void, the second answer counts alone."""
    scripted_model.play(Step("one two three four", cut_after=4), Step("the whole answer"), by_request=True)
    heard, done = answer(Claude(machine, claude_config), prompt())
    assert done.text == "the whole answer"
    after = heard[heard.index(Restarted()) + 1 :]
    assert "".join(event.text for event in after if isinstance(event, Delta)) == "the whole answer"


def test_an_answer_without_streaming_is_heard_too(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """When streaming fails for good, the CLI asks without it: the text comes in one piece."""
    cut = Step("one two three four", cut_after=4)
    scripted_model.play(cut, Step("the whole answer"), by_request=True)
    config = replace(claude_config, env={**claude_config.env, **NO_RETRY})
    heard, done = answer(Claude(machine, config), prompt())
    assert done.text == "the whole answer"
    assert heard[-1] == Delta("the whole answer")


def test_an_answer_longer_than_a_message_is_whole(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """The CLI continues by itself and reports the last piece only: we keep all of them."""
    scripted_model.play(Step("first half, ", stop="max_tokens"), Step("second half"), by_request=True)
    heard, done = answer(Claude(machine, claude_config), prompt())
    assert done.text == "first half, second half"
    assert Restarted() not in heard


def test_a_passing_limit_is_waited_through(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """A second's wait that the service asks for is no error."""
    scripted_model.play(
        Step(status=429, error="rate_limit_error", headers={"retry-after": "1"}), Step("after all"), by_request=True
    )
    assert answer(Claude(machine, claude_config), prompt())[1].text == "after all"


@pytest.mark.parametrize(
    ("idle", "timeout", "key"), [(0.7, 30, "claude.silent"), (30, 2, "claude.too_slow")], ids=["silent", "slow"]
)
@pytest.mark.parametrize("alive", [True, False], ids=["alive", "dead"])
def test_who_is_to_blame_for_silence_is_asked(
    machine: Machine, claude_config: ClaudeConfig, tmp_path: Path, idle: float, timeout: float, key: str, alive: bool
) -> None:
    """One that still answers an interrupt waits for its service (7); one that does not is away (6)."""
    program = script(tmp_path, 'read -r l; echo "$OK"; read -r l; read -r l; $ALIVE echo "$STOPPED"; cat >/dev/null')
    env = {"OK": ready(), "STOPPED": ready("oracle-interrupt"), "ALIVE": "" if alive else ":"}
    claude, asked = Claude(machine, replace(claude_config, command=str(program), env=env), idle=idle), prompt()
    started = time.monotonic()
    with pytest.raises(ClaudeError if alive else VmError) as caught:
        answer(claude, asked, timeout=timeout)
    assert caught.value.exit_code == (7 if alive else 6)
    assert not alive or caught.value.key == key
    assert time.monotonic() - started < 6
    assert nothing_runs(asked, 3)


@pytest.mark.slow
def test_a_service_that_hangs_is_given_up(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """The real CLI acknowledges our interrupt: the fault is its service's, and nothing goes on."""
    scripted_model.play(Step("never", hang=60))
    asked = prompt()
    with pytest.raises(ClaudeError) as caught:
        answer(Claude(machine, claude_config, idle=6), asked, timeout=40)
    assert (caught.value.key, caught.value.exit_code) == ("claude.silent", 7)
    assert nothing_runs(asked, 3)


def test_cancelling_stops_the_other_side_within_a_second(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """Mid-answer: the call returns within a second, nothing runs three seconds later, the next question works."""
    scripted_model.play(Step("word " * 400, pause=0.05))
    claude, asked, cancel = Claude(machine, claude_config), prompt(), threading.Event()
    stopped: list[float] = []

    def stop_at_first_word(event: Heard) -> None:
        if not cancel.is_set():
            stopped.append(time.monotonic())
            cancel.set()

    with pytest.raises(Cancelled) as caught:
        claude.answer(asked, stop_at_first_word, timeout=40, cancel=cancel)
    assert caught.value.exit_code == 130
    assert time.monotonic() - stopped[0] < 1
    assert nothing_runs(asked, 3)
    scripted_model.play(Step("the next one"))
    assert answer(claude, prompt())[1].text == "the next one"


def test_cancelling_does_not_wait_for_a_connection(claude_config: ClaudeConfig, machine: Machine) -> None:
    """Set before anything was started, it ends the call at once."""
    cancel = threading.Event()
    cancel.set()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        answer(Claude(machine, claude_config), prompt(), cancel=cancel)
    assert time.monotonic() - started < 1


def test_a_line_cut_mid_answer_is_the_machines_fault(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel, sshd: Sshd
) -> None:
    """Exit code 6, no partial text as an answer, nothing left running there, and the next question works."""
    scripted_model.play(Step("word " * 400, pause=0.05))
    claude, asked = Claude(machine, claude_config), prompt()

    def cut(event: Heard) -> None:
        sshd.cut()

    with pytest.raises(VmError) as caught:
        claude.answer(asked, cut, timeout=40, cancel=threading.Event())
    assert (caught.value.key, caught.value.exit_code) == ("vm.cut", 6)
    assert nothing_runs(asked, 3)
    scripted_model.play(Step("the next one"))
    assert answer(claude, prompt())[1].text == "the next one"


def test_a_frozen_machine_is_the_machines_fault(
    machine: Machine, claude_config: ClaudeConfig, sshd: Sshd, tmp_path: Path
) -> None:
    """It keeps the line and says nothing: our own clock gives it up, exit code 6."""
    event = {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "a word"}}
    start = {"type": "system", "subtype": "init", "tools": [], "mcp_servers": [], "model": "m"}
    env = {"OK": ready(), "START": json.dumps(start), "WORD": json.dumps({"type": "stream_event", "event": event})}
    program = script(
        tmp_path,
        'read -r l; echo "$OK"; read -r l; echo "$START"; echo "$WORD"; while :; do read -r l; echo "$OK"; done',
    )

    def freeze(event: Heard) -> None:
        for pid in sshd.sessions():
            os.kill(pid, signal.SIGSTOP)

    claude = Claude(machine, replace(claude_config, command=str(program), env=env), idle=1.5)
    try:
        with pytest.raises(VmError) as caught:
            claude.answer(prompt(), freeze, timeout=40, cancel=threading.Event())
        assert (caught.value.key, caught.value.exit_code) == ("vm.idle", 6)
    finally:
        sshd.cut()


def test_a_machine_without_claude_says_how_to_install_it(machine: Machine, claude_config: ClaudeConfig) -> None:
    """Status 127 of the shell is its own error."""
    with pytest.raises(ClaudeError) as caught:
        answer(Claude(machine, replace(claude_config, command="no-such-claude")), prompt())
    assert (caught.value.key, caught.value.exit_code) == ("claude.missing", 7)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("echo \"error: unknown option '--safe-mode'\" >&2; exit 1", "claude.unknown_option"),
        ("kill -KILL $$", "claude.killed"),
        ("exit 0", "claude.died"),
        ("head -c 6000000 /dev/zero | tr '\\0' e >&2; exit 1", "claude.died"),
        ('read -r l; printf \'%s\\n\' "$OK" "$BASH"; read -r l; cat', "claude.unexpected_tools"),
        ('read -r l; printf \'%s\\n\' "$OK" "$MCP"; read -r l; cat', "claude.unexpected_tools"),
        ("read -r l; printf '%s\\n' \"$REFUSED\"; cat", "claude.no_hook"),
        ('read -r l; printf \'%s\\n\' "$OK" "$BYPASS"; read -r l; cat', "claude.unexpected_start"),
        ('read -r l; printf \'%s\\n\' "$OK" "$TURNS"; read -r l; cat', "claude.max_turns"),
        ("read -r l; printf '%s\\n' \"$OLD\"; cat", "claude.too_old"),
        ('read -r l; printf \'%s\\n\' "$OK"; read -r l; echo \'{"type":"resu\'; sleep 9', "claude.garbled"),
        (
            "echo hello; echo '[1]'; echo '{\"a\"'; read -r l; printf '%s\\n' \"$OK\"; echo nonsense; exit 3",
            "claude.died",
        ),
    ],
    ids=[
        "bad flag",
        "killed",
        "quiet end",
        "6 MB of stderr",
        "other tools",
        "mcp",
        "no hook",
        "bypass",
        "max turns",
        "too old",
        "garbled",
        "noise",
    ],
)
def test_a_program_that_is_not_the_claude_we_know_is_stopped(
    machine: Machine, claude_config: ClaudeConfig, tmp_path: Path, said: str, key: str
) -> None:
    """Whatever it says or does not say: an error, and it ends."""
    program = script(tmp_path, said)
    env = {
        "OK": ready(),
        "OLD": json.dumps(
            {
                "type": "control_response",
                "response": {"request_id": "oracle-initialize", "subtype": "success"}
                | {"response": {"claude_code_version": "2.1.9"}},
            }
        ),
        "REFUSED": '{"type":"control_response","response":{"subtype":"error","request_id":"oracle-initialize"}}',
        "BASH": '{"type":"system","subtype":"init","tools":["Bash"],"mcp_servers":[],"model":"m"}',
        "BYPASS": '{"type":"system","subtype":"init","tools":[],"permissionMode":"bypassPermissions"}',
        "TURNS": '{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":2}',
        "MCP": '{"type":"system","subtype":"init","tools":[],"mcp_servers":[{"name":"x"}],"model":"m"}',
    }
    asked = prompt()
    with pytest.raises(ClaudeError) as caught:
        answer(Claude(machine, replace(claude_config, command=str(program), env=env)), asked)
    assert caught.value.key == key
    assert nothing_runs(asked, 3)
