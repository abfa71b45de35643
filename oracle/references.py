"""Where an entry of an errata sheet or a FAQ says that its rule stands: "page 7", "rule 4.2", a heading.

Pure. Owns how such places are written, in French and English, and whether a passage stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ingest.contracts import Passage
from oracle.words import all_words, content_words, fold

_PAGES = re.compile(r"\b(?:pages?|pp?|pgs?)\.?\s*:?\s*(\d{1,3})((?:\s*(?:[-–,&]|to|and|et|a|au)\s*\d{1,3})*)")
_NUMBER = re.compile(r"\d{1,3}")
_SECTION = re.compile(
    r"(?:\b(?:rules?|sections?|chapters?|paragraphs?|regles?|chapitres?|paragraphes?|articles?|points?)\s+|§\s*)"
    r"(\d+(?:\.\d+)*[a-z]?)\b(?!\s*(?:players?|joueurs?|points?|cards?|cartes?))"
)
_LEADING = re.compile(r"(\d+(?:\.\d+)*[a-z]?)\b")
_LONG: Final = 6
"""A heading of one word must be this long to be meant where it is said."""


def pages_said(text: str) -> frozenset[str]:
    """The page numbers that a text names, as printed; both ends of a range."""
    plain = fold(text)
    return frozenset(n.lstrip("0") for found in _PAGES.finditer(plain) for n in _NUMBER.findall(found[0]))


def sections_said(text: str) -> frozenset[str]:
    """The numbers of rules and sections that a text names."""
    return frozenset(found[1] for found in _SECTION.finditer(fold(text)))


def on_page(passage: Passage, pages: frozenset[str]) -> bool:
    """Whether a passage stands on one of these pages: by its printed number where it has one."""
    return (passage.printed or str(passage.ref.page)).lstrip("0") in pages


def in_section(passage: Passage, sections: frozenset[str]) -> bool:
    """Whether a heading above a passage bears one of these numbers, or a number below one."""
    for number in _numbers(passage):
        if any(number == said or number.startswith(f"{said}.") for said in sections):
            return True
    return False


def says_heading(text: str, passage: Passage) -> bool:
    """Whether a text says the heading right above a passage, word by word."""
    if not passage.section_path:
        return False
    heading = all_words(passage.section_path[-1])
    carrying = content_words(passage.section_path[-1], passage.language)
    if not carrying or (len(carrying) == 1 and len(carrying[0]) < _LONG):
        return False
    return f" {fold(' '.join(heading))} " in f" {fold(' '.join(all_words(text)))} "


def _numbers(passage: Passage) -> Iterator[str]:
    for title in passage.section_path:
        found = _LEADING.match(fold(title).strip())
        if found:
            yield found[1]
