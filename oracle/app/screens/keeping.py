"""What can be done with answers: look at earlier ones, mark one, judge it, copy it, take it out.

Owns these keys. The table shows the conversation; this looks things up in the record, in threads.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from textual import events
from textual.binding import Binding
from textual.worker import Worker, WorkerState

from ingest.contracts import Game
from oracle.app.apart import apart
from oracle.app.past import Export, Past, asked
from oracle.app.phrase import TITLE, at_home, excerpt
from oracle.app.screens.exporting import ExportScreen
from oracle.app.screens.history import HistoryScreen, when
from oracle.app.screens.opening import OpeningScreen
from oracle.app.session import Session
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.key_bar import LAST
from oracle.app.widgets.manner import Manner
from oracle.app.widgets.past_exchange import PastExchange, show_question
from oracle.contested import Contest
from oracle.contracts import Answer, Listener, Question, Stack
from oracle.outcomes import Kind
from oracle.record import Run
from oracle.texts import Texts

NAMED = 60  # letters of a question by which an answer is named
KEYS = (
    Binding("ctrl+up", "older", "app.key.older", show=False),
    Binding("ctrl+r", "history", "app.key.history", group=LAST),
    Binding("ctrl+y", "copy", "app.key.copy", group=LAST),
    Binding("ctrl+s", "star", "app.key.star", group=LAST),
    Binding("ctrl+e", "export", "app.key.export", priority=True, group=LAST),  # in the box it would end the line
    Binding("f8", "judge('good')", "app.key.good", show=False),
    Binding("f9", "judge('bad')", "app.key.bad", show=False),
)


class KeepingScreen(OpeningScreen):
    """A screen that holds a conversation; the keys are about the answer that was chosen, else the last one."""

    def __init__(self, session: Session, say: Texts) -> None:
        super().__init__(session, say)
        self._exchange: Exchange | None = None
        self._chosen_one: Exchange | None = None
        self._past = Past(session.config.home, session.config.exports_folder)
        self._answered: tuple[Exchange, Answer] | None = None
        self._starred: set[str] = set()

    # --- what the table does ----------------------------------------------------------------------

    async def _show(self, exchange: Exchange) -> None:
        raise NotImplementedError

    async def _put_on_table(self, game: Game) -> None:
        raise NotImplementedError

    def _look_at(self, exchange: Exchange) -> None:
        raise NotImplementedError

    # --- what both do -----------------------------------------------------------------------------

    def _manner(self) -> Manner:
        session = self._session
        return Manner(self._say, session.connected, session.several_booklets, self._log_file, self._title_room)

    def _title_room(self) -> int:
        """Half of a row of the list: the other half is what the row leads to."""
        return max(TITLE, self.query_one("#left").size.width // 2)

    def _is_asking(self) -> bool:
        return self._exchange is not None and not self._exchange.ended

    # --- the answer that the keys are about -------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Whoever touches a question or its answer means it."""
        around = event.widget.ancestors_with_self if event.widget is not None else ()
        exchange = next((each for each in around if isinstance(each, Exchange)), None)
        if exchange is not None:
            self._mean(exchange)

    def _mean(self, exchange: Exchange) -> None:
        if exchange is not self._pointed:
            self._choose(exchange)

    def action_older(self) -> None:
        """To the question before."""
        self._go(-1)

    def _go(self, by: int) -> bool:
        """To the question so many further on, if there is one; whether there is."""
        asked = list(self.query(Exchange))
        at = (asked.index(self._pointed) if self._pointed in asked else len(asked) - 1) + by
        if there := 0 <= at < len(asked):
            self._choose(asked[at])
        return there

    @property
    def _pointed(self) -> Exchange | None:
        """The exchange that was chosen, else the last."""
        chosen = self._chosen_one
        return chosen if chosen is not None and chosen.is_attached else self._exchange

    def _choose(self, exchange: Exchange | None) -> None:
        """From now on the keys and the list are about this one; the last one needs no mark."""
        for each in self.query(".-chosen"):
            each.remove_class("-chosen")
        self._chosen_one = None if exchange is self._exchange else exchange
        if self._chosen_one is not None:
            self._chosen_one.add_class("-chosen")
        if exchange is not None:
            self._look_at(exchange)

    def on_exchange_ended(self, message: Exchange.Ended) -> None:
        """Remember the answer; one that was read again is gone on from, with what was said before it."""
        if message.answer is None:
            return
        self._answered = message.exchange, message.answer
        if isinstance(message.exchange, PastExchange):
            self._session.resume(message.answer)
            self._show_star(message.exchange, message.answer)

    def _about(self) -> tuple[Exchange, Answer] | None:
        """The answer that the keys are about, while it is on the screen: the chosen one, else the last."""
        chosen = self._chosen_one
        if chosen is not None and chosen.is_attached:
            return (chosen, chosen.answer) if chosen.answer is not None else None
        return self._answered if self._answered is not None and self._answered[0].is_attached else None

    def _wanted(self) -> tuple[Exchange, Answer] | None:
        """The same; that there is none is said."""
        if (about := self._about()) is None:
            self._hint("app.keep.none_here" if self._chosen_one is not None else "app.keep.no_answer")
        return about

    def _note(self, key: str, answer: Answer) -> None:
        self.notify(self._say(key, question=excerpt(answer.question.text, NAMED)), markup=False)

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
        contest = Contest() if run.facts("asked").get("contest") else None
        question = Question(asked(run), Stack(run.game), conversation=run.conversation, contest=contest)
        await self._show(PastExchange(question, partial(self._again, run), self._manner(), when(run)))

    def _again(self, run: Run, question: Question, hear: Listener, cancel: threading.Event) -> Answer:
        assert self._session.parts is not None
        return self._past.again(run, self._session.parts.library)

    # --- favourites -------------------------------------------------------------------------------

    def action_star(self) -> None:
        """Mark the answer as a favourite, or no longer."""
        if (about := self._wanted()) is None:
            return
        run = about[1].run
        if not run:
            self._hint("app.keep.not_recorded")
            return
        given = run not in self._starred
        self._starred ^= {run}
        self._show_star(*about)
        self._note("app.keep.starred" if given else "app.keep.unstarred", about[1])
        self._apart("starred", partial(self._past.star, run, given=given))

    def _show_star(self, exchange: Exchange, answer: Answer) -> None:
        at = exchange.at if isinstance(exchange, PastExchange) else ""
        show_question(exchange, answer.question, self._say, at=at, starred=answer.run in self._starred)

    def action_judge(self, verdict: str) -> None:
        """Say that the answer was good or bad."""
        if (about := self._wanted()) is None:
            return
        if about[1].run:
            self._apart(f"judged {verdict}", partial(self._judged, about[1], Kind(verdict)))
        else:
            self._hint("app.keep.not_recorded")

    def _judged(self, answer: Answer, kind: Kind) -> Answer:
        self._session.judge(answer.run, kind)
        return answer

    # --- copy and export --------------------------------------------------------------------------

    def action_copy(self) -> None:
        """Put the answer and its citations on the clipboard: the terminal's, and the system's if there is one."""
        if (about := self._wanted()) is None:
            return
        text = self._past.text(about[1], self._session.games, self._say)
        self.app.copy_to_clipboard(text)
        self._note("app.keep.copied", about[1])
        if self._session.clipboard is not None:
            self._apart("copied", partial(self._session.clipboard.take, text))

    def action_export(self) -> None:
        """Take the answer out, or the evening."""
        about = self._about()
        answer = about[1] if about is not None and about[1].run else None
        screen = ExportScreen(self._say, answer.question.text if answer is not None else None)
        self.app.push_screen(screen, partial(self._chosen_export, answer.run if answer is not None else ""))

    def _chosen_export(self, run: str, wanted: Export | None) -> None:
        if wanted is None or self._session.parts is None:
            return
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
        elif event.state is WorkerState.SUCCESS and isinstance(event.worker.result, Answer):
            self._note(f"app.keep.{name.removeprefix('judged ')}", event.worker.result)
        elif event.state is WorkerState.SUCCESS and name == "exported":
            self.notify(self._say("app.export.written", file=at_home(event.worker.result)), markup=False, timeout=10)
