"""What a book calls its icons, and the words beside each. Pure.

Owns how a legend is recognised: icons with a short text beside each, below each other, in a table, or each said once
("draw a card (✦)"). Texts hold the private characters of `ingest.icons.placeholders`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ingest.contracts import Block, Page
from ingest.icons.placeholders import MARK
from ingest.languages import FUNCTION_WORDS
from ingest.tables.cells import SEPARATOR

_NAME_WORDS: Final = 5
_MOST_CAPTIONS: Final = 5
_CAPTION_WORDS: Final = 6
_AROUND: Final = 3
_SOLE: Final = 2
_HEADING: Final = re.compile(
    r"\b(?:icons?|icônes?|symbols?|symboles?|legend|légende|key|pictogram\w*|picto\w*|glossary|glossaire)\b",
    re.IGNORECASE,
)
_M: Final = MARK.pattern
_ALONE: Final = re.compile(rf"^\s*[•(\[]*\s*({_M})\s*[)\]]*\s*$")
_BEFORE: Final = re.compile(rf"^\s*[•(\[]*\s*({_M})\s*[)\]]*\s*(?:[:=–—-]\s*)?(?P<name>[^\W\d_].*)$")
_EQUALS: Final = re.compile(rf"^\s*•?\s*(?P<name>[^\W\d_][^:=({_M[1:]}*?)\s*[:=]\s*({_M})\s*[.;]?\s*$")
_BRACKETS: Final = re.compile(rf"(?P<name>[^\W\d_][\w’'-]*(?:\s+[\w’'-]+){{0,3}})\s*\(\s*({_M})\s*\)")
_END: Final = re.compile(r"\s*(?:[:=]|\s[–—-]\s|[.!?;](?:\s|$)|\(|,\s)")
_PAIR: Final = re.compile(r"[^\W\d_][\w’' -]{1,24}\s?:\s[^\W\d_]\S*(?:\s\S+)?")  # "Red: PolluMore"
_COMMON: Final = frozenset().union(*FUNCTION_WORDS.values())


def names_of(pages: Sequence[Page]) -> dict[str, str]:
    """The name of each icon that the book names, by its mark: what a legend says, else what most sentences say."""
    votes: dict[str, Counter[str]] = {}
    for weight, (icon, name) in [*((5, found) for found in _legends(pages)), *((1, found) for found in _said(pages))]:
        votes.setdefault(icon, Counter())[name] += weight
    taken: dict[str, str] = {}
    for icon, found in sorted(votes.items(), key=lambda vote: -vote[1].most_common(1)[0][1]):
        free = [name for name, _ in found.most_common() if name not in taken.values()]
        if free:
            taken[icon] = free[0]
    return taken


def captions_of(pages: Sequence[Page]) -> dict[str, tuple[str, ...]]:
    """A few of the words that stand beside each icon, by its mark."""
    found: dict[str, dict[str, None]] = {}
    for text in _lines(pages):
        for hit in MARK.finditer(text):
            caption = _caption(text, hit)
            if caption:
                found.setdefault(hit[0], {})[caption] = None
    return {icon: tuple(captions)[:_MOST_CAPTIONS] for icon, captions in found.items()}


def _lines(pages: Sequence[Page]) -> Iterator[str]:
    for page in pages:
        for block in page.blocks:
            yield from (line.text for line in block.lines if MARK.search(line.text))


def _caption(text: str, hit: re.Match[str]) -> str:
    """The words after an icon that begins a line or a cell, else those on both sides of it."""
    cell = text[: hit.start()].rpartition(SEPARATOR)[2]
    own, _, rest = text[hit.end() :].partition(SEPARATOR)
    before, after = _words(cell), _words(own) or _words(rest.partition(SEPARATOR)[0])
    if not before:
        return " ".join(after[:_CAPTION_WORDS])
    return f"{' '.join(before[-_AROUND:])} … {' '.join(after[:_AROUND]).lstrip(' ,.;:')}".strip()


def _words(text: str) -> list[str]:
    words = MARK.sub(" ", text).split()
    return words if any(map(str.isalnum, "".join(words))) else []


# --- legends -----------------------------------------------------------------------------------------


def _legends(pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
    """Icons with a name beside each: two or more on a page, or under a heading that says so."""
    for page in pages:
        headed, found, sure = False, [], []
        for block in page.blocks:
            if block.role == "heading" and not MARK.search(block.text):
                headed = bool(_HEADING.search(block.text))
                continue
            named = list(_named_lines(block))
            found += named
            sure += named if headed else []
        for table in page.tables:
            found += [pair for row in table.rows for pair in _named_cells(row)]
        distinct = {icon for icon, _ in found}
        yield from dict.fromkeys(found if len(distinct) >= _SOLE else sure)


def _named_lines(block: Block) -> Iterator[tuple[str, str]]:
    """Lines that begin with their only icon, a name after it; or that end with it."""
    if block.role == "table":
        return
    for line in block.lines:
        if len(MARK.findall(line.text)) != 1:
            continue
        found = _BEFORE.match(line.text) or _EQUALS.match(line.text)
        name = _short(found["name"]) if found else ""
        if found and name:
            yield MARK.findall(line.text)[0], name


def _named_cells(row: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A cell that is an icon, and the text of the cell beside it."""
    for cell, beside in pairwise(row):
        alone = _ALONE.match(cell)
        if alone and not MARK.search(beside) and (name := _short(beside)):
            yield alone[1], name
    if len(row) == _SOLE and (alone := _ALONE.match(row[1])) and not MARK.search(row[0]) and (name := _short(row[0])):
        yield alone[1], name


def _short(text: str) -> str:
    """The name that a text begins with: up to its first stop, a few words at most; nothing when it is a sentence."""
    whole = text.strip(" .·…|")
    pair = _PAIR.fullmatch(whole)
    name = whole if pair else _END.split(text.strip(), maxsplit=1)[0].strip(" .·…|")
    words = name.split()
    if not words or len(words) > _NAME_WORDS or not any(character.isalpha() for character in name):
        return ""
    if name == text.strip(" .") or text.strip()[len(name) :].lstrip()[:1] in ":=–—-(.,":
        return name
    return ""


def _said(pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    """Words before an icon in brackets name it when they say so again, or are capitals: two Gold ({icon})."""
    said: list[tuple[str, str]] = []
    for page in pages:
        for block in page.blocks:
            text = " ".join(line.text for line in block.lines)
            said += [(found[2], _noun(found["name"])) for found in _BRACKETS.finditer(text)]
    counts: Mapping[tuple[str, str], int] = Counter((icon, name.casefold()) for icon, name in said)
    for icon, name in said:
        if name and (counts[icon, name.casefold()] >= _SOLE or name[:1].isupper()):
            yield icon, name


def _noun(text: str) -> str:
    """The last words that begin with capitals, else the last word that means something."""
    words = text.split()
    capitals: list[str] = []
    while words and words[-1][:1].isupper():
        capitals.insert(0, words.pop())
    if capitals:
        return " ".join(capitals)
    last = text.split()[-1].casefold()
    return text.split()[-1] if last not in _COMMON and len(last) > _SOLE else ""
