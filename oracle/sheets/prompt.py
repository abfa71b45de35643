"""What is said to the model that condenses a sheet: a constant per language, and one JSON message.

Owns what the message holds; the wording is in `oracle/prompts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.contracts import Passage
from oracle.contracts import Prompt
from oracle.grammar import MIN_QUOTE
from oracle.prompt import passage_facts, rendered
from oracle.room import sent
from oracle.sheets.contracts import Sheet
from oracle.sheets.pick import LINES

_LANGUAGES = {"en": ("English", "“", "”"), "fr": ("French", "«", "»")}


def system_text(language: str) -> str:
    """The constant that `--append-system-prompt` carries for sheets in this language."""
    name, opening, closing = _LANGUAGES[language]
    return rendered("sheet.j2", language=name, opening=opening, closing=closing, min_quote=MIN_QUOTE, most=LINES)


def compose(sheet: Sheet, passages: Sequence[Passage], room: int) -> Prompt:
    """The whole prompt of one sheet, with as many of the passages as fit; it offers no view."""
    pieces = sent(passages, room)
    message = rendered(
        "sheet_message.j2",
        about=str(sheet.kind),
        players=sheet.players,
        language=sheet.language,
        game=sheet.game,
        passages=[passage_facts(n, piece) for n, piece in enumerate(pieces, 1)],
    )
    return Prompt(system_text(sheet.language), message, tuple(piece.passage for piece in pieces))
