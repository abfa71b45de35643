"""Looks at the icons of one page: what each looks like, and whether a doubtful one is a letter. Runs inside a worker.

Owns the crops under `images/`. Which icons are the same, and what they are called, is for the whole book to say.
"""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.clean import clean_text
from ingest.contracts import Box
from ingest.icons.placeholders import mark, number_of
from ingest.page import imprint, inline, motifs, raster, trust
from ingest.page.glyphs import is_named_for_pictures
from ingest.page.sheet import PageJob, Seen, Sheet, Span

_POINTS: Final = 72
_TALLER: Final = 0.1
_CROP: Final = 240
_EDGE: Final = 0.3
_LETTER: Final = 0.44
_SURELY_NOT: Final = 0.5
_ANY_LETTER: Final = 0.34
_SMALL: Final = 64.0
_GROWN: Final = 4.0
_LARGE: Final = 170.0
_HOLDS: Final = 40.0
_MOST_SEARCHED: Final = 12
_MOST_LOOSE: Final = 60
_BULLET: Final = "•"
_PLAIN: Final = 0.75
_FULL: Final = 0.7
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghijlmnqrtuy0123456789.,"


def with_glyphs(job: PageJob, sheet: Sheet, image: Image) -> Sheet:
    """The sheet with the look of each glyph that is an icon; what shows nothing or is a letter is text again."""
    looked = [_looked(job, icon, image, sheet.dpi) for icon in sheet.icons]
    text = {icon.mark: icon.says for icon in looked if not icon.shape} | _letters(looked)
    kept = tuple(icon for icon in looked if icon.mark not in text)
    return replace(sheet, icons=kept, spans=_read_as(sheet.spans, text))


def with_pictures(job: PageJob, sheet: Sheet, image: Image) -> Sheet:
    """The sheet with the small pictures that stand among its words, and the look of those that may be the same.

    A picture that stands nowhere among words is only looked at: it may be an icon of another page.
    """
    if sheet.source != "layer" or not sheet.spans:
        return sheet
    placed = [figure.box for figure in sheet.figures if not figure.drawn]
    drawn = [box for box in inline.drawn_boxes(sheet.shapes) if not trust.covered(box, placed, 0.3)]
    small = [*(box for box in placed if max(box[2] - box[0], box[3] - box[1]) <= _SMALL), *drawn]
    small = inline.apart_from(small, [figure.box for figure in sheet.figures])
    places = inline.in_lines(small, sheet.spans)
    places += inline.labelled(_left(placed + drawn, places), sheet)
    places += inline.in_cells(_left(small, places), sheet)
    page = _Page(job, sheet, image)
    for place in places:
        page.place(place)
    for box in _left(placed, places)[:_MOST_LOOSE]:
        page.look(box)
    return page.sheet


def _left(boxes: Sequence[Box], places: Sequence[inline.Place]) -> list[Box]:
    taken = {place.box for place in places}
    return [box for box in boxes if box not in taken and max(box[2] - box[0], box[3] - box[1]) <= _LARGE]


class _Page:
    """A page while its pictures become icons: equal ones share a mark."""

    def __init__(self, job: PageJob, sheet: Sheet, image: Image) -> None:
        self.sheet = sheet
        self._job, self._image = job, image
        self._searched = 0
        self._next = 1 + max((number_of(icon.mark) for icon in sheet.icons), default=-1)

    def place(self, place: inline.Place) -> None:
        """Put the icon into the text, or a bullet for a plain sign that begins a line."""
        looked = self._looked(place.box)
        if looked is None:
            return
        text = looked.mark
        if not place.after and _is_plain(looked, place):
            text = _BULLET
        elif _is_plain(looked, place):
            return
        else:
            self._keep(looked)
        self.sheet = replace(self.sheet, spans=inline.with_icon(self.sheet.spans, place, text))

    def look(self, box: Box) -> None:
        """Remember what a picture looks like that stands nowhere in the text."""
        looked = self._looked(box)
        if looked is not None:
            self._keep(looked)

    def _looked(self, box: Box) -> Seen | None:
        icon = Seen(mark(self._next), "picture", (box,))
        found = _pictured(self._job, icon, self._image, self.sheet.dpi, box)
        if not found.shape:
            return None
        pictures = (each for each in self.sheet.icons if each.kind == "picture")
        known = next((each for each in pictures if imprint.is_same_picture(each, found)), None)
        if known is not None:
            return replace(known, boxes=(*known.boxes, box))
        return replace(found, motifs=self._motifs(box))

    def _motifs(self, box: Box) -> tuple[motifs.Motif, ...]:
        """What stands out in a picture that is large enough to hold several things; on few pictures of a page."""
        if min(box[2] - box[0], box[3] - box[1]) < _HOLDS or self._searched >= _MOST_SEARCHED:
            return ()
        self._searched += 1
        return motifs.motifs_of(raster.crop(self._image, self.sheet.dpi, box))

    def _keep(self, icon: Seen) -> None:
        if icon.mark == mark(self._next):
            self._next += 1
            self.sheet = replace(self.sheet, icons=(*self.sheet.icons, icon))
        else:
            icons = (icon if each.mark == icon.mark else each for each in self.sheet.icons)
            self.sheet = replace(self.sheet, icons=tuple(icons))


