"""The fresh questions of tests/bench/questions: whole, well spread, and true to the pages that they name."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pymupdf
import pytest

from oracle.questions import read_questions

Row: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent.parent / "bench" / "questions"
CORPUS, SAMPLES = FOLDER / "fresh.jsonl", FOLDER / "fresh-samples.jsonl"
SHORT = (FOLDER / "fresh-short.jsonl", FOLDER / "fresh-short-samples.jsonl")
NONE = (FOLDER / "fresh-none.jsonl", FOLDER / "fresh-none-samples.jsonl")
FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "id": str,
    "game": str,
    "file": str,
    "lang": str,
    "book_lang": str,
    "question": str,
    "category": str,
    "visual": bool,
    "after": (str, type(None)),
    "answer": str,
    "gold": list,
    "must_say": list,
    "stack": list,
}
CATEGORIES = {"lookup", "vocab", "edge", "table", "visual", "cross", "followup"}
PICTURE = "[image] "


def rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def folded(text: str) -> str:
    """White space is one blank; every hyphen, dash and run of them is one hyphen (the SRD prints three in one)."""
    return re.sub(r"\s+", " ", re.sub(r"[\u2010-\u2015\u00ad-]+", "-", text)).strip()


@cache
def printed(book: Path, page: int) -> tuple[str, ...]:
    """What a page says, in the order of the file and in the order of the lines; a Markdown file is its page 1."""
    if book.suffix == ".md":
        return (folded(book.read_text("utf-8")),) if page == 1 else ()
    with pymupdf.open(book) as document:
        leaf = document[page - 1]
        return tuple(folded(str(leaf.get_text(sort=ordered))) for ordered in (False, True))


def only_seen(file: str, page: int) -> bool:
    """Pages whose words stand in the picture alone: the scanned booklet, and the page over a hidden text that lies."""
    return file == "oie/jeu-de-l-oie.pdf" or (file, page) == ("belote/belote.pdf", 9)


def strangers(file: Path, books: Path) -> list[tuple[str, str]]:
    """Quotations that do not stand on the page they name."""
    return [
        (row["id"], gold["quote"])
        for row in rows(file)
        for gold in row["gold"]
        if not gold["quote"].startswith(PICTURE)
        and not only_seen(gold["file"], gold["page"])
        and not any(folded(gold["quote"]) in text for text in printed(books / gold["file"], gold["page"]))
    ]


@pytest.mark.parametrize("file", [CORPUS, SAMPLES, *SHORT, *NONE], ids=lambda file: file.stem)
def test_every_line_has_the_format(file: Path) -> None:
    """The fields of the corpus's questions, each of its type, and the code that runs questions reads all of them."""
    for row in rows(file):
        assert list(row) == list(FIELDS), row["id"]
        assert all(isinstance(row[name], kind) for name, kind in FIELDS.items()), row["id"]
        assert row["id"].startswith(f"fresh-{row['game']}-")
        assert {row["lang"], row["book_lang"]} <= {"fr", "en"}
        assert row["file"] in row["stack"], row["id"]
        assert {gold["file"] for gold in row["gold"]} <= set(row["stack"]), row["id"]
    assert len({row["id"] for row in rows(file)}) == len(rows(file)) == len(read_questions(file))


@pytest.mark.parametrize("file", [CORPUS, SAMPLES, *SHORT], ids=lambda file: file.stem)
def test_what_can_be_answered_says_where(file: Path) -> None:
    """Every question has a known category, a page and something that the answer must say."""
    for row in rows(file):
        assert row["category"] in CATEGORIES, row["id"]
        assert row["gold"] and row["must_say"] and row["answer"], row["id"]


@pytest.mark.parametrize("file", NONE, ids=lambda file: file.stem)
def test_near_misses_have_no_page(file: Path) -> None:
    """What the books do not answer names no page, and says why."""
    for row in rows(file):
        assert (row["category"], row["gold"], row["must_say"]) == ("unanswerable", [], []), row["id"]
        assert row["answer"], row["id"]


@pytest.mark.parametrize("file", [CORPUS, SAMPLES], ids=lambda file: file.stem)
def test_a_follow_up_follows_an_earlier_question_of_its_game(file: Path) -> None:
    """`after` names a line above, of the same game; follow-ups have one and no other question has."""
    games: dict[str, str] = {}
    for row in rows(file):
        assert (row["category"] == "followup") == (row["after"] is not None), row["id"]
        assert row["after"] is None or games[row["after"]] == row["game"], row["id"]
        games[row["id"]] = row["game"]


@pytest.mark.parametrize("file", [CORPUS, SAMPLES], ids=lambda file: file.stem)
def test_visual_questions_are_those_that_a_picture_answers(file: Path) -> None:
    """`visual` is said exactly where a quotation describes a picture."""
    for row in rows(file):
        pictures = any(gold["quote"].startswith(PICTURE) for gold in row["gold"])
        assert row["visual"] == pictures, row["id"]
        assert row["visual"] or row["category"] != "visual", row["id"]


def test_the_questions_are_well_spread() -> None:
    """Enough of each kind, both languages, and the longest book does not drown the others."""
    everything = [*rows(CORPUS), *rows(SAMPLES)]
    kinds = Counter(row["category"] for row in everything)
    assert len(everything) >= 180
    assert kinds["visual"] >= 40
    assert min(kinds[name] for name in CATEGORIES) >= 19
    assert 0.4 < sum(row["lang"] == "fr" for row in everything) / len(everything) < 0.6
    assert sum(row["game"] == "dnd-srd51" for row in everything) <= 45


def test_sample_quotations_stand_on_their_pages(rulebooks: Path) -> None:
    """Every textual quotation is on the page of the sample that it names."""
    assert [*strangers(SAMPLES, rulebooks), *strangers(SHORT[1], rulebooks)] == []


@pytest.mark.corpus
def test_corpus_quotations_stand_on_their_pages(corpus: Path) -> None:
    """Every textual quotation is on the page of the corpus's book that it names."""
    assert [*strangers(CORPUS, corpus / "rulebooks"), *strangers(SHORT[0], corpus / "rulebooks")] == []
