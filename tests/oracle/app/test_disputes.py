"""Both readings of a question in the app, and the house rules: each key, in three sizes and both languages."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList, Static, TextArea

from ingest.contracts import BookletRef, Game
from oracle.app.screens.disputing import DisputeScreen
from oracle.app.screens.house import HouseScreen, RulingScreen
from oracle.config import Config
from oracle.contested import Contest, Dispute, Reading
from oracle.contracts import Answer, Citation, Question, Stack, Turn, Verdict, Verified
from oracle.dispute.shown import dispute_text
from oracle.errors import OracleError
from oracle.house import House, HouseRule, today
from oracle.record import FILE, Runs
from oracle.texts import Texts
from tests.fakes.table import (
    QUOTE,
    FakeLibrary,
    FakeParts,
    Gate,
    answered,
    deltas,
    evidence,
    found,
    only_passages,
    thumbnails,
)
from tests.oracle.app.stage import NARROW, SIZES, Stage, play

BOTH = [(size, lang) for size in SIZES for lang in ("en", "fr")]
DECIDED = Dispute(
    (Reading("You keep [red]them[/].", "", "nothing"), Reading("You discard half.", f"“{QUOTE}” [[1]]", "book")),
    f"“{QUOTE}” [[1]]",
    holds=1,
)
OPEN = Dispute((Reading("You keep them."), Reading("You discard half.", f"“{QUOTE}” [[1]]", "book")))


def argued(question: Question, dispute: Dispute = DECIDED) -> Answer:
    """Both readings, one of them with a verified quotation."""
    answer = answered(question)
    passage = evidence().passages[0].passage
    citation = Citation(1, passage, passage.ref, QUOTE, verified=True)
    verdict = Verdict.SILENT if dispute.holds is None else Verdict.SAYS
    text = dispute_text(dispute, Texts("en"))
    return replace(answer, verified=Verified(verdict, text, (), (citation,), (), withheld=False, dispute=dispute))


def open_ended(question: Question) -> Answer:
    return argued(question, OPEN)


def either(question: Question) -> Answer:
    return argued(question) if question.contest else replace(answered(question), run="r1")


def notices(stage: Stage) -> str:
    return "\n".join(stage.notices)


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_the_answer_is_disputed_once_its_cost_is_said(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """^d names the question and the call; Esc asks nothing; Enter shows both readings, what decides first."""
    say = Texts(lang)

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+d")
        assert isinstance(stage.app.screen, DisputeScreen)
        told = "\n".join(str(each.content) for each in stage.app.screen.query(Static))
        assert "Do I discard?" in told and say("app.dispute.costs") in told
        await stage.press("escape")
        assert len(stage.ask.history) == 1
        await stage.press("ctrl+d", "enter")
        await stage.settle()
        first, second = stage.ask.history
        assert second.contest == Contest(f"Yes, you discard half: “{QUOTE}” [[1]].", ())
        assert (second.text, second.history, second.image) == (first.text, first.history, "never")
        talk = stage.conversation
        assert "The book settles it: reading 2 holds." in talk
        assert say("app.dispute.tag") in talk and say("app.dispute.keep") in talk
        heads = ["**The deciding sentence:**", "**Reading 1, which no", "**Reading 2, which holds:**"]
        assert [talk.index(head) for head in heads] == sorted(talk.index(head) for head in heads)
        assert r"[\[1\]](cite:1)" in talk and "[red]them[/]" in talk
        assert stage.rows and stage.rows[0].startswith("[1] ✓")

    play(scene, tmp_path, [found(), either], size=size, lang=lang)


@pytest.mark.parametrize("line", ["/dispute", "/contester"])
def test_a_slash_disputes_the_answer_too(tmp_path: Path, line: str) -> None:
    """In both languages; with words behind it, it is those that are disputed."""

    async def scene(stage: Stage) -> None:
        await stage.question(line)
        assert "ask first" in notices(stage)
        await stage.question()
        await stage.question(line)
        await stage.press("enter")
        await stage.settle()
        await stage.question(f"{line} May I build twice?")
        await stage.press("enter")
        await stage.settle()
        assert [each.text for each in stage.ask.history] == ["Do I discard?", "Do I discard?", "May I build twice?"]
        assert [each.contest and each.contest.rewrites for each in stage.ask.history] == [None, (), None]

    play(scene, tmp_path, [found(), either])


def test_what_is_typed_is_disputed_before_the_last_answer(tmp_path: Path) -> None:
    """Nobody asked it yet: nothing is handed on, and it leaves the box as a question does."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press(*"Twice?", "ctrl+d", "ctrl+d")
        await stage.settle()
        last = stage.ask.history[-1]
        assert (last.text, last.contest, last.history[-1].question) == ("Twice?", Contest(), "Do I discard?")
        assert stage.box == ""

    play(scene, tmp_path, [found(), either])


