from __future__ import annotations

from oracle.contracts import Question, Stack, Understood
from oracle.find import find
from oracle.profile import REWRITTEN, Profile
from oracle.voices import voices
from tests.fakes.library import FakeLibrary, FakeModel, page

ENGLISH = [
    page("Each player draws five cards and places one token.", section="Setup"),
    page("On your turn, roll two dice. Move your pawn that many squares.", section="Turn"),
    page("A prisoner leaves the cell by paying the fine.", section="Prison"),
]
FRENCH = [page("Chaque joueur pioche cinq cartes et pose un jeton.", section="Mise en place")]


def understood(*rewrites: str, books: tuple[str, ...] = ("en",)) -> Understood:
    return Understood("Le mitard, concrètement ?", "Le mitard, concrètement ?", "fr", books, (), rewrites)


def test_what_a_model_wrote_is_a_voice_beside_the_question() -> None:
    """The question speaks as before, the rewrite under names of its own and in the booklet's language."""
    own, beside = voices(understood("leaving prison", "A prisoner leaves by paying"))
    assert own == next(iter(voices(understood())))
    assert (beside.suffix, beside.language) == (f"{REWRITTEN}:en", "en")
    assert beside.text == "leaving prison. A prisoner leaves by paying"
    assert beside.words == ("leaving", "prison", "prisoner", "leaves", "paying")


def test_a_stack_in_two_languages_hears_each_phrase_in_its_own() -> None:
    """Phrases are told apart by their words."""
    told = voices(understood("How a prisoner leaves the cell", "Comment sortir de la prison", books=("en", "fr")))
    assert [(voice.language, voice.text) for voice in list(told)[1:]] == [
        ("en", "How a prisoner leaves the cell"),
        ("fr", "Comment sortir de la prison"),
    ]


def test_a_rewrite_finds_what_the_question_could_not_and_takes_nothing_away() -> None:
    """Every channel of the question is heard as before; those of the rewrite come on top."""
    library = FakeLibrary({"core": ("en", ENGLISH), "regles": ("fr", FRENCH)}, models=(FakeModel("use", ("en", "fr")),))
    question = Question("Le mitard, concrètement ?", Stack("go"), limit=2)
    _, _, before = find(library, question, Profile())
    alone = list(library.history)
    library.history.clear()
    after, _, evidence = find(library, question, Profile(), ("leaving prison by paying the fine",))
    assert library.history[: len(alone)] == alone
    assert evidence.passages[0].passage.ref.page == 3
    assert f"content{REWRITTEN}:en" in evidence.passages[0].channels
    assert (after.text, after.rewrites) == (question.text, ("leaving prison by paying the fine",))
    assert before.passages[0].passage.ref.page != 3


def test_a_model_that_knows_only_the_booklets_language_hears_the_rewrite() -> None:
    """An English model is no channel for a French question, and is one for what was written in English beside it."""
    library = FakeLibrary({"core": ("en", ENGLISH)}, models=(FakeModel("minilm", ("en",)),))
    find(library, Question("Le mitard, concrètement ?", Stack("go"), limit=2), Profile(), ("leaving prison",))
    assert [said for name, said in library.history if name == "dense:minilm"] == ["leaving prison"]


def test_the_weight_of_a_rewrite_is_a_share_by_the_languages_of_rewrite_and_booklet() -> None:
    """A French question's English rewrite counts in an English booklet as English does, times its share."""
    profile = Profile.from_weights({"rewritten": 0.25})
    asked = profile.weight("content", "en", ("en",))
    assert profile.weight(f"content{REWRITTEN}:en", "fr", ("en",)) == 0.25 * asked
    assert profile.weight(f"dense:use{REWRITTEN}:en", "fr", ("en",)) == 0.25 * profile.weight("dense", "en", ("en",))
