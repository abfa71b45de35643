"""A provider of embeddings on loopback: a real HTTP server that answers by a script and keeps what it was asked.

Each request takes the next step of `script`; when it is used up, every request is answered well. A vector holds the
counts of letters, so that texts can be told apart.
"""

from __future__ import annotations

import datetime
import ipaddress
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

DIMENSION = 8


@dataclass(frozen=True)
class Step:
    """One answer: a status, headers and a body; `body` may be made from the texts. `slow` = seconds before it."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | Callable[[Sequence[str]], object] = b"{}"
    slow: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class ProviderServer:
    """What the server does and what it was asked."""

    port: int
    scheme: str
    script: list[Step] = field(default_factory=list)
    history: list[Asked] = field(default_factory=list)
    dimension: int = DIMENSION

    @property
    def url(self) -> str:
        """Its address, as a configuration names it."""
        return f"{self.scheme}://127.0.0.1:{self.port}/v1"

    @property
    def texts(self) -> list[str]:
        """Every text that it was asked for, in order."""
        return [text for asked in self.history for text in asked.body["input"]]

    def well(self, path: str, texts: Sequence[str]) -> object:
        """A good answer, in the shape that belongs to the path."""
        rows = [vector(text, self.dimension) for text in texts]
        if path.endswith("/api/embed"):
            return {"model": "m", "embeddings": rows, "prompt_eval_count": 1}
        data = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(rows)]
        return {"object": "list", "data": data, "model": "m", "usage": {"total_tokens": 1}}


def vector(text: str, dimension: int = DIMENSION) -> list[float]:
    """What a good answer gives for a text: not of length 1."""
    return [1.0 + text.count(chr(ord("a") + n)) for n in range(dimension)]


@contextmanager
def provider_server(certificate: Path | None = None) -> Iterator[ProviderServer]:
    """A server while the block lasts; with TLS where there is a certificate (a file with its key)."""
    listener = _Listener(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server = ProviderServer(listener.server_address[1], "https" if certificate else "http")
    listener.RequestHandlerClass = _handler(server)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        listener.socket = context.wrap_socket(listener.socket, server_side=True)
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join(5)


def self_signed(folder: Path) -> Path:
    """A certificate for 127.0.0.1 that nobody vouches for, with its key, in one file."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
    built = built.not_valid_after(now + datetime.timedelta(days=2))
    there = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = built.add_extension(there, critical=False).sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "server.pem"
    file.write_bytes(private + signed.public_bytes(serialization.Encoding.PEM))
    return file


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Who hangs up in the middle is no error here."""


def _handler(server: ProviderServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.history.append(Asked(self.path, dict(self.headers), body))
            step = server.script.pop(0) if server.script else None
            if step is None:
                step = Step(body=lambda texts: server.well(self.path, texts))
            time.sleep(step.slow)
            content = step.body if isinstance(step.body, bytes) else json.dumps(step.body(body["input"])).encode()
            self.send_response(step.status)
            for name, value in {"Content-Length": str(len(content)), **step.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
