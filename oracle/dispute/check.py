"""Both readings of a question against the pages: which of them quotations carry, and whether a sentence decides.

Pure. Owns that the book decides by a verified quotation of its own or not at all, whatever the model says. How words
are checked is `oracle.verify`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.contracts import BookletKind, Note, PageRef, Passage
from oracle import quotes
from oracle.contested import Carried, Dispute, Reading
from oracle.contracts import Citation, Evidence, Statement, Struck, Verdict, Verified
from oracle.dispute.grammar import Parted, decided_line, part
from oracle.dispute.shown import dispute_text
from oracle.grammar import MARKER, UNPROVEN
from oracle.proof.book import PageTexts
from oracle.strike import strike
from oracle.texts import Texts
from oracle.verify import distinct, quoted, verify_parts

_QUOTATIONS = frozenset({"quote", "number"})


def verify_dispute(
    text: str,
    cited: Sequence[Passage],
    pages: PageTexts,
    found: Evidence,
    words: Texts,
    seen: PageRef | None = None,
    asked: str = "",
) -> Verified:
    """Check both readings and the decision; `words` are those of the answer's language, `found` what was searched.

    What a reading claims is no statement of ours: it needs no quotation. Its reasons are shown where a quotation
    carries one of them. What has no quotation at all is withheld, unless it says nothing but that nothing decides.
    """
    shown, struck = strike(text, quoted)
    parted = part(shown)
    one, other = parted.sides
    texts = [one.claim, one.why, other.claim, other.why, parted.deciding]
    checked = verify_parts(texts, cited, pages, seen, asked)
    first, first_why, second, second_why, deciding = checked
    sides = _Side(first, first_why, seen), _Side(second, second_why, seen)
    holds = _holds(parted, deciding, sides, found)
    table = deciding.text if holds is None and _carried(deciding.citations, seen) == "house" else ""
    dispute = Dispute((sides[0].reading, sides[1].reading), deciding.text if holds is not None else "", holds, table)
    last = deciding if dispute.deciding or table else None
    citations = distinct(each for side in (*sides, last) if side for each in side.citations)
    pieces = tuple(piece for each in checked for piece in each.struck)
    silent = parted.decided is None and parted.said and not any(piece.kind in _QUOTATIONS for piece in pieces)
    return Verified(
        verdict=Verdict.SILENT if holds is None else Verdict.SAYS,
        text=dispute_text(dispute, words),
        statements=tuple(each for side in (*sides, last) if side for each in side.statements),
        citations=citations,
        struck=(*struck, *parted.struck, *_undone(parted, holds), *pieces),
        withheld=not silent and not any(each.stands(seen) for each in citations),
        dispute=dispute,
    )


def overlooked(checked: Verified, cited: Sequence[Passage], found: Evidence) -> tuple[Note, ...]:
    """Passages that amend one by which a dispute was decided, and that nobody quoted: whoever reads it must know."""
    if checked.dispute is None or checked.dispute.holds is None:
        return ()
    deciding = {cited[int(n) - 1].key for n in MARKER.findall(checked.dispute.deciding)}
    told = {each.passage.key for each in checked.citations if each.verified}
    by = {each.by for each in found.amendments if each.rule in deciding} - told
    amending = [ranked.passage for ranked in found.passages if ranked.passage.key in by]
    return tuple(Note("dispute.amended", {"where": where}) for where in dict.fromkeys(map(_where, amending)))


def _where(passage: Passage) -> str:
    page = f"p. {passage.ref.page}" if passage.on_paper else " > ".join(passage.section_path)
    return ", ".join(filter(None, [passage.booklet_title, page]))


@dataclass(frozen=True)
class _Side:
    """A reading after its check: what it claims, and why."""

    claim: Verified
    why: Verified
    seen: PageRef | None

    @property
    def carried(self) -> Carried:
        return _carried((*self.claim.citations, *self.why.citations), self.seen)

    @property
    def reading(self) -> Reading:
        """As it may be shown: a claim that nothing carries is a claim all the same, reasons then are none."""
        said = self.claim.text if not self.claim.withheld else MARKER.sub("", self.claim.text).replace(UNPROVEN, "")
        return Reading(" ".join(said.split()), "" if self.carried == "nothing" else self.why.text, self.carried)

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(each for part in self._shown for each in part.citations)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(each for part in self._shown for each in part.statements)

    @property
    def _shown(self) -> Iterator[Verified]:
        if not self.claim.withheld:
            yield self.claim
        if self.carried != "nothing":
            yield self.why


def _carried(citations: Iterable[Citation], seen: PageRef | None) -> Carried:
    kinds = {each.passage.kind for each in citations if each.stands(seen)}
    return "nothing" if not kinds else "house" if kinds == {BookletKind.HOUSE} else "book"


def _holds(parted: Parted, deciding: Verified, sides: tuple[_Side, _Side], found: Evidence) -> int | None:
    """Which reading the book decides for: by a sentence of its own that neither speaks for the other nor yields to it.

    Without two readings there is nothing to decide.
    """
    if parted.decided is None or not all(side.claim for side in parted.sides):
        return None
    proofs = _book_quotations(deciding.citations)
    holds, falls = (sides[n] for n in (parted.decided, 1 - parted.decided))
    for_it, against = _book_quotations(holds.citations), _book_quotations(falls.citations)
    if not proofs or (_shares(proofs, against) and not _shares(proofs, for_it)):
        return None
    return None if _outranked(proofs, against, for_it, found) else parted.decided


def _book_quotations(citations: Iterable[Citation]) -> list[Citation]:
    """What is quoted from the book itself, verified."""
    return [each for each in citations if each.verified and each.quote and each.passage.kind is not BookletKind.HOUSE]


def _shares(some: Sequence[Citation], others: Sequence[Citation]) -> bool:
    """Whether one of these is, whole or in part, one of the others."""
    pairs = ((quotes.needle(one.quote or ""), quotes.needle(other.quote or "")) for one in some for other in others)
    return any(one in other or other in one for one, other in pairs)


def _outranked(
    proofs: Sequence[Citation], against: Sequence[Citation], for_it: Sequence[Citation], found: Evidence
) -> bool:
    """Whether a passage that wins over each deciding one is quoted by the other side alone."""
    theirs = {each.passage.key for each in against} - {each.passage.key for each in (*proofs, *for_it)}
    return all(theirs & _winning_over(each.passage.key, found) for each in proofs)


def _winning_over(key: str, found: Evidence) -> set[str]:
    """The passages that amend this one, or that differ from it and go first."""
    amending = {each.by for each in found.amendments if each.rule == key}
    first = {each.wins for each in found.differences if key in (each.one, each.other) and each.wins not in (None, key)}
    return amending | {each for each in first if each}


def _undone(parted: Parted, holds: int | None) -> tuple[Struck, ...]:
    """A decision that was written and does not hold; one that was not written at all."""
    if not parted.said:
        return (Struck("verdict", ""),)
    if parted.decided is not None and holds is None:
        return (Struck("verdict", decided_line(parted.decided + 1)),)
    return ()
