from __future__ import annotations

import pytest

from oracle.sentences import lines, sentences


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("You roll dice. You move on.", ["You roll dice.", "You move on."]),
        ("You roll [[1]]. You move. [[2]]", ["You roll [[1]].", "You move. [[2]]"]),
        ("“Roll. Then move.” [[1]] You draw [[2]].", ["“Roll. Then move.” [[1]]", "You draw [[2]]."]),
        ("“Roll.” applies when you may.", ["“Roll.” applies when you may."]),
        ("« Lancez. » [[1]] Ensuite, piochez [[2]].", ["« Lancez. » [[1]]", "Ensuite, piochez [[2]]."]),
        ("See p. 4 and e.g. The Bank. Then stop now.", ["See p. 4 and e.g. The Bank.", "Then stop now."]),
        ("Yes. You may roll [[1]].", ["Yes. You may roll [[1]]."]),
        ("Oui ! Vous lancez [[1]]. Non ?", ["Oui ! Vous lancez [[1]].", "Non ?"]),
        ("It costs 3.5 coins. Pay now please.", ["It costs 3.5 coins.", "Pay now please."]),
        ("Is it so? Élan is. 3 dice are rolled.", ["Is it so?", "Élan is. 3 dice are rolled."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(line: str, cut: list[str]) -> None:
    """Quotations are kept whole, trailing markers stay, abbreviations end nothing, "Yes." opens the next one."""
    assert sentences(line) == cut


def test_empty_lines_are_dropped_and_lone_markers_rejoin_their_line() -> None:
    """Layout of the model's text is no sentence."""
    assert lines("One is here.\n\n[[1]]\n\n- Two is here too [[2]].") == [
        ["One is here. [[1]]"],
        ["- Two is here too [[2]]."],
    ]
