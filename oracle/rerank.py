"""The passages that fusion put first, put in order once more by a cross-encoder, where the configuration names one.

Owns how many are read again, what is dropped, and loading the model once, when it is first needed. A model that cannot
be had changes nothing, and that is said.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from ingest.contracts import Note, Passage
from ingest.errors import MissingTool
from ingest.icons.placeholders import spoken
from oracle.contracts import Ranked

CHANNEL = "rerank"
FIRST = 24


class Scorer(Protocol):
    """A model that scores passages against a question: `ingest.embedders.crossing.CrossEncoder` is the real one."""

    def scores(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One number a passage, the higher the better."""


@dataclass(frozen=True)
class Rerank:
    """`first` passages are read again. With `least`, what scores less is dropped, and so is what was not read again.

    It prints as all that an order depends on: `identity` tells one model from another.
    """

    load: Callable[[], Scorer] = field(compare=False, repr=False)
    first: int = FIRST
    least: float | None = None
    identity: str = ""
    _loaded: list[Scorer] = field(default_factory=list, compare=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    def __call__(self, question: str, ranked: Sequence[Ranked]) -> tuple[tuple[Ranked, ...], tuple[Note, ...]]:
        """The same passages, the first of them in the model's order; what kept it from that."""
        try:
            scores = self._model().scores(question, [read(item.passage) for item in ranked[: self.first]])
        except MissingTool as error:
            return tuple(ranked), (Note(error.key, error.facts),)
        rest = ranked[self.first :] if self.least is None else ()
        return (*ordered(ranked[: self.first], scores, self.least), *rest), ()

    def _model(self) -> Scorer:
        with self._lock:
            if not self._loaded:
                self._loaded.append(self.load())
            return self._loaded[0]


def ordered(ranked: Sequence[Ranked], scores: Sequence[float], least: float | None = None) -> tuple[Ranked, ...]:
    """By score, equals in the order that they had; each told its rank, under the name of one more channel."""
    scored = sorted(zip(scores, range(len(ranked)), ranked, strict=True), key=lambda one: (-one[0], one[1]))
    kept = [item for score, _, item in scored if least is None or score >= least]
    return tuple(replace(item, channels={**item.channels, CHANNEL: rank}) for rank, item in enumerate(kept))


def read(passage: Passage) -> str:
    """A passage as the model reads it: under its headings, with its icons by name."""
    return spoken("\n".join((*filter(None, [" > ".join(passage.section_path)]), passage.text)), dict(passage.icons))


def from_folder(folder: str, first: int, least: float | None) -> Rerank | None:
    """The cross-encoder in a folder, `None` where none is named. Loads nothing yet."""
    if not folder:
        return None

    def load() -> Scorer:
        from ingest.embedders.crossing import open_cross_encoder

        return open_cross_encoder(Path(folder))

    return Rerank(load, first, least, _identity(Path(folder).expanduser()))


def _identity(folder: Path) -> str:
    """The folder and its files as they are now: another model in their place gives another order."""
    found = [_stamp(folder / name) for name in ("model.onnx", "onnx/model.onnx", "tokenizer.json")]
    return f"{folder} {hashlib.sha256(repr(found).encode()).hexdigest()[:12]}"


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        return file.stat().st_size, file.stat().st_mtime_ns
    except OSError:
        return None
