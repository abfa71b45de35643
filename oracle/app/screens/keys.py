"""Which keys there are, screen by screen: what F1 lists. Read from the bindings, so that it cannot drift from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from oracle.app.screens.adding import AddingScreen
from oracle.app.screens.disputing import DisputeScreen
from oracle.app.screens.doctor import DoctorScreen
from oracle.app.screens.exporting import ExportScreen
from oracle.app.screens.help import Group
from oracle.app.screens.history import HistoryScreen
from oracle.app.screens.house import HouseScreen, RuleBox, RulingScreen
from oracle.app.screens.picker import Booklets, Filter, PickerScreen, Players
from oracle.app.screens.sheets import SheetScreen
from oracle.app.screens.table import TableScreen
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.citations import Citations
from oracle.app.widgets.key_bar import is_ours
from oracle.app.widgets.page_pane import PagePane, PageScroll
from oracle.app.widgets.rows import Rows

TABLE: tuple[tuple[str, tuple[type[DOMNode], ...]], ...] = (
    ("app.help.everywhere", (TableScreen, AskBox)),
    ("app.help.in_lists", (Citations, Rows)),
    ("app.help.in_page", (PagePane, PageScroll)),
)
OVER: tuple[tuple[str, tuple[type[DOMNode], ...]], ...] = (
    ("app.help.in_picker", (PickerScreen, Filter, Booklets, Players)),
    ("app.help.in_history", (HistoryScreen,)),
    ("app.help.in_export", (ExportScreen,)),
    ("app.help.in_sheet", (SheetScreen,)),
    ("app.help.in_dispute", (DisputeScreen,)),
    ("app.help.in_house", (HouseScreen, RulingScreen, RuleBox)),
    ("app.help.in_report", (DoctorScreen, AddingScreen)),
)


def groups(screen: Screen[object], changed: Mapping[str, str]) -> Iterator[Group]:
    """Every key, as it is configured, under the name of where it works: those of this screen first."""
    here = [group for group in OVER if isinstance(screen, group[1])]
    for name, owners in (*here, *TABLE, *(group for group in OVER if group not in here)):
        own = screen.app.BINDINGS if name == "app.help.everywhere" else []
        bindings = _once([*(each for owner in owners for each in owner.BINDINGS), *own])
        yield name, [_as_configured(each, changed) for each in bindings]


def _as_configured(binding: Binding, changed: Mapping[str, str]) -> Binding:
    return binding.with_key(changed[binding.id]) if binding.id and binding.id in changed else binding


def _once(bindings: list[object]) -> Iterator[Binding]:
    seen: set[str] = set()
    for binding in bindings:
        if isinstance(binding, Binding) and is_ours(binding) and binding.description not in seen:
            seen.add(binding.description)
            yield binding
