"""JSON over HTTP to a provider, with nothing left to chance: only here is httpx imported.

Owns deadlines, retries (`Retry-After` heard, within bounds), the size of an answer, who may be redirected where, who is
shown the key, and the translation of httpx's errors. What is said to a provider is `ingest.embedders.remote`'s.
"""

from __future__ import annotations

import json
import logging
import random
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ingest.embedders.deadline import within
from ingest.embedders.keys import key_of, place_of
from ingest.embedders.providers import Provider, is_here
from ingest.errors import MissingTool

BUSY = 429
TRANSIENT = frozenset({408, 425, BUSY, 500, 502, 503, 504})
REFUSED = frozenset({401, 403})
TOO_MUCH = 413
_HOPS = 3
_SAID = 200
_SLOWEST = 32.0

for _name in ("httpx", "httpcore"):  # they would log each address that is asked
    logging.getLogger(_name).setLevel(logging.WARNING)


class TooMuch(MissingTool):
    """The server takes fewer texts at a time."""


@dataclass(frozen=True)
class Patience:
    """How long is waited: `each` second for a try, `total` for all of them, `longest` between two."""

    attempts: int = 6
    each: float = 60.0
    total: float = 600.0
    longest: float = 60.0


@dataclass(frozen=True)
class Clock:
    """The time, and waiting for it to pass."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep


class _Again(Exception):
    """Worth another try after `wait` seconds; `error` says why, if there is none."""

    def __init__(self, error: MissingTool, wait: float | None = None) -> None:
        super().__init__()
        self.error, self.wait = error, wait


class Http:
    """One provider's server. Safe to use from several threads."""

    def __init__(
        self, provider: Provider, clock: Clock | None = None, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._provider = provider
        self._clock = clock or Clock()
        self._transport = transport
        self._lock = threading.Lock()
        self._opened: httpx.Client | None = None

    def post(self, path: str, body: Mapping[str, object], most: int, patience: Patience) -> Any:
        """What the server answers, of at most `most` bytes. Raises `MissingTool` when no good answer came in time."""
        content = json.dumps(body, ensure_ascii=False).encode()
        ends = self._clock.monotonic() + patience.total
        for attempt in range(1, patience.attempts + 1):
            try:
                return self._once(path, content, most, min(patience.each, ends - self._clock.monotonic()))
            except _Again as again:
                wait = again.wait if again.wait is not None else _backoff(attempt)
                left = ends - self._clock.monotonic()
                if attempt == patience.attempts or wait > min(patience.longest, left):
                    raise again.error from again
                self._clock.sleep(wait)
        raise AssertionError("no attempt was made")

    def _once(self, path: str, content: bytes, most: int, seconds: float) -> Any:
        try:
            return within(seconds, lambda: self._answer(path, content, most, seconds))
        except TimeoutError as error:
            raise _Again(self._away("unreachable", why=f"{max(0.0, seconds):.0f} s")) from error

    def _answer(self, path: str, content: bytes, most: int, seconds: float) -> Any:
        try:
            url = httpx.URL(self._provider.url + path)
            for _ in range(_HOPS):
                with self._client().stream("POST", url, content=content, timeout=seconds) as response:
                    moved = self._moved(response)
                    if moved is None:
                        return self._parsed(response, self._read(response, most))
                    url = moved
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, UnicodeError) as error:  # idna raises the last
            raise self._translated(error) from error
        raise self._away("moved", host=url.host)  # in circles

    # --- an answer -------------------------------------------------------------------------------

    def _parsed(self, response: httpx.Response, content: bytes) -> Any:
        status = response.status_code
        if status in TRANSIENT and not _out_of_credit(content):
            asked = _retry_after(response.headers.get("retry-after"), self._clock.wall())
            key = "busy" if status == BUSY else "failed"
            raise _Again(self._away(key, status=status, seconds=round(asked or 0)), asked)
        if status in REFUSED:  # what the server says of a key may hold some of it
            raise self._away("refused_key", status=status, place=place_of(self._provider) or "–")
        if status == TOO_MUCH:
            raise TooMuch("models.provider_said", **self._facts(), status=status, why=_said(content))
        if not 200 <= status < 300:
            raise self._away("said", status=status, why=_said(content))
        try:
            return json.loads(content, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise self._away("malformed", why="JSON") from error

    def _read(self, response: httpx.Response, most: int) -> bytes:
        read = bytearray()
        for piece in response.iter_bytes():
            read += piece
            if len(read) > most:
                raise self._away("malformed", why=f"> {most} B")
        return bytes(read)

    def _moved(self, response: httpx.Response) -> httpx.URL | None:
        """Where to ask instead: the same server only, and only where the same may be asked there."""
        if not 300 <= response.status_code < 400:
            return None
        location = response.headers.get("location", "")
        here, there = response.request.url, response.request.url.join(location)
        if not location or response.status_code not in (307, 308) or _origin(here) != _origin(there):
            raise self._away("moved", host=there.host)
        return there

    # --- the connection ----------------------------------------------------------------------------

    def _client(self) -> httpx.Client:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> httpx.Client:
        key = key_of(self._provider)
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        try:
            return httpx.Client(
                headers=headers if key is None else {**headers, "Authorization": f"Bearer {key.value}"},
                verify=_certificates(self._provider.ca_file),
                follow_redirects=False,
                trust_env=not is_here(self._provider),  # proxies; none stands between this machine and itself
                transport=self._transport,
            )
        except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:  # certificates, proxies
            raise self._away("unreachable", why=type(error).__name__) from error

    def _translated(self, error: Exception) -> Exception:
        if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in _causes(error)):
            return self._away("certificate")
        away = self._away("unreachable", why=type(error).__name__)
        return _Again(away) if isinstance(error, httpx.TransportError) else away

    def _away(self, what: str, **facts: object) -> MissingTool:
        return MissingTool(f"models.provider_{what}", **self._facts(), **facts)

    def _facts(self) -> dict[str, object]:
        return {"provider": self._provider.name, "url": self._provider.url}


def _certificates(file: str) -> ssl.SSLContext | bool:
    return ssl.create_default_context(cafile=file) if file else True


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _backoff(attempt: int) -> float:
    """½, 1, 2, 4 … seconds, each up to half as long again, so that several askers do not come back together."""
    return float(min(_SLOWEST, 0.5 * 2 ** (attempt - 1)) * random.uniform(1.0, 1.5))


def _retry_after(value: str | None, now: float) -> float | None:
    """Seconds, from a number of them or a date; `None` where the server says nothing that can be understood."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value.strip()[:9])
    try:
        when: datetime = parsedate_to_datetime(value)
        return max(0.0, when.timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None


def _out_of_credit(content: bytes) -> bool:
    """OpenAI says so with the status of a busy server: asking again changes nothing."""
    return b"insufficient_quota" in content


def _said(content: bytes) -> str:
    """The server's own sentence, wherever providers put it, else the beginning of what it sent."""
    try:
        node = json.loads(content)
        for name in ("error", "message", "detail"):
            node = node.get(name, node) if isinstance(node, dict) else node
        text = node if isinstance(node, str) else json.dumps(node)
    except (ValueError, RecursionError):
        text = content.decode("utf-8", "replace")
    return " ".join(text.split())[:_SAID]


def _no_number(name: str) -> float:
    raise ValueError(name)
