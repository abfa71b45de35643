"""What can be done with answers: look at earlier ones, mark one, judge it, copy it, take it out.

Owns these keys. The table shows the conversation; this looks things up in the record, in threads.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from textual.binding import Binding
from textual.worker import Worker, WorkerState

from ingest.contracts import Game
from oracle.app.apart import apart
from oracle.app.past import Export, Past, asked
from oracle.app.screens.exporting import ExportScreen
from oracle.app.screens.history import HistoryScreen, when
from oracle.app.screens.opening import OpeningScreen
from oracle.app.session import Session
from oracle.app.widgets.exchange import Exchange, Manner
from oracle.app.widgets.key_bar import LAST
from oracle.app.widgets.past_exchange import PastExchange, show_question
from oracle.contracts import Answer, Listener, Question, Stack
from oracle.outcomes import Kind
from oracle.record import Run
from oracle.texts import Texts

KEYS = (
    Binding("ctrl+r", "history", "app.key.history", group=LAST),
    Binding("ctrl+y", "copy", "app.key.copy", group=LAST),
    Binding("ctrl+s", "star", "app.key.star", group=LAST),
    Binding("ctrl+e", "export", "app.key.export", priority=True, group=LAST),  # in the box it would end the line
    Binding("f8", "judge('good')", "app.key.good", show=False),
    Binding("f9", "judge('bad')", "app.key.bad", show=False),
)


class KeepingScreen(OpeningScreen):
    """A screen that holds a conversation; the answer that came last is what the keys are about."""

    def __init__(self, session: Session, say: Texts) -> None:
        super().__init__(session, say)
        self._exchange: Exchange | None = None
        self._past = Past(session.config.home)
        self._answered: tuple[Exchange, Answer] | None = None
        self._starred: set[str] = set()

    # --- what the table does ----------------------------------------------------------------------

    async def _show(self, exchange: Exchange) -> None:
        raise NotImplementedError

    async def _put_on_table(self, game: Game) -> None:
        raise NotImplementedError

    # --- what both do -----------------------------------------------------------------------------

    def _manner(self) -> Manner:
        return Manner(self._say, self._session.connected, self._session.several_booklets, self._log_file)

    def _is_asking(self) -> bool:
        return self._exchange is not None and not self._exchange.ended

    # --- the answer that the keys are about -------------------------------------------------------

    def on_exchange_ended(self, message: Exchange.Ended) -> None:
        """Remember the answer; one that was read again is gone on from, with what was said before it."""
        if message.answer is None:
            return
        self._answered = message.exchange, message.answer
        if isinstance(message.exchange, PastExchange):
            self._session.resume(message.answer)
            self._show_star()

    def _last(self) -> tuple[Exchange, Answer] | None:
        """The last answer, while it is on the screen."""
        if self._answered is None or not self._answered[0].is_attached:
            self._hint("app.keep.no_answer")
            return None
        return self._answered

    # --- history ----------------------------------------------------------------------------------

    def action_history(self) -> None:
        """What was asked before."""
        titles = {game.slug: game.title for game in self._session.games}
        self.app.push_screen(HistoryScreen(self._past, titles, self._say, self._complain), self._chosen_run)

    async def _chosen_run(self, run: Run | None) -> None:
        if run is None:
            return
        game = next((game for game in self._session.games if game.slug == run.game), None)
        if self._is_asking():
            self._hint("app.ask.waiting")
        elif game is None:
            self._hint("app.history.no_game")
        else:
            if self._session.game is None or self._session.game.slug != game.slug:
                await self._put_on_table(game)
            await self._read_again(run)

    async def _read_again(self, run: Run) -> None:
        if run.starred:
            self._starred.add(run.id)
        else:
            self._starred.discard(run.id)
        question = Question(asked(run), Stack(run.game), conversation=run.conversation)
        await self._show(PastExchange(question, partial(self._again, run), self._manner(), when(run)))

    def _again(self, run: Run, question: Question, hear: Listener, cancel: threading.Event) -> Answer:
        assert self._session.parts is not None
        return self._past.again(run, self._session.parts.library)

    # --- favourites -------------------------------------------------------------------------------

    def action_star(self) -> None:
        """Mark the last answer as a favourite, or no longer."""
        if (last := self._last()) is None:
            return
        run = last[1].run
        if not run:
            self._hint("app.keep.not_recorded")
            return
        given = run not in self._starred
        self._starred ^= {run}
        self._show_star()
        self._apart("starred", partial(self._past.star, run, given=given))

    def _show_star(self) -> None:
        assert self._answered is not None
        exchange, answer = self._answered
        at = exchange.at if isinstance(exchange, PastExchange) else ""
        show_question(exchange, answer.question.text, at=at, starred=answer.run in self._starred)

    def action_judge(self, verdict: str) -> None:
        """Say that the last answer was good or bad."""
        if (last := self._last()) is None:
            return
        if last[1].run:
            self._apart(f"judged {verdict}", partial(self._session.judge, last[1].run, Kind(verdict)))
        else:
            self._hint("app.keep.not_recorded")

    # --- copy and export --------------------------------------------------------------------------

    def action_copy(self) -> None:
        """Put the last answer and its citations on the clipboard: the terminal's, and the system's if there is one."""
        if (last := self._last()) is None:
            return
        text = self._past.text(last[1], self._session.games, self._say)
        self.app.copy_to_clipboard(text)
        self._hint("app.keep.copied")
        if self._session.clipboard is not None:
            self._apart("copied", partial(self._session.clipboard.take, text))

    def action_export(self) -> None:
        """Take the last answer out, or the evening."""
        recorded = self._answered is not None and self._answered[0].is_attached and bool(self._answered[1].run)
        self.app.push_screen(ExportScreen(self._say, answer=recorded), self._chosen_export)

    def _chosen_export(self, wanted: Export | None) -> None:
        if wanted is None or self._session.parts is None:
            return
        run = self._answered[1].run if self._answered is not None else ""
        books, games = self._session.parts.library, self._session.games
        self._apart("exported", partial(self._past.write, wanted, run, books, games, self._say))

    def _apart(self, name: str, work: Any) -> None:
        self.run_worker(apart(work), name=name, group=name, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Something was written, or could not be."""
        name = event.worker.name
        if name not in ("starred", "copied", "exported", "judged good", "judged bad"):
            return
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._complain(event.worker.error)
        elif event.state is WorkerState.SUCCESS and name.startswith("judged"):
            self._hint(f"app.keep.{name.removeprefix('judged ')}")
        elif event.state is WorkerState.SUCCESS and name == "exported":
            self.notify(self._say("app.export.written", file=event.worker.result), markup=False, timeout=10)
