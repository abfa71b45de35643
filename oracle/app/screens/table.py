"""The main screen: the conversation, the list of citations, the box, and the page beside them.

Owns who shows what when: it passes places to the list and pages to the pane, and questions to exchanges.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content

from ingest.contracts import Game
from oracle.app.apart import apart
from oracle.app.choosing import Choice
from oracle.app.screens.disputing import DISPUTE_KEYS, DisputesScreen
from oracle.app.screens.keeping import KEYS
from oracle.app.screens.opening import log_bug
from oracle.app.screens.picker import PickerScreen, matching
from oracle.app.screens.sheets import SHEET_KEYS
from oracle.app.session import Session
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.citations import Citations, Place
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.key_bar import KeyBar, named
from oracle.app.widgets.page_pane import PagePane, PageScroll
from oracle.app.widgets.talk import Talk
from oracle.app.widgets.text_box import TextBox
from oracle.app.widgets.title_bar import TitleBar
from oracle.app.widgets.welcome import Welcome
from oracle.errors import UsageError
from oracle.numbered import place_named
from oracle.slash import Asked, Command, Unknown, read_line
from oracle.tonight import NotRemembered

if TYPE_CHECKING:
    import threading

    from oracle.contracts import Answer, Listener, Question

LONG = 10.0  # seconds after which the terminal's bell says that an answer is there


class TableScreen(DisputesScreen):
    """Everything that happens at the table."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        [
            Binding("f7", "samples", "app.key.samples"),  # first in the bar, where it is offered at all
            Binding("ctrl+g", "game", "app.key.game"),
            Binding("f4", "page", "app.key.page"),
            *KEYS,
            *SHEET_KEYS,
            *DISPUTE_KEYS,
            Binding("escape", "cancel", "app.key.cancel", show=False),
            # At once, not after the box had its say: the key that follows may come within a millisecond.
            Binding("ctrl+down", "cites", "app.key.cites", show=False, priority=True),
            Binding("pageup", "scroll_talk(-1)", "app.key.scroll_up", show=False),
            Binding("pagedown", "scroll_talk(1)", "app.key.scroll_down", show=False),
            Binding("ctrl+n", "fresh", "app.key.fresh", show=False),
            Binding("f5", "retry", "app.key.retry", show=False),
            Binding("f6", "doctor", "app.key.doctor", show=False),
        ]
    )
    AUTO_FOCUS = "#ask"

    def compose(self) -> ComposeResult:
        """Left the conversation, right the page; a line above, the keys below."""
        yield TitleBar(self._say)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                with Talk():
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

    # --- words around the conversation -----------------------------------------------------------

    async def retell(self) -> None:
        """Say all of the program's own words again, in the language of now."""
        self._name_game()
        self.query_one(Welcome).retell()
        for exchange in self.query(Exchange):
            await exchange.retell()
        if self._pointed is not None:
            places, cited = self._pointed.listed
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

    def on_text_box_cut(self, message: TextBox.Cut) -> None:
        """What stands in the box is not all that was pasted."""
        message.stop()
        self.notify(self._say("app.ask.cut", most=message.most), severity="warning", markup=False)

    async def on_ask_box_asked(self, message: AskBox.Asked) -> None:
        """Run a question, or do what a line that begins with a slash says."""
        message.stop()
        match read_line(message.text):
            case Asked(text):
                await self._asked(text)
            case Command(name, argument):
                self.query_one(AskBox).taken(message.text)
                await self._command(name, argument)
            case Unknown(name, near):
                said = self._say("chat.near", name=name, near=near) if near else self._say("chat.no", name=name)
                self.notify(said, markup=False)

    async def _asked(self, text: str) -> None:
        """Run a question, one at a time; say why when it cannot be run."""
        if self._is_asking():
            self._hint("app.ask.waiting")
        elif self._session.game is None:
            self._no_game_yet()
        else:
            self.query_one(AskBox).taken(text)
            await self._begin(self._session.question(text))

    async def _command(self, name: str, argument: str) -> None:
        match name:
            case "game":
                await self._game_named(argument)
            case "page":
                self._page_named(argument)
            case "new":
                self.action_fresh()
            case "dispute":
                await self.action_dispute(argument)
            case "house":
                self._house_said(argument)
            case "help":
                await self.app.run_action("help")
            case "quit":
                self.app.exit()

    async def _game_named(self, argument: str) -> None:
        """The one game that is meant, else the picker with what was written."""
        found = matching(self._session.games, argument) if argument else ()
        if len(found) == 1:
            await self._chosen(self._session.choices.of(found[0]))
        else:
            self._pick(argument)

    def _house_said(self, argument: str) -> None:
        """The house rules; with a text, a new one that begins so."""
        if argument:
            self.action_ruling(argument)
        else:
            self.action_house()

    def _page_named(self, argument: str) -> None:
        """The page of a row of the list, or of a booklet."""
        try:
            self._go_to_page(self._place(argument))
        except UsageError as error:
            self._complain(error)

    def _place(self, wanted: str) -> Place:
        game = self._session.game.slug if self._session.game else None
        evidence, verified = self._pointed.carried if self._pointed is not None else (None, None)
        return Place(Content(), *place_named(wanted, game, evidence, verified))

    async def _begin(self, question: Question) -> None:
        self._name_game()  # another program may have changed what is on the table
        await self._show(Exchange(question, partial(_run, self._session), self._manner()))

    async def _show(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._choose(None)
        self.query_one(Welcome).display = False
        self.query_one(Citations).show((), "")
        self.query_one(Talk).follow()
        await self.query_one(Talk).mount(self._exchange)
        self.call_after_refresh(self._to_top, self._exchange)

    def _to_top(self, exchange: Exchange) -> None:
        self.query_one(Talk).bring(exchange, to_top=True)

    def on_exchange_listed(self, message: Exchange.Listed) -> None:
        """Pages to lead to: list them, and open the first where there is room beside the conversation."""
        if message.exchange is self._pointed:
            self._list(message.places, message.cited)
            self.call_after_refresh(self._to_top, message.exchange)

    def _list(self, places: Sequence[Place], cited: bool) -> None:
        self.query_one(Citations).show(places, self._list_title(cited))
        first = next((place for place in places if not place.picture), None)
        if first is not None and self._wide:
            self._turn_to(first)

    def _look_at(self, exchange: Exchange) -> None:
        self._list(*exchange.listed)
        self.call_after_refresh(self._in_sight, exchange)

    def _in_sight(self, exchange: Exchange) -> None:
        self.query_one(Talk).bring(exchange)

    def on_exchange_streaming(self, message: Exchange.Streaming) -> None:
        """The passages made room: the answer grows under its question."""
        if message.exchange is self._pointed:
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
        if message.exchange is self._pointed:
            self.call_after_refresh(self._to_top, message.exchange)

    # --- pages -----------------------------------------------------------------------------------

    @property
    def _wide(self) -> bool:
        return self.has_class("-wide") and not self.has_class("-folded")

    def _turn_to(self, place: Place) -> None:
        self.query_one(PagePane).open(place.ref, place.mark, picture=place.picture, gloss=place.gloss)

    def _go_to_page(self, place: Place) -> None:
        self._turn_to(place)
        self._session.opened(place.ref)
        self.remove_class("-folded")
        self.add_class("-page")
        self.set_focus(self.query_one(PageScroll))

    def on_citations_picked(self, message: Citations.Picked) -> None:
        """Enter goes to the page; moving along the list only shows it, where it is in sight."""
        if message.firmly:
            self._go_to_page(message.place)
        elif self._wide:
            self._turn_to(message.place)

    def on_exchange_cited(self, message: Exchange.Cited) -> None:
        """A number in an answer was clicked."""
        self._mean(message.exchange)
        self._go_to_page(message.place)

    def on_page_pane_failed(self, message: PagePane.Failed) -> None:
        """A page that cannot be read is said, and nothing else changes."""
        log_bug(message.error)
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
            self.set_focus(self.query_one(AskBox))
        else:
            self.set_focus(self.query_one(AskBox))

    def _focus_list_or_box(self) -> None:
        cites = self.query_one(Citations)
        self.set_focus(cites if cites.display else self.query_one(AskBox))

    def action_game(self) -> None:
        """Choose what is on the table: a game, its booklets, how many play."""
        self._pick("")

    def _pick(self, typed: str) -> None:
        session = self._session
        if not session.games:
            self._no_game_yet()
            return
        picker = PickerScreen(session.games, session.game, session.choices.of, self._say, typed)
        self.app.push_screen(picker, self._chosen)

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
        self._exchange = self._chosen_one = None
        self.query_one(Citations).show((), "")
        self.query_one(PagePane).close_book()
        self._game_on_table()
        self.query_one(Welcome).display = True  # after its words: Textual would keep the height of what stood there

    def action_page(self) -> None:
        """Show or hide the page."""
        if self.has_class("-wide"):
            self.toggle_class("-folded")
            return
        self.toggle_class("-page")
        if self.has_class("-page"):
            self._open_highlighted()
            self.set_focus(self.query_one(PageScroll))
        else:
            self.set_focus(self.query_one(AskBox))

    def _open_highlighted(self) -> None:
        cites = self.query_one(Citations)
        if self.query_one(PagePane).view is None and cites.highlighted is not None and cites.places:
            self._turn_to(cites.places[cites.highlighted])

    def action_cites(self) -> None:
        """Back towards the last question, and from there to the list."""
        if self._pointed is self._exchange or not self._go(1):
            self._focus_list_or_box()

    def action_scroll_talk(self, by: int) -> None:
        """Scroll the conversation while the cursor stays in the box."""
        self.query_one(Talk).page_by(by, kept=2)

    def action_fresh(self) -> None:
        """Forget the talk so far."""
        self._session.forget()
        self._hint("app.fresh.done")


def _run(session: Session, question: Question, hear: Listener, cancel: threading.Event) -> Answer:
    return session.ask(question, session.parts, hear, cancel)
