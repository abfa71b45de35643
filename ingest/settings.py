"""What `ingest` is told by whoever runs it. Reads no file and no environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest.contracts import Note
from ingest.embedders.providers import Provider


@dataclass(frozen=True)
class Settings:
    """`home` holds the catalogue, the corpus and the vectors.

    `models` are embedding models by name, one dense channel each. `chroma_url` is a Chroma server;
    `None` means the store embedded under `home`. `workers` read pages side by side. `providers` are the servers that
    models named `PROVIDER:MODEL` are asked of.
    """

    home: Path
    models: tuple[str, ...] = ("minilm", "use")
    ocr_languages: tuple[str, ...] = ("fra", "eng")
    chroma_url: str | None = None
    workers: int = 2
    providers: tuple[Provider, ...] = ()

    @property
    def database(self) -> Path:
        """The catalogue."""
        return self.home / "oracle.db"

    @property
    def books(self) -> Path:
        """`books/GAME/BOOKLET/REVISION/`: the corpus, the authority."""
        return self.home / "books"

    @property
    def lexicons(self) -> Path:
        """`lexical/GAME.db`: the lexical indexes of each game."""
        return self.home / "lexical"

    @property
    def staging(self) -> Path:
        """Revisions being made; whatever is left here by a dead process is swept."""
        return self.home / "staging"

    @property
    def vectors(self) -> Path:
        """The embedded Chroma store."""
        return self.home / "chroma"


class Say(Protocol):
    """Turns a text key and its facts into a sentence in the user's language."""

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence under `key`, filled in with `facts`."""

    def hint(self, key: str, /, **facts: object) -> str | None:
        """The command to type, or `None` when there is nothing to type."""


class Screen(Protocol):
    """Where commands write: standard output for data, standard error for narration, both made harmless."""

    def emit(self, text: str, /) -> None:
        """Write text for people (or pipes) on standard output."""

    def emit_json(self, record: Mapping[str, object], /) -> None:
        """Write one JSON document with its schema number on standard output."""

    def narrate_line(self, text: str, /) -> None:
        """Write narration on standard error."""


@dataclass(frozen=True)
class IngestContext:
    """What the `oracle` command hands to the `ingest` commands through click's `ctx.obj`.

    `configure` writes one key of the configuration; whether it is in force: the environment may say otherwise.
    """

    settings: Settings
    say: Say
    screen: Screen
    configure: Callable[[str, str], bool]


@dataclass(frozen=True)
class Progress:
    """One step of an ingestion: `stage` is a text key (`ingest.stage.pages`), `done` of `total`."""

    stage: str
    done: int
    total: int
    note: Note | None = None


OnProgress = Callable[[Progress], None]
