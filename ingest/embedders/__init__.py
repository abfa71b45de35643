"""Embedding models by name, one dense channel each.

Owns the seam (`Embedder`, `EmbedderInfo`) and the choice of the module that implements it. Importing this costs
nothing; a model's library is imported when the model is asked for. Knows neither the cache nor the vector store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ingest.embedders.providers import Provider

    Vectors = NDArray[np.float32]

ANY_LANGUAGE = ("*",)
PACKAGED = ("minilm", "use")
HASH = "hash"
FASTEMBED = "fastembed:"
"""May stand before a folder or the name of a model of the hub; says nothing new."""

FILES = ("model.onnx", "tokenizer.json", "tokenizer_config.json")
"""What a folder with a model must hold."""


@dataclass(frozen=True)
class EmbedderInfo:
    """What is known of a model without loading its weights.

    Vectors of equal `identity` may be compared, others never: it names the provider, the model and its version,
    the dimension and the normalisation. `languages` are ISO codes, `("*",)` for any. A text longer than
    `max_tokens` is cut. `batch` is how many texts to hand over at a time.
    """

    name: str
    identity: str
    dimension: int
    languages: tuple[str, ...]
    max_tokens: int
    batch: int


class Embedder(Protocol):
    """A loaded model. Safe to use from several threads."""

    @property
    def info(self) -> EmbedderInfo:
        """What this model is."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text, float32, each of length 1."""

    def query(self, text: str) -> Vectors:
        """The vector of a question, of length 1."""

    def count_tokens(self, text: str) -> int:
        """Tokens of the whole text by the model's own tokenizer, what is cut off included."""


def embedder_info(name: str, providers: Sequence[Provider] = ()) -> EmbedderInfo:
    """What model `name` is. Raises `MissingTool` when it cannot be had, `UsageError` for no such model."""
    name = name.removeprefix(FASTEMBED)
    if name == "minilm":
        from ingest.embedders import packaged

        return packaged.info()
    if name == "use":
        from ingest.embedders import use

        return use.info()
    if name == HASH:
        from ingest.embedders import hashing

        return hashing.INFO
    if is_remote(name):
        from ingest.embedders import remote

        return remote.info(name, providers)
    from ingest.embedders import onnx

    return onnx.folder_info(Path(name)) if is_folder(name) else onnx.hub_info(name)


def open_embedder(
    name: str, downloads: Path | None = None, *, fetch: bool = True, providers: Sequence[Provider] = ()
) -> Embedder:
    """Load a model: `minilm`, `use`, `hash` (tests only), a folder, the name of a model on the hub, `PROVIDER:MODEL`.

    A model of the hub needs the network once; it is kept in `downloads` (the user's cache folder by default); with
    `fetch=False` it must be there already. A provider's is asked whenever something is embedded.
    Raises `MissingTool` when the model cannot be had, `UsageError` when there is none of that name.
    """
    name = name.removeprefix(FASTEMBED)
    if name == "minilm":
        from ingest.embedders import packaged

        return packaged.Minilm()
    if name == "use":
        from ingest.embedders import use

        return use.Use()
    if name == HASH:
        from ingest.embedders import hashing

        return hashing.Hash()
    if is_remote(name):
        from ingest.embedders import remote

        return remote.open_remote(name, providers)
    from ingest.embedders import onnx

    return onnx.open_folder(Path(name)) if is_folder(name) else onnx.open_hub(name, downloads, fetch=fetch)


def is_folder(name: str) -> bool:
    """Whether a model's name is a path: hub names are `owner/model`, so a path is absolute or says where it starts."""
    return name.startswith(("/", "./", "../", "~"))


def is_remote(name: str) -> bool:
    """Whether a model's name is `PROVIDER:MODEL`: no name on the hub holds a colon."""
    return ":" in name and not is_folder(name)
