from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from ingest.contracts import BookletKind, BookletRef
from ingest.fingerprint import AddOrder
from ingest.pipeline import add
from ingest.settings import Settings
from oracle.grammar import VERDICT_LABEL
from tests.builders import tiny_pdf
from tests.oracle.commands import oracle

CORE = (
    "Setup\nEach player takes seven coins and one pawn of the same colour.",
    "Turn\nOn your turn, roll two dice and move your pawn that many spaces.\nIf you roll a seven, pay two coins.",
    "The board\nThe red icon marks a closed gate: no pawn may pass it.",
)
EXTRA = ("Setup\nTake three coins more.", "Turn\nOn your turn, roll three dice instead of two.")
KEYS = """
question standalone_question language zone gate verdict answer statements citations struck page_read degraded passages
model tokens ms
"""


def with_board(file: Path, pages: Sequence[str]) -> Path:
    """Put a picture on the page that speaks of the board."""
    board = Image.effect_noise((400, 300), 80).convert("RGB")
    board.paste((200, 0, 0), (150, 100, 250, 200))
    png = io.BytesIO()
    board.save(png, "PNG")
    with pymupdf.open(file) as document:
        for number, text in enumerate(pages):
            if "board" in text:
                document[number].insert_image((50, 150, 370, 390), stream=png.getvalue())
        document.saveIncr()
    return file


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a small game: a core booklet and an expansion, embedded by the hash provider."""
    place = tmp_path_factory.mktemp("ask")
    settings = Settings(place / "home", models=("hash",))
    for name, pages, kind in (("core", CORE, BookletKind.CORE), ("extra", EXTRA, BookletKind.EXPANSION)):
        order = AddOrder(BookletRef("gates", name), name.title(), kind, languages=("en",))
        add(with_board(tiny_pdf(place / f"{name}.pdf", pages), pages), order, settings)
    (place / "home" / "config.toml").write_text('[embedding]\nmodels = ["hash"]\n')
    return place / "home"


@pytest.fixture
def home(books: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home of the test, without the runs of another."""
    monkeypatch.setenv("ORACLE_HOME", str(books))
    yield books
    (books / "runs.db").unlink(missing_ok=True)


def given(tmp_path: Path, text: str) -> str:
    file = tmp_path / "answer.txt"
    file.write_text(text, "utf-8")
    return str(file)


def test_without_a_machine_the_passages_are_the_answer(home: Path) -> None:
    """Said plainly, exit 0, and how to connect one goes to standard error."""
    ran = oracle("ask", "-g", "gates", "How many dice do I roll?")
    assert ran.code == 0
    assert "On your turn, roll two dice" in ran.out
    assert "passages are the answer" in ran.out
    assert "oracle vm trust" in ran.err


def test_the_json_has_the_fields_of_the_issue_in_their_order(home: Path) -> None:
    """With a schema number, and nothing else on standard output."""
    ran = oracle("ask", "-g", "gates", "--no-model", "--json", "How many dice do I roll?")
    assert list(ran.json) == ["schema", *KEYS.split()]
    assert (ran.json["schema"], ran.json["verdict"], ran.json["answer"], ran.json["page_read"]) == (1, None, "", None)
    assert ran.json["language"] == "en"
    assert ran.json["passages"][0]["key"].startswith("gates/")


def test_a_visual_question_names_the_one_picture_that_a_model_would_look_at(home: Path) -> None:
    """Its path exists, and it is a view of the right page."""
    ran = oracle("ask", "-g", "gates", "--no-model", "What does the red icon on the board mean?")
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "What does the red icon on the board mean?").json
    assert dry["view"] is not None
    assert (dry["view"]["booklet"], dry["view"]["page"]) == ("core", 3)
    assert Path(dry["view"]["path"]).read_bytes().startswith(b"\x89PNG")
    assert dry["view"]["path"] in ran.out


def test_a_dry_run_prints_what_would_be_sent_and_sends_nothing(home: Path) -> None:
    """The constant command, the constant system text, and the data; the view's path as it is here; no run recorded."""
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "What does the red icon on the board mean?").json
    assert list(dry) == ["schema", "argv", "system_prompt", "messages", "view"]
    message = json.loads(dry["messages"][0]["content"])
    assert message["view"]["path"] == dry["view"]["path"]
    assert dry["system_prompt"] in dry["argv"]
    assert "red icon" not in " ".join(dry["argv"])
    assert not (home / "runs.db").exists()


def test_a_text_question_offers_no_tool(home: Path) -> None:
    """No view, no Read."""
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "How many coins does each player take?").json
    assert dry["view"] is None
    assert dry["argv"][dry["argv"].index("--tools") + 1] == ""


