"""At most one image, exactly the offered one, and nothing else, whatever the model or the machine tries.

The real CLI over a real sshd; only the service is scripted.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from oracle.claude import protocol
from oracle.claude.argv import build_argv, build_env, expected_tools
from oracle.claude.client import Claude
from oracle.claude.hearing import Hearing
from oracle.claude.hook import OneRead
from oracle.config import ClaudeConfig
from oracle.contracts import LookedAt, Restarted, View
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.claude.asking import asked, looking, misbehaving, read, uses
from vm.contracts import Program
from vm.machine import Machine


def test_a_misbehaving_model_sees_one_image_and_nothing_else(
    claude: Claude, scripted_model: ScriptedModel, a_view: View, tmp_path: Path
) -> None:
    """The chosen page seven times, another page, passwd, Bash, Write, WebFetch: one image is sent."""
    target = tmp_path / "written"
    scripted_model.play(*misbehaving(target, "The book says: seven [[99]] “invented”."))
    heard, done = asked(claude, looking(a_view))
    assert done.image_sent
    assert scripted_model.images_sent == 1
    assert {request.tools for request in scripted_model.history} == {("Read",)}
    assert [event.ref for event in heard if isinstance(event, LookedAt)] == [a_view.ref]
    assert [shown.partition("(")[0] for shown in done.refused] == ["Read"] * 8 + ["Bash", "Write", "WebFetch"]
    assert not target.exists()
    assert "root:" not in str([request.body for request in scripted_model.history])
    assert done.text == "The book says: seven [[99]] “invented”."
    assert Restarted() in heard  # “Let me look.” is no answer


def test_permissions_granted_on_the_machine_open_nothing(
    claude: Claude, claude_config: ClaudeConfig, scripted_model: ScriptedModel, a_view: View
) -> None:
    """A settings.json there that allows every Read does not reach past our hook."""
    folder = Path(claude_config.env["HOME"]) / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"permissions": {"allow": ["Read", "Bash"]}}))
    scripted_model.play(uses(read, read, lambda _: read("/etc/passwd")), Step("Seven."))
    done = asked(claude, looking(a_view))[1]
    assert (scripted_model.images_sent, len(done.refused)) == (1, 2)
    assert "root:" not in str([request.body for request in scripted_model.history])


def test_with_hooks_off_nothing_is_read_at_all(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel, a_view: View
) -> None:
    """Were our hook not called, the permission callback would be: it says no, even to the offered page."""
    offered = machine.offer(machine.put(a_view.file, a_view.digest, ".png"), "page.png")
    scripted_model.play(Step(tools=(read(offered), read("/etc/passwd"))), Step("Nothing seen."))
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
