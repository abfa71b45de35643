"""Answers as one HTML file that needs nothing else: no script, no network, the places of the book inside.

Owns what the file may do (its policy) and what it is given; how it looks is `oracle/export/answers.html.j2`. Every text
is escaped by the template engine, without exception.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

from ingest.html import GENERATOR
from oracle.display import clean
from oracle.export.entry import Crop, Entry
from oracle.templates import page
from oracle.texts import Texts

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(entries: Sequence[Entry], say: Texts, title: str, note: str = "") -> str:
    """All answers, oldest first, under one title; `note` stands at the end."""
    return page("export/answers.html.j2", {"clean": clean, "data": _data}).render(
        entries=entries, say=say, title=title, note=note, policy=POLICY, generator=GENERATOR
    )


def _data(crop: Crop) -> str:
    """The picture as an address of itself."""
    return f"data:{crop.media};base64,{base64.b64encode(crop.data).decode('ascii')}"
