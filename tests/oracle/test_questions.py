from __future__ import annotations

import json
from pathlib import Path

import pytest

from oracle.errors import UsageError
from oracle.questions import half, read_questions


def written(path: Path, *records: dict[str, object]) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    return path


def record(name: str, **more: object) -> dict[str, object]:
    return {"id": name, "game": "Go", "question": f"{name}?", "stack": ["go/rules.pdf"], **more}


def test_halves_are_those_of_the_digest() -> None:
    """Even SHA-256 = work, odd = check: `dnd-srd51-001` is known to be in the first."""
    assert half("dnd-srd51-001") == "work"
    assert {half(f"q{n}") for n in range(20)} == {"work", "check"}


def test_a_follow_up_goes_with_its_parent_and_is_asked_after_it(tmp_path: Path) -> None:
    """The half is that of the first question of the talk; earlier questions come oldest first."""
    file = written(tmp_path / "q.jsonl", record("q1"), record("q2", after="q1"), record("q3", after="q2"))
    first, second, third = read_questions(file)
    assert {item.half for item in (first, second, third)} == {half("q1")}
    assert third.asked.before == ("q1?", "q2?")
    assert first.asked.before == ()


def test_gold_is_kept_apart(tmp_path: Path) -> None:
    """What measures the answer stands in `gold`, with pages as (file, page)."""
    gold = [{"file": "go/rules.pdf", "page": 3, "quote": "…"}]
    (item,) = read_questions(
        written(tmp_path / "q.jsonl", record("q", gold=gold, lang="fr", book_lang="en", visual=True))
    )
    assert item.gold.pages == {("go/rules.pdf", 3)}
    assert (item.gold.language, item.gold.visual) == ("fr>en", True)


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a"}', '{"id": "a", "game": "g", "question": "q", "stack": []}'])
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    """The error says which line of which file."""
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps(record("ok")) + "\n" + line, "utf-8")
    with pytest.raises(UsageError) as caught:
        read_questions(file)
    assert (caught.value.key, caught.value.facts["line"]) == ("eval.bad_line", 2)


def test_an_empty_file_is_no_evaluation(tmp_path: Path) -> None:
    """Figures of nothing would look like figures."""
    with pytest.raises(UsageError, match="no_questions"):
        read_questions(written(tmp_path / "q.jsonl"))
