"""Every text a player sees, in French and English, one TOML file an area and a language.

Owns looking up and filling in. `say("ingest.no_game", name="x")` reads table `no_game` of
`<language>/ingest.toml`: either a string, or a table with `message` and `hint`. Facts are shown escaped
(see `oracle.display`), never interpreted. Where `count` is 1, a text of the name `one` beside `message` says it in
the singular. A missing key is a programming error: a test walks them all.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from string import Formatter

from oracle.display import clean

LANGUAGES = ("en", "fr")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by key: `area.name`, and `area.name.hint` where there is a hint."""
    texts: dict[str, str] = {}
    for file in (resources.files(__name__) / language).iterdir():
        if file.name.endswith(".toml"):
            _flatten(file.name.removesuffix(".toml"), tomllib.loads(file.read_text("utf-8")), texts)
    return texts


def _flatten(prefix: str, node: object, into: dict[str, str]) -> None:
    if isinstance(node, str):
        into[prefix.removesuffix(".message")] = node
    elif isinstance(node, dict):
        for name, child in node.items():
            _flatten(f"{prefix}.{name}", child, into)


class Texts:
    """The texts of one language; callable, so that it serves as `ingest.settings.Say`."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = catalogue(self.language)

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence under `key` with its facts, each cleaned of control characters."""
        text = self._texts[key]
        if facts.get("count") == 1:
            text = self._texts.get(f"{key}.one", text)
        return Formatter().vformat(text, (), {name: _shown(v) for name, v in facts.items()})

    def hint(self, key: str, /, **facts: object) -> str | None:
        """The command to type, or `None` when there is nothing to type."""
        return self(f"{key}.hint", **facts) if f"{key}.hint" in self._texts else None


def _shown(value: object) -> object:
    return value if isinstance(value, int | float) else clean(str(value), one_line=True)
