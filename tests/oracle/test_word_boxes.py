from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.clean import clean_text
from ingest.contracts import Box
from ingest.geometry import hull
from oracle.word_boxes import ROOM, within

BOX = (100.0, 50.0, 300.0, 62.0)
Printed = list[tuple[str, Box]]
BOOKS = {
    "SRD5.1-CCBY4.0License.pdf": (21, 94),
    "the-black-hack-french-v1.0.pdf": (4, 15),
    "LivretDeRegles.en.pdf": (4, 5),
    "L_Alchimie_a_Jamy.pdf": (1, 2),
    "stagiaires.pdf": (1,),
}


def printed_lines(page: pymupdf.Page) -> Iterator[Printed]:
    """The words of each printed line, with the boxes that the font itself gives them."""
    lines: dict[tuple[int, int], Printed] = {}
    for x0, y0, x1, y1, word, block, line, _ in page.get_text("words"):
        lines.setdefault((block, line), []).append((clean_text(word), (x0, y0, x1, y1)))
    yield from (words for words in lines.values() if len(words) > 2 and not set_apart(words))


def set_apart(words: Printed) -> bool:
    """Whether words stand too far from each other for one line: cells, numbers at the end of leaders."""
    return any(right[0] - left[2] > right[3] - right[1] for (_, left), (_, right) in pairwise(words))


def guessed(words: Printed) -> Iterator[tuple[Box, Box, float]]:
    """Each word of a line, lone signs apart: where it stands, where it is marked, and how wide a letter is there."""
    text, box = " ".join(word for word, _ in words), hull(box for _, box in words)
    places = (found.span() for found in re.finditer(r"\S+", text))
    for (word, true), (start, end) in list(zip(words, places, strict=True))[1:-1]:
        if word.strip(":;!?-–"):
            yield true, within(text, box, start, end), (box[2] - box[0]) / len(text)


def test_words_of_a_line_are_marked_and_the_others_are_not(tmp_path: Path) -> None:
    """In a page that was just printed, "seven cards" is covered, "takes" and "and" are not."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), "Each player takes seven cards and one pawn of wood.", fontname="tiro", fontsize=10)
    (words,) = printed_lines(page)
    text, box = " ".join(word for word, _ in words), hull(box for _, box in words)
    start = text.index("seven cards")
    marked = within(text, box, start, start + len("seven cards"))
    place = dict(words)
    assert marked[0] <= place["seven"][0]
    assert marked[2] >= place["cards"][2]
    assert marked[0] > (place["takes"][0] + place["takes"][2]) / 2
    assert marked[2] < (place["and"][0] + place["and"][2]) / 2


@pytest.mark.corpus
def test_on_real_books_no_word_is_left_out(corpus: Path) -> None:
    """Edges are met within half a letter in the median before room is added; with it every word is marked."""
    files = {file.name: file for file in (corpus / "rulebooks").rglob("*.pdf")}
    missed, covered = [], []
    for name, numbers in BOOKS.items():
        with pymupdf.open(files[name]) as document:
            for words in (line for number in numbers for line in printed_lines(document[number - 1])):
                for true, marked, letter in guessed(words):
                    missed += [abs(true[0] - marked[0] - ROOM * letter) / letter]
                    covered += [(min(true[2], marked[2]) - max(true[0], marked[0])) / (true[2] - true[0])]
    assert len(covered) > 2000
    assert statistics.median(missed) < 0.25
    assert min(covered) > 0.15
    assert sum(share > 0.99 for share in covered) / len(covered) > 0.9


def test_a_word_that_is_touched_is_taken_whole() -> None:
    """The end of a quote inside a word, or before its comma, marks the word and the comma."""
    text = "one two, three four"
    assert within(text, BOX, 5, 6) == within(text, BOX, 4, 8)


def test_the_whole_line_keeps_its_box() -> None:
    """All words of it, or a label set upright: the box as it was read."""
    assert within("one two", BOX, 0, 7) == BOX
    assert within("one two", BOX, 1, 5) == BOX
    assert within("upright label", (10.0, 10.0, 20.0, 90.0), 0, 7) == (10.0, 10.0, 20.0, 90.0)


def test_an_icon_takes_the_room_of_a_picture_not_of_its_name() -> None:
    """A long name in ⟨ ⟩ stands for a small picture: what follows it is marked near the left."""
    text = "⟨the golden coin of the northern kings⟩ pays for all of the roads"
    marked = within(text, BOX, text.index("pays"), text.index("pays") + 4)
    assert marked[0] < 120


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_any_text_gives_a_box_inside_the_line(text: str, start: int, end: int) -> None:
    """Whatever a book says, the mark stays within its line and has its height."""
    x0, y0, x1, y1 = within(text, BOX, start, end)
    assert BOX[0] <= x0 < x1 <= BOX[2]
    assert (y0, y1) == (BOX[1], BOX[3])
