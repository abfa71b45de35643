"""`oracle vm`: what a person sees and what is written, with a real sshd and the real CLI."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from oracle.config import ClaudeConfig, load
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.commands import oracle
from tests.sshd import Sshd, free_port
from vm.known_hosts import HostKey, trust, trusted

CHECKS = ("key", "host", "wrapper", "folder", "space", "clock", "claude", "guard", "login", "latency")


@pytest.fixture
def configured(home: Path, sshd: Sshd, claude_config: ClaudeConfig) -> Path:
    """A home whose config.toml names the sshd and the real CLI; the host is not trusted yet."""
    home.mkdir()
    env = "\n".join(f'{name} = "{value}"' for name, value in claude_config.env.items())
    (home / "config.toml").write_text(
        f'[vm]\ntransport = "ssh"\nhost = "127.0.0.1"\nport = {sshd.port}\nuser = "{sshd.user}"\nkey = "{sshd.key}"\n'
        f'[claude]\ncommand = "{claude_config.command}"\n[claude.env]\n{env}\n'
    )
    return home


def test_trust_shows_the_fingerprint_and_remembers_the_key(configured: Path, sshd: Sshd) -> None:
    """The fingerprint is on standard output; the key is in our own file, for this host and port."""
    ran = oracle("vm", "trust", "127.0.0.1", "--yes")
    assert ran.code == 0
    assert sshd.host_key.fingerprint in ran.out
    assert trusted(configured / "known_hosts", "127.0.0.1", sshd.port) == (sshd.host_key,)


def test_trust_is_told_to_programs(configured: Path, sshd: Sshd) -> None:
    """The document alone on standard output; whether the key is new, and what was written to the configuration."""
    told = oracle("vm", "trust", f"{sshd.user}@127.0.0.1", "--port", str(sshd.port), "--yes", "--json").json
    assert [(each["fingerprint"], each["new"]) for each in told["hosts"]] == [(sshd.host_key.fingerprint, True)]
    again = oracle("vm", "trust", "--json")
    assert (again.json["hosts"][0]["new"], again.json["settings"]) == (False, {})
    assert sshd.host_key.fingerprint in again.err


@pytest.mark.parametrize(("typed", "code"), [("", 6), ("n\n", 6), ("\n", 6), ("y\n", 0)])
def test_trust_needs_a_yes(configured: Path, monkeypatch: pytest.MonkeyPatch, typed: str, code: int) -> None:
    """Nobody there, a no, or just Enter: nothing is written."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert oracle("vm", "trust", "127.0.0.1").code == code
    assert (configured / "known_hosts").exists() is (code == 0)


def test_trust_by_fingerprint(configured: Path, sshd: Sshd) -> None:
    """The right one is trusted without a question, another is refused with both."""
    wrong = oracle("vm", "trust", "127.0.0.1", "--fingerprint", "SHA256:wrong")
    assert (wrong.code, (configured / "known_hosts").exists()) == (6, False)
    assert "SHA256:wrong" in wrong.err
    assert sshd.host_key.fingerprint in wrong.err
    assert oracle("vm", "trust", "127.0.0.1", "--fingerprint", sshd.host_key.fingerprint).code == 0
    assert trusted(configured / "known_hosts", "127.0.0.1", sshd.port) == (sshd.host_key,)


def test_trusting_another_key_than_before_is_said(configured: Path, sshd: Sshd) -> None:
    """The old fingerprint is shown beside the new one."""
    old = HostKey("127.0.0.1", sshd.port, "ssh-ed25519", b"the old one")
    trust(configured / "known_hosts", old)
    ran = oracle("vm", "trust", "127.0.0.1", "--yes")
    assert old.fingerprint in ran.err
    assert oracle("vm", "trust", "127.0.0.1").code == 0  # trusted already: no question


def test_two_commands_connect_a_machine(home: Path, sshd: Sshd) -> None:
    """Trusting USER@HOST remembers the way to it; choosing SSH is all that is left to type."""
    way = ("vm", "trust", f"{sshd.user}@127.0.0.1", "--port", str(sshd.port), "--key", str(sshd.key), "--yes")
    ran = oracle(*way)
    assert ran.code == 0
    assert ran.err.endswith("oracle config set vm.transport ssh\n")
    assert "oracle config set vm.transport ssh" in oracle("vm", "doctor").out
    assert oracle("config", "set", "vm.transport", "ssh").code == 0
    found = load({}, home=home).vm
    assert (found.transport, found.host, found.user) == ("ssh", "127.0.0.1", sshd.user)
    assert (found.port, found.key) == (sshd.port, str(sshd.key))
    assert oracle("vm", "trust").err.endswith("oracle vm doctor\n")


def test_a_port_may_follow_the_host(home: Path, sshd: Sshd) -> None:
    """As people write it."""
    assert oracle("vm", "trust", f"127.0.0.1:{sshd.port}", "--yes").code == 0
    found = load({}, home=home).vm
    assert (found.host, found.port) == ("127.0.0.1", sshd.port)


def test_a_key_that_is_not_there_is_said_before_anything_is_trusted(home: Path, sshd: Sshd) -> None:
    """A slip of the finger: exit code 2, nothing written."""
    ran = oracle("vm", "trust", f"127.0.0.1:{sshd.port}", "--key", "/nowhere/key", "--yes")
    assert (ran.code, "/nowhere/key" in ran.err, home.exists()) == (2, True, False)


