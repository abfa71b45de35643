from __future__ import annotations

import threading
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image
from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.widgets import Markdown, Static

from ingest.contracts import Block, Line, Page, PagePart, PageRef
from ingest.errors import NoIndex
from oracle.app.graphics import Graphics, Images, detect
from oracle.app.widgets.citations import Citations, Place
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.page_pane import PagePane, PageScroll
from oracle.app.widgets.picture import HALF, LEGIBLE, Painter, Picture, Stale, draw, paint, planned
from oracle.errors import ConfigError
from oracle.opening import open_page
from oracle.pagetext import Mark
from oracle.viewer import Viewer
from tests.fakes.table import QUOTE, SIZE, FakeLibrary, FakeParts, answered, found, thumbnails
from tests.oracle.app.stage import NARROW, NORMAL, SIZES, WIDE, Stage, play

STEPS = [found(), answered]
PATIENCE = 30.0
BOX = (50.0, 300.0, 370.0, 340.0)
LOW = (50.0, 40.0, 370.0, 140.0)


def reversed_text(stage: Stage) -> list[str]:
    content = stage.page_text
    return [content.plain[span.start : span.end] for span in content.spans if "reverse" in str(span.style)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_citation_leads_to_its_page_with_the_quote_marked(tmp_path: Path, size: tuple[int, int]) -> None:
    """Enter on a citation: the page is in sight, has the focus, and the quote stands out on it."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        assert stage.page.display
        assert stage.page.region.width > 40
        assert stage.app.focused is stage.page.query_one(PageScroll)
        assert reversed_text(stage) == [QUOTE.rstrip(".")]
        assert "p. 1 (printed 3)" in stage.shown("#page-title")
        await stage.press("escape")
        assert isinstance(stage.app.focused, Citations)
        await stage.press("escape")
        assert stage.app.focused is stage.app.screen.query_one("#ask")

    play(scene, tmp_path, STEPS, size=size)


def test_where_there_is_room_the_first_page_opens_by_itself(tmp_path: Path) -> None:
    """At 120 columns the page stands beside the answer without a key pressed; the box keeps the focus."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert reversed_text(stage)
        assert stage.app.focused is stage.app.screen.query_one("#ask")

    play(scene, tmp_path, STEPS, size=WIDE)


def test_where_there_is_none_no_page_is_read_before_it_is_wanted(tmp_path: Path) -> None:
    """At 80 columns pages are read when they are opened."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert not any(entry.startswith("page") for entry in stage.parts.library.history)
        await stage.press("f4")
        await stage.settle()
        assert stage.parts.library.history[-1] == "page islands/rules:1"

    play(scene, tmp_path, STEPS, size=NORMAL)


def test_a_digit_opens_its_row_and_moving_previews(tmp_path: Path) -> None:
    """In the list of passages: 2 opens the second; the arrows show pages beside it."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("tab", "j")
        await stage.settle()
        assert "p. 2" in stage.shown("#page-title")
        assert isinstance(stage.app.focused, Citations)
        await stage.press("1")
        await stage.settle()
        assert "p. 1" in stage.shown("#page-title")
        assert isinstance(stage.app.focused, PageScroll)

    play(scene, tmp_path, [found()])


def test_a_digit_that_no_citation_has_opens_the_row_at_that_place(tmp_path: Path) -> None:
    """An answer that cites [1] and [14]: 1 opens its row, 2 the second, 3 nothing."""
    rows = tuple(
        Place(Content(f"[{n}]"), PageRef("islands", "rules", page), Mark(), n) for n, page in ((1, 3), (14, 2))
    )
    opened: list[int] = []

    async def scene(stage: Stage) -> None:
        cites = stage.app.screen.query_one(Citations)
        for key in ("1", "2", "3"):
            cites.show(rows, "Citations")
            cites.focus()
            await stage.press(key)
            await stage.settle()
            opened.append(stage.page.view.ref.page if stage.page.view else 0)

    play(scene, tmp_path)
    assert opened == [3, 2, 2]


def test_a_number_in_the_answer_leads_to_its_page(tmp_path: Path) -> None:
    """`[1]` is a link to citation 1; any other link leads nowhere."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        block = stage.app.screen.query_one(Exchange).query_one(Markdown).children[0]
        await block.action_link("https://example.org")  # type: ignore[attr-defined]
        await stage.settle()
        assert not stage.app.screen.has_class("-page")
        await block.action_link("cite:1")  # type: ignore[attr-defined]
        await stage.settle()
        assert stage.app.screen.has_class("-page")
        assert reversed_text(stage)

    play(scene, tmp_path, STEPS, size=NORMAL)


def test_pages_turn_within_their_booklet(tmp_path: Path) -> None:
    """Keys n and p turn pages and stop at the covers; marks stay on their own page."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        await stage.press("p")
        await stage.settle()
        assert "p. 1" in stage.shown("#page-title")
        for _ in range(4):
            await stage.press("n")
            await stage.settle()
        assert "p. 3" in stage.shown("#page-title")
        assert "ten points" in stage.page_text.plain
        assert reversed_text(stage) == []

    play(scene, tmp_path, STEPS)


def test_each_press_turns_a_page_however_slowly_pages_are_read(tmp_path: Path) -> None:
    """Two presses of n while no page comes lead two pages on, not one."""
    readable = threading.Event()
    readable.set()

    class Slow(FakeLibrary):
        def page(self, ref: PageRef) -> Page:
            readable.wait(PATIENCE)
            return super().page(ref)

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        readable.clear()
        await stage.press("n", "n")
        assert "p. 1" in stage.shown("#page-title")
        readable.set()
        await stage.settle()
        assert "p. 3" in stage.shown("#page-title")

    play(scene, tmp_path, STEPS, parts=FakeParts(Slow(tmp_path / "home")))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_picture_of_the_page(tmp_path: Path, size: tuple[int, int]) -> None:
    """The key v shows the page as half blocks as wide as the pane, v again its text."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        await stage.press("v")
        await stage.settle()
        picture = stage.page.query_one(Picture)
        assert picture.size.width == stage.page.query_one(PageScroll).scrollable_content_region.width
        assert picture.render_line(0).text == HALF * picture.size.width
        await stage.press("v")
        await stage.settle()
        assert not stage.page.showing_picture
        assert QUOTE in stage.page_text.plain

    play(scene, tmp_path, STEPS, size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_z_goes_from_the_text_to_the_page_to_the_mark_and_back(tmp_path: Path, size: tuple[int, int]) -> None:
    """The third step is wide enough to be read, and begins where the mark is in sight."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "z")
        await stage.settle()
        scroll = stage.page.query_one(PageScroll)
        page = stage.page.query_one(Picture).size
        assert page.width == scroll.scrollable_content_region.width
        await stage.press("z")
        await stage.settle()
        close, view = stage.page.query_one(Picture), stage.page.view
        assert view is not None
        assert close.size.width >= LEGIBLE * SIZE[0]
        column, row = close.mark or (0, 0)
        assert 0 <= column - scroll.scroll_x < scroll.size.width
        assert 0 <= row - scroll.scroll_y < scroll.size.height
        await stage.press("z")
        await stage.settle()
        assert not stage.page.showing_picture
        assert reversed_text(stage)

    play(scene, tmp_path, STEPS, size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_keys_turn_and_move_the_picture(tmp_path: Path, size: tuple[int, int]) -> None:
    """h, j, k and l move a picture that is larger than the pane; n and p turn pages and the picture stays one."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "z", "z")
        await stage.settle()
        scroll = stage.page.query_one(PageScroll)
        before = scroll.scroll_offset
        await stage.press("l", "j")
        await stage.settle()
        assert scroll.scroll_offset.x > before.x
        assert scroll.scroll_offset.y > before.y
        await stage.press("h", "k")
        await stage.settle()
        assert scroll.scroll_offset == before
        await stage.press("n")
        await stage.settle()
        assert stage.page.showing_picture
        assert "p. 2" in stage.shown("#page-title")
        await stage.press("p")
        await stage.settle()
        assert "p. 1" in stage.shown("#page-title")

    play(scene, tmp_path, STEPS, size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_o_shows_where_the_marked_picture_is(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """Where no viewer is: its path, whole, as a link to it and to nothing else."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "o")
        await stage.settle()
        file = tmp_path / "home" / "shown" / "islands-rules-p1.png"
        assert file.read_bytes().startswith(b"\x89PNG")
        note = stage.page.query_one("#page-note", Static)
        assert note.display
        assert isinstance(note.content, Content)
        assert str(file) in note.content.plain
        assert [span.style.link for span in note.content.spans if isinstance(span.style, Style)] == [file.as_uri()]
        await stage.press("n")
        await stage.settle()
        assert str(file) not in stage.shown("#page-note")

    play(scene, tmp_path, STEPS, size=size, lang=lang, parts=with_images(tmp_path))


def test_o_opens_the_viewer_that_there_is(tmp_path: Path) -> None:
    """The program is started with the marked picture; a page without one is told of."""
    (tmp_path / "viewer").write_text('#!/bin/sh\ncp "$1" "$1.seen"\n')
    (tmp_path / "viewer").chmod(0o755)

    async def scene(stage: Stage) -> None:
        stage.app.session.viewer = Viewer(str(tmp_path / "viewer"))
        await stage.question()
        await stage.press("ctrl+down", "enter", "o")
        await stage.settle()
        assert "islands-rules-p1.png" in stage.shown("#page-note")
        assert "viewer" in stage.shown("#page-note")
        await stage.press("n")
        await stage.settle()
        await stage.press("o")
        await stage.settle()
        assert any("Page 2 has no picture" in notice for notice in stage.notices)

    play(scene, tmp_path, STEPS, parts=with_images(tmp_path, only=1))


def with_images(tmp_path: Path, only: int = 0) -> FakeParts:
    """A library whose pages, or only that one, have an image at full resolution."""

    class Pictured(FakeLibrary):
        def page(self, ref: PageRef):  # type: ignore[no-untyped-def]
            found = super().page(ref)
            return found if only not in (0, ref.page) else replace(found, image=found.thumb, dpi=300)

    return FakeParts(Pictured(tmp_path / "home"))


def test_the_picture_follows_the_width(tmp_path: Path) -> None:
    """Turning the phone or resizing the window paints the picture anew; layouts change with it."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "v")
        await stage.settle()
        await stage.pilot.resize_terminal(*NARROW)
        await stage.settle()
        await stage.settle()
        assert stage.app.screen.has_class("-narrow")
        assert stage.page.query_one(Picture).size.width in (49, 50)
        await stage.pilot.resize_terminal(*WIDE)
        await stage.settle()
        assert stage.app.screen.query_one("#left").display

    play(scene, tmp_path, STEPS)


def a_long_page(tmp_path: Path) -> FakeParts:
    """A library whose first page has much before the quote and much after it."""

    class Long(FakeLibrary):
        def page(self, ref: PageRef):  # type: ignore[no-untyped-def]
            found = super().page(ref)
            more = tuple(
                Block(
                    "text", (Line(f"Paragraph {n} has some words of its own, enough to be broken.", (50, 9, 370, 21)),)
                )
                for n in range(40)
            )
            return replace(found, blocks=(*more, *found.blocks, *more, *more))

    thumbnails(tmp_path / "home")
    return FakeParts(Long(tmp_path / "home"))


def test_the_quote_stays_in_sight_as_the_window_changes(tmp_path: Path) -> None:
    """In a text, on each layout, as soon as the page is shown; whoever reads elsewhere is not thrown back."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        for size in (NARROW, WIDE, NARROW):
            await stage.pilot.resize_terminal(*size)
            await stage.settle()
            assert QUOTE.split()[4] in in_sight(stage), size
        await stage.press("pagedown", "pagedown")
        assert "Paragraph 20 " in in_sight(stage)
        read = stage.page.query_one(PageScroll).scroll_y
        await stage.pilot.resize_terminal(*NORMAL)
        await stage.settle()
        assert stage.page.query_one(PageScroll).scroll_y == read

    play(scene, tmp_path, STEPS, parts=a_long_page(tmp_path), size=NARROW)


def test_each_press_moves_a_page_of_text_however_fast_they_come(tmp_path: Path) -> None:
    """Two presses before anything is drawn: as far as two presses with time between them."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        scroll = stage.page.query_one(PageScroll)
        scroll.scroll_to(y=0, animate=False, immediate=True)
        scroll.action_page_down()
        scroll.action_page_down()
        assert scroll.scroll_y == 2 * scroll.scrollable_content_region.height

    play(scene, tmp_path, STEPS, parts=a_long_page(tmp_path), size=NARROW)


def in_sight(stage: Stage) -> str:
    """What of the page's text stands on the screen, line by line."""
    scroll, text = stage.page.query_one(PageScroll), stage.page.query_one("#page-text", Static)
    lines = [text.render_line(y).text for y in range(text.size.height)]
    return "\n".join(lines[int(scroll.scroll_y) :][: scroll.size.height])


def test_a_page_without_picture_or_text_says_so(tmp_path: Path) -> None:
    """The key v on a page that has no picture keeps the text, and says why."""

    class Bare(FakeLibrary):
        def page(self, ref: PageRef):  # type: ignore[no-untyped-def]
            return replace(super().page(ref), thumb=None, blocks=() if ref.page == 2 else super().page(ref).blocks)

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "v")
        await stage.settle()
        assert "no picture" in stage.shown("#page-note")
        assert not stage.page.showing_picture
        await stage.press("n")
        await stage.settle()
        assert "No text was read" in stage.page_text.plain

    play(scene, tmp_path, STEPS, parts=FakeParts(Bare(tmp_path / "home")))


@pytest.mark.parametrize("error", [NoIndex("store.superseded"), OSError("gone"), ValueError("[bold]")])
def test_a_page_that_cannot_be_read_is_a_message(tmp_path: Path, error: Exception) -> None:
    """A damaged page is said; the conversation goes on."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        stage.parts.library.broken = error
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        assert stage.notices
        stage.parts.library.broken = None
        await stage.press("escape", "escape")
        await stage.question("again")
        assert len(stage.ask.history) == 2

    play(scene, tmp_path, STEPS)


def test_a_damaged_thumbnail_is_a_message(tmp_path: Path) -> None:
    """A picture that cannot be opened leaves the text readable."""

    async def scene(stage: Stage) -> None:
        (tmp_path / "home/thumbs/p0001.webp").write_bytes(b"RIFF nonsense")
        await stage.question()
        await stage.press("ctrl+down", "enter", "v")
        await stage.settle()
        assert stage.notices
        assert QUOTE in stage.page_text.plain

    play(scene, tmp_path, STEPS)


def test_the_marks_are_painted_where_the_boxes_are(tmp_path: Path) -> None:
    """Boxes in page points become yellow cells at the same place of the picture."""
    thumbnails(tmp_path)
    view = replace(open_page(FakeLibrary(tmp_path), PageRef("islands", "rules", 3), Mark(), ""), boxes=(BOX,))
    painted = paint(view, 60)
    assert painted.rows == round(60 * 595 / 420 / 2)
    assert painted.mark == (int(50 / 420 * 60), int(300 / 595 * painted.rows))
    marked = painted.row(painted.mark[1] + 2, 0, 60)
    assert blue(marked, 12) < 120
    assert blue(marked, 1) > 240


def test_only_the_part_of_a_picture_that_is_seen_becomes_cells(tmp_path: Path) -> None:
    """A part of a row is the part of the whole row; beyond the picture there is nothing."""
    thumbnails(tmp_path)
    painted = paint(open_page(FakeLibrary(tmp_path), PageRef("islands", "rules", 1), Mark(), ""), 60)
    whole = painted.row(30, 0, 60)
    assert whole.cell_length == 60
    for first, last in ((0, 7), (20, 40), (55, 60)):
        assert painted.row(30, first, last) == whole.crop(first, last).simplify()
    assert painted.row(30, 50, 70).text == whole.crop(50, 60).text + " " * 10
    assert painted.row(painted.rows, 3, 9).text == " " * 6


def test_a_picture_is_drawn_from_the_small_copy_where_that_is_sharp_enough(tmp_path: Path) -> None:
    """Close to a mark on a large sheet the thumbnail would be a blur: then the page image is read, and only then."""
    thumbnails(tmp_path)
    view = open_page(FakeLibrary(tmp_path), PageRef("islands", "rules", 1), Mark(QUOTE), "")
    with_image = replace(view, image=tmp_path / "page.png")
    assert planned(with_image, 44, close=False).file == view.thumb
    assert planned(with_image, 44, close=True).file == with_image.image
    assert planned(view, 44, close=True).file == view.thumb


def test_only_the_last_picture_that_was_wanted_is_painted(tmp_path: Path) -> None:
    """Keys pressed fast: what nobody will see costs nothing."""
    thumbnails(tmp_path)
    view = open_page(FakeLibrary(tmp_path), PageRef("islands", "rules", 1), Mark(QUOTE), "")
    painter = Painter()
    old, new = painter.ticket(), painter.ticket()
    with pytest.raises(Stale):
        painter.paint(old, view, (44, 30), close=True)
    assert painter.paint(new, view, (44, 30), close=False).columns == 44


def blue(strip: Strip, column: int) -> int:
    """How blue the upper half of a cell is."""
    (segment,) = strip.crop(column, column + 1)
    assert segment.style
    assert segment.style.color
    assert segment.style.color.triplet
    return segment.style.color.triplet.blue


def test_the_page_can_be_hidden_where_it_stands_beside(tmp_path: Path) -> None:
    """F4 folds the pane away at 120 columns, and opens it again."""

    async def scene(stage: Stage) -> None:
        await stage.press("f4")
        assert not stage.app.screen.query_one(PagePane).display
        await stage.press("f4")
        assert stage.app.screen.query_one(PagePane).display

    play(scene, tmp_path, size=WIDE)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_where_the_terminal_draws_pixels_the_picture_fits_the_pane(tmp_path: Path, size: tuple[int, int]) -> None:
    """The page is in sight whole, in the cells' own pixels, a row free under it; close to the mark it is larger."""
    drawn: list[Image.Image] = []

    def make(image: Image.Image) -> Static:
        drawn.append(image)
        return Static()

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "z")
        await stage.settle()
        room = stage.page.query_one(PageScroll).scrollable_content_region
        (picture,) = stage.page.query(".picture")
        assert picture.size.width <= room.width
        assert picture.size.height < room.height
        assert drawn[-1].size == (picture.size.width * 8, picture.size.height * 16)
        await stage.press("z")
        await stage.settle()
        assert len(drawn) == 2
        (picture,) = stage.page.query(".picture")
        assert picture.size.width * 8 >= 1.4 * SIZE[0]
        await stage.press("z")
        await stage.settle()
        assert not stage.page.showing_picture

    play(scene, tmp_path, STEPS, size=size, images=Images(graphics=Graphics((8, 16), make)))


