"""The closed list: what of a release and a configuration stands on it, and what never does."""

from __future__ import annotations

from dataclasses import replace

from oracle.claude.argv import build_argv, build_env
from oracle.config import ClaudeConfig
from oracle.wrapper.allowed import allowed, allowed_file, commands, expected_digest
from oracle.wrapper.guard import Allowed, digest
from tests.tools import ROOT
from vm import shell

SECRET = ClaudeConfig(env={"ANTHROPIC_API_KEY": "s3cret", "HTTPS_PROXY": "http://user:s3cret@proxy"})
SYSTEM = {"system.j2", "rewrite.j2"}
MESSAGES = {"message.j2", "rewrite_message.j2", "repair.j2"}


def test_a_new_system_text_has_to_be_put_on_the_list() -> None:
    """Every template is a message, or a constant that `oracle.wrapper.allowed.commands` knows: say here which."""
    assert {file.name for file in (ROOT / "oracle" / "prompts").glob("*.j2")} == SYSTEM | MESSAGES


def test_no_secret_stands_on_the_list() -> None:
    """Digests only; a key of the service is not even among them, so that changing it asks for no new setup."""
    assert b"s3cret" not in allowed_file(SECRET)
    other = replace(SECRET, env={**SECRET.env, "ANTHROPIC_API_KEY": "another"})
    assert expected_digest(other) == expected_digest(SECRET)


def test_the_list_is_the_same_each_time() -> None:
    """Order and content depend on nothing but release and configuration."""
    assert allowed_file(SECRET) == allowed_file(SECRET)
    assert expected_digest(SECRET) != expected_digest(replace(SECRET, command="other"))


def test_every_variable_that_we_set_may_be_set_and_no_value_of_another() -> None:
    """What a configuration gives is allowed with that very value."""
    table = Allowed(allowed(SECRET))  # type: ignore[arg-type]
    model = replace(SECRET, model="claude-sonnet-4-5[1m]")
    for brief in (True, False):
        for line in shell.env_block(build_env(model, brief=brief)).splitlines(keepends=True)[:-1]:
            assert table.variable("ask", line), line
    for line in (b"HTTPS_PROXY=http://thief\n", b"HTTPS_PROXY=\n", b"X=1\n", b"ANTHROPIC_MODEL=a\tb\n"):
        assert not table.variable("ask", line), line


def test_a_short_command_is_not_on_the_list() -> None:
    """It would run anything."""
    kinds = {digest(line.encode()): kind for kind, line in commands(SECRET)}
    assert digest(shell.command(shell.SHORT, ("id",)).encode()) not in kinds
    bare = shell.command(shell.WATCHED, build_argv(SECRET, system="", view=True))
    assert digest(bare.encode()) not in kinds
