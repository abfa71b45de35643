"""Asking Claude in tests: prompts with and without a view, and scripts that read what they are offered."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

from oracle.claude.client import Claude
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted, View
from tests.fakes.scripted_model import Asked, Scripted, Step, Use

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


def offered_path(asked: Asked) -> str:
    """The path that the prompt offers, found as a model would find it."""
    return str(json.loads(asked.text[asked.text.index('{"look_at"') :].splitlines()[0])["look_at"])


def uses(*wanted: Callable[[str], Use], text: str = "") -> Callable[[Asked], Step]:
    """A step that calls tools, given the offered path."""
    return lambda asked: Step(text, tuple(use(offered_path(asked)) for use in wanted))


def read(path: str) -> Use:
    """A Read of that path."""
    return Use("Read", {"file_path": path})


Calls = Callable[..., Callable[[Asked], Step]]


def misbehaving(target: Path, lies: str, uses: Calls = uses) -> tuple[Scripted, ...]:
    """Seven reads of the page (three at once), then everything else that must not happen, then `lies`."""
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
        Step(lies),
    )