def test_a_given_answer_is_verified_and_what_is_invented_is_struck(home: Path, tmp_path: Path) -> None:
    """The citation that stands names booklet and page; the rest is named and gone."""
    text = (
        f"{VERDICT_LABEL} says\nTwo: “On your turn, roll two dice” [[1]]. You win: “Whoever rolls wins it all” [[77]]."
    )
    ran = oracle("ask", "-g", "gates", "-b", "core", "--json", "--answer-file", given(tmp_path, text), "How many dice?")
    record = ran.json
    assert (ran.code, record["verdict"]) == (0, "says")
    assert [(c["booklet"], c["page"], c["quote"], c["verified"]) for c in record["citations"]] == [
        ("core", 2, "On your turn, roll two dice", True)
    ]
    assert record["struck"] == [
        {"kind": "marker", "text": "[[77]]"},
        {"kind": "quote", "text": "Whoever rolls wins it all"},
    ]
    assert "wins it all" not in record["answer"]


def test_for_people_the_verdict_comes_first_and_the_struck_is_listed(home: Path, tmp_path: Path) -> None:
    """Passages, then the answer, then what was verified."""
    text = f"{VERDICT_LABEL} says\nTwo: “On your turn, roll two dice” [[1]]. And “Whoever rolls wins it all” [[1]]."
    out = oracle("ask", "-g", "gates", "-b", "core", "--answer-file", given(tmp_path, text), "How many dice?").out
    places = [out.index(part) for part in ("[1] Core", "The book says:", "1 quotation verified", "✗ ")]
    assert places == sorted(places)


def test_an_answer_of_which_nothing_stands_is_withheld(home: Path, tmp_path: Path) -> None:
    """Exit 8, passages on standard output, the reason on standard error."""
    text = f"{VERDICT_LABEL} says\nNine dice, “Whoever rolls wins it all” [[1]]."
    ran = oracle("ask", "-g", "gates", "--answer-file", given(tmp_path, text), "How many dice do I roll?")
    assert ran.code == 8
    assert "roll two dice" in ran.out and "Nine dice" not in ran.out
    assert "withheld" in ran.err


def test_a_question_comes_from_standard_input(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `-`."""
    monkeypatch.setattr("sys.stdin", io.StringIO("How many dice do I roll?\n"))
    assert oracle("ask", "-g", "gates", "--json", "--no-model", "-").json["question"] == "How many dice do I roll?"


def test_a_follow_up_continues_the_last_conversation(home: Path, tmp_path: Path) -> None:
    """`-c` carries the topic on, and stays in the same conversation."""
    said = given(tmp_path, f"{VERDICT_LABEL} says\n“On your turn, roll two dice” [[1]].")
    oracle("ask", "-g", "gates", "-b", "core", "--answer-file", said, "How many dice do I roll on my turn?")
    record = oracle("ask", "-g", "gates", "-c", "--no-model", "--json", "And with a seven?").json
    assert "dice" in record["standalone_question"]
    with sqlite3.connect(home / "runs.db") as database:
        assert database.execute("SELECT count(*), count(DISTINCT conversation) FROM run").fetchone() == (2, 1)


def test_a_follow_up_to_nothing_is_said_and_asked_all_the_same(home: Path) -> None:
    """On standard error."""
    ran = oracle("ask", "-g", "gates", "-c", "--no-model", "How many dice do I roll?")
    assert ran.code == 0
    assert "no earlier conversation" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("ask", "-g", "gates", "  "), 2),
        (("ask", "-g", "gaits", "How many dice?"), 2),
        (("ask", "-g", "../../x", "How many dice?"), 2),
        (("ask", "-g", "gates", "-b", "nowhere", "How many dice?"), 2),
        (("ask", "-g", "gates", "--answer-file", "/nowhere", "How many dice?"), 2),
        (("ask", "-g", "gates", "x" * 10_001), 2),
    ],
)
def test_a_bad_command_is_a_usage_error(home: Path, arguments: tuple[str, ...], code: int) -> None:
    """One sentence on standard error, nothing on standard output."""
    ran = oracle(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.strip()


def test_a_game_need_not_be_named_where_there_is_only_one(home: Path) -> None:
    """The only game on the table is meant."""
    assert oracle("ask", "--no-model", "How many dice do I roll?").code == 0


def test_no_library_at_all_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 5."""
    monkeypatch.setenv("ORACLE_HOME", str(tmp_path / "empty"))
    assert oracle("ask", "-g", "gates", "How many dice?").code == 5


def test_the_answer_speaks_the_questions_language(home: Path, tmp_path: Path) -> None:
    """A French question about an English booklet gets its verdict in French, and the French instructions."""
    said = given(tmp_path, f"{VERDICT_LABEL} silent")
    out = oracle("ask", "-g", "gates", "--answer-file", said, "Combien de dés faut-il lancer à mon tour ?").out
    assert "Le livret n’en dit rien." in out
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "Combien de dés faut-il lancer à mon tour ?").json
    assert "Answer in French" in dry["system_prompt"]
    forced = oracle("ask", "-g", "gates", "--lang", "en", "--dry-run", "--json", "Combien de dés faut-il lancer ?").json
    assert "Answer in English" in forced["system_prompt"]
