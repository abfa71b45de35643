"""`game.toml`: what a folder of booklets says of itself.

    title = "Hnefatafl"
    languages = ["en"]

    [[booklets]]
    file = "hnefatafl.pdf"      # in this folder; or files = ["p1.jpg", "p2.jpg"]: several that are one booklet
    slug = "hnefatafl"          # default: from the file's name
    title = "The King's Table"  # default: from the file's name
    kind = "core"               # core | expansion | faq | errata | aid | house
    order = 1                   # default: the place in this list
    languages = ["en"]          # default: the game's, when it has one; else found by reading
    amends = "hnefatafl"        # the booklet that an errata sheet corrects
    ocr = "auto"                # auto | force | off

The game's slug is the folder's name. Owns checking it; reads no booklet.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ingest.clean import clean_text
from ingest.contracts import BookletKind, BookletRef, is_slug
from ingest.errors import BadRulebook
from ingest.languages import FUNCTION_WORDS
from ingest.naming import shown, slug_of, title_of
from ingest.sources import Source

if TYPE_CHECKING:
    from ingest.page.sheet import OcrMode

NAME = "game.toml"
KNOWN = tuple(FUNCTION_WORDS)
OCR = ("auto", "force", "off")
_LARGEST = 1 << 20
_GAME_KEYS = ("title", "languages", "booklets")
_BOOKLET_KEYS = ("file", "files", "slug", "title", "kind", "order", "languages", "amends", "ocr")


@dataclass(frozen=True)
class BookletEntry:
    """One booklet of a game file. `languages` = `None`: to be found by reading."""

    ref: BookletRef
    source: Source
    title: str
    kind: BookletKind
    order: int
    languages: tuple[str, ...] | None
    amends: str | None
    ocr: OcrMode


@dataclass(frozen=True)
class GameFile:
    """A game as its folder describes it."""

    slug: str
    title: str
    booklets: tuple[BookletEntry, ...]


def read_game_file(folder: Path) -> GameFile:
    """The game in `folder`. Raises `BadRulebook` that names the file, the key and what is wrong."""
    file = folder / NAME
    slug = folder.resolve().name
    if not is_slug(slug):
        raise BadRulebook("game.bad_folder", folder=shown(folder))
    return parse(slug, file, _table(file))


def parse(slug: str, file: Path, table: Mapping[str, Any]) -> GameFile:
    """The same for a table that was read from `file`; looks at the folder only to see that booklets are there."""
    whole = _Table(shown(file), "", table, _GAME_KEYS)
    languages = whole.languages()
    entries = whole.tables("booklets")
    booklets = tuple(_booklet(slug, file, n, entry, languages) for n, entry in enumerate(entries, start=1))
    _check_together(shown(file), booklets)
    return GameFile(slug, whole.text("title", slug), booklets)


def _booklet(
    game: str, file: Path, number: int, table: Mapping[str, Any], languages: tuple[str, ...] | None
) -> BookletEntry:
    entry = _Table(shown(file), f"booklets[{number}].", table, _BOOKLET_KEYS)
    files = _files(entry, file.parent)
    slug = entry.text("slug", slug_of(files[0]))
    if not is_slug(slug):
        raise entry.bad("slug", slug, "[a-z0-9-]")
    kind = entry.one_of("kind", BookletKind.CORE, tuple(BookletKind))
    only = languages if languages and len(languages) == 1 else None
    return BookletEntry(
        ref=BookletRef(game, slug),
        source=files[0] if len(files) == 1 else files,
        title=entry.text("title", title_of(files[0])),
        kind=BookletKind(kind),
        order=entry.integer("order", number),
        languages=entry.languages() or only,
        amends=entry.text("amends", "") or None,
        ocr=cast("OcrMode", entry.one_of("ocr", "auto", OCR)),
    )


def _files(entry: _Table, folder: Path) -> tuple[Path, ...]:
    """The booklet's file, or its files in order."""
    one, several = entry.text("file", ""), entry.texts("files")
    if one and several:
        raise entry.bad("files", several, "file | files")
    if not one and not several:
        raise BadRulebook("game.missing", file=entry.file, name=f"{entry.place}file")
    if one:
        return (_inside(entry, "file", one, folder),)
    return tuple(_inside(entry, "files", name, folder) for name in several)


def _inside(entry: _Table, key: str, name: str, folder: Path) -> Path:
    """A file, which must stand in the game's folder, links followed."""
    source = folder / name
    if "\0" in name or not source.resolve().is_relative_to(folder.resolve()):
        raise BadRulebook("game.leaves", file=entry.file, name=f"{entry.place}{key}", value=name)
    if not source.is_file():
        raise BadRulebook("game.no_such_file", file=entry.file, name=f"{entry.place}{key}", value=name)
    return source


def _check_together(file: str, booklets: Sequence[BookletEntry]) -> None:
    slugs = [entry.ref.booklet for entry in booklets]
    for slug in slugs:
        if slugs.count(slug) > 1:
            raise BadRulebook("game.twice", file=file, name=slug)
    for entry in booklets:
        if entry.amends is not None and (entry.amends not in slugs or entry.amends == entry.ref.booklet):
            raise BadRulebook("game.amends", file=file, name=entry.ref.booklet, value=entry.amends)


def _table(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise BadRulebook("game.unreadable", file=shown(file), why=f"> {_LARGEST} B")
        return tomllib.loads(content.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRulebook("game.unreadable", file=shown(file), why=error) from error


class _Table:
    """A table of the file: looks a key up and checks its type. `place` says where the table stands."""

    def __init__(self, file: str, place: str, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        self.file, self.place, self._table = file, place, table
        for key in table:
            if key not in keys:
                near = get_close_matches(key, keys, n=1) or [", ".join(keys)]
                raise BadRulebook("game.unknown_key", file=file, name=f"{place}{key}", near=near[0])

    def bad(self, key: str, value: object, wanted: str) -> BadRulebook:
        return BadRulebook("game.bad_value", file=self.file, name=f"{self.place}{key}", value=value, wanted=wanted)

    def text(self, key: str, default: str) -> str:
        value = self._table.get(key, default)
        if not isinstance(value, str) or (key in self._table and not clean_text(value)):
            raise self.bad(key, value, '"…"')
        return value if key == "file" else clean_text(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self.bad(key, value, '["…", "…"]')
        if key in self._table and not value:
            raise self.bad(key, value, '["…", "…"]')
        return tuple(value)

    def one_of(self, key: str, default: str, allowed: Sequence[str]) -> str:
        value = self.text(key, default)
        if value not in allowed:
            raise self.bad(key, value, " | ".join(allowed))
        return value

    def integer(self, key: str, default: int) -> int:
        value = self._table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9999:
            raise self.bad(key, value, "0–9999")
        return value

    def languages(self) -> tuple[str, ...] | None:
        value = self._table.get("languages")
        if value is None:
            return None
        if not isinstance(value, list) or not value or not all(word in KNOWN for word in value):
            raise self.bad("languages", value, f"[{', '.join(KNOWN)}]")
        return tuple(dict.fromkeys(value))

    def tables(self, key: str) -> list[dict[str, Any]]:
        value = self._table.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise BadRulebook("game.missing", file=self.file, name=f"[[{key}]]")
        return value
