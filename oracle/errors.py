"""Every error that `oracle` lets out.

OracleError
├── ConfigError (2)       the configuration says something impossible
├── UsageError (2)        an empty question, a page that does not exist
├── ClaudeError (7)       the CLI or its service failed; no answer came
│   ├── Misbehaved (7)    the model or the CLI did what it was not to: always said
│   └── Cancelled (130)   the player did not want to wait for it
├── Withheld (8)          an answer came and nothing of it could be verified
└── CannotWrite (9)       a file that was asked for cannot be written

`key` names message and hint in `oracle/texts` ("claude.rate_limited"); `facts` fill them in.
`oracle.cli.failures` is the only place that turns any error into a sentence and an exit code.
"""

from __future__ import annotations

from typing import ClassVar


class OracleError(Exception):
    """Root: `key` (with its area: "config.bad_value") and `facts` say what happened."""

    exit_code: ClassVar[int] = 2

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        return self.key + "".join(f" {name}={value!r}" for name, value in self.facts.items())


class ConfigError(OracleError):
    """The configuration cannot be used; the hint names the file and the key."""


class UsageError(OracleError):
    """What was asked makes no sense; nothing was done."""


class ClaudeError(OracleError):
    """Claude Code ran and gave no answer."""

    exit_code = 7


class Misbehaved(ClaudeError):
    """The model or Claude Code did what it was not to, and was stopped. Said also where its answer is not missed."""


class Cancelled(ClaudeError):
    """The player stopped it."""

    exit_code = 130


class Withheld(OracleError):
    """Nothing of the answer could be verified, so it is not shown as one."""

    exit_code = 8


class CannotWrite(OracleError):
    """The file that was asked for cannot be written."""

    exit_code = 9
