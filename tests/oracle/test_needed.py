"""Patterns that are compiled only where the words stand that they need: nothing is missed for that."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle import gate, sight
from oracle.disguise import readings, squeezed
from oracle.needed import FILE, compiled, digest, matching, needs
from oracle.questions import read_questions
from tests.golden import writing
from tests.oracle.needed_words import needed

KEPT = Path(gate.__file__).parent / "patterns" / FILE
HERE = Path(__file__).parent
IGNORED = sorted(f"ignor{end} {whole}rule" for end in ("e", "es", "ing") for whole in ("", "all "))


def patterns() -> list[str]:
    gated = (pattern for rule in gate.rules() for pattern in rule.written)
    return list(dict.fromkeys((*gated, *sight.written())))


def questions() -> Iterator[str]:
    """Attacks, near-misses, questions about violence, and those of the benches."""
    for line in (HERE / "red_team.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)["text"]
    yield from (HERE / "table_questions.txt").read_text("utf-8").splitlines()
    samples = HERE.parent.parent / "rulebooks" / "questions.jsonl"
    for file in (samples, *sorted((HERE.parent / "bench" / "questions").glob("*.jsonl"))):
        yield from (str(json.loads(line).get("question", "")) for line in file.read_text("utf-8").splitlines())


def missed(text: str) -> list[str]:
    """Patterns that match in a text, and are not tried in it."""
    tried = {each.pattern for each in matching(patterns(), text)}
    return [each for each in patterns() if each not in tried and compiled(each).search(text)]


def test_what_a_pattern_needs_is_what_its_parse_tree_says() -> None:
    """`GOLDEN=write pytest` writes the file anew after a pattern was changed."""
    derived = {digest(pattern): needed(pattern) for pattern in patterns()}
    if writing():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(sets)}" for key, sets in sorted(derived.items()))
        KEPT.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    assert json.loads(KEPT.read_text("utf-8")) == derived


def test_nearly_every_pattern_needs_something() -> None:
    """One that needs nothing is compiled for every question: only two that are about numbers are."""
    assert len([pattern for pattern in patterns() if not needs(pattern)]) <= 2


def test_no_match_is_missed_in_any_question_or_attack() -> None:
    """As they are typed, without their disguises, without their spaces, and as sight reads them."""
    said = {form for text in questions() for form in (*readings(text), squeezed(text), sight.plain(text))}
    assert [(text, left) for text in said if (left := missed(text))] == []
    assert len(said) > 1500


@pytest.mark.corpus
def test_no_match_is_missed_in_the_corpus(corpus: Path) -> None:
    """Nor in a question of the corpus."""
    asked = [item.asked.text for item in read_questions(corpus / "questions" / "dev-open.jsonl")]
    assert [text for text in asked for form in readings(text) if missed(form)] == []


def test_no_match_is_missed_in_attacks_cut_up_and_mixed() -> None:
    """Halves of attacks and of questions put together: words stand where nobody put them."""
    chance = random.Random(5)
    words = [text.split() for text in questions()]
    mixed = (
        chance.choice(words)[: chance.randint(1, 9)] + chance.choice(words)[chance.randint(0, 5) :] for _ in range(400)
    )
    assert [text for each in mixed if missed(text := gate.plainly(" ".join(each)))] == []


@pytest.mark.parametrize(
    ("pattern", "sets"),
    [
        (r"\bignor(?:e|es|ing) (?:all )?rules?\b", [IGNORED]),
        (r"\b(?:kitten|lizard)\b[^.]{0,9}\bgoldfish", [["goldfish"], ["kitten", "lizard"]]),
        (r"thirteen(?! two)\w*(?=.*eleven)", [["thirteen"], ["eleven"]]),
        (r"(?:abc)?\d+", []),
        (r"abc|\w+", []),
        (r"(?:abcd\w+|efgh?)", [["abcd", "efg"]]),
        (r"(?:abcd){2,}", [["abcd"]]),
    ],
)
def test_what_is_needed_is_read_off_the_tree(pattern: str, sets: list[list[str]]) -> None:
    """What may be left out, or must not stand there, is not needed; what is looked for ahead is."""
    assert needed(pattern) == sets


def test_a_pattern_that_is_not_known_is_always_tried() -> None:
    """A pattern that was changed since loses its shortcut, not its matches."""
    assert [each.pattern for each in matching([r"quixotic \w+"], "nothing of it")] == [r"quixotic \w+"]
