"""An answer that was made elsewhere, in Claude's place: the rest of the pipeline does not know.

Owns nothing but the seam. It never claims that a picture was looked at.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from oracle.contracts import Completion, Listener, Prompt


@dataclass(frozen=True)
class GivenAnswer:
    """Answers every prompt with the same text."""

    text: str

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The text, at once; nobody was asked."""
        return Completion(self.text, model="", image_sent=False, refused=(), tokens={}, ms={})
