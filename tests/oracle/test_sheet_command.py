from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fakes.scripted_model import ScriptedModel, Step
from tests.oracle.commands import oracle
from tests.oracle.test_end_to_end import connected

__all__ = ["connected"]


@pytest.fixture
def library(gates_home: Path) -> Path:
    """The home of the test holds the game `gates`."""
    return gates_home


def test_a_sheet_is_printed_with_a_page_behind_every_line(library: Path) -> None:
    """The base game first, then what the expansion adds, by its kind."""
    ran = oracle("sheet", "setup", "-g", "gates")
    assert ran.code == 0, ran.err
    assert "Each player takes seven coins and one pawn of the same colour.  [core, p. 1]" in ran.out
    assert "(expansion)" in ran.out
    assert ran.out.index("seven coins") < ran.out.index("three coins more")
    assert "Take three coins more." not in oracle("sheet", "setup", "-g", "gates", "--no-expansions").out


def test_the_json_holds_every_line_with_its_key_and_says_that_it_was_kept(library: Path) -> None:
    """As its schema promises; the second time nothing is made again, until `--fresh`."""
    first = oracle("sheet", "turn", "-g", "gates", "--json").json
    assert first["found"] == "headings"
    assert {line["page"] for line in first["groups"][0]["lines"]} == {2}
    assert oracle("sheet", "turn", "-g", "gates", "--json").json["cached"] is True
    assert oracle("sheet", "turn", "-g", "gates", "--json", "--fresh").json["cached"] is False


def test_nothing_found_is_an_answer(library: Path) -> None:
    """Exit 0, and what was looked for; in French too."""
    ran = oracle("--lang", "fr", "sheet", "icons", "-g", "gates")
    assert ran.code == 0
    assert "Icônes" in ran.out


def test_the_page_is_written_as_html_and_over_nothing_else(library: Path, tmp_path: Path) -> None:
    """A slip of the hand costs no rulebook."""
    file = tmp_path / "sheet.html"
    assert oracle("sheet", "setup", "-g", "gates", "--html", str(file)).code == 0
    assert file.read_text("utf-8").startswith("<!doctype html>")
    assert oracle("sheet", "setup", "-g", "gates", "--html", str(file)).code == 0
    book = tmp_path / "book.pdf"
    book.write_bytes(b"%PDF-1.7")
    ran = oracle("sheet", "setup", "-g", "gates", "--html", str(book))
    assert ran.code == 2
    assert book.read_bytes() == b"%PDF-1.7"
    ran = oracle("sheet", "setup", "-g", "gates", "--html", str(tmp_path / "no" / "x.html"))
    assert ran.code == 9
    assert "--png" not in ran.err
    assert not (tmp_path / "no").exists()


def test_the_page_goes_to_standard_output_alone(library: Path) -> None:
    """`--html -` prints one document and no sheet beside it."""
    ran = oracle("sheet", "setup", "-g", "gates", "--html", "-")
    assert ran.out.startswith("<!doctype html>") and ran.out.endswith("</html>\n")
    assert oracle("sheet", "setup", "-g", "gates", "--html", "-", "--json").code == 2


def test_as_many_play_as_the_table_says(library: Path) -> None:
    """The number that was chosen for the evening holds, where none is named."""
    assert oracle("stack", "gates", "-p", "3").code == 0
    assert oracle("sheet", "setup", "-g", "gates", "--json").json["players"] == 3
    assert oracle("sheet", "setup", "-g", "gates", "-p", "2", "--json").json["players"] == 2


def test_claude_condenses_a_sheet_and_each_line_is_checked(connected: Path, scripted_model: ScriptedModel) -> None:
    """The real CLI behind a real sshd: one request without a tool; what the book does not carry is not shown."""
    scripted_model.play(
        Step(
            "Seven coins and a pawn each: “Each player takes seven coins and one pawn” [[1]].\n"
            "Take eight gold bars: “Each player takes seven coins” [[1]]."
        )
    )
    ran = oracle("sheet", "setup", "-g", "gates", "-b", "core", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["made"] == "condensed"
    lines = ran.json["groups"][0]["lines"]
    assert lines[0]["text"] == "Seven coins and a pawn each"
    assert not any("eight" in line["text"] for line in lines)
    (asked,) = scripted_model.history
    assert asked.tools == ()
    assert "cheat sheet" in json.dumps(asked.body["system"])
