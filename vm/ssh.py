"""A machine reached over SSH: the only module that knows paramiko, its classes and its exceptions.

Owns the connection: one, opened at first use, reused by every channel (four at most), opened again when it
was lost; through other hosts where it is told to, each of them checked alike. Trusts the keys of our own
known_hosts and no other; logs in with the key files that it is given, and with the agent's keys only when asked
to: no key found by looking around, no password, nothing forwarded.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import paramiko
from paramiko.auth_strategy import AuthFailure
from paramiko.pkey import UnknownKeyType

from vm import shell
from vm.attempts import Failed
from vm.deadlines import Deadlines
from vm.dial import LEAST, NOBODY, dial
from vm.errors import Rejected, Unreachable, Untrusted, VmError, VmUsage
from vm.hosts import SshHost
from vm.keys import Keys, Offers
from vm.known_hosts import HostKey, trusted
from vm.machine import Machine
from vm.process import PumpedProcess
from vm.turnstile import Turnstile

# paramiko's threads would print tracebacks of what we translate below.
logging.getLogger("paramiko").addHandler(logging.NullHandler())
logging.getLogger("paramiko").propagate = False

_KEEPALIVE = 15
_WINDOW = 8 << 20


def ssh_machine(host: SshHost, deadlines: Deadlines | None = None) -> Machine:
    """The machine, not connected yet. How long a connection may take is the host's own."""
    return Machine(SshLauncher(host, deadlines), deadlines)


class SshLauncher:
    """A `vm.machine.Launcher` over one SSH connection."""

    def __init__(self, host: SshHost, deadlines: Deadlines | None = None) -> None:
        self._host, self._deadlines = host, deadlines or Deadlines()
        self._line: tuple[paramiko.SSHClient, ...] = ()
        self._keys = Keys()
        self._connecting = threading.Lock()
        self._changing = threading.Lock()
        self._closings = 0
        self._failed: Failed | None = None
        self._doubted: paramiko.Transport | None = None
        self._turnstile = Turnstile(self._deadlines.queue)

    @property
    def name(self) -> str:
        """`user@host`."""
        return self._host.name

    @property
    def alive(self) -> bool:
        """Whether the connection stands, as far as anybody can tell; where it is in doubt, the host is asked."""
        transport = _transport(self._line)
        if transport is None or not transport.is_active():
            return False
        if transport is self._doubted:
            if not _answers(transport, self._deadlines.ping):
                return False
            self._doubted = None
        return True

    def launch(
        self,
        script: str,
        argv: Sequence[str] = (),
        *,
        stays: bool = False,
        waiting: Callable[[], object] | None = None,
    ) -> PumpedProcess:
        """Start it on a channel of its own, waiting for a free one; connect again, once, if the line was lost."""
        leave = self._turnstile.enter(self.name, stays=stays, waiting=waiting)
        try:
            channel = self._open(shell.command(script, argv))
        except BaseException:
            leave()
            raise
        return PumpedProcess(_Channel(channel, self._doubt), leave)

    def connect(self) -> None:
        """Open the connection now, if it is not open."""
        self._transport()

    def close(self) -> None:
        """Drop the connection; the programs there end with it. Waits for no connection that is being made."""
        with self._changing:
            self._closings += 1
            line, self._line = self._line, ()
        _drop(line)

    def _doubt(self, channel: paramiko.Channel) -> None:
        """A program there did not end when it was told to: perhaps nobody heard it."""
        self._doubted = channel.get_transport()

    def _open(self, command: str) -> paramiko.Channel:
        line, reused = self._line, self.alive
        if not reused:
            self._let_go(line)
        try:
            return self._exec(command)
        except Rejected:
            raise  # it answers: what runs on this connection goes on
        except VmError:
            if not reused:
                raise
            self._let_go(line)
            return self._exec(command)

    def _let_go(self, line: tuple[paramiko.SSHClient, ...]) -> None:
        """Drop a connection that is of no use; one that somebody else made meanwhile stays."""
        with self._changing:
            if line is not self._line:
                return
            self._line = ()
        _drop(line)

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
        came = time.monotonic()
        with self._connecting:
            transport = _transport(self._line)
            if transport is None or not transport.is_active():
                if self._failed and self._failed.settles(came):
                    raise self._failed.error
                transport = self._connected()
            return transport

    def _connected(self) -> paramiko.Transport:
        """A new connection in place of the old one, unless it was closed meanwhile: then nobody wants it."""
        closings = self._closings
        line = self._attempt()
        with self._changing:
            wanted = closings == self._closings
            old, self._line = (self._line, line) if wanted else (line, self._line)
        _drop(old)
        transport = _transport(line)
        if not wanted or transport is None:
            raise Unreachable("cut", why="")
        return transport

    def _attempt(self) -> tuple[paramiko.SSHClient, ...]:
        began = time.monotonic()
        try:
            return _connect(self._host, self._keys)
        except VmError as error:
            now = time.monotonic()
            waited = now - began >= self._host.connect_timeout / 2
            self._failed = Failed(error, now + (self._deadlines.settled if waited else 0))
            raise


class _RejectPolicy(paramiko.RejectPolicy):
    """Refuses a host whose key is not in the file, saying which key it showed."""

    def __init__(self, host: SshHost, deadlines: Deadlines | None = None) -> None:
        self._host = host

    def missing_host_key(self, client: paramiko.SSHClient, hostname: str, key: paramiko.PKey) -> NoReturn:
        shown = HostKey(self._host.host, self._host.port, key.get_name(), key.asbytes())
        raise Untrusted("unknown_host", host=self._host.host, port=self._host.port, fingerprint=shown.fingerprint)


