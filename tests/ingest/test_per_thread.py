"""What each thread has for itself, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from ingest.store.per_thread import PerThread


class Things:
    """Numbers that are made in order, and those that were let go."""

    def __init__(self) -> None:
        self.gone: list[int] = []
        numbers = count(1)
        self.kept = PerThread(lambda: next(numbers), self.gone.append)


def in_a_thread(work: Callable[[], int]) -> int:
    """What `work` gives in a thread that has ended."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_a_thread_keeps_its_own() -> None:
    """The same each time; another thread has another one."""
    things = Things()
    assert [things.kept.get(), things.kept.get()] == [1, 1]
    assert in_a_thread(things.kept.get) == 2


def test_that_of_a_thread_that_ended_is_taken_over() -> None:
    """A hundred threads, one after the other, need one."""
    things = Things()
    assert {in_a_thread(things.kept.get) for _ in range(100)} == {1}
    assert things.gone == []


def test_after_a_crowd_no_more_is_kept_than_is_used() -> None:
    """Twelve at once have twelve; the next thread takes one over and the others are let go."""
    things, together = Things(), threading.Barrier(12)

    def meet() -> int:
        mine = things.kept.get()
        together.wait(10)  # nobody ends before all have theirs
        return mine

    with ThreadPoolExecutor(12) as pool:
        had = [pool.submit(meet) for _ in range(12)]
    assert sorted(one.result() for one in had) == list(range(1, 13))
    last = in_a_thread(things.kept.get)
    assert sorted([last, *things.gone]) == list(range(1, 13))


def test_closing_lets_all_go() -> None:
    """Whoever has them."""
    things = Things()
    things.kept.get()
    in_a_thread(things.kept.get)
    things.kept.close()
    assert sorted(things.gone) == [1, 2]