def test_an_answer_that_saw_a_picture_is_disputed_with_it(tmp_path: Path) -> None:
    """The view that the answer was given from, and no other tool."""

    def seen(question: Question) -> Answer:
        return replace(either(question), page_read=evidence().passages[0].passage.ref)

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+d", "enter")
        await stage.settle()
        assert stage.ask.history[-1].image == "auto"

    play(scene, tmp_path, [found(), seen])


def test_a_dispute_that_is_disputed_contests_the_same_answer(tmp_path: Path) -> None:
    """Its text is both readings: no answer that anybody could accept or not."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        for _ in range(2):
            await stage.press("ctrl+d", "enter")
            await stage.settle()
        assert stage.ask.history[1].contest == stage.ask.history[2].contest

    play(scene, tmp_path, [found(), either])


def test_without_claude_it_costs_nothing_and_says_what_is_missing(tmp_path: Path) -> None:
    """The passages as they were found; nobody is asked whether a call is wanted."""

    async def scene(stage: Stage) -> None:
        await stage.press(*"Twice?", "ctrl+d")
        await stage.settle()
        assert not isinstance(stage.app.screen, DisputeScreen)
        assert QUOTE[:30] in stage.conversation and "passages only" in stage.conversation
        assert stage.ask.history[0].contest == Contest()

    library = FakeLibrary(tmp_path / "home")
    play(scene, tmp_path, [found(), only_passages], parts=FakeParts(library, claude=None))


def test_a_machine_that_is_away_gives_the_question_back(tmp_path: Path) -> None:
    """The passages stand, the reason is said, the question is in the box again."""

    async def scene(stage: Stage) -> None:
        await stage.press(*"Twice?", "ctrl+d", "enter")
        await stage.settle()
        assert QUOTE[:30] in stage.conversation and stage.box == "Twice?"

    play(scene, tmp_path, [found(), OracleError("ask.withheld")])


def test_both_readings_stream_in_the_players_words_and_can_be_cancelled(tmp_path: Path) -> None:
    """Labels of the model are none of his; Esc stops it and gives the question back."""
    gate = Gate()
    written = f"READING 1: You keep them.\nREADING 2: You discard.\nIt says “{QUOTE}” [[1]].\n"

    async def scene(stage: Stage) -> None:
        await stage.press(*"Twice?", "ctrl+d", "enter")
        await gate.reached()
        for _ in range(100):
            await stage.pilot.pause(0.02)
            if "Reading 2:" in stage.conversation:
                break
        assert "Reading 1: You keep them." in stage.conversation and "READING" not in stage.conversation
        await stage.press("ctrl+d")
        assert "One question at a time" in notices(stage)
        await stage.press("escape")
        await stage.settle()
        assert stage.box == "Twice?"

    play(scene, tmp_path, [found(), *deltas(written), gate])


# --- the ruling, and the house rules ------------------------------------------------------------------


class Laid:
    """Remembers what was laid out, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.history: list[list[tuple[int, bool]]] = []

    def __call__(self, rules: Any, game: Game, config: Config) -> None:
        assert threading.current_thread() is not threading.main_thread()
        self.history.append([(rule.n, rule.on) for rule in rules])
        if self.error:
            raise self.error


