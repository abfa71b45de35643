"""What a hostile behaviour is: what is tried, by whom, and the outcome that it must have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fakes.scripted_model import Asked, Scripted, Step, Use

Json = dict[str, Any]

OTHER = "claude.other_tool"
TEXT = "How many dice do I roll on my turn?"
LOOK = "What does the red icon on the board mean?"


@dataclass(frozen=True)
class Places:
    """Where things lie that must not be read, and the folder in which nothing may be written."""

    secret: Path
    picture: Path
    written: Path
    home: Path
    above: Path
    """The folder that the working folder of Claude Code lies in."""


@dataclass(frozen=True)
class Behaviour:
    """One of them. `plays` is a script of the service, or `says` are lines of a program in the place of Claude Code.

    `key` is that of the failure, `shown` must stand in what the player sees, `unsaid` not in what stands of an answer.
    `rewrite` is whether the question may be put into the book's words first, `gated` that it is not looked up. `calls`
    are the tool calls that were let happen and refused, as recorded; `images` how many went to the model, `most` how
    often it was asked at most. `swapped`: the machine itself shows another picture, which is noticed, not prevented.
    """

    id: str
    tried: str
    plays: Callable[[Places], tuple[Scripted, ...]] | None = None
    says: Callable[[Places], tuple[object, ...]] | None = None
    question: str = TEXT
    first: str = ""
    prepare: Callable[[Places], None] | None = None
    model: str = ""
    env: Callable[[Places], Mapping[str, str]] = field(default=lambda places: {})
    code: int = 7
    key: str = OTHER
    shown: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    calls: tuple[int, int] | None = None
    images: int = 0
    most: int = 2
    rewrite: bool = False
    gated: bool = False
    swapped: bool = False
    quick: bool = False


Path_ = str
Call = Callable[[Path_], Use]


def path_in(asked: Asked) -> str:
    """The path that the message offers, as a model would find it."""
    text = asked.text
    end = text.index('/page.png"') + len("/page.png")
    return text[text.rindex('"', 0, end) + 1 : end]


def calling(*calls: Call, text: str = "") -> Callable[[Asked], Step]:
    """A step that makes these calls, given the offered path."""
    return lambda asked: Step(text, tuple(call(path_in(asked)) for call in calls))


def read(path: str, **more: object) -> Use:
    """A Read of that path."""
    return Use("Read", {"file_path": path, **more})


def write(folder: Path, text: str) -> None:
    """A file, in a folder that may not be there yet. `folder` is the file."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text(text)
