"""Every fault by its deadline: one clear sentence, the right exit code, never a partial text as an answer.

After each, nothing runs on the machine three seconds later and the next question works. `pytest -s` prints the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.oracle.commands import Ran, oracle
from tests.oracle.faults.rows import QUICK, REAL, Row, other_key
from tests.oracle.faults.scene import DICE, SPOKEN, Scene, comes_true

VOID = {"en": "what stands above of it is void", "fr": "ce qui en précède est nul"}
PASSAGE = "roll two dice and move your pawn"
Timed = tuple[str, str, float, float, float]


@pytest.fixture(scope="module")
def times() -> Iterator[list[Timed]]:
    """What each fault took; printed at the end."""
    rows: list[Timed] = []
    yield rows
    out = sys.stdout.write
    out(f"\n{'fault':<28} {'error':<24} {'took':>6} {'limit':>6} {'gone':>5}\n")
    for name, key, took, within, gone in rows:
        out(f"{name:<28} {key:<24} {took:>5.1f}s {within:>5.1f}s {gone:>4.1f}s\n")


@pytest.mark.parametrize(
    "row",
    [*(pytest.param(row, id=row.name) for row in QUICK)]
    + [pytest.param(row, id=row.name, marks=pytest.mark.slow) for row in REAL],
)
def test_a_fault_is_said_by_its_deadline_and_is_over(row: Row, scene: Scene, times: list[Timed]) -> None:
    """In English as text, then in French as JSON: sentence, code, passages, record; then nothing runs, and it works."""
    ran, took, gone = asked(row, scene)
    times.append((row.name, row.key, took, row.within, gone))
    check_text(row, ran, scene)
    check_record(row)
    ran, took_again, _ = asked(row, scene, "--json", language="fr")
    check_json(row, ran)
    assert max(took, took_again) <= row.within
    works(scene, row)
    assert comes_true(lambda: scene.left() == [], 3), scene.left()


def asked(row: Row, scene: Scene, *options: str, language: str = "en") -> tuple[Ran, float, float]:
    """The fault; how long it took, from the question or from when somebody stopped it, and until nothing ran there."""
    with contextmanager(row.produce)(scene) as setting:
        scene.configure(setting)
        if row.interrupts:
            ran, took = scene.ask_and_interrupt(*options, *row.question, language=language)
        else:
            since, act = time.monotonic(), row.act
            meanwhile = (lambda: act(scene)) if act else None
            ran = scene.ask(*options, *row.question, language=language, meanwhile=meanwhile)
            took = time.monotonic() - since
        since = time.monotonic()
        assert comes_true(lambda: scene.running() == [], 3), scene.running()
        return ran, took, time.monotonic() - since


def check_text(row: Row, ran: Ran, scene: Scene) -> None:
    """Passages on standard output, one sentence and one command on standard error."""
    assert ran.code == row.code, ran.err
    assert "[1] Core" in ran.out
    said, *hints = ran.err.strip().splitlines()
    assert row.en in said
    assert len(hints) == (1 if row.hint else 0) and all(row.hint in hint for hint in hints), ran.err
    assert (SPOKEN in ran.out) is row.speaks
    assert (VOID["en"] in ran.out) is row.speaks
    if row.speaks:
        assert ran.out.index(SPOKEN) < ran.out.index(VOID["en"])
    assert "✓" not in ran.out
    if row.key == "vm.changed_host":
        assert scene.sshd.host_key.fingerprint in said and other_key(scene).fingerprint in said


def check_json(row: Row, ran: Ran) -> None:
    """The same for programs: no answer, the passages, and why."""
    assert ran.code == row.code, ran.err
    assert row.fr in ran.err
    if row.interrupts:
        assert ran.out == ""
        return
    record = ran.json
    assert (record["answer"], record["verdict"], record["statements"], record["citations"]) == ("", None, [], [])
    assert any(row.fr in note for note in record["degraded"]), record["degraded"]
    assert record["passages"]


def check_record(row: Row) -> None:
    """It is written down, with its error."""
    run = oracle("log", "-n", "1", "--json").json["runs"][0]
    assert (run["exit"], run["answer"]) == (row.code, "")
    steps = oracle("log", "show", run["id"], "--json").json["steps"]
    assert [step["facts"]["key"] for step in steps if step["name"] == "failure"] == [row.key]


def works(scene: Scene, row: Row) -> None:
    """The next question is answered."""
    scene.configure(scene.real() if row in REAL else scene.fake())
    ran = scene.ask(*DICE)
    assert ran.code == 0, ran.err
    assert "The book says:" in ran.out and PASSAGE in ran.out
