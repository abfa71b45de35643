"""Private keys: opened, unlocked by a passphrase that a person types, made, and the order in which a host sees them.

Owns the mode that a key file must have. A key stays in memory while its connection may be needed again; neither it
nor a passphrase is ever written. Beside `vm.ssh` the only module that knows paramiko.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import paramiko
from paramiko.auth_strategy import AuthStrategy, InMemoryPrivateKey
from paramiko.pkey import UnknownKeyType

from vm.errors import VmUsage
from vm.hosts import Passphrase, SshHost

_TRIES = 3
_OTHERS = 0o077


class Offers(AuthStrategy):
    """The keys that one host is shown, in order: files that open by themselves, the agent's, files with a passphrase.

    Files are opened before anything is sent, so that a mistake of the configuration is said as such. Only where the
    agent may have the key is its passphrase asked for later, and then only if the agent's keys were refused.
    """

    def __init__(self, host: SshHost, keys: Keys) -> None:
        super().__init__(ssh_config=paramiko.SSHConfig())  # which nobody reads
        self._host, self._keys = host, keys
        self._open = [(file, keys.opened(file)) for file in host.keys]
        self._agent = paramiko.Agent() if host.agent else None
        held = self._agent.get_keys() if self._agent else ()
        if not held:
            self._open = [(file, key or keys.unlocked(file, host.passphrase)) for file, key in self._open]
        if not held and not self._open:
            raise VmUsage("no_key_for", host=host.host)
        self._held = tuple(held)

    def get_sources(self) -> Iterator[InMemoryPrivateKey]:
        """What to try, in order."""
        self._late = False
        ready = (key for _, key in self._open if key)
        locked = (self._keys.unlocked(file, self._host.passphrase) for file, key in self._open if not key)
        for keys in (ready, self._held, locked):
            for key in keys:
                if not self._late:
                    yield _Shown(self._host.user, key, self._be_late)

    def _be_late(self) -> None:
        """The host says neither yes nor no: no other key is shown to it."""
        self._late = True

    def close(self) -> None:
        """Let go of the agent."""
        if self._agent:
            self._agent.close()


class _Shown(InMemoryPrivateKey):
    """A key that is shown to a host; what it does not answer in time is no refusal."""

    def __init__(self, user: str, key: paramiko.PKey, late: Callable[[], None]) -> None:
        super().__init__(user, key)
        self._late = late

    def authenticate(self, transport: paramiko.Transport) -> list[str]:
        until = time.monotonic() + transport.auth_timeout
        try:
            return super().authenticate(transport)
        except paramiko.AuthenticationException as error:
            if time.monotonic() < until:
                raise
            self._late()
            raise TimeoutError(errno.ETIMEDOUT, "no answer to our key") from error


class Keys:
    """Private keys by file, kept in memory so that nobody is asked for a passphrase twice; never written."""

    def __init__(self) -> None:
        self._known: dict[Path, paramiko.PKey] = {}

    def opened(self, file: Path) -> paramiko.PKey | None:
        """The key of a file; `None` when it needs a passphrase."""
        if file not in self._known:
            _check_mode(file)
            with suppress(_Locked):
                self._known[file] = _load(file, None)
        return self._known.get(file)

    def unlocked(self, file: Path, ask: Passphrase) -> paramiko.PKey:
        """The key of a file whose passphrase a person types."""
        for attempt in range(_TRIES):
            phrase = ask(file, attempt > 0)
            if phrase is None:
                raise VmUsage("key_has_passphrase", file=file)
            with suppress(_Locked):
                self._known[file] = _load(file, phrase)
                return self._known[file]
        raise VmUsage("wrong_passphrase", file=file)


class _Locked(Exception):
    """The key needs a passphrase, or another one."""


def _check_mode(file: Path) -> None:
    """Raise `VmUsage` for a private key that others can read: it may be stolen already."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
    except OSError as error:
        raise VmUsage("key_unreadable", file=file, why=error.strerror or str(error)) from error
    if mode & _OTHERS:
        raise VmUsage("check.key_open", file=file, mode=f"{mode:o}")


def _load(file: Path, phrase: str | None) -> paramiko.PKey:
    try:
        key: paramiko.PKey = paramiko.PKey.from_path(file, phrase.encode() if phrase else None)  # type: ignore[arg-type]
    except (paramiko.PasswordRequiredException, TypeError) as error:  # cryptography says TypeError for it
        raise _Locked from error
    except OSError as error:
        raise VmUsage("key_unreadable", file=file, why=error.strerror or str(error)) from error
    except (paramiko.SSHException, UnknownKeyType, ValueError) as error:
        if phrase:  # it was a key before
            raise _Locked from error
        raise VmUsage("key_unreadable", file=file, why=str(error) or type(error).__name__) from error
    return key


def new_key() -> tuple[str, str]:
    """A new key: the text of its file, and its public half as authorized_keys holds it. Writes nothing."""
    key = paramiko.ECDSAKey.generate()
    text = io.StringIO()
    key.write_private_key(text)
    return text.getvalue(), f"{key.get_name()} {key.get_base64()}"


def keep_key(file: Path, text: str) -> None:
    """Write a new key's file, readable by its owner only from the start; an existing file is never replaced."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
        out.write(text)


def public_line(file: Path) -> str:
    """The public half of a key file without passphrase, as authorized_keys holds it, without comment."""
    _check_mode(file)
    try:
        key = _load(file, None)
    except _Locked as error:
        raise VmUsage("key_has_passphrase", file=file) from error
    return f"{key.get_name()} {key.get_base64()}"
