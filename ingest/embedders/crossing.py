"""A cross-encoder: one model that reads question and passage together and says how well they fit.

Owns finding it in a folder of the user's and what its scores must be. None comes with the oracle, and none is ever
fetched. Which passages are scored, and what is done with the scores, is `oracle.rerank`'s.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ingest.embedders import FILES
from ingest.errors import MissingTool

Scores = Callable[[str, Sequence[str]], Sequence[float]]
WEIGHTS = ("model.onnx", "onnx/model.onnx")
# As for the embedding models: one thread a pair and two pairs side by side, none padded to its neighbour's length.
SIDE_BY_SIDE = min(2, os.cpu_count() or 1)
_LONGEST = 4000


class CrossEncoder:
    """A loaded cross-encoder. Safe to use from several threads."""

    def __init__(self, folder: Path, score: Scores) -> None:
        self.folder = folder
        self._score = score

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One number a passage, the higher the better, on the model's own scale. Raises `MissingTool` for none."""
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            return list(pool.map(lambda passage: self._one(question, passage), passages))

    def _one(self, question: str, passage: str) -> float:
        from ingest.embedders.vectors import plain

        (score,) = self._score(plain(question[:_LONGEST]), [plain(passage)])
        if not math.isfinite(score):
            raise MissingTool("models.bad_reranker", folder=self.folder, why=f"{score}")
        return float(score)


def open_cross_encoder(folder: Path) -> CrossEncoder:
    """The cross-encoder in a folder. Raises `MissingTool` for a folder that holds none, or one that does not score."""
    folder = folder.expanduser()
    weights = next((name for name in WEIGHTS if (folder / name).is_file()), WEIGHTS[0])
    missing = [name for name in (weights, *FILES[1:]) if not (folder / name).is_file()]
    if missing:
        raise MissingTool("models.bad_reranker", folder=folder, why=", ".join(missing))
    from ingest.embedders.onnx import load_cross_encoder

    model = CrossEncoder(folder, load_cross_encoder(folder, weights))
    model.scores("rule", ["rule"])
    return model
