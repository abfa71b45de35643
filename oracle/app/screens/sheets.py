"""F2 and F3: the cheat sheets of the game on the table; Enter on a line opens the page that carries it.

Owns this screen and its keys. The book's own lines are shown at once; Claude's short ones take their place when they
were checked. What is on a sheet is `oracle.sheets`'.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from oracle.app.apart import apart
from oracle.app.phrase import at_home
from oracle.app.screens.keeping import KeepingScreen
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.citations import Place
from oracle.app.widgets.key_bar import LAST, KeyBar
from oracle.app.widgets.rows import Rows
from oracle.display import clean
from oracle.icons import shown
from oracle.pagetext import Mark
from oracle.sheets.contracts import Line, NamedIcon, Sheet, SheetKind
from oracle.sheets.shown import bare, group_title, nearest, notes, place, place_of, text, title
from oracle.texts import Texts

SHEET_KEYS = (
    Binding("f2", "sheet('setup')", "app.key.sheet_setup", group=LAST),
    Binding("f3", "sheet('turn')", "app.key.sheet_turn", group=LAST),
)

Write = Callable[[Sheet], Path]
"""Writes a sheet as a page to print, in a thread; where it is."""

Complain = Callable[[BaseException], None]

Make = Callable[[SheetKind, bool, threading.Event], Sheet]
"""Makes a sheet, in a thread: of a kind, whether Claude may be asked, until it is cancelled."""


@dataclass(frozen=True)
class Row:
    """A row of the list, and where it leads; headings lead nowhere."""

    label: Content
    leads: Place | None = None


class SheetScreen(SpokenScreen[Place | None]):
    """Ends with the place that was chosen, or `None`. `asks` = a Claude is connected."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "app.key.back", priority=True),
        Binding("ctrl+e", "export", "app.key.print", id="export", priority=True),
        Binding("f2", "turn_to('setup')", "app.key.sheet_setup", group=LAST, id="sheet_setup"),
        Binding("f3", "turn_to('turn')", "app.key.sheet_turn", group=LAST, id="sheet_turn"),
        Binding("right", "step(1)", "app.key.next_sheet", priority=True, group=LAST),
        Binding("left", "step(-1)", "app.key.previous_sheet", priority=True, show=False),
    ]

    def __init__(
        self, kind: SheetKind, make: Make, write: Write, say: Texts, complain: Complain, *, asks: bool
    ) -> None:
        super().__init__(say)
        self._kind, self._make, self._asks = kind, make, asks
        self._write, self._complain = write, complain
        self._made: Sheet | None = None
        self._cancel = threading.Event()
        self._rows: tuple[Row, ...] = ()

    def compose(self) -> ComposeResult:
        """A title, the lines, what must be said of them, a reminder of the keys."""
        with Vertical(id="sheet"):
            yield Static(id="sheet-title")
            yield Rows(id="sheet-lines", markup=False)
            yield Static(id="sheet-notes")
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """Look for the lines."""
        self._look()

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self._cancel.set()

    async def retell(self) -> None:
        """The sheet of that language is another one: look for it."""
        self._look()
        await self.query_one(KeyBar).recompose()

    def _look(self) -> None:
        self._cancel.set()
        self._cancel = threading.Event()
        self._tell(Content.styled(self._say(f"sheet.kind.{self._kind}"), "bold"), self._say("app.sheet.looking"))
        self._made = None
        self._fill(())
        self._run("lines", model=False)

    def _run(self, name: str, *, model: bool) -> None:
        work = apart(partial(self._make, self._kind, model, self._cancel))
        self.run_worker(work, name=name, group="sheet", exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The lines are there, the book's own first; what fails is said where they would stand."""
        event.stop()
        if event.worker.group == "write":
            self._written(event)
            return
        made = event.worker.result
        if event.state is WorkerState.SUCCESS and isinstance(made, Sheet) and made.kind == self._kind:
            self._made = made
            waits = event.worker.name == "lines" and self._asks and bool(made.groups)
            self._show(made, waits=waits)
            if waits:
                self._run("condensed", model=True)
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            self._tell(None, self._say("app.sheet.failed"))

    def _show(self, made: Sheet, *, waits: bool) -> None:
        say = self._say
        told = [*([say(f"sheet.made.{made.made}")] if made.groups else []), *notes(made, say)]
        if made.found != "headings":
            told = [text(made, say, 80)]
        self._tell(Content.styled(_clean(title(made, say)), "bold"), "\n".join(told))
        if waits:
            self._tell(None, say("app.sheet.condensing"))
        self._fill(tuple(rows(made, say)))

    def _tell(self, heading: Content | None, said: str) -> None:
        if heading is not None:
            self.query_one("#sheet-title", Static).update(heading)
        self.query_one("#sheet-notes", Static).update(Content.styled(clean(said), "dim"))

    def _fill(self, found: tuple[Row, ...]) -> None:
        self._rows = found
        listed = self.query_one("#sheet-lines", Rows)
        listed.set_options([Option(row.label, disabled=row.leads is None) for row in found])
        listed.highlighted = next((n for n, row in enumerate(found) if row.leads is not None), None)
        self.set_focus(listed)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click: to the page."""
        event.stop()
        if event.option_index < len(self._rows) and self._rows[event.option_index].leads is not None:
            self.dismiss(self._rows[event.option_index].leads)

    def action_turn_to(self, kind: str) -> None:
        """Another sheet; the key of the one that is shown leaves it."""
        if kind == self._kind:
            self.dismiss(None)
        else:
            self._kind = SheetKind(kind)
            self._look()

    def action_step(self, by: int) -> None:
        """The next sheet, or the one before."""
        kinds = list(SheetKind)
        self.action_turn_to(kinds[(kinds.index(self._kind) + by) % len(kinds)])

    def action_export(self) -> None:
        """What is shown, as a page to print; that there is nothing yet is said where it would stand."""
        if self._made is not None:
            work = apart(partial(self._write, self._made))
            self.run_worker(work, name="write", group="write", exclusive=True, exit_on_error=False)

    def _written(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._complain(event.worker.error)
        elif event.state is WorkerState.SUCCESS:
            self.notify(self._say("app.sheet.written", file=at_home(event.worker.result)), markup=False, timeout=10)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


def rows(made: Sheet, say: Texts) -> Iterator[Row]:
    """The sheet as rows: each booklet, each heading, each line with where it stands."""
    for group in made.groups:
        yield Row(Content.styled(_clean(group_title(group, say)), "bold"))
        heading = ""
        for line in group.lines:
            if line.heading and line.heading != heading:
                yield Row(Content.styled(f"{_clean(shown(line.heading, {}, say('ask.icon')))}", "italic"))
            heading = line.heading
            yield Row(_label(line, say), Place(Content(""), line.ref, _mark(line)))
    yield from (_icon(icon, say) for icon in made.icons)
    if made.nearest is not None:
        yield Row(
            Content(_clean(nearest(made.nearest, say))),
            Place(Content(""), made.nearest.ref, Mark(made.nearest.heading)),
        )


def _label(line: Line, say: Texts) -> Content:
    said = "\n".join(_clean(row) for row in bare(line, say).split("\n"))
    return Content.assemble(said, (f"  [{_clean(place_of(line, say))}]", "dim"))


def _mark(line: Line) -> Mark:
    return Mark(passage=line.text) if line.how == "table" else Mark(line.quote or line.text)


def _icon(icon: NamedIcon, say: Texts) -> Row:
    where = place(icon.ref.booklet, icon.ref.page, None, (), say)
    label = Content.assemble(f"⟨{_clean(icon.name)}⟩", (f"  [{_clean(where)}]", "dim"))
    return Row(label, Place(Content(""), icon.ref, Mark(icon.name)))


def _clean(said: str) -> str:
    return clean(said, one_line=True)


class SheetsScreen(KeepingScreen):
    """A screen from which the cheat sheets of its game are opened."""

    def _go_to_page(self, place: Place) -> None:
        raise NotImplementedError

    def action_sheet(self, kind: str) -> None:
        """The cheat sheet of the game on the table."""
        session = self._session
        if session.game is None or session.parts is None:
            self._no_game_yet()
            return
        screen = SheetScreen(
            SheetKind(kind), session.sheet, session.write_sheet, self._say, self._complain, asks=session.connected
        )
        self.app.push_screen(screen, self._to_line)

    def _to_line(self, chosen: Place | None) -> None:
        if chosen is not None:
            self._go_to_page(chosen)
