"""Names that files and people give: the slug and the title that a file suggests, and how its name may be shown.

A file name is hostile: it may hold anything but a slash. What leaves here is a slug, or text that can be printed.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from ingest.clean import clean_text
from ingest.contracts import BookletRef, Game, is_slug
from ingest.errors import UsageError

_LONGEST = 64


def slug_from(name: str) -> str:
    """The slug nearest to `name`; never empty: what has no letter of ours gets a name made from its hash."""
    spelt = _read(name).replace("œ", "oe").replace("Œ", "oe").replace("æ", "ae").replace("Æ", "ae").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "-").lower()).strip("-")[:_LONGEST].strip("-")
    return slug or f"booklet-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def slug_of(file: Path) -> str:
    """The booklet slug that a file suggests."""
    return slug_from(file.stem)


def title_of(file: Path) -> str:
    """The title that a file suggests: its name without the ending, underscores as spaces, no outer hyphens."""
    return clean_text(_read(file.stem).replace("_", " ")).strip(" -.") or slug_of(file)


def shown(name: str | Path) -> str:
    r"""A file name that can be printed and put into JSON: what cannot be seen, or is no text, as `\xNN` or `\uNNNN`."""
    return "".join(c if c.isprintable() else _escaped(c) for c in str(name))


def is_text(path: Path) -> bool:
    """Whether every program can be told this path: Linux allows bytes in names that are no UTF-8."""
    try:
        str(path.absolute()).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def game_named(name: str, games: Iterable[Game]) -> Game | None:
    """The one game whose slug or title this is, however it is spelt."""
    found = [game for game in games if is_spelt(name, game.slug, game.title)]
    return found[0] if len(found) == 1 else None


def heading(game: Game) -> str:
    """What stands above its booklets: `chess — Chess`; a game without a title of its own is named once."""
    return game.slug if game.title == game.slug else f"{game.slug} — {game.title}"


def is_spelt(name: str, *names: str) -> bool:
    """Whether a name is one of these without regard to case, accents and signs."""
    return bool(name.strip()) and _plain(name) in map(_plain, names)


def _plain(name: str) -> str:
    return slug_from(name.replace("\u2019", "'"))


def checked_game(name: str) -> str:
    """`name`, if it may name a game. Raises `UsageError` with the slug to use instead."""
    if not is_slug(name):
        raise UsageError("cli.bad_game", name=shown(name), instead=slug_from(name))
    return name


def checked_ref(game: str, booklet: str) -> BookletRef:
    """The booklet that two words name. Raises `UsageError` with the slug to use instead."""
    checked_game(game)
    if not is_slug(booklet):
        raise UsageError("cli.bad_booklet", name=shown(booklet), instead=slug_from(booklet))
    return BookletRef(game, booklet)


def _read(name: str) -> str:
    """`name` with the bytes that are no UTF-8 read as what they most often are: Windows' Latin alphabet."""
    return "".join(bytes([_byte(c)]).decode("cp1252", "replace") if _byte(c) else c for c in name)


def _escaped(character: str) -> str:
    byte = _byte(character)
    return f"\\x{byte:02x}" if byte else character.encode("unicode_escape").decode()


def _byte(character: str) -> int:
    """The byte that Python keeps as this code point because it is no text; 0 for all others."""
    return ord(character) - 0xDC00 if 0xDC80 <= ord(character) <= 0xDCFF else 0
