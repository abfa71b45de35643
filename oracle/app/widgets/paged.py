"""What is read by the page. Owns that each press of a key moves one, however fast the presses come.

Textual counts a page from where the scrolling is just then, so that of two quick presses the second was lost.
"""

from __future__ import annotations

from textual.actions import SkipAction
from textual.containers import VerticalScroll
from textual.widget import Widget


class Paged(Widget):
    """Scrolls at once, by the height that is seen. Last among bases: Textual takes keys and focus from the first."""

    def action_page_up(self) -> None:
        """A page up."""
        self._page(-1)

    def action_page_down(self) -> None:
        """A page down."""
        self._page(1)

    def page_by(self, by: int, *, kept: int = 0) -> None:
        """So many pages on, of which `kept` rows were seen before."""
        height = self.scrollable_content_region.height - kept
        self.scroll_relative(y=by * max(1, height), animate=False, immediate=True)

    def _page(self, by: int) -> None:
        if not self.allow_vertical_scroll:
            raise SkipAction
        self.page_by(by)


class Report(VerticalScroll, Paged):
    """A long text on a screen of its own."""
