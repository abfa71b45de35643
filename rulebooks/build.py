"""Builds every sample rulebook beside its source: `python -m rulebooks.build [FOLDER]`, from the root.

Owns the list of files. The same sources give the same bytes; `tests/rulebooks` holds it to that.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rulebooks.backgammon import core_en as backgammon_en
from rulebooks.backgammon import core_fr as backgammon_fr
from rulebooks.belote import compte_fr
from rulebooks.hnefatafl import alea_en, core_en, errata_en
from rulebooks.oie import regle_fr
from rulebooks.press.booklet import Booklet, printed

BOOKLETS: dict[str, Booklet] = {
    "backgammon/backgammon-en.pdf": backgammon_en.BOOKLET,
    "backgammon/backgammon-fr.pdf": backgammon_fr.BOOKLET,
    "belote/belote.pdf": compte_fr.BOOKLET,
    "hnefatafl/hnefatafl.pdf": core_en.BOOKLET,
    "hnefatafl/alea-evangelii.pdf": alea_en.BOOKLET,
    "hnefatafl/errata.pdf": errata_en.BOOKLET,
    "oie/jeu-de-l-oie.pdf": regle_fr.BOOKLET,
}


def build(into: Path) -> list[Path]:
    """Write every file under `into`, and say which."""
    written = []
    for name, booklet in BOOKLETS.items():
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(printed(booklet))
        written.append(path)
    return written


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for made in build(folder):
        print(f"{made.stat().st_size:>9,}  {made}")
