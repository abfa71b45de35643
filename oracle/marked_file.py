"""The marked picture of a page as a file: where somebody wants it, or among the few that are kept for a viewer.

Owns these files. A file that is no PNG is never written over: a slip of the hand would cost a rulebook.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from oracle.errors import CannotWrite, UsageError
from oracle.pagetext import PageView
from oracle.viewer import Viewer

KEPT: Final = "shown"
"""The folder of the home for pictures that were looked at."""

MOST: Final = 40
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Outside:
    """The marked picture as a file, and whether a viewer was started for it."""

    file: Path
    opened: bool


def show_outside(view: PageView, home: Path, viewer: Viewer | None, *, crop: bool) -> Outside:
    """Keep the picture in the home and show it in the viewer that there is."""
    file = keep(view, home / KEPT, crop=crop)
    return Outside(file, viewer is not None and viewer.show(file))


def write(view: PageView, file: Path, *, crop: bool) -> Path:
    """Write the picture to `file`. Raises `UsageError` where something else than a PNG stands there.

    Both functions raise `UsageError` for a page without a picture, `CannotWrite`, and `BadRulebook` for a broken one.
    """
    if file.is_file() and not _is_png(file):
        raise UsageError("show.not_a_png", file=file)
    _put(file, picture(view, crop=crop))
    return file


def keep(view: PageView, folder: Path, *, crop: bool) -> Path:
    """Write the picture into `folder`, which holds the last few that were looked at."""
    name = f"{view.ref.game}-{view.ref.booklet}-p{view.ref.page}.png"
    drawn = picture(view, crop=crop)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite("show.cannot_write", file=folder, why=error.strerror or error) from error
    _put(folder / name, drawn)
    _tidy(folder)
    return folder / name


def picture(view: PageView, *, crop: bool) -> bytes:
    """The marked picture itself."""
    from ingest.marked import marked_png

    if view.image is None:
        raise UsageError("show.no_picture", page=view.ref.page)
    return marked_png(view.image, view.size, view.boxes, frames=view.frames, crop=crop, turn=view.turn)


def _is_png(file: Path) -> bool:
    try:
        with file.open("rb") as there:
            return there.read(len(_SIGNATURE)) == _SIGNATURE
    except OSError:
        return False


def _put(file: Path, drawn: bytes) -> None:
    """All of it or nothing: it is renamed into its place."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(drawn)
            return
        draft.write_bytes(drawn)
        draft.replace(file)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise CannotWrite("show.cannot_write", file=file, why=error.strerror or error) from error


def _tidy(folder: Path) -> None:
    """Forget the oldest; that it cannot be is nobody's concern now."""
    with suppress(OSError):
        files = sorted(folder.glob("*.png"), key=lambda file: file.stat().st_mtime_ns)
        for old in files[:-MOST]:
            old.unlink()
