"""What the pictures of the READMEs show: which question, of which sample, answered how, and which keys follow.

Owns the words that the scripted model says; what becomes of them on the screen is the app's own doing.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.app.stage import NARROW, NORMAL, WIDE

LARGEST = 200_000
"""Bytes of a picture."""


@dataclass(frozen=True)
class Scene:
    """One picture. `said` is the model's answer: quotations in it get the marker of the passage that holds them.

    `argued` is what it says when that answer is disputed.
    """

    name: str
    lang: str
    size: tuple[int, int]
    game: str
    question: str = ""
    said: str = ""
    keys: tuple[str, ...] = ()
    argued: str = ""

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.{self.lang}.png"


_RIM = (
    "Small board. My king is on the rim with black on his left, on his right and in front of him. "
    "The booklet says he can't be taken there, my friend says he's dead. Who's right?"
)
_RIM_SAID = (
    "VERDICT: says\n"
    "Your friend: “On the edge the king is taken by 3 attackers: one on each side along the edge, one in front.” "
    "The errata corrects the rulebook, which had printed “On the edge: cannot be taken.”"
)
_RIM_ARGUED = (
    "READING 1: The king is taken on the edge by three attackers.\n"
    "The errata corrects page 7: “On the edge the king is taken by 3 attackers: one on each side along the edge, "
    "one in front.”\n"
    "READING 2: The king cannot be taken on the edge.\n"
    "So the first printing of the rulebook has it: “On the edge | cannot be taken | the edge never counts as an "
    "attacker”\n"
    "DECIDED: 1\n"
    "“On the edge the king is taken by 3 attackers: one on each side along the edge, one in front.”"
)
_BETWEEN = "I slid my guy in between two of his to block the king. Do I lose him for that?"
_BETWEEN_SAID = (
    "VERDICT: says\n"
    "No, he stays: “A man who walks between two enemies of his own accord is safe”. "
    "The FAQ says why: “Only a move by the enemy can capture.”"
)
_CUT = (
    "Mon pote a coupé et c'est lui qui gagne le pli. Je n'ai pas la couleur demandée : "
    "je suis forcé de mettre un petit atout dessous ?"
)
_CUT_SAID = (
    "VERDICT: says\n"
    "Non, jamais dans ce cas : « On n’est jamais tenu de sous-couper quand c’est le partenaire qui a coupé ». "
    "La foire aux questions le confirme : « Vous pouvez jeter ce que vous voulez »."
)
_JACK = "Un joueur a retourné un valet et personne n'en veut au premier tour. Celui qui distribue est coincé ?"
_JACK_SAID = (
    "VERDICT: says\n"
    "Non, sauf accord de la table : « C’est une convention : sans accord, le donneur passe comme les autres. »"
)
_JACK_ARGUED = (
    "READING 1: Sans accord, le donneur n’est pas obligé de prendre.\n"
    "La foire aux questions le dit : « C’est une convention : sans accord, le donneur passe comme les autres. »\n"
    "READING 2: Le donneur est obligé de prendre.\n"
    "La règle le prévoit : « Si la retourne est un valet, le donneur est obligé de prendre au premier tour ».\n"
    "DECIDED: 1\n"
    "« C’est une convention : sans accord, le donneur passe comme les autres. »"
)
_STUCK = "Je ne peux plus bouger aucun pion, tout est bloqué. Je passe mon tour et on continue ?"
_STUCK_SAID = (
    "VERDICT: says\n"
    "Non : celui dont aucune pièce ne peut bouger a perdu la partie, "
    "« If none of your pieces can move, you have lost the game »."
)
_EXACT = "Je suis à 61 et je lance 4. Je gagne ou pas ?"
_EXACT_SAID = (
    "VERDICT: says\n"
    "Non, il faut tomber juste : « Si le total est trop grand, on va jusqu’à 63 et l’on recule de ce qui reste »."
)

SCENES = (
    Scene("answer", "en", WIDE, "hnefatafl", _RIM, _RIM_SAID),
    Scene("page", "en", WIDE, "hnefatafl", _BETWEEN, _BETWEEN_SAID, ("ctrl+down", "down", "enter", "z")),
    Scene("dispute", "en", WIDE, "hnefatafl", _RIM, _RIM_SAID, ("ctrl+d", "enter"), _RIM_ARGUED),
    Scene("phone", "en", NARROW, "hnefatafl", _BETWEEN, _BETWEEN_SAID),
    Scene("picker", "en", NORMAL, "hnefatafl", keys=("ctrl+g",)),
    Scene("answer", "fr", WIDE, "belote", _CUT, _CUT_SAID),
    Scene("page", "fr", WIDE, "oie", _EXACT, _EXACT_SAID, ("ctrl+down", "enter", "z")),
    Scene("dispute", "fr", WIDE, "belote", _JACK, _JACK_SAID, ("ctrl+d", "enter"), _JACK_ARGUED),
    Scene("phone", "fr", NARROW, "hnefatafl", _STUCK, _STUCK_SAID),
    Scene("picker", "fr", NORMAL, "hnefatafl", keys=("ctrl+g",)),
)