def _is_plain(icon: Seen, place: inline.Place) -> bool:
    """A small square or disk of one colour says no more than a bullet does."""
    return place.box[3] - place.box[1] <= _PLAIN * place.span.size and imprint.fullness(icon.shape) >= _FULL


def _read_as(spans: Sequence[Span], text: Mapping[str, str]) -> tuple[Span, ...]:
    """The spans with marks read as what the file says of them; what says nothing then is gone."""
    table = str.maketrans(dict(text))
    read = (
        replace(span, text=clean_text(span.text.translate(table), marks=True))
        if any(mark in span.text for mark in text)
        else span
        for span in spans
    )
    return tuple(span for span in read if span.text)


def _letters(icons: Sequence[Seen]) -> dict[str, str]:
    """What the doubtful glyphs say that are letters: font by font, since one letter may be drawn oddly."""
    fonts: dict[str, list[Seen]] = {}
    for icon in icons:
        if icon.doubt and icon.shape:
            fonts.setdefault(icon.key.rpartition("|")[0], []).append(icon)
    return {mark: text for font in fonts.values() for mark, text in _as_text(font).items()}


def _as_text(icons: Sequence[Seen]) -> dict[str, str]:
    """The letters of a font: those that its codes say, none where they look like letters but like others."""
    said = [imprint.letter_distance(icon.shape, icon.says) for icon in icons if icon.says]
    if said and statistics.median(said) < _limit(icons):
        return {icon.mark: icon.says for icon in icons}
    if all(_says_itself(icon) for icon in icons):
        return {}
    nearest = [min(imprint.letter_distance(icon.shape, letter) for letter in _ALPHABET) for icon in icons]
    return {icon.mark: "" for icon in icons} if statistics.mean(nearest) < _ANY_LETTER else {}


def _limit(icons: Sequence[Seen]) -> float:
    """A font that nothing but its use makes suspect draws letters unless it surely does not."""
    sure = all(map(_says_itself, icons)) and not is_named_for_pictures(icons[0].key)
    return _SURELY_NOT if sure else _LETTER


def _says_itself(icon: Seen) -> bool:
    """Whether what a glyph says is the file's own word, and not read out of its code."""
    return bool(icon.says) and icon.key.endswith(f"|{ord(icon.says):x}")


def _looked(job: PageJob, icon: Seen, image: Image, dpi: int) -> Seen:
    """The icon with its code and its crop, from the largest of its places."""
    x0, y0, x1, y1 = max(icon.boxes, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    more = _TALLER * (y1 - y0)
    return _printed(job, icon, image, dpi, (x0, y0 - more, x1, y1 + more))


def _pictured(job: PageJob, icon: Seen, image: Image, dpi: int, box: Box) -> Seen:
    """A small picture with its code: the whole of it, where the box of a text hid its edge."""
    more = _GROWN if max(box[2] - box[0], box[3] - box[1]) <= _SMALL else 0.0
    x0, y0, x1, y1 = box
    grown = (max(0.0, x0 - more), max(0.0, y0 - more), x1 + more, y1 + more)
    left, top, right, bottom = (round((a - b) * dpi / _POINTS) for a, b in zip(box, grown[:2] * 2, strict=True))
    return _printed(job, icon, image, dpi, grown, (left, top, right, bottom) if more else None)


def _printed(
    job: PageJob, icon: Seen, image: Image, dpi: int, box: Box, known: tuple[int, int, int, int] | None = None
) -> Seen:
    cut = raster.crop(image, dpi, box)
    found = imprint.imprint(cut, known)
    if found is None:
        return icon
    code, (left, top, right, bottom) = found
    edge = max(1, round(_EDGE * dpi / _POINTS))
    name = hashlib.sha256(f"{code.shape}{code.color:06x}".encode()).hexdigest()[:16]
    file = f"images/icon-{name}.png"
    shown = cut.crop(
        (max(0, left - edge), max(0, top - edge), min(cut.width, right + edge), min(cut.height, bottom + edge))
    )
    raster.save_figure(shown, Path(job.into) / file, _CROP)
    return replace(icon, shape=code.shape, color=code.color, file=file)
