"""The sample rulebooks are what they claim: rebuildable, whole, true to their questions, and odd on purpose."""

from __future__ import annotations

import json
import subprocess
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from ingest.contracts import BookletKind, is_slug
from rulebooks.build import BOOKLETS
from rulebooks.press.booklet import printed, typeset
from tests.tools import program

FOLDER = Path(__file__).parents[2] / "rulebooks"
GAMES = sorted(path.parent.name for path in FOLDER.glob("*/game.toml"))
SCAN = "oie/jeu-de-l-oie.pdf"
CATEGORIES = {"lookup", "edge", "vocab", "table", "visual", "cross", "followup", "unanswerable"}
FIELDS = ("id", "game", "file", "lang", "book_lang", "question", "category")
FIELDS += ("visual", "after", "answer", "gold", "must_say", "stack")


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


@cache
def _questions() -> list[dict[str, Any]]:
    lines = (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def _pages(file: str) -> list[str]:
    """What a reader sees on each page: the text layer, or what was set before it became a picture."""
    if file.endswith(".md"):
        return [_plain((FOLDER / file).read_text(encoding="utf-8").replace("**", ""))]
    booklet = BOOKLETS[file]
    with typeset(booklet) as honest:
        seen = [_plain(page.get_text()) for page in honest]
    pictures = [booklet.scanned or bool(sheet.lie) for sheet in booklet.sheets]
    pages = zip(pictures, seen, _layer(file), strict=True)
    return [drawn if picture else layer for picture, drawn, layer in pages]


def _layer(file: str) -> list[str]:
    with pymupdf.open(FOLDER / file) as document:
        return [_plain(page.get_text()) for page in document]


def _game(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / "game.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [pytest.param(f, marks=pytest.mark.slow) if f == SCAN else f for f in BOOKLETS])
def test_rebuilding_gives_the_same_bytes(file: str) -> None:
    """A booklet in the repository is exactly what its source makes, so nobody can edit one without the other."""
    assert printed(BOOKLETS[file]) == (FOLDER / file).read_bytes()


def test_every_pdf_has_its_source() -> None:
    """No PDF lies about that the build does not know, and all of them together stay small."""
    built = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.pdf")}
    assert built == set(BOOKLETS)
    assert sum((FOLDER / file).stat().st_size for file in built) < 6_000_000


@pytest.mark.parametrize("game", GAMES)
def test_game_file_names_every_booklet_once(game: str) -> None:
    """A game.toml is complete: slugs, kinds, languages, an order, and files that exist."""
    facts = _game(game)
    booklets = facts["booklets"]
    slugs = [booklet["slug"] for booklet in booklets]
    files = [booklet["file"] for booklet in booklets]
    assert is_slug(game) and facts["title"] and set(facts["languages"]) <= {"en", "fr"}
    assert all(map(is_slug, slugs)) and len(set(slugs)) == len(slugs)
    assert sorted(files) == sorted(path.name for suffix in ("*.pdf", "*.md") for path in (FOLDER / game).glob(suffix))
    assert [booklet["order"] for booklet in booklets] == list(range(1, len(booklets) + 1))
    assert {booklet["kind"] for booklet in booklets} <= set(BookletKind)
    assert all(booklet["title"] and set(booklet["languages"]) <= {"en", "fr"} for booklet in booklets)
    assert all(booklet["amends"] in slugs for booklet in booklets if "amends" in booklet)
    assert all("amends" in booklet for booklet in booklets if booklet["kind"] == "errata")


def test_core_booklets_are_whole_rulebooks() -> None:
    """At least three games have a core booklet of eight pages or more, and none has a shorter one."""
    cores = [(game, b["file"]) for game in GAMES for b in _game(game)["booklets"] if b["kind"] == "core"]
    lengths = {f"{game}/{file}": len(_pages(f"{game}/{file}")) for game, file in cores}
    assert len({game for game, _ in cores}) >= 3
    assert min(lengths.values()) >= 8, lengths


def test_twins_say_the_same_on_the_same_page() -> None:
    """The French and the English backgammon have the same pages and the same numbers in their tables."""
    english, french = _pages("backgammon/backgammon-en.pdf"), _pages("backgammon/backgammon-fr.pdf")
    assert len(english) == len(french)
    row = "11 12 14 15 15 17 6 6 5 3 2 3"
    assert row in english[10] and row in french[10]


def test_pages_4_of_base_and_expansion_disagree() -> None:
    """The trap: one heading, two booklets, the same page number, other numbers."""
    base, expansion = _layer("hnefatafl/hnefatafl.pdf")[3], _layer("hnefatafl/alea-evangelii.pdf")[3]
    for page in (base, expansion):
        assert page.startswith("Forces and first move")
    assert "Attackers 24" in base and "Attackers 72" in expansion
    assert "20 minutes" in base and "45 minutes" in expansion
    assert "any number" in base and "at most three" in expansion


def test_one_page_has_a_hidden_layer_that_lies() -> None:
    """Page 9 of the belote is a picture over text in render mode 3 that says other things than the picture."""
    with pymupdf.open(FOLDER / "belote/belote.pdf") as document:
        page = document[8]
        assert page.get_images() and {span["type"] for span in page.get_texttrace()} == {3}
        hidden = set(_plain(page.get_text()).split())
    seen = set(_pages("belote/belote.pdf")[8].split())
    assert len(hidden & seen) < len(seen) / 3


def test_scan_has_pictures_and_no_text() -> None:
    """Every page of the scanned booklet is one grey picture of 200 DPI or more, without a letter of text."""
    with pymupdf.open(FOLDER / SCAN) as document:
        for page in document:
            assert page.get_text() == ""
            (image,) = page.get_image_info()
            assert image["colorspace"] == 1 and image["height"] * 72 / page.rect.height >= 200


@pytest.mark.slow
def test_tesseract_reads_the_scan(tmp_path: Path) -> None:
    """Slanted and dirty, a page of the scan is still read nearly without a fault."""
    picture = tmp_path / "page"
    poppler = [program("pdftoppm"), "-r", "300", "-gray", "-png", "-singlefile", "-f", "7", "-l", "7"]
    subprocess.run([*poppler, FOLDER / SCAN, picture], check=True)
    tesseract = [program("tesseract"), picture.with_suffix(".png"), "-", "-l", "fra", "--psm", "1"]
    read = subprocess.run(tesseract, check=True, capture_output=True, text=True, env={"OMP_THREAD_LIMIT": "1"}).stdout
    words, wanted = _words(read), _words(_pages(SCAN)[6])
    assert len(words & wanted) > 0.95 * len(wanted), wanted - words


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in _plain(text)).split())


