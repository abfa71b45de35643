"""The gold boxes of tests/bench/questions, and the questions of big pages: whole, in their pages, none missing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pymupdf
import pytest

from oracle.questions import read_questions
from tests.bench import sheets
from tests.bench.boxes import BOXES, GoldBox, area, read_boxes

FOLDER = BOXES.parent
ROOT = FOLDER.parent.parent.parent
REGIONS = {name: FOLDER / f"visual-{name}.jsonl" for name in ("regions", "regions-corpus")}
OF_SAMPLES = {"samples": ROOT / "rulebooks/questions.jsonl", "fresh-samples": FOLDER / "fresh-samples.jsonl"}


def wanted(questions: Path) -> set[tuple[str, str, str, int]]:
    """Id, question, file and page of every visual question of a file that has pages."""
    rows = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    return {
        (row["id"], row["question"], gold["file"], gold["page"])
        for row in rows
        if row["visual"] or row["category"] == "visual"
        for gold in row["gold"]
    }


def drawn(*sets: str) -> list[GoldBox]:
    return [gold for gold in read_boxes() if gold.set in sets]


def keys(name: str) -> list[tuple[str, str, str, int]]:
    return sorted((gold.id, gold.question, gold.file, gold.page) for gold in drawn(name))


@cache
def size(book: Path, page: int) -> tuple[float, float]:
    """Width and height of the upright page in points."""
    with pymupdf.open(book) as document:
        rect = document[page - 1].rect
        return rect.width, rect.height


def outside(books: Path, *sets: str) -> list[str]:
    """Boxes that leave their page, or frame nearly all of it."""
    found = []
    for gold in drawn(*sets):
        wide, high = size(books / gold.file, gold.page)
        for box in (gold.box, *gold.equal):
            if box[2] > wide or box[3] > high or area(box) > 0.8 * wide * high:
                found.append(f"{gold.id} {gold.file} {gold.page} {box}")
    return found


def test_every_box_can_be_used() -> None:
    """A box has two sides of some length and lies in the positive quarter; its smallest sign fits into it."""
    for gold in read_boxes():
        for box in (gold.box, *gold.equal):
            assert 0 <= box[0] < box[2] - 10 and 0 <= box[1] < box[3] - 10, gold
        assert 0.5 <= gold.detail_pt <= gold.box[3] - gold.box[1], gold
        assert gold.what and gold.page >= 1, gold


def test_a_view_shows_a_share_of_what_must_be_seen() -> None:
    """All, half or nothing of the box; one of several equal places is enough."""
    gold = GoldBox("samples", "q", "?", "a.pdf", 1, (10, 10, 30, 30), 5, True, "a card", ((50, 10, 70, 30),))
    assert [gold.shown_by(view) for view in ((0, 0, 40, 40), (10, 10, 20, 30), (0, 40, 9, 99), (45, 0, 80, 80))] == [
        1,
        0.5,
        0,
        1,
    ]


@pytest.mark.parametrize(("name", "questions"), [*OF_SAMPLES.items(), *REGIONS.items()])
def test_every_visual_question_has_its_boxes(name: str, questions: Path) -> None:
    """One box for each gold page of each visual question, and none for anything else."""
    assert keys(name) == sorted(wanted(questions))


@pytest.mark.parametrize(("name", "questions"), REGIONS.items())
def test_questions_of_big_pages_are_whole(name: str, questions: Path) -> None:
    """Each is about a picture on one page of the booklet on the table, and says what the answer must say."""
    rows = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    assert len({row["id"] for row in rows}) == len(rows) == len(read_questions(questions))
    for row in rows:
        assert row["id"].startswith(f"{name}-{row['game']}-")
        assert (row["category"], row["visual"], row["stack"]) == ("visual", True, [row["file"]])
        assert [gold["file"] for gold in row["gold"]] == [row["file"]]
        assert row["gold"][0]["quote"].startswith("[image] ") and row["must_say"] and row["answer"], row["id"]


def test_boxes_of_big_pages_lie_in_their_pages(tmp_path: Path) -> None:
    """Most sheets are larger than A4, no box leaves its page, and none frames half of it."""
    sheets.build(tmp_path)
    assert outside(tmp_path, "regions") == []
    pages = {gold: area((0, 0, *size(tmp_path / gold.file, gold.page))) for gold in drawn("regions")}
    assert all(area(gold.box) < pages[gold] / 2 for gold in pages)
    assert sum(page > 1.5 * 595 * 842 for page in pages.values()) >= 19


def test_boxes_of_the_samples_lie_in_their_pages(rulebooks: Path) -> None:
    """No box leaves its page or frames the whole of it."""
    assert outside(rulebooks, *OF_SAMPLES) == []


@pytest.mark.corpus
def test_every_visual_question_of_the_corpus_has_its_boxes_in_its_pages(corpus: Path) -> None:
    """The same of the questions of the corpus and of the fresh ones."""
    assert keys("dev-open") == sorted(wanted(corpus / "questions/dev-open.jsonl"))
    assert keys("fresh") == sorted(wanted(FOLDER / "fresh.jsonl"))
    assert outside(corpus / "rulebooks", "dev-open", "fresh", "regions-corpus") == []
