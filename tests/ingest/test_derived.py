from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.derived import PAIRS, Pair, found_again, share
from tests.tools import program


def test_words_are_found_again_as_often_as_they_stand() -> None:
    """Accents, case and ligatures do not count, repetition does."""
    assert found_again("L\u2019\ufb01n du d\xe9", "FIN du de") == 1.0
    assert found_again("card card", "card") == 0.5


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.derived)
def test_scans_and_turned_copies_say_what_their_original_says(corpus: Path, pair: Pair) -> None:
    """A flag, a scan on its side, 200 and 150 DPI: the share of words that must be found again."""
    program("pdftoppm")
    program("tesseract")
    found, _ = share(corpus / "rulebooks", pair)
    assert found >= pair.least