def test_pictures_can_be_switched_off(tmp_path: Path) -> None:
    """`app.images = off`: the text stays, and the line under it says why."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+down", "enter", "v")
        await stage.settle()
        assert not stage.page.showing_picture
        assert "app.images" in stage.shown("#page-note")

    play(scene, tmp_path, STEPS, images=Images(shown=False))


@pytest.mark.parametrize("wanted", ["auto", "off", "half", "sixel", "kitty"])
def test_no_terminal_is_asked_what_it_can_draw_where_there_is_none(wanted: str) -> None:
    """Without a terminal, and in a browser, pages are half blocks whatever is wished."""
    for environ, terminal in (({}, False), ({"TEXTUAL_DRIVER": "web"}, True)):
        assert detect(wanted, environ, terminal=terminal) == Images(shown=wanted != "off")


@pytest.mark.skipif(find_spec("textual_image") is not None, reason="the extra is installed")
def test_a_protocol_without_what_draws_it_is_said() -> None:
    """Named: an error with what to install. Not named: half blocks."""
    with pytest.raises(ConfigError, match="images_missing"):
        detect("sixel", {}, terminal=True)
    assert detect("auto", {}, terminal=True) == Images()


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_panel_that_lies_on_its_head_is_turned(tmp_path: Path, turn: int) -> None:
    """The paper is turned until what is marked is upright: the first mark is the cell where it is seen."""
    thumbnails(tmp_path)
    width, height = SIZE
    panels = (
        PagePart((0, 0, width, height / 2), "panel", turn=turn),
        PagePart((0, height / 2, width, height), "panel"),
    )

    class Folded(FakeLibrary):
        def page(self, ref: PageRef):  # type: ignore[no-untyped-def]
            return replace(super().page(ref), parts=panels)

    library = Folded(tmp_path)
    here, other = (open_page(library, PageRef("islands", "rules", 1), Mark(boxes=(box,)), "") for box in (LOW, BOX))
    assert (here.turn, other.turn) == (turn, 0)
    view = replace(here, boxes=here.frames, frames=())
    painted = paint(view, 60)
    across, down = (width, height) if turn == 180 else (height, width)
    assert painted.rows == round(60 * down / across / 2)
    assert painted.mark is not None
    column, row = painted.mark
    assert blue(painted.row(row + 1, 0, painted.columns), column + 1) < 120, "there it is yellow"
    drawn = draw(view, (60, 60), (2, 4))
    assert drawn.image.size == (drawn.columns * 2, drawn.rows * 4) and (drawn.image.width < drawn.image.height) == (
        turn == 180
    )
