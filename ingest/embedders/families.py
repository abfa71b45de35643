"""What families of embedding models were trained to see before a question and before a passage. Pure."""

from __future__ import annotations

import re


def prefixes(name: str) -> tuple[str, str]:
    """What stands before a question and before a passage, by the name of the model."""
    families = set(re.split(r"[^a-z0-9]+", name.lower()))
    if "e5" in families:
        return "query: ", "passage: "
    return ("search_query: ", "search_document: ") if "nomic" in families else ("", "")
