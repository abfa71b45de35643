"""Connecting has its deadline in every part, and a wait for nothing is made once."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from tests.fakes.swallowing import full_port
from vm.attempts import Failed
from vm.deadlines import Deadlines
from vm.dial import dial
from vm.errors import Unreachable, VmError
from vm.hosts import SshHost
from vm.ssh import ssh_machine


@pytest.fixture
def black_hole() -> Iterator[int]:
    """A port that answers no call."""
    port, sockets = full_port()
    yield port
    for each in sockets:
        each.close()


def test_a_call_that_nobody_answers_is_given_up(black_hole: int) -> None:
    """On time."""
    since = time.monotonic()
    with pytest.raises(TimeoutError):
        dial("127.0.0.1", black_hole, 0.3)
    assert 0.25 < time.monotonic() - since < 2


def test_a_name_that_cannot_be_a_name_is_no_host() -> None:
    """As one that no resolver knows."""
    with pytest.raises(socket.gaierror):
        dial(f"{'x' * 70}.example", 22, 1)


def test_those_who_call_together_wait_once(ssh_host: SshHost, black_hole: int) -> None:
    """Three at the same time, and one just after: one wait in all, and each is told."""
    machine = ssh_machine(replace(ssh_host, port=black_hole, connect_timeout=0.5))
    told: list[str] = []

    def call() -> None:
        with pytest.raises(Unreachable) as caught:
            machine.run(("true",))
        told.append(caught.value.key)

    since = time.monotonic()
    calls = [threading.Thread(target=call) for _ in range(3)]
    for each in calls:
        each.start()
    for each in calls:
        each.join()
    call()
    assert told == ["vm.timed_out"] * 4
    assert time.monotonic() - since < 1.4


def test_a_slow_greeting_is_given_up(ssh_host: SshHost) -> None:
    """A host that says something now and then, and never what it should, gets no more time than a mute one."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_chat, args=(server,), daemon=True).start()
        machine = ssh_machine(replace(ssh_host, port=server.getsockname()[1], connect_timeout=0.6))
        since = time.monotonic()
        with pytest.raises(VmError) as caught:
            machine.run(("true",))
        assert caught.value.key == "vm.timed_out"
        assert time.monotonic() - since < 2


def _chat(server: socket.socket) -> None:
    link, _ = server.accept()
    with link:
        for _ in range(100):
            time.sleep(0.1)
            try:
                link.sendall(b"one moment please\r\n")
            except OSError:
                return


def test_closing_waits_for_no_connection(ssh_host: SshHost, black_hole: int) -> None:
    """What is on its way is nobody's any more."""
    machine = ssh_machine(replace(ssh_host, port=black_hole, connect_timeout=2))

    def call() -> None:
        with suppress(VmError):
            machine.run(("true",))

    calling = threading.Thread(target=call, daemon=True)
    calling.start()
    time.sleep(0.2)
    since = time.monotonic()
    machine.close()
    assert time.monotonic() - since < 0.5
    calling.join()


def test_a_failure_speaks_for_those_who_were_there() -> None:
    """And for nobody who comes later."""
    failed = Failed(Unreachable("refused"), until=10.0)
    assert failed.settles(9.9)
    assert not failed.settles(10.1)


@pytest.mark.parametrize(("orphan", "idle", "patience"), [(15, 90, 15), (15, 5.2, 6), (15, 0.1, 2)])
def test_a_program_there_waits_for_us_no_longer_than_we_for_it(orphan: float, idle: float, patience: int) -> None:
    """In whole seconds, two at least; several beats fit in."""
    deadlines = Deadlines(orphan=orphan, idle=idle)
    assert deadlines.patience == patience
    assert deadlines.beat * 3 < patience
