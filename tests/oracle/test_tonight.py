"""Tonight's stack: remembered in the home, said when it has holes, kept to by the commands, outdone by flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import Booklet, BookletKind, BookletRef, Game
from oracle.tonight import NotRemembered, Tonight, on_table, without_expansions
from tests.oracle.commands import oracle


def booklet(slug: str, kind: BookletKind = BookletKind.CORE) -> Booklet:
    return Booklet(BookletRef("go", slug), slug.title(), kind, 0, ("en",), "r", f"{slug}.pdf", 4, 9, Path(slug))


GAME = Game("go", "Go", (booklet("core"), booklet("more", BookletKind.EXPANSION), booklet("faq", BookletKind.FAQ)))


def test_a_choice_is_remembered_until_it_is_changed(home: Path) -> None:
    """By game, from one evening to the next; no choice means everything, later booklets too."""
    assert Tonight(home).chosen("go") is None
    Tonight(home).choose("go", ["core", "faq"])
    Tonight(home).choose("chess", ["core"])
    assert Tonight(home).chosen("go") == ("core", "faq")
    Tonight(home).reset("go")
    assert (Tonight(home).chosen("go"), Tonight(home).chosen("chess")) == (None, ("core",))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"stacks": {"go": "core", "../x": ["a"], "b": ["../y", 3]}}'])
def test_a_file_that_is_none_is_no_choice(home: Path, content: str) -> None:
    """Losing it costs a command; nothing in it is ever a path."""
    home.mkdir()
    (home / "stacks.json").write_text(content, "utf-8")
    assert [Tonight(home).chosen(game) for game in ("go", "../x", "b")] == [None, None, None]


def test_a_home_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """Exit 9."""
    (tmp_path / "file").touch()
    with pytest.raises(NotRemembered):
        Tonight(tmp_path / "file").choose("go", ["core"])


def test_how_many_play_is_kept_beside_the_booklets(home: Path) -> None:
    """By game; neither choice loses the other, and a number that is none is none."""
    tonight = Tonight(home)
    tonight.choose("go", ["core"])
    tonight.seat("go", 4)
    tonight.choose("go", ["faq"])
    assert (Tonight(home).players("go"), Tonight(home).chosen("go")) == (4, ("faq",))
    tonight.seat("go", None)
    assert (Tonight(home).players("go"), Tonight(home).chosen("go")) == (None, ("faq",))
    (home / "stacks.json").write_text('{"stacks": {}, "players": {"go": "4", "a": 0, "b": true, "c": 2}}', "utf-8")
    assert [Tonight(home).players(game) for game in ("go", "a", "b", "c")] == [None, None, None, 2]


def test_what_is_gone_is_skipped_and_said() -> None:
    """The rest stays; when nothing is left, the whole game is."""
    table = on_table(GAME, ["old", "core"])
    assert (table.booklets, [note.facts["booklet"] for note in table.notes]) == (("core",), ["go/old"])
    assert on_table(GAME, ["old"]).booklets == ()
    assert on_table(GAME, None).notes == ()


def test_without_expansions_the_chosen_ones_go_too() -> None:
    """What the flag says for one question wins over the evening's choice."""
    assert without_expansions(on_table(GAME, ["core", "more"]), GAME).booklets == ("core",)


# --- as a shell sees it ------------------------------------------------------------------------------


@pytest.fixture
def shelf(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of a base, an expansion and a FAQ."""
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    for slug, kind in (("core", "core"), ("more", "expansion"), ("faq", "faq")):
        file = tmp_path / f"{slug}.md"
        file.write_text(f"# Setup\n\nThe king of the {slug} booklet stands on the throne of the {slug}.\n")
        assert oracle("ingest", "add", str(file), "-g", "tafl", "--kind", kind).code == 0
    return home


def found(*flags: str) -> set[str]:
    """The booklets that a search shows."""
    passages = oracle("search", "-g", "tafl", "--json", "king on the throne", *flags).json["passages"]
    return {passage["booklet"] for passage in passages}


@pytest.mark.usefixtures("shelf")
def test_the_commands_keep_to_the_stack_and_flags_win() -> None:
    """`search` and `ask` answer from what was chosen; `-b`, `--all`, `--exclude` and `--no-expansions` for one time."""
    assert oracle("stack", "tafl", "core,more").code == 0
    assert found() == {"core", "more"}
    asked = oracle("ask", "-g", "tafl", "--no-model", "--json", "Where does the king stand?").json
    assert ({p["booklet"] for p in asked["passages"]}, asked["stack"]) == ({"core", "more"}, ["core", "more"])
    assert found("-b", "faq") == {"faq"}
    assert found("--all") == {"core", "more", "faq"}
    assert found("--exclude", "core") == {"more"}
    assert found("--no-expansions") == {"core"}
    assert found() == {"core", "more"}
    assert "On the table: core, more" in oracle("search", "-g", "tafl", "king").err
    assert oracle("stack", "tafl", "--reset").code == 0
    assert found() == {"core", "more", "faq"}


@pytest.mark.usefixtures("shelf")
def test_the_stack_is_shown_and_a_wrong_name_refused() -> None:
    """Each booklet with its kind and whether it is on the table; a name that is none changes nothing."""
    oracle("stack", "tafl", "core")
    (game,) = oracle("stack", "--json").json["games"]
    assert [(b["booklet"], b["kind"], b["on_table"]) for b in game["booklets"]] == [
        ("core", "core", True), ("faq", "faq", False), ("more", "expansion", False),
    ]  # fmt: skip
    refused = oracle("stack", "tafl", "cor")
    assert (refused.code, "core" in refused.err) == (2, True)
    assert oracle("stack", "tafl", "core", "--all").code == 2
    shown = oracle("stack", "tafl").out
    assert "✓ core · core · core rules" in shown.lower()
    (game,) = oracle("stack", "tafl", "--all", "-p", "3", "--json").json["games"]
    assert (game["chosen"], game["players"]) == (True, 3)


@pytest.mark.usefixtures("shelf")
def test_a_chosen_booklet_that_no_longer_answers_is_said() -> None:
    """Removed or archived since: the question is answered from the rest."""
    oracle("stack", "tafl", "core", "more")
    oracle("ingest", "status", "tafl/more", "archived")
    ended = oracle("search", "-g", "tafl", "--json", "king")
    assert {passage["booklet"] for passage in ended.json["passages"]} == {"core"}
    assert any("tafl/more" in note for note in ended.json["degraded"])
