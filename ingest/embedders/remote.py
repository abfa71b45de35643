"""Models of a provider: Voyage, OpenAI and whatever speaks like it (vLLM, TEI, llama.cpp), Ollama.

Owns what each is asked and how its answer is read: batches, the order of the rows, their dimension and soundness. A
question has little time, and after a failure the next ones are not kept waiting. Knows no HTTP.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ingest.embedders import EmbedderInfo
from ingest.embedders.families import prefixes
from ingest.embedders.http import Clock, Http, Patience, TooMuch
from ingest.embedders.providers import Provider, dimension_of, native_dimension, provider_of, split
from ingest.embedders.vectors import plain, unit
from ingest.errors import MissingTool

if TYPE_CHECKING:
    from ingest.embedders import Vectors

REST = 20.0
"""Seconds for which a provider that failed is not asked again: twenty booklets need not wait for it twenty times."""

_PATHS = {"voyage": "/embeddings", "openai": "/embeddings", "ollama": "/api/embed"}
_NUMBER_BYTES, _SLACK_BYTES = 40, 1 << 20
# Beyond it, and below its inverse, a vector has no direction once it is made of short floats.
_LARGEST = 1e15


def info(model: str, known: Sequence[Provider]) -> EmbedderInfo:
    """What `PROVIDER:MODEL` is, by the configuration: nobody is asked."""
    provider = provider_of(model, known)
    dimension = dimension_of(provider, model)
    # The server's address is no part of it: the same model elsewhere gives the same vectors.
    whose = f"{provider.kind}/{split(model)[1]}" + (f"@{provider.label}" if provider.label else "")
    identity = f"{whose}/{dimension}/{_shape(provider, model)}l2"
    return EmbedderInfo(model, identity, dimension, provider.languages, provider.max_tokens, provider.batch)


def open_remote(model: str, known: Sequence[Provider], clock: Clock | None = None) -> Remote:
    """A model of a provider. Connects when it is first asked for vectors."""
    provider = provider_of(model, known)
    return Remote(info(model, known), provider, Http(provider, clock), clock or Clock())


class Remote:
    """A model that somebody else runs. Safe to use from several threads."""

    def __init__(self, info: EmbedderInfo, provider: Provider, http: Http, clock: Clock) -> None:
        self.info = info
        self._provider, self._http, self._clock = provider, http, clock
        self._question, self._passage = _prefixes(provider, info.name)
        self._batch = provider.batch
        self._lock = threading.Lock()
        self._rests: tuple[float, MissingTool] | None = None

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text, in as many requests as the provider's limits make it."""
        with self._not_resting():
            return unit(self._all([self._passage + plain(text) for text in texts]), self.info.dimension)

    def query(self, text: str) -> Vectors:
        """The vector of a question."""
        seconds = self._provider.query_timeout
        with self._not_resting():
            rows = self._embedded([self._question + plain(text)], "query", Patience(2, seconds, seconds, seconds))
        row: Vectors = unit(rows, self.info.dimension)[0]
        return row

    def count_tokens(self, text: str) -> int:
        """About as many as there are: its tokenizer is not here. Rather too many than too few."""
        return _tokens(plain(text))

    def _all(self, texts: Sequence[str]) -> list[Sequence[float]]:
        patience = Patience(each=self._provider.timeout)
        rows: list[Sequence[float]] = []
        while len(rows) < len(texts):
            batch = _batch(texts[len(rows) :], self._batch, self._provider.batch_tokens)
            try:
                rows += self._embedded(batch, "document", patience)
            except TooMuch:
                if len(batch) == 1:
                    raise
                self._batch = len(batch) // 2
        return rows

    @contextmanager
    def _not_resting(self) -> Iterator[None]:
        """Raises at once what the provider failed with a moment ago; what it fails with now counts for the next."""
        with self._lock:
            if self._rests is not None and self._clock.monotonic() < self._rests[0]:
                error = self._rests[1]
                raise MissingTool(error.key.removeprefix("ingest."), **error.facts)
        try:
            yield
        except MissingTool as error:
            with self._lock:
                self._rests = (self._clock.monotonic() + REST, error)
            raise

    def _embedded(self, texts: Sequence[str], role: str, patience: Patience) -> list[Sequence[float]]:
        most = _SLACK_BYTES + len(texts) * self.info.dimension * _NUMBER_BYTES
        body = asked(self._provider, self.info, [text if text.strip() else "." for text in texts], role)
        answer = self._http.post(_PATHS[self._provider.kind], body, most, patience)
        try:
            rows = read_rows(answer, len(texts))
        except ValueError as error:
            raise self._wrong("malformed", why=error) from error
        for row in rows:
            if len(row) != self.info.dimension:
                raise self._wrong("dimension", found=len(row), wanted=self.info.dimension, model=self.info.name)
        return rows

    def _wrong(self, what: str, **facts: object) -> MissingTool:
        return MissingTool(f"models.provider_{what}", provider=self._provider.name, url=self._provider.url, **facts)


