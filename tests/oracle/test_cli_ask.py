from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from oracle.grammar import VERDICT_LABEL
from tests.oracle.commands import oracle
from tests.terminal import Terminal

KEYS = """
question standalone_question language zone gate verdict answer statements citations struck page_read degraded passages
model tokens ms game stack cached amendments differences topic_words rewrites
repaired struck_before dispute id
"""


@pytest.fixture
def library(gates_home: Path) -> Path:
    """The home of the test holds the game `gates`."""
    return gates_home


def given(tmp_path: Path, text: str) -> str:
    file = tmp_path / "answer.txt"
    file.write_text(text, "utf-8")
    return str(file)


def test_without_a_machine_the_passages_are_the_answer(library: Path) -> None:
    """Said plainly, exit 0, and how to connect one goes to standard error."""
    ran = oracle("ask", "-g", "gates", "How many dice do I roll?")
    assert ran.code == 0
    assert "On your turn, roll two dice" in ran.out
    assert "passages are the answer" in ran.out
    assert "oracle vm trust" in ran.err


def test_the_json_has_the_fields_of_the_issue_in_their_order(library: Path) -> None:
    """With a schema number, and nothing else on standard output."""
    ran = oracle("ask", "-g", "gates", "--no-model", "--json", "How many dice do I roll?")
    assert list(ran.json) == ["schema", *KEYS.split()]
    assert (ran.json["schema"], ran.json["verdict"], ran.json["answer"], ran.json["page_read"]) == (1, None, "", None)
    assert ran.json["language"] == "en"
    assert ran.json["passages"][0]["key"].startswith("gates/")


def test_a_visual_question_names_the_one_picture_that_a_model_would_look_at(library: Path) -> None:
    """Its path exists, and it is a view of the right page."""
    ran = oracle("ask", "-g", "gates", "--no-model", "What does the red icon on the board mean?")
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "What does the red icon on the board mean?").json
    assert dry["view"] is not None
    assert (dry["view"]["booklet"], dry["view"]["page"]) == ("core", 3)
    assert Path(dry["view"]["path"]).read_bytes().startswith(b"\x89PNG")
    assert dry["view"]["path"] in ran.out


def test_a_machine_that_is_named_and_not_chosen_has_only_to_be_chosen(library: Path) -> None:
    """The way there is not told again to whoever went most of it."""
    assert "oracle vm trust" in oracle("ask", "-g", "gates", "How many dice do I roll?").err
    assert oracle("config", "set", "vm.host", "my-vm").code == 0
    assert oracle("ask", "-g", "gates", "How many dice do I roll?").err.endswith(
        "→ oracle config set vm.transport ssh\n"
    )


def test_a_machine_that_is_configured_wrongly_costs_no_passages(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are the answer, for people and programs; then why there is no more, with the exit code of that."""
    monkeypatch.setenv("ORACLE_VM_TRANSPORT", "ssh")
    for told in ((), ("--json",)):
        ran = oracle("ask", *told, "How many dice do I roll?")
        assert (ran.code, "oracle vm trust" in ran.err) == (2, True)
        assert ran.json["passages"] if told else "the passages are the answer" in ran.out
    monkeypatch.setattr(sys, "stdin", io.StringIO("How many dice do I roll?\n"))
    talk = oracle("chat")
    assert (talk.code, "[1]" in talk.out, talk.err.count("oracle vm trust")) == (0, True, 1)
    sheet = oracle("sheet", "turn")
    assert (sheet.code, "oracle vm trust" in sheet.err) == (0, True)


def test_on_a_terminal_the_page_is_a_command_away(library: Path) -> None:
    """Whoever sits there is told how to open it; a program that reads along is not."""
    terminal = Terminal("ask", "-g", "gates", "--no-model", "How many dice do I roll?", home=library)
    terminal.wait_for("To open the page: oracle show gates/extra:2")
    assert terminal.leave() == 0
    assert "oracle show" not in oracle("ask", "-g", "gates", "--no-model", "How many dice do I roll?").err


def test_a_dry_run_prints_what_would_be_sent_and_sends_nothing(library: Path) -> None:
    """The constant command, the constant system text, and the data; the view's path as it is here; no run recorded."""
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "What does the red icon on the board mean?").json
    assert list(dry) == ["schema", "argv", "system_prompt", "messages", "view", "rewrite"]
    message = json.loads(dry["messages"][0]["content"])
    assert message["view"]["path"] == dry["view"]["path"]
    assert dry["system_prompt"] in dry["argv"]
    assert "red icon" not in " ".join(dry["argv"])
    assert not (library / "runs.db").exists()


