from __future__ import annotations

from ingest.markdown import text_blocks

FAQ = """# FAQ

## How many cards?

Each player takes **5 cards** and [three](http://evil.example/x) tokens.

- first thing
- second `thing`

| Players | Cards |
|---------|:-----:|
| 2       | 7     |
| 3       | 5     |

Old
===

<script>alert(1)</script>
"""


def test_markdown_has_headings_items_and_tables() -> None:
    """Marks go, words stay; a table keeps its pairs."""
    found = text_blocks(FAQ, markdown=True)
    shape = [(b.role, b.level) for b in found.blocks]
    assert shape == [
        ("heading", 1),
        ("heading", 2),
        ("text", None),
        ("list", None),
        ("list", None),
        ("table", None),
        ("heading", 1),
        ("text", None),
    ]
    assert found.blocks[2].text == "Each player takes 5 cards and three tokens."
    assert found.tables[0].rows == (("Players", "Cards"), ("2", "7"), ("3", "5"))


def test_html_in_it_is_literal() -> None:
    """Nothing of a text is ever obeyed."""
    assert text_blocks(FAQ, markdown=True).blocks[-1].text == "<script>alert(1)</script>"


def test_plain_text_keeps_its_signs() -> None:
    """A line of signs in a text file is no markup."""
    found = text_blocks("# 3 players\n\nTake 5.", markdown=False)
    assert [b.text for b in found.blocks] == ["# 3 players", "Take 5."]
