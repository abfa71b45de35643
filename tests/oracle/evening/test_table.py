"""An evening at the table, from the first frame to the prompt of the shell; every screen is a golden file.

`GOLDEN=write pytest tests/oracle/evening` writes them anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from oracle.grammar import VERDICT_LABEL
from oracle.rewrite.grammar import LABEL
from tests.fakes.scripted_model import Asked, Scripted, Step
from tests.oracle.claude.asking import read
from tests.oracle.claude.sent import latest, offered
from tests.oracle.evening.conftest import Evening
from tests.oracle.test_end_to_end_rewrite import is_rewrite

pytestmark = pytest.mark.slow

LITIGE = "On finit à 81 partout : qui marque quoi ?"
RULE = "La défense marque les siens ; ceux du preneur sont mis de côté."
LAST = "À la dernière donne de la partie, un litige se règle en faveur de la défense : elle marque tout."
SETTLED = f"{VERDICT_LABEL} says\nLa défense seule marque : « {RULE} » [[1]] À la fin : « {LAST} » [[1]]"
NINE = "Combien vaut le neuf d’atout ?"
ENDLESS = f"{VERDICT_LABEL} says\nLe neuf d’atout vaut quatorze points [[1]]. " + "Et ainsi de suite. " * 50

KING = "How many enemies take the king on the board of the base game?"
TAKEN = f"{VERDICT_LABEL} says\nFour: “The king is taken when enemies hold four sides of him.” [[1]]"
WALL = "When is a row of men along the edge taken by a shieldwall?"
WALLS = f"{VERDICT_LABEL} says\nA row is taken whole [[1]]. " + "And so on and so forth. " * 50


def by_question(**steps: Scripted) -> Scripted:
    """The step whose name stands in what is asked."""

    def choose(asked: Asked) -> Step:
        if is_rewrite(asked):
            return Step(f"no {LABEL}")  # a question that needs other words would be said to have got none
        question = latest(asked)["question"]
        chosen = next(step for word, step in steps.items() if word in question)
        return chosen if isinstance(chosen, Step) else chosen(asked)

    return choose


def looking(answer: str) -> Scripted:
    """Look at the page that is offered, then answer."""
    return lambda asked: Step(answer) if asked.images else Step("", (read(offered(asked)),))


def test_an_evening_in_french(evening: Evening, hold: Callable[[], threading.Event]) -> None:
    """Pick a game, ask, watch the passages and the stream, open the citation, turn, cancel a second question, quit."""
    before, midway, never = hold(), hold(), hold()
    first = Step(SETTLED, holds={0: before, 9: midway})
    evening.model.play(by_question(partout=first, neuf=Step(ENDLESS, holds={24: never})))

    with evening.opened((120, 40), "--lang", "fr") as pane:
        pane.agrees("evening/fr-120x40/01-opened.txt", "Qu’y a-t-il sur la table ce soir ?", "Belote 2 livrets")
        pane.type("bel")
        pane.press("Enter")
        pane.agrees("evening/fr-120x40/02-picked.txt", "Votre question sur Belote", without="mise en route…")

        pane.type(LITIGE)
        pane.press("Enter")
        pane.agrees("evening/fr-120x40/03-passages.txt", LITIGE, "Claude lit…", "Passages")
        evening.asked(1)
        assert evening.model.spoken == [], "the passages stand before the first word of the answer"

        before.set()
        pane.agrees("evening/fr-120x40/04-stream.txt", "Le livret le dit :")
        midway.set()
        pane.agrees("evening/fr-120x40/05-answered.txt", "✓ T,T s · 2 citations vérifiées", "Citations")

        pane.press("C-Down")
        pane.keys("⏎ Ouvrir")
        pane.press("Enter")
        pane.agrees("evening/fr-120x40/06-page.txt", "p. 10 (imprimée 7) / 13", "Le litige")
        pane.press("n")
        pane.agrees("evening/fr-120x40/07-turned.txt", "p. 11 (imprimée 8) / 13")
        pane.press("Escape")
        pane.keys("⏎ Ouvrir")
        pane.press("Escape")
        pane.keys("^g Jeu")

        pane.type(NINE)
        pane.press("Enter")
        pane.shows("Le neuf d’atout vaut quatorze points")
        answering = evening.processes()
        assert answering, "the answer comes from the machine"
        pane.press("Escape")
        pane.agrees("evening/fr-120x40/08-cancelled.txt", "Annulé.", f"│ {NINE}")
        evening.nothing_runs()

        pane.press("C-q")
        pane.agrees("evening/fr-120x40/09-left.txt", "before", "exit 0")
        assert (pane.fact("alternate_on"), pane.fact("cursor_flag"), pane.fact("mouse_any_flag")) == ("0", "1", "0")
    assert len(evening.model.history) == 2


def test_a_shorter_evening_in_english_in_80_columns(evening: Evening, hold: Callable[[], threading.Event]) -> None:
    """One pane at a time: the list, the page in its place, back, a cancelled question, out."""
    never = hold()
    evening.model.play(by_question(king=looking(TAKEN), shieldwall=Step(WALLS, holds={20: never})))

    with evening.opened((80, 24), "--lang", "en") as pane:
        pane.shows("What is on the table tonight?")
        pane.type("hne")
        pane.press("Enter")
        pane.agrees("evening/en-80x24/1-picked.txt", "Your question about Hnefatafl", without="warming up")
        pane.type(KING)
        pane.press("Enter")
        pane.agrees("evening/en-80x24/2-answered.txt", "✓ T.T s · 1 quote verified", "Citations")
        pane.press("Tab")
        pane.keys("⏎ Open")
        pane.press("Enter")
        pane.agrees("evening/en-80x24/3-page.txt", "p. 4")
        pane.press("z")
        pane.agrees("evening/en-80x24/4-picture.txt", "▀")
        pane.press("z")
        pane.press("z")
        pane.press("p")
        pane.agrees("evening/en-80x24/5-turned.txt", "p. 3")
        pane.press("Escape")
        pane.keys("⏎ Open")
        pane.press("Escape")
        pane.keys("^g Game")

        pane.type(WALL)
        pane.press("Enter")
        pane.shows("A row is taken whole")
        pane.press("Escape")
        pane.agrees("evening/en-80x24/6-cancelled.txt", "Cancelled.", f"│ {WALL}")
        pane.press("C-q")
        pane.shows("exit 0")
        evening.nothing_runs()


def test_an_answer_on_the_screen_follows_the_window(evening: Evening) -> None:
    """From 120 columns to 50 and back: nothing is cut and nothing is lost; the page opens at the quote."""
    evening.model.play(by_question(partout=Step(SETTLED)))

    with evening.opened((120, 40), "--lang", "fr", "app", "-g", "belote") as pane:
        pane.shows("Votre question sur Belote")
        pane.type(LITIGE)
        pane.press("Enter")
        pane.agrees("evening/fr-120x40/05-answered.txt", "✓ T,T s · 2 citations vérifiées", "Citations")
        pane.resize(50, 30)
        pane.agrees("evening/fr-50x30/1-answered.txt", "✓ T,T s · 2 citations vérifiées", "Citations")
        pane.resize(120, 40)
        pane.agrees("evening/fr-120x40/05-answered.txt", "✓ T,T s · 2 citations vérifiées", "Citations")
        pane.resize(50, 30)
        pane.press("C-Down")
        pane.keys("⏎ Ouvrir")
        pane.press("Enter")
        pane.agrees("evening/fr-50x30/2-page.txt", "p. 10 (imprimée 7) / 13", "Le litige")
        pane.press("Escape")
        pane.press("C-q")
        pane.shows("exit 0")
