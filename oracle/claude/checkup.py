"""Whether Claude Code can be asked on a machine: there, of a version we tested, guarded, logged in.

Owns the free checks: the program is started and greeted, nothing is asked of its service.
"""

from __future__ import annotations

import time
from pathlib import Path

from oracle.claude import failures, protocol
from oracle.claude.argv import build_argv, build_env
from oracle.config import ClaudeConfig, Config
from oracle.connect import connect
from vm.contracts import Program, Transport
from vm.doctor import Check, examine, failed, key_file
from vm.errors import VmError

TESTED = "2.1.332"
"""The version of Claude Code that this release was tested with."""

_GREETING = 30.0
_LAST_WORDS = 2.0


def check_machine(config: Config) -> tuple[Check, ...]:
    """Every check of the configured machine, from the key file to the login; one that says none is configured."""
    try:
        machine = connect(config)
    except VmError as error:
        return (failed("configuration", error),)
    if machine is None:
        return (Check("configuration", True, "vm.none"),)
    try:
        key = (key_file(Path(config.vm.key).expanduser()),) if config.vm.transport == "ssh" else ()
        reached = examine(machine)
        asked = check_claude(machine, config.claude) if all(check.ok for check in reached[:1]) else ()
        return (*key, *reached, *asked)
    finally:
        machine.close()


def check_claude(transport: Transport, config: ClaudeConfig) -> tuple[Check, ...]:
    """Start Claude Code as for a question and read its greeting."""
    started = time.monotonic()
    process = None
    try:
        process = transport.start(Program(build_argv(config, system="", view=True), build_env(config)))
        process.send(protocol.initialize(view=True))
        for line in process.lines(idle=_GREETING, total=_GREETING):
            record = protocol.parse(line)
            if record is not None and protocol.replies_to(record, protocol.INITIALIZE):
                return _greeted(record, round((time.monotonic() - started) * 1000))
        ended = failures.from_silence(process.wait(_LAST_WORDS), process.stderr_tail, config.command)
        return (Check("claude", False, ended.key, ended.facts),)
    except VmError as error:
        if process is not None and (status := process.wait(_LAST_WORDS)) is not None:
            ended = failures.from_silence(status, process.stderr_tail, config.command)
            return (Check("claude", False, ended.key, ended.facts),)
        return (failed("claude", error),)
    finally:
        if process is not None:
            process.close()


def _greeted(record: protocol.Json, ms: int) -> tuple[Check, ...]:
    told = protocol.part(record, "response", "response")
    version = str(protocol.part(told, "claude_code_version") or "?")
    key = "claude.check.version" if version == TESTED else "claude.check.version_untested"
    return (
        Check("claude", True, key, {"version": version, "tested": TESTED, "ms": ms}),
        _guard(told),
        _login(protocol.part(told, "account")),
    )


def _guard(told: object) -> Check:
    ok = protocol.part(told, "hook_on_failure_supported") is True
    return Check("guard", ok, "claude.check.guard" if ok else "claude.check.no_guard")


def _login(account: object) -> Check:
    sources = (protocol.part(account, name) for name in ("apiKeySource", "tokenSource"))
    source = next((str(found) for found in sources if found and found != "none"), None)
    if source is None:
        return Check("login", False, "claude.not_logged_in", {"why": ""})
    return Check("login", True, "claude.check.login", {"source": source})
