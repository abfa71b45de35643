"""How Claude Code is started: a command line and an environment. Pure.

The command line is a constant of the release, of what is asked for (the system text: an answer in a language, or a
rewrite) and of whether a page may be looked at. The model, keys and addresses travel in the environment.
"""

from __future__ import annotations

from oracle.claude.start import DEFAULT
from oracle.config import ClaudeConfig

TURNS = 1
"""Times that the model may be asked again after tool calls, and once more: an answer from text needs none.

Each message counts anew; what goes on where a message was too long, or empty, does not count (measured).
"""

LOOKING_TURNS = 2
"""The Read, then the answer."""

_QUIET = {
    "CLAUDE_CODE_MAX_RETRIES": "2",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
    "ENABLE_TOOL_SEARCH": "false",  # else the model is offered a placeholder tool beside Read
}

# Turns thinking off where the model lets it; one that always thinks hears `--effort low`.
_SHORT = {"MAX_THINKING_TOKENS": "0"}


def build_argv(config: ClaudeConfig, *, system: str, view: bool, brief: bool = False) -> tuple[str, ...]:
    """The command line: one tool when a view is offered, none otherwise, and nothing of the machine's own."""
    return (
        config.command,
        "-p",
        *("--input-format", "stream-json"),
        *("--output-format", "stream-json"),
        "--verbose",
        "--include-partial-messages",
        "--safe-mode",
        *("--setting-sources", ""),
        "--strict-mcp-config",
        *("--tools", "Read" if view else ""),
        *("--permission-prompt-tool", "stdio"),
        "--no-session-persistence",
        "--disable-slash-commands",
        *("--max-turns", str(LOOKING_TURNS if view else TURNS)),
        *(("--effort", "low") if brief else ()),
        *("--append-system-prompt", system),
    )


def build_env(config: ClaudeConfig, *, brief: bool = False) -> dict[str, str]:
    """The environment: what keeps it quiet (and short), the model, then what the configuration gives, which wins."""
    model = {"ANTHROPIC_MODEL": config.model} if config.model not in ("", DEFAULT) else {}
    return {**_QUIET, **(_SHORT if brief else {}), **model, **config.env}


def asked_model(config: ClaudeConfig) -> str:
    """The model that it is to start with; empty where any will do. A family may be given a model of its own."""
    env = build_env(config)
    model = env.get("ANTHROPIC_MODEL", "")
    return env.get(f"ANTHROPIC_DEFAULT_{model.upper()}_MODEL", model)


def expected_tools(view: bool) -> tuple[str, ...]:
    """The tools that it must report at its start; anything else is a reason not to go on."""
    return ("Read",) if view else ()
