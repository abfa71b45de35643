"""Who named the home, where there is nothing in it: a slip of the finger looks like a first evening.

Owns the sentence. Where the home is looked for is `oracle.config`'s.
"""

from __future__ import annotations

from oracle.config import Config
from oracle.texts import Texts


def unfound(config: Config, say: Texts) -> str | None:
    """The sentence about a home that somebody named and in which no rulebook is; `None` where nobody named it."""
    if not config.home_named_by or config.settings.database.is_file():
        return None
    key = "config.home_without_games" if config.home.is_dir() else "config.home_missing"
    return say(key, home=config.home, by=config.home_named_by)
