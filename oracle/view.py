"""The one picture that a model may read, as a file: the chosen page, or the region of it that matters.

Owns where such files lie and that none is cut twice. Which region is `oracle.region`'s choice, cutting `ingest.views`'.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from pathlib import Path

from ingest.contracts import PageFacts
from oracle.contracts import View
from oracle.region import PIXELS, Region

_CUT = ".cut"
"""Ends the name of a note beside the views: which of them a page and a region gave."""

_FORM = 1
"""How views are made; another number, and none that was cut before is taken."""


def make_view(facts: PageFacts, region: Region, folder: Path) -> View | None:
    """The view of a page as a file under `folder`, named by what it holds; `None` without a page image."""
    if facts.image is None or not facts.image.is_file():
        return None
    return known_view(facts, region, folder) or _cut(facts, facts.image, region, folder)


def known_view(facts: PageFacts, region: Region, folder: Path) -> View | None:
    """The view if it was cut before and is still what it was."""
    try:
        digest = _note(facts, region, folder).read_text("ascii").strip()
        file = folder / f"{digest}.png"
        whole = hashlib.sha256(file.read_bytes()).hexdigest() == digest
    except (OSError, ValueError):
        return None
    return View(facts.ref, file, digest, region.box, region.title) if whole else None


def _cut(facts: PageFacts, image: Path, region: Region, folder: Path) -> View:
    from ingest.views import cut_view

    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{uuid.uuid4().hex}.png"
    try:
        cut_view(image, facts.width, facts.height, region.box, draft, limit=PIXELS, turn=region.turn)
        digest = hashlib.sha256(draft.read_bytes()).hexdigest()
        file = draft.replace(folder / f"{digest}.png")
    finally:
        draft.unlink(missing_ok=True)
    _remember(_note(facts, region, folder), digest)
    return View(facts.ref, file, digest, region.box, region.title)


def _remember(note: Path, digest: str) -> None:
    draft = note.with_name(f".{uuid.uuid4().hex}{_CUT}")
    draft.write_text(digest, "ascii")
    draft.replace(note)


def _note(facts: PageFacts, region: Region, folder: Path) -> Path:
    """A page's image never changes under its path: a new revision has a folder of its own."""
    made_from = json.dumps([_FORM, str(facts.image), region.box, region.turn, PIXELS])
    return folder / f"{hashlib.sha256(made_from.encode()).hexdigest()}{_CUT}"
