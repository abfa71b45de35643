"""A small real library for the tests of this package: read, embedded and published once a session."""

from __future__ import annotations

import io
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from ingest.contracts import BookletKind, BookletRef
from ingest.pipeline import add
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from tests.builders import tiny_pdf

CORE = (
    "Setup\nEach player takes seven coins and one pawn of the same colour.",
    "Turn\nOn your turn, roll two dice and move your pawn that many spaces.\nIf you roll a seven, pay two coins.",
    "The board\nThe red icon marks a closed gate: no pawn may pass it.",
)
EXTRA = ("Setup\nTake three coins more.", "Turn\nOn your turn, roll three dice instead of two.")


@pytest.fixture(scope="session")
def gates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the game `gates`: a core booklet and an expansion, embedded by the hash provider.

    All share it: whoever asks something in it would be read by the others, so that is an error.
    """
    place = tmp_path_factory.mktemp("gates")
    settings = Settings(place / "home", models=("hash",))
    for name, pages, kind in (("core", CORE, BookletKind.CORE), ("extra", EXTRA, BookletKind.EXPANSION)):
        order = AddOrder(BookletRef("gates", name), name.title(), kind, languages=("en",))
        add(with_board(tiny_pdf(place / f"{name}.pdf", pages), pages), order, settings)
    (place / "home" / "config.toml").write_text('[embedding]\nmodels = ["hash"]\n')
    yield place / "home"
    assert not (place / "home" / "runs.db").exists(), "a test asked something in the home that all share"


@pytest.fixture
def gates_home(gates: Path, home: Path) -> Path:
    """That home as the home of this test, its own copy."""
    shutil.copytree(gates, home)
    return home


def with_board(file: Path, pages: Sequence[str], *, noise: int = 80) -> Path:
    """Put a picture on the page that speaks of the board, the same in every run. Without noise it is read fast."""
    grains = random.Random(noise)
    pixels = bytes(min(255, max(0, round(grains.gauss(128, noise)))) for _ in range(400 * 300))
    board = Image.frombytes("L", (400, 300), pixels).convert("RGB")
    board.paste((200, 0, 0), (150, 100, 250, 200))
    png = io.BytesIO()
    board.save(png, "PNG")
    with pymupdf.open(file) as document:
        for number, text in enumerate(pages):
            if "board" in text:
                document[number].insert_image((50, 150, 370, 390), stream=png.getvalue())
        document.saveIncr()
    return file
