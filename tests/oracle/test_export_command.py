from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from oracle.grammar import VERDICT_LABEL
from tests.oracle.commands import oracle
from tests.oracle.test_chat_command import chat

DICE, ICON = "How many dice do I roll?", "What does the RED icon mean?"
SAID = f"{VERDICT_LABEL} says\nTwo: “On your turn, roll two dice” [[1]]."


@pytest.fixture
def asked(gates_home: Path, tmp_path: Path) -> Path:
    """A home in which two questions were asked: one answered, one with passages alone."""
    (tmp_path / "answer.txt").write_text(SAID, "utf-8")
    oracle("ask", "-b", "core", "--answer-file", str(tmp_path / "answer.txt"), DICE)
    oracle("ask", "--no-model", ICON)
    return gates_home


def name(words: str) -> str:
    return str(oracle("log", "-q", words, "--json").json["runs"][0]["id"])


def test_an_answer_is_taken_out_as_markdown_and_as_one_html_file(asked: Path, tmp_path: Path) -> None:
    """On standard output by default; as HTML with the place of the book, its words marked, inside the file."""
    shown = oracle("export", name("dice"))
    assert shown.code == 0
    assert (
        "Two: “On your turn, roll two dice” \\[1\\]." in shown.out and "(core rules), p. 2: “On your turn" in shown.out
    )
    ran = oracle("export", name("dice"), "--html", str(tmp_path / "one.html"), "-o", str(tmp_path / "one.md"))
    assert (ran.code, ran.out) == (0, "") and "one.html" in ran.err
    assert (tmp_path / "one.md").read_text("utf-8") == shown.out
    page = (tmp_path / "one.html").read_text("utf-8")
    pictures = re.findall(r'src="data:image/\w+;base64,([^"]+)"', page)
    with Image.open(io.BytesIO(base64.b64decode(pictures[0]))) as crop:
        assert len(pictures) == 1 and crop.width > 100
        colours = crop.convert("RGB").getcolors(1 << 20) or []
        assert any(red > 240 and green > 200 and blue < 140 for _, (red, green, blue) in colours)


def test_an_evening_a_conversation_and_favourites(asked: Path) -> None:
    """Each choice has its answers, oldest first; without one it is the last answer."""
    questions = {
        choice: [each["question"] for each in oracle("export", *choice, "--json").json["answers"]]
        for choice in ((), ("--evening",), ("--conversation", name("dice")))
    }
    assert list(questions.values()) == [[ICON], [DICE, ICON], [DICE]]
    assert oracle("export", "--starred").code == 2
    assert oracle("log", "star", name("dice")).code == 0
    assert [each["question"] for each in oracle("export", "--starred", "--json").json["answers"]] == [DICE]
    assert [run["starred"] for run in oracle("log", "--starred", "--json").json["runs"]] == [True]
    assert "★" in oracle("log").out
    oracle("log", "star", name("dice"), "--off")
    assert oracle("log", "--starred", "--json").json["runs"] == []


def test_an_answer_of_an_earlier_revision_says_so(asked: Path, tmp_path: Path) -> None:
    """A booklet that is gone costs the pictures and the marks that vouch for quotes, never the answer."""
    run = name("dice")
    assert "\\] ✓ " in oracle("export", run).out
    assert oracle("ingest", "remove", "gates/core", "--yes").code == 0
    ran = oracle("export", run)
    assert ran.code == 0 and "On your turn, roll two dice" in ran.out
    assert "no longer on the shelf" in ran.out and "\\] ✓ " not in ran.out
    (told,) = oracle("export", run, "--json").json["answers"]
    assert {each["verified"] for each in told["citations"]} == {False}


def test_what_stands_in_the_way_is_said(asked: Path, tmp_path: Path) -> None:
    """Another file is not written over; a folder that cannot be written has its code; two choices are one too many."""
    (tmp_path / "rules.html").write_bytes(b"%PDF-1.7")
    assert oracle("export", "--html", str(tmp_path / "rules.html")).code == 2
    assert (tmp_path / "rules.html").read_bytes() == b"%PDF-1.7"
    (tmp_path / "file").write_text("")
    assert oracle("export", "--md", str(tmp_path / "file" / "x.md")).code == 9
    assert oracle("export", "-o", str(tmp_path / "x.pdf")).code == 2
    assert oracle("export", "--evening", "--starred").code == 2
    assert oracle("export", "--html", "-", "--json").code == 2
    assert oracle("export", "aaaa").code == 2


@pytest.mark.parametrize(
    ("name", "text"), [("README.md", "# My notes\n"), ("index.html", "<!DOCTYPE html>\n<p>mine\n")]
)
def test_what_others_wrote_is_left_as_it_is(asked: Path, tmp_path: Path, name: str, text: str) -> None:
    """Also where it is of the same kind: only an export is written anew."""
    file = tmp_path / name
    file.write_text(text)
    assert oracle("export", "-o", str(file)).code == 2
    assert file.read_text() == text
    file.unlink()
    for _ in range(2):
        assert oracle("--lang", "fr", "export", "-o", str(file)).code == 0


def test_json_and_a_file_come_together(asked: Path, tmp_path: Path) -> None:
    """What was asked for is written: the document here, the page there."""
    ran = oracle("export", "--json", "--html", str(tmp_path / "a.html"))
    assert ran.json["answers"] and (tmp_path / "a.html").is_file()


def test_where_nothing_was_asked_there_is_nothing_to_take_out(gates_home: Path) -> None:
    """It is said with what to type."""
    ran = oracle("export")
    assert (ran.code, ran.out) == (2, "") and "oracle ask" in ran.err


def test_a_conversation_is_gone_on_with(asked: Path) -> None:
    """`chat --resume` puts the game on the table, says what was said, and asks in the same conversation."""
    run = oracle("log", "-q", "dice", "--json").json["runs"][0]
    ran = chat(asked, "And if I roll a seven?", flags=("--resume", run["id"]))
    assert ran.code == 0 and "Two: “On your turn" in ran.out and DICE in ran.err
    newest = oracle("log", "-n", "1", "--json").json["runs"][0]
    assert newest["conversation"] == run["conversation"] and newest["question"] == "And if I roll a seven?"
