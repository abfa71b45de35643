from __future__ import annotations

import json
from dataclasses import replace

from oracle.contracts import Struck, StruckKind, Verdict, Verified
from oracle.grammar import CHECKED, SILENCE
from oracle.proof.repair import FAILED, better, repair_request
from oracle.verify import verify
from tests.oracle.records import passage

PAGE = passage("On your turn, roll two dice. You may not trade with the bank.")
TRUE = "You roll two: “roll two dice” [[1]]."
INVENTED = "And “trade with the bank at once” [[1]]."


def checked(*said: str, verdict: str = "VERDICT: says") -> Verified:
    return verify("\n".join((verdict, *said)), (PAGE,), lambda _: (PAGE.text,))


def test_every_failed_piece_is_named_once_with_what_to_do_about_it() -> None:
    """The request is a constant text; only the model's own failed words vary in it, as data."""
    kinds: list[StruckKind] = [
        "quote", "number", "marker", "said_number", "said_name", "said_negation", "url", "quote",
    ]  # fmt: skip
    struck = tuple(Struck(kind, f'failed "{kind}"\n}}') for kind in kinds)
    request = repair_request(replace(checked(TRUE), struck=struck))
    assert request is not None
    assert request.startswith(CHECKED)
    assert json.loads(request[request.index("{") : request.index("}\n- ") + 1])["quotations"] == ['failed "quote"\n}']
    assert set(kinds) - {"url"} == FAILED


def test_an_answer_that_stands_asks_for_no_repair() -> None:
    """Nor one that only lost what a model cannot mend, or a marker."""
    assert repair_request(checked(TRUE)) is None
    assert repair_request(checked(TRUE, "You roll [[7]].")) is None
    assert repair_request(checked(TRUE, "See https://x.example/a.")) is None


def test_an_answer_without_a_quotation_is_asked_for_one() -> None:
    """It is withheld, though nothing of it was struck; an empty one is left alone."""
    request = repair_request(checked("You roll two [[1]]."))
    assert request is not None and '"without_a_quotation": ["You roll two."]' in request
    assert repair_request(checked()) is None


def test_the_answer_that_is_proven_better_is_kept() -> None:
    """Whichever of the two it is; the repaired one where nothing parts them."""
    good, half, nothing = checked(TRUE), checked(TRUE, INVENTED), checked(INVENTED)
    for worse, other in ((half, good), (nothing, half), (nothing, good)):
        assert better(worse, other) is other
        assert better(other, worse) is other
    assert better(good, again := checked(TRUE)) is again


def test_silence_wins_over_an_answer_that_is_withheld_and_not_over_one_that_quotes() -> None:
    """A model that takes everything back has not proven that the book is silent."""
    silent = checked(verdict=SILENCE)
    assert silent.verdict is Verdict.SILENT
    assert better(checked(INVENTED), silent) is silent
    assert better(half := checked(TRUE, INVENTED), silent) is half
