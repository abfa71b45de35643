from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import BookletKind, PageRef, Passage, TextSource
from oracle.contracts import Verdict, Verified
from oracle.grammar import GAP, SILENCE, UNPROVEN, marker, verdict_line
from oracle.verify import verify
from tests.oracle.records import passage

CORE_4 = "On your turn, roll two dice and dis-\ncard one card. You may not trade with the bank. Score 5 points."
CORE_5 = "The robber moves when a seven is rolled. Each player draws 15 cards."
EXTRA_4 = "On your turn, roll three dice. Nobody discards with this module."
SENT = (passage(CORE_4), passage(EXTRA_4, "extra:4", BookletKind.EXPANSION), passage(CORE_5, "core:5"))
SAYS = verdict_line(Verdict.SAYS)
TRUE = "You roll two: “roll two dice and discard one card” [[1]]."


def check(text: str, sent: Sequence[Passage] = SENT, seen: PageRef | None = None) -> Verified:
    pages = {p.ref: (p.text,) for p in sent}
    return verify(text, sent, pages.__getitem__, seen)


def struck(verified: Verified) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in verified.struck]


def test_the_words_of_a_picture_can_be_quoted() -> None:
    """A passage read by OCR in a picture proves what it says, though the text of its page does not hold it."""
    card = passage("Dragon of the north\nCosts 7 gold", source=TextSource.OCR, ordinal=9)
    verified = verify(f"{SAYS}\nIt is dear: “Dragon of the north Costs 7 gold” [[1]].", (card,), lambda _: (CORE_4,))
    assert [(c.quote, c.verified) for c in verified.citations] == [("Dragon of the north Costs 7 gold", True)]
    assert not verified.withheld


def test_a_true_quotation_with_its_marker_is_verified() -> None:
    """The citation names passage, page and words; nothing is struck."""
    verified = check(f"{SAYS}\n{TRUE}")
    assert verified.verdict is Verdict.SAYS
    assert [(c.n, str(c.page), c.quote, c.verified) for c in verified.citations] == [
        (1, "dice/core:4", "roll two dice and discard one card", True)
    ]
    assert (verified.struck, verified.withheld) == ((), False)
    assert verified.text == TRUE
    assert [(s.text, s.citations) for s in verified.statements] == [(TRUE.replace(" [[1]]", ""), (1,))]


def test_an_invented_quotation_is_struck_and_its_sentence_flagged() -> None:
    """What the book does not say is not shown as its words, and proves nothing."""
    verified = check(f"{SAYS}\n{TRUE} You win: “You may trade with the bank at any time” [[1]].")
    assert struck(verified) == [("quote", "You may trade with the bank at any time")]
    assert verified.text.endswith(f"You win: {GAP}. {UNPROVEN}")
    assert verified.statements[-1].citations == ()


def test_an_unknown_marker_is_struck() -> None:
    """Only markers of this request exist."""
    verified = check(f"{SAYS}\n{TRUE} The bank is closed [[9]]. So is the shop [[0]] [[x]] [3] [[1, 2]].")
    assert [piece for kind, piece in struck(verified) if kind == "marker"] == [
        "[[9]]",
        "[[0]]",
        "[[x]]",
        "[3]",
        "[[1, 2]]",
    ]
    assert [s.citations for s in verified.statements] == [(1,), (), ()]


def test_a_quotation_with_another_number_is_struck_as_such() -> None:
    """5 cards where the book says 15 is named for what it is."""
    verified = check(f"{SAYS}\n{TRUE} You draw « each player draws 5 cards » [[3]]. Also « 6 points » [[1]].")
    assert struck(verified) == [("number", "each player draws 5 cards"), ("number", "6 points")]


def test_the_page_is_taken_from_where_the_quotation_stands() -> None:
    """A true quotation under another page's marker is cited with its own page, key and passage."""
    (citation,) = check(f"{SAYS}\nIt moves: “The robber moves when a seven is rolled” [[1]].").citations
    assert (citation.n, citation.page, citation.passage, citation.verified) == (1, SENT[2].ref, SENT[2], True)


def test_another_booklet_never_lends_its_page() -> None:
    """Page 4 of the base game proves nothing about page 4 of the expansion."""
    verified = check(f"{SAYS}\nYou “roll two dice and discard one card” [[2]].")
    assert struck(verified) == [("quote", "roll two dice and discard one card")]
    assert verified.withheld


def test_words_of_a_page_that_was_not_sent_are_not_found() -> None:
    """Only pages of this request count."""
    assert check(f"{SAYS}\n“The robber moves when a seven is rolled” [[1]].", SENT[:2]).withheld


def test_nothing_stands_without_one_verified_quotation() -> None:
    """Claims, even with a known marker, are withheld as long as no words of the book carry any of them."""
    assert check(f"{SAYS}\nYou may trade with the bank [[1]].").withheld
    assert check(f"{SAYS}\nYes.").withheld
    assert check("").withheld


