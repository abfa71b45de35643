"""The page of the rulebook beside the conversation: its text with the quote marked, or its picture.

Owns what is drawn of a page and the keys that turn it. Pages are loaded and painted in worker threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.content import Content, Span
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from ingest.contracts import PageRef
from ingest.errors import BadRulebook
from oracle.app import phrase
from oracle.app.apart import apart
from oracle.app.graphics import HALF_BLOCKS, Drawn, Images
from oracle.app.widgets.key_bar import named
from oracle.app.widgets.paged import Paged
from oracle.app.widgets.picture import Painted, Painter, Picture, Stale
from oracle.display import clean
from oracle.marked_file import Outside
from oracle.pagetext import Mark, PageView
from oracle.texts import Texts

LoadPage = Callable[[PageRef, Mark], PageView]
ShowOutside = Callable[[PageView, bool], Outside]
QUOTE = "bold reverse"
PASSAGE = "on $primary-muted"
PICTURE = "picture"


class Level(Enum):
    """How a page is shown: its text, its picture, or as much of that as can be read in cells."""

    TEXT = 0
    PAGE = 1
    CLOSE = 2


class PageScroll(ScrollableContainer, Paged):
    """The part that scrolls, both ways when the picture is larger than the pane, and takes the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "app.key.down", show=False),
        Binding("k", "scroll_up", "app.key.up", show=False),
        Binding("h", "scroll_left", "app.key.left", show=False),
        Binding("l", "scroll_right", "app.key.right", show=False),
    ]


