"""Trust, login, lost lines and limits of the SSH connection, against a real sshd."""

from __future__ import annotations

import base64
import inspect
import logging
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import paramiko
import pytest

import vm.ssh
from tests.sshd import Sshd, free_port, make_key, start_sshd, stop_sshd
from vm.contracts import Process, Program
from vm.errors import Rejected, Unreachable, Untrusted, VmError, VmUsage
from vm.known_hosts import HostKey, trust
from vm.machine import Machine
from vm.ssh import SshHost, fetch_host_key, ssh_machine


def failure(host: SshHost) -> VmError:
    """What a first command on that host raises."""
    machine = ssh_machine(host)
    with pytest.raises(VmError) as caught:
        machine.run(("true",))
    machine.close()
    return caught.value


@pytest.fixture
def mute() -> Iterator[int]:
    """The port of a server that accepts and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_host_whose_key_nobody_trusted_is_refused_with_its_fingerprint(sshd: Sshd, ssh_host: SshHost) -> None:
    """Nothing is trusted on first use; the error says which key was shown."""
    ssh_host.known_hosts.unlink()
    error = failure(ssh_host)
    assert (type(error), error.key) == (Untrusted, "vm.unknown_host")
    assert error.facts["fingerprint"] == sshd.host_key.fingerprint
    assert not ssh_host.known_hosts.exists()


@pytest.mark.parametrize("kind", ["ed25519", "ecdsa"])
def test_a_changed_key_is_refused_with_both_fingerprints(
    sshd: Sshd, ssh_host: SshHost, tmp_path: Path, kind: str
) -> None:
    """Whether the key that was trusted is of the new one's kind or of one that the host no longer has."""
    subprocess.run(("ssh-keygen", "-q", "-t", kind, "-N", "", "-f", tmp_path / "old"), check=True)
    name, blob = (tmp_path / "old.pub").read_text().split()[:2]
    known = HostKey("127.0.0.1", sshd.port, name, base64.b64decode(blob))
    trust(ssh_host.known_hosts, known)
    error = failure(ssh_host)
    assert (type(error), error.key) == (Untrusted, "vm.changed_host")
    assert (error.facts["known"], error.facts["shown"]) == (known.fingerprint, sshd.host_key.fingerprint)


def test_another_key_is_refused_by_the_host(ssh_host: SshHost, tmp_path: Path) -> None:
    """A login that the machine does not accept is said as such."""
    error = failure(replace(ssh_host, key=make_key(tmp_path / "stranger")))
    assert (type(error), error.key) == (Rejected, "vm.login_refused")


