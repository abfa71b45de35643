"""Names that come from files: the slug and the title that a file suggests, and how its name may be shown.

A file name is hostile: it may hold anything but a slash. What leaves here is a slug, or text that can be printed.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from pathlib import Path

from ingest.clean import clean_text
from ingest.contracts import BookletRef, is_slug
from ingest.errors import UsageError

_LONGEST = 64


def slug_from(name: str) -> str:
    """The slug nearest to `name`; never empty: what has no letter of ours gets a name made from its hash."""
    spelt = name.replace("œ", "oe").replace("Œ", "oe").replace("æ", "ae").replace("Æ", "ae").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "-").lower()).strip("-")[:_LONGEST].strip("-")
    return slug or f"booklet-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


def slug_of(file: Path) -> str:
    """The booklet slug that a file suggests."""
    return slug_from(file.stem)


def title_of(file: Path) -> str:
    """The title that a file suggests: its name without the ending, underscores as spaces, no outer hyphens."""
    return clean_text(shown(file.stem).replace("_", " ")).strip(" -.") or slug_of(file)


def shown(name: str | Path) -> str:
    r"""A file name that can be printed and put into JSON: what cannot be seen, or is no text, as `\xNN` or `\uNNNN`."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def is_text(path: Path) -> bool:
    """Whether every program can be told this path: Linux allows bytes in names that are no UTF-8."""
    try:
        str(path.absolute()).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


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
