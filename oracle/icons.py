"""Icons as players see them: `⟨name⟩` where the book's legend names one, `⟨icon⟩` where it does not.

Pure. Owns what stands on a screen in place of `{icon:3f2a}`, in every record that a front end shows. Records for
programs and for the model keep the raw text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ingest.contracts import Passage
from ingest.icons.placeholders import replaced
from oracle.contested import Dispute
from oracle.contracts import Answer, Citation, Evidence, Verified


def names_in(passages: Iterable[Passage]) -> dict[str, str]:
    """The names of the icons in these passages, by id."""
    return {icon: name for passage in passages for icon, name in passage.icons}


def shown(text: str, names: Mapping[str, str], word: str) -> str:
    """`text` with each icon as its name, or as `word`, in angle brackets."""
    return replaced(text, lambda icon: f"⟨{names.get(icon, word)}⟩")


def shown_passage(passage: Passage, word: str) -> Passage:
    """The passage with its icons as players read them."""
    names = dict(passage.icons)
    path = tuple(shown(title, names, word) for title in passage.section_path)
    return replace(passage, text=shown(passage.text, names, word), section_path=path)


def shown_evidence(evidence: Evidence, word: str) -> Evidence:
    """What was found, with its icons as players read them."""
    ranked = tuple(replace(each, passage=shown_passage(each.passage, word)) for each in evidence.passages)
    names = names_in(each.passage for each in evidence.passages)
    told = tuple(
        replace(each, one_says=shown(each.one_says, names, word), other_says=shown(each.other_says, names, word))
        for each in evidence.differences
    )
    return replace(evidence, passages=ranked, differences=told)


def shown_answer(answer: Answer, word: str) -> Answer:
    """The answer and what it rests on, with their icons as players read them."""
    if answer.verified is None:
        return replace(answer, evidence=shown_evidence(answer.evidence, word))
    names = names_of(answer)
    return replace(
        answer,
        evidence=shown_evidence(answer.evidence, word),
        verified=_shown_verified(answer.verified, names, word),
    )


def names_of(answer: Answer) -> dict[str, str]:
    """The names of the icons in everything that an answer rests on."""
    found = [ranked.passage for ranked in answer.evidence.passages]
    cited = [citation.passage for citation in answer.verified.citations] if answer.verified else []
    return names_in([*found, *cited])


def _shown_verified(verified: Verified, names: Mapping[str, str], word: str) -> Verified:
    return replace(
        verified,
        text=shown(verified.text, names, word),
        statements=tuple(replace(each, text=shown(each.text, names, word)) for each in verified.statements),
        citations=tuple(_shown_citation(citation, names, word) for citation in verified.citations),
        struck=tuple(replace(piece, text=shown(piece.text, names, word)) for piece in verified.struck),
        dispute=verified.dispute and _shown_dispute(verified.dispute, names, word),
    )


def _shown_dispute(dispute: Dispute, names: Mapping[str, str], word: str) -> Dispute:
    one, other = (
        replace(each, claim=shown(each.claim, names, word), why=shown(each.why, names, word))
        for each in dispute.readings
    )
    deciding, table = shown(dispute.deciding, names, word), shown(dispute.table, names, word)
    return replace(dispute, readings=(one, other), deciding=deciding, table=table)


def _shown_citation(citation: Citation, names: Mapping[str, str], word: str) -> Citation:
    quote = None if citation.quote is None else shown(citation.quote, names, word)
    return replace(citation, passage=shown_passage(citation.passage, word), quote=quote)
