from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from oracle.contracts import Turn
from oracle.history import evening, turns
from oracle.record import Run, Runs
from tests.oracle.test_record import OLD, answered, old_record

__all__ = ["OLD"]


def run(at: str, n: int = 0) -> Run:
    return Run(f"r{n}", "c", at, "dice", f"Q{n}?", f"A{n}.", 0)


def test_an_evening_ends_where_nobody_asked_for_six_hours() -> None:
    """Past midnight too, and whenever it is looked at; a time that cannot be read parts nothing."""
    asked = [
        run("2026-11-28T21:00:00.000+00:00", 1),
        run("2026-11-29T19:00:00.000+00:00", 2),
        run("2026-11-29T23:50:00.000+00:00", 3),
        run("yesterday", 4),
        run("2026-11-30T00:40:00.000+00:00", 5),
    ]
    assert [each.id for each in evening(reversed(asked))] == ["r2", "r3", "r4", "r5"]
    assert evening([]) == []


def test_the_last_turns_are_gone_on_from() -> None:
    """What was said up to an answer, as many turns as a question carries."""
    assert turns(run("", n) for n in range(9)) == tuple(Turn(f"Q{n}?", f"A{n}.") for n in range(5, 9))


@pytest.fixture
def runs(home: Path) -> Runs:
    return Runs(home / "runs.db")


def test_a_favourite_is_marked_and_the_mark_withdrawn(runs: Runs) -> None:
    """The last word counts; nothing that was written is changed."""
    first, second = runs.save(answered("First?", "Yes.")), runs.save(answered("Second?", "No."))
    runs.star(first)
    runs.star(second)
    runs.star(second, given=False)
    assert [each.id for each in runs.newest(9, starred=True)] == [first]
    assert [each.starred for each in runs.newest(9)] == [False, True]
    assert runs.named(first).starred


def test_words_are_found_in_questions_answers_and_games(runs: Runs) -> None:
    """All of them, in any order, whatever their accents and capitals."""
    runs.save(answered("Combien de dés à la défausse ?", "Deux, à l’ÉTÉ."))
    runs.save(answered("How many?", "Two."))
    for words, number in (("DEFAUSSE des", 1), ("ete combien", 1), ("dice", 2), ("two", 1), ("deux two", 0), ("", 2)):
        assert len(runs.newest(9, words=words)) == number, words


def test_an_older_record_is_searched_and_brought_to_todays_format(home: Path) -> None:
    """It has neither words nor marks of its own; the first mark gives it both."""
    runs = Runs(old_record(home))
    assert [each.id[:4] for each in runs.newest(9, words="ÓLD")] == ["0a1b"]
    assert (runs.newest(9, starred=True), runs.newest(9, words="new")) == ((), ())
    assert runs.kept(runs.named("0a1b")).kept == {}
    runs.star(runs.named("0a1b").id)
    assert [each.id[:4] for each in runs.newest(9, words="óld", starred=True)] == ["0a1b"]


def test_a_conversation_is_gone_on_from_any_of_its_answers(runs: Runs) -> None:
    """What was said up to it; what came after it is no part of it, another conversation neither."""
    names = [runs.save(answered(f"Q{n}?", f"A{n}.", conversation="c1")) for n in range(3)]
    runs.save(answered("Else?", "No.", conversation="c2"))
    middle = runs.named(names[1])
    assert [each.question for each in runs.conversation(middle)] == ["Q0?", "Q1?"]
    assert [each.id for each in runs.conversation(middle, whole=True)] == names


def test_among_thousands_of_runs_words_are_found_at_once(home: Path) -> None:
    """Five thousand questions and answers of a hundred words: typing in the search box never waits."""
    runs = Runs(home / "runs.db")
    runs.save(answered("How many?", "Two."))
    with runs._writing() as database:
        said = "la défausse est à côté de la règle du voleur " * 11
        rows = [(f"r{n}", "c", "2026-11-30", "dice", f"Question {n} ?", said, 0) for n in range(5000)]
        database.executemany("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        folded = "la defausse est a cote de la regle du voleur " * 11
        database.executemany(
            "INSERT INTO kept VALUES (?, ?, ?)",
            [(row[0], f"question {n} {folded}", "{}") for n, row in enumerate(rows)],
        )
    took = []
    for _ in range(3):
        begun = time.process_time()
        assert [each.id for each in runs.newest(20, words="voleur 4321")] == ["r4321"]
        took.append(time.process_time() - begun)
    assert min(took) < 0.1
    assert replace(runs.newest(1)[0], steps=()).id == "r4999"
