"""The application: language, theme, command palette. Everything at the table is `screens.table`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen

from oracle.app.graphics import HALF_BLOCKS, Images
from oracle.app.screens.table import TableScreen
from oracle.app.seams import Ask, OpenParts, real_ask, real_parts
from oracle.app.session import Session
from oracle.config import Config
from oracle.texts import Texts, catalogue
from oracle.viewer import Viewer


class OracleApp(App[None]):
    """`ask` and `open_parts` are the pipeline and its wiring.

    `game` is the one named on the command line, `viewer` what shows pictures outside,
    `images` how they are shown inside.
    """

    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (110, "-wide")]  # noqa: RUF012 - as in Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "app.key.commands", priority=True),
        Binding("ctrl+q", "quit", "app.key.quit", priority=True),
        Binding("ctrl+c", "help_quit", "", show=False, system=True),
    ]

    def __init__(
        self,
        config: Config,
        *,
        ask: Ask = real_ask,
        open_parts: OpenParts = real_parts,
        game: str | None = None,
        viewer: Viewer | None = None,
        images: Images = HALF_BLOCKS,
    ) -> None:
        super().__init__()
        self._say = Texts(config.lang)
        self.session = Session(config, ask, open_parts, wanted=game, viewer=viewer, images=images)
        self.title = self._say("app.name")

    def get_default_screen(self) -> Screen[None]:
        """The table."""
        return TableScreen(self.session, self._say)

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is printed on keyboards of the user's language."""
        name = f"app.key.name.{binding.key}"
        if name in catalogue(self._say.language):
            return self._say(name)
        shown = super().get_key_display(binding)
        return shown.upper() if binding.key.startswith("f") and binding.key[1:].isdigit() else shown

    # --- the palette, in the user's language -------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: our own actions, and none of Textual's English ones."""
        say = self._say
        if isinstance(screen, TableScreen):
            for name, action in (
                ("game", screen.action_game),
                ("page", screen.action_page),
                ("cites", screen.action_cites),
                ("fresh", screen.action_fresh),
                ("help", screen.action_help),
                ("cancel", screen.action_cancel),
                ("retry", screen.action_retry),
            ):
                yield SystemCommand(say(f"app.key.{name}"), say(f"app.key.about.{name}"), action)
        yield SystemCommand(say("app.key.theme"), say("app.key.about.theme"), self.action_change_theme)
        yield SystemCommand(say("app.key.quit"), say("app.key.about.quit"), self.action_quit)

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=self._say("app.palette.placeholder")))

    def search_themes(self) -> None:
        """Offer the themes."""
        from textual.theme import ThemeProvider

        palette = CommandPalette(providers=[ThemeProvider], placeholder=self._say("app.palette.themes"))
        self.push_screen(palette)

    def action_help_quit(self) -> None:
        """Ctrl+C does not quit: it says what does."""
        self.notify(self._say("app.quit.hint"), markup=False)
