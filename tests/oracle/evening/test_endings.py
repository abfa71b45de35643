"""However an evening ends, nothing goes on elsewhere, the terminal is given back, and what was asked is kept."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from oracle.grammar import VERDICT_LABEL
from tests.fakes.scripted_model import Step
from tests.oracle.evening.conftest import Evening
from tests.tmux import Pane

pytestmark = pytest.mark.slow

QUESTION = "Combien vaut le neuf d’atout ?"
ENDLESS = f"{VERDICT_LABEL} says\nLe neuf d’atout vaut quatorze points [[1]]. " + "Et ainsi de suite. " * 50


def terminal_closed(pane: Pane) -> None:
    """As by closing its window."""
    pane.do("kill-pane")


def killed(pane: Pane) -> None:
    """The app itself, with no chance to say anything."""
    os.kill(app_in(pane), signal.SIGKILL)


def terminated(pane: Pane) -> None:
    """As at a shutdown."""
    os.kill(app_in(pane), signal.SIGTERM)


def app_in(pane: Pane) -> int:
    """The process that the shell of the pane has started."""
    return int(Path(f"/proc/{pane.fact('pane_pid')}/task/{pane.fact('pane_pid')}/children").read_text().split()[0])


@pytest.mark.parametrize("end", [terminal_closed, killed, terminated])
def test_what_ends_the_app_ends_what_runs_for_it(
    evening: Evening, hold: Callable[[], threading.Event], end: Callable[[Pane], None]
) -> None:
    """In the middle of an answer: within seconds nothing runs on the machine, and the records can be read."""
    evening.model.play(Step(ENDLESS, holds={24: hold()}))
    with evening.opened((120, 40), "--lang", "fr", "app", "-g", "belote") as pane:
        pane.shows("Votre question sur Belote")
        pane.type(QUESTION)
        pane.press("Enter")
        pane.shows("Le neuf d’atout vaut quatorze points")
        assert evening.processes()
        end(pane)
        evening.nothing_runs()
        if end is terminated:
            pane.shows("before exit 143")
            assert pane.fact("alternate_on") == "0"
    with closing(sqlite3.connect(evening.home / "runs.db")) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_nothing_is_printed_over_the_screen(evening: Evening, tmp_path: Path) -> None:
    """With standard output led away the screen is drawn all the same; Ctrl-C says what quits; a log is kept."""
    evening.model.play(Step(ENDLESS))
    out = tmp_path / "out.txt"
    with evening.opened((80, 24), "--lang", "fr", "app", "-g", "belote", more=f">{out}") as pane:
        pane.shows("Votre question sur Belote")
        pane.press("C-c")
        pane.shows("Ctrl+Q quitte l’oracle.")
        pane.press("C-q")
        pane.shows("before exit 0")
    assert out.read_text() == ""
    assert (evening.home / "app.log").exists()
