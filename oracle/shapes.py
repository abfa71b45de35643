"""What was found, as programs read it. Field names are a promise to scripts: see issue 2.

Pure. Owns the shape of a passage and of a search; prints nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.contracts import PageRef
from oracle.contracts import Evidence, GateResult, Question, Ranked, Understood
from oracle.rewrite.shown import also_json


def passage_json(ranked: Ranked) -> dict[str, object]:
    """One passage: where it stands, what it says, and what each channel thought of it (ranks from 0).

    What is not on paper has no page that anybody could turn to: `page` is null, `key` still leads to it.
    """
    passage = ranked.passage
    return {
        "key": passage.key,
        "document_id": str(passage.ref.owner),
        "chunk_id": passage.chunk_id,
        "source_file": passage.source_file,
        "booklet": passage.ref.booklet,
        "booklet_title": passage.booklet_title,
        "kind": passage.kind,
        "page": passage.ref.page if passage.on_paper else None,
        "printed_page": passage.printed,
        "section_path": list(passage.section_path),
        "type": passage.type,
        "text": passage.text,
        "text_source": passage.source,
        "score": round(ranked.score, 6),
        "channels": dict(ranked.channels),
        "boxes": [list(box) for box in passage.boxes],
    }


def page_json(ref: PageRef | None) -> dict[str, object] | None:
    """The page worth looking at."""
    return {"booklet": ref.booklet, "page": ref.page} if ref else None


def search_json(
    question: Question, understood: Understood, gate: GateResult, evidence: Evidence, degraded: Sequence[str]
) -> dict[str, object]:
    """The record that `oracle search --json` prints. `answer_text` is deprecated and stays empty."""
    return {
        "game": question.stack.game,
        "stack": list(question.stack.booklets),
        "question": question.text,
        "language": understood.language,
        "zone": evidence.zone,
        "gate": gate.reason,
        "page_to_read": page_json(evidence.page_to_read),
        "evidence_text": evidence_text(evidence.passages),
        "answer_text": "",
        "degraded": list(degraded),
        "passages": [passage_json(ranked) for ranked in evidence.passages],
        "cached": evidence.remembered,
        **beside_json(evidence),
        **also_json(understood),
    }


def beside_json(evidence: Evidence) -> dict[str, object]:
    """Which passage amends which, and where two booklets differ, by the passages' keys."""
    return {
        "amendments": [{"rule": each.rule, "by": each.by} for each in evidence.amendments],
        "differences": [
            {"passages": [each.one, each.other], "says": [each.one_says, each.other_says], "wins": each.wins}
            for each in evidence.differences
        ],
    }


def evidence_text(passages: Sequence[Ranked]) -> str:
    """The passages as one text, each under the booklet and page that it stands on: the answer of a search."""
    return "\n\n".join(f"{_heading(ranked)}\n{ranked.passage.text}" for ranked in passages)


def _heading(ranked: Ranked) -> str:
    passage = ranked.passage
    if not passage.on_paper:
        return f"[{', § '.join((passage.booklet_title, *passage.section_path[-1:]))}]"
    printed = f" ({passage.printed})" if passage.printed and passage.printed != str(passage.ref.page) else ""
    return f"[{passage.booklet_title}, p. {passage.ref.page}{printed}]"
