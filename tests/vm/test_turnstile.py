"""Four channels at once, three of them for programs that stay; first come, first served."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from vm.errors import Unreachable
from vm.turnstile import Turnstile


class Room:
    """Counts who is inside."""

    def __init__(self, turnstile: Turnstile) -> None:
        self._turnstile, self._lock = turnstile, threading.Lock()
        self.inside = {True: 0, False: 0}
        self.most = {True: 0, False: 0, None: 0}

    def visit(self, number: int) -> None:
        stays = number % 3 != 0
        leave = self._turnstile.enter("vm", stays=stays, waiting=None)
        with self._lock:
            self.inside[stays] += 1
            self.most[stays] = max(self.most[stays], self.inside[stays])
            self.most[None] = max(self.most[None], sum(self.inside.values()))
        time.sleep(0.005)
        with self._lock:
            self.inside[stays] -= 1
        leave()


def test_never_more_than_four_and_three_of_them_stay() -> None:
    """A crowd goes through, and everybody comes in."""
    room = Room(Turnstile(30))
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(room.visit, range(120)))
    assert room.most[None] <= 4
    assert room.most[True] == 3
    assert sum(room.inside.values()) == 0


def test_waiting_is_said_and_only_by_those_who_wait() -> None:
    """Whoever finds a place says nothing."""
    turnstile = Turnstile(5)
    said: list[str] = []
    leaves = [turnstile.enter("vm", stays=True, waiting=lambda: said.append("first")) for _ in range(3)]
    late = threading.Thread(target=lambda: turnstile.enter("vm", stays=True, waiting=lambda: said.append("late")))
    late.start()
    while not said:
        time.sleep(0.01)
    leaves[0]()
    late.join(5)
    assert set(said) == {"late"}


def test_those_who_wait_to_stay_come_in_their_order() -> None:
    """Nobody is overtaken."""
    turnstile = Turnstile(5)
    leaves = [turnstile.enter("vm", stays=True, waiting=None) for _ in range(3)]
    order: list[int] = []
    threads = []
    for number in range(5):
        queued = threading.Event()

        def wait(number: int = number, queued: threading.Event = queued) -> None:
            leave = turnstile.enter("vm", stays=True, waiting=queued.set)
            order.append(number)
            leave()

        threads.append(threading.Thread(target=wait))
        threads[-1].start()
        queued.wait(5)
        time.sleep(0.05)
    leaves[0]()
    for thread in threads:
        thread.join(5)
    assert order == [0, 1, 2, 3, 4]


def test_patience_has_an_end() -> None:
    """It is said where, and how many are under way; the place in the queue is given up."""
    turnstile = Turnstile(0.05)
    for _ in range(3):
        turnstile.enter("vm", stays=True, waiting=None)
    with pytest.raises(Unreachable) as caught:
        turnstile.enter("vm", stays=True, waiting=None)
    assert (caught.value.key, caught.value.facts) == ("vm.busy", {"where": "vm", "channels": 4})
    assert turnstile.enter("vm", stays=False, waiting=None)


def test_whoever_waits_may_leave() -> None:
    """The next one comes in as if he had never been there."""

    class Left(Exception):
        pass

    def leave() -> None:
        raise Left

    turnstile = Turnstile(5)
    first, *_ = [turnstile.enter("vm", stays=True, waiting=None) for _ in range(3)]
    with pytest.raises(Left):
        turnstile.enter("vm", stays=True, waiting=leave)
    first()
    assert turnstile.enter("vm", stays=True, waiting=leave)
