from __future__ import annotations

from ingest.contracts import PageRef
from oracle.contracts import Delta, Event, LookedAt, Repairing, Restarted, Tried
from oracle.heard import Heard
from oracle.listening import MOST, Listening


def test_what_is_heard_is_passed_on_and_kept_with_its_time() -> None:
    """Words by their first and last moment and their number; each call by what was decided."""
    clock, passed = iter(range(10, 100, 10)), list[Event]()
    heard = Listening(passed.append, lambda: next(clock))
    page = PageRef("go", "core", 3)
    events = [Tried("Bash(ls)", False), Tried("Read(x)", True), LookedAt(page), Delta("A"), Restarted(), Delta("B")]
    for event in events:
        heard(event)
    assert passed == events
    assert heard.so_far == (
        Heard(10, "denied", "Bash(ls)"),
        Heard(20, "allowed", "Read(x)"),
        Heard(30, "looked_at", "go/core:3"),
        Heard(40, "first_words"),
        Heard(50, "restarted"),
        Heard(60, "last_words", "2"),
    )


def test_the_words_of_a_repair_are_told_apart_from_those_before_it() -> None:
    """Also where all of it came within a millisecond."""
    heard = Listening(lambda _: None, lambda: 7)
    for event in (Delta("A"), Delta("B"), Repairing(), Delta("C")):
        heard(event)
    told = [(each.what, each.detail) for each in heard.so_far]
    assert told == [
        ("first_words", ""),
        ("last_words", "2"),
        ("repairing", ""),
        ("first_words", ""),
        ("last_words", "1"),
    ]


def test_a_model_that_never_stops_trying_does_not_fill_the_record() -> None:
    """What is kept is bounded, what is passed on is not."""
    passed: list[Event] = []
    heard = Listening(passed.append, lambda: 0)
    for _ in range(MOST * 3):
        heard(Tried("Bash(ls)", False))
    assert (len(passed), len(heard.so_far)) == (MOST * 3, MOST)
