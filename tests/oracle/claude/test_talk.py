"""More than one turn with one process: the real CLI over a real sshd, and a machine that is lost in between."""

from __future__ import annotations

import threading
import time

import pytest

from oracle.claude.client import Claude
from oracle.contracts import Delta, LookedAt, Tried, View
from oracle.errors import Cancelled, ClaudeError
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.claude.asking import NEVER, TEXT, Heard, looking, read, uses
from tests.sshd import Sshd
from vm.errors import VmError


def test_a_second_turn_goes_to_the_same_process_and_sees_no_second_picture(
    claude: Claude, scripted_model: ScriptedModel, a_view: View
) -> None:
    """The one look is for both turns; text, tokens and cost are of each turn alone. Another look ends it."""
    again = uses(read, text="Again?")
    scripted_model.play(uses(read), Step("Seven."), Step("Eight, @/etc/hostname."), again, Step("Nine."))
    heard: list[Heard] = []
    with claude.talk(looking(a_view), heard.append, timeout=60, cancel=NEVER) as talk:
        first = talk.answer()
        second = talk.again("Not @/etc/hostname?")
        before = len(heard)
        with pytest.raises(ClaudeError) as caught:
            talk.again("Look again.")
    assert (first.text, first.image_sent, first.refused) == ("Seven.", True, ())
    assert (second.text, second.image_sent, second.refused) == ("Eight, @/etc/hostname.", True, ())
    assert first.usd and second.usd == pytest.approx(first.usd / 2)  # the Read took a request of its own
    assert {name: 2 * n for name, n in second.tokens.items()} == dict(first.tokens)
    assert [type(event) for event in heard if not isinstance(event, Delta)][:2] == [Tried, LookedAt]
    assert caught.value.key == "claude.other_tool"
    assert Tried(str(caught.value.facts["tool"]), allowed=False) in heard[before:]
    assert (len(scripted_model.history), scripted_model.images_sent) == (4, 1)
    assert "Not @/etc/hostname?" in scripted_model.history[2].text
    assert second.ms["first_text"] <= second.ms["total"] and "start" not in second.ms


def test_a_second_turn_has_the_time_that_the_first_one_left(claude: Claude, scripted_model: ScriptedModel) -> None:
    """A deadline is for the question: who is slow twice is cut off, and the first answer came all the same."""
    scripted_model.play(Step("Seven."), Step("word " * 400, pause=0.05))
    started = time.monotonic()
    with claude.talk(TEXT, lambda _: None, timeout=5, cancel=NEVER) as talk:
        assert talk.answer().text == "Seven."
        with pytest.raises(ClaudeError) as caught:
            talk.again("Sure?")
    assert caught.value.key == "claude.too_slow"
    assert time.monotonic() - started < 8


@pytest.mark.parametrize("how", ["cancelled", "cut"])
def test_a_second_turn_can_be_stopped_and_lost_like_the_first(
    claude: Claude, scripted_model: ScriptedModel, sshd: Sshd, how: str
) -> None:
    """It is cancelled, or the line is cut: the same errors."""
    scripted_model.play(Step("Seven."), Step("word " * 400, pause=0.05))
    cancel = threading.Event()
    with claude.talk(TEXT, lambda _: None, timeout=40, cancel=cancel) as talk:
        talk.answer()
        threading.Timer(0.5, cancel.set if how == "cancelled" else sshd.cut).start()
        with pytest.raises(Cancelled if how == "cancelled" else VmError):
            talk.again("Sure?")
