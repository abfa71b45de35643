"""How an answer stands once it was checked: what every front end says of it in the same way. Pure."""

from __future__ import annotations

from oracle.contracts import Answer, Verified


def flawless(checked: Verified) -> bool:
    """Whether all that the model wrote stands, each sentence carried by a citation."""
    return not (checked.withheld or checked.struck) and all(each.citations for each in checked.statements)


def translates(answer: Answer, language: str) -> bool:
    """Whether something is quoted from a booklet in another language: the sentences around it translate."""
    quoted = [each for each in answer.verified.citations if each.quote] if answer.verified else []
    return any(each.passage.language not in ("und", language) for each in quoted)


def words(answer: Answer) -> str:
    """Claude's words as they may be shown and gone on from; empty where none may."""
    return answer.verified.text if answer.verified and not answer.verified.withheld else ""
