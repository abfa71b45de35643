"""Finds the icons among the characters that PyMuPDF reports, as plain dictionaries. Pure.

Owns what a glyph prints where its code does not say it: dingbats that Unicode knows become their characters, pictures
become marks (`ingest.icons.placeholders`), and what may be either keeps its character beside it until
its shape is seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ingest.contracts import Box
from ingest.icons.placeholders import is_mark, mark
from ingest.page import dingbats
from ingest.page.sheet import Seen

_NO_UNICODE: Final = 128 | 256  # the file says which glyph it is and not what it means
_NAMED: Final = re.compile(
    r"icon|symbol|ding|picto|glyph|awesome|sprite|emblem|ornament|mana|dice|runes|suits|game-?sym|cardsym",
    re.IGNORECASE,
)
_UNICODE_FONTS: Final = re.compile(r"segoe|noto|apple|dejavu|emoji|stix|cambria|lastresort|ui ?symbol", re.IGNORECASE)
_CLOSE: Final = 0.25
_WORDLIKE: Final = 2.6
_SINGLE: Final = 1.6
_RARE: Final = 0.15
_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = frozenset("!#$%&*+<=>?@\\^_`{|}~")
_MOST: Final = 400
_FIRST_GLYPH: Final = 29
_FEW: Final = 2
_FEWEST: Final = 6
_ODD: Final = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")

Char = dict[str, Any]


@dataclass(frozen=True)
class Glyph:
    """One icon of a page: its mark, whose glyph it is, the boxes where it stands.

    `says` is what the file says it is; with `doubt` it may be just that, and only its shape can tell.
    """

    mark: str
    key: str
    says: str
    doubt: bool
    boxes: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Run:
    """Characters of one font side by side, without a space. `beside`: a letter of another font touches it."""

    font: str
    chars: tuple[Char, ...]
    unknown: tuple[bool, ...]
    beside: bool
    company: bool

    @property
    def length(self) -> int:
        """How many characters it has, equal neighbours counted once: icons are repeated, letters hardly."""
        codes = [char["c"] for char in self.chars]
        return sum(a != b for a, b in zip(codes, [*codes[1:], None], strict=True))


def marked(blocks: Sequence[dict[str, Any]], encodings: Mapping[str, str]) -> tuple[Glyph, ...]:
    """The icons among a page's characters, which are changed in place: `c` is what is printed, or a mark.

    `encodings` says how a font's codes are read, by its name.
    """
    suspects, total = _suspects(blocks)
    lines = [line for block in blocks for line in block.get("lines", ())] if suspects else []
    near = [line for line in lines if any(span["font"] in suspects for span in line["spans"])]
    runs = [run for line in near for run in _runs(line) if run.font in suspects]
    fonts = {font: _Font(font, [run for run in runs if run.font == font]) for font in suspects}
    found: dict[str, Glyph] = {}
    for run in runs:
        for char, said, doubt in _icons(run, fonts[run.font], total, encodings.get(run.font, "")):
            _mark(char, run.font, said, doubt, found)
        for char in run.chars:
            if is_mark(char["c"]) and not char.get("icon"):
                char["c"] = "\ufffd"  # the file's own character of that number is no icon of ours
    return tuple(found.values())


def _suspects(blocks: Sequence[dict[str, Any]]) -> tuple[frozenset[str], int]:
    """The fonts that may draw pictures, and how many characters the page has: most pages have none and are done."""
    longest: Counter[str] = Counter()
    chars: Counter[str] = Counter()
    odd: set[str] = set()
    for span in (span for block in blocks for line in block.get("lines", ()) for span in line["spans"]):
        font, text = str(span["font"]), "".join(char["c"] for char in span["chars"])
        words = text.split()
        chars[font] += sum(map(len, words))
        longest[font] = max([longest[font], *map(len, words)])
        if _ODD.search(text) or int(span.get("char_flags", 0)) & _NO_UNICODE:
            odd.add(font)
    total = chars.total()
    return frozenset(
        font
        for font, length in longest.items()
        if font in odd
        or dingbats.family(font) is not None
        or is_named_for_pictures(f"{font}|")
        or (length <= _FEW and chars[font] <= max(_FEWEST, _RARE * total))
    ), total


def _mark(char: Char, font: str, says: str, doubt: bool, found: dict[str, Glyph]) -> None:
    key = f"{font}|{ord(char['c']):x}"
    if key not in found:
        if len(found) >= _MOST:
            return
        found[key] = Glyph(mark(len(found)), key, says, doubt)
    found[key] = replace(found[key], boxes=(*found[key].boxes, char["bbox"]))
    char["c"], char["icon"] = found[key].mark, True


def seen(glyphs: Sequence[Glyph], place: Callable[[Any], Box]) -> tuple[Seen, ...]:
    """The glyphs as icons of a sheet; `place` puts a box where it stands on the upright page."""
    return tuple(
        Seen(glyph.mark, "glyph", tuple(map(place, glyph.boxes)), glyph.key, glyph.says, glyph.doubt)
        for glyph in glyphs
    )


def is_named_for_pictures(key: str) -> bool:
    """Whether the name of a glyph's font says that it draws pictures."""
    font = key.rpartition("|")[0]
    return bool(_NAMED.search(font)) and not _UNICODE_FONTS.search(font)


