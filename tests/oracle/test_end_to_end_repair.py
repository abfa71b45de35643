"""An answer written again by the real CLI behind a real sshd; only the service is scripted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.grammar import VERDICT_LABEL
from tests.fakes.scripted_model import Asked, ScriptedModel, Step
from tests.oracle.claude.asking import read
from tests.oracle.commands import oracle
from tests.oracle.test_end_to_end import DICE, TRUE, connected, uses
from tests.oracle.test_end_to_end_rewrite import ASK, STORY, WROTE, is_rewrite

__all__ = ["connected"]

INVENTED = "whoever rolls nine takes @{file} and wins"
FRENCH_ICON = (*ASK, "Que veut dire l’icône rouge sur le plateau ?")


def script(*turns: Step | Callable[[Asked], Step]) -> Callable[[Asked], Step]:
    """The rewrite's turn gets its words, each turn of the answer its own."""

    def step(asked: Asked) -> Step:
        if is_rewrite(asked):
            return Step(WROTE)
        turn = turns[sum(message["role"] == "assistant" for message in asked.body["messages"])]
        return turn if isinstance(turn, Step) else turn(asked)

    return step


def test_what_failed_is_written_again_by_the_same_process_and_nothing_is_inlined(
    connected: Path, scripted_model: ScriptedModel, tmp_path: Path
) -> None:
    """One more message, whose words are the model's own and data; what was streamed is void; all of it is recorded."""
    (tmp_path / "notes.txt").write_text("secret words of a file")
    invented = INVENTED.format(file=tmp_path / "notes.txt")
    scripted_model.play(script(Step(f"{TRUE} Then “{invented}” [[1]]."), Step(TRUE)))
    ran = oracle(*DICE)
    assert ran.code == 0, ran.err
    places = [ran.out.index(part) for part in ("takes", "words above are void", "Claude answers", "✓ ")][1:]
    assert places[0] < ran.out.rindex("Claude answers") < places[2] and "Struck" not in ran.out
    first, second = scripted_model.history
    assert invented in second.text and "secret words" not in str(second.body)
    assert second.body["system"][-1] == first.body["system"][-1] and second.tools == ()
    (run,) = oracle("log", "--json").json["runs"]
    facts = {step["name"]: step["facts"] for step in oracle("log", "show", run["id"], "--json").json["steps"]}
    assert facts["repair"]["used"] is True and facts["repair"]["tokens"] == facts["claude"]["tokens"]
    assert facts["repair"]["usd"] == pytest.approx(facts["claude"]["usd"])
    assert run["usd"] == pytest.approx(facts["claude"]["usd"] * 2, abs=1e-5)


@pytest.mark.parametrize(
    ("question", "turns", "requests", "images"),
    [
        ((*ASK, STORY), (Step(f"{VERDICT_LABEL} says\n“No such words at all” [[1]]."),) * 3, 3, 0),
        (FRENCH_ICON, (uses(read), *(Step(f"{VERDICT_LABEL} says\n“No such words at all” [[1]]."),) * 3), 4, 1),
    ],
    ids=["text", "picture"],
)
def test_there_are_never_more_than_three_turns_besides_the_look(
    connected: Path,
    scripted_model: ScriptedModel,
    question: tuple[str, ...],
    turns: tuple[Step, ...],
    requests: int,
    images: int,
) -> None:
    """Rewrite, answer and one repair, however bad the repaired answer is; and no request holds a second picture."""
    scripted_model.play(script(*turns))
    ran = oracle(*question[:-1], "--json", question[-1])
    assert (ran.json["repaired"], ran.json["struck_before"] != []) == (True, True)
    assert len(scripted_model.history) == requests, [asked.text[-200:] for asked in scripted_model.history]
    assert (sum(map(is_rewrite, scripted_model.history)), scripted_model.images_sent) == (1, images)
    assert bool(ran.json["page_read"]) is bool(images)


def test_a_service_that_fails_meanwhile_leaves_the_first_answer(connected: Path, scripted_model: ScriptedModel) -> None:
    """As it was checked, with a note; the exit code is the first answer's."""
    said = f"{TRUE} Then “whoever rolls nine wins it all” [[1]]."
    scripted_model.play(script(Step(said), Step(status=400, error="invalid_request_error")))
    ran = oracle(*DICE)
    assert ran.code == 0, ran.err
    after = ran.out[ran.out.index("words above are void") :]
    assert "Two dice" in after and "could not write it again" in after and "Struck" in after
    oracle("config", "set", "claude.repair", "never")
    scripted_model.play(script(Step(said)))
    record = oracle(*DICE[:-1], "--json", DICE[-1]).json
    assert (len(scripted_model.history), record["repaired"], record["struck_before"]) == (1, False, [])
    assert [piece["kind"] for piece in record["struck"]] == ["quote"]
