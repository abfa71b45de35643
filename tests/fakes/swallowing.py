"""A line to a server that can turn into a black hole: it stays open, and nothing goes through any more."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Line:
    """Forwards a port of loopback to another, until `swallow`; connections made after that are swallowed too."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._through = threading.Event()
        self._through.set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where to connect."""
        return int(self._server.getsockname()[1])

    def swallow(self) -> None:
        """From now on nothing goes through, not even that one side has gone."""
        self._through.clear()

    def mend(self) -> None:
        """New connections go through again; those that were swallowed stay so."""
        self._ends = []
        self._through = threading.Event()
        self._through.set()

    def close(self) -> None:
        """Let go of everything that still goes through."""
        self._server.close()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._server.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [here, there]
                for source, target in ((here, there), (there, here)):
                    threading.Thread(target=_pump, args=(source, target, self._through), daemon=True).start()


def _pump(source: socket.socket, target: socket.socket, through: threading.Event) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            if not through.is_set():
                return
            target.sendall(data)
    if through.is_set():
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


def full_port() -> tuple[int, list[socket.socket]]:
    """A port that answers no call, as a black hole would not: its queue is full. Keep the sockets for as long."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(0)
    callers = []
    for _ in range(3):
        caller = socket.socket()
        caller.setblocking(False)
        caller.connect_ex(server.getsockname())
        callers.append(caller)
    return int(server.getsockname()[1]), [server, *callers]
