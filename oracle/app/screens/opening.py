"""The table until there is something to ask: the library is opened and warmed, or what is missing is explained.

Owns how the program starts and what it says of itself; knows no question and no answer.
"""

from __future__ import annotations

import gc
import logging
from functools import partial

from textual.screen import Screen
from textual.worker import Worker, WorkerState

from ingest.contracts import Game
from ingest.errors import IngestError, NoIndex
from oracle.app import greeting, phrase
from oracle.app.apart import apart
from oracle.app.quiet import log_file
from oracle.app.samples import Reading, samples_folder
from oracle.app.screens.adding import AddingScreen
from oracle.app.screens.doctor import DoctorScreen
from oracle.app.session import Opened, Session
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.title_bar import TitleBar
from oracle.app.widgets.welcome import Welcome
from oracle.errors import OracleError
from oracle.homes import unfound
from oracle.texts import Texts
from vm.errors import VmError

_log = logging.getLogger(__name__)

RARELY = 100
"""Ten times as seldom as by default Python looks through all objects by itself; `widgets.talk` has it do so at rest."""


class OpeningScreen(Screen[None]):
    """A screen with a title bar, a welcome and an ask box, which opens the library behind them."""

    def __init__(self, session: Session, say: Texts) -> None:
        super().__init__()
        self._session, self._say = session, say
        self._without_books = False
        self._without = "app.opening"
        self._samples = samples_folder()
        self._log_file = log_file(session.config.home)

    # --- the library -----------------------------------------------------------------------------

    def _open(self) -> None:
        self._status("app.opening")
        self.run_worker(apart(self._session.open), name="open", group="open", exclusive=True, exit_on_error=False)

    def _warm(self) -> None:
        self._status("app.warming")
        self.run_worker(apart(self._session.warm), name="warm", group="warm", exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The library is open, or warm, or will not be."""
        event.stop()
        error, result = event.worker.error, event.worker.result
        if event.worker.name == "open" and event.state is WorkerState.SUCCESS and isinstance(result, Opened):
            self._entered(result)
        elif event.worker.name == "open" and event.state is WorkerState.ERROR and error is not None:
            self._not_opened(error)
        elif event.worker.name == "warm" and event.state in (WorkerState.SUCCESS, WorkerState.ERROR):
            if error is not None:
                _log.warning("warming up failed: %s", type(error).__name__, exc_info=error)
            gc.set_threshold(700, 10, RARELY)
            gc.freeze()  # models and modules stay: to look through them again and again would hold frames up by 100 ms
            self._idle()
        elif event.worker.name == "foresee" and error is not None:
            _log.warning("starting ahead failed: %s", type(error).__name__, exc_info=error)

    def _entered(self, opened: Opened) -> None:
        self._session.enter(opened)
        self._without, self._without_books = "app.ask.no_game", False
        self.refresh_bindings()
        for error in (opened.unknown, opened.away):
            if error is not None:
                self._complain(error)
        self._idle()
        if not self._session.games:
            self._no_books()
        elif self._session.game is None:
            self._name_game()
            self.query_one(Welcome).tell(partial(greeting.welcome, self._say, None, connected=self._session.connected))
            self.action_game()
        else:
            self._game_on_table()

    def _not_opened(self, error: BaseException) -> None:
        self._status(None)
        self._without = "app.ask.not_open"
        self._name_game()
        log_bug(error)
        if isinstance(error, NoIndex) and error.key.endswith("nothing_published"):
            self._no_books()
        else:
            self.query_one(Welcome).tell(partial(greeting.not_opened, self._say, error, self._log_file))

    def _no_books(self) -> None:
        self._without_books = True
        self._without = "app.ask.no_library"
        self.refresh_bindings()
        self._name_game()
        home = partial(unfound, self._session.config, self._say)
        self.query_one(Welcome).tell(partial(greeting.no_books, self._say, self._samples, home))

    def _game_on_table(self) -> None:
        assert self._session.game is not None
        self._name_game()
        self._welcome_to(self._session.game)
        self._warm()

    def _welcome_to(self, game: Game) -> None:
        connected, table = self._session.connected, self._session.table
        self.query_one(Welcome).tell(partial(greeting.welcome, self._say, game, connected=connected, table=table))

    # --- words around the conversation -----------------------------------------------------------

    def _status(self, key: str | None) -> None:
        self.query_one(TitleBar).status(key)

    def _idle(self) -> None:
        self._status(None if self._session.connected or self._session.game is None else "app.passages_only")

    def _name_game(self) -> None:
        session, say = self._session, self._say
        game = session.game
        self.query_one(TitleBar).tell(game, session.table if game else None, session.players)
        self.query_one(AskBox).placeholder = say("app.ask.placeholder", game=game.title) if game else say(self._without)

    def _complain(self, error: BaseException) -> None:
        self.notify(phrase.failure(self._say, error, self._log_file).plain, severity="error", markup=False, timeout=10)

    def _hint(self, key: str) -> None:
        self.notify(self._say(key), markup=False)

    def _no_game_yet(self) -> None:
        if self._session.games:
            self.action_game()
        else:
            opening = any(worker.name == "open" and not worker.is_finished for worker in self.workers)
            self._hint("app.ask.opening" if opening else self._without)

    # --- keys ------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The samples are offered where there is no rulebook and they are there."""
        return self._without_books and self._samples is not None if action == "samples" else True

    def action_game(self) -> None:
        """Choose what is on the table."""
        raise NotImplementedError

    def action_retry(self) -> None:
        """Look for rulebooks again."""
        if self._session.game is None:
            self._open()

    def action_doctor(self) -> None:
        """Examine this machine, and the one that runs Claude."""
        self.app.push_screen(DoctorScreen(self._say, partial(self._session.examine, self._session.config)))

    def action_samples(self) -> None:
        """Read the samples into the library, then open it."""
        if self._samples is not None:
            reading = Reading(self._session.config, self._samples)
            self.app.push_screen(AddingScreen(self._say, reading), self._read_samples)

    def _read_samples(self, well: bool | None) -> None:
        if well:
            self._open()


def log_bug(error: BaseException) -> None:
    """An error that is not one of ours is written to the log, whole."""
    if not isinstance(error, IngestError | VmError | OracleError):
        _log.error("unexpected", exc_info=error)
