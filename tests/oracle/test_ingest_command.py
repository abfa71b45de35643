"""`oracle ingest` as a shell sees it: real reading, real index, the embedder for tests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from ingest.cli.shelf import size
from oracle.texts import Texts, catalogue
from tests.builders import tiny_pdf
from tests.oracle.commands import oracle
from tests.tools import program

KING = "The king stands on the throne.\nHe moves like a rook in any direction.\nHe wins at the edge of the board."
PAWN = "A pawn is taken between two enemies.\nIt leaves the board at once and never comes back."
RESULT = {
    "file", "game", "booklet", "revision", "changed", "pages", "unreadable_pages", "embedded", "reused", "warnings",
    "error", "exit",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _hash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The embedder for tests, and file names without a path."""
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one booklet of two pages and a Markdown FAQ, made by the commands themselves."""
    folder = tmp_path_factory.mktemp("shelf")
    tiny_pdf(folder / "Rules of Tafl.pdf", [KING, PAWN])
    (folder / "faq.md").write_text("# Questions\n\nMay the king capture a pawn? Yes, as any other piece may.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
        home = ("--home", str(folder / "home"))
        assert oracle(*home, "ingest", "add", str(folder / "Rules of Tafl.pdf"), "-g", "tafl").code == 0
        assert oracle(*home, "ingest", "add", str(folder / "faq.md"), "-g", "tafl", "--kind", "faq").code == 0
    return folder / "home"


def rules(name: str = "rules.md", text: str = KING) -> str:
    Path(name).write_text(f"# Rules\n\n{text}\n")
    return name


def test_an_error_while_reading_names_the_file_that_was_given() -> None:
    """Not the copy of it that is read."""
    Path("empty page.md").write_text("<!-- nothing to see -->\n")
    ended = oracle("ingest", "add", "empty page.md", "-g", "tafl")
    assert ended.code == 4
    assert "“empty page.md” holds no text" in ended.err


def test_several_files_are_one_booklet_when_told_so() -> None:
    """In their order; nothing is read again when nothing moved, and all of it when their order did."""
    tiny_pdf(Path("b.pdf"), [KING])
    tiny_pdf(Path("a.pdf"), [PAWN, PAWN])
    command = ("ingest", "add", "b.pdf", "a.pdf", "-g", "tafl", "--as-one", "-b", "rules", "--json")
    (result,) = oracle(*command).json["results"]
    assert (result["file"], result["booklet"], sum(result["pages"].values())) == ("b.pdf, a.pdf", "rules", 3)
    assert not oracle(*command).json["results"][0]["changed"]
    found = oracle("search", "-g", "tafl", "--json", "king throne").json["passages"]
    assert [hit["page"] for hit in found if "throne" in hit["text"]] == [1]
    turned = ("ingest", "add", "a.pdf", "b.pdf", "-g", "tafl", "--as-one", "-b", "rules", "--json")
    assert oracle(*turned).json["results"][0]["changed"]
    assert oracle("ingest", "verify", "--json").code == 0


# --- add ---------------------------------------------------------------------------------------------


def test_add_publishes_and_reports_in_json() -> None:
    """The shape that scripts rely on, and nothing else on standard output; a second time is a no-op."""
    tiny_pdf(Path("rules.pdf"), [KING, "", PAWN])
    first = oracle("ingest", "add", "rules.pdf", "-g", "tafl", "--json")
    (result,) = first.json["results"]
    assert (first.code, first.json["schema"], set(result)) == (0, 1, RESULT)
    assert (result["game"], result["booklet"], result["changed"], result["error"]) == ("tafl", "rules", True, None)
    assert result["pages"] == {"text": 2, "ocr": 0, "blank": 1, "unreadable": 0}
    assert result["embedded"] >= 2
    assert "rules.pdf: reading pages 3/3" in first.err
    (again,) = oracle("ingest", "add", "rules.pdf", "-g", "tafl", "--json").json["results"]
    assert (again["changed"], again["revision"], again["embedded"]) == (False, result["revision"], 0)
    assert sum(again["pages"].values()) == 0


def test_add_reports_to_people_in_their_language() -> None:
    """One line a file on standard output, the total on standard error, and what to type next."""
    ran = oracle("--lang", "fr", "ingest", "add", rules(), "-g", "tafl")
    assert "rules.md → tafl/rules : pages lues : 1" in ran.out
    assert "publiés : 1" in ran.err
    assert ran.err.endswith('Pour demander : oracle ask -g tafl "… ?"\n')
    assert "oracle ask" not in oracle("ingest", "add", rules(), "-g", "tafl").err  # nothing changed


def test_what_nobody_may_ask_of_yet_is_not_offered_to_be_asked() -> None:
    """A draft."""
    assert "oracle ask" not in oracle("ingest", "add", rules(), "-g", "tafl", "--draft").err


def test_errors_speak_the_language_that_was_asked_for(home: Path) -> None:
    """By the option, and by the user's config.toml."""
    assert "Il n’y a encore aucun jeu" in oracle("--lang", "fr", "ingest", "list").err
    home.mkdir()
    (home / "config.toml").write_text('lang = "fr"')
    assert "Il n’y a encore aucun jeu" in oracle("ingest", "list").err
    assert "There is no game yet" in oracle("--lang", "en", "ingest", "list").err


