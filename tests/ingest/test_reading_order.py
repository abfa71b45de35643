from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.contracts import Block, Line
from ingest.contracts.reading import BlockRole
from tests.bench.reading_order import LABELS, Dumps, books, misses, score_pages, table
from tests.bench.reading_order_pages import picked
from tests.bench.reading_score import Label, Labelled, Printed, Score, load_labels, near, places, plain, score
from tests.tools import program

ORDER, HEADINGS = 0.97, 0.90
ROLES = {"heading", "text", "item", "caption", "box", "table", "label", "furniture"}


def block(*lines: str, role: BlockRole = "text") -> Block:
    return Block(role, tuple(Line(line, (0.0, 0.0, 1.0, 1.0)) for line in lines))


def typed(*starts: str) -> list[Label]:
    return [Label("text", start) for start in starts]


def found(labels: Sequence[Label], *blocks: Block, ocr: bool = False) -> list[int | None]:
    return places(labels, Printed(blocks, ocr=ocr))


def scored(labels: Sequence[Label], *blocks: Block, ocr: bool = False) -> Score:
    return score(Labelled("a.pdf", 1, tuple(labels)), blocks, ocr=ocr)[0]


def test_neighbours_stay_neighbours() -> None:
    """A pair counts where nothing typed stands between its two starts; a block in a wrong place breaks three."""
    labels = typed("Setup", "Your turn", "Scoring", "The end", "Thanks")
    assert scored(labels, *map(block, ["Setup", "Your turn", "Scoring", "The end", "Thanks"])).in_order == 4
    assert scored(labels, *map(block, ["Setup", "Scoring", "Your turn", "The end", "Thanks"])).in_order == 1


def test_a_lost_block_breaks_both_its_pairs() -> None:
    """Its neighbours are not joined over it: the gap is a miss."""
    counts = scored(typed("Setup", "Your turn", "Scoring"), block("Setup"), block("Scoring"))
    assert (counts.pairs, counts.in_order) == (2, 0)


def test_furniture_and_labels_of_pictures_do_not_count() -> None:
    """Wherever they stand, and whether or not we have them."""
    labels = [Label("furniture", "The Rules"), *typed("Setup"), Label("label", "A1"), *typed("Scoring")]
    assert scored(labels, block("Setup", "Scoring", "A1")) == Score(pairs=1, in_order=1)


def test_a_title_is_not_found_in_a_sentence() -> None:
    """Whole lines first, then beginnings of lines, then anywhere."""
    labels = [Label("heading", "Rage"), Label("text", "If you rage", "of the round.")]
    assert found(labels, block("You rage."), block("Rage, fury"), block("Rage"), block("If you rage now")) == [15, 19]
    assert found(labels[:1], block("You rage."), block("Rage, fury")) == [7]
    assert found(labels[:1], block("You rage.")) == [3]


def test_words_that_stand_twice_are_taken_in_turn() -> None:
    """Each label takes the first free place after the label before it."""
    labels = typed("Cost", "1 gold", "Cost", "2 gold")
    assert found(labels, block("Cost", "1 gold"), block("Cost", "2 gold")) == [0, 4, 9, 13]
    assert scored(labels, block("Cost", "Cost"), block("1 gold", "2 gold")).in_order == 0


def test_only_letters_and_digits_are_compared() -> None:
    """Neither icons, cell separators, ligatures, hyphens at line ends nor capitals matter."""
    assert plain("{icon:3f2a} 5-\nﬁnal | ROUND½") == plain("5 final round 1/2")


def test_ocr_may_misread_a_fifth() -> None:
    """On its pages only; a line that begins a letter away is where the label begins."""
    labels = typed("Chaque talisman sert une seule fois")
    page = (block("Les talismans"), block("Chaquo talisman sort une scule fois"))
    assert found(labels, *page, ocr=True) == [12]
    assert found(labels, *page) == [None]
    assert found(typed("Une croix barre ce qui ne compte"), *page, ocr=True) == [None]


def test_the_search_with_tolerance_knows_insertions_and_losses() -> None:
    """The best place of each run, as often as it stands."""
    assert near("talisman", "lestalsmanetlestalismans") == [3, 15]
    assert near("talisman", "lestaliesmanici") == [3]
    assert near("talisman", "rien de tel") == []


def test_headings_are_matched_once_each() -> None:
    """By how they begin; one of ours that nobody typed costs precision, one that we lack costs recall."""
    labels = [Label("heading", "Combat", level=1), Label("heading", "Combat", level=2), Label("heading", "Scoring")]
    counts = scored(labels, block("COMBAT", role="heading"), block("Note", role="heading"), block("Scoring"))
    assert (counts.typed, counts.ours, counts.matched) == (3, 2, 1)
    assert (counts.precision, round(counts.recall, 2), counts.f1) == (0.5, 0.33, 0.4)


def test_a_paragraph_is_not_the_heading_that_it_begins_with() -> None:
    """A subtitle joined to its title is forgiven, a whole paragraph is not."""
    labels = [Label("heading", "The King's Table")]
    assert scored(labels, block("The King's Table", "Complete rules", role="heading")).matched == 1
    assert scored(labels, block("The King's Table is for two who like to think.", role="heading")).matched == 0


def test_labels_are_whole() -> None:
    """Every block has a known role and words that can be looked for; every heading has a level."""
    pages = load_labels(*LABELS)
    assert len({(page.file, page.page) for page in pages}) == len(pages) == 36
    for label in (label for page in pages for label in page.blocks):
        assert label.role in ROLES
        assert plain(label.start)
        assert (label.level is not None) == (label.role == "heading")


@pytest.mark.corpus
def test_the_labelled_pages_are_those_of_the_rule(corpus: Path, rulebooks: Path) -> None:
    """Nobody chose them after seeing how they are read."""
    program("pdfinfo")
    rule = [(file.name, page) for file, page in picked(corpus / "rulebooks", rulebooks)]
    assert [(page.file, page.page) for page in load_labels(*LABELS)] == rule


@pytest.mark.slow
@pytest.mark.corpus
def test_pages_are_read_in_the_order_of_a_person(corpus: Path) -> None:
    """On 36 pages that were labelled from their pictures: neighbours in order, and headings."""
    program("pdftoppm")
    program("tesseract")
    scores = list(score_pages(load_labels(*LABELS), books(corpus), Dumps()))
    total = sum((one.score for one in scores), Score())
    told = "\n".join((*table(scores), *misses(scores)))
    assert len(scores) == 36
    assert total.order >= ORDER, told
    assert total.f1 >= HEADINGS, told
