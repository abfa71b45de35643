"""Which side of the paper a question names: "the left page", "en bas de la feuille".

Pure. Owns the reading of `patterns/place.toml`. Places inside a picture ("the top left of the card") are none of its.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from typing import Literal

from ingest.contracts import Box
from oracle.sight import plain

Side = Literal["left", "right", "top", "bottom"]
SIDES: tuple[Side, ...] = ("left", "right", "top", "bottom")


def sides(text: str) -> frozenset[Side]:
    """The sides of the paper that a question names."""
    said = plain(text)
    return frozenset(side for side in SIDES if _patterns()[side].search(said))


def on_side(box: Box, width: float, height: float, wanted: Collection[Side]) -> bool:
    """Whether the middle of a box stands on all of these sides of a page."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    stands = {"left": x <= width / 2, "right": x >= width / 2, "top": y <= height / 2, "bottom": y >= height / 2}
    return all(stands[side] for side in wanted)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    lexicon = tomllib.loads((resources.files("oracle") / "patterns" / "place.toml").read_text("utf-8"))
    paper, between = rf"\b(?:{lexicon['paper']})\b", rf"\W+(?:(?:{lexicon['between']})\W+){{0,6}}"
    return {side: _beside(rf"\b(?:{words})\b", between, paper) for side, words in lexicon["side"].items()}


def _beside(place: str, between: str, paper: str) -> re.Pattern[str]:
    return re.compile(f"{place}{between}{paper}|{paper}{between}{place}")
