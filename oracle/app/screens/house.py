"""^t: the house rules of a game: a list to put them on the table, take them off, forget and add them.

Owns these screens. What is kept and published is `oracle.house_table`'s, in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static, TextArea
from textual.worker import Worker, WorkerState

from oracle.app import phrase
from oracle.app.apart import apart
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.rows import Rows
from oracle.display import clean
from oracle.house import LONGEST, HouseRule, today
from oracle.house_table import HouseTable
from oracle.texts import Texts

Change = Callable[[], tuple[HouseRule, ...]]


class RuleBox(TextArea):
    """A rule being written: several rows on the screen, one line in what is kept. Enter hands it over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "hand_over", "app.key.keep", key_display="⏎", priority=True),  # it would begin a new line
        Binding("escape", "screen.leave", "app.key.back", priority=True),
    ]

    @dataclass
    class Written(Message):
        """This is the rule."""

        text: str

    def __init__(self, text: str, *, own: bool) -> None:
        begun = clean(text, one_line=True)[:LONGEST]
        apart = " " if begun and not own else ""  # the first letter is not put to the last word of what was asked
        super().__init__(begun + apart, id="rule", soft_wrap=True, show_line_numbers=False)
        self.cursor_blink = False

    def on_mount(self) -> None:
        """Ready to go on writing."""
        self.move_cursor(self.document.end)

    async def _on_paste(self, event: events.Paste) -> None:
        """A pasted paragraph becomes one line, without control characters."""
        event.stop()
        event.prevent_default()
        self.insert(clean(event.text, one_line=True))

    def action_hand_over(self) -> None:
        """It is written."""
        self.post_message(self.Written(" ".join(clean(self.text).split())))


class RulingScreen(SpokenScreen[str | None]):
    """Ends with the rule as it was written, or `None`. `text` is what it begins with; `own`: a player wrote that."""

    def __init__(self, text: str, game: str, say: Texts, *, own: bool = False) -> None:
        super().__init__(say)
        self._text, self._game, self._own = text, game, own

    def compose(self) -> ComposeResult:
        """What it is, the text, the day."""
        say = self._say
        with Vertical(id="ruling"):
            yield Static(Content.styled(say("app.house.new", game=self._game), "bold $text-accent"))
            yield Static(Content.styled(say("app.house.label", day=today().isoformat()), "dim"))
            yield RuleBox(self._text, own=self._own)
            yield Static(id="ruling-fault")
        yield KeyBar(say)

    async def retell(self) -> None:
        """What is written stays."""
        self._text, self._own = self.query_one(RuleBox).text, True
        await self.recompose()
        self.set_focus(self.query_one(RuleBox))

    def on_rule_box_written(self, message: RuleBox.Written) -> None:
        """One that says nothing, or too much, is not handed on."""
        message.stop()
        if not message.text or len(message.text) > LONGEST:
            key = "house.too_long" if message.text else "house.empty"
            fault = Content.styled(self._say(key, most=LONGEST), "$text-error")
            self.query_one("#ruling-fault", Static).update(fault)
        else:
            self.dismiss(message.text)

    def action_leave(self) -> None:
        """Keep nothing."""
        self.dismiss(None)


