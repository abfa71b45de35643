from __future__ import annotations

import pytest

from ingest.contracts import ChannelHits, Hit
from oracle.contracts import Question, Ranked, Stack, Understood, Zone
from oracle.find import find
from oracle.judge import ALIKE, COVERED, Signals, signals, zone
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, page

PASSAGES = FakeLibrary({"core": ("en", [page("Each player draws five cards.", section="Setup")])}).passages([0])
RANKED = tuple(Ranked(passage, 1.0, {}) for passage in PASSAGES)


def understood(text: str, language: str = "en") -> Understood:
    return Understood(text, text, language, ("en",))


def use(score: float) -> ChannelHits:
    return ChannelHits("dense:use", (Hit(0, score),))


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (Signals(0.8, 1.2), Zone.NORMAL),
        (Signals(COVERED - 0.01, 1.2), Zone.CAUTIOUS),
        (Signals(0.8, 0.9), Zone.CAUTIOUS),
        (Signals(0.0, 0.9), Zone.CAUTIOUS),
        (Signals(0.1, 0.1), Zone.CAUTIOUS),
        (Signals(0.0, 0.5), Zone.ABSTAIN),
        (Signals(0.0, None), Zone.ABSTAIN),
        (Signals(None, 1.1), Zone.NORMAL),
        (Signals(None, 0.5), Zone.ABSTAIN),
        (Signals(None, None), Zone.ABSTAIN),
    ],
)
def test_zones_follow_from_the_signals(seen: Signals, expected: Zone) -> None:
    """Abstaining takes that no word stands there and that no model sees a likeness."""
    assert zone(seen) is expected


def test_words_are_counted_without_their_endings_in_headings_too() -> None:
    """`setup` stands in the heading, `drawing` in `draws`; `weather` nowhere."""
    seen = signals(understood("drawing weather cards setup"), [], RANKED)
    assert seen.covered == 0.75


def test_words_are_not_counted_across_languages() -> None:
    """A French question has no words in an English passage; likeness must be clearer there."""
    seen = signals(understood("Combien de cartes ?", "fr"), [use(ALIKE["dense:use"])], RANKED)
    assert seen.covered is None
    assert seen.alike is not None and seen.alike < 1


def test_models_without_a_figure_are_not_asked() -> None:
    """Cosines of different models are not comparable."""
    assert signals(understood("cards"), [ChannelHits("dense:other", (Hit(0, 0.01),))], RANKED).alike is None


def test_a_question_of_another_world_abstains_and_still_shows_the_nearest() -> None:
    """Nothing of it stands in the stack: the passages come marked as such."""
    library = FakeLibrary({"core": ("en", [page("Each player draws five cards.")])})
    _, _, evidence = find(library, Question("Xylophone zeppelin quarantine?", Stack("go")), Profile())
    assert evidence.zone is Zone.ABSTAIN
    assert len(evidence.passages) == 1
