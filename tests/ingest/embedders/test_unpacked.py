"""The sentence encoder's tables, unpacked once: the same vectors, and no harm when they are gone or damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ingest.embedders.unpacked import REST, TABLE
from ingest.embedders.use import Use

QUESTIONS = ("Combien de cartes puis-je piocher ?", "May I trade “before” my turn? ½", "")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Use]:
    """A cache that one process filled, and that process's model."""
    cache = tmp_path_factory.mktemp("cache")
    return cache, Use(cache)


def test_unpacked_tables_give_the_same_vectors_and_tokens(kept: tuple[Path, Use]) -> None:
    """What the next process loads is the model that the first one loaded from its package."""
    cache, first = kept
    second = Use(cache)
    assert type(second._model._backend.table) is np.memmap
    for text in QUESTIONS:
        assert np.array_equal(second.query(text), first.query(text))
        assert second.count_tokens(text) == first.count_tokens(text)


def zeros(folder: Path) -> None:
    """The embedding table is nothing but zeros behind its header."""
    file = folder / TABLE
    file.write_bytes(file.read_bytes()[:128] + b"\0" * (file.stat().st_size - 128))


def cut(folder: Path) -> None:
    """A file breaks off."""
    file = folder / REST
    file.write_bytes(file.read_bytes()[:5000])


@pytest.mark.parametrize("damage", [zeros, cut], ids=lambda damage: damage.__name__)
def test_damaged_tables_are_not_believed(
    kept: tuple[Path, Use], tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """The package's own are loaded instead, and answer as ever."""
    cache, first = kept
    (folder,) = cache.iterdir()
    copy = tmp_path / folder.name
    copy.mkdir()
    for file in folder.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    damage(copy)
    assert np.array_equal(Use(tmp_path).query(QUESTIONS[0]), first.query(QUESTIONS[0]))


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(kept: tuple[Path, Use], tmp_path: Path) -> None:
    """The model loads as if there were none."""
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert np.array_equal(Use(tmp_path / "cache").query(QUESTIONS[1]), kept[1].query(QUESTIONS[1]))
