"""A Claude that says what it was told to say: the seam of `oracle.parts`, with a memory of what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from oracle.contracts import Completion, Delta, Listener, LookedAt, Prompt


@dataclass
class ScriptedClaude:
    """Answers each prompt with `text`, piece by piece; looks at the view when it `looks`; raises `error` instead.

    What is said about the answer afterwards it answers with `again`, or raises that. `[[core:4]]` in a text becomes the
    marker of the first passage of that page.
    """

    text: str = ""
    looks: bool = False
    refused: tuple[str, ...] = ()
    error: BaseException | None = None
    again: str | BaseException = ""
    history: list[Prompt] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    @contextmanager
    def talk(
        self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event
    ) -> Iterator[ScriptedTalk]:
        """The script, heard word by word."""
        yield ScriptedTalk(self, prompt, hear)

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The first turn of the script alone."""
        return ScriptedTalk(self, prompt, hear).answer()


@dataclass(frozen=True)
class ScriptedTalk:
    """One question to a `ScriptedClaude`."""

    claude: ScriptedClaude
    prompt: Prompt
    hear: Listener

    def answer(self) -> Completion:
        """Its text."""
        self.claude.history.append(self.prompt)
        if self._seen and self.prompt.view:
            self.hear(LookedAt(self.prompt.view.ref))
        return self._said(self.claude.text, self.claude.error, self.claude.refused)

    def again(self, message: str) -> Completion:
        """What it says when it is told that something failed."""
        self.claude.told.append(message)
        more = self.claude.again
        return self._said("", more, ()) if isinstance(more, BaseException) else self._said(more, None, ())

    def keep(self, said: str) -> None:
        """Remember what the player was told."""
        self.claude.kept.append(said)

    @property
    def _seen(self) -> bool:
        return self.claude.looks and self.prompt.view is not None

    def _said(self, script: str, error: BaseException | None, refused: tuple[str, ...]) -> Completion:
        text = self._with_markers(script)
        for word in text.split(" "):
            self.hear(Delta(word + " "))
        if error:
            raise error
        tokens = {"input": 100, "output": 20}
        return Completion(text, "scripted-1", self._seen, refused, tokens, {"first_event": 5}, usd=0.01)

    def _with_markers(self, text: str) -> str:
        for n, passage in reversed(list(enumerate(self.prompt.cited, 1))):
            text = text.replace(f"[[{passage.ref.booklet}:{passage.ref.page}]]", f"[[{n}]]")
        return text