def test_a_dry_run_prints_the_rewrite_that_would_be_asked_for(library: Path) -> None:
    """Its own constant command, without a tool and for one turn; nothing where none would be asked for."""
    story = (
        "Everybody at our table is waiting for me and I have rolled a seven again, so how much is it going to cost me?"
    )
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", story).json
    argv = dry["rewrite"]["argv"]
    assert (argv[argv.index("--tools") + 1], argv[argv.index("--max-turns") + 1]) == ("", "1")
    assert dry["rewrite"]["system_prompt"] in argv
    assert json.loads(dry["rewrite"]["messages"][0]["content"])["question"] == story
    oracle("config", "set", "claude.rewrite", "never")
    assert oracle("ask", "-g", "gates", "--dry-run", "--json", story).json["rewrite"] is None


def test_a_text_question_offers_no_tool(library: Path) -> None:
    """No view, no Read."""
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "How many coins does each player take?").json
    assert dry["view"] is None
    assert dry["argv"][dry["argv"].index("--tools") + 1] == ""


def test_a_budget_of_tokens_decides_how_many_passages_are_sent(library: Path) -> None:
    """As many as fit, whole; `-n` and `--budget` say less, and what is sent is what a program is told of."""
    question = ("ask", "-g", "gates", "How many dice do I roll?")

    def sent(*flags: str) -> list[str]:
        content = oracle(*question, "--dry-run", "--json", *flags).json["messages"][0]["content"]
        return [passage["text"] for passage in json.loads(content)["passages"]]

    every, told = sent(), oracle(*question, "--json").json["passages"]
    assert [passage["text"] for passage in told] == every
    assert sent("-n", "2") == every[:2]
    few = sent("--budget", "12")
    assert 0 < len(few) < len(every) and set(few) < set(every)
    assert oracle("config", "set", "claude.budget", "20").code == 2
    assert oracle("config", "set", "claude.budget", "256").code == 0
    assert every[: len(sent())] == sent()


def test_a_given_answer_is_verified_and_what_is_invented_is_struck(library: Path, tmp_path: Path) -> None:
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


def test_for_people_the_verdict_comes_first_and_the_struck_is_listed(library: Path, tmp_path: Path) -> None:
    """Passages, then the answer, then what was verified."""
    text = f"{VERDICT_LABEL} says\nTwo: “On your turn, roll two dice” [[1]]. And “Whoever rolls wins it all” [[1]]."
    out = oracle("ask", "-g", "gates", "-b", "core", "--answer-file", given(tmp_path, text), "How many dice?").out
    places = [out.index(part) for part in ("[1] Core", "The book says:", "1 quotation verified", "✗ ")]
    assert places == sorted(places)


def test_an_answer_of_which_nothing_stands_is_withheld(library: Path, tmp_path: Path) -> None:
    """Exit 8, passages on standard output, the reason on standard error."""
    text = f"{VERDICT_LABEL} says\nNine dice, “Whoever rolls wins it all” [[1]]."
    ran = oracle("ask", "-g", "gates", "--answer-file", given(tmp_path, text), "How many dice do I roll?")
    assert ran.code == 8
    assert "roll two dice" in ran.out and "Nine dice" not in ran.out
    assert "withheld" in ran.err


