"""What an answer makes of a quotation in another language: shown under it, as a translation and never as the book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracle.contested import Dispute, Reading
from oracle.contracts import Citation, Statement, Verdict, Verified
from oracle.dispute.shown import dispute_text
from oracle.gloss import gloss
from oracle.texts import Texts
from tests.oracle.records import passage

QUOTE = "every player discards half of the cards"
FRENCH = replace(passage(f"On a seven {QUOTE}."), language="en")


def made(text: str, quote: str | None = QUOTE, language: str = "en") -> tuple[Verified, Citation]:
    cited = Citation(1, replace(FRENCH, language=language), FRENCH.ref, quote, verified=True)
    return Verified(Verdict.SAYS, text, (Statement(text, (1,)),), (cited,), (), withheld=False), cited


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Chacun défausse la moitié : “{QUOTE}” [[1]].", "Chacun défausse la moitié"),
        (f"Oui. Chacun défausse la moitié (« {QUOTE} ») [[1]]. ⚠", "Oui. Chacun défausse la moitié"),
        (f"Le tour commence ainsi. Chacun défausse : “{QUOTE}” [[1]]. Puis on pioche [[1]].", "Chacun défausse"),
        (f"“{QUOTE}” [[1]].", ""),
        (f"La règle de base dit : “{QUOTE}” [[1]].", ""),
        (f"Oui, on défausse la moitié ; le livret précise que “{QUOTE}” [[1]].", "Oui, on défausse la moitié"),
        (f"The table of the core rules has this: “{QUOTE}” [[1]].", ""),
        (f"“{QUOTE}” [[1]] : chacun en défausse la moitié.", "chacun en défausse la moitié"),
        (f"Chacun défausse : “{QUOTE}” [[1]], et ne garde rien : “keep nothing at all” [[1]].", "Chacun défausse"),
        (f"Chacun garde : “keep them all then” [[1]], ou défausse : “{QUOTE}” [[1]].", "ou défausse"),
        (f"Oui : “{QUOTE}” [[1]].", ""),
        ("Chacun défausse la moitié [[1]].", ""),
        (f"Chacun défausse la moitié : “{QUOTE}” [[2]].", ""),
    ],
)
def test_the_words_around_a_quotation_are_its_translation(text: str, said: str) -> None:
    """Of its own sentence only, without what is quoted; nothing where nothing was said of it."""
    checked, cited = made(text)
    assert gloss(checked, cited, "fr") == said
    assert QUOTE not in gloss(checked, cited, "fr")


def test_the_headings_of_a_dispute_translate_nothing() -> None:
    """They are ours; what the reading says of the quotation is its translation."""
    checked, cited = made("")
    told = Dispute(
        (Reading("Rien."), Reading("Oui.", f"Chacun défausse : “{QUOTE}” [[1]].", "book")), f"“{QUOTE}” [[1]]", 1
    )
    whole = replace(checked, dispute=told, text=dispute_text(told, Texts("fr")))
    assert gloss(whole, cited, "fr") == "Chacun défausse"


@pytest.mark.parametrize(("quote", "language"), [(QUOTE, "fr"), (QUOTE, "und"), (None, "en")])
def test_where_the_book_speaks_as_we_do_there_is_none(quote: str | None, language: str) -> None:
    """Or where nobody knows how it speaks, or nothing is quoted."""
    checked, cited = made(f"Chacun défausse la moitié : “{QUOTE}” [[1]].", quote, language)
    assert gloss(checked, cited, "fr") == ""
