"""Workbooks (XLSX): one sheet is one page under its name; runs of filled rows are tables.

Owns what a cell shows: the value that was last computed, dates and percentages as people write them. Hidden sheets
are left out, and counted. Runs inside a limited worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from ingest.contracts import Note, Page
from ingest.inputs.manuscript import Manuscript, Span
from ingest.inputs.numbering import whole
from ingest.inputs.package import Package, link

_MAIN: Final = "xl/workbook.xml"
_S: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PLACE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_DATES: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_PERCENTS: Final = frozenset({9, 10})
_QUOTED: Final = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_MOST_CELLS: Final = 100_000
_MOST_SHEETS: Final = 200

Grid = dict[tuple[int, int], str]


@dataclass(frozen=True)
class _Shows:
    """How a workbook shows numbers: the form of each cell style (`date`, `percent`, plain), and its first day."""

    forms: tuple[str, ...]
    first_day: datetime

    def number(self, text: str, style: int) -> str:
        """A number as its cell shows it."""
        form = self.forms[style] if style < len(self.forms) else ""
        try:
            value = float(text)
        except ValueError:
            return text
        if form == "date" and 0 <= value < 3_000_000:
            moment = self.first_day + timedelta(days=value)
            day, hour = moment.strftime("%Y-%m-%d"), moment.strftime("%H:%M")
            return hour if value < 1 else day if hour == "00:00" else f"{day} {hour}"
        return f"{value * 100:.6g} %" if form == "percent" else f"{value:.12g}"


def write_workbook(package: Package, into: Path) -> tuple[list[Page], list[Note]]:
    """A page for each sheet that holds something, and what was left out."""
    root, links = package.xml(_MAIN), package.related(_MAIN)
    shared, shows = list(_shared(package.xml_if("xl/sharedStrings.xml"))), _shows(root, package.xml_if("xl/styles.xml"))
    sheets = list(root.iter(_S + "sheet"))[:_MOST_SHEETS]
    pages: list[Page] = []
    for sheet in sheets:
        part = links.get(link(sheet), "")
        if sheet.get("state", "visible") == "visible" and part in package:
            grid, spans = _read(package.xml(part), shared, shows)
            if grid:
                page = Manuscript(into, len(pages) + 1)
                page.heading(sheet.get("name", ""), 1)
                _write(grid, spans, page)
                pages.append(page.page())
    hidden = sum(sheet.get("state", "visible") != "visible" for sheet in sheets)
    return pages, [Note("ingest.reading.note.hidden_sheets", {"count": hidden})] if hidden else []


def _write(grid: Grid, spans: Mapping[tuple[int, int], tuple[int, int]], page: Manuscript) -> None:
    """Runs of rows: a row with one cell alone is a line of text, others are tables."""
    for rows in _runs(sorted({row for row, _ in grid})):
        filled = [(row, column) for row, column in grid if rows[0] <= row <= rows[-1]]
        while rows and len(alone := [place for place in filled if place[0] == rows[0]]) == 1 and len(rows) != 2:
            page.block(grid[alone[0]])
            rows = rows[1:]
        if rows:
            columns = sorted({column for row, column in filled if row in rows})
            page.table([list(_cells(grid, spans, rows, row, columns)) for row in rows])


def _cells(
    grid: Grid,
    spans: Mapping[tuple[int, int], tuple[int, int]],
    rows: Sequence[int],
    row: int,
    columns: Sequence[int],
) -> Iterator[Span]:
    header = row == rows[0] and len(rows) > 2 and not any(_is_number(grid.get((row, c), "")) for c in columns)
    inside = {
        (y, x) for (r, c), (high, wide) in spans.items() for y in range(r, r + high) for x in range(c, c + wide)
    } - set(spans)
    for column in range(columns[0], columns[-1] + 1):
        if (row, column) not in inside:
            high, wide = spans.get((row, column), (1, 1))
            yield Span(grid.get((row, column), ""), high, min(wide, columns[-1] + 1 - column), header)


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-+]?[0-9.,]+ ?%?", text))


def _runs(rows: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _read(sheet: Element, shared: Sequence[str], shows: _Shows) -> tuple[Grid, dict[tuple[int, int], tuple[int, int]]]:
    grid: Grid = {}
    for row in sheet.iter(_S + "row"):
        if row.get("hidden") in {"1", "true"}:
            continue
        for cell in row.findall(_S + "c"):
            place = _place(cell.get("r", ""))
            text = _shown(cell, shared, shows).strip() if place else ""
            if place and text and len(grid) < _MOST_CELLS:
                grid[place] = text
    return grid, dict(_merged(sheet))


def _merged(sheet: Element) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for merge in sheet.iter(_S + "mergeCell"):
        first, _, last = merge.get("ref", "").partition(":")
        start, end = _place(first), _place(last)
        if start and end and end[0] - start[0] < 1000 and end[1] - start[1] < 200:
            yield start, (end[0] - start[0] + 1, end[1] - start[1] + 1)


def _place(name: str) -> tuple[int, int] | None:
    found = _PLACE.fullmatch(name)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]), column


def _shown(cell: Element, shared: Sequence[str], shows: _Shows) -> str:
    kind, found = cell.get("t", "n"), cell.find(_S + "v")
    if kind == "inlineStr":
        return _string(cell)
    text = (found.text or "") if found is not None else ""
    if kind == "s":
        number = whole(text, -1)
        return shared[number] if 0 <= number < len(shared) else ""
    if kind == "b":
        return "✓" if text == "1" else "✗"
    return text if kind in {"str", "e", "d"} or not text else shows.number(text, whole(cell.get("s")))


def _shared(root: Element | None) -> Iterator[str]:
    for item in root.findall(_S + "si") if root is not None else ():
        yield _string(item)


def _string(item: Element) -> str:
    """The text of a string; readings above Japanese signs (`rPh`) are no part of it."""
    direct = [found.text or "" for path in (f".//{_S}is/{_S}t", f"{_S}t") for found in item.findall(path)]
    runs = [found.text or "" for found in item.findall(f".//{_S}r/{_S}t")]
    return "".join(direct + runs)


def _shows(workbook: Element, styles: Element | None) -> _Shows:
    about = workbook.find(_S + "workbookPr")
    old = about is not None and about.get("date1904") in {"1", "true"}
    first_day = datetime(1904, 1, 1) if old else datetime(1899, 12, 30)
    if styles is None:
        return _Shows((), first_day)
    codes = {whole(form.get("numFmtId")): form.get("formatCode", "") for form in styles.iter(_S + "numFmt")}
    cells = styles.findall(f"{_S}cellXfs/{_S}xf")
    return _Shows(tuple(_form(whole(cell.get("numFmtId")), codes) for cell in cells), first_day)


def _form(number: int, codes: Mapping[int, str]) -> str:
    code = _QUOTED.sub("", codes.get(number, "")).lower()
    if number in _DATES or re.search(r"[ymdh]", code.replace("general", "")):
        return "date"
    return "percent" if number in _PERCENTS or "%" in code else ""
