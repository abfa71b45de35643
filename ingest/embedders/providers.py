"""Servers that embed texts: which there are, and what is configured of each. A model of one is `PROVIDER:MODEL`.

Owns the records and their defaults, what a server's address may be, and whether it may be shown a key. Standard library
only; opens no connection and reads no environment.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal
from urllib.parse import urlsplit

from ingest.errors import UsageError

Kind = Literal["voyage", "openai", "ollama"]
SERVICE = "rules-oracle"
"""The service under which the keyring holds keys; the user there is the provider's name."""


@dataclass(frozen=True)
class Secret:
    """A key: never shown, wherever what holds it is printed."""

    value: str = field(repr=False)

    def __str__(self) -> str:
        return "…"


@dataclass(frozen=True)
class Provider:
    """A server. `kind` is how it is spoken to; `key_env` the variable that `key` came from, empty for no key.

    `dimension` is what its models give, where that is not known of old. `query_prefix` and `passage_prefix` = `None`:
    what the family of the model was trained to see. `label` keeps its vectors apart from those of a model of the same
    name elsewhere. `timeout` is for a batch, `query_timeout` for a question, in seconds. `ca_file` holds certificates
    to trust besides; `plain_key` sends the key over plain http to another machine too.
    """

    name: str
    kind: Kind
    url: str
    key: Secret | None = None
    key_env: str = ""
    keyring: bool = False
    dimension: int | None = None
    languages: tuple[str, ...] = ("*",)
    query_prefix: str | None = None
    passage_prefix: str | None = None
    max_tokens: int = 512
    batch: int = 64
    batch_tokens: int = 50_000
    label: str = ""
    timeout: float = 60.0
    query_timeout: float = 3.0
    ca_file: str = ""
    plain_key: bool = False


DEFAULTS: Final[dict[str, Provider]] = {
    "voyage": Provider(
        "voyage", "voyage", "https://api.voyageai.com/v1", key_env="VOYAGE_API_KEY", max_tokens=32_000, batch=128
    ),
    "openai": Provider(
        "openai", "openai", "https://api.openai.com/v1", key_env="OPENAI_API_KEY", max_tokens=8191, batch=128
    ),
    "ollama": Provider("ollama", "ollama", "http://127.0.0.1:11434", batch=32),
}
# What a model gives when it is asked for nothing else. Of others the configuration tells the dimension.
_DIMENSIONS: Final[dict[str, int]] = {
    **dict.fromkeys(("voyage-3-lite",), 512),
    **dict.fromkeys(("all-minilm",), 384),
    **dict.fromkeys(("nomic-embed-text", "embeddinggemma"), 768),
    **dict.fromkeys(("voyage-4", "voyage-4-lite", "voyage-4-large", "voyage-3.5", "voyage-3.5-lite"), 1024),
    **dict.fromkeys(("voyage-3", "voyage-3-large", "voyage-multilingual-2"), 1024),
    **dict.fromkeys(("mxbai-embed-large", "bge-m3", "bge-large", "snowflake-arctic-embed2"), 1024),
    **dict.fromkeys(("text-embedding-3-small", "text-embedding-ada-002"), 1536),
    **dict.fromkeys(("text-embedding-3-large",), 3072),
}


def split(model: str) -> tuple[str, str]:
    """`voyage:voyage-3.5-lite` → its provider and its own name; what names no provider has an empty one."""
    provider, colon, name = model.partition(":")
    return (provider, name) if colon else ("", model)


def provider_of(model: str, known: Sequence[Provider]) -> Provider:
    """Who serves `PROVIDER:MODEL`. Raises `UsageError` when nobody of that name is known."""
    name, own = split(model)
    found = {**DEFAULTS, **{provider.name: provider for provider in known}}
    if name not in found or not own:
        raise UsageError("models.unknown_provider", model=model, known=", ".join(found))
    return checked(found[name])


def checked(provider: Provider) -> Provider:
    """The provider, its address made sure of. Raises `UsageError` for one that may not be used."""
    try:
        parts = urlsplit(provider.url)
        sound = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound or parts.username is not None or parts.query or parts.fragment:
        raise UsageError("models.provider_url", provider=provider.name)
    if (provider.key_env or provider.keyring) and not (is_private(provider) or provider.plain_key):
        raise UsageError("models.provider_plain_key", provider=provider.name, host=parts.hostname)
    return replace(provider, url=provider.url.rstrip("/"))


def is_private(provider: Provider) -> bool:
    """Whether nobody on the way hears what is said: https, or this very machine."""
    return urlsplit(provider.url).scheme == "https" or is_here(provider)


def is_here(provider: Provider) -> bool:
    """Whether the server is on this machine. By its name alone: nothing is looked up."""
    host = urlsplit(provider.url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def native_dimension(model: str) -> int | None:
    """What a model that is known of old gives; a tag (`:v1.5`) does not count."""
    own = split(model)[1]
    return _DIMENSIONS.get(own) or _DIMENSIONS.get(own.partition(":")[0])


def dimension_of(provider: Provider, model: str) -> int:
    """What is asked of the model. Raises `UsageError` when neither we nor the configuration know."""
    dimension = provider.dimension or native_dimension(model)
    if dimension is None:
        raise UsageError("models.provider_dimension_unknown", model=model, provider=provider.name)
    return dimension
