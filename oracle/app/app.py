"""The application: language, theme, command palette. Everything at the table is `screens.table`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from oracle.app.clipboard import Clipboard
from oracle.app.graphics import HALF_BLOCKS, Images
from oracle.app.phrase import at_home
from oracle.app.screens.help import HelpScreen, meaning
from oracle.app.screens.keys import groups
from oracle.app.screens.palette import Palette
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.screens.table import TableScreen
from oracle.app.seams import (
    Ask,
    Examine,
    LayOut,
    MakeSheet,
    OpenParts,
    real_ask,
    real_examine,
    real_lay_out,
    real_parts,
    real_sheet,
)
from oracle.app.session import Session
from oracle.app.speech import Speech
from oracle.app.widgets.key_bar import is_ours, moves, named, working
from oracle.app.widgets.page_pane import PagePane
from oracle.config import Config
from oracle.texts import catalogue
from oracle.viewer import Viewer

TERMINATED = 128 + signal.SIGTERM
"""The exit code that shells know for it."""


class OracleApp(App[None]):
    """`ask` and `open_parts` are the pipeline and its wiring.

    `game` is the one named on the command line, `viewer` what shows pictures outside,
    `images` how they are shown inside, `clipboard` what fills the system's,
    `sheet` what makes cheat sheets, `lay_out` what publishes house rules.
    """

    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (110, "-wide")]  # noqa: RUF012 - as in Textual
    BINDINGS: ClassVar[list[BindingType]] = named(
        [
            Binding("f1", "help", "app.key.help"),
            Binding("ctrl+p", "command_palette", "app.key.commands"),
            Binding("ctrl+q", "quit", "app.key.quit"),
            Binding("ctrl+l", "language", "app.key.language", show=False),
            Binding("ctrl+c", "help_quit", "", show=False, system=True),
        ]
    )

    def __init__(
        self,
        config: Config,
        *,
        ask: Ask = real_ask,
        open_parts: OpenParts = real_parts,
        game: str | None = None,
        viewer: Viewer | None = None,
        images: Images = HALF_BLOCKS,
        clipboard: Clipboard | None = None,
        examine: Examine = real_examine,
        sheet: MakeSheet = real_sheet,
        lay_out: LayOut = real_lay_out,
    ) -> None:
        super().__init__()
        self.session = Session(
            config,
            ask,
            open_parts,
            game,
            examine,
            viewer=viewer,
            images=images,
            clipboard=clipboard,
            sheets=sheet,
            lay_out=lay_out,
        )
        remembered = self.session.memory
        self._say = Speech((not config.lang_said and remembered.language()) or config.lang, config.keys)
        self._named()
        if (theme := remembered.theme()) in self.available_themes:
            self.theme = str(theme)

    def on_mount(self) -> None:
        """From now on a theme is one that somebody chose; and keys are as they are configured.

        Being told to end gives the terminal back first.
        """
        with suppress(NotImplementedError, RuntimeError, ValueError):  # where signals cannot be heard
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, partial(self.exit, return_code=TERMINATED))
        self.set_keymap(self.session.config.keys)
        self.theme_changed_signal.subscribe(self, self._keep_theme)

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, with our own reading of what is typed where it is that of a Unix terminal."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from oracle.app.terminal import Terminal

        return Terminal

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
        """What the palette offers: whatever has a key on the screen, and what needs none; nothing of Textual's own."""
        seen = {"app.key.commands"}
        for owner, binding in (*self._of_table(screen), *working(screen)):
            if binding.description not in seen and not moves(binding):
                seen.add(binding.description)
                yield self._command(binding.description, meaning(self._say, binding), binding.action, owner)
        for name, action in (("theme", "change_theme"), ("screenshot", "screenshot")):
            yield self._command(f"app.key.{name}", self._say(f"app.key.about.{name}"), action, self)

    def _of_table(self, screen: Screen[object]) -> Iterator[tuple[DOMNode, Binding]]:
        """The keys of the table and of its page, wherever the cursor is."""
        if isinstance(screen, TableScreen):
            for owner in (screen, screen.query_one(PagePane)):
                keys = [each for each in owner.BINDINGS if isinstance(each, Binding) and is_ours(each)]
                yield from ((owner, each) for each in keys if self._check_action_state(each.action, owner))

    def _command(self, key: str, about: str, action: str, owner: DOMNode) -> SystemCommand:
        return SystemCommand(self._say(key), about, partial(self.run_action, action, owner))

    def action_help(self) -> None:
        """Keys and explanations, those of this screen first; the same key closes them."""
        if isinstance(self.screen, HelpScreen):
            self.screen.action_leave()
        elif not isinstance(self.screen, CommandPalette):
            self.push_screen(
                HelpScreen(self._say, groups(self.screen, self.session.config.keys), self.session.config.file)
            )

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(self._say, "app.palette.placeholder"))

    def search_themes(self) -> None:
        """Offer the themes."""
        from textual.theme import ThemeProvider

        self.push_screen(Palette(self._say, "app.palette.themes", [ThemeProvider]))

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Keep what is on the screen as an SVG file, and say where."""
        folder = self.session.config.home / "screenshots"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = self.save_screenshot(filename, str(folder))
        except OSError as error:
            self.notify(self._say("app.screenshot.lost", why=error), severity="error", markup=False)
        else:
            self.notify(self._say("app.screenshot.kept", file=at_home(file)), markup=False, timeout=10)

    async def action_language(self) -> None:
        """Speak the other language, at once and next time."""
        self._say.turn()
        self._named()
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | SpokenScreen | Palette):
                await screen.retell()
        self.session.memory.keep_language(self._say.language)

    def _named(self) -> None:
        self.title = self._say("app.name")
        self.session.config = replace(self.session.config, lang=self._say.language)

    def _keep_theme(self, theme: Theme) -> None:
        self.session.memory.keep_theme(theme.name)

    def action_help_quit(self) -> None:
        """Ctrl+C does not quit: it says what does."""
        self.notify(self._say("app.quit.hint"), markup=False)
