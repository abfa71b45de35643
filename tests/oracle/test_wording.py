from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.contracts import Scope
from oracle.contracts import Understood
from oracle.voices import Voice, voices
from oracle.wording import Worded, implied, spoken
from tests.fakes.library import FakeLibrary, page

Wording = Callable[[Scope, Voice], Iterator[Worded]]
LIBRARY = FakeLibrary({"core": ("en", [page("Move your pawn.")]), "regles": ("fr", [page("Déplacez votre pion.")])})


def worded(text: str, language: str, *, meant: bool = False) -> dict[str, tuple[str, ...]]:
    """The words for each booklet."""
    return by_booklet(Understood(text, text, language, ("en", "fr")), implied if meant else spoken)


def by_booklet(
    understood: Understood, worded: Callable[[Scope, Voice], Iterator[Worded]]
) -> dict[str, tuple[str, ...]]:
    (voice, *_) = voices(understood)
    return {part.revisions[0].booklet.ref.booklet: words for part, words in worded(LIBRARY.scope("go"), voice)}


def test_each_booklet_is_searched_in_its_own_language_beside_the_question() -> None:
    """The question's own words go everywhere; their English names go to the English booklet only."""
    words = worded("Combien de pions ?", "fr")
    assert words["regles"] == ("pions",)
    assert words["core"][0] == "pions"
    assert {"pawn", "piece"} <= set(words["core"])


def test_words_of_the_table_reach_a_booklet_of_the_other_language_by_way_of_the_books_word() -> None:
    """`fauché` is `faillite`, and that is `bankrupt` in English."""
    words = worded("Il est évanoui ?", "fr", meant=True)
    assert "inconscient" in words["regles"]
    assert "unconscious" in words["core"]
    assert "inconscient" not in words["core"]


def test_a_question_in_an_unknown_language_is_looked_for_as_it_is() -> None:
    """Both lists of the table are read, nothing is translated."""
    assert worded("redo", "und") == {"core": ("redo",), "regles": ("redo",)}
    assert "reroll" in worded("redo", "und", meant=True)["core"]


def test_a_topic_counts_like_what_was_asked() -> None:
    """What a follow-up leans on is named in the booklet's language too."""
    understood = Understood("Et à cinq ?", "Combien de pions ? Et à cinq ?", "fr", ("en",), ("pions",))
    assert {"cinq", "pions", "five", "pawn"} <= set(by_booklet(understood, spoken)["core"])


def test_what_a_model_wrote_in_the_books_words_is_not_interpreted_again() -> None:
    """It is translated where it must be, but no word of it is a word of the table."""
    understood = Understood("On recommence ?", "On recommence ?", "fr", ("en", "fr"), rewrites=("redo the roll",))
    (rewrite,) = [voice for voice in voices(understood) if voice.suffix]
    assert list(implied(LIBRARY.scope("go"), rewrite)) == []
