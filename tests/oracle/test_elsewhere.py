from __future__ import annotations

import json
from pathlib import Path

import pytest

from oracle.elsewhere import prompts, read_rewrites, write_prompts
from oracle.errors import UsageError
from oracle.evaluate import Shelf, ask_all
from oracle.profile import Profile
from oracle.questions import read_questions
from oracle.rewrite.grammar import LABEL
from oracle.rewrite.prompt import system_text
from tests.builders import tiny_pdf
from tests.fakes.library import FakeLibrary, page
from tests.oracle.commands import oracle

PAGES = (
    "Setup\n\nEach player draws five cards\nand places one token on the board.",
    "Prison\n\nA prisoner leaves the cell\nby paying the fine of two coins.",
    "End of the game\n\nThe game ends when a player\nreaches twenty points.",
)
PIT = {
    "id": "q1", "game": "Go", "question": "Any oubliettes anywhere?", "stack": ["rules.pdf"], "lang": "en",
    "book_lang": "en", "category": "vocab", "gold": [{"file": "rules.pdf", "page": 2, "quote": ""}],
}  # fmt: skip
AND_THEN = PIT | {"id": "q2", "question": "And what does that cost?", "after": "q1"}
WROTE = f"{LABEL} leaving the cell by paying the fine"


def lines(file: Path, *records: object) -> Path:
    file.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    return file


def test_each_question_has_one_line_with_exactly_what_would_be_sent(tmp_path: Path) -> None:
    """System text and messages as the Messages API takes them; a follow-up with its talk; nothing of the gold."""
    items = read_questions(lines(tmp_path / "q.jsonl", PIT, AND_THEN))
    library = FakeLibrary({"rules": ("en", [page(text, section=text.split("\n")[0]) for text in PAGES])})
    file = tmp_path / "prompts.jsonl"
    assert write_prompts(file, prompts(library, Shelf.of(i.asked for i in items), items)) == 2
    first, second = map(json.loads, file.read_text("utf-8").splitlines())
    assert list(first) == ["id", "system_prompt", "messages"]
    assert (first["id"], first["system_prompt"]) == ("q1", system_text())
    ((role, content),) = [(m["role"], m["content"]) for m in second["messages"]]
    told = json.loads(content)
    assert (role, told["question"]) == ("user", "And what does that cost?")
    assert [turn["question"] for turn in told["conversation"]] == ["Any oubliettes anywhere?"]
    assert told["stack"][0]["headings"] == ["Setup", "Prison", "End of the game"]
    assert "vocab" not in content and "rules.pdf" not in content


def test_answers_made_elsewhere_go_through_the_same_parser(tmp_path: Path) -> None:
    """What is no rewrite is named and not used; a question that has none is asked as it is."""
    file = lines(tmp_path / "a.jsonl", {"id": "q1", "text": WROTE}, {"id": "q2", "text": "I would say the fine."})
    told = read_rewrites(file, {"q1", "q2", "q3"})
    assert told.phrases == {"q1": ("leaving the cell by paying the fine",)}
    assert told.figures == {"used": 1, "unusable": ["q2"]}


@pytest.mark.parametrize(
    ("records", "key"),
    [
        ([{"id": "q9", "text": WROTE}], "eval.unknown_rewrite"),
        ([{"id": "q1", "text": WROTE}, {"id": "q1", "text": WROTE}], "eval.bad_rewrite"),
        ([{"id": "q1"}], "eval.bad_rewrite"),
        ([{"id": 1, "text": WROTE}], "eval.bad_rewrite"),
        ([{"id": "q1", "text": None}], "eval.bad_rewrite"),
        (["q1"], "eval.bad_rewrite"),
    ],
)
def test_an_unknown_id_and_a_bad_line_are_errors(tmp_path: Path, records: list[object], key: str) -> None:
    """Each names the file, and the line or the id."""
    with pytest.raises(UsageError) as raised:
        read_rewrites(lines(tmp_path / "a.jsonl", *records), {"q1"})
    assert raised.value.key == key
    assert raised.value.facts["file"] == tmp_path / "a.jsonl"


def test_a_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    """Not JSON, not UTF-8."""
    (tmp_path / "a.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="rewrites_unreadable"):
        read_rewrites(tmp_path / "a.jsonl", {"q1"})
    (tmp_path / "a.jsonl").write_text("{")
    with pytest.raises(UsageError, match="line=1"):
        read_rewrites(tmp_path / "a.jsonl", {"q1"})


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """Before any question is asked."""
    with pytest.raises(UsageError, match="not_written"):
        write_prompts(tmp_path / "nowhere" / "p.jsonl", [])


def test_a_question_is_asked_with_the_rewrite_of_its_id(tmp_path: Path) -> None:
    """The page that the question alone did not find."""
    items = read_questions(lines(tmp_path / "q.jsonl", PIT))
    library = FakeLibrary({"rules": ("en", [page(text) for text in PAGES])})
    shelf = Shelf.of(i.asked for i in items)
    (alone,) = ask_all(library, shelf, items, Profile())
    (beside,) = ask_all(library, shelf, items, Profile(), {"q1": ("leaving the cell by paying the fine",)})
    assert alone.pages[0] != ("rules.pdf", 2)
    assert beside.pages[0] == ("rules.pdf", 2)


def test_the_command_writes_the_prompts_and_takes_the_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One run writes, another uses, and says how many; an unknown id ends with 2 before anything is read."""
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    tiny_pdf(tmp_path / "rules.pdf", PAGES)
    questions = lines(tmp_path / "q.jsonl", PIT, AND_THEN)
    run = ("eval", str(questions), "--rulebooks", str(tmp_path), "--home", str(tmp_path / "home"))
    wrote = oracle(*run, "--rewrite-prompts", str(tmp_path / "p.jsonl"))
    assert wrote.code == 0, wrote.err
    assert "2 prompts" in wrote.err
    ids = [json.loads(line)["id"] for line in (tmp_path / "p.jsonl").read_text("utf-8").splitlines()]
    assert ids == ["q1", "q2"]
    answers = lines(tmp_path / "a.jsonl", {"id": "q1", "text": WROTE}, {"id": "q2", "text": "No."})
    record = oracle(*run, "--rewrites", str(answers), "--json").json
    assert record["rewrites"] == {"used": 1, "unusable": ["q2"]}
    assert record["rows"][0]["rank"] == 1
    assert "rewrites: 1 used" in oracle(*run, "--rewrites", str(answers)).out
    unknown = oracle(*run, "--rewrites", str(lines(tmp_path / "b.jsonl", {"id": "q9", "text": WROTE})))
    assert (unknown.code, "q9" in unknown.err) == (2, True)
