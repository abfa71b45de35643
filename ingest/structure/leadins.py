"""Finds the title that a paragraph carries in its own first words: "JAIL: …", "**Reach.** This weapon …". Pure.

Owns what is a run-in head. It stays in its text; it only names the passage.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from ingest.layout.rows import BULLET, Row
from ingest.structure.numbering import number_of

_MOST_WORDS: Final = 9
_ENDS: Final = re.compile(r"[.:!?–—][»”\"')]*$")
_BEGINS: Final = re.compile(r"^[»”\"')]*\s*[.:!?–—]")
_IN_BOLD: Final = re.compile(r"^([^.:]{2,70}[.:])\s+\S{1,14}$")
_CAPITALS: Final = re.compile(r"^((?:[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ’' -]{2,40}|[A-ZÀ-ÖØ-Þ]{3,20}))\s?:\s")
_MANNERS: Final = frozenset(
    {
        *("note", "notes", "nb", "ps", "example", "examples", "exemple", "exemples", "remarque", "remarques"),
        *("important", "attention", "tip", "conseil", "astuce", "hint", "warning", "rappel", "reminder"),
        *("forexample", "parexemple", "précision", "clarification", "faq", "question", "answer", "réponse"),
    }
)


def lead_of(row: Row) -> str | None:
    """The run-in head that a row begins with, without its punctuation, or none."""
    lead, rest = _divided(row)
    if not lead or not rest or not (_ENDS.search(lead) or _BEGINS.search(rest)):
        return None
    title = BULLET.sub("", lead).strip(" .:!?–—")
    letters = "".join(c for c in title if c.isalpha())
    if len(letters) < 3 or len(title.split()) > _MOST_WORDS or not _first_letter(title).isupper():
        return None
    return None if letters.casefold() in _MANNERS else title


def _first_letter(title: str) -> str:
    number = number_of(title)
    text = number.rest or title if number else title
    return next((c for c in text if c.isalpha()), "")


def _divided(row: Row) -> tuple[str, str]:
    """A row's bold beginning and what goes on after it."""
    first = row.spans[0]
    if first.lead:
        return first.text[: first.lead], first.text[first.lead :] + " ".join(s.text for s in row.spans[1:])
    bold = list(takewhile(lambda span: span.bold, row.spans))
    if bold and len(bold) < len(row.spans):
        return " ".join(s.text for s in bold), " ".join(s.text for s in row.spans[len(bold) :])
    found = _IN_BOLD.match(row.text) if bold else _CAPITALS.match(row.text)
    return (row.text[: found.end(1)] + (":" if not bold else ""), row.text[found.end(1) :]) if found else ("", "")
