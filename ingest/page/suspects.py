"""Which text of a layer may not be what the page shows: by the widths of its letters, or by what is drawn over it.

Owns the suspicion alone, which costs no picture. Whether it is right, a look at the picture says. Pure: takes raw
dictionaries and boxes.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, Final

from ingest.contracts import Box
from ingest.geometry import shared_area
from ingest.page.trust import looks_wrong, words

_LETTERS: Final = 9
_CHARACTERS: Final = 30
_ALIKE: Final = 0.4
_SAME_WIDTH: Final = 0.06
_WORDS: Final = 40
_OVER: Final = 0.9
_PAINTS: Final = frozenset({"fill-path", "fill-image", "fill-shade"})
_TEXTS: Final = frozenset({"fill-text", "stroke-text"})


def _table(widths: str) -> dict[str, int]:
    return {word[0]: int(word[1:]) for word in widths.split()}


# The widths of the letters of a plain typeface, in thousandths: narrow letters are narrow in every one.
_USUAL: Final = MappingProxyType(
    _table("a52 b54 c48 d55 e52 f30 g53 h54 i25 j26 k51 l25 m82 n54 o54 p55 q55 r35 s45 t30 u54 v48 w72 x49 y48 z47")
    | _table("A69 B66 C70 D73 E64 F59 G75 H74 I30 J44 K70 L59 M88 N73 O76 P61 Q76 R69 S62 T62 U72 V69 W95 X69 Y69 Z61")
)


def doubtful_fonts(blocks: Sequence[dict[str, Any]]) -> frozenset[str]:
    """Fonts whose letters are as wide as other letters are, or that say much and no word of a language."""
    widths: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    texts: dict[str, list[str]] = defaultdict(list)
    for font, size, chars in _parts(blocks):
        texts[font].append("".join(char["c"] for char in chars))
        for char in chars:
            if char["c"] in _USUAL:
                widths[font][char["c"]].append((char["bbox"][2] - char["bbox"][0]) / size)
    strange = {font for font, parts in texts.items() if _says_nothing(" ".join(parts))}
    return frozenset(strange | {font for font, found in widths.items() if _misfits(found)})


def _parts(blocks: Sequence[dict[str, Any]]) -> Iterator[tuple[str, float, Any]]:
    for block in blocks:
        for line in block.get("lines", ()):
            if abs(line["dir"][0]) > 0.99:
                for span in line["spans"]:
                    yield str(span["font"])[:60], max(float(span["size"]), 1.0), span["chars"]


def _says_nothing(text: str) -> bool:
    return len(words(text)) >= _WORDS and looks_wrong(text)


def _misfits(found: dict[str, list[float]]) -> bool:
    """Whether wide letters are narrow and narrow ones wide. A typewriter's letters say nothing."""
    case = max((str.islower, str.isupper), key=lambda one: sum(map(one, found)))
    letters = [letter for letter in found if case(letter)]
    if len(letters) < _LETTERS or sum(len(found[letter]) for letter in letters) < _CHARACTERS:
        return False
    seen = [statistics.median(found[letter]) for letter in letters]
    if statistics.pstdev(seen) < _SAME_WIDTH * statistics.mean(seen):
        return False
    return statistics.correlation(seen, [_USUAL[letter] for letter in letters]) < _ALIKE


def covered_boxes(log: Sequence[tuple[str, Any]], boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Those of `boxes` (text) over which something was painted later, in the order in which a page is painted."""
    painted = [(i, bbox) for i, (kind, bbox, *_) in enumerate(log) if kind in _PAINTS]
    written = [(i, bbox) for i, (kind, bbox, *_) in enumerate(log) if kind in _TEXTS]
    found = []
    for box in boxes:
        over = [i for i, bbox in painted if _share(box, bbox) >= _OVER]
        if over:
            text = [i for i, bbox in written if _share(box, bbox) > 0.5]
            if text and max(text) < max(over):
                found.append(box)
    return tuple(found)


def _share(box: Box, by: Any) -> float:
    return float(shared_area(box, by) / max((box[2] - box[0]) * (box[3] - box[1]), 1e-6))
