"""An answer that was made elsewhere, in Claude's place: the rest of the pipeline does not know.

Owns nothing but the seam. It never claims that a picture was looked at.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from oracle.contracts import Completion, Listener, Prompt


@dataclass(frozen=True)
class GivenAnswer:
    """Answers every prompt with the same text."""

    text: str

    @contextmanager
    def talk(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Iterator[GivenTalk]:
        """Somebody who has said it already."""
        yield GivenTalk(self.text)

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The text, at once; nobody was asked."""
        return GivenTalk(self.text).answer()


@dataclass(frozen=True)
class GivenTalk:
    """A talk with nobody: whatever is said, the text stays as it is."""

    text: str

    def answer(self) -> Completion:
        """The text, at once."""
        return Completion(self.text, model="", image_sent=False, refused=(), tokens={}, ms={})

    def again(self, message: str) -> Completion:
        """The same text."""
        return self.answer()

    def keep(self, said: str) -> None:
        """Nobody remembers."""