class HouseScreen(SpokenScreen[bool]):
    """Ends with whether something was changed. `draft` is what a new rule begins with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "app.key.rule_switch", key_display="⏎", priority=True),
        Binding("space", "choose", "app.key.rule_switch", show=False),
        Binding("escape,q", "leave", "app.key.back", priority=True),
        Binding("ctrl+t", "leave", "app.key.back", show=False, id="house", priority=True),
        Binding("a", "add", "app.key.rule_add"),
        Binding("d,delete", "remove", "app.key.rule_remove"),
    ]

    def __init__(self, table: HouseTable, game: str, draft: str, say: Texts, log: Path) -> None:
        super().__init__(say)
        self._table, self._game, self._draft, self._log = table, game, draft, log
        self._rules: tuple[HouseRule, ...] = ()
        self._going: int | None = None
        self._changed = False

    def compose(self) -> ComposeResult:
        """A title, the rules, what must be said, the keys."""
        say = self._say
        with Vertical(id="house"):
            yield Static(Content.styled(say("app.house.title", game=self._game), "bold $text-accent"))
            yield Static(Content.styled(say("app.house.what"), "dim"))
            yield Rows(id="rules", markup=False)
            yield Static(id="house-note")
        yield KeyBar(say)

    async def retell(self) -> None:
        """The same rules; the one that is highlighted stays so."""
        row = self.query_one("#rules", Rows).highlighted
        await self.recompose()
        self._fill(self._rules)
        self.query_one("#rules", Rows).highlighted = row

    def on_mount(self) -> None:
        """Read what is kept."""
        self._run(self._table.rules, "read")

    # --- reading and changing ---------------------------------------------------------------------

    def _run(self, change: Change, name: str = "changed") -> None:
        self.run_worker(apart(change), name=name, group="house", exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The rules as they are now; or why not."""
        event.stop()
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._changed = self._changed or event.worker.name == "changed"
            self._fill(event.worker.result)
            self._tell(Content(""))
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            self._changed = self._changed or event.worker.name == "changed"
            self._tell(phrase.failure(self._say, event.worker.error, self._log))

    def _fill(self, rules: Sequence[HouseRule]) -> None:
        before, self._rules = len(self._rules), tuple(rules)
        listed = self.query_one("#rules", Rows)
        row = listed.highlighted or 0
        listed.set_options([*(rule_line(self._say, each) for each in rules), Content(self._say("app.house.add_row"))])
        listed.highlighted = len(rules) - 1 if len(rules) > before > 0 else min(row, len(rules))
        self.set_focus(listed)

    def _tell(self, what: Content) -> None:
        note = self.query_one("#house-note", Static)
        note.update(what)
        note.display = bool(what)

    @property
    def _busy(self) -> bool:
        return any(not worker.is_finished for worker in self.workers if worker.node is self)

    def _change(self, change: Change) -> None:
        """One at a time: publishing takes a moment."""
        if not self._busy:
            self._tell(Content.styled(self._say("app.house.keeping"), "dim italic"))
            self._run(change)

    # --- keys -------------------------------------------------------------------------------------

    def _highlighted(self) -> HouseRule | None:
        row = self.query_one("#rules", Rows).highlighted
        return self._rules[row] if row is not None and row < len(self._rules) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Whoever goes on does not want to forget the one that he was asked about."""
        event.stop()
        if self._going is not None and (rule := self._highlighted()) and rule.n != self._going:
            self._going = None
            self._tell(Content(""))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click: on or off; the last row adds one."""
        event.stop()
        self.action_choose()

    def action_choose(self) -> None:
        """Put the highlighted rule on the table, or take it off."""
        rule = self._highlighted()
        self._going = None
        if rule is None:
            self.action_add()
        else:
            self._change(partial(self._table.switch, rule.n, on=not rule.on))

    def action_add(self) -> None:
        """Write a new one."""
        self.app.push_screen(RulingScreen(self._draft, self._game, self._say), self._written)

    def _written(self, text: str | None) -> None:
        if text:
            self._change(partial(self._table.add, text))

    def action_remove(self) -> None:
        """Forget the highlighted rule, once it was asked for twice."""
        rule = self._highlighted()
        if rule is None:
            return
        if self._going == rule.n:
            self._going = None
            self._change(partial(self._table.remove, rule.n))
        else:
            self._going = rule.n
            self._tell(Content.styled(self._say("app.house.sure", n=rule.n), "$text-warning"))

    def action_leave(self) -> None:
        """Back to the table; a removal that was asked for once is forgotten first."""
        if self._going is not None:
            self._going = None
            self._tell(Content(""))
        elif not self._busy:
            self.dismiss(self._changed)


def rule_line(say: Texts, rule: HouseRule) -> Content:
    """Whether a rule is on (a sign, never a colour alone), its number and day, what it says."""
    return Content.assemble(
        ("[✓] ", "$text-success") if rule.on else ("[ ] ", "dim"),
        (say("app.house.row", n=rule.n, day=rule.day), "dim"),
        (f" {clean(rule.text, one_line=True)}", "" if rule.on else "dim"),
    )
