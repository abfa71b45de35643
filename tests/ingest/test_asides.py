from __future__ import annotations

from dataclasses import replace

from ingest.assemble import assemble
from ingest.layout.turning import turned
from ingest.page.sheet import Span
from tests.ingest.sheets import column, sheet, span

BODY = [f"line {i} of the text of the page, as long as the others" for i in range(20)]


def on_its_side(text: str, x: float, y: float, degrees: int, *, size: float = 18.0) -> Span:
    """A span that must be turned clockwise by `degrees` to be upright; its box begins at x, y."""
    flat = span(text, 0, 0, size=size)
    box = turned(flat.box, (360 - degrees) % 360, flat.box[2], flat.box[3])
    moved = (box[0] + x, box[1] + y, box[2] + x, box[3] + y)
    return replace(flat, box=moved, upright=False, turn=degrees)


def blocks(extra: list[Span]) -> list[str]:
    return [block.text for block in assemble([sheet([*column(BODY, 120, 60), *extra])], ())[0].blocks]


def test_a_title_along_the_margin_is_one_block() -> None:
    """Two lines that run upwards, drawn word by word: the left one first, each from bottom to top."""
    words = [
        on_its_side("FIGHT", 20, 380, 90),
        on_its_side("AND", 20, 330, 90),
        on_its_side("MAGIC", 45, 370, 90),
    ]
    assert blocks(words)[0] == "FIGHT AND\nMAGIC"


def test_a_title_that_runs_downwards_is_read_downwards() -> None:
    """Its first line is at the right."""
    words = [on_its_side("SECOND", 20, 300, 270), on_its_side("FIRST", 45, 300, 270), on_its_side("LINE", 45, 350, 270)]
    assert blocks(words)[0] == "FIRST LINE\nSECOND"


def test_titles_far_from_each_other_are_two_blocks() -> None:
    """The one beside the text heads it, the one beside nothing comes last."""
    found = blocks([on_its_side("BELOW", 20, 600, 90), on_its_side("ABOVE", 20, 100, 90)])
    assert (found[0], found[-1]) == ("ABOVE", "BELOW")


def test_letters_one_below_the_other_are_a_word() -> None:
    """Each stands upright; together they spell a title."""
    letters = [span(letter, 40, 100 + 22 * i, size=18) for i, letter in enumerate("COMBAT")]
    found = blocks(letters)
    assert found[0] == "COMBAT"
    assert not any(block.startswith("C\n") for block in found)


def test_the_names_of_rows_are_no_word() -> None:
    """Letters that count on are the edge of a board."""
    letters = [span(letter, 40, 100 + 22 * i, size=18) for i, letter in enumerate("ABCDEF")]
    assert "ABCDEF" not in " ".join(blocks(letters))