def test_trust_of_no_machine_says_how_to_name_one(home: Path) -> None:
    """The command whole; nothing was chosen, so nothing of a choice is said."""
    ran = oracle("vm", "trust")
    assert (ran.code, "oracle vm trust USER@HOST" in ran.err) == (2, True)


@pytest.mark.parametrize(("typed", "code"), [("o\n", 0), ("oui\n", 0), ("quoi\no\n", 0), ("non\n", 6)])
def test_a_yes_is_said_in_ones_own_language(
    configured: Path, monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    """French letters for a French player; another word is asked again, in French."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    ran = oracle("--lang", "fr", "vm", "trust", "127.0.0.1")
    assert (ran.code, "[o/N]" in ran.err) == (code, True)
    assert ("o veut dire oui" in ran.err) is typed.startswith("quoi")


def test_a_machine_that_was_not_trusted_is_not_remembered(home: Path, sshd: Sshd) -> None:
    """A no leaves no trace: neither key nor configuration."""
    assert oracle("vm", "trust", "me@127.0.0.1", "--port", str(sshd.port), "--fingerprint", "SHA256:x").code == 6
    assert not (home / "config.toml").exists()


def test_trust_of_nobody_is_an_error(configured: Path) -> None:
    """A closed port: exit code 6, nothing written."""
    port = str(free_port())
    ran = oracle("vm", "trust", "127.0.0.1", "--port", port, "--yes")
    assert (ran.code, (configured / "known_hosts").exists()) == (6, False)
    assert f"ssh -p {port} 127.0.0.1" in ran.err  # not `oracle vm doctor`, which would say the same again


def test_doctor_walks_from_the_key_to_the_login(configured: Path, scripted_model: ScriptedModel) -> None:
    """Each check by name, all well, and nothing was asked of the service; a key that opens a shell is worth a hint."""
    assert oracle("vm", "trust", "--yes").code == 0
    ran = oracle("vm", "doctor", "--json")
    assert ran.code == 0
    assert ran.json["schema"] == 1
    assert [(check["name"], check["ok"]) for check in ran.json["checks"]] == [(name, True) for name in CHECKS]
    hints = {check["name"]: check["hint"] for check in ran.json["checks"] if check["hint"]}
    assert list(hints) == ["wrapper"]
    assert "oracle vm setup" in hints["wrapper"]
    assert scripted_model.history == []


def test_doctor_asks_one_tiny_question_only_if_told_to(configured: Path, scripted_model: ScriptedModel) -> None:
    """`--live`: one request, and a line with what it cost."""
    assert oracle("vm", "trust", "--yes").code == 0
    scripted_model.play(Step("yes"))
    ran = oracle("vm", "doctor", "--live")
    assert (ran.code, len(scripted_model.history)) == (0, 1)
    assert "start: started with one tool" in ran.out
    assert re.search(r"live: answered in \d+ ms, for \d+\.\d{4} USD", ran.out)


def test_doctor_says_why_the_live_question_failed(configured: Path, scripted_model: ScriptedModel) -> None:
    """The error that a player would get, with its hint."""
    assert oracle("vm", "trust", "--yes").code == 0
    scripted_model.play(Step(status=403, error="permission_error"))
    ran = oracle("vm", "doctor", "--live", "--json")
    assert (ran.code, _failed(ran.json)) == (6, ["live"])


def test_doctor_stops_at_a_key_that_others_can_read(configured: Path, sshd: Sshd) -> None:
    """It is not shown to the machine; the hint is the chmod to type."""
    key = configured / "open"
    key.write_bytes(sshd.key.read_bytes())
    key.chmod(0o644)
    assert oracle("config", "set", "vm.key", str(key)).code == 0
    ran = oracle("vm", "doctor", "--json")
    assert [(check["name"], check["hint"]) for check in ran.json["checks"]] == [("key", f"chmod 600 {key}")]


def test_doctor_says_the_command_that_helps(configured: Path) -> None:
    """Not trusted yet: the connection fails, the hint is the command to type, the exit code 6."""
    ran = oracle("vm", "doctor", "--json")
    failed = [check for check in ran.json["checks"] if not check["ok"]]
    assert ran.code == 6
    assert [check["name"] for check in failed] == ["host"]
    assert "oracle vm trust" in failed[0]["hint"]


def test_doctor_finds_a_missing_claude_and_a_missing_login(configured: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a failed check with a hint of its own."""
    assert oracle("vm", "trust", "--yes").code == 0
    file = configured / "config.toml"
    file.write_text(file.read_text().replace('ANTHROPIC_API_KEY = "dummy"', ""))
    assert _failed(oracle("vm", "doctor", "--json").json) == ["login"]
    monkeypatch.setenv("ORACLE_CLAUDE_COMMAND", "no-such-claude")
    assert _failed(oracle("vm", "doctor", "--json").json) == ["claude"]


def test_doctor_without_a_machine_says_that_none_is_configured(home: Path) -> None:
    """Passages only is a way to live: exit code 0."""
    ran = oracle("vm", "doctor", "--json")
    assert (ran.code, [check["ok"] for check in ran.json["checks"]]) == (0, [True])


def _failed(told: dict[str, list[dict[str, object]]]) -> list[object]:
    return [check["name"] for check in told["checks"] if not check["ok"]]
