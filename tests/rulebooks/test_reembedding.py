"""The sample rulebooks under another model and back: no page is read, and every question finds what it found."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from ingest import workshop
from ingest.library import Library
from ingest.pipeline import quiet
from ingest.reembedding import plan, reembed
from ingest.settings import Settings
from oracle.evaluate import Shelf, ask_all, declared_orders
from oracle.profile import Profile
from oracle.questions import read_questions


@pytest.mark.slow
def test_questions_find_the_same_pages_after_another_model_and_back(
    samples: Path, rulebooks: Path, tmp_path: Path
) -> None:
    """What the other model changed is gone, whole; going back embeds nothing."""
    home = shutil.copytree(samples, tmp_path / "home")
    settings = Settings(home)
    items = read_questions(rulebooks / "questions.jsonl")
    shelf = Shelf.of((item.asked for item in items), declared_orders(rulebooks))

    def found(asked: Settings) -> list[object]:
        with Library.open(asked) as library:
            return [replace(outcome, ms=0.0) for outcome in ask_all(library, shelf, items, Profile())]

    tools = replace(workshop.real(settings), read=unread)
    before = found(settings)
    texts = plan(settings, ("hash",), tools).texts
    assert texts > 100
    assert reembed(settings, ("hash",), quiet, tools).embedded == texts
    assert found(settings) == before
    assert found(replace(settings, models=("hash",))) != before
    assert reembed(settings, settings.models, quiet, tools).embedded == 0
    assert found(settings) == before


def unread(*_: object) -> NoReturn:
    """No page is read."""
    raise AssertionError("a page was read")
