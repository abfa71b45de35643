"""The command line is a constant; what varies is in the environment."""

from __future__ import annotations

from oracle.claude.argv import LOOKING_TURNS, TURNS, asked_model, build_argv, build_env, expected_tools
from oracle.config import ClaudeConfig

SECRET = ClaudeConfig(command="claude", model="claude-sonnet-4-5", env={"ANTHROPIC_API_KEY": "s3cret"})


def test_the_command_line_is_the_same_for_every_account_and_model() -> None:
    """Only the system text and whether a view is offered change it."""
    assert build_argv(SECRET, system="S", view=True) == build_argv(ClaudeConfig(), system="S", view=True)


def test_a_question_without_a_view_has_no_tool_at_all() -> None:
    """`--tools` with nothing, against `--tools Read`; and no turn after a tool, against one."""
    with_view, without = (build_argv(SECRET, system="S", view=view) for view in (True, False))
    differing = [(a, b) for a, b in zip(with_view, without, strict=True) if a != b]
    assert differing == [("Read", ""), (str(LOOKING_TURNS), str(TURNS))]
    assert with_view[with_view.index("Read") - 1] == "--tools"
    assert (expected_tools(True), expected_tools(False)) == (("Read",), ())


def test_a_short_turn_thinks_nothing() -> None:
    """Which the configuration may allow again."""
    long, short = (build_argv(SECRET, system="S", view=False, brief=brief) for brief in (False, True))
    at = long.index(str(TURNS)) + 1
    assert short == (*long[:at], "--effort", "low", *long[at:])
    assert set(build_env(SECRET, brief=True).items()) - set(build_env(SECRET).items()) == {("MAX_THINKING_TOKENS", "0")}
    allowed = ClaudeConfig(env={"MAX_THINKING_TOKENS": "1024"})
    assert build_env(allowed, brief=True)["MAX_THINKING_TOKENS"] == "1024"


def test_nothing_of_the_machine_is_loaded() -> None:
    """No settings, no MCP server, no session kept, no command of its own."""
    argv = build_argv(SECRET, system="S", view=True)
    assert argv[argv.index("--setting-sources") + 1] == ""
    assert {"--safe-mode", "--strict-mcp-config", "--no-session-persistence", "--disable-slash-commands"} <= set(argv)


def test_the_configuration_has_the_last_word_in_the_environment() -> None:
    """The model goes by the environment; what the configuration names wins over what we set."""
    env = build_env(SECRET)
    assert (env["ANTHROPIC_MODEL"], env["ANTHROPIC_API_KEY"]) == ("claude-sonnet-4-5", "s3cret")
    assert build_env(ClaudeConfig(env={"DISABLE_TELEMETRY": "0"}))["DISABLE_TELEMETRY"] == "0"
    assert "ANTHROPIC_MODEL" not in {**build_env(ClaudeConfig()), **build_env(ClaudeConfig(model="default"))}


def test_the_model_asked_for_is_what_the_environment_says_in_the_end() -> None:
    """The configuration's own variables win, and may name the model of a family."""
    assert asked_model(SECRET) == "claude-sonnet-4-5"
    assert asked_model(ClaudeConfig()) == asked_model(ClaudeConfig(model="default")) == ""
    assert asked_model(ClaudeConfig(model="opus", env={"ANTHROPIC_MODEL": "haiku"})) == "haiku"
    named = ClaudeConfig(model="sonnet", env={"ANTHROPIC_DEFAULT_SONNET_MODEL": "arn:aws:x/y"})
    assert asked_model(named) == "arn:aws:x/y"