def _connect(host: SshHost, keys: Keys) -> tuple[paramiko.SSHClient, ...]:
    """Log in to each host on the way, one through the other, and to the last."""
    line: tuple[paramiko.SSHClient, ...] = ()
    try:
        for hop in (*host.via, host):
            line = (*line, _login(hop, keys, _through(line, hop)))
    except BaseException:
        _drop(line)
        raise
    return line


def _through(line: Sequence[paramiko.SSHClient], hop: SshHost) -> paramiko.Channel | None:
    """A way to `hop` from the last host that we are on; `None` when it is reached from here."""
    transport = _transport(line)
    if transport is None:
        return None
    try:
        return transport.open_channel(
            "direct-tcpip", (hop.host, hop.port), ("127.0.0.1", 0), timeout=hop.connect_timeout
        )
    except paramiko.ChannelException as error:
        raise Unreachable("no_jump", host=hop.host, port=hop.port, why=error.text) from error
    except _FOREIGN as error:
        _translate(error, hop)


def _transport(line: Sequence[paramiko.SSHClient]) -> paramiko.Transport | None:
    return line[-1].get_transport() if line else None


def _answers(transport: paramiko.Transport, seconds: float) -> bool:
    """Whether the host says anything to a request that means nothing. Asked in a thread, for it may never answer."""
    asking = threading.Thread(target=_ask_nothing, args=(transport,), daemon=True)
    asking.start()
    asking.join(seconds)
    return transport.is_active() and not asking.is_alive()


def _ask_nothing(transport: paramiko.Transport) -> None:
    with suppress(*_FOREIGN):
        transport.global_request("keepalive@openssh.com", wait=True)


def _drop(line: Sequence[paramiko.SSHClient]) -> None:
    for client in reversed(line):
        client.close()


def _login(host: SshHost, keys: Keys, way: paramiko.Channel | None) -> paramiko.SSHClient:
    offers = Offers(host, keys)
    client = paramiko.SSHClient()
    until = time.monotonic() + host.connect_timeout
    client.set_missing_host_key_policy(_RejectPolicy(host))
    try:
        for known in trusted(host.known_hosts, host.host, host.port):
            client.get_host_keys().add(known.place, known.kind, _public_key(known))
        link = way or dial(host.host, host.port, host.connect_timeout)
        left = max(LEAST, until - time.monotonic())
        client.connect(
            host.host,
            port=host.port,
            username=host.user,
            sock=link,
            auth_strategy=offers,
            allow_agent=False,
            look_for_keys=False,
            timeout=left,
            banner_timeout=left,
            auth_timeout=host.connect_timeout,
            channel_timeout=host.connect_timeout,
        )
    except VmError:
        client.close()
        raise
    except _FOREIGN as error:
        greeted = _greeted(client)
        client.close()
        _translate(error if greeted or time.monotonic() < until else TimeoutError(), host)
    finally:
        offers.close()
    transport = client.get_transport()
    if transport is not None:
        transport.set_keepalive(_KEEPALIVE)
    return client


def _greeted(client: paramiko.SSHClient) -> bool:
    """Whether the host has shown its key: what takes its time after that is the login."""
    transport = client.get_transport()
    return transport is not None and transport.initial_kex_done


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
        case AuthFailure() if lost := _lost(error):
            _translate(lost, host)
        case paramiko.AuthenticationException():
            shown_key = next(iter(host.keys), "the agent’s")
            raise Rejected("login_refused", **where, user=host.user, key_file=shown_key) from error
        case paramiko.ChannelException():
            raise Rejected("channel_refused", **where, why=error.text) from error
        case socket.gaierror():
            raise Unreachable("no_such_host", **where) from error
        case OSError() if error.errno in NOBODY:
            raise Unreachable("refused", **where, why=error.strerror) from error
        case TimeoutError():
            raise Unreachable("timed_out", **where, seconds=round(host.connect_timeout)) from error
        case _:
            raise Unreachable("no_ssh", **where, why=str(error) or type(error).__name__) from error


def _lost(failure: AuthFailure) -> Exception | None:
    """What ended the login before the host had answered about our keys, if something did."""
    results = (each.result for each in failure.result)
    ends = (result for result in results if isinstance(result, _FOREIGN))
    return next((end for end in ends if not isinstance(end, paramiko.AuthenticationException)), None)


class _Channel:
    """A `vm.process.Wire` over a paramiko channel. A read has no deadline of its own; a write has.

    `doubt` is told of a channel that has to be closed before the program there was seen to end.
    """

    def __init__(self, channel: paramiko.Channel, doubt: Callable[[paramiko.Channel], None]) -> None:
        self._channel, self._doubt = channel, doubt

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
        if not self._channel.status_event.is_set():
            self._doubt(self._channel)
        with suppress(OSError, EOFError):
            self._channel.close()


def fetch_host_key(host: str, port: int, timeout: float = Deadlines.connect, via: tuple[SshHost, ...] = ()) -> HostKey:
    """The key that a host shows, for a person to compare. Trusts nothing; logs in to the hosts of `via` only."""
    asked = SshHost(host, "", port, None, Path(), timeout)
    line = _connect(replace(via[-1], via=via[:-1]), Keys()) if via else ()
    try:
        with _link(asked, line) as link:
            transport = paramiko.Transport(link)
            transport.banner_timeout = timeout
            try:
                transport.start_client(timeout=timeout)
                key = transport.get_remote_server_key()
            finally:
                transport.close()
    except _FOREIGN as error:
        _translate(error, asked)
    finally:
        _drop(line)
    return HostKey(host, port, key.get_name(), key.asbytes())


def _link(host: SshHost, line: Sequence[paramiko.SSHClient]) -> socket.socket | paramiko.Channel:
    return _through(line, host) or dial(host.host, host.port, host.connect_timeout)
