"""Reading the first passages again: what the order becomes, and what happens without a model."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ingest.errors import MissingTool
from oracle.config import Config
from oracle.contracts import Question, Stack
from oracle.find import find
from oracle.profile import Profile
from oracle.rerank import Rerank, Scorer, from_folder
from tests.fakes.library import FakeLibrary, page
from tests.tiny_models import tiny_cross_encoder

PAGES = [
    page("Each player draws five cards.", section="Setup"),
    page("Cut the deck: nobody knows what comes first, and the oldest player deals it out.", section="Deck"),
    page("On your turn, roll two dice.", section="Turn"),
    page("The game ends at twenty points.", section="End"),
]
LIBRARY = FakeLibrary({"core": ("en", PAGES)})


@dataclass
class Longest:
    """Prefers long passages; keeps what it was asked."""

    history: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def scores(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """Its length."""
        self.history.append((question, tuple(passages)))
        return [float(len(passage)) for passage in passages]


def asked(rerank: Rerank | None, limit: int = 3) -> tuple[list[int], tuple[str, ...]]:
    """The pages in order and what was degraded."""
    question = Question("How many cards does each player draw?", Stack("go"), limit=limit)
    _, _, evidence = find(LIBRARY, question, Profile(rerank=rerank))
    return [r.passage.ref.page for r in evidence.passages], tuple(note.key for note in evidence.degraded)


def test_the_model_decides_the_order_of_what_it_read() -> None:
    """It reads each passage under its heading, and its rank is told beside those of the channels."""
    model = Longest()
    before, _ = asked(None)
    assert before[0] == 1
    assert asked(Rerank(lambda: model))[0][0] == 2
    question, passages = model.history[0]
    assert question == "How many cards does each player draw?"
    assert "Setup\nEach player draws five cards." in passages
    _, _, evidence = find(LIBRARY, Question(question, Stack("go"), limit=3), Profile(rerank=Rerank(lambda: model)))
    assert evidence.passages[0].channels["rerank"] == 0


def test_only_the_first_are_read_again() -> None:
    """The rest keeps its order behind them."""
    model = Longest()
    before, _ = asked(None)
    after, _ = asked(Rerank(lambda: model, first=1))
    assert after == before
    assert len(model.history[0][1]) == 1


def test_what_scores_too_little_is_dropped() -> None:
    """With a minimum score, only passages that reach it are left."""
    assert asked(Rerank(lambda: Longest(), least=60.0))[0] == [2]


def test_a_model_is_loaded_once() -> None:
    """The second question finds it loaded."""
    loads: list[Scorer] = []

    def load() -> Scorer:
        loads.append(Longest())
        return loads[-1]

    rerank = Rerank(load)
    asked(rerank)
    asked(rerank)
    assert len(loads) == 1


def test_a_model_that_cannot_be_had_is_said_and_changes_nothing() -> None:
    """The order is that of fusion."""

    def load() -> Scorer:
        raise MissingTool("models.bad_reranker", folder="x", why="y")

    assert asked(Rerank(load)) == (asked(None)[0], ("ingest.models.bad_reranker",))


def test_a_real_model_from_the_configured_folder_changes_the_order(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """The configuration names the folder; how long 24 passages take stands in the report."""
    folder = tiny_cross_encoder(tmp_path / "model", {"player": 2.0, "cards": -1.0})
    rerank = Config(tmp_path, tmp_path / "config.toml", "en", reranker=str(folder)).rerank
    assert rerank is not None
    assert asked(None)[0][0] == 1
    assert asked(rerank)[0][0] == 2
    model = rerank.load()
    started = time.perf_counter()
    model.scores("How many cards?", ["A passage of some sixty words about cards. " * 8] * 24)
    record_property("24_passages_ms", round(1000 * (time.perf_counter() - started), 1))


def test_it_prints_as_what_an_order_depends_on(tmp_path: Path) -> None:
    """What remembers results can tell one model from another, in any process."""
    folder = str(tiny_cross_encoder(tmp_path, {"player": 2.0}))
    printed = repr(from_folder(folder, 24, None))
    assert repr(from_folder(folder, 24, None)) == printed
    assert repr(from_folder(folder, 12, None)) != printed
    tiny_cross_encoder(tmp_path, {"player": 3.0, "cards": 1.0})
    assert repr(from_folder(folder, 24, None)) != printed


@pytest.mark.parametrize("folder", ["", "/nowhere"])
def test_no_model_is_loaded_unless_it_is_asked_for(tmp_path: Path, folder: str) -> None:
    """Without a folder there is none; a folder that is not there is said, and passages are found all the same."""
    rerank = Config(tmp_path, tmp_path / "config.toml", "en", reranker=folder).rerank
    assert (rerank is None) == (folder == "")
    assert asked(rerank) == (asked(None)[0], ("ingest.models.bad_reranker",) if folder else ())
