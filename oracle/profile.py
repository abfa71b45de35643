"""How much each channel counts, by the languages of question and booklet.

Owns the weights and the constant of reciprocal rank fusion. The defaults were chosen on the `work` half of the open
questions (ADR 14 and 35). `retrieval.profile` of the configuration names where to start from, `retrieval.weights`
overrides numbers by name: `k`, `asked`, `rewritten`, `glossed`, `named`, `least`, a channel (`content`, `dense:use`;
`dense` is any model), or one across languages (`cross.content`) or for one pair of them (`fr>en.content`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.prior import Prior
from oracle.rerank import Rerank

SAME = "same"
CROSS = "cross"
ASKED = "/asked"
"""Ends the name of a dense channel that heard a follow-up as it was typed, beside the standalone one."""

REWRITTEN = "/rewritten"
"""Ends the name of a channel that heard what a model made of the question; the language it wrote in comes after."""

GLOSSED = "/glossed"
"""Ends the name of a dense channel that heard the question word for word in the booklets' language, which follows."""

MEANT = "meant"
"""The channel that hears what books call what the question says in words of the table."""


def is_beside(channel: str) -> bool:
    """Whether a channel heard something beside the question itself, by the end of its name."""
    return channel.endswith(ASKED) or REWRITTEN in channel or GLOSSED in channel


_DEFAULT: dict[str, float] = {"path": 0.5, "content": 2.0, "term": 0.5, "meant": 0.5, "dense": 1.5}
_ACROSS: dict[str, float] = {"path": 0.5, "content": 2.0, "term": 0.5, "meant": 0.5, "dense": 2.0}


@dataclass(frozen=True)
class Profile:
    """`weights` by pair (`same`, `cross` or `fr>en`) and channel; `k` flattens (60) or sharpens (10) the ranks.

    `asked` scales the channels that hear a follow-up without its topic, `rewritten` those that hear what a model made
    of the question, `glossed` those that hear it word for word in the booklets' language, `named` the passages of a
    booklet that the question names. `depth` is how far each channel is heard. `least` is the share of the best
    passage's score below which a passage is left out. `rerank` reads the first passages again, `prior` pushes them by
    what became of them before.
    """

    k: float = 10.0
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: {SAME: _DEFAULT, CROSS: _ACROSS})
    asked: float = 0.25
    rewritten: float = 0.75
    glossed: float = 1.0
    named: float = 2.0
    depth: int = 60
    least: float = 0.0
    rerank: Rerank | None = None
    prior: Prior | None = None

    def weight(self, channel: str, asked: str, written: tuple[str, ...]) -> float:
        """What a hit of `channel` counts in a booklet `written` in these languages, for a question `asked` in one."""
        name, share, asked = self._heard(channel, asked)
        pair = SAME if asked in written or "und" in (asked, *written) else CROSS
        for table in (*(f"{asked}>{language}" for language in written), pair):
            for key in (name, name.partition(":")[0]):
                if key in self.weights.get(table, {}):
                    return share * self.weights[table][key]
        return 0.0

    def _heard(self, channel: str, asked: str) -> tuple[str, float, str]:
        """The channel without what it heard, the share that this counts for, and the language that it was in."""
        for mark, share in ((REWRITTEN, self.rewritten), (GLOSSED, self.glossed)):
            name, found, language = channel.partition(f"{mark}:")
            if found:
                return name, share, language
        share = self.asked if channel.endswith(ASKED) else 1.0
        return channel.removesuffix(ASKED), share, asked

    @classmethod
    def from_weights(
        cls, weights: Mapping[str, float], rerank: Rerank | None = None, start: Profile | None = None
    ) -> Profile:
        """The profile `start` (the measured default) with what the configuration changes."""
        start = start or cls()
        tables = {SAME: {}, CROSS: {}, **{pair: dict(table) for pair, table in start.weights.items()}}
        for name, value in weights.items():
            pair, dot, channel = name.partition(".")
            if dot and (pair in tables or ">" in pair):
                tables.setdefault(pair, {})[channel] = value
            else:
                tables[SAME][name] = value
        return cls(
            k=weights.get("k", start.k),
            weights=tables,
            asked=weights.get("asked", start.asked),
            rewritten=weights.get("rewritten", start.rewritten),
            glossed=weights.get("glossed", start.glossed),
            named=weights.get("named", start.named),
            depth=start.depth,
            least=weights.get("least", start.least),
            rerank=rerank,
        )


CLASSIC = Profile(
    k=60.0, weights={pair: {"path": 1.0, "content": 2.0, "term": 1.5, "dense": 2.0} for pair in (SAME, CROSS)}
)
"""Plain reciprocal rank fusion, the same for every pair of languages: what measurement compares with."""

PROFILES: Mapping[str, Profile] = {"default": Profile(), "classic": CLASSIC}
"""By the name that `retrieval.profile` has in the configuration."""
