"""`game.toml`: what it may say, and how it is told that it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import BookletKind
from ingest.errors import BadRulebook
from ingest.gamefile import read_game_file

WHOLE = """
title = "Tafl"
languages = ["en", "fr"]

[[booklets]]
slug = "rules"
file = "rules.pdf"
title = "The King's Table"
kind = "core"
order = 7
languages = ["en"]
ocr = "force"

[[booklets]]
slug = "errata"
file = "sub/errata.md"
kind = "errata"
amends = "rules"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder with two booklets in it."""
    folder = tmp_path / "tafl"
    (folder / "sub").mkdir(parents=True)
    for name in ("rules.pdf", "sub/errata.md", "Rules of Play.pdf"):
        (folder / name).write_text("x")
    (tmp_path / "outside.pdf").write_text("x")
    return folder


def written(folder: Path, text: str) -> Path:
    (folder / "game.toml").write_text(text, "utf-8")
    return folder


def test_several_files_can_be_one_booklet(folder: Path) -> None:
    """In the order of the list; the first names it."""
    text = '[[booklets]]\nfiles = ["rules.pdf", "sub/errata.md"]'
    (entry,) = read_game_file(written(folder, text)).booklets
    assert entry.source == (folder / "rules.pdf", folder / "sub/errata.md")
    assert str(entry.ref) == "tafl/rules"


def test_everything_that_a_game_file_says_is_read(folder: Path) -> None:
    """Titles, kinds, order, languages, what an errata amends."""
    game = read_game_file(written(folder, WHOLE))
    rules, errata = game.booklets
    assert (game.slug, game.title) == ("tafl", "Tafl")
    assert (str(rules.ref), rules.kind, rules.order) == ("tafl/rules", BookletKind.CORE, 7)
    assert (rules.title, rules.languages, rules.ocr, rules.amends) == ("The King's Table", ("en",), "force", None)
    assert (errata.kind, errata.order, errata.amends, errata.ocr) == (BookletKind.ERRATA, 2, "rules", "auto")
    assert errata.languages is None, "a game of two languages does not say which one this sheet has"
    assert errata.source == folder / "sub/errata.md"


def test_a_booklet_needs_no_more_than_its_file(folder: Path) -> None:
    """Slug, title, kind and order have defaults; the only language of the game is the booklet's."""
    (booklet,) = read_game_file(written(folder, 'languages=["fr"]\n[[booklets]]\nfile = "Rules of Play.pdf"')).booklets
    assert (booklet.ref.booklet, booklet.title) == ("rules-of-play", "Rules of Play")
    assert (booklet.kind, booklet.order, booklet.languages) == (BookletKind.CORE, 1, ("fr",))


ONE = '[[booklets]]\nfile = "rules.pdf"\n'


@pytest.mark.parametrize(
    ("text", "key", "named"),
    [
        ("title = ", "unreadable", ""),
        ("title = \"a\"", "missing", "[[booklets]]"),
        ("booklets = []", "missing", "[[booklets]]"),
        ("[[booklets]]\nslug = \"a\"", "missing", "booklets[1].file"),
        ("tilte = \"a\"\n" + ONE, "unknown_key", "tilte"),
        (ONE + "kinds = \"core\"", "unknown_key", "booklets[1].kinds"),
        (ONE + "kind = \"cor\"", "bad_value", "booklets[1].kind"),
        (ONE + "kind = 3", "bad_value", "booklets[1].kind"),
        (ONE + "slug = \"../x\"", "bad_value", "booklets[1].slug"),
        (ONE + "order = true", "bad_value", "booklets[1].order"),
        (ONE + "order = -1", "bad_value", "booklets[1].order"),
        (ONE + "ocr = \"maybe\"", "bad_value", "booklets[1].ocr"),
        (ONE + "title = \"\\u200b\"", "bad_value", "booklets[1].title"),
        (ONE + "languages = \"fr\"", "bad_value", "booklets[1].languages"),
        (ONE + "languages = [\"xx\"]", "bad_value", "booklets[1].languages"),
        ("languages = []\n" + ONE, "bad_value", "languages"),
        ("[[booklets]]\nfiles = []", "bad_value", "booklets[1].files"),
        ("[[booklets]]\nfiles = [\"rules.pdf\", 3]", "bad_value", "booklets[1].files"),
        ("[[booklets]]\nfile = \"rules.pdf\"\nfiles = [\"rules.pdf\"]", "bad_value", "booklets[1].files"),
        ("[[booklets]]\nfiles = [\"rules.pdf\", \"../outside.pdf\"]", "leaves", "booklets[1].files"),
        ("[[booklets]]\nfile = \"../outside.pdf\"", "leaves", "booklets[1].file"),
        ("[[booklets]]\nfile = \"/etc/passwd\"", "leaves", "booklets[1].file"),
        ("[[booklets]]\nfile = \"a\\u0000b\"", "leaves", "booklets[1].file"),
        ("[[booklets]]\nfile = \"gone.pdf\"", "no_such_file", "booklets[1].file"),
        ("[[booklets]]\nfile = \"sub\"", "no_such_file", "booklets[1].file"),
        (ONE + ONE, "twice", "rules"),
        (ONE + "amends = \"nothing\"", "amends", "rules"),
        (ONE + "amends = \"rules\"", "amends", "rules"),
        ("a = " + "[" * 5000, "unreadable", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(folder: Path, text: str, key: str, named: str) -> None:
    """Exit code 4, the file, the key and the value."""
    with pytest.raises(BadRulebook) as caught:
        read_game_file(written(folder, text))
    assert caught.value.key == f"ingest.game.{key}"
    assert caught.value.facts.get("name", "") == named
    assert str(caught.value.facts["file"]).endswith("game.toml")


def test_a_link_does_not_lead_out_of_the_folder(folder: Path) -> None:
    """A booklet that is a link to a file elsewhere is refused."""
    (folder / "link.pdf").symlink_to(folder.parent / "outside.pdf")
    with pytest.raises(BadRulebook) as caught:
        read_game_file(written(folder, '[[booklets]]\nfile = "link.pdf"'))
    assert caught.value.key == "ingest.game.leaves"


def test_a_file_that_is_no_text_or_endless_is_refused(folder: Path) -> None:
    """Bytes that are no UTF-8, and more than a megabyte."""
    for content in (b'title = "\xff"', b"#" * 2_000_000):
        (folder / "game.toml").write_bytes(content)
        with pytest.raises(BadRulebook):
            read_game_file(folder)


def test_the_folder_names_the_game_so_its_name_is_checked(tmp_path: Path) -> None:
    """A folder called "My Game" is told so."""
    folder = tmp_path / "My Game"
    folder.mkdir()
    with pytest.raises(BadRulebook) as caught:
        read_game_file(written(folder, WHOLE))
    assert caught.value.key == "ingest.game.bad_folder"


def test_the_sample_games_are_as_this_module_wants_them(rulebooks: Path) -> None:
    """Every game of ours can be read."""
    games = [read_game_file(file.parent) for file in sorted(rulebooks.glob("*/game.toml"))]
    assert len(games) >= 3
