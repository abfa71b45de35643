"""The closed list of this release and configuration: what the guard on the machine lets through.

Pure. Owns which command lines, lines and variables are constants. Digests stand on the list, so that it holds neither
the system texts nor a value of `claude.env`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources

from oracle import prompt
from oracle.claude import protocol
from oracle.claude.argv import build_argv, build_env
from oracle.config import ClaudeConfig
from oracle.rewrite import prompt as rewrite
from oracle.sheets import prompt as sheets
from oracle.wrapper.guard import digest
from vm import shell

MODEL = r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]{0,99}"
SECRET = r"[\x21-\x7e]{1,4096}"
FREE = {
    shell.PATIENCE: r"[1-9][0-9]{0,3}",
    "ANTHROPIC_MODEL": MODEL,
    "ANTHROPIC_API_KEY": SECRET,
    "ANTHROPIC_AUTH_TOKEN": SECRET,
    "CLAUDE_CODE_OAUTH_TOKEN": SECRET,
}
"""Variables whose value is the asker's: his patience, which model, and logins of his own. None leads anywhere else."""

ASK, LOOK = "ask", "look"
STORE = {"put": shell.PUT, "offer": shell.OFFER, "list": shell.LIST, "facts": shell.FACTS}


def allowed(config: ClaudeConfig) -> dict[str, object]:
    """The whole list, as `allowed.json` holds it."""
    constant = {digest(line) for line in _environment(config)} | {digest(protocol.interrupt())}
    return {
        "commands": {digest(command.encode()): kind for kind, command in commands(config)},
        "lines": {
            ASK: sorted(constant | {digest(protocol.initialize(view=False))}),
            LOOK: sorted(constant | {digest(protocol.initialize(view=True))}),
        },
        "free": FREE,
    }


def allowed_file(config: ClaudeConfig) -> bytes:
    """The content of `allowed.json`."""
    return json.dumps(allowed(config), indent=1, sort_keys=True).encode() + b"\n"


def guard_file() -> bytes:
    """The guard as it runs there."""
    return (resources.files(__package__) / "guard.py").read_bytes()


def expected_digest(config: ClaudeConfig) -> str:
    """What a guard says of itself that was installed by this release with this configuration."""
    return digest(guard_file() + allowed_file(config))


def commands(config: ClaudeConfig) -> Iterator[tuple[str, str]]:
    """Every command line of this release, and what it does."""
    for language in prompt.LANGUAGES:
        for system in (prompt.system_text(language), prompt.dispute_text(language)):
            yield ASK, _line(build_argv(config, system=system, view=False))
            yield LOOK, _line(build_argv(config, system=system, view=True))
    for language in prompt.LANGUAGES:
        yield ASK, _line(build_argv(config, system=sheets.system_text(language), view=False))
    yield ASK, _line(build_argv(config, system=rewrite.system_text(), view=False, brief=True))
    for kind, script in STORE.items():
        yield kind, shell.command(script)


def _line(argv: tuple[str, ...]) -> str:
    return shell.command(shell.WATCHED, argv)


def _environment(config: ClaudeConfig) -> set[bytes]:
    """The lines of every environment that a program is started with, but for what is free."""
    lines = shell.env_block({**build_env(config), **build_env(config, brief=True)}).splitlines(keepends=True)
    return {line for line in lines if line.strip() and line.split(b"=")[0].decode() not in FREE}
