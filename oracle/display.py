"""The last gate before a screen: text from a file, a question or a model loses what could steer a terminal.

Owns which code points may be shown, and how JSON holds the others. Knows no markup language: callers build their
widgets from plain text.
"""

from __future__ import annotations

import re

# C0 but tab and newline, DEL and C1, bidi controls, zero-width and invisible operators, line and
# paragraph separators, interlinear marks, variation selectors supplement and tag characters.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)


def escaped(document: str) -> str:
    """A JSON document in which every such code point is written as an escape: nothing is lost, nothing obeyed."""
    return _HOSTILE.sub(_escape, document)


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def clean(text: str, *, one_line: bool = False) -> str:
    """`text` without code points that a terminal or a reader's eye could be fooled by.

    Carriage returns become newlines; with `one_line` all white space becomes single spaces.
    """
    shown = _HOSTILE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return " ".join(shown.split()) if one_line else shown
