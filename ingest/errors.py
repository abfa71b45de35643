"""Every error that `ingest` lets out.

IngestError (4)
├── UsageError (2)        bad name, missing file, unknown game or booklet
├── MissingTool (3)       poppler, Tesseract, one of its languages, an embedding model
├── BadRulebook (4)       what was given cannot be read as a rulebook
├── NoIndex (5)           nothing published, or it needs `reindex` / `reembed`
└── CannotWrite (9)       disk full, read-only, locked by another process

A class carries its exit code; `key` names the message and the hint in `oracle/texts` ("ingest.no_game");
`facts` fill them in. Nobody matches strings. Foreign exceptions become these in the one module that owns
the library they come from.
"""

from __future__ import annotations

from typing import ClassVar


class IngestError(Exception):
    """Root: `key` and `facts` say what happened; `exit_code` is the process's."""

    exit_code: ClassVar[int] = 4

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = f"ingest.{key}"
        self.facts = facts

    def __str__(self) -> str:
        return self.key + "".join(f" {name}={value!r}" for name, value in self.facts.items())


class UsageError(IngestError):
    """The command named something that does not exist or may not be named so."""

    exit_code = 2


class MissingTool(IngestError):
    """A program, a language or a model is not on this machine."""

    exit_code = 3


class BadRulebook(IngestError):
    """The file is not a rulebook that can be read."""

    exit_code = 4


class NoIndex(IngestError):
    """There is nothing to search, or what there is does not fit the configuration."""

    exit_code = 5


class CannotWrite(IngestError):
    """The home cannot be written."""

    exit_code = 9
