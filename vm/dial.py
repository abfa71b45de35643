"""A socket to a host within a time: its name looked up, then its addresses tried one after the other.

Owns `getaddrinfo`, which has no time of its own. Raises what the network raises; `vm.ssh` translates it.
"""

from __future__ import annotations

import errno
import socket
import threading
import time

LEAST = 0.05
NOBODY = frozenset({errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN})
"""How a network says that nobody answers there."""

_Address = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[str, int] | tuple[str, int, int, int]]


def dial(host: str, port: int, seconds: float) -> socket.socket:
    """A connected socket. Each address gets its share of what time is left, so that a dead one does not take all."""
    until = time.monotonic() + seconds
    addresses = _addresses(host, port, seconds)
    failed: OSError = TimeoutError()
    for n, address in enumerate(addresses):
        share = (until - time.monotonic()) / (len(addresses) - n)
        try:
            return _connected(address, max(LEAST, share))
        except OSError as error:
            failed = error
    raise failed


def _connected(address: _Address, seconds: float) -> socket.socket:
    family, kind, protocol, _, place = address
    link = socket.socket(family, kind, protocol)
    try:
        link.settimeout(seconds)
        link.connect(place)
    except BaseException:
        link.close()
        raise
    return link


def _addresses(host: str, port: int, seconds: float) -> list[_Address]:
    """Looked up in a thread of its own, that is left behind when nobody answers."""
    found: list[_Address] = []
    failed: list[OSError] = []

    def look() -> None:
        try:
            found.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))  # type: ignore[arg-type]
        except OSError as error:
            failed.append(error)
        except UnicodeError:  # a name that no name can be
            failed.append(socket.gaierror(socket.EAI_NONAME, "not a name"))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(seconds)
    if looking.is_alive():
        raise TimeoutError
    if failed:
        raise failed[0]
    return found
