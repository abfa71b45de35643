"""Lines, deadlines and ends of a program, over a wire that plays a script."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest

from tests.fakes.wires import ScriptedWire
from vm.errors import Unreachable
from vm.process import PumpedProcess


def pumped(chunks: Sequence[bytes], **options: bool) -> tuple[PumpedProcess, ScriptedWire, list[str]]:
    """A process over a scripted wire, and the list of its releases."""
    wire, released = ScriptedWire(chunks, **options), list[str]()
    return PumpedProcess(wire, lambda: released.append("released")), wire, released


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([], []),
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a", b"b\nc", b"\n"], [b"ab", b"c"]),
        ([b"a\n\n", b"\nlast"], [b"a", b"", b"", b"last"]),
        ([b"x" * 65536] * 40 + [b"\ny\n"], [b"x" * 65536 * 40, b"y"]),
    ],
)
def test_lines_come_whole_however_they_were_cut(chunks: list[bytes], lines: list[bytes]) -> None:
    """A line of megabytes is one line; a last one without newline counts."""
    process, _, _ = pumped(chunks)
    assert list(process.lines(idle=5, total=5)) == lines


def test_reading_can_go_on_after_it_was_left() -> None:
    """What was not taken stays for the next reader."""
    process, _, _ = pumped([b"a\nb\nc\nd"])
    first = next(process.lines(idle=5, total=5))
    assert [first, *process.lines(idle=5, total=5)] == [b"a", b"b", b"c", b"d"]


@pytest.mark.parametrize(("idle", "total", "key"), [(0.1, 5, "vm.idle"), (5, 0.1, "vm.deadline")])
def test_silence_and_slowness_have_their_deadlines(idle: float, total: float, key: str) -> None:
    """Nothing within `idle`, or no end within `total`: an error with its own key, on time."""
    process, _, _ = pumped([b"a\n"], silent=True)
    started = time.monotonic()
    with pytest.raises(Unreachable) as caught:
        list(process.lines(idle=idle, total=total))
    assert caught.value.key == key
    assert time.monotonic() - started < 2
    process.close()


def test_closing_wakes_the_reader_and_happens_once() -> None:
    """Another thread may close; the reader sees the end, and the place is given back once."""
    process, wire, released = pumped([], silent=True)
    threading.Timer(0.1, process.close).start()
    assert list(process.lines(idle=5, total=5)) == []
    process.close()
    process.close()
    assert wire.history == ["end of input", "closed"]
    assert released == ["released"]


def test_sending_to_what_is_gone_says_so() -> None:
    """An error of the wire becomes one of ours."""
    process, _, _ = pumped([])
    process.close()
    with pytest.raises(Unreachable):
        process.send(b"x")


def test_only_the_last_of_standard_error_is_kept() -> None:
    """Six megabytes of complaints leave four kilobytes."""
    wire = ScriptedWire([b"out\n"], errors=[b"e" * 65536] * 96 + [b"the end"])
    process = PumpedProcess(wire, lambda: None)
    assert list(process.lines(idle=5, total=5)) == [b"out"]
    deadline = time.monotonic() + 5
    while not process.stderr_tail.endswith("the end") and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(process.stderr_tail) == 4096