@pytest.mark.parametrize(
    ("file", "position", "label"),
    [
        ("backgammon/backgammon-en.pdf", 2, "i"),
        ("backgammon/backgammon-en.pdf", 3, "1"),
        ("backgammon/backgammon-fr.pdf", 11, "9"),
        ("belote/belote.pdf", 3, "ii"),
        ("belote/belote.pdf", 4, "1"),
        ("belote/belote.pdf", 13, "10"),
    ],
)
def test_printed_numbers_are_not_positions(file: str, position: int, label: str) -> None:
    """After a cover and roman pages, the number printed on a page is not its place in the PDF."""
    assert _layer(file)[position - 1].split()[-1] == label


def test_tables_come_with_rules_and_without() -> None:
    """The belote prints one row of values inside drawn lines and the other with none."""
    with pymupdf.open(FOLDER / "belote/belote.pdf") as document:
        page = document[7]
        boxes = [drawing["rect"] for drawing in page.get_drawings()]
        _, ruled, bare = page.search_for("valet")[:3]
    inside = [sum(box.contains(word) and box.height < 40 for box in boxes) for word in (ruled, bare)]
    assert inside[0] and not inside[1]


@pytest.mark.parametrize("question", _questions(), ids=lambda question: str(question["id"]))
def test_quotes_stand_on_their_gold_page(question: dict[str, Any]) -> None:
    """Each gold quote is on the page it names, letter for letter, or describes a picture of that page."""
    for gold in question["gold"]:
        page = _pages(gold["file"])[gold["page"] - 1]
        assert gold["quote"].startswith("[image] ") or _plain(gold["quote"]) in page


def test_questions_are_well_formed() -> None:
    """Every question has the fields of the shared format, files of its game, and a stack that holds them."""
    for question in _questions():
        assert tuple(question) == FIELDS
        assert question["category"] in CATEGORIES and {question["lang"], question["book_lang"]} <= {"en", "fr"}
        files = {question["file"], *question["stack"], *(gold["file"] for gold in question["gold"])}
        assert files == set(question["stack"]) and all((FOLDER / file).is_file() for file in files)
        assert {file.split("/")[0] for file in files} == {question["game"]}
        assert bool(question["gold"]) == (question["category"] != "unanswerable") == bool(question["must_say"])
        for words in question["must_say"]:
            assert words.lower() in question["answer"].lower(), question["id"]


def test_questions_cover_what_the_samples_are_for() -> None:
    """Enough of each kind: traps, pictures, silence, follow-ups, French about English."""
    questions = _questions()
    kinds = [question["category"] for question in questions]
    on_page_4 = [q for q in questions for g in q["gold"] if g["page"] == 4 and q["game"] == "hnefatafl"]
    assert len(questions) >= 48 and len({question["id"] for question in questions}) == len(questions)
    assert kinds.count("visual") >= 8 and kinds.count("unanswerable") >= 6 and kinds.count("followup") >= 4
    assert sum(question["category"] == "cross" for question in on_page_4) >= 6
    assert {question["gold"][0]["file"].split("/")[1] for question in on_page_4} == {
        "hnefatafl.pdf",
        "alea-evangelii.pdf",
    }
    assert sum((question["lang"], question["book_lang"]) == ("fr", "en") for question in questions) >= 8


def test_follow_ups_follow_a_question_of_the_same_table() -> None:
    """A follow-up names an earlier question of the same game with the same booklets in play."""
    seen: dict[str, dict[str, Any]] = {}
    for question in _questions():
        if question["category"] == "followup":
            parent = seen[question["after"]]
            assert (parent["game"], parent["stack"]) == (question["game"], question["stack"])
        else:
            assert question["after"] is None
        seen[question["id"]] = question


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("hnefatafl/alea-evangelii.pdf", ["diagonal", "jump over"]),
        ("belote/belote.pdf", ["aiguilles", "sens inverse", "trois puis deux", "trois, puis deux"]),
        ("backgammon/backgammon-en.pdf", ["five light", "two light checkers", "five checkers"]),
        ("oie/jeu-de-l-oie.pdf", ["23, 27", "de trois cases", "annul"]),
    ],
)
def test_pictures_carry_what_no_text_says(file: str, words: list[str]) -> None:
    """The rules asked about by visual questions are drawn, and nowhere written in that booklet."""
    text = " ".join(_pages(file)).lower()
    assert not [word for word in words if word in text]
