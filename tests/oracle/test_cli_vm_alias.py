"""Aliases of the user's own SSH configuration: a machine behind another one, trusted and asked by its short name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle.config import ClaudeConfig, load
from tests.oracle.commands import oracle
from tests.sshd import Sshd, start_sshd, stop_sshd
from vm.known_hosts import trusted


@pytest.fixture
def inner(tmp_path: Path) -> Iterator[Sshd]:
    """The machine behind the first one."""
    running = start_sshd(tmp_path / "inner", keys="home/.ssh/authorized_keys")
    yield running
    stop_sshd(running)


@pytest.fixture
def alias(home: Path, tmp_path: Path, sshd: Sshd, inner: Sshd, claude_config: ClaudeConfig) -> str:
    """`den`, reached through `gate`; our own configuration names neither address nor key."""
    file = tmp_path / "ssh_config"
    file.write_text(
        f"Host gate\n HostName 127.0.0.1\n Port {sshd.port}\n IdentityFile {sshd.key}\n"
        f"Host den\n HostName 127.0.0.1\n Port {inner.port}\n IdentityFile {inner.key}\n ProxyJump gate\n"
    )
    home.mkdir()
    env = "\n".join(f'{name} = "{value}"' for name, value in claude_config.env.items())
    (home / "config.toml").write_text(
        f'[vm]\ntransport = "ssh"\nssh_config = "{file}"\n'
        f'[claude]\ncommand = "{claude_config.command}"\n[claude.env]\n{env}\n'
    )
    return "den"


def test_trusting_an_alias_shows_every_host_on_the_way(home: Path, alias: str, sshd: Sshd, inner: Sshd) -> None:
    """The first hop's key, then through it the machine's; both are remembered under their real names."""
    ran = oracle("vm", "trust", alias, "--yes")
    assert ran.code == 0
    assert ran.out.index(sshd.host_key.fingerprint) < ran.out.index(inner.host_key.fingerprint)
    for each in (sshd, inner):
        assert trusted(home / "known_hosts", "127.0.0.1", each.port) == (each.host_key,)


def test_a_machine_behind_another_is_checked_by_its_alias(home: Path, alias: str) -> None:
    """Key, connection and program are found through the jump."""
    assert oracle("vm", "trust", alias, "--yes").code == 0
    ran = oracle("vm", "doctor", "--json")
    assert [check for check in ran.json["checks"] if not check["ok"]] == []


def test_an_alias_means_nothing_unless_that_was_asked_for(home: Path, alias: str) -> None:
    """Without `vm.ssh_config` the name is a name."""
    assert oracle("config", "set", "vm.ssh_config", "false").code == 0
    ran = oracle("vm", "trust", "den.invalid", "--yes")
    assert ran.code == 6
    assert "den.invalid" in ran.err


def test_a_machine_behind_another_can_be_set_up(home: Path, alias: str) -> None:
    """The key for questions is used for the machine, the alias's own for the host on the way; undone, none is named."""
    assert oracle("vm", "trust", alias, "--yes").code == 0
    assert oracle("vm", "setup", "--yes").code == 0
    told = oracle("vm", "doctor", "--json").json["checks"]
    assert [check for check in told if not check["ok"] or check["hint"]] == []
    assert oracle("vm", "setup", "--undo", "--yes").code == 0
    assert load({}, home=home).vm.key == ""
