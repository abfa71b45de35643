"""What the app remembers from one evening to the next: the game on the table, the language and the colours chosen here.

One small JSON file in the home. Losing it costs a key press, so it never stops the app.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from ingest.contracts import is_slug
from oracle.texts import LANGUAGES

_log = logging.getLogger(__name__)


class Memory:
    """Reads and writes `app.json` under the home."""

    def __init__(self, home: Path) -> None:
        self._file = home / "app.json"

    def last_game(self) -> str | None:
        """The slug of the game chosen last, if it can be known."""
        game = self._read().get("game")
        return game if isinstance(game, str) and is_slug(game) else None

    def keep_game(self, slug: str) -> None:
        """Remember `slug`; a home that cannot be written is logged and forgotten."""
        self._keep("game", slug)

    def language(self) -> str | None:
        """The language that was chosen in the app, if one was."""
        language = self._read().get("lang")
        return language if language in LANGUAGES else None

    def keep_language(self, language: str) -> None:
        """Remember a language."""
        self._keep("lang", language)

    def theme(self) -> str | None:
        """The name of the theme that was chosen in the app; whether there is such a theme is for the app to know."""
        theme = self._read().get("theme")
        return theme if isinstance(theme, str) else None

    def keep_theme(self, name: str) -> None:
        """Remember a theme."""
        self._keep("theme", name)

    def _read(self) -> dict[str, Any]:
        try:
            record = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _keep(self, name: str, value: str) -> None:
        new = self._file.with_suffix(".new")
        try:
            new.write_text(json.dumps({**self._read(), "schema": 1, name: value}), "utf-8")
            new.replace(self._file)
        except OSError as error:
            _log.info("%s is not remembered: %s", name, error)
