"""`oracle chat`: question after question, line by line, with nothing drawn: for screen readers and slow lines.

Owns the loop, the slash commands, and that one question which fails ends nothing. Each question is what `oracle ask`
makes of it.
"""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from ingest.contracts import Game, PageRef
from ingest.errors import IngestError
from ingest.naming import game_named, heading
from oracle.app.memory import Memory
from oracle.cli.asking import opened
from oracle.cli.failures import narrate
from oracle.cli.output import emit, emit_json_line, narrate_line
from oracle.cli.passphrase import OnceShown, on_the_terminal
from oracle.cli.printing import Printer, silent
from oracle.cli.scope import checked_question, say_table
from oracle.cli.state import State
from oracle.config import VmConfig
from oracle.contracts import Answer, Question
from oracle.errors import OracleError
from oracle.history import TURNS_KEPT, turns
from oracle.numbered import place_named
from oracle.pagetext import Mark
from oracle.slash import Asked, Command, Unknown, read_line
from oracle.standing import words
from oracle.talks import Turn

if TYPE_CHECKING:
    from oracle.parts import Parts


@dataclass(frozen=True)
class Talk:
    """Where a conversation stands: its game (none yet: none is chosen), its name in the record, what was said."""

    game: Game | None = None
    name: str = ""
    turns: tuple[Turn, ...] = ()
    last: Answer | None = None

    def after(self, answer: Answer) -> Talk:
        """The conversation with one more exchange."""
        return replace(self, turns=(*self.turns, Turn(answer.question.text, words(answer)))[-TURNS_KEPT:], last=answer)

    def place(self, wanted: str) -> tuple[PageRef, Mark]:
        """The page of a passage by its number in the last answer, or of `BOOKLET:PAGE`. Raises `UsageError`."""
        game = self.game.slug if self.game else None
        if self.last is None:
            return place_named(wanted, game, None, None)
        return place_named(wanted, game, self.last.evidence, self.last.verified)


def begun(game: Game) -> Talk:
    """A new conversation about a game."""
    return Talk(game, uuid.uuid4().hex)


@click.command()
@click.option(
    "-g", "--game", metavar="GAME", shell_complete=games, help="The game on the table (default: the last one)."
)
@click.option("--resume", metavar="ID", help="Go on from the answer ID of `oracle log`, in its conversation.")
@click.option("--no-model", is_flag=True, help="Passages only: ask no model.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line, one for each question.")
@click.pass_obj
def chat(state: State, game: str | None, resume: str | None, no_model: bool, as_json: bool) -> None:
    """Ask line by line, in one conversation; `/help` lists what else a line can say, `/quit` ends.

    Nothing is drawn and nothing moves: what is printed can be read aloud. Ctrl-C stops an answer.
    """
    config = replace(state.config, vm=VmConfig()) if no_model else state.config
    passphrase = OnceShown(on_the_terminal(state.say))
    parts, away = opened(config, passphrase)
    with parts:
        if away:
            narrate(away)
        room = _Room(state, parts, passphrase, model=not (no_model or away), as_json=as_json)
        if resume is not None:
            room.resume(resume)
        else:
            room.begin(game)
        for line in _lines(room.prompt):
            if not room.take(line):
                return


