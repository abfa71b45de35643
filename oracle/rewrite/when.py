"""Is a rewrite likely to pay for the time it takes? Pure: decided from the question, then from what it found.

Owns the rule. A short question in the booklet's language that found what it looked for is not rewritten.
"""

from __future__ import annotations

from ingest.languages import UNKNOWN
from oracle.contracts import Understood, Zone
from oracle.words import all_words, content_words

RICH = 8
LONG = 20
"""From so many words that carry something, or words at all, a question tells a story around the rule it asks about."""


def pays_at_once(understood: Understood) -> bool:
    """What the question alone says: it leans on the talk, no booklet speaks its language, or it is long."""
    return (
        understood.standalone != understood.text
        or understood.language not in (UNKNOWN, *understood.book_languages)
        or len(content_words(understood.text, understood.language)) >= RICH
        or len(all_words(understood.text)) >= LONG
    )


def pays_after(zone: Zone) -> bool:
    """What was found says: the stack may speak of it in other words."""
    return zone is not Zone.NORMAL
