from __future__ import annotations

from ingest.contracts import Passage
from oracle import quotes
from oracle.app.pagetext import locate
from oracle.contracts import Evidence, Ranked, Zone
from oracle.icons import shown, shown_evidence
from oracle.stream import Stream
from oracle.texts import Texts
from tests.oracle.records import passage

NAMED: Passage = passage(
    "Pay {icon:3f2a} or {icon:beef} and draw.", section=("Use {icon:3f2a}",), icons=(("3f2a", "Gold"),)
)


def test_players_see_names_of_icons() -> None:
    """The name where the book has one, else the word for an icon; never an id."""
    found = shown_evidence(Evidence((Ranked(NAMED, 1.0, {}),), Zone.NORMAL, None), Texts("fr")("ask.icon"))
    shown_one = found.passages[0].passage
    assert shown_one.text == "Pay ⟨Gold⟩ or ⟨icône⟩ and draw."
    assert shown_one.section_path == ("Use ⟨Gold⟩",)


def test_a_quotation_is_compared_without_its_icons() -> None:
    """A model may copy the placeholder or leave it out; the words must be the book's."""
    page = quotes.fold(NAMED.text)
    assert quotes.holds(page, "Pay {icon:3f2a} or {icon:beef} and draw")
    assert quotes.holds(page, "Pay or and draw.")
    assert not quotes.holds(page, "Pay {icon:3f2a} and draw it")


def test_a_stream_shows_names_too() -> None:
    """A placeholder that comes in two pieces is shown whole, as its name."""
    stream = Stream(Texts("en"), {"3f2a": "Gold"})
    told = stream.feed("The book says:\nYou pay {icon:3f") + stream.feed("2a} now and {icon:beef}.") + stream.rest()
    assert "You pay ⟨Gold⟩ now and ⟨icon⟩." in told


def test_a_quote_is_found_on_a_page_that_shows_names() -> None:
    """The page pane shows names where the quotation has placeholders."""
    text = shown(NAMED.text, {"3f2a": "Gold"}, "icon")
    assert locate(text, "Pay {icon:3f2a} or {icon:beef} and draw") == ((0, len(text) - 1),)
