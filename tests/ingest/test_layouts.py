from __future__ import annotations

import itertools
import re

import pytest

from ingest.assemble import assemble
from ingest.contracts import Page
from tests.ingest.layouts import AS_DRAWN, LAYOUTS, Layout
from tests.ingest.press import DRAWINGS, Drawing, Press


def read(page: Press, drawing: Drawing) -> Page:
    return assemble([page.sheet(drawing)], ())[0]


def plain(text: str) -> str:
    """Letters and digits only: how rows are joined into tables and lists is not asked here."""
    return re.sub(r"\W", "", text).casefold()


@pytest.mark.parametrize("drawing", DRAWINGS)
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_a_page_is_read_in_order_whatever_order_the_file_draws_it_in(layout: Layout, drawing: Drawing) -> None:
    """Every line once, each after the line that a person reads before it."""
    assert_in_order(layout(), drawing)


@pytest.mark.parametrize("layout", AS_DRAWN, ids=lambda layout: layout.__name__)
def test_columns_of_short_lines_are_read_as_the_file_draws_them(layout: Layout) -> None:
    """Their lines stand on the same baselines, as cells do: only the file's own order tells them from a table."""
    assert_in_order(layout(), "as read")


def assert_in_order(page: Press, drawing: Drawing) -> None:
    expected = [plain(line) for block in page.expected for line in block]
    lines = [line.text for block in read(page, drawing).blocks for line in block.lines]
    read_text = "".join(plain(line) for line in lines if any(c.isalpha() for c in line))
    assert [line for line in expected if line not in read_text] == []
    broken = [pair for pair in itertools.pairwise(expected) if "".join(pair) not in read_text]
    assert broken == []