def asked(provider: Provider, info: EmbedderInfo, texts: Sequence[str], role: str) -> dict[str, object]:
    """What the provider is sent. Pure."""
    model = split(info.name)[1]
    # Servers refuse to be asked for the dimension that they give anyway.
    shorter = info.dimension if native_dimension(info.name) not in (None, info.dimension) else None
    body: dict[str, object] = {"model": model, "input": list(texts)}
    if provider.kind == "voyage":
        return {**body, "input_type": role, **({"output_dimension": shorter} if shorter else {})}
    if provider.kind == "openai":
        body["encoding_format"] = "float"
    return {**body, **({"dimensions": shorter} if shorter else {})}


def read_rows(answer: Any, count: int) -> list[Sequence[float]]:
    """The vectors of an answer, in the order of the texts. Raises `ValueError` for anything else. Pure."""
    rows: Any = answer.get("embeddings") if isinstance(answer, Mapping) else None
    rows = rows if isinstance(rows, list) else _by_index(answer)
    if len(rows) != count:
        raise ValueError(f"{len(rows)} ≠ {count}")
    for row in rows:
        if not isinstance(row, list) or not all(type(number) in (int, float) for number in row):
            raise ValueError("no numbers")
        if not all(abs(number) < _LARGEST for number in row) or max(map(abs, row), default=0) < 1 / _LARGEST:
            raise ValueError("NaN, ∞, 0")
    return list(rows)


def _by_index(answer: Any) -> list[Any]:
    data = answer.get("data") if isinstance(answer, Mapping) else None
    if not isinstance(data, list) or not all(isinstance(item, Mapping) for item in data):
        raise ValueError("no “data”")
    placed = {item.get("index", place): item.get("embedding") for place, item in enumerate(data)}
    if set(placed) != set(range(len(data))):
        raise ValueError("“index”")
    return [placed[place] for place in range(len(data))]


def _batch(texts: Sequence[str], most: int, tokens: int) -> list[str]:
    """The first texts, as many as one request may hold; always one."""
    return list(_fitting(texts[:most], tokens)) or [texts[0]]


def _fitting(texts: Sequence[str], tokens: int) -> Iterator[str]:
    for text in texts:
        tokens -= _tokens(text)
        if tokens < 0:
            return
        yield text


def _tokens(text: str) -> int:
    return len(text.encode()) // 3 + 1


def _prefixes(provider: Provider, model: str) -> tuple[str, str]:
    question, passage = ("", "") if provider.kind == "voyage" else prefixes(split(model)[1])
    own = provider.query_prefix, provider.passage_prefix
    return (question if own[0] is None else own[0], passage if own[1] is None else own[1])


def _shape(provider: Provider, model: str) -> str:
    """How question and passage are told apart: vectors made otherwise may not be compared."""
    if provider.kind == "voyage":
        return "typed-"
    found = _prefixes(provider, model)
    if found == ("", ""):
        return ""
    if found == prefixes(split(model)[1]):
        return "prefixed-"
    return f"prefixed.{hashlib.sha256(repr(found).encode()).hexdigest()[:8]}-"