def test_a_house_rule_is_not_what_the_book_says() -> None:
    """It may be quoted, but carries no verdict about the book; beside the book's own words it changes nothing."""
    sent = (*SENT, passage("We always reroll ones at this table.", "house:1", BookletKind.HOUSE))
    house = "At this table: “always reroll ones” [[4]]."
    verified = check(f"{SAYS}\n{house}", sent)
    assert (verified.verdict, verified.withheld, struck(verified)) == (None, False, [("verdict", SAYS)])
    assert check(f"{SAYS}\n{house} {TRUE}", sent).verdict is Verdict.SAYS


def test_silence_stands_alone() -> None:
    """A book that is silent needs no quotation; an unproven sentence beside it is flagged."""
    assert not check(SILENCE).withheld
    verified = check(f"{SILENCE}\nBut I know that you may.")
    assert (verified.verdict, verified.withheld) == (Verdict.SILENT, False)
    assert verified.text.endswith(UNPROVEN)


def test_what_only_the_picture_shows_stands_when_it_was_looked_at() -> None:
    """A sentence about the page that the model really saw is shown, unverified; about another page it is not."""
    text = f"{SAYS}\nThe picture shows a red door there [[1]]."
    (citation,) = check(text, seen=SENT[0].ref).citations
    assert (citation.quote, citation.verified) == (None, False)
    assert not check(text, seen=SENT[0].ref).withheld
    assert check(text, seen=SENT[2].ref).withheld


def test_a_marker_inside_a_quotation_is_the_models_not_the_books() -> None:
    """It is moved behind the quotation, which is then compared without it."""
    verified = check(f"{SAYS}\nYou “roll two dice [[1]] and discard one card”.")
    assert verified.text == "You “roll two dice and discard one card”[[1]]."
    assert verified.citations[0].verified


def test_a_word_in_inverted_commas_loses_them_when_the_book_has_it_not() -> None:
    """Short scare quotes are no quotation; where the word stands in the book they stay."""
    verified = check(f"{SAYS}\nThe “brigand” is the « robber »: “The robber moves when a seven is rolled” [[3]].")
    assert verified.text.startswith("The brigand is the « robber »: “The robber moves")
    assert not verified.struck


def test_quotation_marks_that_do_not_pair_cannot_pose_as_a_quotation() -> None:
    """An opening mark without its end is dropped."""
    assert "«" not in check(f"{SAYS}\n{TRUE} The book: « everybody wins at once [[1]].").text


@pytest.mark.parametrize("marks", ["「{}」", "『{}』", "❝{}❞", "〝{}〞", "＂{}＂", "''{}''", "„{}“", "‹{}›"])
def test_whatever_marks_a_quotation_it_is_looked_for(marks: str) -> None:
    """Words between quotation marks of any kind are the book's, or are struck."""
    false, true = (marks.format(words) for words in ("everybody wins at once", "roll two dice and discard one card"))
    assert ("quote", "everybody wins at once") in struck(check(f"{SAYS}\n{TRUE} The book: {false} [[1]]."))
    assert check(f"{SAYS}\nYou {true} [[1]].").citations[0].verified


@pytest.mark.parametrize(
    "link",
    [
        "evil.com/rules", "shop.evil-games.net", "bit.ly/3xyz", "evil.fr/regles", "file:/etc/passwd", "tel:+331234567",
        "bob@evil.fr", "steam://run/1", "https:\\\\evil.com", "mailto:x@evil.com", "www.evil.fr", "ftp://evil.fr/x",
    ],
)  # fmt: skip
def test_an_address_is_struck_however_it_is_written(link: str) -> None:
    """A screen may make a link of a bare host, a mailbox or an odd scheme too."""
    verified = check(f"{SAYS}\n{TRUE} See {link} for more.")
    assert [kind for kind, _ in struck(verified)] == ["url"]
    assert "evil" not in verified.text and link not in verified.text


def test_what_only_looks_like_an_address_stays() -> None:
    """A space that is missing, an abbreviation, a price: no host."""
    said = "It ends there.Then, e.g. a/b, i.e. and/or 1.5/2: say it, p. ex. now"
    assert struck(check(f"{SAYS}\n{TRUE} {said}.")) == [("said_number", "1.5/2")]


def test_a_quotation_over_a_line_end_and_a_marker_on_its_own_line_are_understood() -> None:
    """Wrapping is no part of the answer."""
    verified = check(f"{SAYS}\nYou “roll two dice\nand discard one card”.\n[[1]]")
    assert [(s.citations, c.verified) for s, c in zip(verified.statements, verified.citations, strict=True)] == [
        ((1,), True)
    ]


def test_markdown_html_links_and_escapes_are_struck_and_counted() -> None:
    """Nothing of a model's text is ever a link, a picture, a tag or a terminal command."""
    verified = check(
        f"{SAYS}\n{TRUE} See https://evil.example/a or [here](http://evil.example) ![x](http://evil.example/p.png) "
        "<b>now</b> \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 \x1b[31mred\x1b[0m\u202e."
    )
    kinds = [kind for kind, _ in struck(verified)]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"url": 1, "markup": 4, "control": 5}
    shown = verified.text + "".join(text for _, text in struck(verified))
    assert "\x1b" not in shown
    assert "http" not in verified.text
    assert "://evil" not in shown.replace("hxxp://evil", "").replace("hxxps://evil", "")


