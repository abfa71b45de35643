"""What this machine must have before rulebooks can be read and searched, checked one by one.

Owns the probes of the programs ("is it there, which version, which languages"), apart from the modules that run them.
A check says a text key and facts; the words and the command to type are in `oracle/texts`. Changes nothing, fetches
nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.embedders.providers import Provider
from ingest.errors import IngestError
from ingest.inputs import office
from ingest.settings import Settings

ENOUGH_MB = 2000
_PATIENCE = 20
_PASSAGES = 24
_PASSAGE = "Each player draws five cards, looks at them, and places one of them face down in front of him. " * 4


@dataclass(frozen=True)
class Check:
    """One line of a check-up. `key` names what is said, and what to type when it is not `ok`."""

    name: str
    ok: bool
    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


def examine(settings: Settings) -> Iterator[Check]:
    """Every check, in the order in which a new user meets their absence."""
    yield poppler()
    yield tesseract(settings.ocr_languages)
    yield libreoffice()
    for model in settings.models:
        yield embedding_model(model, settings.providers)
    yield index(settings)
    yield disk(settings.home)


def poppler() -> Check:
    """The two programs that render and count pages."""
    for program in ("pdftoppm", "pdfinfo"):
        if shutil.which(program) is None:
            return Check("poppler", False, "ingest.check.no_poppler", {"program": program})
    return Check("poppler", True, "ingest.check.poppler", {"version": _version(["pdftoppm", "-v"])})


def tesseract(languages: Sequence[str]) -> Check:
    """Tesseract, and the languages that the configuration wants."""
    if shutil.which("tesseract") is None:
        return Check("tesseract", False, "ingest.check.no_tesseract")
    installed = _output(["tesseract", "--list-langs"]).split()
    missing = [language for language in languages if language not in installed]
    if missing:
        packages = " ".join(f"tesseract-ocr-{language.replace('_', '-')}" for language in missing)
        facts = {"languages": ", ".join(missing), "packages": packages}
        return Check("tesseract", False, "ingest.check.no_language", facts)
    facts = {"version": _version(["tesseract", "--version"]), "languages": ", ".join(languages)}
    return Check("tesseract", True, "ingest.check.tesseract", facts)


def libreoffice() -> Check:
    """It draws the pages of office documents. Most people have none of those: its absence is no fault."""
    found = office.program()
    if found is None:
        return Check("libreoffice", True, "ingest.check.no_office")
    return Check("libreoffice", True, "ingest.check.office", {"program": found})


def embedding_model(name: str, providers: Sequence[Provider] = ()) -> Check:
    """Whether a model loads and embeds, without fetching anything; a provider's is asked for one vector."""
    from ingest.embedders import open_embedder

    try:
        model = open_embedder(name, fetch=False, providers=providers)
        model.query("rules")
    except IngestError as error:
        return _failed("model", error)
    facts = {"model": name, "dimension": model.info.dimension, "languages": ", ".join(model.info.languages)}
    return Check("model", True, "ingest.check.model", facts)


def cross_encoder(folder: Path) -> Check:
    """Whether a cross-encoder loads and scores, and how long it takes over as many passages as it is given."""
    from ingest.embedders.crossing import open_cross_encoder

    try:
        model = open_cross_encoder(folder)
        began = time.perf_counter()
        model.scores("How many cards does each player draw?", [_PASSAGE] * _PASSAGES)
    except IngestError as error:
        return _failed("reranker", error)
    took = round(1000 * (time.perf_counter() - began))
    return Check("reranker", True, "ingest.check.reranker", {"folder": folder, "count": _PASSAGES, "ms": took})


def index(settings: Settings) -> Check:
    """Whether what is published can be opened. A home without a game is a beginning, not a fault."""
    from ingest.library import Library
    from ingest.store.vectors import VectorStore

    if not settings.database.is_file():
        return Check("index", True, "ingest.check.no_index", {"home": settings.home})
    try:
        with Library.open(settings) as library:
            games = library.games()
            fault = library.fault()
    except IngestError as error:
        empty = error.key == "ingest.store.nothing_published"
        return (
            Check("index", True, "ingest.check.no_index", {"home": settings.home}) if empty else _failed("index", error)
        )
    booklets = [booklet for game in games for booklet in game.booklets]
    facts = {"games": len(games), "booklets": len(booklets), "passages": sum(b.chunks for b in booklets)}
    if not VectorStore(settings).present:
        return Check("index", False, "ingest.check.no_vectors", facts)
    if fault:
        return Check("index", False, fault.key, fault.facts)
    return Check("index", True, "ingest.check.index", facts)


def disk(home: Path) -> Check:
    """Whether the home may be written, and has room for a book of some hundred pages."""
    place = next(path for path in (home, *home.parents) if path.exists())
    if not place.is_dir() or not _writable(place):
        return Check("disk", False, "ingest.check.read_only", {"folder": place})
    free = shutil.disk_usage(place).free // 1_000_000
    key = "ingest.check.disk" if free >= ENOUGH_MB else "ingest.check.disk_short"
    return Check("disk", free >= ENOUGH_MB, key, {"folder": home, "free": free, "wanted": ENOUGH_MB})


def _writable(folder: Path) -> bool:
    """Told by writing: root may write where the mode says no, and a read-only disk says yes to `access`."""
    if not folder.stat().st_mode & 0o222 or not os.access(folder, os.W_OK):
        return False
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _failed(name: str, error: IngestError) -> Check:
    return Check(name, False, error.key, error.facts)


def _version(command: Sequence[str]) -> str:
    found = re.search(r"\d+(?:\.\d+)+", _output(command))
    return found[0] if found else "?"


def _output(command: Sequence[str]) -> str:
    """What a short program prints, on either channel; nothing when it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout + done.stderr
