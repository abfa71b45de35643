"""How often a streaming answer is drawn: the first words at once, what follows the more seldom the longer it is.

Every piece that is drawn lays the answer out anew, which costs more as it grows, so what comes meanwhile waits for the
next time. Owns when the pieces of one answer reach its Markdown; knows nothing of what they say.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from textual.widgets import Markdown

QUICKEST, SLOWEST = 0.03, 0.12
"""Seconds between two drawings, of the first words and of a long answer: at 50 a second it would cost three times as
much, and nobody reads that fast."""
LONG = 1800
"""Characters from which on an answer is long."""


def pace(drawn: int) -> float:
    """Seconds to wait after a drawing, when so many characters stand there."""
    return QUICKEST + (SLOWEST - QUICKEST) * min(1.0, drawn / LONG)


class PacedStream:
    """Textual's own stream of a Markdown, fed at the `pace` of what stands there."""

    def __init__(self, markdown: Markdown) -> None:
        self._stream = Markdown.get_stream(markdown)
        self._held: list[str] = []
        self._drawn = 0
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def write(self, piece: str) -> None:
        """Have a piece drawn: now if it is time, else with those that come until then."""
        if piece:
            self._held.append(piece)
            self._more.set()

    async def stop(self) -> None:
        """Draw what is held; nothing more comes."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._draw()
        await self._stream.stop()

    async def _run(self) -> None:
        while await self._more.wait():
            await self._draw()
            await asyncio.sleep(pace(self._drawn))

    async def _draw(self) -> None:
        piece = "".join(self._held)
        self._held.clear()
        self._more.clear()
        self._drawn += len(piece)
        await self._stream.write(piece)
