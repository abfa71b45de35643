"""A sheet as one HTML page for A6 paper: nothing loaded, nothing run, icons inside.

Owns its look. Everything in it is escaped by `ingest.html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from ingest.html import Html, document, element, joined, picture
from oracle.display import clean
from oracle.icons import shown
from oracle.sheets.contracts import Group, Line, NamedIcon, Sheet
from oracle.sheets.shown import group_title, notes, place, place_of, text, title, without_bullet
from oracle.texts import Texts

# Browsers know no A6: without its measures they print on whatever paper is in the printer.
_STYLE: Final = """@page{size:A6;size:105mm 148mm;margin:4mm}*{box-sizing:border-box}
body{font:6.1pt/1.14 "Liberation Sans",Arial,Helvetica,sans-serif;margin:0 auto;max-width:97mm;color:#000;
background:#fff}
@media screen{body{font-size:11pt;max-width:40rem;padding:1rem}}@media print{body{padding:0}}
h1{font-size:1.25em;margin:0 0 .3em;border-bottom:1.5pt solid}h2{font-size:1em;margin:.5em 0 .1em}
h3{font-size:1em;font-weight:600;font-style:italic;margin:.3em 0 0}
ul{margin:0;padding-left:1em;list-style:"•\\2002"}li.step{list-style:none;margin-left:-.7em}li{margin:0;break-inside:avoid;overflow-wrap:anywhere}
cite{font-style:normal;font-size:.8em;color:#444;white-space:nowrap}
table{border-collapse:collapse;margin:.2em 0;break-inside:avoid}td{border:.5pt solid #777;padding:0 .4em;
vertical-align:top}tr:first-child td{font-weight:600}footer{font-size:.8em;margin-top:.7em;border-top:.5pt solid #777}
footer p{margin:.15em 0}.icons{display:grid;grid-template-columns:1fr 1fr;gap:.4em}
.icons div{display:flex;gap:.5em;align-items:center;break-inside:avoid}.icons img{max-width:9mm;max-height:9mm}
.in{height:1.3em;vertical-align:-.3em}.missing{display:none}"""


def page(sheet: Sheet, say: Texts) -> str:
    """The whole document."""
    head = clean(title(sheet, say), one_line=True)
    drawn = _Drawn(sheet.pictures, say)
    parts = [part for group in sheet.groups for part in _group(group, say, drawn)]
    if sheet.found != "headings":
        parts = [element("p", clean(text(sheet, say, 80)))]
    foot = element("footer", *(element("p", clean(note)) for note in (*_made(sheet, say), *notes(sheet, say))))
    return document(head, sheet.language, _STYLE, element("h1", head), *parts, *_icons(sheet.icons, say), foot)


class _Drawn:
    """Words with the pictures of their icons, where there are any."""

    def __init__(self, pictures: Sequence[tuple[str, str]], say: Texts) -> None:
        self._files, self._word = dict(pictures), say("ask.icon")
        known = "|".join(map(re.escape, self._files))
        self._stands = re.compile(f"({known})") if known else None

    def __call__(self, words: str) -> Html:
        """The words as HTML."""
        parts = self._stands.split(words) if self._stands else [words]
        return joined(self._icon(part) if part in self._files else self._text(part) for part in parts)

    def _text(self, words: str) -> str:
        return re.sub(r"\s+", " ", clean(f"‹{shown(words, {}, self._word)}›")[1:-1])

    def _icon(self, stands: str) -> Html:
        name = clean(shown(stands, {}, self._word), one_line=True).strip("⟨⟩")
        file = Path(self._files[stands])
        return picture(file, name, class_="in") if file.is_file() else Html(escape(f"⟨{name}⟩"))


def _made(sheet: Sheet, say: Texts) -> Sequence[str]:
    return [say(f"sheet.made.{sheet.made}")] if sheet.groups else []


def _group(group: Group, say: Texts, drawn: _Drawn) -> Iterator[Html]:
    yield element("h2", clean(group_title(group, say), one_line=True))
    heading, items = "", list[Html]()
    for line in group.lines:
        if line.how == "table" or (line.heading and line.heading != heading):
            yield from _list(items)
            items = []
        if line.heading and line.heading != heading:
            yield element("h3", drawn(line.heading))
        heading = line.heading
        if line.how == "table":
            yield _table(line, say, drawn)
        else:
            quote = clean(line.quote, one_line=True) if line.quote else None
            own = "step" if line.how == "step" else None
            items.append(
                element("li", drawn(without_bullet(line.text)), " ", _cite(line, say), class_=own, title=quote)
            )
    yield from _list(items)


def _list(items: Sequence[Html]) -> Iterator[Html]:
    if items:
        yield element("ul", *items)


def _cite(line: Line, say: Texts) -> Html:
    """The page alone, as the title of the booklet stands above; the whole of it where a pointer rests."""
    whole = clean(place_of(line, say), one_line=True)
    return element("cite", f"[{clean(place_of(line, say, booklet=False), one_line=True)}]", title=whole)


def _table(line: Line, say: Texts, drawn: _Drawn) -> Html:
    rows = [[cell.strip() for cell in row.split("|")] for row in line.text.split("\n")]
    cells = (element("tr", *(element("td", drawn(cell)) for cell in row)) for row in rows)
    return element("div", element("table", *cells), _cite(line, say))


def _icons(icons: Sequence[NamedIcon], say: Texts) -> Iterator[Html]:
    if icons:
        yield element("div", *(_icon(icon, say) for icon in icons), class_="icons")


def _icon(icon: NamedIcon, say: Texts) -> Html:
    name = clean(icon.name, one_line=True)
    where = element("cite", f"[{clean(place(icon.ref.booklet, icon.ref.page, None, (), say), one_line=True)}]")
    crop = picture(Path(icon.png), name) if icon.png else Html("")
    return element("div", crop, element("span", f"{name} ", where))