class PagePane(Vertical):
    """One page at a time; `open` shows another, with something marked on it."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        [
            Binding("escape", "screen.cancel", "app.key.back", priority=True),  # first: a finger has no other way back
            Binding("v", "picture", "app.key.picture"),
            Binding("n", "turn(1)", "app.key.next_page"),
            Binding("p", "turn(-1)", "app.key.previous_page"),
            Binding("z", "zoom", "app.key.zoom"),
            Binding("o", "outside", "app.key.outside"),
        ]
    )

    @dataclass
    class Failed(Message):
        """The page could not be read."""

        error: BaseException

    def __init__(self, say: Texts, load: LoadPage, outside: ShowOutside, images: Images = HALF_BLOCKS) -> None:
        super().__init__(id="page")
        self._say, self._load, self._outside, self._images = say, load, outside, images
        self._view: PageView | None = None
        self._wanted: PageRef | None = None
        self._level = self._chosen = Level.TEXT
        self._painter = Painter(images.graphics)
        self._painted_for = (0, 0)
        self._placed = 0.0
        self._gloss = ""

    def compose(self) -> ComposeResult:
        """A title, what the quote means if it is foreign, the page, a line for what must be known of it."""
        yield Static(id="page-title")
        yield Static(id="page-gloss")
        with PageScroll(id="page-scroll"):
            yield Static(Content(self._say("app.page.empty")), id="page-text")
        yield Static(id="page-note")

    @property
    def view(self) -> PageView | None:
        """The page that is shown."""
        return self._view

    @property
    def showing_picture(self) -> bool:
        """Whether the picture is shown rather than the text."""
        return bool(self.query(f".{PICTURE}"))

    def open(self, ref: PageRef, mark: Mark, *, picture: bool = False, gloss: str = "") -> None:
        """Load a page and show it: its picture if that is wanted or was chosen, else its text. A later call wins.

        `gloss` is what is marked, in other words: a translation.
        """
        self._gloss = gloss
        self._level = Level.PAGE if picture and self._chosen is Level.TEXT else self._chosen
        self._wanted = ref
        self.run_worker(
            apart(partial(self._load, ref, mark)),
            name="load",
            group="load",
            exclusive=True,
            exit_on_error=False,
        )

    def close_book(self) -> None:
        """Forget the page: another game is on the table."""
        self._view = self._wanted = None
        self._gloss = ""
        self._show_gloss()
        self._text(Content(self._say("app.page.empty")))
        self.query_one("#page-title", Static).update("")
        self._note(Content(""))

    def retell(self) -> None:
        """Say the program's own words again, in the language of now."""
        if self._view is None:
            self.close_book()
        else:
            self._draw()

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A page came, or a picture of it, or neither."""
        event.stop()
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._failed(event.worker.error)
        elif event.state is WorkerState.SUCCESS:
            result = event.worker.result
            if isinstance(result, PageView):
                self._view = result
                self._draw()
            elif isinstance(result, Painted | Drawn):
                await self._hang(result)
            elif isinstance(result, Outside):
                self._note(outside_content(self._say, result))
                if self._view is not None and self._level is Level.TEXT:
                    self.call_after_refresh(self._scroll_to_mark, self._view)

    def _failed(self, error: BaseException) -> None:
        """A picture that cannot be had leaves the text; one that nobody wants any more is no failure."""
        if isinstance(error, Stale):
            return
        self._wanted = self._view.ref if self._view is not None else None
        self._gloss = ""  # it was of the page that did not come
        if isinstance(error, BadRulebook) and self._view is not None:
            self._level = Level.TEXT
            self._draw_text(self._view)
        self.post_message(self.Failed(error))

    # --- drawing ---------------------------------------------------------------------------------

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        self.query_one("#page-title", Static).update(page_title(self._say, view))
        self._show_gloss()
        if self._level is not Level.TEXT and self._can_draw(view):
            self._paint(view)
        else:
            self._draw_text(view)

    def _show_gloss(self) -> None:
        shown = self.query_one("#page-gloss", Static)
        shown.update(phrase.translation(self._say, self._gloss) if self._gloss else Content(""))
        shown.display = bool(self._gloss)

    def _draw_text(self, view: PageView) -> None:
        self._note(self._remark(view))
        content = page_content(view) if view.text.text else Content(self._say("app.page.no_text"))
        self._text(content)
        self.call_after_refresh(self._scroll_to_mark, view)

    def _text(self, content: Content) -> None:
        self._painter.ticket()
        self.workers.cancel_group(self, "paint")
        self.query(f".{PICTURE}").remove()
        text = self.query_one("#page-text", Static)
        text.update(content)  # before it is shown: Textual would keep the height of what stood there
        text.display = True

    def _remark(self, view: PageView) -> Content:
        wanted = self._level is not Level.TEXT and not self._can_draw(view)
        told = (
            ("ocr", view.ocr),
            ("unmarked", view.missed),
            ("partly", view.partly),
            ("no_picture", wanted and self._images.shown),
            ("images_off", wanted and not self._images.shown),
        )
        return Content(" · ".join(self._say(f"app.page.{key}") for key, so in told if so))

    def _can_draw(self, view: PageView) -> bool:
        return view.thumb is not None and self._images.shown

    def _note(self, text: Content) -> None:
        note = self.query_one("#page-note", Static)
        note.update(text)
        note.display = bool(text.plain)

    def _scroll_to_mark(self, view: PageView) -> None:
        scroll = self.query_one(PageScroll)
        extents = view.quotes or view.passages
        row = row_of(view.text.text, extents[0][0], self.query_one("#page-text").content_size.width) if extents else 0
        scroll.scroll_to(0, max(0, row - 2), animate=False, force=True, on_complete=self._note_place)

    def _note_place(self) -> None:
        self._placed = self.query_one(PageScroll).scroll_y

    def _paint(self, view: PageView) -> None:
        size = self._pane
        if size[0] < 4:
            return
        self._painted_for = size
        close = self._level is Level.CLOSE
        work = partial(self._painter.paint, self._painter.ticket(), view, size, close=close)
        self.run_worker(apart(work), name="paint", group="paint", exclusive=True, exit_on_error=False)

    @property
    def _pane(self) -> tuple[int, int]:
        region = self.query_one(PageScroll).scrollable_content_region
        return region.width, region.height

    async def _hang(self, painted: Painted | Drawn) -> None:
        scroll = self.query_one(PageScroll)
        await self.query(f".{PICTURE}").remove()
        self.query_one("#page-text").display = False
        if self._view is not None:
            self._note(self._remark(self._view))
        await scroll.mount(self._widget(painted).add_class(PICTURE))
        column, row = painted.mark or (0, 0)
        scroll.scroll_to(
            max(0, column - scroll.size.width // 6),
            max(0, row - scroll.size.height // 3),
            animate=False,
            force=True,
            immediate=False,
        )

    def _widget(self, painted: Painted | Drawn) -> Widget:
        if isinstance(painted, Painted):
            return Picture(painted)
        assert self._images.graphics is not None
        return self._images.graphics.widget(painted)

    def on_resize(self) -> None:
        """A picture is painted for one pane; in a text the mark stays in sight, unless somebody reads elsewhere."""
        if self._view is None:
            return
        if self.showing_picture:
            width, height = self._pane
            if width != self._painted_for[0] or (self._images.graphics and height != self._painted_for[1]):
                self._paint(self._view)
        elif self._is_where_it_was_placed:
            self.call_after_refresh(self._scroll_to_mark, self._view)

    @property
    def _is_where_it_was_placed(self) -> bool:
        """Whether nobody has scrolled since; a page that has grown shorter or wider ends where it ends."""
        scroll = self.query_one(PageScroll)
        return scroll.scroll_y in (self._placed, scroll.max_scroll_y)

    # --- keys ------------------------------------------------------------------------------------

    def action_picture(self) -> None:
        """Text, then picture, then text."""
        self._choose(Level.PAGE if self._level is Level.TEXT else Level.TEXT)

    def action_zoom(self) -> None:
        """From the text to the page, to what stands around the mark, and back."""
        self._choose(Level((self._level.value + 1) % len(Level)))

    def _choose(self, level: Level) -> None:
        self._level = self._chosen = level
        self._draw()

    def action_outside(self) -> None:
        """The marked picture in the system's viewer, or where it can be found."""
        if self._view is not None:
            work = partial(self._outside, self._view, self._level is Level.CLOSE)
            self.run_worker(apart(work), name="outside", group="outside", exclusive=True, exit_on_error=False)

    def action_turn(self, by: int) -> None:
        """The next page or the one before, in the same booklet; marks stay on their own page.

        Counted from the page that is wanted, which may be on its way: keys come faster than pages.
        """
        view, ref = self._view, self._wanted
        if view is None or ref is None or (ref.game, ref.booklet) != (view.ref.game, view.ref.booklet):
            return
        page = ref.page + by
        if 1 <= page <= view.total:
            self.open(PageRef(ref.game, ref.booklet, page), Mark())


