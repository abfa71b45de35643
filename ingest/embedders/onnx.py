"""ONNX embedding models through fastembed: a folder, or a model of the hub. Only here is fastembed imported.

Owns loading, threads and the translation of fastembed's errors. A folder never needs the network; a model of the
hub needs it once.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from fastembed.rerank.cross_encoder import TextCrossEncoder
from loguru import logger
from tokenizers import Tokenizer

from ingest.embedders import ANY_LANGUAGE, FILES, PACKAGED, EmbedderInfo
from ingest.embedders.families import prefixes
from ingest.embedders.vectors import plain, unit
from ingest.errors import MissingTool, UsageError

if TYPE_CHECKING:
    from ingest.embedders import Vectors

# onnxruntime's own threads spin while they wait: two of them take 1.8 times the processor time. One thread a text,
# and two texts side by side, take none more. One text at a time, since a batch is padded to its longest.
SIDE_BY_SIDE = min(2, os.cpu_count() or 1)
_EDGE = 1 << 20

logger.disable("fastembed")


class Onnx:
    """A model loaded in fastembed. `prefixes` stand before every question and every passage."""

    def __init__(self, info: EmbedderInfo, model: TextEmbedding, prefixes: tuple[str, str] = ("", "")) -> None:
        self.info = info
        self._model = model
        self._question, self._passage = prefixes
        loaded: Any = model.model
        self._tokenizer = loaded.tokenizer
        self._counter = Tokenizer.from_str(loaded.tokenizer.to_str())
        self._counter.no_truncation()
        self._counter.no_padding()

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            return unit(
                list(pool.map(self._embed, [self._passage + plain(text) for text in texts])), self.info.dimension
            )

    def query(self, text: str) -> Vectors:
        """The vector of a question."""
        row: Vectors = unit(self._embed(self._question + plain(text)), self.info.dimension)[0]
        return row

    def count_tokens(self, text: str) -> int:
        """Tokens with the model's special ones, before anything is cut."""
        return len(self._counter.encode(plain(text)).ids)

    def tokens(self, text: str) -> list[int]:
        """What the graph is given, cut where the model ends."""
        ids: list[int] = self._tokenizer.encode(plain(text)).ids
        return ids

    def _embed(self, text: str) -> object:
        return next(iter(self._model.embed([text], batch_size=1)))


def load(info: EmbedderInfo, folder: Path, prefixes: tuple[str, str] = ("", "")) -> Onnx:
    """The model in `folder`, mean-pooled, under `info`. Raises `MissingTool` when it does not load."""
    name = f"rules-oracle/{hashlib.sha256(info.identity.encode()).hexdigest()[:16]}"
    known = {model["model"] for model in TextEmbedding.list_supported_models()}
    if name not in known:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="local/none"),
            dim=info.dimension,
            model_file="model.onnx",
        )
    return Onnx(info, _load(info.name, name, specific_model_path=str(folder)), prefixes)


def folder_info(folder: Path) -> EmbedderInfo:
    """What the model in a folder is. Raises `MissingTool` when a file of it is missing or says nothing."""
    folder = folder.expanduser()
    missing = [name for name in (*FILES, "config.json") if not (folder / name).is_file()]
    if missing:
        raise MissingTool("models.bad_folder", folder=folder, why=", ".join(missing))
    dimension = _number(folder, "config.json", "hidden_size")
    longest = min(_number(folder, "tokenizer_config.json", "model_max_length"), 512)
    identity = f"fastembed/{folder.name}@{_digest(folder)}/{dimension}/mean-l2-{longest}"
    return EmbedderInfo(str(folder), identity, dimension, ANY_LANGUAGE, longest, batch=32)


def open_folder(folder: Path) -> Onnx:
    """The model in a folder of the user's."""
    return load(folder_info(folder), folder.expanduser(), prefixes(folder.name))


def hub_info(name: str) -> EmbedderInfo:
    """What a model of the hub is, from fastembed's own list. Raises `UsageError` when it is not there."""
    found = _described(name)
    question, passage = prefixes(name)
    shape = "l2" if (question, passage) == ("", "") else "prefixed-l2"
    identity = f"fastembed/{found['model']}/{found['dim']}/{shape}"
    return EmbedderInfo(name, identity, int(found["dim"]), _languages(found), max_tokens=512, batch=32)


def open_hub(name: str, downloads: Path | None = None, *, fetch: bool = True) -> Onnx:
    """A model of the hub, fetched once into `downloads`. Raises `MissingTool` when the hub cannot be reached."""
    info = hub_info(name)
    known, folder = str(_described(name)["model"]), str(downloads or _cache())
    return Onnx(info, _load(name, known, cache_dir=folder, local_files_only=not fetch), prefixes(name))


def load_cross_encoder(folder: Path, weights: str) -> Callable[[str, Sequence[str]], list[float]]:
    """What scores passages against a question, by the model in `folder`. Raises `MissingTool` when it does not load."""
    name = f"rules-oracle/{hashlib.sha256(weights.encode()).hexdigest()[:16]}"
    if name not in {model["model"] for model in TextCrossEncoder.list_supported_models()}:
        TextCrossEncoder.add_custom_model(model=name, sources=ModelSource(hf="local/none"), model_file=weights)
    try:
        model = TextCrossEncoder(
            name, threads=1, providers=["CPUExecutionProvider"], specific_model_path=str(folder), local_files_only=True
        )
    except Exception as error:  # as for `_load`
        raise MissingTool("models.bad_reranker", folder=folder, why=error) from error

    def score(question: str, passages: Sequence[str]) -> list[float]:
        try:
            return [float(one) for one in model.rerank(question, passages, batch_size=1)]
        except Exception as error:  # a graph that wants other inputs, or gives no number a pair
            raise MissingTool("models.bad_reranker", folder=folder, why=error) from error

    return score


def _load(asked: str, name: str, **place: Any) -> TextEmbedding:
    try:
        return TextEmbedding(name, threads=1, providers=["CPUExecutionProvider"], **place)
    except Exception as error:  # fastembed lets all of its hub client and of onnxruntime out
        if "specific_model_path" in place:
            raise MissingTool("models.broken", model=asked, why=error) from error
        raise MissingTool("models.hub_unreachable", model=asked, why=error, instead=",".join(PACKAGED)) from error


def _described(name: str) -> Mapping[str, Any]:
    for model in TextEmbedding.list_supported_models():
        if model["model"].lower() == name.lower() and not name.startswith("rules-oracle/"):
            return model
    raise UsageError("models.unknown", model=name, known=", ".join(PACKAGED))


def _languages(model: Mapping[str, Any]) -> tuple[str, ...]:
    description = f"{model['model']} {model['description']}".lower()
    return ("en",) if "english" in description and "multilingual" not in description else ANY_LANGUAGE


def _number(folder: Path, file: str, key: str) -> int:
    try:
        return int(json.loads((folder / file).read_text("utf-8"))[key])
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise MissingTool("models.bad_folder", folder=folder, why=f"{file}: {key}") from error


def _digest(folder: Path) -> str:
    """Tells models apart without reading gigabytes: size and both ends of the weights, and the whole tokenizer."""
    digest = hashlib.sha256((folder / "tokenizer.json").read_bytes())
    with (folder / "model.onnx").open("rb") as weights:
        digest.update(weights.read(_EDGE))
        size = weights.seek(0, os.SEEK_END)
        weights.seek(max(0, size - _EDGE))
        digest.update(weights.read(_EDGE) + str(size).encode())
    return digest.hexdigest()[:12]


def _cache() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("rules-oracle") / "models"
