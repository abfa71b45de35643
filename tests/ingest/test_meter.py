"""Progress as a terminal and as a log file see it."""

from __future__ import annotations

import io

from ingest.cli.progress import Meter
from ingest.settings import Progress
from oracle.texts import Texts

PAGES = "ingest.stage.pages"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_plain_line_a_page() -> None:
    """No cursor movement, one line a step done."""
    stream = io.StringIO()
    with Meter(Texts("en"), stream) as meter:
        meter.begin("rules.pdf")
        for done in range(3):
            meter(Progress(PAGES, done, 2))
    assert stream.getvalue() == "rules.pdf: reading pages 1/2\nrules.pdf: reading pages 2/2\n"


def test_a_terminal_gets_one_line_that_is_gone_at_the_end() -> None:
    """The bar is drawn over itself, fits the width and leaves nothing."""
    stream = Terminal()
    with Meter(Texts("fr"), stream) as meter:
        meter.begin("un-nom-vraiment-très-long-" * 10 + "\x1b[31m")
        meter(Progress(PAGES, 1, 2))
        meter(Progress(PAGES, 2, 2))
    drawn = stream.getvalue().split("\r\x1b[K")
    assert len(drawn) == 4
    assert drawn[0] == drawn[3] == ""
    assert "█" * 12 + "░" * 12 + " 1/2" in drawn[1]
    assert all("\n" not in line and "\x1b" not in line and len(line) < 80 for line in drawn)


def test_a_source_without_steps_draws_an_empty_bar() -> None:
    """A total of nothing is no division by zero."""
    stream = Terminal()
    Meter(Texts("en"), stream)(Progress(PAGES, 0, 0))
    assert "0/0" in stream.getvalue()
