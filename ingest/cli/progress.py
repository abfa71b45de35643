"""How far an ingestion is, on standard error: a bar on a terminal, plain lines elsewhere.

The only writer of anything on standard error that moves the cursor.
"""

from __future__ import annotations

import shutil
import sys
from types import TracebackType
from typing import Self, TextIO

from ingest.settings import Progress, Say

_WIDTH = 24
_CLEAR = "\r\x1b[K"


class Meter:
    """Hears progress and shows it. Use it as a context manager: leaving it clears the bar."""

    def __init__(self, say: Say, stream: TextIO | None = None) -> None:
        self._say = say
        self._stream = stream or sys.stderr
        self._moves = self._stream.isatty()
        self._subject = ""
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def begin(self, subject: str) -> None:
        """From now on progress is about `subject`, a name that may be shown."""
        self._subject = subject

    def __call__(self, step: Progress) -> None:
        """Show one step."""
        stage = self._say(step.stage)
        if self._moves:
            self._draw(stage, step)
        elif step.done:
            self._write(self._say("ingest.cli.step", name=self._subject, stage=stage, done=step.done, total=step.total))
            self._write("\n")

    def clear(self) -> None:
        """Leave the line as if nothing had been drawn."""
        if self._drawn:
            self._write(_CLEAR)
            self._drawn = False

    def _draw(self, stage: str, step: Progress) -> None:
        full = round(_WIDTH * step.done / step.total) if step.total else 0
        bar = "█" * full + "░" * (_WIDTH - full)
        text = f"{bar} {step.done}/{step.total} {stage} · {self._say('ingest.cli.subject', name=self._subject)}"
        self._write(_CLEAR + text[: shutil.get_terminal_size().columns - 1])
        self._drawn = True

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
