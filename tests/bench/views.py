"""What a model sees of where it must look: gold boxes in the views that are chosen, and how large they arrive.

    python -m tests.bench.views CORPUS --home HOME [--home HOME] [--sheets FOLDER] [--half work|check] [--misses]

Homes hold the booklets of CORPUS (`oracle eval`), of `rulebooks` or of FOLDER, which `tests.bench.sheets` made (`oracle
ingest sync`); they are only read.
First the gold page is taken as chosen, with the passages that finding returns: then the choice of page is not mixed in.
Then the same pages laid out on sheets (`tests.bench.laid_out`), which few views show whole: with all that was found,
so that the right page must be chosen on the sheet, and with what was found on the gold page alone. Last, the page that
the product chooses itself. Prints figures and gates nothing.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ingest.contracts import BookletRef, Box, Page, PageFacts, PageRef, Passage
from ingest.library import Library
from oracle.config import load
from oracle.contracts import Evidence, Question, Turn, Understood
from oracle.evaluate import Shelf, declared_orders
from oracle.find import find
from oracle.profile import Profile
from oracle.questions import Half, Item, read_questions
from oracle.region import ENOUGH, LETTER, PIXELS, Region, choose_region
from oracle.things import Asked
from tests.bench.boxes import GoldBox, read_boxes
from tests.bench.laid_out import Layout, sheet_of

ROOT = Path(__file__).parents[2]
QUESTIONS = Path(__file__).parent / "questions"
ALL = 0.98
"""A view holds a box when it shows so much of it."""

BIG = ("regions", "regions-corpus")
"""Sets about sheets as they are."""

LAYOUTS = tuple(Layout(*size, parted) for size in ((2, 1), (2, 2), (3, 3)) for parted in (False, True))
Pages = Callable[[BookletRef], Sequence[tuple[PageFacts, Page]]]


@dataclass(frozen=True)
class Case:
    """A visual question, what was found for it, and where one must look."""

    name: str
    item: Item
    understood: Understood
    evidence: Evidence
    gold: tuple[tuple[PageRef, GoldBox], ...]

    @property
    def found(self) -> list[Passage]:
        """The passages that go with the view, best first."""
        return [ranked.passage for ranked in self.evidence.passages]

    @property
    def asked(self) -> Asked:
        """The question as things are weighed by it."""
        return Asked.of(self.understood.standalone, self.understood.language)


@dataclass(frozen=True)
class Seen:
    """One gold box in the view that was chosen."""

    set: str
    held: bool
    region: bool
    dpi: float
    pixels: float
    note: str = ""


def seen(case: Case, gold: GoldBox, facts: PageFacts, region: Region, boxes: Sequence[Box]) -> Seen:
    """How a gold box (`boxes`: it and its equals, where they stand) comes out."""
    view = region.box or (0.0, 0.0, facts.width, facts.height)
    dpi = min(float(facts.dpi), 72 * PIXELS / max(view[2] - view[0], view[3] - view[1]))
    placed = replace(gold, box=boxes[0], equal=tuple(boxes[1:]))
    shown = placed.shown_by(view)
    where = f"{gold.file}:{gold.page} {shown:.2f} view {_round(view)} gold {_round(boxes[0])} {dpi:.0f} DPI"
    note = f"{case.item.asked.id} {where} {gold.what} | {gold.question}"
    return Seen(case.name, shown >= ALL, region.box is not None, dpi, gold.detail_pt * dpi / 72, note)


def as_printed(case: Case, pages: Pages) -> Iterator[Seen]:
    """The gold pages as they are."""
    for ref, gold in case.gold:
        facts, page = pages(ref.owner)[ref.page - 1]
        region = choose_region(facts, page, case.found, case.asked)
        yield seen(case, gold, facts, region, (gold.box, *gold.equal))


def on_sheets(case: Case, pages: Pages, layout: Layout, *, told: bool) -> Iterator[Seen]:
    """The gold pages on sheets with their neighbours; `told`: only what was found on the gold page is given."""
    for ref, gold in case.gold:
        sheet = sheet_of(pages(ref.owner), ref.page, layout)
        passages = sheet.passages(each for each in case.found if not told or each.ref == ref)
        if told and not passages:
            continue
        region = choose_region(sheet.facts, sheet.page, passages, case.asked)
        boxes = [sheet.box(ref.page, box) for box in (gold.box, *gold.equal)]
        yield seen(case, gold, sheet.facts, region, boxes)


def as_chosen(case: Case, pages: Pages) -> Seen | None:
    """The page that the product chooses; `None` where it offers none."""
    ref = case.evidence.page_to_read
    if ref is None:
        return None
    gold = next((gold for there, gold in case.gold if there == ref), None)
    if gold is None:
        return Seen(
            case.name, False, False, 0.0, 0.0, f"{case.item.asked.id} {ref} is not gold | {case.item.asked.text}"
        )
    return next(as_printed(replace(case, gold=((ref, gold),)), pages))


def cases(
    library: Library, profile: Profile, corpus: Path, half: Half | None, sheets: Path | None = None
) -> Iterator[Case]:
    """The visual questions whose booklets the library has."""
    sets = {
        "dev-open": (corpus / "questions/dev-open.jsonl", corpus / "rulebooks"),
        "samples": (ROOT / "rulebooks/questions.jsonl", ROOT / "rulebooks"),
        "fresh": (QUESTIONS / "fresh.jsonl", corpus / "rulebooks"),
        "fresh-samples": (QUESTIONS / "fresh-samples.jsonl", ROOT / "rulebooks"),
        "regions": (QUESTIONS / "visual-regions.jsonl", sheets or ROOT),
        "regions-corpus": (QUESTIONS / "visual-regions-corpus.jsonl", corpus / "rulebooks"),
    }
    there = {booklet.ref for game in library.games() for booklet in game.booklets}
    for name, (file, rulebooks) in sets.items():
        items = read_questions(file)
        shelf = Shelf.of((item.asked for item in items), declared_orders(rulebooks))
        for item in items:
            boxes = [gold for gold in read_boxes() if (gold.set, gold.id) == (name, item.asked.id)]
            stack = {shelf.orders[item.asked.game, file].ref for file in item.asked.stack}
            if boxes and stack <= there and half in (None, item.half):
                yield _case(library, profile, shelf, name, item, boxes)


def _case(library: Library, profile: Profile, shelf: Shelf, name: str, item: Item, boxes: Iterable[GoldBox]) -> Case:
    history = tuple(Turn(text, "") for text in item.asked.before)
    question = Question(item.asked.text, shelf.stack(item.asked), history)
    understood, _, evidence = find(library, question, profile)
    owners = {gold.file: shelf.orders[item.asked.game, gold.file].ref for gold in boxes}
    gold = tuple((PageRef(owners[g.file].game, owners[g.file].booklet, g.page), g) for g in boxes)
    return Case(name, item, understood, evidence.first(question.read), gold)


def figures(name: str, found: Sequence[Seen]) -> None:
    """One line of totals."""
    if not found:
        return
    there = sorted(each.dpi for each in found if each.dpi)
    enough = [each.pixels >= ENOUGH * LETTER for each in found if each.dpi]
    say(
        f"{name:37} n {len(found):3} · held {_share(e.held for e in found)} · region {_share(e.region for e in found)}"
        f" · DPI median {statistics.median(there):.0f}, p10 {there[len(there) // 10]:.0f}"
        f" · read on any ground {_share(e.pixels >= LETTER for e in found if e.dpi)}, well enough {_share(enough)}"
        f" · held and well enough {_share(e.held and e.pixels >= ENOUGH * LETTER for e in found)}"
    )


def _by_set(name: str, found: Sequence[Seen]) -> None:
    figures(name, found)
    for each in dict.fromkeys(one.set for one in found):
        figures(f"  {each}", [one for one in found if one.set == each])


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def _share(what: Iterable[bool]) -> str:
    those = list(what)
    return f"{sum(those) / max(1, len(those)):.3f}"


def _round(box: Box) -> tuple[int, ...]:
    return tuple(round(side) for side in box)


def main() -> None:
    """Print every figure."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("corpus", type=Path)
    wanted.add_argument("--home", type=Path, action="append", required=True)
    wanted.add_argument("--sheets", type=Path)
    wanted.add_argument("--half", choices=("work", "check"))
    wanted.add_argument("--misses", action="store_true")
    options = wanted.parse_args()
    printed: list[Seen] = []
    sheets: dict[tuple[Layout, bool], list[Seen]] = {(each, told): [] for each in LAYOUTS for told in (False, True)}
    chosen: list[Seen | None] = []
    spent: list[float] = []
    for home in options.home:
        config = load({"ORACLE_HOME": str(home)})
        with Library.open(replace(config.settings, home=home.absolute())) as library:

            @cache
            def pages(owner: BookletRef, library: Library = library) -> Sequence[tuple[PageFacts, Page]]:
                return [(facts, library.page(facts.ref)) for facts in library.booklet_pages(owner)]

            for case in cases(library, config.profile, options.corpus, options.half, options.sheets):
                pages(case.gold[0][0].owner)
                began = time.process_time()
                printed += as_printed(case, pages)
                spent.append((time.process_time() - began) * 1000)
                for (layout, told), found in sheets.items() if case.name not in BIG else ():
                    found += on_sheets(case, pages, layout, told=told)
                chosen.append(as_chosen(case, pages))
    _by_set("gold page", printed)
    for (layout, told), found in sheets.items():
        figures(f"sheets of {layout}{', of that page' * told}", found)
    offered = [each for each in chosen if each]
    _by_set(f"page that is chosen (of {len(chosen)})", offered)
    say(f"choosing a region: median {statistics.median(spent):.1f} ms, most {max(spent):.1f} ms of CPU")
    if options.misses:
        for each in (*printed, *(one for found in sheets.values() for one in found), *offered):
            if not each.held or each.pixels < LETTER:
                say(("MISSED " if not each.held else "SMALL ") + each.note)


if __name__ == "__main__":
    main()
