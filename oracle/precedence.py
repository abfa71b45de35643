"""Which booklet wins when two of them differ: errata > FAQ > expansion > core. House rules stand apart.

Pure. Owns the order and the word for what amends; the prompt and the screens only show them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ingest.contracts import BookletKind, Passage

ORDER = (BookletKind.ERRATA, BookletKind.FAQ, BookletKind.EXPANSION, BookletKind.CORE, BookletKind.AID)
"""From what wins to what yields. An aid only sums up the others, so it yields to all of them."""


def precedence(kind: BookletKind) -> int | None:
    """1 for what wins over all others; `None` for house rules, which are no part of the book."""
    return ORDER.index(kind) + 1 if kind in ORDER else None


def kinds_differ(passages: Iterable[Passage]) -> bool:
    """Whether kinds of booklet that may contradict each other stand side by side."""
    return len({passage.kind for passage in passages if precedence(passage.kind)}) > 1


def amending(passage: Passage) -> str:
    """The key of what is said of a passage beside its rule: a FAQ speaks of it and corrects nothing."""
    return "ask.amends_faq" if passage.kind is BookletKind.FAQ else "ask.amends_errata"
