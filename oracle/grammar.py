"""The grammar of an answer, shared by the prompt, the parser, the screens and the tests.

First line a verdict, then sentences that carry `[[n]]` markers and verbatim quotes. Owns the tokens;
checks nothing (see `oracle.verify`).
"""

from __future__ import annotations

import re

from oracle.contracts import Verdict

VERDICT_LABEL = "VERDICT:"
MARKER = re.compile(r"\[\[([0-9]{1,3})\]\]")
MIN_QUOTE = 12
"""A shorter quotation proves nothing: it stands on too many pages."""

UNPROVEN = "⚠"
"""Stands after a sentence that nothing verified carries."""

GAP = "[…]"
"""Stands where a piece of the model's text was struck."""

CHECKED = "Our program checked your answer"
"""How the one message begins that is no data: the request to repair an answer."""


def verdict_line(verdict: Verdict) -> str:
    """The first line of an answer with this verdict."""
    return f"{VERDICT_LABEL} {verdict}"


SILENCE = verdict_line(Verdict.SILENT)
"""What the model must write when the book does not settle the question."""


def marker(n: int) -> str:
    """The marker of the passage numbered `n`, from 1."""
    return f"[[{n}]]"
