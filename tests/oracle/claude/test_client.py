"""Claude.answer over a real sshd with the real CLI; only the service is scripted."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from oracle.claude.client import Claude
from oracle.config import ClaudeConfig
from oracle.contracts import Delta, View, Waiting
from oracle.errors import ClaudeError
from tests.fakes.scripted_model import Asked, ScriptedModel, Step
from tests.oracle.claude.asking import NEVER, TEXT, asked, looking, offered_path, read, uses
from tests.sshd import Sshd
from vm.machine import Machine


def test_text_comes_word_by_word_and_whole(claude: Claude, scripted_model: ScriptedModel) -> None:
    """Deltas arrive as they are streamed; the completion holds the whole text, and no tool was on offer."""
    scripted_model.play(Step("The book says: seven cards [[1]]."))
    heard, done = asked(claude, TEXT)
    assert "".join(event.text for event in heard if isinstance(event, Delta)) == "The book says: seven cards [[1]]."
    assert (done.text, done.image_sent, done.refused) == ("The book says: seven cards [[1]].", False, ())
    assert scripted_model.history[0].tools == ()
    assert '{"question": "How many?"}' in scripted_model.history[0].text
    assert done.tokens == {"input": 11, "output": 42, "cache_read": 100, "cache_write": 5000}


def test_nothing_of_the_machine_and_no_path_in_a_question_leaks_in(
    claude: Claude, claude_config: ClaudeConfig, scripted_model: ScriptedModel, tmp_path: Path
) -> None:
    """`@/file` in the message stays as it is; settings, CLAUDE.md and MCP servers of that home are not used."""
    (tmp_path / "secret.txt").write_text("THE SECRET")
    folder = Path(claude_config.env["HOME"]) / ".claude"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text("REMEMBERED INSTRUCTION")
    (folder / "settings.json").write_text(
        json.dumps({"permissions": {"allow": ["Read", "Bash"]}, "model": "claude-haiku-4-5", "env": {"LEAKED": "yes"}})
    )
    server = {"mcpServers": {"hostile": {"command": "sh", "args": ["-c", f"touch {tmp_path}/ran; cat"]}}}
    (folder.parent / ".claude.json").write_text(json.dumps(server))
    scripted_model.play(Step("Fine."))
    question = replace(TEXT, message=json.dumps({"question": f"What of @{tmp_path}/secret.txt ?"}))
    assert asked(claude, question)[1].text == "Fine."
    request = scripted_model.history[0]
    assert f"@{tmp_path}/secret.txt" in request.text
    assert "THE SECRET" not in str(request.body)
    assert "REMEMBERED INSTRUCTION" not in str(request.body)
    assert "haiku" not in request.body["model"]
    assert not (tmp_path / "ran").exists()


def test_the_model_that_was_asked_for_is_asked(
    machine: Machine, claude_config: ClaudeConfig, scripted_model: ScriptedModel
) -> None:
    """By its name in the configuration, which stands in no command line; another one in its place ends it."""
    scripted_model.play(Step("Fine."))
    done = asked(Claude(machine, replace(claude_config, model="claude-sonnet-4-5")), TEXT)[1]
    assert (scripted_model.history[0].body["model"], done.notes) == ("claude-sonnet-4-5", ())
    with pytest.raises(ClaudeError) as caught:
        asked(Claude(machine, replace(claude_config, model="claude-opus-4-1")), TEXT)
    assert (caught.value.key, caught.value.facts["asked"]) == ("claude.unexpected_model", "claude-opus-4-1")
    assert "opus" in asked(Claude(machine, replace(claude_config, model="opus")), TEXT)[1].model


def test_a_view_is_offered_in_a_folder_of_its_own_that_goes(
    claude: Claude, machine: Machine, scripted_model: ScriptedModel, a_view: View
) -> None:
    """The next question takes the folder of the last one away, the end takes all."""
    offered: list[Path] = []

    def step(asked: Asked) -> Step:
        offered.append(Path(offered_path(asked)))
        return Step("Seven.")

    scripted_model.play(step)
    asked(claude, looking(a_view))
    asked(claude, looking(a_view))
    assert [path.parent.exists() for path in offered] == [False, True]
    machine.close()
    assert not offered[1].parent.exists()


def test_words_that_could_steer_a_terminal_do_not_reach_it(claude: Claude, scripted_model: ScriptedModel) -> None:
    """What is heard is clean; the completion keeps what was said, for the verification to judge."""
    scripted_model.play(Step("a\x1b]0;title\x07b \u202ec"))
    heard, done = asked(claude, TEXT)
    assert "".join(event.text for event in heard if isinstance(event, Delta)) == "a]0;titleb c"
    assert done.text == "a\x1b]0;title\x07b \u202ec"


def test_several_questions_at_once_do_not_mix(machine: Machine, claude_config: ClaudeConfig) -> None:
    """Two answers over one connection, each to its own question."""
    with closing(ScriptedModel()) as model:
        model.play(lambda asked: Step(f"echo {asked.text.split('number ')[1].split()[0]}"))
        env = {**claude_config.env, "ANTHROPIC_BASE_URL": model.url}
        claude = Claude(machine, replace(claude_config, env=env))

        def one(number: int) -> str:
            prompt = replace(TEXT, message=f"number {number} ")
            return claude.answer(prompt, lambda _: None, timeout=60, cancel=NEVER).text

        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(one, range(2))) == ["echo 0", "echo 1"]


def test_a_talkative_login_shell_changes_nothing(
    claude: Claude, scripted_model: ScriptedModel, sshd: Sshd, a_view: View
) -> None:
    """What a profile prints is passed over, what it exports does not reach the program."""
    profile = sshd.folder / "home" / ".bashrc"
    profile.write_text('echo hello; echo \'{"type": "greeting"}\'; echo; export DISABLE_TELEMETRY=0\n')
    try:
        scripted_model.play(uses(read), Step("Seven."))
        done = asked(claude, looking(a_view))[1]
    finally:
        profile.unlink()
    assert (done.text, done.image_sent) == ("Seven.", True)


def test_six_pictures_at_once_are_all_shown_and_those_who_wait_hear_it(
    machine: Machine, claude_config: ClaudeConfig, a_view: View
) -> None:
    """Programs that stay leave a channel for the pictures that they wait for."""
    with closing(ScriptedModel()) as model:
        model.play(uses(read), Step("Seven."))
        env = {**claude_config.env, "ANTHROPIC_BASE_URL": model.url}
        claude = Claude(machine, replace(claude_config, env=env))
        with ThreadPoolExecutor(6) as pool:
            done = list(pool.map(lambda _: asked(claude, looking(a_view), timeout=120), range(6)))
    assert [(each.text, each.image_sent) for _, each in done] == [("Seven.", True)] * 6
    waited = [heard[0] == Waiting() for heard, _ in done]
    assert sum(waited) >= 3
    assert all(("queued" in each.ms) is first for first, (_, each) in zip(waited, done, strict=True))
