"""The words of the app, in a language that can change while they are on the screen.

All widgets share one `Speech`; who has written something with it writes it again when told (`retell`). Owns that a
sentence names a key as it is configured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from oracle.config.pressed import DEFAULTS
from oracle.texts import LANGUAGES, Texts

_PRINTED = re.compile(r"\b(?:Ctrl\+[A-Z]|F\d+)\b")


class Speech(Texts):
    """The texts of one language at a time. `keys` are those that were changed, by the name of what they do."""

    def __init__(self, language: str, keys: Mapping[str, str] = MappingProxyType({})) -> None:
        self._named = {_printed(DEFAULTS[name]): _printed(key) for name, key in keys.items()}
        self._speak(language)

    def turn(self) -> str:
        """Speak the next language from now on; which it is."""
        after = LANGUAGES.index(self.language) + 1
        self._speak(LANGUAGES[after % len(LANGUAGES)])
        return self.language

    def _speak(self, language: str) -> None:
        super().__init__(language)
        if self._named:
            self._texts = {name: self._told(name, text) for name, text in self._texts.items()}

    def _told(self, name: str, text: str) -> str:
        if not name.startswith("app."):
            return text
        return _PRINTED.sub(lambda found: self._named.get(found[0], found[0]), text)


def _printed(key: str) -> str:
    """`Ctrl+X` for `ctrl+x`, as sentences write it."""
    return "+".join(part.capitalize() for part in key.split("+"))
