"""At most one image, exactly the offered one, and nothing else, whatever the model or the machine tries.

The real CLI over a real sshd; only the service is scripted.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from oracle.claude import protocol
from oracle.claude.argv import build_argv, build_env, expected_tools
from oracle.claude.client import Claude
from oracle.claude.hearing import Hearing
from oracle.claude.hook import OneRead
from oracle.config import ClaudeConfig
from oracle.contracts import LookedAt, Tried, View
from oracle.errors import ClaudeError
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.claude.asking import NEVER, asked, looking, misbehaving, read, uses
from vm.contracts import Program
from vm.machine import Machine


def test_a_misbehaving_model_sees_one_image_and_nothing_else(
    claude: Claude, scripted_model: ScriptedModel, a_view: View, tmp_path: Path
) -> None:
    """It reads the page, then reads it again: that ends it, with no request more, before it tries anything else."""
    target = tmp_path / "written"
    scripted_model.play(*misbehaving(target, "The book says: seven [[99]] “invented”."))
    heard: list[object] = []
    with pytest.raises(ClaudeError) as caught:
        claude.answer(looking(a_view), heard.append, timeout=40, cancel=NEVER)
    assert (caught.value.key, caught.value.exit_code) == ("claude.other_tool", 7)
    assert [(request.images, request.tools) for request in scripted_model.history] == [(0, ("Read",)), (1, ("Read",))]
    assert [event.ref for event in heard if isinstance(event, LookedAt)] == [a_view.ref]
    assert [(each.call.partition("(")[0], each.allowed) for each in heard if isinstance(each, Tried)] == [
        ("Read", True),
        ("Read", False),
    ]
    assert not target.exists()


def test_permissions_granted_on_the_machine_open_nothing(
    claude: Claude, claude_config: ClaudeConfig, scripted_model: ScriptedModel, a_view: View
) -> None:
    """A settings.json there that allows every Read does not reach past our hook."""
    folder = Path(claude_config.env["HOME"]) / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"permissions": {"allow": ["Read", "Bash"]}}))
    scripted_model.play(uses(read, lambda _: read("/etc/passwd")), Step("Seven."))
    with pytest.raises(ClaudeError) as caught:
        asked(claude, looking(a_view))
    assert (caught.value.key, caught.value.facts) == ("claude.other_tool", {"tool": "Read(/etc/passwd)"})
    assert [request.images for request in scripted_model.history] == [0]


def test_with_hooks_off_nothing_is_read_at_all(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel, a_view: View
) -> None:
    """Were our hook not called, a permission would be asked for: it is denied, even for the offered page."""
    offered = machine.offer(machine.put(a_view.file, a_view.digest, ".png"), "page.png")
    scripted_model.play(Step(tools=(read(offered),)), Step("Nothing seen."))
    hearing = Hearing(OneRead(offered), a_view.ref, expected_tools(True), lambda _: None, lambda: 60.0)
    process = machine.start(Program(build_argv(claude_config, system="S", view=True), build_env(claude_config)))
    process.send(protocol.initialize(view=False) + protocol.user("Look."))
    for line in process.lines(idle=30, total=60):
        record = protocol.parse(line)
        if record and (reply := hearing.hear(record)):
            process.send(reply)
        if hearing.finished:
            break
    process.close()
    assert (hearing.text(), hearing.image_sent, scripted_model.images_sent) == ("Nothing seen.", False, 0)


def test_a_picture_that_cannot_be_read_is_not_said_to_be_seen(
    claude: Claude, scripted_model: ScriptedModel, a_view: View
) -> None:
    """A file that is no picture gives an error to the model: no image was sent, and that is what is reported."""
    a_view.file.write_bytes(b"\x89PNG\r\n\x1a\n but broken")
    broken = replace(a_view, digest=hashlib.sha256(a_view.file.read_bytes()).hexdigest())
    scripted_model.play(uses(read), Step("I could not look at the page."))
    heard, done = asked(claude, looking(broken))
    assert (done.image_sent, scripted_model.images_sent) == (False, 0)
    assert not [event for event in heard if isinstance(event, LookedAt)]
    assert done.text == "I could not look at the page."


def test_a_view_that_nobody_looks_at_is_not_said_to_be_seen(
    claude: Claude, scripted_model: ScriptedModel, a_view: View
) -> None:
    """Offering is not looking."""
    scripted_model.play(Step("Seven."))
    assert asked(claude, looking(a_view))[1].image_sent is False
