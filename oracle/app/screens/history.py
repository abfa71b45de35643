"""^r: what was asked before, filtered as one types; Enter shows an answer again and goes on from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.worker import Worker, WorkerState

from oracle.app.apart import apart
from oracle.app.past import STAR, Past, asked
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.rows import Rows
from oracle.app.widgets.text_box import TextBox
from oracle.display import clean
from oracle.record import Run
from oracle.texts import Texts
from oracle.timeline import outcome

MARKS = {"says": ("✓", "$text-success"), "implies": ("≈", "$text-success"), "silent": ("∅", "$text-warning")}
_OTHER = ("·", "dim")
_BAD = frozenset({"withheld", "failed", "stopped"})
Complain = Callable[[BaseException], None]


class HistoryScreen(SpokenScreen[Run | None]):
    """Ends with the run that was chosen, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "app.key.back", priority=True),
        Binding("ctrl+r", "leave", "app.key.back", show=False, id="history", priority=True),
        Binding("down", "move(1)", "app.key.down", show=False),
        Binding("up", "move(-1)", "app.key.up", show=False),
        Binding("pagedown", "move(8)", "app.key.down", show=False),
        Binding("pageup", "move(-8)", "app.key.up", show=False),
        Binding("ctrl+s", "star", "app.key.star", id="star", priority=True),
        Binding("enter", "take", "app.key.read", key_display="⏎", priority=True),
    ]

    def __init__(self, past: Past, titles: Mapping[str, str], say: Texts, complain: Complain) -> None:
        super().__init__(say)
        self._past, self._titles, self._complain = past, titles, complain
        self._runs: Sequence[Run] = ()

    def compose(self) -> ComposeResult:
        """A title, the search box, the runs, a reminder of the keys."""
        with Vertical(id="history"):
            yield Static(id="history-title")
            yield TextBox(id="search")
            yield Rows(id="runs", markup=False)
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """The newest first."""
        self._tell()
        self._look("")

    def _tell(self) -> None:
        self.query_one("#history-title", Static).update(Content.styled(self._say("app.history.title"), "bold"))
        self.query_one("#search", TextBox).placeholder = self._say("app.history.search")

    async def retell(self) -> None:
        """The same rows, in the language of now."""
        self._tell()
        self._fill(self._runs)
        await self.query_one(KeyBar).recompose()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look again, in a thread; what comes late is not shown."""
        event.stop()
        self._look(event.value)

    def _look(self, typed: str) -> None:
        work = apart(partial(self._past.look, typed))
        self.run_worker(work, name="look", group="look", exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What was found is there, or the record cannot be read."""
        event.stop()
        if event.worker.error is not None and event.state is WorkerState.ERROR:
            self._complain(event.worker.error)
            self._fill(())
        elif event.state is WorkerState.SUCCESS and event.worker.name == "look":
            self._fill(event.worker.result or ())
        elif event.state is WorkerState.SUCCESS:
            self._look(self.query_one("#search", TextBox).value)

    def _fill(self, runs: Sequence[Run]) -> None:
        listed = self.query_one("#runs", Rows)
        kept = listed.highlighted if [run.id for run in runs] == [run.id for run in self._runs] else 0
        self._runs = runs
        listed.set_options([run_lines(self._say, run, self._titles) for run in runs])
        if runs:
            listed.highlighted = kept or 0
        else:
            listed.add_option(Content(self._say("app.history.none")))
            listed.disable_option_at_index(0)

    def action_take(self) -> None:
        """Enter, in the search box too, takes the highlighted run."""
        self._choose(self.query_one("#runs", Rows).highlighted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click in the list."""
        event.stop()
        self._choose(event.option_index)

    def _choose(self, row: int | None) -> None:
        if (run := self._at(row)) is not None:
            self.dismiss(run)

    def _at(self, row: int | None) -> Run | None:
        return self._runs[row] if row is not None and row < len(self._runs) else None

    def action_move(self, by: int) -> None:
        """Arrows move in the list while the box keeps the cursor."""
        listed = self.query_one("#runs", Rows)
        if self._runs:
            listed.highlighted = max(0, min(len(self._runs) - 1, (listed.highlighted or 0) + by))

    def action_star(self) -> None:
        """Mark the highlighted answer as a favourite, or no longer."""
        run = self._at(self.query_one("#runs", Rows).highlighted)
        if run is not None:
            work = apart(partial(self._past.star, run.id, given=not run.starred))
            self.run_worker(work, name="star", group="star", exit_on_error=False)

    def action_leave(self) -> None:
        """Choose nothing."""
        self.dismiss(None)


def run_lines(say: Texts, run: Run, titles: Mapping[str, str]) -> Content:
    """A run in two lines: its question; then how it ended, the game and when."""
    ended = outcome(run)
    mark, style = MARKS.get(ended, ("⚠", "$text-error") if ended in _BAD else _OTHER)
    told = f" {say(f'log.outcome.{ended}')} · {clean(titles.get(run.game, run.game), one_line=True)} · {when(run)}"
    tag = f"  {say('app.dispute.tag')}" if run.facts("asked").get("contest") else ""
    return Content.assemble(
        (f"{STAR} " if run.starred else "", "$text-warning"),
        (asked(run), "bold"),
        (tag, "$text-warning"),
        "\n  ",
        (mark, style),
        (told, "dim"),
    )


def when(run: Run) -> str:
    """When it was, on the player's own clock."""
    try:
        return datetime.fromisoformat(run.at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return clean(run.at, one_line=True)
