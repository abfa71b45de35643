from __future__ import annotations

import pytest

from oracle.phrases import key, lines
from oracle.vocabulary import PAIR, _meanings, accented, across, gloss
from oracle.words import FUNCTION_WORDS, all_words


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("pions", "pawn"),
        ("défausse", "discard"),
        ("manches", "round"),
        ("main", "hand"),
        ("plateau", "board"),
        ("points de vie", "hit points"),
        ("jets de sauvegarde", "saving throw"),
        ("classe d'armure", "armor class"),
        ("égalité", "tie"),
        ("mise en place", "setup"),
        ("dés", "dice"),
    ],
)
def test_everyday_words_and_phrases_are_known_both_ways(french: str, english: str) -> None:
    """Whatever their endings."""
    assert english in across(all_words(french), "fr", "en")
    back = {key(name, "fr") for name in across(all_words(english), "en", "fr")}
    assert key(french, "fr") in back


def test_accents_need_not_be_typed() -> None:
    """On a phone nobody types them."""
    assert "discard" in across(["defausse"], "fr", "en")
    assert "tie" in across(["egalite"], "fr", "en")
    assert "coast" in across(["cotes"], "fr", "en") or "side" in across(["cotes"], "fr", "en")


def test_a_french_word_without_its_accents_is_looked_for_with_them_where_its_stem_would_not_be_found() -> None:
    """`egalite` is cut otherwise than `égalité`; `pioche` is written so, and other languages have their own ways."""
    assert accented(["egalite", "pioche", "defausse", "hnefatafl"], "fr") == ("égalité",)
    assert accented(["egalite"], "en") == ()


def test_a_word_as_it_stands_in_the_list_is_no_form_of_another() -> None:
    """`un sort` is no form of `sortir`, and `quatre sorts` is its plural."""
    assert across(["sort"], "fr", "en") == across(["sorts"], "fr", "en") == ("spell",)
    assert "leave" in across(["sortez"], "fr", "en")


def test_a_phrase_is_read_whole_and_function_words_alone_say_nothing() -> None:
    """`points de vie` is no matter of points, and `des` is no `dés`."""
    assert "point" not in across(all_words("mes points de vie"), "fr", "en")
    assert across(["des", "de", "on"], "fr", "en") == ()


def test_other_languages_and_unknown_words_give_nothing() -> None:
    """No guess is made."""
    assert across(["Karte"], "de", "en") == ()
    assert across(["hnefatafl"], "en", "fr") == ()


def test_every_line_has_both_sides_and_nothing_comes_twice() -> None:
    """The list is read as it was meant: many hundred meanings, each once, of words that can be looked for."""
    meanings = _meanings()
    assert len(meanings) >= 1000
    assert len(set(lines("vocabulary.txt"))) == len(meanings)
    assert all(len(meaning) == len(PAIR) and all(meaning) for meaning in meanings)
    for place, language in enumerate(PAIR):
        for meaning in meanings:
            assert len(set(meaning[place])) == len(meaning[place]), meaning
            assert all(key(name, language) for name in meaning[place]), meaning
            assert not set(meaning[place]) & FUNCTION_WORDS[language], meaning


def test_every_name_leads_to_the_other_side() -> None:
    """From each name of a meaning to each of its names in the other language, and back."""
    for meaning in _meanings():
        for source, target in ((0, 1), (1, 0)):
            for name in meaning[source]:
                found = across(all_words(name), PAIR[source], PAIR[target])
                assert set(meaning[target]) <= set(found), (name, meaning)


def test_a_gloss_says_a_question_word_for_word() -> None:
    """Phrases whole, small words left out, figures and names as they are."""
    assert gloss("Combien de jetons pour 5 joueurs à Hnefatafl ?", "fr", "en") == "token 5 player hnefatafl"
    assert gloss("the discard pile of my hand", "en", "fr").split()[0] == "défausse"
    assert gloss("Le mitard, concrètement ?", "fr", "en") == ""
    assert gloss("Wie viele Karten?", "de", "en") == ""