def test_several_files_are_all_reported_and_the_worst_is_the_exit_code(home: Path) -> None:
    """A good one, an empty one, one that is not there, and a folder."""
    Path("empty.pdf").touch()
    ran = oracle("ingest", "add", rules(), "empty.pdf", "gone.pdf", ".", "-g", "tafl", "--json")
    assert ran.code == 4
    assert [result["exit"] for result in ran.json["results"]] == [0, 4, 2, 2]
    assert [bool(result["error"]) for result in ran.json["results"]] == [False, True, True, True]
    assert home.exists()


@pytest.mark.parametrize(
    ("name", "code"), [("empty.pdf", 4), ("page.pdf", 4), ("cut.pdf", 4), ("locked.pdf", 4), ("gone.pdf", 2), ("", 2)]
)
def test_bad_input_is_refused_and_nothing_is_written(home: Path, name: str, code: int) -> None:
    """Each has its sentence and its exit code; the home is not even made."""
    tiny_pdf(Path("good.pdf"), [KING] * 4)
    Path("empty.pdf").touch()
    Path("page.pdf").write_text("<!doctype html><html><body>Not found</body></html>")
    Path("cut.pdf").write_bytes(Path("good.pdf").read_bytes()[:900])
    with pymupdf.open("good.pdf") as document:
        document.save("locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    ran = oracle("ingest", "add", name or ".", "-g", "tafl")
    assert (ran.code, ran.out) == (code, "")
    assert "  → " in ran.err
    assert not home.exists()


@pytest.mark.parametrize("game", ["../../x", "", "Tafl", "a b", "/etc"])
def test_a_bad_game_name_is_a_usage_error(home: Path, game: str) -> None:
    """Exit 2, with a name that would do; nothing written anywhere."""
    ran = oracle("ingest", "add", rules(), "-g", game)
    assert (ran.code, ran.out) == (2, "")
    assert re.search(r"→ -g [a-z0-9-]+\n", ran.err)
    assert not home.exists()


def test_no_poppler_and_no_language_are_missing_tools(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 3 and what to install; nothing is written."""
    tiny_pdf(Path("rules.pdf"), [KING])
    tesseract = program("tesseract")
    monkeypatch.setenv("ORACLE_OCR_LANGUAGES", "tlh_x")
    ran = oracle("ingest", "add", "rules.pdf", "-g", "tafl")
    assert (ran.code, "tlh_x" in ran.err) == (3, True)
    Path("bin").mkdir()
    Path("bin/tesseract").symlink_to(tesseract)
    monkeypatch.setenv("PATH", str(Path("bin").absolute()))
    ran = oracle("ingest", "add", "rules.pdf", "-g", "tafl")
    assert (ran.code, "poppler-utils" in ran.err) == (3, True)
    assert not (home / "oracle.db").exists()


def test_a_read_only_home_cannot_be_written(tmp_path: Path) -> None:
    """Exit 9, for a home that is there and for one that would have to be made."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    for home in (closed, closed / "home"):
        assert oracle("--home", str(home), "ingest", "add", rules(), "-g", "tafl").code == 9
    assert list(closed.iterdir()) == []


def test_hostile_names_make_safe_booklets_and_are_shown_escaped() -> None:
    """A leading hyphen, bytes that are no text, terminal escapes, another alphabet."""
    names = ["-dash.md", os.fsdecode(b"r\xe9gle.md"), "e\x1b[31m\u202evil.md", "規則.md"]
    for name in names:
        rules(name, f"{KING} {len(name)}")
    ran = oracle("ingest", "add", "-g", "tafl", "--json", "--", *names)
    assert ran.code == 0, ran.err
    assert [result["booklet"] for result in ran.json["results"][:3]] == ["dash", "regle", "e-31mvil"]
    assert ran.json["results"][1]["file"] == r"r\xe9gle.md"
    assert "\x1b" not in ran.out + ran.err + oracle("ingest", "list").out


def test_two_files_never_become_one_booklet() -> None:
    """The second of a name is refused, not published over the first."""
    Path("other").mkdir()
    ran = oracle("ingest", "add", rules(), rules("other/rules.md", PAWN), "-g", "tafl", "--json")
    assert [result["exit"] for result in ran.json["results"]] == [0, 2]
    assert oracle("ingest", "add", "rules.md", "other/rules.md", "-b", "x", "-g", "tafl").code == 2


def test_a_booklet_keeps_what_is_not_said_again() -> None:
    """Kind and title given once stay; what is given again moves."""
    oracle("ingest", "add", rules(), "-g", "tafl", "--kind", "expansion", "--title", "The Great Board", "--lang", "en")
    oracle("ingest", "add", rules(text=PAWN), "-g", "tafl", "--lang", "fr,en")
    (booklet,) = oracle("ingest", "list", "--json").json["games"][0]["booklets"]
    assert (booklet["kind"], booklet["title"]) == ("expansion", "The Great Board")
    assert booklet["languages"] == ["fr", "en"]


def test_a_game_has_the_title_that_it_is_given() -> None:
    """With its first booklet, or with one that is not read again; a booklet that comes later leaves it."""
    oracle("ingest", "add", rules(), "-g", "tafl", "--game-title", "Le jeu de tafl")
    oracle("ingest", "add", rules("faq.md", PAWN), "-g", "tafl")
    assert oracle("games", "--json").json["games"][0]["title"] == "Le jeu de tafl"
    again = oracle("ingest", "add", rules(), "-g", "tafl", "--game-title", "[b]Tafl\x1b[31m[/b]", "--json")
    assert "Tafl" in again.json["results"][0]["warnings"][0]
    assert oracle("games", "--json").json["games"][0]["title"] == "[b]Tafl[/b]"


def test_a_game_is_renamed_without_its_booklets() -> None:
    """However its name is spelt; without a title the one that it has is said, and nothing is written."""
    oracle("ingest", "add", rules(), "-g", "tafl")
    assert oracle("ingest", "title", "tafl").out == "tafl — tafl\n"
    ran = oracle("ingest", "title", "Tafl", "Hnefatafl", "--json")
    assert (ran.code, ran.json) == (0, {"schema": 1, "game": "tafl", "title": "Hnefatafl", "before": "tafl"})
    assert oracle("ingest", "title", "hnefatafl").out == "tafl — Hnefatafl\n"
    assert "Did you mean “tafl”?" in oracle("ingest", "title", "The Hnefatafl").err
    assert oracle("ingest", "title", "tafl", "\u200b").code == 2
    assert oracle("ingest", "title", "chess", "Chess").code == 2


@pytest.mark.parametrize(
    "options",
    [["--lang", "xx"], ["--lang", ","], ["--title", "\u200b"], ["--game-title", " "], ["--kind", "novel"], ["-b", "A"]],
)
def test_options_that_make_no_sense_are_usage_errors(home: Path, options: list[str]) -> None:
    """Exit 2 before anything is done."""
    assert oracle("ingest", "add", rules(), "-g", "tafl", *options).code == 2
    assert not home.exists()


def test_a_dry_run_tells_and_writes_nothing(home: Path) -> None:
    """What would be read, and that there is a new game nearly named like another."""
    ran = oracle("ingest", "add", rules(), "-g", "tafl", "--dry-run", "--json")
    (result,) = ran.json["results"]
    assert (ran.code, ran.json["dry_run"], result["changed"], result["revision"]) == (0, True, True, None)
    assert not home.exists()
    oracle("ingest", "add", "rules.md", "-g", "tafl")
    assert (
        "“tafll” is a new game; there is already “tafl”"
        in oracle("ingest", "add", "rules.md", "-g", "tafll", "--dry-run").err
    )
    assert "nothing changed" in oracle("ingest", "add", "rules.md", "-g", "tafl", "--dry-run").out


def test_force_reads_again(home: Path) -> None:
    """A new revision of the same thing."""
    oracle("ingest", "add", rules(), "-g", "tafl")
    (result,) = oracle("ingest", "add", "rules.md", "-g", "tafl", "--force", "--json").json["results"]
    assert (result["changed"], result["pages"]["text"], result["embedded"]) == (True, 1, 0)


@pytest.mark.slow
def test_an_interrupted_add_leaves_nothing_and_says_130(tmp_path: Path, home: Path) -> None:
    """Control-C while pages are read: exit 130, and the next add works."""
    tiny_pdf(tmp_path / "long.pdf", [f"{KING} {n}" for n in range(60)])
    command = [sys.executable, "-c", "from oracle.cli import run; run()", "ingest", "add", "long.pdf", "-g", "tafl"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if "reading pages" in line:
                child.send_signal(signal.SIGINT)
                break
        child.communicate(timeout=60)
    assert child.returncode == 130
    assert not list((home / "staging").glob("*"))
    assert oracle("ingest", "add", rules(), "-g", "tafl").code == 0
    assert oracle("ingest", "verify").code == 0


# --- list, show, remove --------------------------------------------------------------------------------


def test_list_names_games_and_booklets(shelf: Path) -> None:
    """For people and for scripts."""
    ran = oracle("--home", str(shelf), "ingest", "list")
    assert "tafl/rules-of-tafl · Rules of Tafl · rules · en · pages: 2" in ran.out
    (game,) = oracle("--home", str(shelf), "ingest", "list", "tafl", "--json").json["games"]
    assert {booklet["kind"] for booklet in game["booklets"]} == {"core", "faq"}


def test_show_prints_a_page_and_where_its_picture_is(shelf: Path) -> None:
    """The shape of a page: its chunks carry boxes, its PNG exists."""
    page = oracle("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl:2", "--json").json
    assert (page["game"], page["booklet"], page["page"], page["status"]) == ("tafl", "rules-of-tafl", 2, "text")
    assert set(page) == {
        "schema", "game", "booklet", "revision", "page", "printed_page", "status", "text_source", "dpi", "png", "text",
        "chunks", "language", "quality", "low", "chars", "pictures", "tables", "doubtful_tables", "lettering", "parts",
        "confidence", "doubts", "notes", "width", "height", "blocks", "icons",
    }  # fmt: skip
    assert Path(page["png"]).read_bytes().startswith(b"\x89PNG")
    (chunk,) = page["chunks"]
    assert set(chunk) == {"chunk_id", "type", "section_path", "text", "boxes"}
    assert "taken between two" in chunk["text"]
    assert all(len(box) == 4 for box in chunk["boxes"])
    assert "taken between two" in oracle("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl:2").out


def test_show_without_a_page_lists_the_pages(shelf: Path) -> None:
    """A Markdown page has no picture."""
    pages = oracle("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl", "--json").json["pages"]
    assert [(page["page"], page["status"]) for page in pages] == [(1, "text"), (2, "text")]
    (page,) = oracle("--home", str(shelf), "ingest", "show", "tafl/faq", "--json").json["pages"]
    assert page["png"] is None
    shown = oracle("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl").out
    assert re.search(r"page 2 · text · \d+ characters · en · quality 100 %", shown)


def test_show_writes_a_report_to_check_a_book_by_eye(shelf: Path) -> None:
    """One file with every page's picture in it; one page alone has none, and what cannot be written is exit 9."""
    place = ("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl")
    ran = oracle(*place, "--html", "report.html")
    assert (ran.code, ran.out) == (0, "")
    text = Path("report.html").read_text("utf-8")
    assert text.count('src="data:image/webp;base64,') == 2
    assert "taken between two" in text
    assert oracle(*place, "--html", "no/such/folder.html").code == 9
    assert oracle("--home", str(shelf), "ingest", "show", "tafl/rules-of-tafl:1", "--html", "x.html").code == 2


@pytest.mark.parametrize("command", ["show", "icons"])
def test_what_is_about_a_whole_booklet_says_so_when_given_a_page(shelf: Path, command: str) -> None:
    """The place is well formed: the message does not claim otherwise, and the hint leads on."""
    ran = oracle("--home", str(shelf), "ingest", command, "tafl/rules-of-tafl:1", "--html", "x.html")
    assert (ran.code, ran.out) == (2, "")
    assert "Only for a whole booklet, not for one page" in ran.err
    assert "leave out “:1”" in ran.err


def test_show_says_when_a_page_has_no_image(shelf: Path) -> None:
    """In words, not as a dash."""
    assert "There is no image of this page." in oracle("--home", str(shelf), "ingest", "show", "tafl/faq:1").out


def test_add_names_the_pages_to_look_at() -> None:
    """Those that were read with little certainty, and how to look at them."""
    with pymupdf.open() as document:
        for text, mode in ((KING, 0), ("Qvxz wkrj hidden words of a wrong layer that nobody sees at all here", 3)):
            document.new_page().insert_text((50, 80), text, render_mode=mode)
        document.save("rules.pdf")
    ran = oracle("ingest", "add", "rules.pdf", "-g", "tafl", "--ocr", "off")
    assert ran.code == 0
    assert "page 2 was read with low confidence: look at it" in ran.err
    assert "oracle ingest show tafl/rules --html" in ran.err


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("tafl/rules-of-tafl:3", "no page 3"),
        ("tafl/rules-of-tafl:0", "GAME/BOOKLET"),
        ("tafl/rules-of-tafs", "Did you mean “rules-of-tafl”"),
        ("taffl/faq", "Did you mean “tafl”"),
        ("tafl", "GAME/BOOKLET"),
        ("../etc/passwd:1", "GAME/BOOKLET"),
        ("../x", "cannot name a game"),
    ],
)
def test_what_is_not_there_is_a_usage_error_with_the_nearest_name(shelf: Path, place: str, said: str) -> None:
    """Exit 2, for `show` and `remove` alike; nothing on standard output."""
    ran = oracle("--home", str(shelf), "ingest", "show", place)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_without_any_game_the_commands_say_how_to_begin(home: Path) -> None:
    """Exit 5."""
    for command in (["list"], ["show", "a/b"], ["remove", "a"], ["verify"], ["reindex"]):
        ran = oracle("ingest", *command)
        assert (ran.code, ran.out) == (5, ""), command
        assert "oracle ingest add" in ran.err
    assert not home.exists()


def test_remove_takes_a_booklet_or_a_whole_game_off_the_shelf() -> None:
    """The source stays; an unknown one is a usage error."""
    oracle("ingest", "add", rules(), rules("more.md", PAWN), "-g", "tafl")
    assert oracle("ingest", "remove", "tafl/mor").code == 2
    assert oracle("ingest", "remove", "tafl/rules:1").code == 2
    removed = oracle("ingest", "remove", "tafl/rules", "--json").json["removed"]
    assert removed == [{"game": "tafl", "booklet": "rules"}]
    assert [b["booklet"] for b in oracle("ingest", "list", "--json").json["games"][0]["booklets"]] == ["more"]
    assert oracle("ingest", "remove", "tafl", "--yes").code == 0
    assert oracle("ingest", "list").code == 5
    assert Path("rules.md").exists()


# --- sync, reindex, verify -------------------------------------------------------------------------------


@pytest.fixture
def games() -> Path:
    """A tree with one game of two booklets."""
    folder = Path("games/tafl")
    folder.mkdir(parents=True)
    rules("games/tafl/rules.md")
    rules("games/tafl/errata.md", PAWN)
    (folder / "game.toml").write_text(
        'title = "Tafl"\n[[booklets]]\nfile = "rules.md"\ntitle = "Rules"\n'
        '[[booklets]]\nfile = "errata.md"\nkind = "errata"\namends = "rules"\n'
    )
    return folder.parent


def test_of_several_games_none_is_named_as_the_one_to_ask_about(games: Path) -> None:
    """One game: how to ask about it is said."""
    (games / "dice").mkdir()
    rules("games/dice/rules.md")
    (games / "dice" / "game.toml").write_text('title = "Dice"\n[[booklets]]\nfile = "rules.md"\ntitle = "Rules"\n')
    assert "oracle ask" not in oracle("ingest", "sync", str(games)).err
    rules("games/dice/rules.md", PAWN)
    assert "oracle ask -g dice" in oracle("ingest", "sync", str(games)).err


def test_sync_publishes_a_tree_and_the_second_time_does_nothing(games: Path) -> None:
    """Titles and kinds come from game.toml."""
    first, again = (oracle("ingest", "sync", str(games), "--json") for _ in range(2))
    assert (first.code, [result["changed"] for result in first.json["results"]]) == (0, [True, True])
    assert (again.code, [result["changed"] for result in again.json["results"]]) == (0, [False, False])
    assert sum(sum(result["pages"].values()) + result["embedded"] for result in again.json["results"]) == 0
    (game,) = oracle("ingest", "list", "--json").json["games"]
    assert (game["title"], [b["amends"] for b in game["booklets"]]) == ("Tafl", [None, "rules"])


def test_sync_removes_nothing_unless_told(games: Path) -> None:
    """A stray is named, and removed with --prune only when all the rest went well."""
    oracle("ingest", "add", rules("mine.md", KING), "-g", "tafl")
    ran = oracle("ingest", "sync", str(games))
    assert (ran.code, "tafl/mine: published, but no longer in the folder" in ran.err) == (0, True)
    (games / "tafl" / "errata.md").write_text("")
    assert oracle("ingest", "sync", str(games), "--prune").code == 4
    assert oracle("ingest", "show", "tafl/mine").code == 0
    rules("games/tafl/errata.md", PAWN)
    assert oracle("ingest", "sync", str(games), "--prune", "--dry-run").code == 0
    assert oracle("ingest", "show", "tafl/mine").code == 0
    assert oracle("ingest", "sync", str(games), "--prune").code == 0
    assert oracle("ingest", "show", "tafl/mine").code == 2


def test_a_broken_game_is_reported_beside_the_good_ones(games: Path) -> None:
    """Exit 4, and the others are published."""
    (games / "chess").mkdir()
    (games / "chess" / "game.toml").write_text("title = 3\nbooklets = [{}]")
    ran = oracle("ingest", "sync", str(games), "--json")
    assert (ran.code, [result["exit"] for result in ran.json["results"]]) == (4, [4, 0, 0])
    assert "game.toml" in ran.json["results"][0]["error"]
    assert oracle("ingest", "sync", "nowhere").code == 2


def test_verify_finds_damage_and_reindex_mends_vectors(home: Path) -> None:
    """Exit 5 while something is wrong, 0 when it is mended."""
    oracle("ingest", "add", rules(), "-g", "tafl")
    assert (oracle("ingest", "verify").code, oracle("ingest", "verify", "--json").json["findings"]) == (0, [])
    shutil.rmtree(home / "chroma")
    broken = oracle("ingest", "verify", "--json")
    assert (broken.code, [finding["kind"] for finding in broken.json["findings"]]) == (5, ["damaged"])
    mended = oracle("ingest", "reindex", "--json")
    assert (mended.code, mended.json["results"][0]["changed"]) == (0, False)
    assert oracle("ingest", "verify").code == 0


def test_reindex_embeds_again_when_the_models_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stale is named by verify, and made current from the kept source."""
    oracle("ingest", "add", rules(), "-g", "tafl")
    Path("rules.md").unlink()
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "use")
    assert oracle("ingest", "verify").code == 5
    (result,) = oracle("ingest", "reindex", "--json").json["results"]
    assert (result["changed"], result["embedded"], result["exit"]) == (True, 1, 0)
    assert oracle("ingest", "verify").code == 0


def test_every_kind_and_status_has_its_word() -> None:
    """The words that are looked up by value, which the test of all texts cannot see."""
    from ingest.contracts import BookletKind, PageStatus

    for lang in ("en", "fr"):
        for name in (*(f"kind_{kind}" for kind in BookletKind), *(f"status_{status}" for status in PageStatus)):
            assert Texts(lang)(f"ingest.cli.{name}")
    assert "ingest.cli.would_reuse" in catalogue("fr")


# --- which booklets answer, and what is kept of them -------------------------------------------------


def test_a_draft_answers_nobody_but_who_asks_for_drafts() -> None:
    """Added as one, searched with --draft, published by `status`; each step says what to type next."""
    added = oracle("ingest", "add", rules(), "-g", "tafl", "--draft")
    assert "tafl/rules is a draft" in added.err
    refused = oracle("search", "-g", "tafl", "king")
    assert (refused.code, "oracle ingest status tafl/rules published" in refused.err) == (5, True)
    assert oracle("search", "-g", "tafl", "--draft", "--json", "king").json["passages"]
    (game,) = oracle("ingest", "list", "--json").json["games"]
    assert game["booklets"][0]["status"] == "draft"
    assert "draft" in oracle("ingest", "list").out
    assert oracle("ingest", "show", "tafl/rules", "--json").code == 0
    set_ = oracle("ingest", "status", "tafl/rules", "published", "--json").json
    assert (set_["before"], set_["status"]) == ("draft", "published")
    assert oracle("search", "-g", "tafl", "--json", "king").json["passages"]
    assert oracle("ingest", "status", "tafl/rules").out == "tafl/rules: published\n"


def test_an_archived_booklet_is_named_as_such() -> None:
    """Asked for by name it says that it is archived, not that it does not exist."""
    oracle("ingest", "add", rules("a.md"), rules("b.md", PAWN), "-g", "tafl")
    assert oracle("ingest", "status", "tafl/b", "archived").code == 0
    found = oracle("search", "-g", "tafl", "--json", "pawn").json["passages"]
    assert {passage["booklet"] for passage in found} == {"a"}
    asked = oracle("search", "-g", "tafl", "-b", "b", "pawn")
    assert (asked.code, "archived" in asked.err) == (2, True)
    assert oracle("ingest", "status", "tafl/b", "gone").code == 2


def test_earlier_revisions_are_listed_taken_back_and_pruned() -> None:
    """What pruning frees is said first, and nothing is removed without --yes."""
    oracle("ingest", "add", rules(), "-g", "tafl")
    oracle("ingest", "add", rules(text=PAWN), "-g", "tafl")
    first, second = oracle("ingest", "revisions", "tafl/rules", "--json").json["revisions"]
    assert (first["current"], second["current"]) == (False, True)
    assert first["bytes"] > 0
    assert "1 earlier revision kept" in oracle("ingest", "list").out
    assert "answers again" in oracle("ingest", "restore", "tafl/rules", first["revision"]).out
    found = oracle("search", "-g", "tafl", "--json", "throne").json["passages"]
    assert "throne" in found[0]["text"]
    said = oracle("ingest", "prune", "tafl/rules")
    assert (said.code, second["revision"] in said.out, "--yes" in said.err) == (0, True, True)
    pruned = oracle("ingest", "prune", "--yes", "--json").json
    assert (pruned["pruned"], pruned["removed_now"]) == (True, True)
    assert len(oracle("ingest", "revisions", "tafl/rules", "--json").json["revisions"]) == 1
    assert oracle("ingest", "verify", "--json").code == 0


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(1, "1 kB", "1 ko"), (4_087, "5 kB", "5 ko"), (2_345_678, "2.3 MB", "2,3 Mo")],
)
def test_sizes_are_written_as_people_read_them(count: int, english: str, french: str) -> None:
    """No booklet weighs nothing, and French has a decimal comma."""
    assert (size(Texts("en"), count), size(Texts("fr"), count)) == (english, french)
