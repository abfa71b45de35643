"""Everything that is said to a model, once with each part that it may have and once without: one golden file each.

`GOLDEN=write pytest tests/oracle/test_prompt_goldens.py` writes `tests/golden/prompt` anew; review it as a diff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.contracts import BookletKind, ChunkType, Passage, TextSource
from oracle import prompt
from oracle.contested import Contest, Dispute, Reading
from oracle.contracts import (
    Amendment,
    Difference,
    Evidence,
    Prompt,
    Question,
    Ranked,
    Stack,
    Struck,
    StruckKind,
    Turn,
    Understood,
    Verdict,
    Verified,
    View,
    Zone,
)
from oracle.proof.repair import repair_request
from oracle.rewrite import prompt as rewriting
from oracle.rewrite.book_words import BookWords
from oracle.sheets import prompt as condensing
from oracle.sheets.contracts import Sheet, SheetKind
from tests.oracle.records import booklet, passage

SENT = (
    passage("Roll two dice; on a “7”, pay {red}.\n<b>Then</b> stop.", printed="3"),
    passage("Roll {icon:3f2a} three dice.", "extra:4", BookletKind.EXPANSION, icons=(("3f2a", "Gold"),)),
    passage("Two dlce, not three.", "errata:1", BookletKind.ERRATA, source=TextSource.OCR, section=()),
    passage("We always reroll ones.", "house:1", BookletKind.HOUSE),
    replace(passage("Q: Twice? A: Once.", "faq:1", BookletKind.FAQ, section=("Dice", "How many?")), on_paper=False),
)
BOOKLETS = (
    booklet("core"),
    booklet("extra", BookletKind.EXPANSION),
    booklet("errata", BookletKind.ERRATA),
    booklet("house", BookletKind.HOUSE),
    booklet("faq", BookletKind.FAQ),
)
TABLE = "Costs\nShip | Gold\nCutter | 3\nGalley | 5"
REGION = View(SENT[0].ref, Path("v.png"), "d", (0.0, 0.0, 9.0, 9.0), "The robber’s board")
WHOLE = replace(REGION, box=None, title="")
WORDS = (
    BookWords(booklet("core"), ("Setup", "Your turn"), ("pawn", "token")),
    BookWords(replace(booklet("extension", BookletKind.EXPANSION), languages=("fr",)), ("Mise en place",), ()),
)
TALK = (Turn("How many dice?", "Two [[1]]. ⚠"), Turn("And on a 6?", "Three [[2]]."))
KINDS: Sequence[StruckKind] = (
    "quote", "number", "marker", "said_number", "said_name", "said_negation", "url", "quote",
)  # fmt: skip


def evidence(passages: Sequence[Passage], **beside: Any) -> Evidence:
    return Evidence(tuple(Ranked(each, 1.0, {}) for each in passages), Zone.NORMAL, None, **beside)


FOUND = evidence(
    SENT,
    amendments=(Amendment(SENT[0].key, SENT[2].key),),
    differences=(
        Difference(SENT[0].key, SENT[1].key, "Roll two dice.", "Roll three dice.", SENT[1].key),
        Difference(SENT[1].key, SENT[3].key, "Roll three dice.", "We always reroll ones."),
    ),
)


def made(text: str = "And with a 7?", found: Evidence = FOUND, view: View | None = None, **asked: Any) -> Prompt:
    """The prompt of a question that leans on what was said before."""
    question = Question(text, Stack("dice"), **asked)
    return prompt.compose(question, Understood(text, f"{text} dice", "en", ("en",)), BOOKLETS, found, view)


def repair(kinds: Sequence[StruckKind]) -> str:
    """The request for these faults."""
    struck = tuple(Struck(kind, f'failed "{kind}"\n}}') for kind in kinds)
    request = repair_request(Verified(Verdict.SAYS, "", (), (), struck, withheld=False))
    assert request is not None
    return request


def repair_of_dispute() -> str:
    """The request for a dispute without its second reading, whose decision fell."""
    struck = (Struck("verdict", "DECIDED: 1"), Struck("reading", "READING 3: Or none."), Struck("quote", "Roll four."))
    readings = (Reading("You roll two.", "“Roll two dice” [[1]].", "book"), Reading())
    told = Verified(Verdict.SILENT, "", (), (), struck, withheld=False, dispute=Dispute(readings))
    request = repair_request(told)
    assert request is not None
    return request


def _cut() -> str:
    table = replace(passage(TABLE), type=ChunkType.TABLE, tokens=20)
    return made(found=evidence((table, *SENT)), view=WHOLE, budget=16).message


def _following() -> str:
    thread = made(history=TALK).thread
    assert thread is not None
    return thread.message


def _rewritten(talk: tuple[Turn, ...], words: Sequence[BookWords]) -> str:
    return rewriting.compose(Question("And with a “7”?", Stack("dice"), talk), words).message


def _sheet(players: int | None, passages: Sequence[Passage], room: int) -> str:
    sheet = Sheet(SheetKind.SETUP, "dice", "Dice <2>", players, "fr", "abc")
    return condensing.compose(sheet, passages, room).message


CASES: Mapping[str, Callable[[], str]] = {
    **{f"system.{each}.txt": lambda language=each: prompt.system_text(language) for each in prompt.LANGUAGES},  # type: ignore[misc]
    "message.json": lambda: made(view=REGION, history=TALK).message,
    "message.bare.json": lambda: made(found=evidence(SENT[:1])).message,
    "message.cut.json": _cut,
    "message.following.json": _following,
    "message.contested.json": lambda: made(history=TALK, contest=Contest("Two [[1]]. ⚠")).message,
    **{f"dispute.{each}.txt": lambda language=each: prompt.dispute_text(language) for each in prompt.LANGUAGES},  # type: ignore[misc]
    "repair.txt": lambda: repair(KINDS),
    "repair.one.txt": lambda: repair(KINDS[:1]),
    "repair.dispute.txt": repair_of_dispute,
    "rewrite.system.txt": rewriting.system_text,
    "rewrite.message.json": lambda: _rewritten(TALK, WORDS),
    "rewrite.bare.message.json": lambda: _rewritten((), WORDS[:1]),
    **{f"sheet.{each}.txt": lambda language=each: condensing.system_text(language) for each in prompt.LANGUAGES},  # type: ignore[misc]
    "sheet.message.json": lambda: _sheet(4, SENT, 1000),
    "sheet.cut.message.json": lambda: _sheet(None, [replace(passage(TABLE), type=ChunkType.TABLE, tokens=20)], 16),
}
"""What is said, by the name of the file that it was reviewed in."""
