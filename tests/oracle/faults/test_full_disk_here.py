"""A full disk that costs no answer: on our own side, and where Claude Code keeps its files. What is lost is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.faults.rows import needs_root
from tests.oracle.faults.scene import DICE, ICON, Scene, comes_true, full_disk


def test_a_picture_that_cannot_be_written_is_said_and_the_question_is_answered(scene: Scene) -> None:
    """The answer comes from the text, and says that the page was not looked at, and why."""
    needs_root()
    scene.configure(scene.fake())
    with full_disk(scene.home / "views"):
        ran = scene.ask(*ICON)
        left = [file.name for file in (scene.home / "views").iterdir()]
    assert ran.code == 0, ran.err
    assert "The book says:" in ran.out
    assert "No space left on device" in ran.out and "could not look at the page" in ran.out
    assert left == ["filling"]


def test_a_home_without_room_answers_and_says_that_nothing_was_recorded(scene: Scene, tmp_path: Path) -> None:
    """Reading needs no room: passages and answer stand."""
    needs_root()
    scene.configure(scene.fake())
    small = tmp_path / "small"
    small.mkdir()
    size = sum(file.stat().st_size + 4096 for file in scene.home.rglob("*")) // 1024
    with full_disk(small, size=f"{size + 256}k", files=2000, holding=scene.home):
        ran = scene.ask(*DICE, home=small)
    assert ran.code == 0, ran.err
    assert "The book says:" in ran.out
    assert "could not be recorded" in ran.out


def test_an_answer_that_nobody_can_keep_is_an_error(scene: Scene) -> None:
    """Standard output on a full disk: exit 9, one sentence, and nothing goes on there."""
    scene.configure(scene.fake())
    command = ("ask", "-g", "gates", *DICE)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            (sys.executable, "-c", "from oracle.cli import run; run()", *command),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 9, done.stderr
    assert done.stderr.strip() == "What was to be printed cannot be written: No space left on device."
    assert comes_true(lambda: scene.running() == [], 3), scene.running()


@pytest.mark.slow
def test_claude_without_room_for_its_own_files_answers_all_the_same(scene: Scene) -> None:
    """The real one writes into its home; that it cannot is no reason for it not to answer."""
    needs_root()
    scene.configure(scene.real())
    with full_disk(scene.folder / "claude-home"):
        ran = scene.ask(*DICE)
        assert comes_true(lambda: scene.running() == [], 3), scene.running()
    assert ran.code == 0, ran.err
    assert "The book says:" in ran.out
