"""The table of an evaluation as people read it."""

from __future__ import annotations

from typing import get_args

from oracle.contracts import StruckKind, Verdict, Zone
from oracle.figures import share, table
from oracle.questions import Asked, Gold, Item
from oracle.scoring import Outcome, report
from oracle.texts import LANGUAGES, Texts

PAGE = ("a.pdf", 1)


def item(name: str, *, visual: bool = False, answer: bool = True) -> Item:
    gold = Gold(frozenset({PAGE} if answer else ()), "en>en", "lookup", visual)
    return Item(Asked(name, "Go", f"Question {name}?", ("a.pdf",)), gold, "work")


def lines(language: str = "en") -> list[str]:
    scored = [
        (item("q1"), Outcome((PAGE,), Zone.NORMAL, None, 10.0)),
        (item("q2", visual=True), Outcome((PAGE,), Zone.NORMAL, PAGE, 20.0)),
        (item("q3", answer=False), Outcome((PAGE,), Zone.ABSTAIN, PAGE, 30.0)),
    ]
    figures = {
        **report(scored),
        "intervals": {"mrr": [0.5, 1.0]},
        "section": {"hit@1": 0.5, "hit@3": 1.0, "hit@5": 1.0, "n": 2},
        "compare": {
            "page": {"mrr": [0.5, 1.0]},
            "better": [{"id": "q1", "before": None, "now": 1}],
            "worse": [],
            "only_before": ["q9"],
            "only_now": [],
        },
    }
    return table(figures, {"q1": "Question q1?"}, Texts(language))


def test_rates_are_shares_with_what_they_are_of() -> None:
    """Of how few questions a share is, is seen beside it."""
    text = "\n".join(lines())
    assert "unanswerable: normal 0.000 (0 of 1), cautious 0.000 (0 of 1), abstain 1.000 (1 of 1)" in text
    assert "visual: offered when needed 1.000 (1 of 1), the right page 1.000 (1 of 1)" in text
    assert "offered needlessly 0.500 (1 of 2)" in text
    assert "cross: right booklet first – (0)" in text
    assert share(0, 0, Texts("en")) == "– (0)"


def test_what_moved_is_shown_question_by_question() -> None:
    """Where it was, where it is, and what was asked."""
    told = lines()
    assert "  mrr        0.500 → 1.000  +0.500" in told
    assert told[told.index("better: 1") + 1] == "    – → 1   q1  Question q1?"
    assert "worse: 0" in told
    assert "asked before alone: 1" in told


def test_the_table_speaks_the_programs_language() -> None:
    """Words in French; measures, ids and questions as they are; the same figures in the same places."""
    french, english = lines("fr"), lines()
    text = "\n".join(french)
    assert "sans réponse : normal 0.000 (0 sur 1), prudent 0.000 (0 sur 1), abstention 1.000 (1 sur 1)" in text
    assert "image : proposée quand il le faut 1.000 (1 sur 1)" in text
    assert "mieux : 1" in french and "    – → 1   q1  Question q1?" in french
    assert len(french) == len(english) and french[0] == english[0]


def test_every_name_that_is_counted_has_a_word() -> None:
    """Kinds of what was struck, zones and verdicts, in both languages."""
    for language in LANGUAGES:
        say = Texts(language)
        assert all(say(f"figures.{name}") for name in (*Zone, *Verdict, "answerable", "unanswerable"))
        assert all(say(f"figures.struck_kind.{kind}") for kind in get_args(StruckKind))
