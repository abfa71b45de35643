"""One evening at the table: the library, the game that is on it and what was said about it.

Owns the state that outlives a question. Knows no widget; `open`, `warm` and `page` are called from threads.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from ingest.contracts import Game, PageRef
from ingest.errors import UsageError
from oracle.app.memory import Memory
from oracle.app.pagetext import Mark, PageView, page_view
from oracle.app.seams import Ask, OpenParts, Parts
from oracle.config import Config
from oracle.contracts import Answer, Question, Stack, Turn

TURNS_KEPT = 4
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """The library as it was found."""

    parts: Parts
    games: tuple[Game, ...]


@dataclass
class Session:
    """Everything that the screens share. Only the UI thread changes it."""

    config: Config
    ask: Ask
    opener: OpenParts
    wanted: str | None = None
    parts: Parts | None = None
    games: tuple[Game, ...] = ()
    game: Game | None = None
    turns: tuple[Turn, ...] = ()
    memory: Memory = field(init=False)

    def __post_init__(self) -> None:
        """Find the memory in the home."""
        self.memory = Memory(self.config.home)

    def open(self) -> Opened:
        """Open the library and read which games it holds. Raises what `open_parts` raises."""
        parts: Parts = self.opener(self.config)
        return Opened(parts, parts.library.games())

    def enter(self, opened: Opened) -> None:
        """Take the library; put on the table the game that was asked for, else the last, else the only one.

        Raises `UsageError` when the game that was asked for is not there; the library is taken all the same.
        """
        self.close()
        self.parts, self.games = opened.parts, opened.games
        wanted, self.wanted = self.wanted, None
        if wanted is not None and wanted not in self._slugs():
            raise UsageError("unknown_game", name=wanted, near=_near(wanted, self._slugs()))
        slug = wanted or self.memory.last_game()
        found = next((game for game in self.games if game.slug == slug), None)
        if found is None and len(self.games) == 1:
            found = self.games[0]
        if found is not None:
            self.choose(found)

    def choose(self, game: Game) -> None:
        """Put a game on the table; another game begins another conversation."""
        if self.game is None or self.game.slug != game.slug:
            self.turns = ()
        self.game = game
        self.memory.keep_game(game.slug)

    def question(self, text: str) -> Question:
        """The question as the pipeline wants it, with what was said before."""
        assert self.game is not None
        return Question(text, Stack(self.game.slug), history=self.turns)

    def remember(self, answer: Answer) -> None:
        """Keep an exchange for the follow-ups that may come."""
        said = answer.verified.text if answer.verified and not answer.verified.withheld else ""
        self.turns = (*self.turns, Turn(answer.question.text, said))[-TURNS_KEPT:]

    def forget(self) -> None:
        """Begin a new talk."""
        self.turns = ()

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

    def page(self, ref: PageRef, mark: Mark) -> PageView:
        """A page ready to be drawn, with what is marked on it."""
        assert self.parts is not None
        library = self.parts.library
        return page_view(ref, library.booklet(ref.owner), library.page(ref), mark)

    def close(self) -> None:
        """Let go of the library."""
        if self.parts is not None:
            self.parts.close()
            self.parts = None

    def _slugs(self) -> tuple[str, ...]:
        return tuple(game.slug for game in self.games)


def _near(name: str, names: Sequence[str]) -> str:
    return next(iter(get_close_matches(name, names, n=1, cutoff=0.3)), next(iter(names), ""))
