"""A machine that lets one key in for the guard only: a real sshd, set up by `oracle vm setup`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from oracle.cli.vm_setup import KEY
from oracle.config import ClaudeConfig
from tests.oracle.commands import oracle
from tests.sshd import Sshd, start_sshd, stop_sshd
from vm.hosts import SshHost
from vm.known_hosts import trust
from vm.machine import Machine
from vm.ssh import ssh_machine

KEYS = ".ssh/authorized_keys"


@dataclass(frozen=True)
class Guarded:
    """The sshd, and our own home on this side."""

    sshd: Sshd
    home: Path

    @property
    def there(self) -> Path:
        """The home folder on the machine."""
        return self.sshd.folder / "home"

    @property
    def keys(self) -> Path:
        """Its authorized_keys."""
        return self.there / KEYS

    @property
    def host(self) -> SshHost:
        """The way in by the key that was made for questions only."""
        return SshHost("127.0.0.1", self.sshd.user, self.sshd.port, self.home / KEY, self.home / "known_hosts")


@pytest.fixture
def plain(home: Path, tmp_path: Path, claude_config: ClaudeConfig) -> Iterator[Guarded]:
    """A machine that is trusted and reached by a key that opens a shell; nothing is set up on it yet."""
    sshd = start_sshd(tmp_path / "there", keys=f"home/{KEYS}")
    home.mkdir()
    env = "\n".join(f'{name} = "{value}"' for name, value in claude_config.env.items())
    (home / "config.toml").write_text(
        f'[vm]\ntransport = "ssh"\nhost = "127.0.0.1"\nport = {sshd.port}\nuser = "{sshd.user}"\nkey = "{sshd.key}"\n'
        f'[claude]\ncommand = "{claude_config.command}"\n[claude.env]\n{env}\n'
    )
    trust(home / "known_hosts", sshd.host_key)
    yield Guarded(sshd, home)
    stop_sshd(sshd)


@pytest.fixture
def guarded(plain: Guarded) -> Guarded:
    """The same machine, set up."""
    assert oracle("vm", "setup", "--yes").code == 0
    return plain


@pytest.fixture
def narrow(guarded: Guarded) -> Iterator[Machine]:
    """The machine as the key for questions only sees it."""
    machine = ssh_machine(replace(guarded.host, connect_timeout=5))
    yield machine
    machine.close()
