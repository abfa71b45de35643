"""Planning a sync, and running several sources one after the other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ingest.batch import Wanted, adding, planning, run, worst
from ingest.contracts import BookletRef, PageStatus
from ingest.errors import UsageError
from ingest.store.fingerprint import AddOrder
from ingest.sync import plan_sync, scan
from tests.ingest.shelf import OLD, Shelf, tree


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two games; the second one's booklets are listed out of order."""
    folder = tmp_path / "games"
    for game, text in (
        ("chess", '[[booklets]]\nfile = "rules.txt"\n'),
        ("tafl", '[[booklets]]\nfile = "late.txt"\norder = 9\n[[booklets]]\nfile = "early.txt"\norder = 1\n'),
    ):
        (folder / game).mkdir(parents=True)
        (folder / game / "game.toml").write_text(f'title = "{game.title()}"\n{text}')
        for name in ("rules.txt", "late.txt", "early.txt"):
            (folder / game / name).write_text(f"{OLD} {game} {name}")
    return folder


def refs(wanted: tuple[Wanted, ...]) -> list[str]:
    return [str(one.order.ref) for one in wanted]


def test_a_plan_names_every_booklet_in_order(games: Path) -> None:
    """Games by name, booklets by their order, with the game's title."""
    plan = plan_sync(scan(games), ())
    assert refs(plan.wanted) == ["chess/rules", "tafl/early", "tafl/late"]
    assert [one.order.game_title for one in plan.wanted] == ["Chess", "Tafl", "Tafl"]
    assert plan.strays == ()


def test_strays_are_booklets_of_these_games_that_the_tree_lost(games: Path) -> None:
    """A game that the tree does not hold at all is none of its business."""
    published = [BookletRef("tafl", "early"), BookletRef("tafl", "old"), BookletRef("go", "rules")]
    assert plan_sync(scan(games), published).strays == (BookletRef("tafl", "old"),)


def test_one_broken_game_does_not_stop_the_others(games: Path) -> None:
    """It becomes a line of the report, with its error."""
    (games / "chess" / "game.toml").write_text("nonsense")
    plan = plan_sync(scan(games), ())
    assert refs(plan.wanted) == ["chess/game", "tafl/early", "tafl/late"]
    assert [one.broken is None for one in plan.wanted] == [False, True, True]


def test_a_folder_may_be_one_game_itself(games: Path) -> None:
    """`sync rulebooks/tafl` works like `sync rulebooks`."""
    assert refs(plan_sync(scan(games / "tafl"), ()).wanted) == ["tafl/early", "tafl/late"]


def test_a_folder_without_a_game_is_a_usage_error(tmp_path: Path) -> None:
    """Nothing there, a file, and nowhere: each has its sentence."""
    file = tmp_path / "file"
    file.write_text("x")
    for place, key in ((tmp_path, "no_games"), (file, "not_a_folder"), (tmp_path / "gone", "no_folder")):
        with pytest.raises(UsageError) as caught:
            scan(place)
        assert caught.value.key == f"ingest.cli.{key}"


def test_a_second_sync_reads_and_embeds_nothing(games: Path, shelf: Shelf) -> None:
    """Each model is loaded once for all booklets, and nothing is made twice."""
    wanted = plan_sync(scan(games), ()).wanted
    first = list(run(wanted, adding(shelf.settings, lambda _: None, shelf.tools.workshop())))
    before = tree(shelf.settings.books)
    again = list(run(wanted, adding(shelf.settings, lambda _: None, shelf.tools.workshop())))
    assert [result.changed for result in first] == [True] * 3
    assert sum(result.pages[PageStatus.TEXT] for result in first) == 6
    assert not any(result.changed or result.embedded or sum(result.pages.values()) for result in again)
    assert tree(shelf.settings.books) == before


def test_a_plan_of_what_would_be_done_writes_nothing(games: Path, shelf: Shelf) -> None:
    """Not even the home."""
    wanted = plan_sync(scan(games), ()).wanted
    results = list(run(wanted, planning(shelf.settings, shelf.tools.workshop())))
    assert all(result.changed and result.error is None for result in results)
    assert {note.key for result in results for note in result.warnings} == {"ingest.cli.would_read"}
    assert not shelf.settings.home.exists()


def test_an_error_of_one_source_is_its_result(shelf: Shelf, tmp_path: Path) -> None:
    """The next one is published all the same; a bug is no result."""
    good = tmp_path / "good.txt"
    good.write_text(OLD)
    wanted = [
        Wanted(tmp_path / name, AddOrder(BookletRef("tafl", name[:4]), name)) for name in ("gone.txt", "good.txt")
    ]
    bad, fine = run(wanted, adding(shelf.settings, lambda _: None, shelf.tools.workshop()))
    assert (bad.exit, bad.revision, fine.exit, fine.changed) == (2, None, 0, True)
    assert bad.error is not None

    def broken(_: Wanted) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(run(wanted, broken))  # type: ignore[arg-type]


def test_a_file_whose_name_is_no_text_is_read_from_a_copy(shelf: Shelf, tmp_path: Path) -> None:
    """Its name is shown escaped everywhere, and the copy is gone afterwards."""
    file = tmp_path / os.fsdecode(b"r\xe9gles.txt")
    file.write_text(OLD)
    wanted = [Wanted(file, AddOrder(BookletRef("tafl", "regles"), "Règles"))]
    (result,) = run(wanted, adding(shelf.settings, lambda _: None, shelf.tools.workshop()))
    assert (result.exit, result.file) == (0, f"{tmp_path}/r\\xe9gles.txt")
    with shelf.library() as library:
        assert library.booklet(BookletRef("tafl", "regles")).source_file == r"r\xe9gles.txt"


@pytest.mark.parametrize(
    ("codes", "code"),
    [((), 0), ((0, 0), 0), ((0, 10), 10), ((10, 4), 4), ((4, 2), 4), ((4, 3), 3), ((3, 9, 4), 9), ((0, 77), 77)],
)
def test_the_worst_of_several_is_the_exit_code(codes: tuple[int, ...], code: int) -> None:
    """Published in part is better than not published; what is wrong with this machine outweighs a bad file."""
    assert worst(codes) == code
