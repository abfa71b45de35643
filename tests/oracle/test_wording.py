from __future__ import annotations

from dataclasses import replace

from oracle.contracts import Understood
from oracle.voices import voices
from oracle.wording import implied, spoken, stated
from tests.fakes.library import FakeLibrary, page

LIBRARY = FakeLibrary({"core": ("en", [page("Move your pawn.")]), "regles": ("fr", [page("Déplacez votre pion.")])})


def worded(text: str, language: str, *, meant: bool = False) -> dict[str, tuple[str, ...]]:
    """The words for each booklet."""
    return by_booklet(Understood(text, text, language, ("en", "fr")), meant=meant)


def by_booklet(understood: Understood, *, meant: bool = False) -> dict[str, tuple[str, ...]]:
    """The words for each booklet, of the question's own voice."""
    (voice, *_) = voices(understood)
    return {
        part.revisions[0].booklet.ref.booklet: implied(part, voice) if meant else words
        for part, words in spoken(LIBRARY.scope("go"), voice)
    }


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
    assert {"cinq", "pions", "five", "pawn"} <= set(by_booklet(understood)["core"])


def test_what_a_model_wrote_in_the_books_words_is_not_interpreted_again() -> None:
    """It is translated where it must be, but no word of it is a word of the table."""
    understood = Understood("On recommence ?", "On recommence ?", "fr", ("en", "fr"), rewrites=("redo the roll",))
    (rewrite,) = [voice for voice in voices(understood) if voice.suffix]
    assert implied(LIBRARY.scope("go"), rewrite) == ()


def test_what_the_book_itself_says_that_it_calls_things_is_looked_for_too() -> None:
    """Across languages by way of the name in the book's language; a rewrite needs none of it."""
    scope = LIBRARY.scope("go", booklets=("core",))
    statement = FakeLibrary({"core": ("en", [page("Each pawn, also called a runner, moves twice.")])}).passages([0])
    for text, language in (("Where is my pawn?", "en"), ("Où va mon pion ?", "fr")):
        (voice, *_) = voices(Understood(text, text, language, ("en",)))
        ((_, words),) = spoken(scope, voice)
        assert stated(scope, voice, words, statement) == ("runner",)
    (_, rewrite) = voices(Understood("?", "?", "en", ("en",), rewrites=("pawn moves",)))
    assert stated(scope, rewrite, rewrite.words, statement) == ()


def test_a_bilingual_booklet_is_searched_in_the_questions_language() -> None:
    """Its pages in the other language say the same; one that speaks neither is searched in what it speaks."""
    (core, _) = LIBRARY.scope("go").revisions
    for languages, names in ((("fr", "en"), False), (("en", "de"), True)):
        booklet = replace(core.booklet, languages=languages)
        scope = replace(LIBRARY.scope("go"), revisions=(replace(core, booklet=booklet),))
        voice, *_ = voices(Understood("Où va mon pion ?", "Où va mon pion ?", "fr", languages))
        ((part, words),) = spoken(scope, voice)
        assert ("pawn" in words) is names
        assert part.languages == languages
