"""What must not be written down, taken out of whatever is about to be: keys, values of the environment, addresses.

Pure. Owns what a secret looks like. What is known to be one comes from the configuration, through `oracle.parts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

HIDDEN = "‹hidden›"
_SHORTEST = 4
_UNLIKELY = 8
"""A shorter value is no secret, whatever its name; shorter than this, or a word, it is one only by its name."""

_NAMED_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL", re.IGNORECASE)

_LOOKS_SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\b(?:sk|pk|pa|rk)-[A-Za-z0-9_-]{16,}"  # service keys: Anthropic, OpenAI, Voyage
    r"|\bgh[opsur]_[A-Za-z0-9]{20,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*"  # signed tokens
    r"|(?i:\bBearer)\s+[A-Za-z0-9._~+/=-]{12,}"
    r"|(?<=://)[^/\s:@]+:[^/\s:@]+(?=@)"  # a login inside an address
    r"|\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)[A-Z0-9_]*\s*=\s*\S+",
    re.DOTALL,
)


@dataclass(frozen=True)
class Hide:
    """`secrets` are known values, hidden wherever they stand; `places` are hosts, logins and files of keys.

    A place may be a word of a game ("castle"): it is hidden in what programs say, never in what people ask or read.
    """

    secrets: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def text(self, text: str) -> str:
        """`text` without secrets, and of characters that can be written."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        for value in _longest_first(self.secrets):
            text = text.replace(value, HIDDEN)
        return _LOOKS_SECRET.sub(HIDDEN, text)

    def data(self, data: object) -> object:
        """A record without secrets, in its values and in its names."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, Mapping):
            return {self.text(str(name)): self.data(value) for name, value in data.items()}
        if isinstance(data, list | tuple):
            return [self.data(value) for value in data]
        return data if isinstance(data, int | float | None) else self.text(str(data))

    def said(self, what: object) -> str:
        """What a program said of its trouble, without secrets and without places."""
        text = self.text(str(what))
        for value in _longest_first(self.places):
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", HIDDEN, text)
        return text


def _longest_first(values: Iterable[str]) -> list[str]:
    return sorted({value for value in values if value}, key=len, reverse=True)


def secret_values(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The values of an environment that are hidden: all but those that could stand in any sentence ("1", "medium")."""
    return tuple(value for name, value in environment.items() if _is_secret(name, value))


def _is_secret(name: str, value: str) -> bool:
    if len(value) < _SHORTEST:
        return False
    return bool(_NAMED_SECRET.search(name)) or (len(value) >= _UNLIKELY and not value.isalpha())
