"""Sets pages of spans in code: paragraphs that fill a measure, lists, boxes, pictures; and says how they are read.

Owns no judgement: what is set in order is expected in that order. A page can be handed out as a file may draw
it: as it is read, row by row, or its blocks shuffled.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from ingest.page.sheet import Figure, Shape, Sheet, Span

Drawing = Literal["as read", "by rows", "shuffled"]
DRAWINGS: Final[tuple[Drawing, ...]] = ("as read", "by rows", "shuffled")

_BEGINS: Final = "bcdfglmnprstv"
_ENDS: Final = ("a", "e", "i", "o", "u", "an", "el", "or")


@dataclass
class Press:
    """A page that is being set. `expected` is the text of its blocks in the order in which they were set."""

    width: float = 600.0
    height: float = 800.0
    size: float = 10.0
    seed: int = 1
    spans: list[Span] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    expected: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Words come from a seed, so that a page is the same every time."""
        self._chance = random.Random(self.seed)

    def sentence(self, words: int = 12) -> str:
        """A sentence of words that nobody has seen."""
        said = " ".join(self._word() for _ in range(words))
        return said[0].upper() + said[1:] + "."

    def _word(self) -> str:
        return "".join(
            self._chance.choice(_BEGINS) + self._chance.choice(_ENDS) for _ in range(self._chance.randint(1, 4))
        )

    def text(self, x: float, y: float, wide: float, sentences: int = 3, **look: object) -> float:
        """A paragraph set in a measure; answers where the next one may begin."""
        said = " ".join(self.sentence(self._chance.randint(8, 16)) for _ in range(sentences))
        return self.words(said, x, y, wide, **look)  # type: ignore[arg-type]

    def words(
        self,
        said: str,
        x: float,
        y: float,
        wide: float,
        *,
        size: float | None = None,
        hang: float = 0.0,
        joined: bool = False,
        shape: Callable[[float], tuple[float, float]] | None = None,
        **look: object,
    ) -> float:
        """Given words set in a measure. `hang` indents all lines but the first; `shape` gives the measure at a height.

        `joined` goes on the block that was set before: a paragraph over a column break.
        """
        size = size or self.size
        lines: list[str] = []
        block = len(self.expected) + 1
        first = True
        for word in said.split():
            left, room = shape(y + max(len(lines) - 1, 0) * size * 1.4) if shape else (x, wide)
            most = int((room - (0.0 if first else hang)) / (size * 0.5))
            if lines and len(lines[-1]) + 1 + len(word) <= most:
                lines[-1] += " " + word
            else:
                first = not lines
                lines.append(word)
        for number, line in enumerate(lines):
            top = y + number * size * 1.4
            left = shape(top)[0] if shape else x
            self.line(line, left + (hang if number else 0.0), top, size=size, block=block, **look)
        if joined:
            self.expected[-1] += lines
        else:
            self.expected.append(lines)
        return y + len(lines) * size * 1.4 + size * 0.7

    def line(self, said: str, x: float, y: float, *, size: float, block: int, **look: object) -> None:
        """One line, expected by nobody."""
        box = (x, y, x + len(said) * size * 0.5, y + size * 1.2)
        self.spans.append(Span(said, box, size, baseline=y + size, block=block, **{"font": "Text", **look}))  # type: ignore[arg-type]

    def head(self, said: str, x: float, y: float, size: float = 16.0) -> float:
        """A heading on one line."""
        return self.words(said, x, y, 1000.0, size=size, bold=True, font="Head") + size * 0.2

    def turned(self, said: str, x: float, y: float, size: float = 14.0) -> None:
        """A line that runs upwards at the side of the page; its foot stands at `y`."""
        box = (x, y - len(said) * size * 0.5, x + size * 1.2, y)
        self.spans.append(Span(said, box, size, "Head", True, upright=False, turn=90, block=len(self.expected) + 1))
        self.expected.append([said])

    def picture(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A picture without words."""
        self.figures.append(Figure((x0, y0, x1, y1), digest=f"d{len(self.figures)}", file="images/a.png"))

    def ground(self, x0: float, y0: float, x1: float, y1: float, color: int = 0xDDEEDD) -> None:
        """A tinted ground."""
        self.shapes.append(Shape("fill", (x0, y0, x1, y1), color))

    def frame(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A drawn frame."""
        self.shapes.append(Shape("frame", (x0, y0, x1, y1)))

    def rule(self, x0: float, y: float, x1: float) -> None:
        """A horizontal rule."""
        self.shapes.append(Shape("h", (x0, y - 0.25, x1, y + 0.25)))

    def sheet(self, drawing: Drawing = "as read", number: int = 1) -> Sheet:
        """The page as a file might draw it."""
        return Sheet(
            number,
            self.width,
            self.height,
            "layer",
            tuple(self._drawn(drawing)),
            tuple(self.shapes),
            tuple(self.figures),
            image="pages/p.png",
        )

    def _drawn(self, drawing: Drawing) -> Iterator[Span]:
        if drawing == "as read":
            yield from self.spans
        elif drawing == "by rows":
            for number, span in enumerate(sorted(self.spans, key=lambda s: (round(s.box[1]), s.box[0]))):
                yield replace(span, block=number)
        else:
            blocks = sorted({span.block for span in self.spans})
            random.Random(self.seed).shuffle(blocks)
            for number, block in enumerate(blocks):
                yield from (replace(span, block=number) for span in self.spans if span.block == block)
