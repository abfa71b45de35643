"""The records of one question: what is asked, found, judged, answered and verified.

Standard library, `ingest.contracts` and other records only. Every record is frozen; a state that must
not exist cannot be built (`page_to_read` is one page or none, never a list).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from ingest.contracts import Box, ChunkType, Note, PageRef, Passage
from oracle.contested import Contest, Dispute
from oracle.heard import Heard
from oracle.pieces import Statement as Statement
from oracle.pieces import Struck as Struck
from oracle.pieces import StruckKind as StruckKind
from oracle.talks import Origin, Thread
from oracle.talks import Turn as Turn


class Zone(StrEnum):
    """How far the retrieval itself agrees that the stack speaks of this."""

    NORMAL = "normal"
    CAUTIOUS = "cautious"
    ABSTAIN = "abstain"


class Verdict(StrEnum):
    """What the answer claims about the book."""

    SAYS = "says"
    IMPLIES = "implies"
    SILENT = "silent"


@dataclass(frozen=True)
class Stack:
    """Which booklets of a game are on the table (none named: all), and what of them is left out.

    `notes` is what a person must be told of how it came about.
    """

    game: str
    booklets: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    exclude_sections: tuple[str, ...] = ()
    types: tuple[ChunkType, ...] = ()
    expansions: bool = True
    notes: tuple[Note, ...] = ()


SHOWN = 8
"""Passages that a player reads, where nobody says how many."""

ROOM = 3_000
"""Tokens of passages that a model is sent, where nobody says how many (measured, ADR 46)."""


@dataclass(frozen=True)
class Question:
    """What a player asks. `limit` passages are wanted at most, and no more than fit `budget` tokens.

    Where neither is said, as many as there is `room` for, in tokens; no more than that is ever sent to a model.
    `conversation` names what it belongs to in the record; empty = the one that `history` ends, or a new one.
    With a `contest` both readings of it are wanted.
    """

    text: str
    stack: Stack
    history: tuple[Turn, ...] = ()
    answer_language: str | None = None
    image: Literal["auto", "never"] = "auto"
    model: bool = True
    timeout: float = 180.0
    limit: int | None = None
    budget: int | None = None
    room: int = ROOM
    conversation: str = ""
    contest: Contest | None = None

    @property
    def read(self) -> int | None:
        """How many passages a player reads: more may be sent to a model; `None` = all."""
        return self.limit or (None if self.budget else SHOWN)


@dataclass(frozen=True)
class Understood:
    """The question made ready to search.

    `standalone` equals the question, or carries the topic of the last turns beside it. `language` is
    the question's, as detected. `added` are words of the topic that were put beside the question,
    `rewrites` what a model wrote beside it in the booklets' words.
    """

    text: str
    standalone: str
    language: str
    book_languages: tuple[str, ...]
    added: tuple[str, ...] = ()
    rewrites: tuple[str, ...] = ()


@dataclass(frozen=True)
class GateResult:
    """`reason` is a text key of a fixed answer when the question must not go further, else `None`."""

    reason: str | None = None

    @property
    def open(self) -> bool:
        """Whether the question may go on."""
        return self.reason is None


@dataclass(frozen=True)
class Ranked:
    """A passage with its fused score and its rank (from 0) in each channel that found it."""

    passage: Passage
    score: float
    channels: Mapping[str, int]


@dataclass(frozen=True)
class Amendment:
    """A passage of an errata sheet or a FAQ and the rule that it amends, by their keys."""

    rule: str
    by: str


@dataclass(frozen=True)
class Difference:
    """Two booklets that say different things of the same, by the keys of their passages and the sentences that differ.

    `wins` is the key of the one that goes first by precedence; `None` where neither does.
    """

    one: str
    other: str
    one_says: str
    other_says: str
    wins: str | None = None


@dataclass(frozen=True)
class Evidence:
    """What retrieval found, judged, with the one page worth looking at.

    `remembered` = found for the same question before, and not searched again.
    `amendments` and `differences` are between passages that are among these.
    """

    passages: tuple[Ranked, ...]
    zone: Zone
    page_to_read: PageRef | None
    degraded: tuple[Note, ...] = ()
    remembered: bool = False
    amendments: tuple[Amendment, ...] = ()
    differences: tuple[Difference, ...] = ()

    def first(self, n: int | None) -> Evidence:
        """The first `n` passages, `None` = all, and what is between them."""
        kept = self.passages[:n]
        keys = {item.passage.key for item in kept}
        return replace(
            self,
            passages=kept,
            amendments=tuple(each for each in self.amendments if {each.rule, each.by} <= keys),
            differences=tuple(each for each in self.differences if {each.one, each.other} <= keys),
        )

    def number(self, key: str) -> int:
        """The number, from 1, that a passage is shown under."""
        return next(n for n, item in enumerate(self.passages, 1) if item.passage.key == key)

    def amended_by(self, passage: Passage) -> tuple[int, ...]:
        """The numbers of the passages that one of these amends."""
        return tuple(sorted(self.number(each.rule) for each in self.amendments if each.by == passage.key))


@dataclass(frozen=True)
class View:
    """The one picture that a model may read: a page, or a region of it, as a PNG of at most 2000 px.

    `box` is the region in page points, `None` for the whole page. `digest` is the file's SHA-256. `title` is what the
    book calls what a region shows: a caption, a heading.
    """

    ref: PageRef
    file: Path
    digest: str
    box: Box | None = None
    title: str = ""


@dataclass(frozen=True)
class Prompt:
    """What goes to Claude. `system` is a constant of the release and the answer's language.

    `message` is the whole user message (JSON data). `{view_path}` in it is replaced by the path of the
    view on the machine that runs Claude. `cited` are the passages by marker: `[[1]]` is `cited[0]`.
    `brief` = one turn, without thinking. Without a `thread` it is a question by itself.
    """

    system: str
    message: str
    cited: tuple[Passage, ...]
    view: View | None = None
    brief: bool = False
    thread: Thread | None = None


@dataclass(frozen=True)
class Completion:
    """What Claude gave back, as it really happened.

    `image_sent` is true only when the image was seen in the stream as the tool's result. `refused`
    lists tool calls that our hook denied, as "Tool(argument)". `usd` is what the service says that it cost; `origin`
    is `None` where there was no process.
    """

    text: str
    model: str
    image_sent: bool
    refused: tuple[str, ...]
    tokens: Mapping[str, int]
    ms: Mapping[str, int]
    notes: tuple[Note, ...] = ()
    usd: float | None = None
    origin: Origin | None = None


@dataclass(frozen=True)
class Rewrite:
    """What the connected model wrote beside a question, in the booklets' words, and how it went.

    `phrases` is empty where nothing usable came, `done` is `None` where nothing came at all.
    """

    phrases: tuple[str, ...]
    prompt: Prompt
    done: Completion | None = None


@dataclass(frozen=True)
class Citation:
    """A marker of the answer, tied to a passage. `page` is where the quote was found by our code.

    `as_read` are the words of the page where OCR misread some letters of the quote, folded; `None` = word for word.
    """

    n: int
    passage: Passage
    page: PageRef
    quote: str | None
    verified: bool
    as_read: str | None = None

    def stands(self, seen: PageRef | None) -> bool:
        """Whether its quotation was found, or it is of the page whose picture was looked at."""
        return self.verified or self.page == seen


@dataclass(frozen=True)
class Verified:
    """The model's text after verification. `text` is what may be shown; `withheld` = nothing stands.

    `dispute` is its parts, where both readings were wanted: `text` is all of them.
    """

    verdict: Verdict | None
    text: str
    statements: tuple[Statement, ...]
    citations: tuple[Citation, ...]
    struck: tuple[Struck, ...]
    withheld: bool
    dispute: Dispute | None = None


@dataclass(frozen=True)
class Repair:
    """One more turn about an answer of which something failed its check, and how it went.

    `request` is what was sent, `first` the answer as it was checked before, `second` the one that came, checked.
    `done` is `None` where none came: `error` says why. `used` = the second is the one that is shown.
    """

    request: str
    first: Verified
    done: Completion | None = None
    second: Verified | None = None
    error: Exception | None = None
    used: bool = False


@dataclass(frozen=True)
class Answer:
    """The end of a question, whatever happened on the way.

    `failure` holds the error that kept Claude from answering (its exit code decides the process's);
    the passages stand all the same. `gate` is the reason of a closed gate. `degraded` is everything that
    did not go as it should, the evidence's own notes included. `completion` is Claude's first answer, `repair` the turn
    after it. `ms` is how long each step took, `began` when it was begun, `heard` what was heard meanwhile.
    `run` is its name in the record, empty where it could not be written down.
    """

    question: Question
    understood: Understood
    gate: GateResult
    evidence: Evidence
    verified: Verified | None = None
    page_read: PageRef | None = None
    completion: Completion | None = None
    prompt: Prompt | None = None
    rewrite: Rewrite | None = None
    repair: Repair | None = None
    failure: Exception | None = None
    degraded: tuple[Note, ...] = ()
    ms: Mapping[str, int] = field(default_factory=dict)
    began: Mapping[str, int] = field(default_factory=dict)
    heard: tuple[Heard, ...] = ()
    run: str = ""

    @property
    def exit_code(self) -> int:
        """0 answered (or passages were what was asked for), else the failure's own code."""
        return int(getattr(self.failure, "exit_code", 7)) if self.failure else 0

    @property
    def repaired(self) -> bool:
        """Whether what is shown is what Claude wrote when it was told what had failed."""
        return self.repair is not None and self.repair.used


# --- what a front end hears while a question runs ----------------------------------------------------


@dataclass(frozen=True)
class Found:
    """The passages are there: show them now. Heard again when a rewrite found more: then `understood` names it."""

    understood: Understood
    evidence: Evidence


@dataclass(frozen=True)
class Delta:
    """A piece of Claude's text, unverified and already free of control characters."""

    text: str


@dataclass(frozen=True)
class Restarted:
    """Claude began its answer again: what was shown of it is void."""


@dataclass(frozen=True)
class Repairing:
    """Something of the answer failed its check and Claude writes it once more: what was shown of it is void."""


@dataclass(frozen=True)
class LookedAt:
    """The image of this page went to the model."""

    ref: PageRef


@dataclass(frozen=True)
class Tried:
    """The model called a tool, as "Tool(argument)", and our hook let it or did not."""

    call: str
    allowed: bool


@dataclass(frozen=True)
class Waiting:
    """All channels to the machine are taken: Claude starts when one is free."""


Event = Found | Delta | Restarted | Repairing | LookedAt | Tried | Waiting
Listener = Callable[[Event], None]
