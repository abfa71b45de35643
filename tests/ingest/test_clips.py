from __future__ import annotations

from typing import Any

from ingest.page.clips import shown_parts

SHEET = (-188.0, -42.0, 271.0, 282.0)


def clip(box: tuple[float, float, float, float], level: int) -> dict[str, Any]:
    return {"type": "clip", "scissor": box, "level": level}


def only(paths: list[dict[str, Any]]) -> tuple[float, float, float, float]:
    """What is shown of the one picture of a page."""
    return shown_parts([SHEET], paths)[0]


def test_a_clipped_picture_is_what_the_clip_shows() -> None:
    """A sheet of pictures of which one card is shown: the card's box, not the sheet's."""
    card = (44.0, 122.0, 141.0, 261.0)
    clips = [clip((0, 0, 419, 595), 1), clip(SHEET, 1), clip(card, 2), clip((0, 400, 50, 500), 1)]
    assert only(clips) == card


def test_a_clip_around_it_counts_too() -> None:
    """Nested the other way round."""
    card = (44.0, 122.0, 141.0, 261.0)
    assert only([clip(card, 1), clip(SHEET, 2)]) == card


def test_a_picture_without_clips_keeps_its_box() -> None:
    """And so does one whose clips leave nothing: better too large than lost."""
    assert only([]) == SHEET
    assert only([clip(SHEET, 1), clip((900, 900, 950, 950), 2)]) == SHEET


def test_a_turned_picture_stands_under_the_clip_that_comes_in_its_place() -> None:
    """It leaves no clip of its own size: the next one that nobody else claims is its own."""
    first, card, last = (0.0, 4.0, 420.0, 599.0), (42.0, 74.0, 151.0, 231.0), (44.0, 383.0, 137.0, 528.0)
    clips = [clip(first, 1), clip(card, 1), clip(last, 1)]
    assert shown_parts([first, (14.0, -111.0, 529.0, 253.0), last], clips) == [first, card, last]
