"""House rules: kept by game, dated, numbered once, and apart from the book."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from oracle.errors import UsageError
from oracle.house import LONGEST, House, HouseRule, NotKept, booklet_text
from oracle.tonight import Tonight
from tests.oracle.commands import oracle

DAY = date(2026, 11, 30)


def test_a_rule_is_kept_with_its_day_and_number(home: Path) -> None:
    """Numbers go on from the last; another game has its own."""
    house = House(home)
    assert house.add("go", "Komi is 7.", DAY) == HouseRule(1, "2026-11-30", "Komi is 7.")
    assert house.add("go", "No resigning.", DAY).n == 2
    assert house.add("chess", "Touch is move.", DAY).n == 1
    assert [each.text for each in House(home).rules("go")] == ["Komi is 7.", "No resigning."]
    assert House(home).games() == ("chess", "go")


def test_rules_go_off_and_on_and_away(home: Path) -> None:
    """One, or all of a game; what is off is kept."""
    house = House(home)
    for text in ("one", "two"):
        house.add("go", text, DAY)
    assert [each.on for each in house.switch("go", False, 1)] == [False, True]
    assert [each.on for each in house.switch("go", False)] == [False, False]
    assert [each.on for each in house.switch("go", True, 2)] == [False, True]
    house.remove("go", 1)
    assert [each.n for each in house.rules("go")] == [2]


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST + 1)])
def test_a_rule_that_says_nothing_or_too_much_is_refused(home: Path, text: str) -> None:
    """Nothing is written."""
    with pytest.raises(UsageError):
        House(home).add("go", text, DAY)
    assert House(home).rules("go") == ()


def test_a_number_that_is_none_is_refused(home: Path) -> None:
    """Nothing changes."""
    House(home).add("go", "one", DAY)
    for wrong in (lambda: House(home).switch("go", False, 9), lambda: House(home).remove("go", 9)):
        with pytest.raises(UsageError):
            wrong()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"rules": [1]}', '{"rules": [{"n": "1"}]}'])
def test_a_damaged_file_is_said_and_left_alone(home: Path, content: str) -> None:
    """No rule is lost by writing over it."""
    file = home / "house" / "go.json"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    with pytest.raises(NotKept):
        House(home).add("go", "one", DAY)
    assert file.read_text() == content


def test_what_a_player_writes_is_text() -> None:
    """No heading, link, code or HTML comes of it."""
    made = booklet_text([HouseRule(1, "2026-11-30", "# *a* [b](http://c) `d`")], "House", lambda rule: f"Rule {rule.n}")
    assert made == "# House\n\n## Rule 1\n\n\\# \\*a\\* \\[b\\]\\(http\\:\\/\\/c\\) \\`d\\`\n"


def test_only_what_is_on_is_in_the_booklet() -> None:
    """What is off weighs on no answer."""
    rules = [HouseRule(1, "2026-11-30", "one", on=False), HouseRule(2, "2026-11-30", "two")]
    assert "one" not in booklet_text(rules, "House", lambda rule: str(rule.n))


# --- as a shell sees it ------------------------------------------------------------------------------


def test_a_house_rule_is_found_beside_the_book_and_never_as_the_book(gates_home: Path) -> None:
    """It is labelled, on the table even where booklets were chosen before, and gone when it is taken off."""
    run = ("--home", str(gates_home))
    oracle(*run, "stack", "gates", "core")
    said = oracle(*run, "house", "add", "A yellow umbrella may be exchanged for nine coins.")
    assert (said.code, "House rule 1 of gates" in said.out) == (0, True)
    assert Tonight(gates_home).chosen("gates") == ("core", "house-rules")
    found = oracle(*run, "search", "May I exchange a yellow umbrella?", "--json").json["passages"][0]
    assert (found["kind"], found["booklet"], found["page"]) == ("house", "house-rules", None)
    assert "umbrella" in found["text"]
    assert "– gates 1" in oracle(*run, "house", "off", "1").out
    after = oracle(*run, "search", "May I exchange a yellow umbrella?", "--json").json["passages"]
    assert all(each["kind"] != "house" for each in after)
    assert [each["on"] for each in oracle(*run, "house", "list", "--json").json["games"][0]["rules"]] == [False]


def test_a_rule_that_is_not_there_is_told_of(gates_home: Path) -> None:
    """Exit 2, with the command that lists them."""
    told = oracle("--home", str(gates_home), "house", "rm", "3")
    assert (told.code, "oracle house list" in told.err) == (2, True)
