"""How often a streaming answer is drawn: the first words at once, what follows a few times a second.

Every piece that is drawn lays the conversation out anew, so what comes meanwhile waits for the next time. Owns when
the pieces of one answer reach its Markdown; knows nothing of what they say.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from textual.widgets import Markdown

PACE = 0.12
"""Seconds between two drawings. Nobody reads faster; at 50 a second a long answer costs three times as much."""


class PacedStream:
    """Textual's own stream of a Markdown, fed no more often than every `PACE` seconds."""

    def __init__(self, markdown: Markdown) -> None:
        self._stream = Markdown.get_stream(markdown)
        self._held: list[str] = []
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
            await asyncio.sleep(PACE)

    async def _draw(self) -> None:
        piece = "".join(self._held)
        self._held.clear()
        self._more.clear()
        await self._stream.write(piece)
