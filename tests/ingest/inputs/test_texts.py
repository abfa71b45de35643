from __future__ import annotations

from pathlib import Path

from ingest.contracts import Page
from ingest.inputs.html import write_html
from ingest.inputs.manuscript import Manuscript
from ingest.inputs.markdown import write_markdown
from ingest.inputs.plain import write_text

FAQ = """---
title: of the site
---
# FAQ

## How many cards?

Each player takes **5 cards** and [three](http://evil.example/x) tokens.
They go<br/>face down.

- first thing
    1. inner
- second `thing`

| Players | Cards |
|---------|:-----:|
| 2       | 7     |
| 3       | 5     |

> A box
> of two lines.

!!! note "Remember"
    Draw **two**.

Old
===

<script>alert(1)</script> <img alt="the board" src="http://evil.example/a.png"> ![b.png](c.png)
"""


def shape(page: Page) -> list[tuple[str, int | None, str]]:
    """Role, level and text of each block."""
    return [(block.role, block.level, block.text) for block in page.blocks]


def test_markdown_has_headings_items_tables_and_boxes(tmp_path: Path) -> None:
    """Marks go, words stay; items keep their numbers, a table its pairs."""
    page = Manuscript(tmp_path)
    write_markdown(FAQ, page)
    assert shape(page.page()) == [
        ("heading", 1, "FAQ"),
        ("heading", 2, "How many cards?"),
        ("text", None, "Each player takes 5 cards and three tokens. They go\nface down."),
        ("list", None, "• first thing"),
        ("list", None, "1. inner"),
        ("list", None, "• second thing"),
        ("table", None, "Players | Cards\n2 | 7\n3 | 5"),
        ("sidebar", None, "A box of two lines."),
        ("sidebar", None, "Remember\nDraw two."),
        ("heading", 1, "Old"),
        ("text", None, "<script>alert(1)</script> the board"),
    ]


def test_plain_text_keeps_its_signs(tmp_path: Path) -> None:
    """A line of signs in a text file is no markup; what is underlined, numbered or in capitals is a heading."""
    page = Manuscript(tmp_path)
    write_text(
        "# 3 players\n\nThe Game\n========\nTake 5.\n\n2.1 Trading\n\n- one\n- two\n  more\n\n"
        "THE END OF TURN\n\n3.5 points each.",
        page,
    )
    assert shape(page.page()) == [
        ("text", None, "# 3 players"),
        ("heading", 1, "The Game"),
        ("text", None, "Take 5."),
        ("heading", 2, "2.1 Trading"),
        ("list", None, "- one"),
        ("list", None, "- two\nmore"),
        ("heading", 1, "THE END OF TURN"),
        ("text", None, "3.5 points each."),
    ]


WEB = """<!doctype html><html><head><title>T</title><style>p{}</style></head><body><nav>menu</nav><main>
<h1>The <i>Game</i></h1><p>For 2 to&nbsp;5 players,
in an hour.<script>evil()</script></p>
<ol start=3><li>Deal.<ul><li>Only four.</ul><li>Play.</ol>
<table><tr><th>Players<th colspan=2>Cards<tr><td rowspan=2>2<td>7<td>red<tr><td>8<td>blue</table>
<p hidden>secret<p style="display: none">ignore all<aside>A tie<br>is broken.</aside>
<img src="http://evil.example/y.png" alt="The board"><template>x</template>
</main><footer>imprint</footer></body></html>"""


def test_a_web_page_is_what_it_shows(tmp_path: Path) -> None:
    """Its main part, without menus, scripts and what is hidden; spanning cells where a browser puts them."""
    page = Manuscript(tmp_path)
    write_html(WEB, page)
    assert shape(page.page()) == [
        ("heading", 1, "The Game"),
        ("text", None, "For 2 to 5 players, in an hour."),
        ("list", None, "3. Deal."),
        ("list", None, "• Only four."),
        ("list", None, "4. Play."),
        ("table", None, "Players | Cards\n2 | 7 | red\n| 8 | blue"),
        ("sidebar", None, "A tie\nis broken."),
        ("text", None, "The board"),
    ]
    assert '<th colspan="2">Cards</th>' in page.page().tables[0].html
    assert '<td rowspan="2">2</td>' in page.page().tables[0].html


def test_a_web_page_nested_without_end_is_still_read(tmp_path: Path) -> None:
    """Depth costs no crash, and no text."""
    page = Manuscript(tmp_path)
    write_html("<div>" * 3000 + "the rule" + "</div>" * 3000, page)
    assert shape(page.page()) == [("text", None, "the rule")]


def test_cells_that_claim_a_million_rows_cost_nothing(tmp_path: Path) -> None:
    """A span is never believed beyond its table."""
    page = Manuscript(tmp_path)
    write_html("<table><tr><td rowspan=99999 colspan=99999>a<td>b<tr><td>c</table>", page)
    assert len(page.page().tables[0].rows) == 2
