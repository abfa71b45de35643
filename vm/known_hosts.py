"""Our own known_hosts file: which host keys a person has trusted, by an explicit command.

Owns the file's lines, its mode and the fingerprints. The keys are opaque bytes here; `vm.ssh` fetches and
compares them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_FIELDS = 3
_REVOKED = "@revoked"


@dataclass(frozen=True)
class HostKey:
    """A host's public key. `kind` is its SSH name (`ssh-ed25519`), `blob` its wire form."""

    host: str
    port: int
    kind: str
    blob: bytes

    @property
    def fingerprint(self) -> str:
        """As OpenSSH prints it: `SHA256:` and base64 without padding."""
        return "SHA256:" + base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")

    @property
    def place(self) -> str:
        """The name the key stands under: `host`, or `[host]:port` when the port is not 22."""
        return place(self.host, self.port)

    @property
    def line(self) -> str:
        """Its line in the file."""
        return f"{self.place} {self.kind} {base64.b64encode(self.blob).decode()}"


def place(host: str, port: int) -> str:
    """The name of a host in the file."""
    return host if port == 22 else f"[{host}]:{port}"


def trusted(file: Path, host: str, port: int) -> tuple[HostKey, ...]:
    """The keys trusted for a host. A missing file trusts nobody; a line that is not one is passed over.

    Names may be hashed, as `ssh-keygen -H` leaves them. A key that a line revokes is not trusted.
    """
    lines = _lines(file)
    keys = (_key(line, host, port) for line in lines)
    revoked = {line.split()[3] for line in lines if _revokes(line, place(host, port))}
    return tuple(key for key in keys if key is not None and key.line.split()[2] not in revoked)


def trust(file: Path, key: HostKey) -> None:
    """Make `key` the only one trusted for its host. The file is replaced whole, readable by its owner only."""
    others = [line for line in _lines(file) if not _speaks_of(line, key)]
    _replace(file, (*others, key.line))


def _speaks_of(line: str, key: HostKey) -> bool:
    """Whether a line says which key that host has, or revokes this one."""
    fields = line.split()
    return _is(fields[0], key.place) or (_revokes(line, key.place) and fields[3] == key.line.split()[2])


def _revokes(line: str, name: str) -> bool:
    fields = line.split()
    return len(fields) > _FIELDS and fields[0] == _REVOKED and (fields[1] == "*" or _is(fields[1], name))


def _is(named: str, name: str) -> bool:
    """Whether the first field of a line names that host, as it is or by its hash."""
    if not named.startswith("|1|"):
        return named == name
    try:
        salt, digest = (base64.b64decode(part, validate=True) for part in named[3:].split("|"))
    except ValueError:
        return False
    return hmac.compare_digest(hmac.digest(salt, name.encode(), "sha1"), digest)


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in file.read_text("utf-8", "replace").splitlines() if line.strip()]
    except FileNotFoundError:
        return []


def _key(line: str, host: str, port: int) -> HostKey | None:
    fields = line.split()
    if len(fields) < _FIELDS or not _is(fields[0], place(host, port)):
        return None
    try:
        return HostKey(host, port, fields[1], base64.b64decode(fields[2], validate=True))
    except binascii.Error:
        return None


def _replace(file: Path, lines: Sequence[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".known_hosts.")  # mode 0600
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in lines)
        out.flush()
        os.fsync(out.fileno())
    Path(name).replace(file)
