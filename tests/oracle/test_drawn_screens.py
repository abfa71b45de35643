"""The pictures of the READMEs are drawn as a terminal would: every cell in its place."""

from __future__ import annotations

import asyncio

from PIL import ImageColor
from textual.app import App, ComposeResult
from textual.widgets import Static

from tests.screenshots.draw import CELL, MARGIN, NoFont, png
from tests.tools import missing

SIZE = (20, 4)


class Small(App[None]):
    """Half a block of red on blue in the first cell of the second line, then words."""

    CSS = "Screen { background: #000000; } Static { width: 20; height: 1; }"

    def compose(self) -> ComposeResult:
        """Two lines."""
        yield Static("")
        yield Static("[#ff0000 on #0000ff]▀[/] [bold #00ff00]four[/]")


def test_a_half_block_is_half_a_cell_and_words_stand_in_theirs() -> None:
    """Colours above and below meet in the middle of the cell; letters begin two cells on, and nowhere else."""

    async def shot() -> str:
        app = Small()
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            return app.export_screenshot()

    svg = asyncio.run(shot())
    try:
        image = png(svg, SIZE).convert("RGB")
    except NoFont as error:
        missing(str(error))
    assert image.size == (SIZE[0] * CELL[0] + 2 * MARGIN, SIZE[1] * CELL[1] + 2 * MARGIN)
    x, y = MARGIN + CELL[0] // 2, MARGIN + CELL[1]
    assert image.getpixel((x, y + 2)) == ImageColor.getrgb("#ff0000")
    assert image.getpixel((x, y + CELL[1] - 3)) == ImageColor.getrgb("#0000ff")
    words = image.crop((MARGIN + 2 * CELL[0], y, MARGIN + 6 * CELL[0], y + CELL[1]))
    assert ImageColor.getrgb("#00ff00") in {colour for _, colour in words.getcolors() or ()}
    beyond = image.crop((MARGIN + 6 * CELL[0], y, MARGIN + 20 * CELL[0], y + CELL[1]))
    assert {colour for _, colour in beyond.getcolors() or ()} == {(0, 0, 0)}
