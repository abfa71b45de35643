"""One more turn for an answer of which a quotation, a number or a name failed: what is asked, and which answer is kept.

Pure. Owns the words of that request (`oracle/prompts/repair.j2`) and the order of two checked answers. Asks nobody, and
does not know whether a turn may be spent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from oracle.contracts import Struck, StruckKind, Verdict, Verified
from oracle.dispute.grammar import DECIDED, UNDECIDED, reading_label
from oracle.grammar import MIN_QUOTE, SILENCE
from oracle.prompt import rendered

MOST = 6
"""So many pieces of a kind are named; the rest fails for the same reason."""

_FAULTS: Final[Mapping[StruckKind, tuple[str, str]]] = {
    "quote": (
        "quotations",
        f"stands on no page that you cited. Copy it character by character from one passage, {MIN_QUOTE} characters or"
        " more, with the marker of that passage; where you leave words out, put […] and leave out no number, no"
        " negation and no condition.",
    ),
    "number": ("quotations_with_another_number", "the page has other numbers there. Copy what is printed."),
    "marker": (
        "markers",
        "is no marker of a passage of the message, or a page number. Use only markers `[[n]]` of passages.",
    ),
    "said_number": (
        "numbers",
        "is neither in the passages that its sentence cites nor in the question. Say the number of the passage; where"
        " you worked it out, name the numbers that it comes from.",
    ),
    "said_name": ("names", "is a name or an icon that no passage has. Use the name that the passages use."),
    "said_negation": (
        "contradicted",
        "a passage that it cites says the opposite in the same words. Say what the passage says.",
    ),
}
_OF_DISPUTES: Final[Mapping[StruckKind, tuple[str, str]]] = {
    "reading": ("belongs_to_neither", "is no part of the two readings or of the decision. Leave it out."),
    "verdict": (
        "decisions",
        "needs the sentence of the book that decides, quoted below it with its marker, which speaks for that reading"
        f" and to which no other passage is preferred. Quote it, or write `{UNDECIDED}`.",
    ),
}
_MISSING: Final = ("missing", "was not written. Write it: there are two readings and one decision.")
FAILED: Final = frozenset(_FAULTS)
"""The kinds of struck pieces that a repair may mend."""

_BESIDE_OTHERS: Final = ("markers", "belongs_to_neither")

_UNPROVEN = (
    "without_a_quotation",
    "no quotation carries the answer. Quote the passage that it rests on, or say that the book is silent.",
)


def repair_request(verified: Verified) -> str | None:
    """What to ask the model once more; `None` where nothing failed that it could mend.

    A marker of nothing that was sent or a line too many is no reason for a turn by itself, but is named beside others.
    """
    bare = [statement.text for statement in verified.statements][:MOST] if verified.withheld else []
    missing = _missing(verified)
    kinds = {**_FAULTS, **(_OF_DISPUTES if verified.dispute else {})}
    failed = [(kinds[kind], _pieces(verified.struck, kind)) for kind in kinds]
    if not (bare or missing or any(pieces for (name, _), pieces in failed if name not in _BESIDE_OTHERS)):
        return None
    faults = [
        {"name": name, "meaning": meaning, "pieces": pieces}
        for (name, meaning), pieces in (*failed, (_UNPROVEN, bare), (_MISSING, missing))
        if pieces
    ]
    return rendered("repair.j2", faults=faults, silent=SILENCE, undecided=UNDECIDED if verified.dispute else None)


def _missing(verified: Verified) -> list[str]:
    """The labels of a dispute under which nothing came."""
    if verified.dispute is None:
        return []
    readings = [reading_label(n) for n, each in enumerate(verified.dispute.readings, 1) if not each.claim]
    unsaid = any(piece.kind == "verdict" and not piece.text for piece in verified.struck)
    return [*readings, *([DECIDED] if unsaid else [])]


def better(first: Verified, repaired: Verified) -> Verified:
    """The one of two answers that is proven better; the repaired one where they are equal.

    An answer that stands goes before one that is withheld, one that quotes before one that is silent; then the one of
    which less failed, which has a verdict, which leaves less unproven, which quotes more.
    """
    return max((repaired, first), key=_proven)


def _proven(verified: Verified) -> tuple[int, ...]:
    quoted = sum(citation.verified for citation in verified.citations)
    failed = sum(piece.kind in FAILED for piece in verified.struck)
    bare = sum(not statement.citations for statement in verified.statements)
    silent = verified.verdict is Verdict.SILENT
    return (not verified.withheld, quoted > 0 and not silent, -failed, verified.verdict is not None, -bare, quoted)


def _pieces(struck: Sequence[Struck], kind: StruckKind) -> list[str]:
    return list(dict.fromkeys(piece.text for piece in struck if piece.kind == kind and piece.text))[:MOST]