@pytest.mark.parametrize(
    "piece",
    [
        "<scr<b>ipt>alert(1)</scr</b>ipt>",
        "&lt;img src=x&gt;",
        "&amp;lt;img src=x&amp;gt;",
        "&#60;b&#62;",
        "htt<i></i>ps://evil.example/a",
        "[a](java<b>script:alert(1)",
        "\\<b>",
        "\x9b31m",
        "\x1bPq#0\x1b\\\\",
        "![a][b]",
        "[x]: https://evil.example",
        "www.evil.example/a",
    ],
)
def test_disguises_of_markup_do_not_help(piece: str) -> None:
    """Halves that join, entities, escapes: what is left holds no tag, no scheme and no control code."""
    verified = check(f"{SAYS}\n{TRUE} Now\n{piece} stop here.")
    assert not re.search(r"<[a-z/]|://|script|evil|[\x00-\x09\x0b-\x1f\x7f-\x9f]|!\[", verified.text)
    assert TRUE in verified.text
    assert verified.struck


@pytest.mark.parametrize(
    "quoted",
    [
        "&laquo;You win it all at once&raquo;",
        "❝You win it all at once❞",
        "``You win it all at once''",
        '"You win it all at once“',
    ],
)
def test_disguised_quotation_marks_do_not_pose_as_a_quotation(quoted: str) -> None:
    """Either they are seen and checked, or they are gone."""
    shown = check(f"{SAYS}\n{TRUE} Rule: {quoted} [[1]].").text.split("Rule:")[1]
    assert not re.search("[«»“”❝❞\"`]|''|&", shown)


def test_a_page_number_that_the_model_made_up_is_struck() -> None:
    """Pages are cited by our code; one that was sent may be spoken of, and the book's own words stay."""
    verified = check(f"{SAYS}\n{TRUE} See p. 99 and pages 77. The picture on page 4 shows it [[1]].")
    assert struck(verified) == [("marker", "p. 99"), ("marker", "pages 77")]
    assert "page 4 shows" in verified.text


@pytest.mark.parametrize(
    ("text", "verdict", "pieces"),
    [
        (f"{SAYS}\n{TRUE}", Verdict.SAYS, []),
        (f"**VERDICT: implies**\n{TRUE}", Verdict.IMPLIES, []),
        (f"verdict: Says. {TRUE}", Verdict.SAYS, []),
        (f"VERDICT : says\n{TRUE}", Verdict.SAYS, []),
        (TRUE, None, [""]),
        (f"VERDICT: certainly\n{TRUE}", None, ["VERDICT: certainly"]),
        (f"Let me look.\n{SAYS}\n{TRUE}", Verdict.SAYS, ["Let me look."]),
        (f"{SAYS}\n{TRUE}\n{SILENCE}", None, [SAYS, SILENCE]),
        (f"{SAYS}\n{TRUE}\n{SAYS}", Verdict.SAYS, [SAYS]),
    ],
)
def test_the_verdict_line_is_checked(text: str, verdict: Verdict | None, pieces: list[str]) -> None:
    """One known word, first; what is out of place is struck, two that differ are none."""
    verified = check(text)
    assert verified.verdict is verdict
    assert [piece for kind, piece in struck(verified) if kind == "verdict"] == pieces
    assert TRUE in verified.text
    assert "VERDICT" not in verified.text.upper()


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_no_text_breaks_verification_or_gets_through_unproven(text: str) -> None:
    """Whatever a model writes, nothing stands without a verified quotation, and nothing hostile is shown."""
    verified = check(f"{SAYS}\n{text}")
    assert verified.withheld is not any(c.verified for c in verified.citations)
    assert all(1 <= n <= len(SENT) for s in verified.statements for n in s.citations)
    assert not set(verified.text) & {chr(c) for c in (*range(9), *range(11, 32), *range(127, 160), 0x202E, 0x200B)}


@given(
    st.lists(
        st.sampled_from(
            [
                "“",
                "”",
                "«",
                "»",
                '"',
                "[[1]]",
                "[[7]]",
                "[",
                "]",
                " ",
                "\n",
                ".",
                "roll two dice",
                "you win 9 points now",
                "<b>",
                "http://x.y/z",
                "VERDICT: silent",
            ]
        ),
        max_size=25,
    )
)
def test_only_words_of_the_book_are_ever_shown_between_quotation_marks(pieces: list[str]) -> None:
    """However marks, markers and quotations are tangled, an invented long quotation never stands in one."""
    verified = check(f"{SAYS}\n{''.join(pieces)}")
    for opening, closing in ("“”", "«»"):
        for part in verified.text.split(opening)[1:]:
            assert "you win 9 points now" not in part.split(closing)[0]
    assert marker(7) not in verified.text
