"""Claude.answer over a real sshd with the real CLI; only the service is scripted."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.claude.client import Claude
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted, View
from tests.fakes.scripted_model import Asked, Scripted, ScriptedModel, Step, Use
from vm.machine import Machine

NEVER = threading.Event()
TEXT = Prompt(system="Answer in English.", message='{"question": "How many?"}', cited=())
Heard = Delta | Restarted | LookedAt


def looking(view: View) -> Prompt:
    """A prompt that offers a view."""
    return Prompt(system="Answer in English.", message='{"look_at": "{view_path}"}', cited=(), view=view)


def asked(claude: Claude, prompt: Prompt, **options: float) -> tuple[list[Heard], Completion]:
    """What was heard, and the completion."""
    heard: list[Heard] = []
    done = claude.answer(prompt, heard.append, timeout=options.get("timeout", 40), cancel=NEVER)
    return heard, done


@pytest.fixture
def claude(machine: Machine, claude_config: ClaudeConfig) -> Claude:
    """Claude Code behind sshd."""
    return Claude(machine, claude_config)


def test_text_comes_word_by_word_and_whole(claude: Claude, scripted_model: ScriptedModel) -> None:
    """Deltas arrive as they are streamed; the completion holds the whole text, and no tool was on offer."""
    scripted_model.play(Step("The book says: seven cards [[1]]."))
    heard, done = asked(claude, TEXT)
    assert "".join(event.text for event in heard if isinstance(event, Delta)) == "The book says: seven cards [[1]]."
    assert (done.text, done.image_sent, done.refused) == ("The book says: seven cards [[1]].", False, ())
    assert scripted_model.history[0].tools == ()
    assert '{"question": "How many?"}' in scripted_model.history[0].text
    assert done.tokens == {"input": 11, "output": 42, "cache_read": 100, "cache_write": 5000}


def offered_path(asked: Asked) -> str:
    """The path that the prompt offers, found as a model would find it."""
    return str(json.loads(asked.text[asked.text.index('{"look_at"') :].splitlines()[0])["look_at"])


def uses(*wanted: Callable[[str], Use], text: str = "") -> Callable[[Asked], Step]:
    """A step that calls tools, given the offered path."""
    return lambda asked: Step(text, tuple(use(offered_path(asked)) for use in wanted))


def read(path: str) -> Use:
    """A Read of that path."""
    return Use("Read", {"file_path": path})


def misbehaving(target: Path) -> tuple[Scripted, ...]:
    """Seven reads of the page (three at once), then everything else that must not happen."""
    return (
        uses(read, text="Let me look."),
        uses(read),
        uses(read),
        uses(read, read, read),
        uses(lambda path: Use("Read", {"file_path": path, "offset": 1})),
        uses(lambda path: read(path.replace("page.png", "other.png"))),
        uses(lambda _: read("/etc/passwd")),
        uses(lambda _: Use("Bash", {"command": f"touch {target}"})),
        uses(lambda _: Use("Write", {"file_path": str(target), "content": "x"})),
        uses(lambda _: Use("WebFetch", {"url": "http://127.0.0.1/", "prompt": "x"})),
        Step("The book says: seven [[99]] “invented”."),
    )


def test_a_misbehaving_model_sees_one_image_and_nothing_else(
    claude: Claude, scripted_model: ScriptedModel, a_view: View, tmp_path: Path
) -> None:
    """The chosen page seven times, another page, passwd, Bash, Write, WebFetch: one image is sent."""
    target = tmp_path / "written"
    scripted_model.play(*misbehaving(target))
    heard, done = asked(claude, looking(a_view))
    assert done.image_sent
    assert scripted_model.images_sent == 1
    assert [event.ref for event in heard if isinstance(event, LookedAt)] == [a_view.ref]
    assert [shown.partition("(")[0] for shown in done.refused] == ["Read"] * 8 + ["Bash", "Write", "WebFetch"]
    assert not target.exists()
    assert "root:" not in str([request.body for request in scripted_model.history])
    assert done.text == "The book says: seven [[99]] “invented”."
    assert Restarted() in heard  # “Let me look.” is no answer
