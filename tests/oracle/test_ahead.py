from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from oracle.ahead import Guess, beside, for_the_next, foresee, guess
from oracle.config import Config, VmConfig
from oracle.contested import Contest
from oracle.contracts import Question, Stack, Turn
from oracle.parts import open_parts
from oracle.prompt import system_text, thread_of
from oracle.rewrite.prompt import system_text as rewriting
from tests.fakes.waiter import Waiter
from tests.sshd import make_key

BOOKS = ("en",)


def asking(text: str, **more: object) -> Question:
    return Question(text, Stack("dice"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (asking("How many cards do I draw?"), Guess("en", look=False, rewrite=False)),
        (asking("Combien de cartes je pioche ?"), Guess("fr", look=False, rewrite=True)),
        (asking("What does the red icon on the card look like?"), Guess("en", look=True, rewrite=False)),
        (asking("What does the red icon on the card look like?", image="never"), Guess("en", False, False)),
        (asking("How many cards do I draw?", answer_language="fr"), Guess("fr", look=False, rewrite=False)),
        (asking("And with five?", history=(Turn("How many cards for four?", "Two."),)), Guess("en", False, True)),
        (asking("Combien de cartes ?", contest=Contest()), Guess("fr", look=False, rewrite=True)),
        (asking("Combien de cartes ?", contest=Contest("Deux.", ())), Guess("fr", look=False, rewrite=False)),
        (asking("How many cards?", model=False), None),
        (asking(""), None),
    ],
    ids=lambda given: given.text[:30] if isinstance(given, Question) else "",
)
def test_what_will_be_asked_is_guessed_from_the_words(question: Question, expected: Guess | None) -> None:
    """Its language, whether it wants a picture, whether it is reworded first; nothing where nobody would be asked."""
    assert guess(question, BOOKS) == expected


def test_in_which_language_nothing_tells_nobody_is_started() -> None:
    """Not before the booklets are known: then theirs is taken."""
    assert guess(asking("Hmpf?")) is None
    assert guess(asking("Hmpf?"), BOOKS) == Guess("en", look=False, rewrite=False)


def test_somebody_waits_for_the_answer_and_for_the_rewrite() -> None:
    """With the system texts that the question will have, in its own place."""
    waiter, question = Waiter(), asking("Combien de cartes je pioche ?")
    foresee(question, waiter, BOOKS, rewrites=True)
    assert waiter.history == [
        (system_text("fr"), False, False, thread_of(question)),
        (rewriting(), False, True, None),
    ]
    waiter.came = threading.Semaphore(0)
    beside(asking("How many dice?"), waiter)
    assert waiter.came.acquire(timeout=5)


def test_for_a_question_that_is_put_nobody_is_started_any_more() -> None:
    """Who finds faster than it is guessed what to start has no use for it."""
    waiter, guessing, go_on = Waiter(), threading.Event(), threading.Event()

    def languages() -> tuple[str, ...]:
        guessing.set()
        assert go_on.wait(5)
        return BOOKS

    before = threading.active_count()
    put = beside(asking("How many dice?"), waiter, languages)
    assert guessing.wait(5)
    put()
    go_on.set()
    until = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.005)
    assert waiter.history == []


def test_while_an_answer_is_read_two_wait_for_what_may_follow() -> None:
    """A question like it, in its place in the talk, and a rewrite of a follow-up."""
    waiter, question = Waiter(), asking("How many dice?", history=(Turn("How many dice?", "Two."),))
    for_the_next(question, waiter, BOOKS, rewrites=True)
    assert all(waiter.came.acquire(timeout=5) for _ in range(2))
    assert waiter.history == [
        (system_text("en"), False, False, thread_of(question)),
        (rewriting(), False, True, None),
    ]


def test_without_a_machine_nobody_waits(tmp_path: Path) -> None:
    """The library is what is missed first."""
    called: list[object] = []
    with pytest.raises(Exception, match="store"):
        open_parts(Config(tmp_path, tmp_path / "config.toml", "en"), early=called.append)
    assert called == []


def test_the_machine_is_connected_to_before_anything_is_foreseen(tmp_path: Path) -> None:
    """What is guessed of a question is loaded meanwhile."""
    key = make_key(tmp_path / "key")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        vm = VmConfig(transport="ssh", host="127.0.0.1", port=server.getsockname()[1], user="me", key=str(key))
        came: list[object] = []

        def early(ahead: object) -> None:
            came.append(server.accept()[0].close())

        with pytest.raises(Exception, match="store"):
            open_parts(Config(tmp_path, tmp_path / "config.toml", "en", vm=vm), early=early)
    assert came == [None]


def test_a_connection_loads_nothing_that_runs_commands_here(tmp_path: Path) -> None:
    """What paramiko has `Match exec` run by takes as long to load as all of it, and has no business here."""
    code = """
import sys
from pathlib import Path
from oracle.config import Config, VmConfig
from oracle.connect import connect
home = Path(sys.argv[1])
assert connect(Config(home, home / "config.toml", "en", vm=VmConfig(transport="ssh", host="h", key="k")))
import paramiko.config
assert paramiko.config.invoke is None and "invoke" not in sys.modules and "unittest.mock" not in sys.modules
import invoke
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
