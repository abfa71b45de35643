"""Which game, which booklet, which page; and the words for what they are. Owns identities and shared kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")

Box = tuple[float, float, float, float]


def is_slug(text: str) -> bool:
    """Whether `text` may name a game or a booklet: `[a-z0-9-]`, 1 to 64 characters, no outer hyphen."""
    return _SLUG.fullmatch(text) is not None


class BookletKind(StrEnum):
    """What a booklet is to its game; `ERRATA > FAQ > EXPANSION > CORE` when they differ."""

    CORE = "core"
    EXPANSION = "expansion"
    FAQ = "faq"
    ERRATA = "errata"
    AID = "aid"
    HOUSE = "house"


class BookletStatus(StrEnum):
    """Whether a booklet answers: a draft is for those who load rulebooks, an archived one only kept."""

    DRAFT = "draft"
    PUBLISHED = "published"
    ARCHIVED = "archived"


class PageStatus(StrEnum):
    """How a page ended; the four counts sum to the number of pages."""

    TEXT = "text"
    OCR = "ocr"
    BLANK = "blank"
    UNREADABLE = "unreadable"


class TextSource(StrEnum):
    """Where the text of a page came from."""

    LAYER = "layer"
    OCR = "ocr"
    NONE = "none"


class ChunkType(StrEnum):
    """The three kinds of chunk."""

    TEXT = "text"
    TABLE = "table"
    IMAGE = "image"


@dataclass(frozen=True, order=True)
class BookletRef:
    """One booklet of one game; both are slugs."""

    game: str
    booklet: str

    def __post_init__(self) -> None:
        """Refuse what could be a path, a shell word or a collection name of somebody else."""
        if not (is_slug(self.game) and is_slug(self.booklet)):
            raise ValueError(f"not slugs: {self.game!r}/{self.booklet!r}")

    def __str__(self) -> str:
        return f"{self.game}/{self.booklet}"


@dataclass(frozen=True, order=True)
class PageRef:
    """One page of one booklet. A page number without its booklet does not exist in this program."""

    game: str
    booklet: str
    page: int

    def __post_init__(self) -> None:
        """Refuse page 0 and names that are not slugs."""
        BookletRef(self.game, self.booklet)
        if self.page < 1:
            raise ValueError(f"pages are counted from 1, not {self.page}")

    @property
    def owner(self) -> BookletRef:
        """The booklet this page stands in."""
        return BookletRef(self.game, self.booklet)

    def __str__(self) -> str:
        return f"{self.game}/{self.booklet}:{self.page}"


@dataclass(frozen=True)
class Note:
    """Something a person must be told: a text key of `oracle/texts` and the facts it names."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
