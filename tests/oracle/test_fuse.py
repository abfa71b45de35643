from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import ChannelHits, Hit, Passage
from oracle.config import load
from oracle.contracts import Ranked
from oracle.fuse import fuse, spread, strong
from oracle.profile import CLASSIC, CROSS, PROFILES, Profile
from tests.fakes.library import FakeLibrary, page

PASSAGE = FakeLibrary({"core": ("en", [page("one")])}).passages([0])[0]


def heard(channel: str, *rows: int) -> ChannelHits:
    return ChannelHits(channel, tuple(Hit(row, 1.0 / (n + 1)) for n, row in enumerate(rows)))


def ranked(page_number: int, section: str = "") -> Ranked:
    ref = replace(PASSAGE.ref, page=page_number)
    passage: Passage = replace(PASSAGE, ref=ref, section_path=(section,) if section else ())
    return Ranked(passage, 1.0, {})


def test_reciprocal_rank_adds_weight_over_k_plus_rank_plus_one() -> None:
    """The score is the documented formula, and each channel's rank is kept."""
    first, second = fuse(
        [heard("content", 7, 8), heard("term", 8)], lambda channel, _: {"content": 2, "term": 1.5}[channel], 60
    )
    assert (first.row, second.row) == (8, 7)
    assert first.score == pytest.approx(2 / 62 + 1.5 / 61)
    assert second.score == pytest.approx(2 / 61)
    assert (first.channels, second.channels) == ({"content": 1, "term": 0}, {"content": 0})


def test_a_channel_without_weight_is_not_heard() -> None:
    """A row that only a silenced channel found is not there at all."""
    assert fuse([heard("content", 1)], lambda *_: 0.0, 60) == ()


def test_equal_scores_keep_the_order_of_the_book() -> None:
    """The same question gives the same order, every time."""
    assert [e.row for e in fuse([heard("a", 9), heard("b", 3)], lambda *_: 1.0, 10)] == [3, 9]


def test_at_most_two_passages_of_a_page_or_a_section_are_among_the_first_five() -> None:
    """A third of a section waits behind the five, a third of a page behind the twelve; nothing is lost."""
    items = [
        ranked(1),
        ranked(1),
        ranked(1),
        ranked(2, "Setup"),
        ranked(3, "Setup"),
        ranked(4, "Setup"),
        ranked(5),
        ranked(6),
    ]
    laid_out = spread(items)
    assert [item.passage.ref.page for item in laid_out] == [1, 1, 2, 3, 5, 4, 6, 1]


def test_a_file_without_paper_is_no_page() -> None:
    """All of a long text is "page 1": only its sections keep one of them from taking all the room."""
    items = [ranked(1, section) for section in ("Setup", "Setup", "Setup", "Goal", "End", "Turn")]
    items = [replace(item, passage=replace(item.passage, on_paper=False)) for item in items]
    laid_out = spread(items)
    assert [item.passage.section_path[0] for item in laid_out] == ["Setup", "Setup", "Goal", "End", "Turn", "Setup"]


def test_what_is_weak_beside_the_best_may_be_left_out() -> None:
    """By its share of the best score; by default nothing is, and the best always stays."""
    items = [replace(ranked(n), score=score) for n, score in ((1, 0.4), (2, 0.2), (3, 0.1))]
    assert [strong(items, share) for share in (0.0, 0.5, 1.0)] == [tuple(items), tuple(items[:2]), tuple(items[:1])]
    assert strong((), 0.5) == ()


def test_weights_depend_on_the_pair_of_languages() -> None:
    """Across languages the meaning counts more beside the words than within one."""
    profile = Profile()
    same, cross = (
        profile.weight("dense:use", "fr", written) / profile.weight("content", "fr", written)
        for written in (("fr", "en"), ("en",))
    )
    assert cross > same
    assert profile.weight("dense:minilm/glossed:en", "fr", ("en",)) == profile.glossed * profile.weight(
        "dense:minilm", "en", ("en",)
    )
    assert profile.weight("dense:use/asked", "en", ("en",)) == profile.asked * profile.weight(
        "dense:use", "en", ("en",)
    )


def test_the_configuration_changes_single_weights() -> None:
    """By channel, by channel across languages, or for one pair; the rest stays."""
    profile = Profile.from_weights({"k": 60, "content": 5, "cross.dense": 4, "fr>en.dense:use": 9, "dense:a.b": 1})
    assert profile.k == 60
    assert profile.weight("content", "en", ("en",)) == 5
    assert profile.weight("dense:other", "fr", ("de",)) == 4
    assert profile.weight("dense:use", "fr", ("en",)) == 9
    assert profile.weight("dense:a.b", "en", ("en",)) == 1
    assert profile.weight("path", "en", ("en",)) == Profile().weight("path", "en", ("en",))


def test_classic_is_the_documented_fusion() -> None:
    """Path 1, content 2, term 1.5, k = 60, whatever the languages."""
    assert CLASSIC.k == 60
    assert PROFILES["classic"] is CLASSIC
    assert [CLASSIC.weights[CROSS][name] for name in ("path", "content", "term")] == [1.0, 2.0, 1.5]


def test_the_configuration_starts_from_the_profile_that_it_names(tmp_path: Path) -> None:
    """`retrieval.profile = "classic"` with one weight changed is classic with that weight."""
    environ = {"ORACLE_HOME": str(tmp_path), "ORACLE_RETRIEVAL_PROFILE": "classic"}
    (tmp_path / "config.toml").write_text("[retrieval.weights]\nterm = 3.0\n", "utf-8")
    profile = load(environ).profile
    assert (profile.k, profile.weight("path", "en", ("en",)), profile.weight("term", "en", ("en",))) == (60.0, 1.0, 3.0)