def rows(stage: Stage) -> list[str]:
    listed = stage.app.screen.query_one("#rules", OptionList)
    return [str(listed.get_option_at_index(n).prompt) for n in range(listed.option_count)]


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_the_ruling_is_kept_from_the_dispute(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """^o begins with the question and the reading that holds; it is dated, edited, kept for the game, and laid out."""
    laid, home = Laid(), tmp_path / "home"

    async def scene(stage: Stage) -> None:
        await stage.question("Do I discard?")
        await stage.press("ctrl+d", "enter")
        await stage.settle()
        await stage.press("ctrl+o")
        assert isinstance(stage.app.screen, RulingScreen)
        box = stage.app.screen.query_one(TextArea)
        assert box.text == "Do I discard? You discard half. "
        assert any(today().isoformat() in str(each.content) for each in stage.app.screen.query(Static))
        await stage.press(*"Always", "enter")
        await stage.settle()
        kept = "Do I discard? You discard half. Always"
        assert House(home).rules("islands") == (HouseRule(1, today().isoformat(), kept),)
        assert laid.history == [[(1, True)]]
        assert Texts(lang)("app.house.kept") in stage.notices

    play(scene, tmp_path, [found(), either], size=size, lang=lang, lay_out=laid)


def test_where_the_book_settles_nothing_the_ruling_begins_with_the_question(tmp_path: Path) -> None:
    """The table decides; Esc keeps nothing, and a rule that says nothing is not kept."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+o")
        box = stage.app.screen.query_one(TextArea)
        assert box.text == "Do I discard? "
        box.text = "  "
        await stage.press("enter")
        assert "has to say something" in str(stage.app.screen.query_one("#ruling-fault", Static).content)
        await stage.press("escape")
        assert House(tmp_path / "home").rules("islands") == ()

    play(scene, tmp_path, [found(), open_ended])


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_house_rules_are_listed_switched_added_and_removed(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """^t; Enter and Space switch, a adds, d twice removes, Esc takes a removal back and then leaves."""
    home, laid, say = tmp_path / "home", Laid(), Texts(lang)
    House(home).add("islands", "[red]One[/] \x1b]52;c;aGk=\x07", today())
    House(home).add("islands", "Two.", today())

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+t")
        await stage.settle()
        assert isinstance(stage.app.screen, HouseScreen)
        assert [row[:6] for row in rows(stage)] == ["[✓] 1 ", "[✓] 2 ", say("app.house.add_row")[:6]]
        assert "[red]One[/]" in rows(stage)[0] and "\x1b" not in rows(stage)[0]
        await stage.press("enter")
        await stage.settle()
        await stage.press("j", "space")
        await stage.settle()
        assert laid.history == [[(1, False), (2, True)], [(1, False), (2, False)]]
        assert rows(stage)[1].startswith("[ ] 2")
        await stage.press("d")
        assert say("app.house.sure", n=2) in str(stage.app.screen.query_one("#house-note", Static).content)
        await stage.press("escape")
        assert isinstance(stage.app.screen, HouseScreen)
        await stage.press("d", "d")
        await stage.settle()
        assert [each.n for each in House(home).rules("islands")] == [1]
        await stage.press("a", *"Three", "enter")
        await stage.settle()
        assert [each.text for each in House(home).rules("islands")][1:] == ["Three"]
        assert laid.history[-1] == [(1, False), (2, True)]
        await stage.press("ctrl+t")
        await stage.settle()
        assert not isinstance(stage.app.screen, HouseScreen)

    play(scene, tmp_path, size=size, lang=lang, lay_out=laid)


def test_going_on_takes_a_removal_back(tmp_path: Path) -> None:
    """A second d is for the rule that was asked about, not for the next one."""
    home = tmp_path / "home"
    for text in ("One.", "Two."):
        House(home).add("islands", text, today())

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+t")
        await stage.settle()
        await stage.press("d", "j", "d")
        await stage.settle()
        assert len(House(home).rules("islands")) == 2

    play(scene, tmp_path)


@pytest.mark.parametrize("line", ["/house", "/maison"])
def test_a_slash_opens_the_house_rules_or_writes_one(tmp_path: Path, line: str) -> None:
    """Alone the list; with a text, a new rule that begins with it."""

    async def scene(stage: Stage) -> None:
        await stage.question(line)
        assert isinstance(stage.app.screen, HouseScreen)
        await stage.press("escape")
        await stage.question(f"{line} Ones are rolled again")
        assert stage.app.screen.query_one(TextArea).text == "Ones are rolled again"

    play(scene, tmp_path, size=NARROW)


def test_a_rule_that_cannot_be_laid_out_is_said(tmp_path: Path) -> None:
    """It is kept, as with `oracle house add`; why it is not on the table is said, in the list and beside it."""
    home, laid = tmp_path / "home", Laid(OracleError("house.not_written", file="f", why="disk full"))

    async def scene(stage: Stage) -> None:
        await stage.question("/house Ones are rolled again")
        await stage.press("enter")
        await stage.settle()
        assert "disk full" in notices(stage)
        await stage.press("ctrl+t")
        await stage.settle()
        await stage.press("enter")
        await stage.settle()
        assert "disk full" in str(stage.app.screen.query_one("#house-note", Static).content)
        assert len(House(home).rules("islands")) == 1

    play(scene, tmp_path, lay_out=laid)


def test_a_damaged_file_of_house_rules_is_said(tmp_path: Path) -> None:
    """Nothing of it is lost, and the app goes on."""
    file = tmp_path / "home" / "house" / "islands.json"

    async def scene(stage: Stage) -> None:
        file.parent.mkdir(parents=True)
        file.write_text("{")
        await stage.press("ctrl+t")
        await stage.settle()
        assert "cannot be read" in str(stage.app.screen.query_one("#house-note", Static).content)
        assert file.read_text() == "{"

    play(scene, tmp_path)


def test_a_booklet_that_came_is_known_to_the_next_question(tmp_path: Path) -> None:
    """The game is read again once a rule is laid out."""
    library = FakeLibrary(tmp_path / "home")

    def laid(rules: Any, game: Game, config: Config) -> None:
        from tests.fakes.table import booklet

        library.extra = (booklet("islands", "house-rules", tmp_path),)

    async def scene(stage: Stage) -> None:
        await stage.question("/house Ones are rolled again")
        await stage.press("enter")
        await stage.settle()
        assert stage.app.session.game is not None
        assert [each.ref.booklet for each in stage.app.session.game.booklets] == ["rules", "house-rules"]

    play(scene, tmp_path, parts=FakeParts(library), lay_out=laid)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_language_changes_over_each_of_these_screens(tmp_path: Path, lang: str) -> None:
    """What is written stays; so does the rule that is highlighted."""
    other = Texts("fr" if lang == "en" else "en")
    House(tmp_path / "home").add("islands", "One.", today())

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+o", *"Mine", "ctrl+l")
        await stage.settle()
        assert stage.app.screen.query_one(TextArea).text == "Mine"
        assert other("app.house.new", game="Islands") in shown(stage)
        await stage.press("escape", "ctrl+l", "ctrl+t")
        await stage.settle()
        await stage.press("ctrl+l")
        await stage.settle()
        assert other("app.house.what") in shown(stage) and rows(stage)[-1] == other("app.house.add_row")
        assert stage.app.screen.query_one("#rules", OptionList).highlighted == 0
        await stage.press("escape", "ctrl+l", *"Twice?", "ctrl+d", "ctrl+l")
        await stage.settle()
        assert other("app.dispute.costs") in shown(stage)

    def shown(stage: Stage) -> str:
        return "\n".join(str(each.content) for each in stage.app.screen.query(Static))

    play(scene, tmp_path, lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_dispute_is_shown_again_from_history_and_can_be_disputed_again(tmp_path: Path, lang: str) -> None:
    """Its parts, its citations and its marks, as when it was given; copied, kept as a file and as a favourite."""
    folder, say = tmp_path / "home", Texts(lang)
    thumbnails(folder)
    question = Question("Do I discard?", Stack("islands"), contest=Contest("Yes.", ("discard half",)))
    Runs(folder / FILE).save(argued(question), {BookletRef("islands", "rules"): "r1"})

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        assert say("app.dispute.tag") in str(
            stage.app.screen.query_one("#runs", OptionList).get_option_at_index(0).prompt
        )
        await stage.press("enter")
        await stage.settle()
        assert "**Reading 2, which holds:** You discard half." in stage.conversation
        assert "The book settles it: reading 2 holds." in stage.conversation
        assert say("app.dispute.tag") in stage.shown(".question") and stage.rows[0].startswith("[1] ✓")
        await stage.press("ctrl+s", "ctrl+y")
        await stage.settle()
        assert "★" in stage.shown(".question") and say("app.dispute.tag") in stage.shown(".question")
        assert "Reading 2, which holds:" in stage.app.clipboard and "[1] ✓" in stage.app.clipboard
        await stage.press("ctrl+e", "down", "enter")
        await stage.settle()
        (file,) = (folder / "exports").glob("*.md")
        assert "**Reading 2, which holds:**" in file.read_text("utf-8")
        await stage.press("ctrl+d", "enter")
        await stage.settle()
        assert stage.ask.history[-1].contest == question.contest

    play(scene, tmp_path, [found(), argued], lang=lang)


def test_what_is_said_after_a_dispute_knows_of_it(tmp_path: Path) -> None:
    """The follow-up goes on from both readings."""

    async def scene(stage: Stage) -> None:
        await stage.press(*"Twice?", "ctrl+d", "enter")
        await stage.settle()
        await stage.question("And then?")
        assert stage.ask.history[-1].history == (Turn("Twice?", dispute_text(DECIDED, Texts("en"))),)

    play(scene, tmp_path, [found(), argued])
