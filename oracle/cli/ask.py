"""`oracle ask`: one question, its passages, Claude's answer, and what of it was verified.

Owns flags and the order of what is printed. The pipeline is `oracle.ask`; the layout is `oracle.answers`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from oracle.cli.asking import language_option, opened, timeout_option
from oracle.cli.output import emit_json, narrate_line
from oracle.cli.passphrase import OnceShown, on_the_terminal
from oracle.cli.printing import Printer, silent
from oracle.cli.scope import Searched, read_question, say_table, scope_options
from oracle.cli.state import State
from oracle.config import VmConfig
from oracle.contested import Contest
from oracle.contracts import Answer, Question, Stack
from oracle.texts import Texts

if TYPE_CHECKING:
    from oracle.ahead import Ahead
    from oracle.parts import Parts
    from oracle.record import Conversation


@dataclass(frozen=True)
class Wanted:
    """What the flags of `ask` itself said."""

    follow: bool
    dispute: bool
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

    @property
    def contest(self) -> Contest | None:
        """Whether both readings are wanted."""
        return Contest() if self.dispute else None

    @property
    def picture(self) -> Literal["auto", "never"]:
        """Both readings are argued from what can be quoted."""
        return "never" if self.dispute else self.image


@click.command()
@scope_options
@click.option("-c", "--continue", "follow", is_flag=True, help="Go on with the last conversation about this game.")
@click.option(
    "--dispute",
    is_flag=True,
    help="Have both readings argued, and the sentence that decides, if one does: one more call.",
)
@click.option("--no-model", is_flag=True, help="Passages only: ask no model.")
@click.option(
    "--image",
    type=click.Choice(["auto", "never"]),
    default="auto",
    show_default=True,
    help="Whether the model may look at the one page that matters.",
)
@language_option("Language of the answer (default: the question's).")
@timeout_option
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
    config = state.config if wanted.needs_machine else replace(state.config, vm=VmConfig())
    passphrase = OnceShown(on_the_terminal(state.say))
    parts, away = opened(config, passphrase, partial(_foresee, text, wanted))
    with parts:
        if wanted.no_cache:
            parts = replace(parts, memory=None)
        asked = _question(text, _stack(searched, parts, state), wanted, parts, state.say)
        asked = replace(asked, limit=searched.limit, budget=searched.budget, room=config.claude.budget)
        if wanted.no_model or away:
            asked = replace(asked, limit=asked.read, model=False)
        if wanted.dry_run:
            emit_json(_dry_run(asked, parts, state))
        else:
            _run(asked, wanted, _with_given_answer(parts, wanted.answer_file), state, passphrase)
    if away:
        raise away


def _foresee(text: str, wanted: Wanted, ahead: Ahead) -> None:
    """Have Claude start beside finding. What of the question is not known yet (the game, the talk) changes nothing."""
    from oracle.ahead import beside

    question = Question(text, Stack(""), answer_language=wanted.language, image=wanted.picture, contest=wanted.contest)
    beside(question, ahead)


def _stack(searched: Searched, parts: Parts, state: State) -> Stack:
    from oracle.tonight import Tonight

    tonight = Tonight(state.config.home)
    stack = searched.stack(parts.library, tonight)
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
        image=wanted.picture,
        model=not wanted.no_model,
        timeout=wanted.timeout,
        conversation=before.id if before else "",
        contest=wanted.contest,
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


def _run(question: Question, wanted: Wanted, parts: Parts, state: State, passphrase: OnceShown) -> None:
    from oracle.answers import answer_json
    from oracle.ask import ask as answer_it

    say, cancel = state.say, threading.Event()
    printer = Printer(say, wanted.language, question.read, disputed=wanted.dispute)
    if wanted.dispute and wanted.needs_machine and parts.claude is not None:
        narrate_line(say("dispute.costs"))
    try:
        answer = answer_it(question, parts, passphrase.hearing(silent if wanted.as_json else printer.hear), cancel)
    except KeyboardInterrupt:
        cancel.set()
        printer.broken_off()
        raise
    if wanted.as_json:
        emit_json(answer_json(answer, say))
    else:
        printer.end(answer, connected=parts.claude is not None, machine=state.config.vm.host)
        _say_where(answer, say)
    if answer.failure:
        raise answer.failure


def _say_where(answer: Answer, say: Texts) -> None:
    """To whoever sits there: how the page is opened that carries the answer, or the first that was found."""
    cited = [each.passage.ref for each in answer.verified.citations if each.verified] if answer.verified else []
    ref = next(iter([*cited, *(ranked.passage.ref for ranked in answer.evidence.passages)]), None)
    if ref is not None and sys.stderr.isatty():
        narrate_line(say("ask.open", place=ref))
