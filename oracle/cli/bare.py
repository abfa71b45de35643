"""`oracle WORDS…`: when words that name no command are a question.

Pure. Owns the rule: two words or more, or a final question mark. A mistyped command must never become a question, which
may cost money; so words whose first is nearly a command, and no word that questions begin with, are none unless they
end as a question does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import takewhile

from ingest.languages import FUNCTION_WORDS

STDIN = "-"
"""Alone it stands for a question on standard input."""

_NEARLY = 0.8  # "igest" is to `ingest` .91, "asked" to `ask` .75


def as_question(arguments: Sequence[str], commands: Collection[str]) -> list[str]:
    """The arguments of `oracle`, with `ask` before words that are a question; options may follow them."""
    if arguments and arguments[0] == STDIN:
        return ["ask", *arguments[1:], STDIN]
    words = list(takewhile(lambda word: not word.startswith("-"), arguments))
    if words and not "".join(words).strip():
        return ["ask", *arguments[len(words) :], "--", ""]
    if not words or words[0] in commands or not _is_question(" ".join(words), commands):
        return list(arguments)
    return ["ask", *arguments[len(words) :], "--", " ".join(words)]


def _is_question(text: str, commands: Collection[str]) -> bool:
    words = text.split()
    if words and text.rstrip().endswith("?"):
        return True
    return len(words) > 1 and (_begins_questions(words[0]) or not _is_mistyped(words[0], commands))


def _begins_questions(word: str) -> bool:
    """Whether it is a small word of the language: "how" is no `show`."""
    return any(word.casefold() in FUNCTION_WORDS[language] for language in ("en", "fr"))


def _is_mistyped(word: str, commands: Collection[str]) -> bool:
    return bool(get_close_matches(word.casefold(), commands, n=1, cutoff=_NEARLY))