def page_title(say: Texts, view: PageView) -> Content:
    """Page, and under it the booklet and what it is to the game."""
    return Content.assemble(
        (phrase.page_label(say, view.ref.page, view.printed), "bold $text-accent"),
        (f" / {view.total}", "dim"),
        "\n",
        (clean(view.booklet.title, one_line=True), "bold"),
        (f" · {phrase.kind_label(say, view.booklet.kind)}", "dim"),
    )


def outside_content(say: Texts, found: Outside) -> Content:
    """Where the marked picture is: a link for terminals that follow one, a path for everybody to copy."""
    if found.opened:
        return Content(say("app.page.opened", file=found.file.name))
    path = clean(str(found.file), one_line=True)
    link = Style(link=found.file.absolute().as_uri(), underline=True)
    return Content.assemble(say("app.page.picture_at"), "\n", (path, link))


def page_content(view: PageView) -> Content:
    """The text of the page with its headings, its passages and the quote."""
    spans = [
        *(Span(start, end, "bold $text-accent") for start, end in view.text.headings),
        *(Span(start, end, "italic") for start, end in view.text.asides),
        *(Span(start, end, PASSAGE) for start, end in view.passages if not view.quotes),
        *(Span(start, end, QUOTE) for start, end in view.quotes),
    ]
    return Content(view.text.text, spans)


def row_of(text: str, offset: int, width: int) -> int:
    """The row on which a character stands when `text` is wrapped at `width`."""
    return max(0, Content(text[: offset + 1]).get_height({}, max(1, width)) - 1)
