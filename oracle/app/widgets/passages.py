"""The passages under what was found: the first few, a caution, what differs, how many more there are."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static

from oracle.app import phrase
from oracle.contracts import Evidence
from oracle.texts import Texts

SHOWN = 3


def passage_parts(say: Texts, evidence: Evidence, cut: Callable[[str], str], *, booklet: bool) -> list[Static]:
    """What stands there, in its order; `cut` shortens the text of a passage."""
    rows = [
        Static(
            Content.assemble(
                phrase.passage_head(say, n, evidence, booklet=booklet),
                f"\n{cut(ranked.passage.text)}",
            ),
            classes="passage",
        )
        for n, ranked in enumerate(evidence.passages[:SHOWN], 1)
    ]
    caution = phrase.caution(say, evidence.zone) if rows else ""
    above = [Static(Content.styled(caution, "$text-warning"), classes="caution")] if caution else []
    differ = [Static(line, classes="differ") for line in phrase.differences(say, evidence)]
    more = len(evidence.passages) - len(rows)
    return [*above, *rows, *differ, *([Static(Content.styled(_more(say, more), "dim"))] if more else [])]


def _more(say: Texts, n: int) -> str:
    return say("app.found.more_one") if n == 1 else say("app.found.more", n=n)