def test_a_question_comes_from_standard_input(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `-`."""
    monkeypatch.setattr("sys.stdin", io.StringIO("How many dice do I roll?\n"))
    assert oracle("ask", "-g", "gates", "--json", "--no-model", "-").json["question"] == "How many dice do I roll?"


def test_bytes_that_are_no_text_and_hostile_code_points_do_no_harm(library: Path) -> None:
    """A question from a shell or a pipe may hold anything."""
    question = b"How many \xff\x1b[31m dice\xe2\x80\xae do I roll?"
    command = (sys.executable, "-c", "from oracle.cli import run; run()", "ask", "--no-model", "--json")
    for argument, given in ((question, b""), (b"-", question)):
        ran = subprocess.run((*command, argument), input=given, capture_output=True, check=False)
        assert ran.returncode == 0, ran.stderr
        asked = json.loads(ran.stdout)["question"]
        assert asked.startswith("How many") and not {"\x1b", "\u202e"} & set(asked)


def test_a_follow_up_continues_the_last_conversation(library: Path, tmp_path: Path) -> None:
    """`-c` carries the topic on, and stays in the same conversation."""
    said = given(tmp_path, f"{VERDICT_LABEL} says\n“On your turn, roll two dice” [[1]].")
    oracle("ask", "-g", "gates", "-b", "core", "--answer-file", said, "How many dice do I roll on my turn?")
    record = oracle("ask", "-g", "gates", "-c", "--no-model", "--json", "And with a seven?").json
    assert "dice" in record["standalone_question"]
    with sqlite3.connect(library / "runs.db") as database:
        assert database.execute("SELECT count(*), count(DISTINCT conversation) FROM run").fetchone() == (2, 1)


def test_a_follow_up_to_nothing_is_said_and_asked_all_the_same(library: Path) -> None:
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
def test_a_bad_command_is_a_usage_error(library: Path, arguments: tuple[str, ...], code: int) -> None:
    """One sentence on standard error, nothing on standard output."""
    ran = oracle(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.strip()


def test_a_game_need_not_be_named_where_there_is_only_one(library: Path) -> None:
    """The only game on the table is meant."""
    assert oracle("ask", "--no-model", "How many dice do I roll?").code == 0


def test_no_library_at_all_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 5."""
    monkeypatch.setenv("ORACLE_HOME", str(tmp_path / "empty"))
    assert oracle("ask", "-g", "gates", "How many dice?").code == 5


def test_the_answer_speaks_the_questions_language(library: Path, tmp_path: Path) -> None:
    """A French question about an English booklet gets its verdict in French, and the French instructions."""
    said = given(tmp_path, f"{VERDICT_LABEL} silent")
    out = oracle("ask", "-g", "gates", "--answer-file", said, "Combien de dés faut-il lancer à mon tour ?").out
    assert "Le livret n’en dit rien." in out
    dry = oracle("ask", "-g", "gates", "--dry-run", "--json", "Combien de dés faut-il lancer à mon tour ?").json
    assert "Answer in French" in dry["system_prompt"]
    forced = oracle("ask", "-g", "gates", "--lang", "en", "--dry-run", "--json", "Combien de dés faut-il lancer ?").json
    assert "Answer in English" in forced["system_prompt"]


def test_a_quotation_in_another_language_has_its_translation_under_it(library: Path, tmp_path: Path) -> None:
    """Marked as one, in what is printed, in JSON and in what is taken out; no word of it counts as the book's."""
    said = "VERDICT: says\nOn lance deux dés à son tour : « On your turn, roll two dice » [[1]]."
    run = ("ask", "-g", "gates", "-b", "core", "--answer-file", given(tmp_path, said))
    asked = "Combien de dés est-ce que je lance à mon tour ?"
    ran = oracle(*run, asked)
    assert "    ≈ On lance deux dés à son tour (translation, not the book’s words)" in ran.out.splitlines()
    (cited,) = oracle(*run, "--json", asked).json["citations"]
    assert (cited["quote"], cited["gloss"]) == ("On your turn, roll two dice", "On lance deux dés à son tour")
    assert "≈ On lance deux dés" in oracle("export", "--md", "-").out
