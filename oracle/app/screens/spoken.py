"""A screen over the table. Every one of the app says its words again when the language changes: ^l works on all.

Owns nothing of what it shows. What leaves one has `priority`: a key that comes in the same moment is for what lies
below.
"""

from __future__ import annotations

from typing import TypeVar

from textual.screen import ModalScreen

from oracle.texts import Texts

Result = TypeVar("Result")


class SpokenScreen(ModalScreen[Result]):
    """`say` may speak another language from one moment to the next; then `retell` is called."""

    def __init__(self, say: Texts) -> None:
        super().__init__()
        self._say = say

    async def retell(self) -> None:
        """Say all words again; who keeps something that was typed or chosen does it by itself."""
        await self.recompose()
