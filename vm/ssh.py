"""A machine reached over SSH: the only module that knows paramiko, its classes and its exceptions.

Owns the connection: one, opened at first use, reused by every channel (four at most), opened again when it
was lost. Trusts the keys of our own known_hosts and no other; logs in with the key file of the
configuration and nothing else: no agent, no key found by looking around, no password, no forwarding.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import paramiko
from paramiko.pkey import UnknownKeyType

from vm import shell
from vm.errors import Rejected, Unreachable, Untrusted, VmError, VmUsage
from vm.known_hosts import HostKey, place, trusted
from vm.machine import Machine
from vm.process import PumpedProcess

# paramiko's threads would print tracebacks of what we translate below.
logging.getLogger("paramiko").addHandler(logging.NullHandler())
logging.getLogger("paramiko").propagate = False

_CHANNELS = 4
_CONNECT = 10.0
_QUEUE = 60.0
_KEEPALIVE = 15
_WINDOW = 8 << 20


@dataclass(frozen=True)
class SshHost:
    """Where to connect and as whom. `key` is a private key file without passphrase."""

    host: str
    user: str
    port: int
    key: Path
    known_hosts: Path
    connect_timeout: float = _CONNECT

    @property
    def name(self) -> str:
        """`user@host`, with the port when it is not 22."""
        return f"{self.user}@{place(self.host, self.port)}"


def ssh_machine(host: SshHost) -> Machine:
    """The machine, not connected yet."""
    return Machine(SshLauncher(host))


class SshLauncher:
    """A `vm.machine.Launcher` over one SSH connection."""

    def __init__(self, host: SshHost) -> None:
        self._host = host
        self._client: paramiko.SSHClient | None = None
        self._connecting = threading.Lock()
        self._channels = threading.BoundedSemaphore(_CHANNELS)

    @property
    def name(self) -> str:
        """`user@host`."""
        return self._host.name

    @property
    def alive(self) -> bool:
        """Whether the connection stands, as far as anybody can tell."""
        client = self._client
        transport = client.get_transport() if client else None
        return transport is not None and transport.is_active()

    def launch(self, script: str, argv: Sequence[str] = ()) -> PumpedProcess:
        """Start it on a channel of its own, waiting for a free one; connect again, once, if the line was lost."""
        if not self._channels.acquire(timeout=_QUEUE):
            raise Unreachable("busy", where=self.name, channels=_CHANNELS)
        try:
            channel = self._open(shell.command(script, argv))
        except BaseException:
            self._channels.release()
            raise
        return PumpedProcess(_Channel(channel), self._channels.release)

    def close(self) -> None:
        """Drop the connection; the programs there end with it."""
        with self._connecting:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _open(self, command: str) -> paramiko.Channel:
        reused = self.alive
        try:
            return self._exec(command)
        except VmError:
            if not reused:
                raise
            self.close()
            return self._exec(command)

    def _exec(self, command: str) -> paramiko.Channel:
        transport = self._transport()
        try:
            channel = transport.open_session(window_size=_WINDOW, timeout=self._host.connect_timeout)
            channel.settimeout(self._host.connect_timeout)
            channel.exec_command(command)
        except _FOREIGN as error:
            _translate(error, self._host)
        return channel

    def _transport(self) -> paramiko.Transport:
        with self._connecting:
            transport = self._client.get_transport() if self._client else None
            if transport is None or not transport.is_active():
                self._client = _connect(self._host)
                transport = self._client.get_transport()
            assert transport is not None
            return transport


class _RejectPolicy(paramiko.RejectPolicy):
    """Refuses a host whose key is not in the file, saying which key it showed."""

    def __init__(self, host: SshHost) -> None:
        self._host = host

    def missing_host_key(self, client: paramiko.SSHClient, hostname: str, key: paramiko.PKey) -> NoReturn:
        shown = HostKey(self._host.host, self._host.port, key.get_name(), key.asbytes())
        raise Untrusted("unknown_host", host=self._host.host, port=self._host.port, fingerprint=shown.fingerprint)


def _connect(host: SshHost) -> paramiko.SSHClient:
    key = _private_key(host)
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(_RejectPolicy(host))
    try:
        for known in trusted(host.known_hosts, host.host, host.port):
            client.get_host_keys().add(known.place, known.kind, _public_key(known))
        client.connect(
            host.host,
            port=host.port,
            username=host.user,
            pkey=key,
            allow_agent=False,
            look_for_keys=False,
            timeout=host.connect_timeout,
            banner_timeout=host.connect_timeout,
            auth_timeout=host.connect_timeout,
            channel_timeout=host.connect_timeout,
        )
    except VmError:
        client.close()
        raise
    except _FOREIGN as error:
        client.close()
        _translate(error, host)
    transport = client.get_transport()
    if transport is not None:
        transport.set_keepalive(_KEEPALIVE)
    return client


def _private_key(host: SshHost) -> paramiko.PKey:
    try:
        key: paramiko.PKey = paramiko.PKey.from_path(host.key)
    except (paramiko.PasswordRequiredException, TypeError) as error:  # cryptography says TypeError for it
        raise VmUsage("key_has_passphrase", file=host.key) from error
    except OSError as error:
        raise VmUsage("key_unreadable", file=host.key, why=error.strerror or str(error)) from error
    except (paramiko.SSHException, UnknownKeyType, ValueError) as error:
        raise VmUsage("key_unreadable", file=host.key, why=str(error) or type(error).__name__) from error
    return key


def _public_key(key: HostKey) -> paramiko.PKey:
    try:
        public: paramiko.PKey = paramiko.PKey.from_type_string(key.kind, key.blob)
    except (paramiko.SSHException, UnknownKeyType, ValueError) as error:
        raise VmUsage("known_hosts_damaged", host=key.place) from error
    return public


_FOREIGN = (paramiko.SSHException, OSError, EOFError)


def _translate(error: Exception, host: SshHost) -> NoReturn:
    """The one place where an exception of paramiko or of the network becomes ours."""
    where: dict[str, object] = {"host": host.host, "port": host.port}
    match error:
        case paramiko.BadHostKeyException():
            shown = HostKey(host.host, host.port, error.key.get_name(), error.key.asbytes())
            known = HostKey(host.host, host.port, error.expected_key.get_name(), error.expected_key.asbytes())
            raise Untrusted("changed_host", **where, shown=shown.fingerprint, known=known.fingerprint) from error
        case paramiko.AuthenticationException():
            raise Rejected("login_refused", **where, user=host.user, key_file=host.key) from error
        case paramiko.ChannelException():
            raise Rejected("channel_refused", **where, why=error.text) from error
        case socket.gaierror():
            raise Unreachable("no_such_host", **where) from error
        case TimeoutError():
            raise Unreachable("timed_out", **where, seconds=round(host.connect_timeout)) from error
        case paramiko.ssh_exception.NoValidConnectionsError():
            raise Unreachable("refused", **where, why=_first(error)) from error
        case _:
            raise Unreachable("no_ssh", **where, why=str(error) or type(error).__name__) from error


def _first(error: paramiko.ssh_exception.NoValidConnectionsError) -> str:
    reason = next(iter(error.errors.values()))
    return str(getattr(reason, "strerror", None) or reason)


class _Channel:
    """A `vm.process.Wire` over a paramiko channel. A read has no deadline of its own; a write has."""

    def __init__(self, channel: paramiko.Channel) -> None:
        self._channel = channel

    def recv(self, size: int) -> bytes:
        while True:
            try:
                return self._channel.recv(size)
            except TimeoutError:
                continue

    def recv_stderr(self, size: int) -> bytes:
        while True:
            try:
                return self._channel.recv_stderr(size)
            except TimeoutError:
                continue

    def send(self, data: bytes) -> None:
        self._channel.sendall(data)

    def end_input(self) -> None:
        self._channel.shutdown_write()

    def wait(self, timeout: float) -> int | None:
        if not self._channel.status_event.wait(timeout) or self._channel.exit_status < 0:
            return None
        return self._channel.exit_status

    def close(self) -> None:
        with suppress(OSError, EOFError):
            self._channel.close()


def fetch_host_key(host: str, port: int, timeout: float = _CONNECT) -> HostKey:
    """The key that a host shows, for a person to compare. Trusts nothing and logs in nowhere."""
    asked = SshHost(host, "", port, Path(), Path(), timeout)
    try:
        with socket.create_connection((host, port), timeout) as link:
            transport = paramiko.Transport(link)
            transport.banner_timeout = timeout
            try:
                transport.start_client(timeout=timeout)
                key = transport.get_remote_server_key()
            finally:
                transport.close()
    except ConnectionRefusedError as error:
        raise Unreachable("refused", host=host, port=port, why=error.strerror) from error
    except _FOREIGN as error:
        _translate(error, asked)
    return HostKey(host, port, key.get_name(), key.asbytes())
