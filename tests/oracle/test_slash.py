"""Lines of a conversation: questions, and commands in two languages."""

from __future__ import annotations

import pytest

from oracle.slash import NAMES, Asked, Command, Unknown, read_line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Can I move?\n", Asked("Can I move?")),
        ("  how many / which? ", Asked("how many / which?")),
        ("", None),
        (" \t\n", None),
        ("/game  go ", Command("game", "go")),
        ("/JEU échecs", Command("game", "échecs")),
        ("/quit", Command("quit")),
        ("/", Command("help")),
        ("/hlep", Unknown("hlep", "help")),
        ("/zzz now", Unknown("zzz", None)),
    ],
)
def test_a_line_is_a_question_unless_it_begins_with_a_slash(line: str, said: object) -> None:
    """A mistyped command is never asked as a question: that would cost money."""
    assert read_line(line) == said


def test_every_command_has_a_name_in_both_languages() -> None:
    """Whatever the program speaks, a player may type the word that he knows."""
    meant = list(NAMES.values())
    assert {name for name in set(meant) if meant.count(name) < 2} <= {"page"}  # the same word in both
