"""A real sshd on loopback, with keys and configuration of its own, for tests that need a machine to reach.

Fixtures: `sshd` (one a session), `ssh_host` (where to connect, its key trusted), `machine` (connected at
first use, closed after the test). Import them with `pytest_plugins`.
"""

from __future__ import annotations

import base64
import getpass
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools import program
from vm.known_hosts import HostKey, trust
from vm.machine import Machine
from vm.ssh import SshHost, ssh_machine

SBIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")


@dataclass(frozen=True)
class Sshd:
    """A running sshd: where it listens, the key that opens it, and its own files in `folder`."""

    port: int
    user: str
    key: Path
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def host_key(self) -> HostKey:
        """The key that it shows."""
        kind, blob = (self.folder / "host_key.pub").read_text().split()[:2]
        return HostKey("127.0.0.1", self.port, kind, base64.b64decode(blob))

    def sessions(self) -> list[int]:
        """The sshd processes of its connections, by id; what they started is not among them."""
        listed = subprocess.run(("ps", "-eo", "pid=,ppid=,comm="), capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        family = {self.process.pid}
        for _ in range(3):  # listener, monitor, session
            family |= {int(pid) for pid, parent, name in rows if int(parent) in family and name.startswith("sshd")}
        return sorted(family - {self.process.pid})

    def reload(self) -> None:
        """Let it read its configuration again; ready when it greets."""
        self.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)  # it closes its port first
        _await_greeting(self.process, self.port, self.folder)

    def cut(self) -> None:
        """Cut every connection, as a network does: no goodbye."""
        for session in self.sessions():
            with suppress(ProcessLookupError):
                os.kill(session, signal.SIGKILL)


def free_port() -> int:
    """A port of loopback that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def make_key(file: Path) -> Path:
    """A new ed25519 key pair, without passphrase."""
    subprocess.run(
        (str(program("ssh-keygen")), "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", str(file)), check=True
    )
    return file


def start_sshd(
    folder: Path,
    *,
    port: int | None = None,
    host_key: Path | None = None,
    keys: str = "authorized_keys",
    more: str = "",
    log: str = "ERROR",
) -> Sshd:
    """Start sshd in the foreground of a process of ours; ready when it greets. `keys` holds who is let in.

    `more` is put into its configuration, `log` is how much it writes to the file `log`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    (folder / "home").mkdir(exist_ok=True)
    port = port or free_port()
    own = make_key(folder / "host_key") if host_key is None else host_key
    key = folder / "user_key" if (folder / "user_key").exists() else make_key(folder / "user_key")
    (folder / keys).parent.mkdir(exist_ok=True, mode=0o700)
    (folder / keys).write_text((folder / "user_key.pub").read_text())
    (folder / keys).chmod(0o600)
    (folder / "sshd_config").write_text(_config(folder, port, own, folder / keys, log) + more)
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # sshd started by root wants its separation folder
    process = subprocess.Popen(
        (str(program("sshd", *SBIN)), "-D", "-e", "-f", str(folder / "sshd_config")),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("wb"),
    )
    _await_greeting(process, port, folder)
    return Sshd(port, getpass.getuser(), key, folder, process)


def _config(folder: Path, port: int, host_key: Path, keys: Path, log: str) -> str:
    return "\n".join(
        (
            f"Port {port}",
            "ListenAddress 127.0.0.1",
            f"HostKey {host_key}",
            f"AuthorizedKeysFile {keys}",
            f"PidFile {folder / 'pid'}",
            "PubkeyAuthentication yes",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication no",
            "PermitRootLogin prohibit-password",
            "StrictModes no",
            "UsePAM no",
            f"SetEnv HOME={folder / 'home'}",  # the tests' own: no profile of the user's, no store of his
            "MaxStartups 50",
            "Subsystem sftp internal-sftp",
            f"LogLevel {log}",
            "",
        )
    )


def _await_greeting(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as link:
            if link.recv(4) == b"SSH-":
                return
        time.sleep(0.02)
    pytest.fail(f"sshd did not start: {(folder / 'log').read_text()}")


def stop_sshd(sshd: Sshd) -> None:
    """Stop it and every connection of it."""
    sshd.cut()
    sshd.process.terminate()
    sshd.process.wait(5)


@pytest.fixture(scope="session")
def sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """A real sshd that lets the user of the tests in by key."""
    running = start_sshd(tmp_path_factory.mktemp("sshd"))
    yield running
    stop_sshd(running)


@pytest.fixture
def ssh_host(sshd: Sshd, tmp_path: Path) -> SshHost:
    """How to reach it, its key trusted in a known_hosts of the test's own."""
    known = tmp_path / "known_hosts"
    trust(known, sshd.host_key)
    return SshHost("127.0.0.1", sshd.user, sshd.port, sshd.key, known, connect_timeout=5)


@pytest.fixture
def machine(ssh_host: SshHost) -> Iterator[Machine]:
    """The machine behind that sshd."""
    reached = ssh_machine(ssh_host)
    yield reached
    reached.close()
