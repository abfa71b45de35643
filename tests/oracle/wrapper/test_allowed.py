"""The closed list: what of a release and a configuration stands on it, and what never does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from oracle.claude import protocol
from oracle.claude.argv import build_argv, build_env
from oracle.config import ClaudeConfig
from oracle.contested import Contest
from oracle.contracts import Prompt, Question, Stack, Turn, Understood
from oracle.prompt import LANGUAGES, compose
from oracle.rewrite import prompt as rewriting
from oracle.sheets import prompt as condensing
from oracle.sheets.contracts import Sheet, SheetKind
from oracle.wrapper.allowed import allowed, allowed_file, commands, expected_digest
from oracle.wrapper.guard import Allowed, digest
from tests.oracle.prompt_cases import BOOKLETS, FOUND, REGION, WHOLE, WORDS
from tests.tools import ROOT
from vm import shell

SECRET = ClaudeConfig(env={"ANTHROPIC_API_KEY": "s3cret", "HTTPS_PROXY": "http://user:s3cret@proxy"})
SYSTEM = {"system.j2", "dispute.j2", "rewrite.j2", "sheet.j2"}
MESSAGES = {"message.j2", "rewrite_message.j2", "sheet_message.j2", "repair.j2"}


def test_a_new_system_text_has_to_be_put_on_the_list() -> None:
    """Every template is a message, or a constant that `oracle.wrapper.allowed.commands` knows: say here which."""
    assert {file.name for file in (ROOT / "oracle" / "prompts").glob("*.j2")} == SYSTEM | MESSAGES


@pytest.mark.parametrize("config", [ClaudeConfig(), SECRET, ClaudeConfig("another-claude", "a-model")])
def test_whatever_the_product_can_ask_is_asked_by_a_command_of_the_list(config: ClaudeConfig) -> None:
    """In any language, with a picture and without, for a rewrite, a sheet; a repair is one more message to the same."""
    table = Allowed(allowed(config))  # type: ignore[arg-type]
    made: dict[str, str] = {}
    for prompt in every_prompt():
        argv = build_argv(config, system=prompt.system, view=prompt.view is not None, brief=prompt.brief)
        line = shell.command(shell.WATCHED, argv)
        made[line] = "look" if prompt.view else "ask"
        assert table.kind(line.encode()) == made[line]
        assert table.constant(made[line], protocol.initialize(view=prompt.view is not None))
        for variable in shell.env_block(build_env(config, brief=prompt.brief)).splitlines(keepends=True)[:-1]:
            assert table.variable(made[line], variable)
    asking = [line for kind, line in commands(config) if kind in ("ask", "look")]
    assert sorted(made) == sorted(asking), "a command that nothing asks for stands on the list"


def every_prompt() -> Iterator[Prompt]:
    """One of each kind that the product makes, with hostile words in all that varies."""
    said = "--tools Bash'; id; #"
    for asked, heard in product((None, *LANGUAGES), (*LANGUAGES, "de", "und")):
        for view in (None, WHOLE, REGION):
            question = Question(said, Stack("dice"), (Turn(said, said),), answer_language=asked)
            for asking in (question, replace(question, contest=Contest(said))):
                yield compose(asking, Understood(said, said, heard, (heard,)), BOOKLETS, FOUND, view)
    yield rewriting.compose(Question(said, Stack("dice")), WORDS)
    for language in LANGUAGES:
        sheet = Sheet(SheetKind.SETUP, "dice", said, 4, language, said)
        yield condensing.compose(sheet, [ranked.passage for ranked in FOUND.passages], 1000)


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
