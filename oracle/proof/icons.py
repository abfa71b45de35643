"""Icons inside quotations: which one stands where.

Pure. Owns the one form in which `{icon:3f2a}` of a page and `⟨Gold⟩` of a model are the same, and what a quotation may
leave out: a mere ornament, never the icon after a number, which is what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.icons.placeholders import PLACEHOLDER, replaced

_SPOKEN = re.compile(r"[⟨〈\u2329]([^⟨⟩〈〉\u2329\u232a\n]{1,60})[⟩〉\u232a]")
_COUNTED = re.compile(rf"(?<=\d)\s*{PLACEHOLDER.pattern}")


def has_icons(text: str) -> bool:
    """Whether a text names an icon."""
    return bool(PLACEHOLDER.search(text) or _SPOKEN.search(text))


def with_icons(text: str, names: Mapping[str, str]) -> str:
    """`text` with each icon as its name, else as its id, in angle brackets."""
    named = replaced(text, lambda icon: f"⟨{names.get(icon, icon)}⟩")
    return _SPOKEN.sub(lambda match: f" ⟨{' '.join(match[1].split())}⟩ ", named)


def without_icons(text: str) -> str:
    """`text` as somebody copies it who cannot type an icon; the one after a number stays."""
    return PLACEHOLDER.sub(" ", _COUNTED.sub(r" ⟨\1⟩ ", text))