def test_an_agent_and_the_users_own_keys_are_not_asked(
    sshd: Sshd, ssh_host: SshHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even when the right key lies in the usual place, only the configured one is offered."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    for name in ("id_ed25519", "id_ed25519.pub"):
        source = sshd.key if name == "id_ed25519" else Path(f"{sshd.key}.pub")
        (home / ".ssh" / name).write_bytes(source.read_bytes())
    monkeypatch.setenv("HOME", str(home))
    error = failure(replace(ssh_host, key=make_key(tmp_path / "stranger")))
    assert error.key == "vm.login_refused"


@pytest.mark.parametrize(("content", "key"), [(None, "vm.key_unreadable"), (b"nonsense", "vm.key_unreadable")])
def test_a_key_file_that_is_none_is_said_before_connecting(
    ssh_host: SshHost, tmp_path: Path, content: bytes | None, key: str
) -> None:
    """Missing or not a key: a matter of the configuration."""
    file = tmp_path / "key"
    if content is not None:
        file.write_bytes(content)
        file.chmod(0o600)
    error = failure(replace(ssh_host, key=file, port=free_port()))
    assert (type(error), error.key) == (VmUsage, key)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_refused_before_connecting(ssh_host: SshHost, tmp_path: Path, mode: int) -> None:
    """It may be stolen already; the error names the file and its mode."""
    file = make_key(tmp_path / "key")
    file.chmod(mode)
    error = failure(replace(ssh_host, key=file, port=free_port()))
    assert (type(error), error.key) == (VmUsage, "vm.check.key_open")
    assert error.facts == {"file": file, "mode": f"{mode:o}"}


def test_a_key_with_a_passphrase_is_said(ssh_host: SshHost, tmp_path: Path) -> None:
    """There is nobody to ask for it."""
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", tmp_path / "locked"), check=True)
    assert failure(replace(ssh_host, key=tmp_path / "locked")).key == "vm.key_has_passphrase"


def test_a_closed_port_is_said_at_once(ssh_host: SshHost) -> None:
    """Nobody listens."""
    error = failure(replace(ssh_host, port=free_port()))
    assert (type(error), error.key) == (Unreachable, "vm.refused")


def test_a_host_of_no_such_name_is_said(ssh_host: SshHost) -> None:
    """A name that no resolver knows."""
    assert failure(replace(ssh_host, host="no-such-host.invalid")).key == "vm.no_such_host"


def test_a_mute_server_is_given_up(ssh_host: SshHost, mute: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Within the time to connect, and paramiko prints nothing of its own."""
    started = time.monotonic()
    error = failure(replace(ssh_host, port=mute, connect_timeout=0.5))
    assert isinstance(error, Unreachable)
    assert time.monotonic() - started < 4
    assert capfd.readouterr().err == ""


def test_a_line_that_is_cut_ends_the_program_on_both_sides(sshd: Sshd, machine: Machine) -> None:
    """Our reader sees an end without a status; there, nothing goes on and nothing is left."""
    process = machine.start(Program(("sh", "-c", "echo $$; pwd; sleep 600")))
    pid, folder = (line.decode() for line in islice(process.lines(idle=5, total=5), 2))
    sshd.cut()
    assert list(process.lines(idle=5, total=5)) == []
    assert process.wait(1) is None
    process.close()
    assert ended(int(pid), 1.5)
    assert becomes(lambda: not Path(folder).parent.exists(), 1.5)


def test_after_a_cut_the_next_question_connects_again(sshd: Sshd, machine: Machine) -> None:
    """A lost connection is opened once more without anybody asking."""
    assert machine.run(("echo", "one")).stdout == b"one\n"
    sshd.cut()
    assert machine.run(("echo", "two")).stdout == b"two\n"


def test_a_frozen_peer_is_given_up_by_our_own_clock(sshd: Sshd, machine: Machine) -> None:
    """A stopped server keeps the line open and says nothing: silence has its deadline."""
    process = machine.start(Program(("sh", "-c", "echo ready; sleep 600")))
    assert next(process.lines(idle=5, total=5)) == b"ready"
    frozen = sshd.sessions()
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(Unreachable):
            list(process.lines(idle=0.3, total=5))
        started = time.monotonic()
        process.close()
        assert time.monotonic() - started < 2
    finally:
        sshd.cut()


def test_one_connection_and_at_most_four_channels(sshd: Sshd, machine: Machine) -> None:
    """Three programs stay at most: the next one waits, says so, and comes when one has ended; a command passes it."""
    held = [machine.start(Program(("cat",))) for _ in range(3)]
    connections = set(sshd.sessions())
    said, fourth = threading.Event(), list[Process]()
    waiting = threading.Thread(target=lambda: fourth.append(machine.start(Program(("cat",)), said.set)))
    waiting.start()
    assert said.wait(5)
    assert machine.run(("echo", "passes")).stdout == b"passes\n"
    assert fourth == []
    held.pop().close()
    waiting.join(10)
    held += fourth
    assert len(held) == 3
    assert becomes(lambda: set(sshd.sessions()) <= connections, 2)  # a channel's fork is one of them for a moment
    for process in held:
        process.close()


def test_a_host_that_opens_no_more_channels_keeps_those_that_run(ssh_host: SshHost, tmp_path: Path) -> None:
    """A refused channel is no lost line: the connection is not given up for it."""
    strict = start_sshd(tmp_path / "strict", more="MaxSessions 1\n")
    trust(ssh_host.known_hosts, strict.host_key)
    machine = ssh_machine(replace(ssh_host, port=strict.port, key=strict.key))
    try:
        process = machine.start(Program(("cat",)))
        with pytest.raises(Rejected) as caught:
            machine.run(("true",))
        assert caught.value.key == "vm.channel_refused"
        process.send(b"still here\n")
        assert next(process.lines(idle=5, total=5)) == b"still here"
    finally:
        machine.close()
        stop_sshd(strict)


def test_many_commands_leave_nothing_behind(machine: Machine) -> None:
    """Threads and descriptors are as before after thirty commands."""
    machine.run(("true",))
    before = held()
    for _ in range(30):
        machine.run(("true",))
    time.sleep(0.1)
    assert held() == before


def held() -> tuple[int, int]:
    """Threads and open descriptors of this process."""
    folder = Path("/proc/self/fd")
    return threading.active_count(), len(list(folder.iterdir())) if folder.exists() else 0


def test_the_key_of_a_host_can_be_shown_without_logging_in(sshd: Sshd) -> None:
    """For a person to compare; nothing is trusted by looking."""
    assert fetch_host_key("127.0.0.1", sshd.port) == sshd.host_key


def test_showing_the_key_of_nobody_is_an_error(mute: int) -> None:
    """A closed port and a mute server are said, each in time."""
    with pytest.raises(Unreachable):
        fetch_host_key("127.0.0.1", free_port())
    with pytest.raises(Unreachable):
        fetch_host_key("127.0.0.1", mute, timeout=0.5)


def foreign_exceptions() -> list[type[Exception]]:
    """Every exception class that paramiko defines."""
    found = {
        thing
        for module in (paramiko, paramiko.ssh_exception)
        for _, thing in inspect.getmembers(module, inspect.isclass)
        if issubclass(thing, Exception) and thing.__module__.startswith("paramiko")
    }
    return sorted(found, key=lambda thing: thing.__name__)


@pytest.mark.parametrize("foreign", foreign_exceptions(), ids=lambda thing: thing.__name__)
def test_every_exception_of_paramiko_is_one_that_we_translate(foreign: type[Exception]) -> None:
    """A release of paramiko with a new root of exceptions shows here."""
    handled = (*vm.ssh._FOREIGN, paramiko.pkey.UnknownKeyType)
    assert issubclass(foreign, handled) or foreign.__name__ == "SFTPError"  # no SFTP is spoken here


def test_paramikos_logger_is_silent() -> None:
    """Its threads' tracebacks go nowhere."""
    assert not logging.getLogger("paramiko").propagate


def becomes(true: Callable[[], bool], seconds: float) -> bool:
    """Whether it is so within that time."""
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def ended(pid: int, seconds: float) -> bool:
    """Whether a process ends within that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