def _lines(prompt: Callable[[], str]) -> Iterator[str]:
    """What is typed or piped, line by line. At a terminal it can be edited, and earlier lines come back with ↑."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if at_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it is what gives `input` its history
    while True:
        try:
            yield input(prompt()) if at_terminal else _piped()
        except EOFError:
            return


def _piped() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


class _Room:
    """The table, as the lines change it."""

    def __init__(self, state: State, parts: Parts, passphrase: OnceShown, *, model: bool, as_json: bool) -> None:
        self._state, self._parts, self._say, self._passphrase = state, parts, state.say, passphrase
        self._model, self._as_json = model, as_json
        self._memory = Memory(state.config.home)
        self._talk = Talk()

    def prompt(self) -> str:
        """What stands before the cursor."""
        return f"{self._talk.game.slug if self._talk.game else '?'}> "

    def begin(self, wanted: str | None) -> None:
        """Put the game on the table that was asked for, else the last, else the only one; else ask for one."""
        games = self._parts.library.games()
        last = self._memory.last_game()
        if wanted is not None:
            self._put(self._parts.library.game(wanted))
        elif found := next((each for each in games if each.slug == last or len(games) == 1), None):
            self._put(found)
        else:
            self._list(games)
        narrate_line(self._say("chat.help_is_there"))

    def resume(self, name: str) -> None:
        """Go on from an answer of the record: its game, what was said until then, and the name of its conversation."""
        run = self._parts.runs.named(name)
        self._put(self._parts.library.game(run.game))
        self._talk = replace(self._talk, name=run.conversation, turns=turns(self._parts.runs.conversation(run)))
        narrate_line(self._say("chat.resumed", question=run.question))
        with self._aside():
            emit(self._say("chat.was_said", answer=run.answer) if run.answer else self._say("chat.nothing_said"))

    def take(self, line: str) -> bool:
        """Do what a line says; `False` when it says to end."""
        match read_line(line):
            case Asked(text):
                self._guarded(lambda: self._ask(text))
            case Command("quit"):
                return False
            case Command(name, argument):
                self._guarded(lambda: self._command(name, argument))
            case Unknown(name, near):
                narrate_line(self._say("chat.near", name=name, near=near) if near else self._say("chat.no", name=name))
        return True

    def _guarded(self, work: Callable[[], None]) -> None:
        """One line that fails is told of; the next one is taken all the same."""
        try:
            work()
        except (IngestError, OracleError, KeyboardInterrupt) as error:
            narrate(error, self._say.language)

    # --- commands --------------------------------------------------------------------------------

    def _command(self, name: str, argument: str) -> None:
        commands = {
            "game": self._game,
            "page": self._page,
            "new": self._new,
            "dispute": self._dispute,
            "house": self._house,
            "help": self._help,
        }
        with nullcontext() if name == "dispute" else self._aside():
            commands[name](argument)

    def _aside(self) -> AbstractContextManager[object]:
        """With `--json` standard output holds answers alone; what else is said is narration."""
        return redirect_stdout(sys.stderr) if self._as_json else nullcontext()

    def _game(self, argument: str) -> None:
        if argument:
            self._put(self._parts.library.game(argument))
        else:
            self._list(self._parts.library.games())

    def _page(self, argument: str) -> None:
        from oracle.cli.show import print_page
        from oracle.opening import open_page

        ref, mark = self._talk.place(argument)
        print_page(open_page(self._parts.library, ref, mark, self._say("ask.icon")), self._say)

    def _new(self, argument: str) -> None:
        if self._talk.game:
            self._talk = begun(self._talk.game)
        narrate_line(self._say("chat.new"))

    def _dispute(self, argument: str) -> None:
        """Both readings: of what is written, else of the last answer."""
        from oracle.dispute.asking import contested, disputed

        if self._talk.game is None:
            self._list(self._parts.library.games())
        elif argument:
            self._put_to_claude(disputed(self._question(checked_question(argument), self._talk.game)))
        elif self._talk.last is None:
            narrate_line(self._say("chat.nothing_to_dispute"))
        else:
            again = contested(self._talk.last, self._question("?", self._talk.game).stack)
            self._put_to_claude(replace(again, model=self._model))

    def _house(self, argument: str) -> None:
        """The house rules of the game; with a text, one more."""
        from oracle.cli.house import add_rule, list_rules

        library, game = self._parts.library, self._talk.game
        if game is None:
            self._list(library.games())
        elif argument:
            add_rule(self._state, library.game(game.slug), argument)
            self._talk = replace(self._talk, game=library.game(game.slug))
        else:
            list_rules(self._state, game.slug)

    def _help(self, argument: str) -> None:
        emit(self._say("chat.help"))

    def _list(self, games: tuple[Game, ...]) -> None:
        with self._aside():
            for each in games:
                emit(heading(each))
        narrate_line(self._say("chat.which"))

    def _choose(self, written: str) -> None:
        """A line while no game is on the table: the name of one puts it there, anything else has to wait for one."""
        games = self._parts.library.games()
        if named := game_named(written, games):
            self._put(named)
        else:
            self._list(games)

    def _put(self, game: Game) -> None:
        self._talk = begun(game)
        self._memory.keep_game(game.slug)
        narrate_line(self._say("chat.on_table", title=game.title))

    # --- asking ----------------------------------------------------------------------------------

    def _ask(self, written: str) -> None:
        if self._talk.game is None:
            self._choose(written)
            return
        self._put_to_claude(self._question(checked_question(written), self._talk.game))

    def _put_to_claude(self, question: Question) -> None:
        if question.contest and question.model and self._parts.claude is not None:
            narrate_line(self._say("dispute.costs"))
        answer = self._answered(question)
        self._talk = self._talk.after(answer)
        self._foresee(answer)
        if answer.failure:
            narrate(answer.failure, self._say.language)

    def _foresee(self, answer: Answer) -> None:
        """Claude starts for the next question while this answer is read; what is said has its own process already."""
        ahead = self._parts.ahead
        if ahead and not answer.failure:
            from oracle.ahead import for_the_next

            answered, languages = (
                replace(answer.question, history=self._talk.turns, contest=None),
                answer.understood.book_languages,
            )
            for_the_next(answered, ahead, languages, rewrites=self._parts.rewriter is not None)

    def _question(self, text: str, game: Game) -> Question:
        from oracle.tonight import Tonight

        tonight = Tonight(self._state.config.home)
        stack = tonight.stack(game)
        if not self._talk.turns:
            say_table(stack, tonight, self._say)
        room = self._state.config.claude.budget
        asked = Question(text, stack, self._talk.turns, model=self._model, room=room, conversation=self._talk.name)
        return asked if self._model else replace(asked, limit=asked.read)

    def _answered(self, question: Question) -> Answer:
        from oracle.answers import answer_json
        from oracle.ask import ask

        cancel = threading.Event()
        printer = Printer(self._say, None, question.read, disputed=question.contest is not None)
        try:
            hear = self._passphrase.hearing(silent if self._as_json else printer.hear)
            answer = ask(question, self._parts, hear, cancel)
        except KeyboardInterrupt:
            cancel.set()
            printer.broken_off()
            raise
        if self._as_json:
            emit_json_line(answer_json(answer, self._say))
        else:
            printer.end(answer, connected=self._parts.claude is not None, machine=self._state.config.vm.host)
        return answer
