"""Short questions, as they are typed at a table: in which language?"""

from __future__ import annotations

import pytest

from oracle.contracts import Question, Stack
from oracle.understand import understand

FRENCH = """
et à 5 ?
et a 5 ?
Combien de pions ?
pions ?
les dés ?
dés ?
égalité ?
egalite ?
en cas d'égalité
pioche vide
la pioche est vide
plus de cartes
mise en place
qui commence ?
et le roi ?
la dame ?
fin de partie
fin du tour ?
dernier tour
points de vie
jet de sauvegarde
jet d'attaque
classe d'armure
sort de niveau 2
lancer un sort
dégâts de chute
on peut relancer ?
on rejoue ?
relance ?
peut-on tricher
je peux passer ?
passer son tour
échange entre joueurs
défausse
defausse ?
taille de main
main de départ
deux joueurs
à deux joueurs
3 joueurs ?
combien de joueurs
quel âge
durée d'une partie
argent de départ
faillite
en prison
enchères
majorité
déplacement en diagonale
saut de pion
prise obligatoire
c'est quoi ce symbole
le crâne rouge
icône verte
carte événement
règle avancée
en solo
variante
il meurt ?
mort d'un joueur
attaque sournoise
combat à distance
pourquoi ?
et sinon
avec cinq ?
sans les dés
pareil pour elle
ouvrier bloqué
""".strip().splitlines()

ENGLISH = """
and with 5?
with five?
how many pawns?
pawns?
dice?
the dice
tie?
in a tie
draw pile empty
no cards left
set up
setup?
who starts?
and the king?
the queen?
end of game
game end?
last round
hit points
saving throw
attack roll
armor class
level 2 spell
cast a spell
falling damage
can I reroll?
reroll?
roll again
is cheating allowed
can I pass?
skip a turn
trade with players
discard
discard pile?
hand size
starting hand
two players
3 players?
how many players
what age
playing time
starting money
bankrupt
jail
bidding
most cubes
moving diagonally
jump over pawn
forced capture
what is this symbol
red skull
green icon
event card
advanced rules
playing solo
does he die?
dead player
sneak attack
ranged combat
why?
what else
without dice
same for her
blocked worker
for free?
""".strip().splitlines()

EITHER = ("5 ?", "mode solo", "on 6?", "a 5 ?", "initiative", "bonus", "action ?", "zombies", "2", "6 6 ?", "x2 ?", "")


@pytest.mark.parametrize(
    ("text", "language"), [*((text, "fr") for text in FRENCH), *((text, "en") for text in ENGLISH)]
)
def test_a_short_question_is_in_its_own_language_whatever_the_booklets_are_in(text: str, language: str) -> None:
    """Small words tell, and where there are none, the words of game tables."""
    for books in (("fr",), ("en",), ("fr", "en")):
        assert understand(Question(text, Stack("go")), books).language == language


@pytest.mark.parametrize("text", EITHER)
def test_what_both_languages_write_alike_takes_the_booklets_language_or_none(text: str) -> None:
    """No guess is made where nothing tells."""
    assert understand(Question(text, Stack("go")), ("fr",)).language == "fr"
    assert understand(Question(text, Stack("go")), ("fr", "en")).language == "und"
