"""^d: both readings of a question, and ^t: what the table rules where the book does not.

Owns these keys: what is disputed, that its cost is said first, and what a ruling begins with.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from oracle.app.apart import apart
from oracle.app.screens.house import HouseScreen, RulingScreen
from oracle.app.screens.sheets import SheetsScreen
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.key_bar import LAST, KeyBar
from oracle.contracts import Question
from oracle.display import clean
from oracle.dispute.asking import draft_ruling
from oracle.icons import shown_answer
from oracle.texts import Texts

DISPUTE_KEYS = (
    Binding("ctrl+d", "dispute", "app.key.dispute", priority=True, group=LAST),  # in the box it would take a letter
    Binding("ctrl+t", "house", "app.key.house", group=LAST),
    Binding("ctrl+o", "ruling", "app.key.ruling", show=False),
)


class DisputeScreen(SpokenScreen[bool]):
    """Ends with whether the one more call is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take(True)", "app.key.argue", key_display="⏎"),
        Binding("ctrl+d", "take(True)", "app.key.argue", show=False, id="dispute", priority=True),
        Binding("escape", "take(False)", "app.key.back", priority=True),
    ]

    def __init__(self, question: str, say: Texts) -> None:
        super().__init__(say)
        self._question = clean(question, one_line=True)

    def compose(self) -> ComposeResult:
        """What is disputed, what happens, what it costs."""
        with Vertical(id="disputing"):
            yield Static(Content.styled(self._say("app.dispute.title"), "bold $text-accent"))
            yield Static(Content.assemble(("❯ ", "$text-accent"), (self._question, "bold")), id="disputed")
            yield Static(Content(self._say("app.dispute.what")))
            yield Static(Content.styled(self._say("app.dispute.costs"), "$text-warning"), id="dispute-costs")
        yield KeyBar(self._say)

    def action_take(self, wanted: bool) -> None:
        """Back to the table, with the answer."""
        self.dismiss(wanted)


class DisputesScreen(SheetsScreen):
    """A screen on which questions are disputed and rulings kept."""

    async def _begin(self, question: Question) -> None:
        raise NotImplementedError

    # --- both readings ----------------------------------------------------------------------------

    async def action_dispute(self, typed: str = "") -> None:
        """Both readings: of what is typed, else of the answer. Where it costs a call, that is said first."""
        session, box = self._session, self.query_one(AskBox)
        draft = typed or _question_in(box)
        if self._is_asking():
            self._hint("app.ask.waiting")
        elif session.game is None:
            self._no_game_yet()
        elif draft:
            await self._disputed(session.both_readings(draft))
        elif (about := self._about()) is not None:
            await self._disputed(session.both_readings(about[1]))
        else:
            self._hint("app.dispute.nothing")

    async def _disputed(self, question: Question) -> None:
        if self._session.connected:
            if self._session.foresees:  # Claude starts while the cost is read; nothing is asked of it
                work = apart(partial(self._session.foresee, question))
                self.run_worker(work, name="foresee", group="foresee", exit_on_error=False)
            screen = DisputeScreen(question.text, self._say)
            self.app.push_screen(screen, partial(self._taken, question))
        else:
            await self._taken(question, True)

    async def _taken(self, question: Question, wanted: bool | None) -> None:
        if not wanted:
            return
        box = self.query_one(AskBox)
        if _question_in(box) == question.text:
            box.taken(question.text)
        await self._begin(question)

    # --- house rules ------------------------------------------------------------------------------

    def action_house(self) -> None:
        """The house rules of the game on the table."""
        if self._has_game():
            screen = HouseScreen(self._session.house, self._title, self._draft, self._say, self._log_file)
            self.app.push_screen(screen, self._after_house)

    def action_ruling(self, text: str = "") -> None:
        """Keep what the table rules: of what was asked last, to be edited."""
        if self._has_game():
            screen = RulingScreen(text or self._draft, self._title, self._say, own=bool(text))
            self.app.push_screen(screen, self._ruled)

    def _has_game(self) -> bool:
        if self._session.game is None or self._session.parts is None:
            self._no_game_yet()
            return False
        return True

    @property
    def _title(self) -> str:
        assert self._session.game is not None
        return self._session.game.title

    @property
    def _draft(self) -> str:
        """What a ruling begins with: the question of the answer that keys are about, and the reading that holds."""
        about = self._about()
        return draft_ruling(shown_answer(about[1], self._say("ask.icon"))) if about is not None else ""

    def _ruled(self, text: str | None) -> None:
        if text:
            self._hint("app.house.keeping")
            work = apart(partial(self._session.house.add, text))
            self.run_worker(work, name="ruled", group="house", exit_on_error=False)

    def _after_house(self, changed: bool | None) -> None:
        if changed:
            self._look_again()

    def _look_again(self) -> None:
        """Booklets have come or gone: read which games and booklets there are."""
        work = apart(self._session.look_again)
        self.run_worker(work, name="again", group="again", exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A ruling is on the shelf, or the games were read again."""
        name = event.worker.name
        if name not in ("ruled", "again"):
            return
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._complain(event.worker.error)
        elif event.state is WorkerState.SUCCESS and name == "ruled":
            self._hint("app.house.kept")
            self._look_again()
        elif event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._session.take_up(event.worker.result)
            self._name_game()


def _question_in(box: AskBox) -> str:
    """What is typed and may be asked; a command is no question."""
    text = clean(box.value, one_line=True).strip()
    return "" if text.startswith("/") else text
