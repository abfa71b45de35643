"""Cross-encoders: a real one, tiny, made here and loaded by fastembed; and folders that hold none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.embedders.crossing import open_cross_encoder
from ingest.errors import MissingTool
from tests.tiny_models import tiny_cross_encoder

WORDS = {"king": 3.0, "throne": 2.0, "dice": -1.0}
PASSAGES = ("The king sits on his throne.", "Roll the dice.", "The king moves.", "Nothing of it.")


@pytest.mark.parametrize("nested", [False, True])
def test_scores_come_from_the_model_in_the_folder(tmp_path: Path, nested: bool) -> None:
    """Each pair scores what the graph computes, in the order of the passages, wherever the hub puts its weights."""
    model = open_cross_encoder(tiny_cross_encoder(tmp_path, WORDS, nested=nested))
    assert model.scores("king throne dice", PASSAGES) == [5.0, -1.0, 3.0, 0.0]
    assert model.scores("dice", PASSAGES) == [0.0, -1.0, 0.0, 0.0]
    assert model.scores("king", []) == []


def test_two_models_do_not_share_their_scores(tmp_path: Path) -> None:
    """Loading a second folder does not change what the first one says."""
    first = open_cross_encoder(tiny_cross_encoder(tmp_path / "a", WORDS))
    second = open_cross_encoder(tiny_cross_encoder(tmp_path / "b", {word: -w for word, w in WORDS.items()}))
    assert first.scores("king", PASSAGES) == [3.0, 0.0, 3.0, 0.0]
    assert second.scores("king", PASSAGES) == [-3.0, 0.0, -3.0, 0.0]


def test_strange_texts_are_scored_too(tmp_path: Path) -> None:
    """Nothing that a book or a player may write breaks it."""
    model = open_cross_encoder(tiny_cross_encoder(tmp_path, WORDS))
    assert model.scores("\ud800 king", ["", "\ud800", "king " * 9000]) == pytest.approx([0, 0, 3.0 * 122], abs=12)


@pytest.mark.parametrize("spoiled", ["model.onnx", "tokenizer.json", "tokenizer_config.json", ""])
def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Path, spoiled: str) -> None:
    """Exit code 3, the folder and the file are named."""
    folder = tiny_cross_encoder(tmp_path, WORDS) if spoiled else tmp_path
    (folder / spoiled).unlink() if spoiled else None
    with pytest.raises(MissingTool) as caught:
        open_cross_encoder(folder)
    assert caught.value.key == "ingest.models.bad_reranker"
    assert spoiled in str(caught.value.facts["why"])


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_damaged_model_is_an_error_of_ours(tmp_path: Path, file: str) -> None:
    """What onnxruntime, tokenizers and fastembed say becomes exit code 3, when it is opened and not later."""
    (tiny_cross_encoder(tmp_path, WORDS) / file).write_bytes(b"[1, 2")
    with pytest.raises(MissingTool) as caught:
        open_cross_encoder(tmp_path)
    assert caught.value.exit_code == 3


def test_a_model_that_gives_no_number_is_refused(tmp_path: Path) -> None:
    """An order made of NaN would be chance."""
    with pytest.raises(MissingTool):
        open_cross_encoder(tiny_cross_encoder(tmp_path, {"rule": float("nan")}))
