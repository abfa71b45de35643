"""Processes of Claude Code that wait for a question: what each was started as, and what it has heard. Pure.

Owns which of them may answer which question. One that was offered a picture cannot have been heard by, and so cannot
be gone on with: `Idle` refuses to hold it. Starting, keeping and closing are `oracle.claude.pool`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle.claude.running import Running
from oracle.talks import Origin, Thread, Turn
from vm.contracts import Program

QUESTIONS = 6
"""As many questions one process answers of a conversation: then a new one goes on, with our own summary."""

CHARACTERS = 120_000
"""As much it may have heard and said: all of it is sent again with every question."""

IDLE = 300.0
"""Seconds that a process waits for a question before it is closed."""


@dataclass(frozen=True)
class Kind:
    """What a process was started as; another cannot stand in for it. `look`: it has Read, for one picture."""

    program: Program
    look: bool = False


@dataclass(frozen=True)
class Heard:
    """What a process has heard of the one conversation that it serves.

    `turns` are those that it was told and those that it answered, oldest first.
    """

    place: str
    turns: tuple[Turn, ...]
    questions: int = 0
    characters: int = 0

    def leads_to(self, thread: Thread | None) -> bool:
        """Whether a question goes on from exactly what was heard, and there is room for it."""
        if thread is None or thread.place != self.place or not thread.told:
            return False
        room = self.questions < QUESTIONS and self.characters + len(thread.message) <= CHARACTERS
        return room and self.turns[-len(thread.told) :] == thread.told

    def and_then(self, turn: Turn, characters: int) -> Heard:
        """With one question more, and what was said about it."""
        return Heard(self.place, (*self.turns, turn), self.questions + 1, self.characters + characters)


@dataclass(frozen=True)
class Idle:
    """A process that waits since `since`. `heard` is `None` for a spare: it has served nobody."""

    process: Running
    kind: Kind
    since: float
    heard: Heard | None = None

    def __post_init__(self) -> None:
        """Hold nothing that may have seen a picture."""
        if self.heard is not None and self.kind.look:
            raise ValueError("a process that was offered a picture serves no second question")

    def usable(self, now: float, lasting: float = IDLE) -> bool:
        """Whether it may be asked something at all: not too old, and not ended as far as anybody can tell."""
        return now - self.since < lasting and self.process.alive

    def serves(self, kind: Kind, thread: Thread | None) -> bool:
        """Whether it may be asked this question."""
        return self.kind == kind and (self.heard is None or self.heard.leads_to(thread))

    def left_behind(self, kind: Kind, thread: Thread | None) -> bool:
        """Whether this question takes its conversation on without it: then it will never serve again."""
        here = self.heard is not None and thread is not None and thread.place == self.heard.place
        return here and not self.serves(kind, thread)

    @property
    def origin(self) -> Origin:
        """What a question that it serves says of it."""
        return Origin.AHEAD if self.heard is None else Origin.WARM