class _Font:
    """How a font is used on the page."""

    def __init__(self, name: str, runs: Sequence[Run]) -> None:
        self.family = dingbats.family(name)
        self.named = is_named_for_pictures(f"{name}|")
        self.chars = sum(len(run.chars) for run in runs)
        self.run = sum(run.length * len(run.chars) for run in runs) / max(1, self.chars)
        known = [c for run in runs for c, unknown in zip(run.chars, run.unknown, strict=True) if not unknown]
        self.has_letters = sum(char["c"].isalpha() for char in known) > 0


def _icons(run: Run, font: _Font, total: int, encoding: str) -> Iterator[tuple[Char, str, bool]]:
    """The characters of a run that are icons, or may be: what each says, and whether that is in doubt."""
    if font.family is not None:
        yield from _dingbats(run, font.family, encoding)
    elif any(run.unknown):
        yield from _unknown(run, font)
    elif font.named or _used_like_icons(run, font, total):
        yield from ((char, char["c"], True) for char in run.chars if _may_hide(char["c"], named=font.named))


def _dingbats(run: Run, family: str, encoding: str) -> Iterator[tuple[Char, str, bool]]:
    for char in run.chars:
        known = dingbats.printed(family, char["c"], encoding)
        if known is None:
            yield char, "", False
        else:
            char["c"] = known


def _unknown(run: Run, font: _Font) -> Iterator[tuple[Char, str, bool]]:
    """In a word of known letters an unknown glyph is a letter or a ligature; alone, or among its like, an icon."""
    letters = any(char["c"].isalpha() for char, unknown in zip(run.chars, run.unknown, strict=True) if not unknown)
    for char, unknown in zip(run.chars, run.unknown, strict=True):
        plain = _plain(char["c"]) if unknown else ""
        if unknown and font.has_letters and plain and (letters or len(run.chars) > 2):
            char["c"] = plain
        elif unknown and not letters:
            wordlike = font.run >= _WORDLIKE
            plain = plain or (_in_usual_order(char["c"]) if wordlike else "")
            yield char, plain, run.beside or wordlike or bool(plain)


def _plain(character: str) -> str:
    """The letter that a private code stands for: codes of symbol fonts, and Adobe's small capitals and old figures."""
    point = ord(character)
    for first, last in ((0xF730, 0xF739), (0xF761, 0xF77A), (0xF7E0, 0xF7FE)):
        if first <= point <= last:
            return chr(point - 0xF700)
    return chr(point - 0xF000) if 0xF021 <= point <= 0xF07E else ""


def _in_usual_order(character: str) -> str:
    """The letter of a glyph's number in a font that keeps the usual order: most do, and its shape must confirm it."""
    return chr(ord(character) + _FIRST_GLYPH) if 3 <= ord(character) <= 0x7E - _FIRST_GLYPH else ""


def _used_like_icons(run: Run, font: _Font, total: int) -> bool:
    """A font used for single signs in lines of other fonts may draw pictures where others have letters."""
    rare = font.chars <= max(_FEWEST, _RARE * total) and font.run <= _SINGLE
    return rare and run.company and not run.beside and len(run.chars) <= _FEW


def _may_hide(character: str, *, named: bool) -> bool:
    """Letters and digits may hide a picture; other signs only in a font that is named for pictures."""
    return character.isalpha() or character in _DIGITS or (named and character in _SIGNS)


def _is_unknown(span: Mapping[str, Any], character: str) -> bool:
    if int(span.get("char_flags", 0)) & _NO_UNICODE or character == "\ufffd":
        return True
    return unicodedata.category(character) in {"Co", "Cn"}  # plain control characters are TeX's: see `ingest.clean`


def _runs(line: Mapping[str, Any]) -> Iterator[Run]:
    """The runs of one line, each with what stands beside it."""
    groups: list[list[tuple[dict[str, Any], Char]]] = []
    last: tuple[dict[str, Any], Char] | None = None
    for span in line["spans"]:
        for char in span["chars"]:
            if not char["c"].strip() and not _is_unknown(span, char["c"]):
                last = None
                continue
            if last is None or last[0]["font"] != span["font"] or not _close(last, (span, char)):
                groups.append([])
            groups[-1].append((span, char))
            last = (span, char)
    for i, group in enumerate(groups):
        around = [groups[j][0 if j > i else -1] for j in (i - 1, i + 1) if 0 <= j < len(groups)]
        edges = (group[0], group[-1])
        yield Run(
            font=str(group[0][0]["font"]),
            chars=tuple(char for _, char in group),
            unknown=tuple(_is_unknown(span, char["c"]) for span, char in group),
            beside=any(c["c"].isalpha() and any(_close((s, c), edge) for edge in edges) for s, c in around),
            company=any(
                char["c"].isalpha()
                for other in groups
                if other is not group
                for span, char in other
                if span["font"] != group[0][0]["font"]
            ),
        )


def _close(one: tuple[Mapping[str, Any], Char], other: tuple[Mapping[str, Any], Char]) -> bool:
    a, b = one[1]["bbox"], other[1]["bbox"]
    apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
    return bool(apart < _CLOSE * max(float(one[0]["size"]), 1.0))
