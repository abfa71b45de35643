"""Whether Claude Code can be asked on a machine: reached, guarded, of a version we tested, logged in, and how fast.

Owns the checks. All are free: the program is started and greeted, nothing is asked of its service, unless a live
question is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from oracle import prompt
from oracle.claude import failures, protocol
from oracle.claude.argv import build_argv, build_env, expected_tools
from oracle.claude.start import check_start, is_work
from oracle.claude.versions import TESTED, too_old
from oracle.config import ClaudeConfig, Config
from oracle.connect import connect, ssh_host
from oracle.errors import Misbehaved
from oracle.wrapper.allowed import expected_digest
from vm.contracts import Process, Program, Transport
from vm.deadlines import Deadlines
from vm.doctor import Check, Examined, examine, failed, key_file
from vm.errors import VmError
from vm.hosts import Passphrase, nobody

TINY = "Answer with the single word: yes"
_GREETING = 30.0
_LIVE = 60.0


@dataclass
class _Times:
    """When things happened after the start, in milliseconds."""

    _since: float = field(default_factory=time.monotonic)
    ms: dict[str, int] = field(default_factory=dict)

    def mark(self, name: str) -> None:
        self.ms.setdefault(name, round((time.monotonic() - self._since) * 1000))


def check_machine(config: Config, passphrase: Passphrase = nobody, *, live: bool = False) -> tuple[Check, ...]:
    """Every check of the configured machine, from the key file to the login; one that says none is configured."""
    try:
        machine = connect(config, passphrase)
    except VmError as error:
        return (failed("configuration", error),)
    if machine is None:
        named = config.vm.host
        return (Check("configuration", True, "vm.not_chosen" if named else "vm.none", {"host": named}, better=True),)
    try:
        keys = _keys(config) if config.vm.transport == "ssh" else ()
        if not all(key.ok for key in keys):
            return keys
        found = examine(machine)
        if found.connect_ms is None:
            return (*keys, *found.checks)
        host, *others = found.checks
        guarded = (_wrapper(found, config),) if config.vm.transport == "ssh" else ()
        asked = check_claude(machine, config.claude, connect_ms=found.connect_ms, live=live)
        return (*keys, host, *guarded, *others, *asked)
    finally:
        machine.close()


def _keys(config: Config) -> tuple[Check, ...]:
    host = ssh_host(config)
    files = tuple(key_file(Path(file)) for file in host.keys)
    return files or (Check("key", True, "vm.check.agent"),)


def _wrapper(found: Examined, config: Config) -> Check:
    """Whether our key can only ask questions there. A shell is what most people have: no fault, but worth a hint."""
    if found.wrapper is None:
        return Check("wrapper", True, "vm.check.no_wrapper", better=True)
    if found.wrapper != expected_digest(config.claude):
        return Check("wrapper", False, "vm.check.other_wrapper")
    return Check("wrapper", True, "vm.check.wrapper")


def check_claude(
    transport: Transport, config: ClaudeConfig, *, connect_ms: int = 0, live: bool = False
) -> tuple[Check, ...]:
    """Start Claude Code as for a question and read its greeting; ask it something tiny if `live`."""
    times = _Times()
    process = None
    try:
        argv = build_argv(config, system=prompt.system_text("en"), view=True)
        process = transport.start(Program(argv, build_env(config)))
        times.mark("spawn")
        process.send(protocol.initialize(view=True))
        greeting = _greeting(process, times)
        if greeting is None:
            ended = failures.from_silence(process.wait(Deadlines.last_words), process.stderr_tail, config.command)
            return (Check("claude", False, ended.key, ended.facts),)
        speed = Check("latency", True, "claude.check.latency", {"connect": connect_ms, **times.ms})
        return (*_greeted(greeting), speed, *(_live(process, config.model) if live else ()))
    except VmError as error:
        if process is not None and (status := process.wait(Deadlines.last_words)) is not None:
            ended = failures.from_silence(status, process.stderr_tail, config.command)
            return (Check("claude", False, ended.key, ended.facts),)
        return (failed("claude", error),)
    finally:
        if process is not None:
            process.close()


def _greeting(process: Process, times: _Times) -> protocol.Json | None:
    for line in process.lines(idle=_GREETING, total=_GREETING):
        times.mark("first")
        record = protocol.parse(line)
        if record is not None and protocol.replies_to(record, protocol.INITIALIZE):
            return record
    return None


def _greeted(record: protocol.Json) -> Iterator[Check]:
    told = protocol.part(record, "response", "response")
    version = str(protocol.part(told, "claude_code_version") or "?")
    tested = version in TESTED
    if too_old(version):
        yield Check("claude", False, "claude.too_old", {"version": version, "tested": TESTED[0]})
    else:
        key = "claude.check.version" if tested else "claude.check.version_untested"
        yield Check("claude", True, key, {"version": version, "tested": ", ".join(TESTED)}, better=not tested)
    yield _guard(told)
    yield _login(protocol.part(told, "account"))


def _guard(told: object) -> Check:
    ok = protocol.part(told, "hook_on_failure_supported") is True
    return Check("guard", ok, "claude.check.guard" if ok else "claude.check.no_guard")


def _login(account: object) -> Check:
    sources = (protocol.part(account, name) for name in ("apiKeySource", "tokenSource"))
    source = next((str(found) for found in sources if found and found != "none"), None)
    if source is None:
        return Check("login", False, "claude.not_logged_in", {"why": ""})
    return Check("login", True, "claude.check.login", {"source": source})


def _live(process: Process, model: str) -> Iterator[Check]:
    """One tiny question: whether Claude Code starts as it must for a question, how long it takes, and what it costs."""
    times, started = _Times(), False
    process.send(protocol.user(TINY))
    for line in process.lines(idle=_LIVE, total=_LIVE):
        record = protocol.parse(line)
        if record is None:
            continue
        if record.get("subtype") == "init":
            yield (start := _start(record, model))
            if not start.ok:
                return
            started = True
        elif is_work(record) and not started:
            yield Check("start", False, "claude.no_start")
            return
        elif record["type"] == "result":
            times.mark("whole")
            yield _answered(record, times.ms["whole"])
            return
    yield Check("live", False, "claude.died", {"status": "?", "why": ""})


def _start(record: protocol.Json, model: str) -> Check:
    """What it says of itself at its start, held to what a question holds it to."""
    try:
        check_start(record, expected_tools(view=True), model)
    except Misbehaved as error:
        return Check("start", False, error.key, error.facts)
    return Check("start", True, "claude.check.start", {"model": str(record.get("model") or "?")})


def _answered(result: protocol.Json, ms: int) -> Check:
    if result.get("is_error"):
        error = failures.from_result(result, None, None)
        return Check("live", False, error.key, error.facts)
    usage = protocol.part(result, "usage") or {}
    tokens = sum(count for name, count in usage.items() if name.endswith("_tokens") and isinstance(count, int))
    cost = result.get("total_cost_usd")
    shown = f"{cost:.4f}" if isinstance(cost, int | float) else "?"
    return Check("live", True, "claude.check.live", {"ms": ms, "cost": shown, "tokens": tokens})
