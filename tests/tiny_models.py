"""Models small enough to be made while a test runs: a real ONNX graph and a real tokenizer, in a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def tiny_cross_encoder(folder: Path, words: Mapping[str, float], *, nested: bool = False) -> Path:
    """A cross-encoder that adds up the weights of the words that stand in both texts; others count nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {word: number for number, word in enumerate((*SPECIAL, *words))}
    weights = np.array([0.0] * len(SPECIAL) + list(words.values()), dtype=np.float32)
    place = folder / "onnx" if nested else folder
    place.mkdir(exist_ok=True)
    onnx.save(_graph(weights), str(place / "model.onnx"))
    _tokenizer(vocabulary).save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"pad_token_id": 0}))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 128, "pad_token": "[PAD]"}))
    return folder


def _graph(weights: np.ndarray[tuple[int], np.dtype[np.float32]]) -> onnx.ModelProto:
    """Words of each text counted, the counts multiplied word by word and by the word's weight, all added up."""
    constants = {"weights": weights, "depth": np.array(len(weights)), "off_on": np.array([0.0, 1.0], dtype=np.float32),
                 "one": np.array(1.0, dtype=np.float32), "places": np.array([1]), "last": np.array([2])}  # fmt: skip
    nodes = [
        helper.make_node("OneHot", ["input_ids", "depth", "off_on"], ["words"], axis=-1),
        helper.make_node("Unsqueeze", ["token_type_ids", "last"], ["types"]),
        helper.make_node("Cast", ["types"], ["second"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["one", "second"], ["first"]),
        *(
            node
            for text in ("first", "second")
            for node in (
                helper.make_node("Mul", ["words", text], [f"{text}_words"]),
                helper.make_node("ReduceSum", [f"{text}_words", "places"], [f"{text}_counts"], keepdims=0),
            )
        ),
        helper.make_node("Mul", ["first_counts", "second_counts"], ["shared"]),
        helper.make_node("Mul", ["shared", "weights"], ["weighted"]),
        helper.make_node("ReduceSum", ["weighted", "places"], ["logits"], keepdims=1),
    ]
    names = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def _tokenizer(vocabulary: Mapping[str, int]) -> Tokenizer:
    tokenizer = Tokenizer(WordLevel(dict(vocabulary), unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    return tokenizer
