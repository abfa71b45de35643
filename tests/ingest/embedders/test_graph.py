"""A question's vector without fastembed: the same as with it, and nothing of it is loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ingest.embedders import onnx, packaged
from ingest.embedders.graph import Counter, Graph
from ingest.errors import MissingTool

ROOT = Path(__file__).parents[3]
ODD = (
    "",
    "?",
    "[MASK] [CLS] of [PAD]",
    "\ud800 lone surrogate",
    "Défausse 2 cartes, then draw ½ of “them” — œuvre!",
    "王は四方を囲まれると取られる。 Король взят",
    "x" * 30_000,
    "The king is captured. " * 200,
)


@pytest.fixture(scope="module")
def minilm() -> packaged.Minilm:
    """The packaged model, as the program opens it."""
    return packaged.Minilm()


@pytest.fixture(scope="module")
def by_fastembed(tmp_path_factory: pytest.TempPathFactory) -> onnx.Onnx:
    """The same model in fastembed."""
    folder = tmp_path_factory.mktemp("model")
    packaged.lay_out(folder)
    return onnx.load(packaged.info(), folder)


def sentences() -> list[str]:
    """What players ask, in both languages."""
    lines = (ROOT / "rulebooks" / "questions.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines]


def test_a_question_has_the_vector_that_fastembed_gives_it(minilm: packaged.Minilm, by_fastembed: onnx.Onnx) -> None:
    """Passages are embedded by fastembed and questions without it: the two must never drift apart."""
    asked = [*sentences()[::2], *ODD]
    ours, theirs = np.stack([minilm.query(each) for each in asked]), by_fastembed.passages(asked)
    assert len(asked) > 40
    assert ours.dtype == theirs.dtype
    assert np.einsum("ij,ij->i", ours, theirs).min() >= 0.9999
    assert np.allclose(ours, theirs, atol=1e-5)


def test_a_text_has_the_tokens_that_fastembed_gives_it(minilm: packaged.Minilm, by_fastembed: onnx.Onnx) -> None:
    """What is cut is cut at the same token, and special tokens are told apart alike."""
    for text in (*sentences(), *ODD):
        assert minilm.graph.tokens(text) == by_fastembed.tokens(text)
        assert minilm.count_tokens(text) == by_fastembed.count_tokens(text)


def test_passages_are_embedded_by_fastembed(minilm: packaged.Minilm, by_fastembed: onnx.Onnx) -> None:
    """The library that was chosen for it: an index is what it was, to the last bit."""
    texts = sentences()[:5]
    assert np.array_equal(minilm.passages(texts), by_fastembed.passages(texts))


def test_a_question_and_a_count_load_no_fastembed() -> None:
    """Importing it takes longer than everything else that a question does."""
    code = """
import sys
from ingest.embedders import open_embedder
model = open_embedder("minilm")
model.query("king"), model.count_tokens("king")
assert not {"fastembed", "huggingface_hub", "requests"} & set(sys.modules), "heavy"
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_graph_or_a_tokenizer_that_is_damaged_is_an_error_of_ours(tmp_path: Path) -> None:
    """What onnxruntime and tokenizers say becomes exit code 3."""
    bad = tmp_path / "bad"
    bad.write_bytes(b"neither")
    for opened in (lambda: Graph(packaged.info(), bad, bad), lambda: Counter(packaged.info(), bad)):
        with pytest.raises(MissingTool) as caught:
            opened()
        assert caught.value.key == "ingest.models.broken"
