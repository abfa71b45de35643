from __future__ import annotations

import pytest

from ingest.contracts import ChannelHits, Hit
from oracle.contracts import Question, Ranked, Stack, Understood, Zone
from oracle.find import find
from oracle.judge import ACROSS, KNOWN, Alike, Signals, judge, signals, zone
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, page

PASSAGES = FakeLibrary({"core": ("en", [page("Each player draws five cards.", section="Setup")])}).passages([0])
RANKED = tuple(Ranked(passage, 1.0, {}) for passage in PASSAGES)
MINILM, USE = KNOWN["dense:minilm"], KNOWN["dense:use"]
MIDDLING = Alike("dense:minilm", False, MINILM.middle)
LIKE = Alike("dense:minilm", False, MINILM.middle + 4 * MINILM.unit)
UNLIKE = Alike("dense:minilm", False, MINILM.middle - 4 * MINILM.unit)


def understood(text: str, language: str = "en") -> Understood:
    return Understood(text, text, language, ("en",))


def channel(name: str, *scores: float, row: int = 0) -> ChannelHits:
    return ChannelHits(name, tuple(Hit(row + place, score) for place, score in enumerate(scores)))


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (Signals(6, 0.8, 0.8, MIDDLING), Zone.NORMAL),
        (Signals(6, 0.2, 0.8, LIKE), Zone.NORMAL),
        (Signals(6, 0.2, 0.8, MIDDLING), Zone.CAUTIOUS),
        (Signals(6, 0.8, 0.8, UNLIKE), Zone.CAUTIOUS),
        (Signals(6, 0.1, 0.0, UNLIKE), Zone.CAUTIOUS),
        (Signals(6, 0.0, 0.8, LIKE), Zone.NORMAL),
        (Signals(6, 0.0, 0.8, MIDDLING), Zone.CAUTIOUS),
        (Signals(6, 0.0, 0.5, UNLIKE), Zone.ABSTAIN),
        (Signals(6, 1.0, 0.8, None), Zone.NORMAL),
        (Signals(6, 0.5, 0.3, None), Zone.CAUTIOUS),
        (Signals(6, 0.0, 0.0, None), Zone.ABSTAIN),
    ],
)
def test_words_agreement_and_likeness_make_up_for_each_other(seen: Signals, expected: Zone) -> None:
    """Normal takes enough of all together; abstaining takes that no word stands there and that nothing is alike."""
    assert zone(seen) is expected


def test_one_word_that_stands_there_is_enough_not_to_abstain() -> None:
    """However unlike the rest: the book does hold something of the question."""
    assert {zone(Signals(6, share, 0.0, alike)) for share in (0.05, 0.1) for alike in (UNLIKE, None)} == {Zone.CAUTIOUS}


def test_one_word_alone_is_no_reason_to_abstain() -> None:
    """It may only be called otherwise in the book; two words that stand nowhere are."""
    assert [zone(Signals(words, 0.0, 0.5, UNLIKE)) for words in (0, 1, 2)] == [*[Zone.CAUTIOUS] * 2, Zone.ABSTAIN]


def test_words_are_counted_by_their_stems_in_headings_too() -> None:
    """`setup` stands in the heading, `drawing` in `draws`; `weather` nowhere."""
    assert signals(understood("drawing weather cards setup"), [], RANKED).covered == 0.75


def test_across_languages_words_count_by_what_the_book_calls_them() -> None:
    """`cartes` are `cards` there; `météo` is nothing that a rulebook names."""
    assert signals(understood("Combien de cartes, et la météo ?", "fr"), [], RANKED).covered == 0.5


def test_likeness_is_read_by_the_languages_of_question_and_passage() -> None:
    """The same cosine says another thing between two languages; a model that knows only one is not read there."""
    heard = [channel("dense:minilm", 0.9), channel("dense:use", 0.4)]
    same, across = (signals(understood("cards", language), heard, RANKED).alike for language in ("en", "fr"))
    assert same == Alike("dense:minilm", False, 0.9)
    assert across == Alike("dense:use", True, 0.4)
    assert across.worth == pytest.approx((0.4 - ACROSS["dense:use"].middle) / ACROSS["dense:use"].unit)


def test_models_without_a_figure_are_judged_by_the_words() -> None:
    """Cosines of different models are not comparable: what stands there and who agrees must do."""
    heard = [channel("content", 3.0), channel("dense:other", 0.01)]
    seen = signals(understood("How many cards does each player draw?"), heard, RANKED)
    assert seen.alike is None
    assert judge(understood("How many cards does each player draw?"), heard, RANKED) is Zone.NORMAL


def test_channels_agree_where_they_rank_the_same_passage_first() -> None:
    """Two first choices of one passage are all; a follow-up heard as typed, and a channel of names, are not asked."""
    both = [channel("content", 3.0), channel("dense:use", 0.4)]
    apart = [channel("content", 3.0), channel("dense:use", 0.4, row=7)]
    silent = [*both, channel("dense:use/asked", 0.4, row=7), channel("path", 1.0, row=7)]
    assert [signals(understood("cards"), heard, RANKED).agreed for heard in (both, apart, silent)] == [1.0, 0.5, 1.0]


def test_the_parts_of_a_stack_that_a_channel_heard_are_one_channel() -> None:
    """Booklets of two languages are heard one after the other: that is no disagreement."""
    heard = [channel("content", 3.0, row=9), channel("content", 3.0)]
    assert signals(understood("cards"), heard, RANKED).agreed == 1.0


def test_a_question_of_another_world_abstains_and_still_shows_the_nearest() -> None:
    """Nothing of it stands in the stack: the passages come marked as such."""
    library = FakeLibrary({"core": ("en", [page("Each player draws five cards.")])})
    _, _, evidence = find(library, Question("Xylophone zeppelin quarantine?", Stack("go")), Profile())
    assert evidence.zone is Zone.ABSTAIN
    assert len(evidence.passages) == 1


def test_what_channels_count_for_moves_no_zone() -> None:
    """The judge looks at words, ranks and cosines, never at a fused score: weights may change without it."""
    library = FakeLibrary({"core": ("en", [page("Each player draws five cards."), page("The oldest player begins.")])})
    question = Question("How many cards does a player draw?", Stack("go"))
    profiles = (Profile(), Profile.from_weights({"content": 40.0, "dense": 0.1, "k": 1.0}))
    assert {find(library, question, profile)[2].zone for profile in profiles} == {Zone.NORMAL}
