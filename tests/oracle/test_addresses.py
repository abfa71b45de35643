"""Addresses in answers: none but what a page prints, inside a quotation that stands, and never as a link."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from oracle.app.phrase import answer_markdown, unlinked
from oracle.contracts import Verdict, Verified
from oracle.grammar import verdict_line
from oracle.verify import verify
from tests.oracle.records import passage

SAYS = verdict_line(Verdict.SAYS)
LINKED = passage("Errata are kept at https://games.example/errata-2.html for you. Write to www.games.example soon.")
OWN = "Errata are kept at https://games.example/errata-2.html for you"


def struck(verified: Verified) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in verified.struck]


def on_a_page_with_addresses(said: str) -> Verified:
    return verify(f"{SAYS}\n{said}", (LINKED,), lambda _: (LINKED.text,))


def test_an_address_inside_a_verified_quotation_is_the_books_own() -> None:
    """It stays, as text, where the whole quotation stands letter for letter; beside it the same address is struck."""
    verified = on_a_page_with_addresses(f"Look there: “{OWN}” [[1]]. Or at www.games.example at once.")
    assert verified.text.startswith(f"Look there: “{OWN}” [[1]].")
    assert [citation.quote for citation in verified.citations if citation.verified] == [OWN]
    assert struck(verified) == [("url", "www.games.example")]
    assert verified.text.count("games.example") == 1


@pytest.mark.parametrize(
    "said",
    [
        "“Errata are kept at https://evil.example/errata-2.html for you” [[1]]",
        "“Errata are kept at https://games.example/errata_2.html for you” [[1]]",
        "“Errata are kept at HTTPS://games.example/errata-2.html for you” [[1]]",
        "“kept at https://games.example/errata-2.html […] Write to www.evil.example soon” [[1]]",
        "“Errata are kept at https://games.example” [[1]]",
        "“https://evil.example/and-more” [[1]]",
        "“https://evil.example/and-more”",
        "“www.evil.ex” [[1]]",
        "“ftp:/”/evil.example/a [[1]]",
        "“ww”w.evil.example/a [[1]]",
        "ht“tps:”//evil.example/a [[1]]",
        "“<https://evil.example/and-more> is kept at home” [[1]]",
    ],
)
def test_any_other_address_goes_however_it_is_quoted(said: str) -> None:
    """Other letters than the page's, quotations that do not stand, halves that only join when a mark is gone."""
    verified = on_a_page_with_addresses(f"{said}. And “{OWN}” [[1]].")
    assert verified.text.endswith(f"“{OWN}” [[1]].")
    assert not re.search("evil|://|www", verified.text.replace(OWN, ""), re.IGNORECASE)
    assert "url" in [kind for kind, _ in struck(verified)]


@pytest.mark.parametrize(
    "text",
    [
        f"Look: “{OWN}” [[1]].",
        "www.games.example, games.example/a_b, a@games.com, mailto:a@games.com, games.com",
        "//games.com/x ftp://games.com http://localhost/x https://1.2.3.4:80/a?b=c.d",
    ],
)
def test_no_address_is_a_link_on_the_screen(text: str) -> None:
    """Not even one that the screen's Markdown would guess; the letters stay, and numbers with points are left alone."""
    screen = MarkdownIt("gfm-like")
    assert "<a" in screen.render(text)
    shown = screen.render(unlinked(text))
    assert "<a" not in shown and re.sub("<[^>]*>", "", shown).strip() == text
    assert answer_markdown(f"{OWN} [[1]]").endswith(r"[\[1\]](cite:1)")
    assert "1.5 points" in screen.render(unlinked("1.5 points"))
