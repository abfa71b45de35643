"""Keys with a passphrase, several keys, the agent: what is asked of whom, and what is never asked."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sshd import Sshd, make_key
from vm.errors import VmError
from vm.hosts import SshHost
from vm.keys import keep_key, new_key, public_line
from vm.ssh import ssh_machine

PHRASE = "correct horse"


class Person:
    """Types these answers, one after the other, and remembers what was asked."""

    def __init__(self, *answers: str | None) -> None:
        self._answers = iter(answers)
        self.asked: list[tuple[Path, bool]] = []

    def __call__(self, file: Path, again: bool) -> str | None:
        self.asked.append((file, again))
        return next(self._answers)


@pytest.fixture
def locked(sshd: Sshd, tmp_path: Path) -> Path:
    """The right key, behind a passphrase."""
    file = tmp_path / "locked"
    file.write_bytes(sshd.key.read_bytes())
    file.chmod(0o600)
    Path(f"{file}.pub").write_bytes(Path(f"{sshd.key}.pub").read_bytes())
    subprocess.run(("ssh-keygen", "-q", "-p", "-P", "", "-N", PHRASE, "-f", file), check=True, capture_output=True)
    return file


@pytest.fixture
def agent(sshd: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A real ssh-agent that holds the right key."""
    socket = tmp_path / "agent"
    running = subprocess.Popen(("ssh-agent", "-D", "-a", str(socket)), stdout=subprocess.DEVNULL)
    while not socket.exists():
        assert running.poll() is None
    environ = {**os.environ, "SSH_AUTH_SOCK": str(socket)}
    subprocess.run(("ssh-add", "-q", str(sshd.key)), env=environ, check=True, capture_output=True)
    monkeypatch.setenv("SSH_AUTH_SOCK", str(socket))
    yield
    running.terminate()
    running.wait(5)


def logged_in(host: SshHost) -> bool:
    """Whether a command runs on that host."""
    machine = ssh_machine(host)
    try:
        return machine.run(("echo", "in")).stdout == b"in\n"
    finally:
        machine.close()


def failure(host: SshHost) -> VmError:
    """What a first command on that host raises."""
    with pytest.raises(VmError) as caught:
        logged_in(host)
    return caught.value


def test_a_passphrase_is_asked_once_whatever_is_lost(sshd: Sshd, ssh_host: SshHost, locked: Path) -> None:
    """The key stays in memory, so that a line that was cut is opened again without a person."""
    person = Person(PHRASE)
    machine = ssh_machine(replace(ssh_host, key=locked, passphrase=person))
    assert machine.run(("echo", "one")).stdout == b"one\n"
    sshd.cut()
    assert machine.run(("echo", "two")).stdout == b"two\n"
    machine.close()
    assert person.asked == [(locked, False)]


def test_a_wrong_passphrase_is_asked_again_and_given_up_after_three(ssh_host: SshHost, locked: Path) -> None:
    """The second time says that the first was wrong; no host hears of it."""
    assert logged_in(replace(ssh_host, key=locked, passphrase=Person("wrong", PHRASE)))
    person = Person("wrong", "wrong", "wrong")
    assert failure(replace(ssh_host, key=locked, passphrase=person)).key == "vm.wrong_passphrase"
    assert [again for _, again in person.asked] == [False, True, True]


def test_several_keys_are_tried_in_order(sshd: Sshd, ssh_host: SshHost, tmp_path: Path) -> None:
    """A key that the host refuses is followed by the next."""
    assert logged_in(replace(ssh_host, key=make_key(tmp_path / "stranger"), more_keys=(sshd.key,)))


def test_the_agent_is_asked_only_if_that_was_said(ssh_host: SshHost, tmp_path: Path, agent: None) -> None:
    """It holds the right key: refused without `agent`, let in with it, also where no key is named."""
    stranger = make_key(tmp_path / "stranger")
    assert failure(replace(ssh_host, key=stranger)).key == "vm.login_refused"
    assert logged_in(replace(ssh_host, key=stranger, agent=True))
    assert logged_in(replace(ssh_host, key=None, agent=True))


def test_nobody_types_a_passphrase_that_the_agent_spares(ssh_host: SshHost, locked: Path, agent: None) -> None:
    """The agent's keys come before the question."""
    person = Person()
    assert logged_in(replace(ssh_host, key=locked, agent=True, passphrase=person))
    assert person.asked == []


def test_an_agent_that_is_not_there_and_no_key_is_said(ssh_host: SshHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is sent to the host."""
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    assert failure(replace(ssh_host, key=None, agent=True)).key == "vm.no_key_for"


def test_a_key_made_here_is_its_owners_alone_and_opens_what_it_should(
    sshd: Sshd, ssh_host: SshHost, tmp_path: Path
) -> None:
    """OpenSSH reads it, and reads the same public half."""
    file = tmp_path / "own" / "key"
    text, made = new_key()
    keep_key(file, text)
    assert file.stat().st_mode & 0o777 == 0o600
    printed = subprocess.run(("ssh-keygen", "-y", "-f", file), capture_output=True, text=True, check=True).stdout
    assert made == public_line(file) == " ".join(printed.split()[:2])
    opened = sshd.folder / "authorized_keys"
    before = opened.read_text()
    opened.write_text(before + made + "\n")
    try:
        assert logged_in(replace(ssh_host, key=file))
    finally:
        opened.write_text(before)
