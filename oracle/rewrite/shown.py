"""What was searched for beside the question, as people read it and as programs do."""

from __future__ import annotations

from oracle.contracts import Understood
from oracle.texts import Texts


def also_searched(understood: Understood, say: Texts) -> str:
    """What was searched for beside the question: the topic of the talk, and what a model wrote; empty for nothing."""
    topic = [" ".join(understood.added)] if understood.added else []
    return say("ask.also", what=" · ".join((*topic, *understood.rewrites))) if topic or understood.rewrites else ""


def also_json(understood: Understood) -> dict[str, object]:
    """What was searched for beside the question: words of the talk's topic, and what a model wrote."""
    return {"topic_words": list(understood.added), "rewrites": list(understood.rewrites)}
