"""The main screen: the conversation, the list of citations, the box, and the page beside them.

Owns who shows what when: it passes places to the list and pages to the pane, and questions to exchanges.
"""

from __future__ import annotations

import gc
import logging
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.worker import Worker, WorkerState

from ingest.contracts import Game
from ingest.errors import IngestError, NoIndex
from oracle.app import phrase
from oracle.app.apart import apart
from oracle.app.choosing import Choice
from oracle.app.screens.help import HelpScreen
from oracle.app.screens.keeping import KEYS, KeepingScreen
from oracle.app.screens.picker import PickerScreen
from oracle.app.session import Opened, Session
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.citations import Citations, Place
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.page_pane import PagePane, PageScroll
from oracle.app.widgets.title_bar import TitleBar
from oracle.app.widgets.welcome import Welcome
from oracle.errors import OracleError
from oracle.texts import Texts
from oracle.tonight import NotRemembered
from vm.errors import VmError

if TYPE_CHECKING:
    import threading

    from oracle.contracts import Answer, Listener, Question

LONG = 10.0  # seconds after which the terminal's bell says that an answer is there
_log = logging.getLogger(__name__)


class TableScreen(KeepingScreen):
    """Everything that happens at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+g", "game", "app.key.game"),
        Binding("f4", "page", "app.key.page"),
        Binding("f1", "help", "app.key.help"),
        *KEYS,
        Binding("escape", "cancel", "app.key.cancel", show=False),
        Binding("ctrl+down", "cites", "app.key.cites", show=False),
        Binding("pageup", "scroll_talk(-1)", "app.key.scroll_up", show=False),
        Binding("pagedown", "scroll_talk(1)", "app.key.scroll_down", show=False),
        Binding("ctrl+n", "fresh", "app.key.fresh", show=False),
        Binding("f5", "retry", "app.key.retry", show=False),
        Binding("ctrl+l", "app.language", "app.key.language", show=False),
    ]
    AUTO_FOCUS = "#ask"

    def __init__(self, session: Session, say: Texts) -> None:
        super().__init__(session, say)
        self._without_books = False

    def compose(self) -> ComposeResult:
        """Left the conversation, right the page; a line above, the keys below."""
        yield TitleBar(self._say)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                with VerticalScroll(id="talk", can_focus=False):
                    yield Welcome()
                yield Citations()
                yield AskBox()
            yield PagePane(self._say, self._session.page, self._session.outside, self._session.images)
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """Paint first, then open the library in a thread."""
        self._status("app.opening")
        self._name_game()
        self.query_one(Citations).display = False
        self.call_after_refresh(self._open)

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
            gc.freeze()  # models and modules stay: to look through them again and again would hold frames up by 100 ms
            self._idle()
        elif event.worker.name == "foresee" and error is not None:
            _log.warning("starting ahead failed: %s", type(error).__name__, exc_info=error)

    def _entered(self, opened: Opened) -> None:
        self._session.enter(opened)
        for error in (opened.unknown, opened.away):
            if error is not None:
                self._complain(error)
        self._idle()
        if not self._session.games:
            self._no_books()
        elif self._session.game is None:
            self.query_one(Welcome).tell(partial(phrase.welcome, self._say, None, connected=self._session.connected))
            self.action_game()
        else:
            self._game_on_table()

    def _not_opened(self, error: BaseException) -> None:
        self._status(None)
        _log_bug(error)
        if isinstance(error, NoIndex) and error.key.endswith("nothing_published"):
            self._no_books()
        else:
            self.query_one(Welcome).tell(partial(phrase.failure, self._say, error, self._log_file))

    def _no_books(self) -> None:
        self._without_books = True
        self._name_game()
        self.query_one(Welcome).tell(partial(phrase.no_books, self._say))

    def _game_on_table(self) -> None:
        assert self._session.game is not None
        self._without_books = False
        self._name_game()
        self._welcome_to(self._session.game)
        self._warm()

    def _welcome_to(self, game: Game) -> None:
        connected, table = self._session.connected, self._session.table
        self.query_one(Welcome).tell(partial(phrase.welcome, self._say, game, connected=connected, table=table))

    # --- words around the conversation -----------------------------------------------------------

    def _status(self, key: str | None) -> None:
        self.query_one(TitleBar).status(key)

    def _idle(self) -> None:
        self._status(None if self._session.connected or self._session.game is None else "app.passages_only")

    def _name_game(self) -> None:
        session, say = self._session, self._say
        game = session.game
        self.query_one(TitleBar).tell(game, session.table if game else None, session.players)
        without = "app.ask.no_library" if self._without_books else "app.ask.no_game"
        self.query_one(AskBox).placeholder = say("app.ask.placeholder", game=game.title) if game else say(without)

    async def retell(self) -> None:
        """Say all of the program's own words again, in the language of now."""
        self._name_game()
        self.query_one(Welcome).retell()
        for exchange in self.query(Exchange):
            await exchange.retell()
        if self._exchange is not None:
            places, cited = self._exchange.listed
            self.query_one(Citations).retell(places, self._list_title(cited))
        self.query_one(PagePane).retell()
        await self.query_one(KeyBar).recompose()

    def _list_title(self, cited: bool) -> str:
        return self._say("app.cites.title" if cited else "app.cites.passages")

    # --- asking ----------------------------------------------------------------------------------

    def on_ask_box_drafted(self, message: AskBox.Drafted) -> None:
        """Something is being typed: Claude starts meanwhile, in a thread."""
        message.stop()
        if self._session.foresees:
            work = apart(partial(self._session.foresee, message.text))
            self.run_worker(work, name="foresee", group="foresee", exit_on_error=False)

    async def on_ask_box_asked(self, message: AskBox.Asked) -> None:
        """Run a question, one at a time; say why when it cannot be run."""
        message.stop()
        session = self._session
        if self._exchange is not None and not self._exchange.ended:
            self._hint("app.ask.waiting")
        elif session.game is None:
            self._no_game_yet()
        else:
            self.query_one(AskBox).taken(message.text)
            await self._begin(session.question(message.text))

    def _no_game_yet(self) -> None:
        if self._session.games:
            self.action_game()
        else:
            opening = any(worker.name == "open" and not worker.is_finished for worker in self.workers)
            self._hint("app.ask.opening" if opening else "app.ask.no_library")

    async def _begin(self, question: Question) -> None:
        self._name_game()  # another program may have changed what is on the table
        await self._show(Exchange(question, partial(_run, self._session), self._manner()))

    async def _show(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self.query_one(Welcome).display = False
        self.query_one(Citations).show((), "")
        await self.query_one("#talk", VerticalScroll).mount(self._exchange)
        self.call_after_refresh(self._to_top, self._exchange)

    def _to_top(self, exchange: Exchange) -> None:
        talk = self.query_one("#talk", VerticalScroll)
        if exchange.is_attached:
            talk.scroll_to_widget(exchange, top=True, animate=False, force=True)

    def on_exchange_listed(self, message: Exchange.Listed) -> None:
        """Pages to lead to: list them, and open the first where there is room beside the conversation."""
        if message.exchange is not self._exchange:
            return
        self.query_one(Citations).show(message.places, self._list_title(message.cited))
        first = next((place for place in message.places if not place.picture), None)
        if first is not None and self._wide:
            self._turn_to(first)
        self.call_after_refresh(self._to_top, message.exchange)

    def on_exchange_streaming(self, message: Exchange.Streaming) -> None:
        """The passages made room: the answer grows under its question."""
        if message.exchange is self._exchange:
            self.call_after_refresh(self._to_top, message.exchange)

    def on_exchange_ended(self, message: Exchange.Ended) -> None:
        """Keep what was said for follow-ups, or give the question back."""
        if message.exchange is not self._exchange:
            return
        answer = message.answer
        if answer is None or answer.failure is not None:
            self.query_one(AskBox).give_back(message.question.text)
        elif self._session.game is not None and self._session.game.slug == message.question.stack.game:
            self._session.remember(answer)
        if message.seconds > LONG:
            self.app.bell()
        self.call_after_refresh(self._to_top, message.exchange)

    # --- pages -----------------------------------------------------------------------------------

    @property
    def _wide(self) -> bool:
        return self.has_class("-wide") and not self.has_class("-folded")

    def _turn_to(self, place: Place) -> None:
        self.query_one(PagePane).open(place.ref, place.mark, picture=place.picture)

    def _go_to_page(self, place: Place) -> None:
        self._turn_to(place)
        self._session.opened(place.ref)
        self.remove_class("-folded")
        self.add_class("-page")
        self.query_one(PageScroll).focus()

    def on_citations_picked(self, message: Citations.Picked) -> None:
        """Enter goes to the page; moving along the list only shows it, where it is in sight."""
        if message.firmly:
            self._go_to_page(message.place)
        elif self._wide:
            self._turn_to(message.place)

    def on_exchange_cited(self, message: Exchange.Cited) -> None:
        """A number in an answer was clicked."""
        self._go_to_page(message.place)

    def on_page_pane_failed(self, message: PagePane.Failed) -> None:
        """A page that cannot be read is said, and nothing else changes."""
        _log_bug(message.error)
        self._complain(message.error)

    # --- keys ------------------------------------------------------------------------------------

    async def action_cancel(self) -> None:
        """Leave the page first, then cancel what runs; at last go back to the box."""
        on_page = self.query_one(PagePane).has_focus_within
        if self.has_class("-page") and (on_page or not self.has_class("-wide")):
            self.remove_class("-page")
            self._focus_list_or_box()
        elif self._exchange is not None and not self._exchange.ended:
            await self._exchange.cancel()
            self.query_one(AskBox).focus()
        else:
            self.query_one(AskBox).focus()

    def _focus_list_or_box(self) -> None:
        cites = self.query_one(Citations)
        (cites if cites.display else self.query_one(AskBox)).focus()

    def action_help(self) -> None:
        """Keys and explanations."""
        groups = (
            ("app.help.everywhere", (*TableScreen.BINDINGS, *AskBox.BINDINGS, *self.app.BINDINGS)),
            ("app.help.in_lists", Citations.BINDINGS),
            ("app.help.in_page", PagePane.BINDINGS),
        )
        self.app.push_screen(HelpScreen(self._say, groups, self._session.config.file))

    def action_game(self) -> None:
        """Choose what is on the table: a game, its booklets, how many play."""
        session = self._session
        if not session.games:
            self._no_game_yet()
            return
        self.app.push_screen(PickerScreen(session.games, session.game, session.choices.of, self._say), self._chosen)

    async def _chosen(self, choice: Choice | None) -> None:
        if choice is None:
            return
        try:
            self._session.choices.keep(choice)
        except NotRemembered as error:
            self._complain(error)
        if self._session.game is None or choice.game.slug != self._session.game.slug:
            await self._put_on_table(choice.game)
        else:
            self._name_game()
            self._welcome_to(choice.game)

    async def _put_on_table(self, game: Game) -> None:
        if self._exchange is not None:
            await self._exchange.cancel()
        self._session.choose(game)
        await self.query(Exchange).remove()
        self._exchange = None
        self.query_one(Welcome).display = True
        self.query_one(Citations).show((), "")
        self.query_one(PagePane).close_book()
        self._game_on_table()

    def action_page(self) -> None:
        """Show or hide the page."""
        if self.has_class("-wide"):
            self.toggle_class("-folded")
            return
        self.toggle_class("-page")
        if self.has_class("-page"):
            self._open_highlighted()
            self.query_one(PageScroll).focus()
        else:
            self.query_one(AskBox).focus()

    def _open_highlighted(self) -> None:
        cites = self.query_one(Citations)
        if self.query_one(PagePane).view is None and cites.highlighted is not None and cites.places:
            self._turn_to(cites.places[cites.highlighted])

    def action_cites(self) -> None:
        """From the box to the list."""
        self._focus_list_or_box()

    def action_scroll_talk(self, by: int) -> None:
        """Scroll the conversation while the cursor stays in the box."""
        talk = self.query_one("#talk", VerticalScroll)
        talk.scroll_relative(y=by * max(1, talk.size.height - 2), animate=False)

    def action_fresh(self) -> None:
        """Forget the talk so far."""
        self._session.forget()
        self._hint("app.fresh.done")

    def action_retry(self) -> None:
        """Look for rulebooks again."""
        if self._session.game is None:
            self._open()


def _run(session: Session, question: Question, hear: Listener, cancel: threading.Event) -> Answer:
    return session.ask(question, session.parts, hear, cancel)


def _log_bug(error: BaseException) -> None:
    if not isinstance(error, IngestError | VmError | OracleError):
        _log.error("unexpected", exc_info=error)
