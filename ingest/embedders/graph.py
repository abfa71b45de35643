"""One text through a model's graph, by what fastembed itself stands on: a question need not wait for all of that.

Owns what fastembed does with a mean-pooled model, for a single text: the same tokens, the same graph, the same vector.
Only here is onnxruntime imported. Knows no model by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from ingest.embedders.vectors import plain, unit
from ingest.errors import MissingTool

if TYPE_CHECKING:
    from ingest.embedders import EmbedderInfo, Vectors


class Graph:
    """A model's graph and its tokenizer. Safe to use from several threads."""

    def __init__(self, info: EmbedderInfo, weights: Path, tokenizer: Path) -> None:
        self._info = info
        try:
            self._session = onnxruntime.InferenceSession(
                str(weights), sess_options=_alone(), providers=["CPUExecutionProvider"]
            )
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(info.max_tokens)
        except Exception as error:  # both let all of their own out
            raise MissingTool("models.broken", model=info.name, why=error) from error
        self._wanted = {each.name for each in self._session.get_inputs()}

    def vector(self, text: str) -> Vectors:
        """Of length 1."""
        ids = np.array([self.tokens(text)], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: given[name] for name in given if name in self._wanted})[0]
        row: Vectors = unit(hidden.sum(axis=1, dtype=np.float64) / ids.shape[1], self._info.dimension)[0]
        return row

    def tokens(self, text: str) -> list[int]:
        """What the graph is given, cut where the model ends."""
        ids: list[int] = self._tokenizer.encode(plain(text)).ids
        return ids


class Counter:
    """A tokenizer alone."""

    def __init__(self, info: EmbedderInfo, tokenizer: Path) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # it lets all of its own out
            raise MissingTool("models.broken", model=info.name, why=error) from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def count(self, text: str) -> int:
        """Tokens with the model's special ones, before anything is cut."""
        return len(self._tokenizer.encode(plain(text)).ids)


def _alone() -> onnxruntime.SessionOptions:
    """No threads beside the one that asks: they would spin while they wait."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return options
