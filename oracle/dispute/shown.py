"""A dispute as text: the sentence that decides, then each reading under what has become of it.

Pure. Owns the order of its parts; the words come from `oracle/texts`, in the answer's language.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle.contested import Dispute, Reading
from oracle.contracts import Verified
from oracle.stream import verdict_words
from oracle.texts import Texts


@dataclass(frozen=True)
class Part:
    """A heading of ours, and what stands under it: verified words with their markers."""

    heading: str
    text: str


def ruling(checked: Verified, words: Texts) -> str:
    """What the book says to the question in one line: a verdict, or which of two readings holds."""
    told = checked.dispute
    if told is None:
        return verdict_words(words, checked.verdict)
    return words("dispute.unsettled") if told.holds is None else words("dispute.settled", n=told.holds + 1)


def parts(dispute: Dispute, words: Texts) -> tuple[Part, ...]:
    """What decides, which is read aloud, then both readings; where the book does not decide, what a house rule says."""
    readings = [Part(_heading(n, dispute, words), _text(each)) for n, each in enumerate(dispute.readings)]
    deciding = [Part(words("dispute.deciding"), dispute.deciding)] if dispute.deciding else []
    table = [Part(words("dispute.table"), dispute.table)] if dispute.table else []
    return (*deciding, *readings, *table)


def dispute_text(dispute: Dispute, words: Texts) -> str:
    """All of it, an empty line between its parts."""
    return "\n\n".join(f"{each.heading} {each.text}".strip() for each in parts(dispute, words))


def dispute_json(dispute: Dispute) -> dict[str, object]:
    """What programs read of it; readings are numbered from 1, markers stand as `[[n]]`."""
    return {
        "readings": [{"claim": each.claim, "reasons": each.why, "carried": each.carried} for each in dispute.readings],
        "holds": None if dispute.holds is None else dispute.holds + 1,
        "deciding": dispute.deciding or None,
        "house_rule": dispute.table or None,
    }


def _heading(n: int, dispute: Dispute, words: Texts) -> str:
    return words(f"dispute.reading.{_fate(n, dispute)}", n=n + 1)


def _fate(n: int, dispute: Dispute) -> str:
    """What has become of a reading, in one word."""
    reading = dispute.readings[n]
    if not reading.claim:
        return "missing"
    if dispute.holds == n:
        return "holds"
    if reading.carried != "book":
        return "house" if reading.carried == "house" else "bare"
    return "open" if dispute.holds is None else "falls"


def _text(reading: Reading) -> str:
    return "\n".join(filter(None, [reading.claim, reading.why]))
