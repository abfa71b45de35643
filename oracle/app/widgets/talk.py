"""The conversation: however long, only what is near what is seen is made of widgets.

Owns which exchanges are folded, and that what is read stays in its place when the window changes. Knows nothing of
questions and answers.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from textual.containers import VerticalScroll
from textual.geometry import Spacing
from textual.timer import Timer

from oracle.app.widgets.folding import Foldable
from oracle.app.widgets.paged import Paged

NEAR = 1
"""Windows above and below what is seen in which everything is unfolded before it is seen."""

FAR = 3
"""Windows above and below beyond which what is at rest is folded."""

LATEST = 2
"""So many exchanges at the end are never folded."""

CALM = 2.0
"""Seconds of rest after which what was folded is looked for as garbage: by then somebody reads."""


@dataclass(frozen=True)
class Span:
    """Where an exchange stands in the conversation."""

    exchange: Foldable
    top: int
    bottom: int


@dataclass(frozen=True)
class Anchor:
    """What is read: an exchange, how far below the upper edge it begins, and how high it was then."""

    exchange: Foldable
    below: int
    rows: int

    def now_below(self) -> int:
        """How far below the edge it has to begin for the same words to stand there."""
        return round(self.below * self.exchange.rows / self.rows) if self.below < 0 and self.rows else self.below


class Talk(VerticalScroll, Paged):
    """Scrolls; an exchange that is scrolled to is whole before it is seen."""

    def __init__(self) -> None:
        super().__init__(id="talk", can_focus=False)
        self._laid_out = 0
        self._read: Anchor | None = None
        self._rising: Foldable | None = None
        self._elsewhere = False
        self._tending = self._again = self._returning = False
        self._tidying: Timer | None = None

    # --- where everything stands -----------------------------------------------------------------

    @property
    def _exchanges(self) -> list[Foldable]:
        return [child for child in self.children if isinstance(child, Foldable)]

    def _spans(self) -> list[Span]:
        """Every exchange from the top, as if each stood for itself; they all keep the same distance."""
        exchanges = self._exchanges
        margin = exchanges[0].styles.margin if exchanges else Spacing()
        others = [child for child in self.children if not isinstance(child, Foldable) and child.display]
        top = margin.top + sum(child.outer_size.height for child in others)
        spans = []
        for exchange in exchanges:
            rows = exchange.rows
            spans.append(Span(exchange, top, top + rows))
            top += rows + margin.height
        return spans

    def _within(self, windows: int, spans: Sequence[Span] | None = None) -> list[Span]:
        """The exchanges that are seen, or so many windows away from it."""
        height = self.size.height
        first, last = self.scroll_y - windows * height, self.scroll_y + (1 + windows) * height
        return [span for span in spans or self._spans() if span.top < last and span.bottom > first]

    def _top(self, exchange: Foldable) -> int:
        return next(span.top for span in self._spans() if span.exchange is exchange)

    def bring(self, exchange: Foldable, *, to_top: bool = False) -> None:
        """Scroll until an exchange is seen; one that is folded comes to the top.

        What is to stand at the top and has not enough below it yet rises as that grows: an answer that streams is seen.
        Nothing is brought to the top while somebody reads elsewhere.
        """
        if to_top and self._elsewhere:
            return
        self._rising = exchange if to_top and exchange.is_attached and not exchange.folded else None
        if exchange.is_attached and exchange.folded:
            self.scroll_to(y=self._top(exchange), animate=False, force=True)
        elif exchange.is_attached:
            self.scroll_to_widget(exchange, top=to_top, animate=False, force=True)

    # --- reading elsewhere -----------------------------------------------------------------------

    def follow(self) -> None:
        """A new question: what comes of it is brought to the top."""
        self._elsewhere = False

    def _leave(self) -> None:
        """Somebody scrolls: an answer that grows or ends throws nobody back, unless they are at the end again."""
        self._elsewhere = self.scroll_y < self.max_scroll_y
        if self._elsewhere:
            self._rising = None

    def page_by(self, by: int, *, kept: int = 0) -> None:
        """By key: the conversation moves by so many pages."""
        super().page_by(by, kept=kept)
        self._leave()

    def on_mouse_scroll_up(self) -> None:
        """By the wheel, or by hand on a phone."""
        self.call_after_refresh(self._leave)

    on_mouse_scroll_down = on_scroll_to = on_scroll_up = on_scroll_down = on_mouse_scroll_up

    def watch_virtual_size(self) -> None:
        """The conversation has grown."""
        if self._rising is not None:
            self.call_after_refresh(self._rise)

    def _rise(self) -> None:
        exchange = self._rising
        if exchange is None or not exchange.is_attached or exchange.folded:
            return
        self.scroll_to_widget(exchange, top=True, animate=False, force=True)
        if self.max_scroll_y >= self._top(exchange):
            self._rising = None

    # --- folding ---------------------------------------------------------------------------------

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Something else is seen."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            if self.size.width == self._laid_out and not self._returning:
                self._read = self._seen()
            self.tend()
            if self._tidying is not None:
                self._tidy_soon()

    def tend(self) -> None:
        """Unfold what is near and fold what is far; what changes meanwhile is looked at afterwards."""
        if self._tending:
            self._again = True
        elif self.size.height and (self._folded(NEAR) or self._far()):
            self._tending = True
            self.run_worker(self._tend(), name="tend", group="tend", exit_on_error=False)

    def _folded(self, windows: int) -> list[Foldable]:
        return [span.exchange for span in self._within(windows) if span.exchange.folded]

    def _far(self) -> list[Foldable]:
        spans = self._spans()
        kept = {span.exchange for span in (*self._within(FAR, spans), *spans[-LATEST:])}
        far = (span.exchange for span in spans if not span.exchange.folded and span.exchange not in kept)
        return [exchange for exchange in far if exchange.at_rest]

    async def _tend(self) -> None:
        try:
            await self._unfold(self._folded(0))
            for exchange in self._folded(NEAR):
                await self._unfold([exchange])
            for exchange in (far := self._far()):
                await exchange.fold()
            if far:
                self._join()
                self._tidy_soon()
        finally:
            self._tending = False
        if self._again:
            self._again = False
            self.tend()

    def _tidy_soon(self) -> None:
        """Let go of the widgets that went when nothing moves: Python would look for them in the midst of a scroll."""
        if self._tidying is not None:
            self._tidying.stop()
        self._tidying = self.set_timer(CALM, self._tidy)

    def _tidy(self) -> None:
        self._tidying = None
        gc.collect()

    async def _unfold(self, exchanges: list[Foldable]) -> None:
        """Nothing is drawn until they are whole and the others take their room."""
        if not exchanges:
            return
        with self.app.batch_update():
            for exchange in exchanges:
                if exchange.is_attached:
                    await exchange.unfold()
            self._join()

    def _join(self) -> None:
        """Folded exchanges that follow each other are one to lay out: the first takes the room of all."""
        for folded, run in groupby(self._spans(), lambda span: span.exchange.folded):
            if folded:
                spans = list(run)
                spans[0].exchange.display = True
                spans[0].exchange.styles.height = spans[-1].bottom - spans[0].top
                for span in spans[1:]:
                    span.exchange.display = False

    # --- keeping the place -----------------------------------------------------------------------

    def on_resize(self) -> None:
        """The words that are read stay in sight; what is folded takes about as much room of the new width."""
        before, self._laid_out = self._laid_out, self.size.width
        if before not in (0, self._laid_out):
            for exchange in self._exchanges:
                if exchange.folded:
                    exchange.scale(before / self._laid_out)
            self._join()
            self._read = replace(self._read, below=min(0, self._read.below)) if self._read else self._last()
            self._return()
            self.call_after_refresh(self._return)
        self.call_after_refresh(self.tend)

    def on_foldable_unfolded(self, message: Foldable.Unfolded) -> None:
        """It is higher or lower than was thought: what is read stays where it is."""
        message.stop()
        self._return()

    def _seen(self) -> Anchor | None:
        """The last exchange if it is seen, else the first that is."""
        seen = self._within(0)
        if not seen:
            return None
        span = seen[-1] if seen[-1].exchange is self._exchanges[-1] else seen[0]
        return Anchor(span.exchange, span.top - round(self.scroll_y), span.exchange.rows)

    def _last(self) -> Anchor | None:
        return Anchor(self._exchanges[-1], 0, 0) if self._exchanges else None

    def _return(self) -> None:
        """To what was read, wherever it stands now."""
        if self._read is None or not self._read.exchange.is_attached:
            return
        wanted = self._top(self._read.exchange) - self._read.now_below()
        if wanted != round(self.scroll_y):
            self._returning = True
            self.scroll_to(y=wanted, animate=False, force=True, immediate=True)
            self._returning = False
