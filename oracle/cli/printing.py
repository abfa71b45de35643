"""What is printed of a question while it runs, and at its end: the same for `ask` and `chat`.

Owns the order of what is printed. The layout is `oracle.answers`.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from oracle.cli.folding import Folding
from oracle.cli.output import emit, emit_whole, narrate_line, terminal_width
from oracle.contracts import SHOWN, Answer, Delta, Event, Found, LookedAt, Repairing, Restarted, Waiting
from oracle.texts import Texts

if TYPE_CHECKING:
    from oracle.stream import Stream

_WIDEST = 100


def silent(event: Event) -> None:
    """With `--json` nothing is printed before the end."""


class Printer:
    """Prints what is heard as it comes, and at the end what stands."""

    def __init__(self, say: Texts, language: str | None, read: int | None = SHOWN, *, disputed: bool = False) -> None:
        self._say, self._language, self._read, self._disputed = say, language, read, disputed
        self._words = say
        self._stream: Stream | None = None
        self._icons: dict[str, str] = {}
        self._shown: tuple[str, ...] = ()
        self._folding = Folding(None)
        self._width = min(_WIDEST, shutil.get_terminal_size().columns)

    def hear(self, event: Event) -> None:
        """Print what may be shown of an event at once."""
        match event:
            case Found():
                self._found(event)
            case Delta(text):
                self._delta(text)
            case Restarted():
                self._flush()
                emit(self._say("ask.restarted"))
            case Repairing():
                self._flush()
                emit("\n" + self._say("ask.repairing"))
            case Waiting():
                narrate_line(self._say("ask.waiting"))
            case LookedAt(ref):
                page = self._say("ask.page", page=ref.page)
                narrate_line(self._say("ask.looked_at", booklet=ref.booklet, page=page))

    def end(self, answer: Answer, *, connected: bool, machine: str = "") -> None:
        """Print the end of the answer; the reason of a failure is not said here.

        `machine` is named in the configuration: where nothing is `connected`, it only has to be chosen.
        """
        from oracle import answers
        from oracle.icons import shown_answer

        streamed = self._stream is not None and (answer.repair is None or answer.repaired)
        if answer.verified is None:
            self.broken_off()
        self._flush()
        readable = shown_answer(answer, self._words("ask.icon"))
        last = answers.ending(readable, self._say, self._words, streamed=streamed, connected=connected)
        if last:
            emit(last)
        if answer.question.model and not connected:
            hint = self._say.hint("ask.not_chosen" if machine else "ask.no_machine")
            narrate_line(f"  → {hint}")

    def broken_off(self) -> None:
        """Say of what was shown of an answer that no answer came of it."""
        if self._stream is not None:
            self._flush()
            emit(self._say("ask.void"))

    def _found(self, found: Found) -> None:
        from oracle.answers import passages_text, words_for
        from oracle.icons import names_in, shown_evidence
        from oracle.rewrite.shown import also_searched

        self._words = words_for(self._language, found.understood)
        self._icons = names_in(ranked.passage for ranked in found.evidence.passages)
        evidence = found.evidence.first(self._read)
        keys = tuple(ranked.passage.key for ranked in evidence.passages)
        also = also_searched(found.understood, self._say)
        if keys and keys == self._shown:
            emit(self._say("ask.also_same", also=also) + "\n")
            return
        evidence = shown_evidence(evidence, self._say("ask.icon"))
        more = len(found.evidence.passages) - len(keys)
        text = passages_text(evidence, self._say, self._width, self._shown, more)
        emit("\n".join(filter(None, [also, text])) + "\n")
        self._shown = keys

    def _delta(self, text: str) -> None:
        if self._stream is None:
            from oracle.dispute.stream import stream_for

            self._stream = stream_for(self._words, self._icons, disputed=self._disputed)
            emit(self._say("ask.claude_answers"))
            self._folding = Folding(terminal_width(sys.stdout))
        emit_whole(self._folding.feed(self._stream.feed(text)))

    def _flush(self) -> None:
        if self._stream is not None:
            emit_whole(self._folding.feed(self._stream.rest()) + self._folding.rest() + "\n\n")
        self._stream = None
