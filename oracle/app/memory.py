"""What the app remembers from one evening to the next: the game that was on the table.

One small JSON file in the home. Losing it costs a key press, so it never stops the app.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from ingest.contracts import is_slug

_log = logging.getLogger(__name__)


class Memory:
    """Reads and writes `app.json` under the home."""

    def __init__(self, home: Path) -> None:
        self._file = home / "app.json"

    def last_game(self) -> str | None:
        """The slug of the game chosen last, if it can be known."""
        try:
            record = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        game = record.get("game") if isinstance(record, dict) else None
        return game if isinstance(game, str) and is_slug(game) else None

    def keep_game(self, slug: str) -> None:
        """Remember `slug`; a home that cannot be written is logged and forgotten."""
        new = self._file.with_suffix(".new")
        try:
            new.write_text(json.dumps({"schema": 1, "game": slug}), "utf-8")
            new.replace(self._file)
        except OSError as error:
            _log.info("the game is not remembered: %s", error)
