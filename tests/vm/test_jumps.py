"""Jumps: a machine reached through another one, each checked against our own known_hosts. Two real sshds."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sshd import Sshd, free_port, start_sshd, stop_sshd
from vm.errors import Rejected, Unreachable, Untrusted, VmError
from vm.hosts import SshHost
from vm.known_hosts import HostKey, trust
from vm.ssh import fetch_host_key, ssh_machine


@pytest.fixture(scope="module")
def inner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """The machine behind the first one; its host key and its user's key are others."""
    running = start_sshd(tmp_path_factory.mktemp("inner"))
    yield running
    stop_sshd(running)


@pytest.fixture
def behind(inner: Sshd, ssh_host: SshHost) -> SshHost:
    """The way to it; both hosts are trusted."""
    trust(ssh_host.known_hosts, inner.host_key)
    return replace(ssh_host, port=inner.port, key=inner.key, via=(ssh_host,))


def failure(host: SshHost) -> VmError:
    """What a first command on that host raises."""
    machine = ssh_machine(host)
    with pytest.raises(VmError) as caught:
        machine.run(("true",))
    machine.close()
    return caught.value


def wrong_key(sshd: Sshd) -> HostKey:
    """A key of its kind that is another one."""
    return replace(sshd.host_key, blob=sshd.host_key.blob[:-1] + bytes([sshd.host_key.blob[-1] ^ 1]))


def test_a_jump_is_really_made(sshd: Sshd, inner: Sshd, behind: SshHost) -> None:
    """A connection stands on each of the two; both go with the machine."""
    machine = ssh_machine(behind)
    assert machine.run(("echo", "$HOME")).stdout == b"$HOME\n"
    assert machine.run(("sh", "-c", "echo $HOME")).stdout.decode().strip() == str(inner.folder / "home")
    assert sshd.sessions() and inner.sessions()
    machine.close()


def test_the_connection_is_made_again_when_the_host_on_the_way_was_lost(sshd: Sshd, behind: SshHost) -> None:
    """Once, without anybody asking."""
    machine = ssh_machine(behind)
    assert machine.run(("echo", "one")).stdout == b"one\n"
    sshd.cut()
    assert machine.run(("echo", "two")).stdout == b"two\n"
    machine.close()


@pytest.mark.parametrize("which", ["hop", "last"])
def test_a_changed_key_anywhere_on_the_way_is_refused(sshd: Sshd, inner: Sshd, behind: SshHost, which: str) -> None:
    """With both fingerprints, and the port of the host that changed."""
    changed = sshd if which == "hop" else inner
    trust(behind.known_hosts, wrong_key(changed))
    error = failure(behind)
    assert (type(error), error.key, error.facts["port"]) == (Untrusted, "vm.changed_host", changed.port)
    assert (error.facts["shown"], error.facts["known"]) == (
        changed.host_key.fingerprint,
        wrong_key(changed).fingerprint,
    )


@pytest.mark.parametrize("which", ["hop", "last"])
def test_an_unknown_key_anywhere_on_the_way_is_refused(
    sshd: Sshd, inner: Sshd, behind: SshHost, tmp_path: Path, which: str
) -> None:
    """Nothing is trusted because another host led there."""
    known = tmp_path / "only_one"
    trust(known, inner.host_key if which == "hop" else sshd.host_key)
    error = failure(replace(behind, known_hosts=known, via=(replace(behind.via[0], known_hosts=known),)))
    unknown = sshd if which == "hop" else inner
    assert (error.key, error.facts["port"]) == ("vm.unknown_host", unknown.port)


def test_a_hop_that_refuses_the_login_is_named(inner: Sshd, behind: SshHost, sshd: Sshd) -> None:
    """Not the machine behind it."""
    error = failure(replace(behind, via=(replace(behind.via[0], key=inner.key),)))
    assert (type(error), error.key, error.facts["port"]) == (Rejected, "vm.login_refused", sshd.port)


def test_a_hop_that_does_not_lead_on_is_said(behind: SshHost) -> None:
    """Nobody listens behind it: the machine that is not reached is named."""
    nowhere = replace(behind, port=free_port())
    error = failure(nowhere)
    assert (type(error), error.key, error.facts["port"]) == (Unreachable, "vm.no_jump", nowhere.port)


def test_the_key_of_a_machine_behind_another_can_be_shown(inner: Sshd, behind: SshHost) -> None:
    """Through the host on the way, which must be trusted; nothing is trusted by looking."""
    assert fetch_host_key("127.0.0.1", inner.port, via=behind.via) == inner.host_key
    behind.known_hosts.unlink()
    with pytest.raises(Untrusted):
        fetch_host_key("127.0.0.1", inner.port, via=behind.via)


def test_a_mute_server_behind_a_hop_is_given_up(behind: SshHost) -> None:
    """Within the time to connect, as one that is reached straight."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        started = time.monotonic()
        error = failure(replace(behind, port=mute.getsockname()[1], connect_timeout=0.5))
    assert isinstance(error, Unreachable)
    assert time.monotonic() - started < 4


def test_connections_that_were_made_or_refused_leave_nothing_behind(behind: SshHost, inner: Sshd) -> None:
    """Threads and descriptors are as before, whether the last host let us in or not."""
    for host in (behind, replace(behind, key=behind.via[0].key)):
        counts = []
        for _ in range(4):
            machine = ssh_machine(host)
            with suppress(Rejected):
                machine.run(("true",))
            machine.close()
            time.sleep(0.2)
            counts.append((threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))))
        assert counts[0] == counts[-1], counts
