"""Which views are sent ahead: those that a machine lacks, whole, each content once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import PageFacts, PagePart, PageRef, PageStatus, TextSource
from ingest.settings import Progress
from oracle.contracts import View
from oracle.prefetch import plan, prefetch
from vm.local import local_machine
from vm.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """This machine, with a home of the test's own."""
    (tmp_path / "there").mkdir()
    reached = local_machine({"PATH": os.environ["PATH"], "HOME": str(tmp_path / "there")})
    yield reached
    reached.close()


def page(folder: Path, number: int, shade: int | None) -> PageFacts:
    """A page with an image in one shade, or with none."""
    image = folder / f"p{number}.png" if shade is not None else None
    if image is not None:
        Image.new("L", (60, 90), shade).save(image)
    facts = PageFacts(
        PageRef("hex", "base", number),
        None,
        PageStatus.TEXT,
        TextSource.LAYER,
        9,
        0,
        0.0,
        0,
        None,
        None,
        None,
        0,
        60,
        90,
    )
    return replace(facts, image=image)


def quiet(_: Progress) -> None:
    """Nobody watches."""


def test_a_second_run_sends_nothing(tmp_path: Path, machine: Machine) -> None:
    """Equal pages are one view; a page without an image is named."""
    pages = [page(tmp_path, 1, 10), page(tmp_path, 2, 20), page(tmp_path, 3, 10), page(tmp_path, 4, None)]
    first = prefetch(pages, tmp_path / "views", machine, quiet)
    assert (first.sent, first.present, first.no_image) == (2, 0, (PageRef("hex", "base", 4),))
    second = prefetch(pages, tmp_path / "views", machine, quiet)
    assert (second.sent, second.present, second.bytes_sent) == (0, 2, 0)
    assert len(machine.stored()) == 2


def test_a_damaged_copy_there_is_sent_again(tmp_path: Path, machine: Machine) -> None:
    """What a file holds counts, not its name."""
    pages = [page(tmp_path, 1, 10)]
    prefetch(pages, tmp_path / "views", machine, quiet)
    copy = next((tmp_path / "there").rglob("*.png"))
    copy.chmod(0o600)
    copy.write_bytes(b"damaged")
    assert prefetch(pages, tmp_path / "views", machine, quiet).sent == 1
    assert hashlib.sha256(copy.read_bytes()).hexdigest() == copy.stem


def test_a_view_that_was_cut_is_not_cut_again(tmp_path: Path, machine: Machine) -> None:
    """The page image may even be gone; a lost or broken memory costs time only."""
    pages, views = [page(tmp_path, 1, 10)], tmp_path / "views"
    prefetch(pages, views, machine, quiet)
    assert pages[0].image is not None
    image = pages[0].image.read_bytes()
    pages[0].image.unlink()
    assert prefetch(pages, views, machine, quiet).present == 1
    for note in views.glob("*.cut"):
        note.write_text("[broken")
    pages[0].image.write_bytes(image)
    assert prefetch(pages, views, machine, quiet).present == 1


def test_the_halves_of_a_large_spread_are_sent_too(tmp_path: Path, machine: Machine) -> None:
    """They are what is shown of it; what is grown around one question is not foreseen."""
    spread = replace(page(tmp_path, 1, None), image=tmp_path / "p.png", width=1190.0, height=842.0, dpi=300)
    Image.linear_gradient("L").resize((1190, 842)).rotate(30).save(tmp_path / "p.png")
    halves = tuple(PagePart((x, 0.0, x + 595.0, 842.0), "half") for x in (0.0, 595.0))
    assert prefetch([replace(spread, parts=halves)], tmp_path / "views", machine, quiet).sent == 3


def test_the_plan_is_what_is_missing_in_order() -> None:
    """Pure: two views there, one not, one twice."""
    views = [View(PageRef("hex", "base", n), Path(f"{digest}.png"), digest) for n, digest in enumerate("abcb", 1)]
    assert [view.digest for view in plan(views, frozenset({"a.png", "c.png"}))] == ["b"]
