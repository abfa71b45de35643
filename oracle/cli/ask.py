"""`oracle ask`: one question, its passages, Claude's answer, and what of it was verified.

Owns flags and the order of what is printed. The pipeline is `oracle.ask`; the layout is `oracle.answers`.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.passphrase import on_the_terminal
from oracle.cli.scope import Searched, read_question, say_table, scope_options
from oracle.cli.state import State
from oracle.config import VmConfig
from oracle.contracts import (
    SHOWN,
    Answer,
    Delta,
    Event,
    Found,
    LookedAt,
    Question,
    Repairing,
    Restarted,
    Stack,
    Waiting,
)
from oracle.texts import Texts

if TYPE_CHECKING:
    from oracle.parts import Parts
    from oracle.record import Conversation
    from oracle.stream import Stream

_WIDEST = 100


@dataclass(frozen=True)
class Wanted:
    """What the flags of `ask` itself said."""

    follow: bool
    no_model: bool
    image: Literal["auto", "never"]
    language: str | None
    timeout: float
    no_cache: bool
    as_json: bool
    dry_run: bool
    answer_file: Path | None

    @property
    def needs_machine(self) -> bool:
        """Whether a machine may be asked at all."""
        return not (self.no_model or self.dry_run or self.answer_file)


@click.command()
@scope_options
@click.option("-c", "--continue", "follow", is_flag=True, help="Go on with the last conversation about this game.")
@click.option("--no-model", is_flag=True, help="Passages only: ask no model.")
@click.option(
    "--image",
    type=click.Choice(["auto", "never"]),
    default="auto",
    show_default=True,
    help="Whether the model may look at the one page that matters.",
)
@click.option(
    "--lang", "language", type=click.Choice(["fr", "en"]), help="Language of the answer (default: the question's)."
)
@click.option(
    "--timeout",
    type=click.FloatRange(1, 3600),
    default=180.0,
    show_default=True,
    help="Seconds that the model may take.",
)
@click.option("--no-cache", is_flag=True, help="Search and ask again, whatever was found before.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--dry-run", is_flag=True, help="Print, as JSON, what would be sent; send nothing.")
@click.option(
    "--answer-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Verify and show the answer text of this file; ask no model.",
)
@click.argument("question")
@click.pass_obj
def ask(state: State, /, question: str, searched: Searched, **given: bool | str | float | Path | None) -> None:
    """Ask a rules question and get an answer whose citations were verified.

    QUESTION may be - to read it from standard input.
    """
    wanted = Wanted(**given)  # type: ignore[arg-type]
    text = read_question(question)
    from oracle.parts import open_parts

    config = state.config if wanted.needs_machine else replace(state.config, vm=VmConfig())
    with open_parts(config, on_the_terminal(state.say)) as parts:
        if wanted.no_cache:
            parts = replace(parts, memory=None)
        asked = _question(text, _stack(searched, parts, state), wanted, parts, state.say)
        asked = replace(asked, limit=searched.limit, budget=searched.budget, room=config.claude.budget)
        if wanted.no_model:
            asked = replace(asked, limit=asked.read)
        if wanted.dry_run:
            emit_json(_dry_run(asked, parts, state))
        else:
            _run(asked, wanted, _with_given_answer(parts, wanted.answer_file), state.say)


def _stack(searched: Searched, parts: Parts, state: State) -> Stack:
    from oracle.tonight import Tonight

    tonight = Tonight(state.config.home)
    stack = searched.stack(parts.library.games(searched.game), tonight)
    say_table(stack, tonight, state.say)
    return stack


def _question(text: str, stack: Stack, wanted: Wanted, parts: Parts, say: Texts) -> Question:
    before = _before(parts, stack.game, say) if wanted.follow else None
    if wanted.follow and not before:
        narrate_line(say("ask.no_conversation", game=stack.game))
    return Question(
        text,
        stack,
        history=before.turns if before else (),
        answer_language=wanted.language,
        image=wanted.image,
        model=not wanted.no_model,
        timeout=wanted.timeout,
        conversation=before.id if before else "",
    )


def _before(parts: Parts, game: str, say: Texts) -> Conversation | None:
    """The conversation to go on with. A record that cannot be read costs the conversation, never the answer."""
    from oracle.record import NotReadable

    try:
        return parts.runs.last(game)
    except NotReadable as error:
        narrate_line(say(error.key, **error.facts))
        return None


def _with_given_answer(parts: Parts, file: Path | None) -> Parts:
    if file is None:
        return parts
    from oracle.given import GivenAnswer

    return replace(parts, claude=GivenAnswer(file.read_text("utf-8", errors="replace")), repairs=False)


def _dry_run(question: Question, parts: Parts, state: State) -> Mapping[str, object]:
    from oracle.rehearsal import rehearse, to_send

    return to_send(rehearse(question, parts), parts, state.config.claude)


def _run(question: Question, wanted: Wanted, parts: Parts, say: Texts) -> None:
    from oracle.answers import answer_json
    from oracle.ask import ask as answer_it

    cancel = threading.Event()
    printer = _Printer(say, wanted.language, question.read)
    try:
        answer = answer_it(question, parts, _silent if wanted.as_json else printer.hear, cancel)
    except KeyboardInterrupt:
        cancel.set()
        printer.broken_off()
        raise
    if wanted.as_json:
        emit_json(answer_json(answer, say))
    else:
        printer.end(answer, connected=parts.claude is not None)
    if answer.failure:
        raise answer.failure


def _silent(event: Event) -> None:
    """With `--json` nothing is printed before the end."""


class _Printer:
    """Prints what is heard as it comes, and at the end what stands."""

    def __init__(self, say: Texts, language: str | None, read: int | None = SHOWN) -> None:
        self._say, self._language, self._read = say, language, read
        self._words = say
        self._stream: Stream | None = None
        self._icons: dict[str, str] = {}
        self._shown: tuple[str, ...] = ()
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

    def end(self, answer: Answer, *, connected: bool) -> None:
        """Print the end of the answer; the reason of a failure is not said here."""
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
            narrate_line(f"  → {self._say.hint('ask.no_machine')}")

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
            from oracle.stream import Stream

            self._stream = Stream(self._words, self._icons)
            emit(self._say("ask.claude_answers"))
        emit(self._stream.feed(text), end="")

    def _flush(self) -> None:
        if self._stream is not None:
            emit(self._stream.rest() + "\n")
        self._stream = None
