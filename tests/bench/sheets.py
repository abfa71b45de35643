"""Big pages for the bench of views: wall charts, posters, sheets of cards and of panels, made of the sample games.

    python -m tests.bench.sheets FOLDER

A region of a page only matters where the page is big, and no page of the corpus or of the samples is larger than A4.
Owns which sheets there are and how booklet pages are imposed; what is drawn for them is `house_sheets`'.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf

from rulebooks.press.booklet import to_bytes
from tests.bench.house_sheets import cards, poster, wall_chart

ROOT = Path(__file__).parent.parent.parent / "rulebooks"


def imposed(booklets: Sequence[tuple[str, Sequence[int]]], across: int) -> pymupdf.Document:
    """Pages (from 1) of sample booklets beside each other on one sheet, row by row, as before it is cut."""
    numbers = [(name, number) for name, pages in booklets for number in pages]
    wide, high = 420.0, 595.0
    document = pymupdf.open()
    page = document.new_page(width=wide * across, height=high * -(-len(numbers) // across))
    for place, (name, number) in enumerate(numbers):
        x, y = place % across * wide, place // across * high
        with pymupdf.open(ROOT / name) as booklet:
            page.show_pdf_page(pymupdf.Rect(x, y, x + wide, y + high), booklet, number - 1)
    return document


def spreads(name: str, pairs: Sequence[tuple[int, int]]) -> pymupdf.Document:
    """A booklet as its open spreads, two pages a sheet."""
    document = pymupdf.open()
    for pair in pairs:
        with imposed([(name, pair)], 2) as spread:
            document.insert_pdf(spread)
    return document


SHEETS: dict[str, tuple[str, Callable[[], pymupdf.Document]]] = {
    "hnefatafl/wall-chart.pdf": ("Hnefatafl: the wall chart", wall_chart),
    "hnefatafl/one-sheet.pdf": (
        "Hnefatafl on one sheet",
        lambda: imposed(
            [("hnefatafl/hnefatafl.pdf", range(2, 11)), ("hnefatafl/alea-evangelii.pdf", range(1, 7)),
             ("hnefatafl/errata.pdf", (1,))], 4,
        ),
    ),
    "oie/affiche.pdf": ("L’Oie des tavernes : l’affiche", poster),
    "oie/cartes.pdf": ("L’Oie des tavernes : les cartes", cards),
    "belote/depliant.pdf": (
        "Belote : le dépliant", lambda: imposed([("belote/belote.pdf", (4, 5, 6, 7, 8, 10, 12, 13))], 4),
    ),
    "backgammon/spreads.pdf": (
        "Backgammon: the open booklet",
        lambda: spreads("backgammon/backgammon-en.pdf", ((2, 3), (4, 5), (6, 7), (8, 9))),
    ),
}  # fmt: skip
LANGUAGES = {"hnefatafl": "en", "oie": "fr", "belote": "fr", "backgammon": "en"}


def build(into: Path) -> list[Path]:
    """Write every sheet under `into`, a folder a game with its `game.toml`, and say which."""
    written = []
    for name, (title, made) in SHEETS.items():
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with made() as document:
            path.write_bytes(to_bytes(document, title))
        written.append(path)
    for game, language in LANGUAGES.items():
        (into / game / "game.toml").write_text(_game(game, language), "utf-8")
    return written


def _game(game: str, language: str) -> str:
    names = [name for name in SHEETS if name.startswith(f"{game}/")]
    booklets = [
        f'[[booklets]]\nslug = "{Path(name).stem}"\nfile = "{Path(name).name}"\ntitle = "{SHEETS[name][0]}"\n'
        f'kind = "{"expansion" if order else "core"}"\norder = {order + 1}\nlanguages = ["{language}"]\n'
        for order, name in enumerate(names)
    ]
    return "\n".join([f'title = "{game.capitalize()}"\nlanguages = ["{language}"]\n', *booklets])


if __name__ == "__main__":
    for made in build(Path(sys.argv[1])):
        sys.stdout.write(f"{made.stat().st_size:>9,}  {made}\n")
