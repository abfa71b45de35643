"""From an answer that somebody does not accept to the question of which both readings are wanted, and to a ruling.

Pure. Owns what is handed on of an answer. Asks nobody.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.contested import Contest
from oracle.contracts import Answer, Question, Stack, Verdict
from oracle.grammar import MARKER, UNPROVEN
from oracle.standing import words


def disputed(question: Question) -> Question:
    """Both readings of a question that nobody has answered: argued from what can be quoted."""
    return replace(question, contest=Contest(), image="never")


def contested(answer: Answer, stack: Stack) -> Question:
    """Both readings of a question that was answered: with the words and the picture that the answer was given from.

    Nobody puts it into the book's words again. What is contested once more is the answer that was contested first; one
    that found nothing in the book is no reading of it.
    """
    silent = answer.verified is not None and answer.verified.verdict is Verdict.SILENT
    said = answer.question.contest or Contest("" if silent else words(answer))
    return replace(
        answer.question,
        stack=stack,
        contest=replace(said, rewrites=answer.understood.rewrites),
        image="auto" if answer.page_read else "never",
        model=True,
    )


def draft_ruling(answer: Answer) -> str:
    """What a table may make of an answer as its own rule, to be edited: the question, and the reading that holds."""
    told = answer.verified.dispute if answer.verified and not answer.verified.withheld else None
    held = told.readings[told.holds].claim if told and told.holds is not None else ""
    plain = MARKER.sub("", held).replace(UNPROVEN, "")
    return " ".join(f"{answer.question.text} {plain}".split())
