"""The HTML report of a booklet: each page's image under boxes, beside its text as it was read, worst pages first.

Owns its look. Everything in it is escaped by `ingest.html`; it needs no other file, no network and no script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ingest.cli.page_words import facts, is_low, page_line, percent
from ingest.contracts import Block, Box, Page, Table
from ingest.geometry import hull
from ingest.html import Html, document, element, joined, picture
from ingest.settings import Say

_ROLES: Final = {
    "heading": "#d6249f",
    "text": "#2a7de1",
    "list": "#0a9396",
    "table": "#e07a00",
    "caption": "#7a5cff",
    "sidebar": "#2e9e3f",
}
_LAYERS: Final = {"blocks": "", "tables": "#e07a00", "pictures": "#8a5a00", "parts": "#c00", "lettering": "#b8a000"}
_STYLE: Final = (
    """:root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;margin:1rem;background:Canvas;
color:CanvasText}a{color:LinkText}nav a,.chip{display:inline-block;min-width:2.2em;margin:.15em;padding:.2em .4em;
border-radius:.3em;text-align:center;text-decoration:none;color:#000;font-weight:600}
.good{background:#9be29b}.fair{background:#ffe08a}.low{background:#ff9d8a}
section{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 1.5rem;border-top:2px solid GrayText;
padding:.6rem 0}section:target{outline:3px solid Highlight}h2{grid-column:1/-1;font-size:1rem;margin:.2rem 0}
ul{grid-column:1/-1;margin:.2rem 0 .6rem;padding-left:1.2rem}figure{position:relative;margin:0;align-self:start}
figure img{width:100%;display:block}svg{position:absolute;inset:0;width:100%;height:100%}
svg rect{fill:none;stroke-width:1.5;vector-effect:non-scaling-stroke}svg text{font:700 9px sans-serif;
paint-order:stroke;stroke:#fff;stroke-width:2.5px}
.text div{border-left:4px solid;padding:.1rem .5rem;margin:.3rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.text .n{font-size:.75em;opacity:.75;margin-right:.4em}.r-heading{font-weight:700}table{border-collapse:collapse}
td{border:1px solid GrayText;padding:.1rem .4rem;vertical-align:top}label{margin-right:1em;white-space:nowrap}
.legend b{margin-right:.8em}header{position:sticky;top:0;background:Canvas;padding:.3rem 0;z-index:1}
@media(max-width:50rem){section{display:block}header{position:static}}
"""
    + "".join(f".r-{role}{{border-color:{color}!important}}rect.r-{role}{{stroke:{color}}}text.r-{role}{{fill:{color}}}"
              for role, color in _ROLES.items())
    + "".join(f"rect.l-{layer}{{stroke:{color};stroke-dasharray:6 3}}" for layer, color in _LAYERS.items() if color)
    + "".join(f"#show-{layer}:not(:checked)~main .l-{layer}{{display:none}}" for layer in _LAYERS)
)  # fmt: skip


def report(title: str, folder: Path, pages: Sequence[Page], say: Say) -> str:
    """The whole document; `folder` holds the pages' pictures."""
    toggles = [part for layer in _LAYERS for part in _toggle(layer, say)]
    legend = element("p", *_legend(say), class_="legend")
    main = element("main", *(_page(page, folder, say) for page in pages))
    return document(
        title, say("ingest.cli.language"), _STYLE, element("h1", title), _index(pages, say), legend, *toggles, main
    )


def _index(pages: Sequence[Page], say: Say) -> Html:
    """Links to all pages, the worst first."""
    ranked = sorted(pages, key=lambda page: (page.quality, page.number))
    low = [page for page in ranked if is_low(page)]
    said = say("ingest.cli.low_pages", count=len(low), pages=len(pages))
    links = (
        _chip(page, href=f"#p{page.number}", title=say("ingest.cli.quality", percent=percent(page.quality)))
        for page in ranked
    )
    return element("nav", element("p", said), *links)


def _chip(page: Page, **attributes: str) -> Html:
    label = page.printed if page.printed not in (None, str(page.number)) else None
    text = str(page.number) if label is None else f"{page.number} ({label})"
    return element("a", text, class_=_grade(page), **attributes)


def _grade(page: Page) -> str:
    return "low" if is_low(page) else "fair" if page.quality < 0.9 else "good"


def _toggle(layer: str, say: Say) -> tuple[Html, Html]:
    name = f"show-{layer}"
    box = element("input", type="checkbox", id=name, checked="checked")
    return box, element("label", say(f"ingest.cli.layer_{layer}"), for_=name)


def _legend(say: Say) -> Iterator[Html]:
    for role in _ROLES:
        yield element("b", f"■ {say(f'ingest.cli.role_{role}')}", style=f"color:{_ROLES[role]}")


def _page(page: Page, folder: Path, say: Say) -> Html:
    chip = element("span", f"{percent(page.quality)} %", class_=f"chip {_grade(page)}")
    notes = element("ul", *(element("li", fact) for fact in facts(page, say)))
    head = element("h2", chip, " ", page_line(page, say))
    return element("section", head, notes, _figure(page, folder, say), _text(page, say), id=f"p{page.number}")


def _figure(page: Page, folder: Path, say: Say) -> Html:
    if page.thumb is None:
        return element("figure", element("p", say("ingest.cli.no_image")))
    image = picture(folder / page.thumb, say("ingest.cli.page_number", page=page.number), loading="lazy")
    drawn = element("svg", *_boxes(page), viewBox=f"0 0 {page.width:.2f} {page.height:.2f}", preserveAspectRatio="none")
    return element("figure", image, drawn)


def _boxes(page: Page) -> Iterator[Html]:
    for number, block in enumerate(page.blocks, 1):
        box = hull(line.box for line in block.lines)
        yield _rect(box, f"l-blocks r-{block.role}")
        x, y = f"{box[0]:.1f}", f"{max(box[1], 8.0):.1f}"
        yield element("text", str(number), x=x, y=y, class_=f"l-blocks r-{block.role}")
    yield from (_rect(table.box, "l-tables") for table in page.tables)
    yield from (_rect(one.box, "l-pictures") for one in page.pictures)
    yield from (_rect(part.box, "l-parts") for part in page.parts)
    yield from (_rect(line.box, "l-lettering") for block in page.lettering for line in block.lines)


def _rect(box: Box, looks: str) -> Html:
    x0, y0, x1, y1 = box
    return element(
        "rect",
        x=f"{x0:.1f}",
        y=f"{y0:.1f}",
        width=f"{max(0.0, x1 - x0):.1f}",
        height=f"{max(0.0, y1 - y0):.1f}",
        class_=looks,
    )


def _text(page: Page, say: Say) -> Html:
    tables = list(page.tables)
    parts = [_block(number, block, tables, say) for number, block in enumerate(page.blocks, 1)]
    if page.lettering:
        lines = "\n".join(block.text for block in page.lettering)
        title = element("summary", say("ingest.cli.lettering"))
        parts.append(element("details", title, element("div", lines), class_="l-lettering"))
    return element("div", *parts, class_="text")


def _block(number: int, block: Block, tables: list[Table], say: Say) -> Html:
    said = say(f"ingest.cli.role_{block.role}")
    head = element("span", f"{number} {said}" + (f" {block.level}" if block.level else ""), class_="n")
    own = next(
        (table for table in tables if block.role == "table" and block.lines and table.box == block.lines[0].box), None
    )
    if own is None:
        return element("div", head, block.text, class_=f"r-{block.role}")
    tables.remove(own)
    rows = (element("tr", *(element("td", cell) for cell in row)) for row in own.rows)
    doubt = [] if own.trusted else [element("b", say("ingest.cli.doubt_table"))]
    return element("div", head, joined(doubt), element("table", *rows), class_="r-table")
