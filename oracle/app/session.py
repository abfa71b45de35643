"""One evening at the table: the library, the game that is on it and what was said about it.

Owns the state that outlives a question. Knows no widget; `open`, `warm`, `foresee` and `page` are called from threads.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.contracts import Game, PageRef
from ingest.errors import UsageError
from oracle.app.choosing import Choices
from oracle.app.clipboard import Clipboard
from oracle.app.graphics import HALF_BLOCKS, Images
from oracle.app.memory import Memory
from oracle.app.seams import (
    Ask,
    Examine,
    LayOut,
    MakeSheet,
    OpenParts,
    Parts,
    real_examine,
    real_foresight,
    real_lay_out,
    real_rehearsal,
    real_sheet,
)
from oracle.config import Config, VmConfig
from oracle.contracts import Answer, Question, Stack, Turn
from oracle.dispute.asking import contested, disputed
from oracle.history import TURNS_KEPT
from oracle.house import House, HouseRule
from oracle.house_table import HouseTable
from oracle.marked_file import Outside, show_outside
from oracle.opening import open_page
from oracle.outcomes import FILE, Kind, NotKept, Outcomes, Place
from oracle.pagetext import Mark, PageView
from oracle.sheets.contracts import Sheet, SheetKind
from oracle.standing import words
from oracle.texts import Texts
from oracle.tonight import Tonight
from oracle.viewer import Viewer
from vm.errors import VmError

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """The library as it was found, the game that was asked for, and what could not be had."""

    parts: Parts
    games: tuple[Game, ...]
    wanted: Game | None = None
    unknown: UsageError | None = None
    away: VmError | None = None


@dataclass
class Session:
    """Everything that the screens share. Only the UI thread changes it."""

    config: Config
    ask: Ask
    opener: OpenParts
    wanted: str | None = None
    examine: Examine = real_examine
    viewer: Viewer | None = None
    images: Images = HALF_BLOCKS
    parts: Parts | None = None
    games: tuple[Game, ...] = ()
    game: Game | None = None
    turns: tuple[Turn, ...] = ()
    conversation: str = ""
    clipboard: Clipboard | None = None
    sheets: MakeSheet = real_sheet
    lay_out: LayOut = real_lay_out
    memory: Memory = field(init=False)
    choices: Choices = field(init=False)

    def __post_init__(self) -> None:
        """Find what is remembered in the home."""
        self.memory = Memory(self.config.home)
        self.choices = Choices(Tonight(self.config.home))

    def open(self) -> Opened:
        """Open the library and read which games it holds. Raises what `open_parts` raises of the library.

        A machine that is badly described costs the answers, not the passages.
        """
        parts, away = self._open_parts()
        games = parts.library.games()
        if self.wanted is None:
            return Opened(parts, games, away=away)
        try:
            return Opened(parts, games, parts.library.game(self.wanted), away=away)
        except UsageError as error:
            return Opened(parts, games, unknown=error, away=away)

    def _open_parts(self) -> tuple[Parts, VmError | None]:
        try:
            return self.opener(self.config), None
        except VmError as error:
            return self.opener(replace(self.config, vm=VmConfig())), error

    def enter(self, opened: Opened) -> None:
        """Take the library; put on the table the game that was asked for, else the last, else the only one.

        A game that was asked for and is not there leaves the table empty: the player chooses.
        """
        self.close()
        self.parts, self.games, self.wanted = opened.parts, opened.games, None
        if opened.unknown is None and (found := opened.wanted or self._last_or_only()):
            self.choose(found)

    def _last_or_only(self) -> Game | None:
        last = self.memory.last_game()
        found = next((game for game in self.games if game.slug == last), None)
        return found or (self.games[0] if len(self.games) == 1 else None)

    def choose(self, game: Game) -> None:
        """Put a game on the table; another game begins another conversation."""
        if self.game is None or self.game.slug != game.slug:
            self.forget()
        self.game = game
        self.memory.keep_game(game.slug)

    def question(self, text: str) -> Question:
        """The question as the pipeline wants it, with what was said before."""
        assert self.game is not None
        room = self.config.claude.budget
        return Question(text, self.table, history=self.turns, room=room, conversation=self.conversation)

    def both_readings(self, of: Answer | str) -> Question:
        """The question that has both readings of one argued that was answered, or that is typed."""
        if isinstance(of, Answer):
            return contested(of, self.table)
        return disputed(self.question(of))

    @property
    def house(self) -> HouseTable:
        """The house rules of the game."""
        assert self.game is not None and self.parts is not None
        return HouseTable(House(self.config.home), self.game.slug, self.parts.library.game, self._lay_out)

    def _lay_out(self, rules: Sequence[HouseRule], game: Game) -> None:
        self.lay_out(rules, game, self.config)

    def look_again(self) -> tuple[Game, ...]:
        """The games as the library has them now."""
        assert self.parts is not None
        return self.parts.library.games()

    def take_up(self, games: tuple[Game, ...]) -> None:
        """Booklets have come or gone: know the games as they are now."""
        self.games = games
        if self.game is not None:
            self.game = next((game for game in games if game.slug == self.game.slug), self.game)

    @property
    def table(self) -> Stack:
        """What of the game is on the table: as it was chosen for the evening, read anew for every question."""
        assert self.game is not None
        return self.choices.stack(self.game)

    @property
    def players(self) -> int | None:
        """How many play, if anybody said."""
        return self.choices.of(self.game).players if self.game is not None else None

    def sheet(self, kind: SheetKind, model: bool, cancel: threading.Event) -> Sheet:
        """A cheat sheet of what is on the table, for as many as play. `model` = Claude may be asked to condense it."""
        from oracle.sheets.make import Wanted

        room, language = self.config.claude.budget, self.config.lang
        wanted = Wanted(kind, self.table, self.players, language, model=model, room=room)
        return self.sheets(wanted, self.parts, self.config.home, cancel)

    def write_sheet(self, made: Sheet) -> Path:
        """A cheat sheet as a page to print, among the exports; the file. Raises `NotWritten` and `UsageError`."""
        from oracle.export.files import keep
        from oracle.sheets.html import page

        players = f"-{made.players}" if made.players else ""
        name = f"{made.game}-{made.kind}{players}.{made.language}.html"
        return keep(self.config.exports_folder, name, page(made, Texts(made.language)))

    def remember(self, answer: Answer) -> None:
        """Keep an exchange for the follow-ups that may come."""
        self.turns = (*self.turns, Turn(answer.question.text, words(answer)))[-TURNS_KEPT:]

    def forget(self) -> None:
        """Begin a new talk."""
        self.turns, self.conversation = (), ""

    def resume(self, answer: Answer) -> None:
        """Go on from an earlier answer: in its conversation, with what was said before it."""
        self.turns, self.conversation = answer.question.history, answer.question.conversation
        self.remember(answer)

    @property
    def connected(self) -> bool:
        """Whether a Claude is configured."""
        return self.parts is not None and self.parts.claude is not None

    @property
    def several_booklets(self) -> bool:
        """Whether a page number needs its booklet beside it."""
        return self.game is not None and len(self.game.booklets) > 1

    def warm(self) -> None:
        """Load the models and open the collections of the game, so that the first question need not."""
        if self.parts is None or self.game is None:
            return
        library = self.parts.library
        scope = library.scope(self.game.slug)
        for model in library.dense_models():
            library.dense(scope, model.name, self.game.title, 1)
        real_rehearsal(self.question(self.game.title), self.parts)

    @property
    def foresees(self) -> bool:
        """Whether something can be made ready for a question that is being typed."""
        return self.game is not None and self.parts is not None and self.parts.ahead is not None

    def foresee(self, draft: str | Question) -> None:
        """Have Claude started for a question that may be put soon, as far as it is typed."""
        if self.parts is not None and self.game is not None:
            languages = tuple(dict.fromkeys(each for booklet in self.game.booklets for each in booklet.languages))
            question = self.question(draft) if isinstance(draft, str) else draft
            real_foresight(question, self.parts, languages)

    def page(self, ref: PageRef, mark: Mark) -> PageView:
        """A page ready to be drawn, with what is marked on it."""
        assert self.parts is not None
        return open_page(self.parts.library, ref, mark, Texts(self.config.lang)("ask.icon"))

    def outside(self, view: PageView, close: bool) -> Outside:
        """The marked picture of a page as a file, and in the system's viewer where there is one."""
        return show_outside(view, self.config.home, self.viewer, crop=close)

    def opened(self, ref: PageRef) -> None:
        """A page was gone to. That it cannot be written down is no reason not to show it."""
        with suppress(NotKept):
            Outcomes(self.config.home / FILE).add(Kind.OPENED, [Place(ref)])

    def judge(self, run: str, kind: Kind) -> None:
        """Write down that an answer was good or bad, for what it cited. Raises `NotKept`."""
        kept = Outcomes(self.config.home / FILE)
        kept.add(kind, kept.judged(run)[1], run)

    def close(self) -> None:
        """Let go of the library."""
        if self.parts is not None:
            self.parts.close()
            self.parts = None
