"""Fingerprints: what moves which of them. Pure."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ingest.store.fingerprint import Recipe, moved, only_versions_moved, recipe_from

RECIPE = Recipe(
    source="0" * 64,
    suffix=".pdf",
    languages=None,
    ocr="auto",
    ocr_languages=("fra", "eng"),
    title="Core",
    kind="core",
    order=1,
    amends=None,
    reader="1",
    chunker="1",
    tokenizer="m1",
    budget=256,
    identities=("m1", "m2"),
)
CHANGES = {
    "source": ("1" * 64, "reading"),
    "languages": (("fr",), "reading"),
    "ocr": ("force", "reading"),
    "ocr_languages": (("eng",), "reading"),
    "reader": ("2", "reading"),
    "chunker": ("2", "chunking"),
    "budget": (128, "chunking"),
    "tokenizer": ("m2", "chunking"),
    "identities": (("m1",), "whole"),
    "index": ("2", "whole"),
    "title": ("Other", "whole"),
    "kind": ("faq", "whole"),
    "order": (2, "whole"),
    "amends": ("core", "whole"),
}
LAYERS = ("reading", "chunking", "whole")


@pytest.mark.parametrize("name", CHANGES)
def test_every_ingredient_moves_its_layer_and_those_above(name: str) -> None:
    """And leaves those below: pages are not read again for a new title."""
    value, layer = CHANGES[name]
    changed = replace(RECIPE, **{name: value})
    same = [one for one in LAYERS if getattr(changed, one) == getattr(RECIPE, one)]
    assert same == list(LAYERS[: LAYERS.index(layer)])


def test_the_order_of_models_is_no_difference() -> None:
    """The same vectors whichever is named first."""
    assert replace(RECIPE, identities=("m2", "m1")).whole == RECIPE.whole


def test_a_recipe_from_before_the_index_had_a_version_is_read() -> None:
    """It is older than any: the booklet is indexed again, not read again."""
    record = replace(RECIPE, index="2").record()
    del record["index"]
    assert recipe_from(record).index == ""
    assert moved(recipe_from(record), replace(RECIPE, index="2")) == ("index",)


def test_a_recipe_survives_its_record() -> None:
    """Through JSON, tuples and all."""
    recipe = replace(RECIPE, languages=("fr", "en"))
    assert recipe_from(json.loads(json.dumps(recipe.record()))) == recipe


def test_versions_that_moved_are_named() -> None:
    """And told apart from what the user changed."""
    newer = replace(RECIPE, reader="2", identities=("m3",))
    assert moved(RECIPE, newer) == ("reader", "embeddings")
    assert only_versions_moved(RECIPE, newer)
    assert not only_versions_moved(RECIPE, replace(newer, title="Other"))
    assert not only_versions_moved(RECIPE, RECIPE)
