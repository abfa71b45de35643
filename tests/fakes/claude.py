"""A Claude that says what it was told to say: the seam of `oracle.parts`, with a memory of what it was asked."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from oracle.contracts import Completion, Delta, Listener, LookedAt, Prompt


@dataclass
class ScriptedClaude:
    """Answers each prompt with `text`, piece by piece; looks at the view when it `looks`; raises `error` instead.

    `[[core:4]]` in the text becomes the marker of the first passage of that page.
    """

    text: str = ""
    looks: bool = False
    refused: tuple[str, ...] = ()
    error: BaseException | None = None
    history: list[Prompt] = field(default_factory=list)

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The script, heard word by word."""
        self.history.append(prompt)
        seen = self.looks and prompt.view is not None
        if seen and prompt.view:
            hear(LookedAt(prompt.view.ref))
        text = self._said(prompt)
        for word in text.split(" "):
            hear(Delta(word + " "))
        if self.error:
            raise self.error
        return Completion(text, "scripted-1", seen, self.refused, {"input": 100, "output": 20}, {"first_event": 5})

    def _said(self, prompt: Prompt) -> str:
        text = self.text
        for n, passage in reversed(list(enumerate(prompt.cited, 1))):
            text = text.replace(f"[[{passage.ref.booklet}:{passage.ref.page}]]", f"[[{n}]]")
        return text
