# ruff: noqa: E501 - prose
"""The backgammon booklet, in French: the twin of `core_en`, page for page."""

from __future__ import annotations

from rulebooks.backgammon.board import LEAVING, board_figure
from rulebooks.backgammon.core_first_fr import FIRST_HALF
from rulebooks.backgammon.look import FRENCH
from rulebooks.press.blocks import Box, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

BEARING = Sheet(
    top=[
        Head("Sortir ses pions"),
        Para(
            "Quand vos quinze pions sont dans votre jan intérieur, vous pouvez les *sortir*, c’est-à-dire les retirer pour de bon. Le "
            "premier qui les a tous sortis gagne."
        ),
        Figure(
            board_figure(LEAVING, 250),
            186,
            "Avec 6 et 4, un pion sort de la flèche 6. Rien sur la 4 : le 4 doit être joué, 6/2 ou 5/1.",
        ),
    ],
    left=[
        Head("Les trois cas", 2),
        Items(
            [
                "Un pion sur la flèche du nombre : vous pouvez le sortir.",
                "Aucun là, mais plus *haut* : vous devez jouer l’un de ceux-là.",
                "Aucun là ni plus haut : vous devez sortir un pion de la flèche la plus haute.",
            ]
        ),
    ],
    right=[
        Head("On peut aussi avancer", 2),
        Para("Sortir n’est jamais obligatoire tant que le dé peut servir à avancer dans le jan."),
        Box(
            "Frappé pendant la sortie",
            [
                Para(
                    "Le pion va à la barre comme un autre. On ne sort plus rien tant qu’il n’est pas revenu dans le jan intérieur."
                )
            ],
        ),
    ],
    label="5",
)

WINNING = Sheet(
    top=[
        Head("Gagner, et combien"),
        Table(
            [
                ("Résultat", "Le perdant…", "Valeur"),
                ("Partie simple", "a sorti au moins un pion", "1 × cube"),
                ("Gammon", "n’en a sorti aucun", "2 × cube"),
                (
                    "Backgammon",
                    "n’en a sorti aucun et en a un à la barre ou dans le jan intérieur du gagnant",
                    "3 × cube",
                ),
            ],
            (3, 7, 2.4),
        ),
    ],
    left=[
        Head("Jouer aux points", 2),
        Para(
            "Une séance compte autant de parties que l’on veut ; les points s’additionnent. Tant que personne n’a touché au cube, il "
            "compte pour 1, quoi qu’il montre."
        ),
        Head("Abandonner", 2),
        Para(
            "On peut abandonner une partie simple, un gammon ou un backgammon. L’adversaire peut refuser s’il espère mieux ; on "
            "continue alors."
        ),
    ],
    right=[
        Box(
            "La règle Jacoby",
            [
                Para(
                    "En séance, pas en match : gammons et backgammons ne comptent que pour une partie simple tant que le cube n’a pas été "
                    "tourné. Les parties mornes en sont plus courtes."
                )
            ],
        ),
        Box(
            "Doubles automatiques",
            [
                Para(
                    "Si les deux joueurs sont d’accord, une égalité au premier jet double la mise. Une fois par partie au plus."
                )
            ],
        ),
    ],
    bottom=[
        Head("Jamais nul", 2),
        Para(
            "Une partie a toujours un gagnant. S’il faut l’interrompre, on note la position, le trait et la place du cube, et on la "
            "finit un autre jour. Si l’on ne peut pas la finir, elle ne compte pas."
        ),
        Head("La chouette, à trois ou plus", 2),
        Para(
            "Un joueur, *dans la boîte*, joue contre tous les autres, qui ont un *capitaine*. Le capitaine lance et décide ; l’équipe "
            "peut le conseiller. Si la boîte gagne, elle reste et le capitaine passe en queue. Si elle perd, le capitaine prend sa "
            "place. Chaque équipier règle sa partie avec la boîte."
        ),
    ],
    label="6",
)

CUBE = Sheet(
    top=[
        Head("Le cube et les matchs"),
        Para(
            "Avant de lancer, celui qui a le trait peut proposer de doubler la mise. L’autre **accepte** : la partie continue à mise "
            "double et le cube est à lui ; ou il **refuse** : la partie est finie, il perd la mise d’avant."
        ),
    ],
    left=[
        Head("Qui peut doubler", 2),
        Para(
            "D’abord l’un ou l’autre. Ensuite celui-là seul qui tient le cube, c’est-à-dire le dernier qui a accepté. Le nombre de "
            "doublements n’est pas limité."
        ),
        Head("Les castors", 2),
        Para(
            "Si l’on en est convenu, celui qui accepte peut redoubler aussitôt et garder le cube. Pas de castor en match."
        ),
    ],
    right=[
        Box(
            "La règle Crawford",
            [
                Para(
                    "Dans un match, quand un joueur arrive pour la première fois à *un* point du but, la partie suivante se joue sans "
                    "cube. Ensuite le cube revient."
                )
            ],
        ),
        Box(
            "Cube mort",
            [
                Para(
                    "Doubler ne rapporte rien à celui dont la mise suffit déjà pour gagner le match. C’est permis, mais maladroit."
                )
            ],
        ),
    ],
    bottom=[
        Head("Le match", 2),
        Para(
            "Un match se joue en un nombre impair de points, fixé d’avance. Les points au-delà du but ne comptent pas. Ni règle Jacoby "
            "ni doubles automatiques."
        ),
        Table(
            [
                ("Longueur", "Temps par joueur", "Usage"),
                ("3 points", "6 minutes", "une soirée rapide"),
                ("7 points", "14 minutes", "une ronde de club"),
                ("11 points", "22 minutes", "une finale"),
                ("17 points", "34 minutes", "un championnat"),
            ],
            (1, 1, 1),
            ruled=False,
        ),
        Para("À chaque coup, la pendule n’avance qu’après un délai de 12 secondes."),
    ],
    label="7",
)

MANNERS = Sheet(
    top=[Head("Dés, erreurs et bonnes manières")],
    left=[
        Head("Dés cassés", 2),
        Para(
            "Les deux dés doivent reposer à plat sur le tablier, à la droite du lanceur. Si l’un d’eux penche, monte sur un pion ou "
            "sort du tablier, on relance les deux."
        ),
        Head("Lancé trop tôt", 2),
        Para(
            "Un jet fait avant que l’adversaire ait repris ses dés est nul s’il lui restait quelque chose à décider. Sinon il vaut."
        ),
        Head("Mauvaise mise en place", 2),
        Para("On la corrige avant le quatrième jet de la partie. Plus tard, on joue avec les pions tels qu’ils sont."),
    ],
    right=[
        Head("Coup faux", 2),
        Para(
            "L’adversaire peut l’accepter ou le faire corriger, tant qu’il n’a pas lancé lui-même. On ne reprend plus un coup permis "
            "une fois ses dés en main."
        ),
        Head("Pion oublié", 2),
        Para(
            "Si l’on a oublié de mettre à la barre un pion frappé, il y va dès que quelqu’un s’en aperçoit, et les coups joués "
            "depuis restent."
        ),
        Head("Cornet", 2),
        Para("On agite les dés dans un cornet. À défaut, ils rebondissent sur le bord opposé."),
    ],
    bottom=[
        Box(
            "Les spectateurs",
            [
                Para(
                    "Les spectateurs se taisent, même s’ils voient un coup faux. Qui demande conseil à un spectateur laisse l’adversaire "
                    "décider si la partie est annulée."
                )
            ],
        ),
        Head("Le dernier pion", 2),
        Para(
            "La partie finit quand le quinzième pion est sorti, non quand il est clair qu’il le sera. L’adversaire peut exiger son "
            "dernier jet : un double peut le sauver du gammon."
        ),
    ],
    label="8",
)

TABLES = Sheet(
    top=[
        Head("Deux tableaux utiles"),
        Head("Combien de jets frappent un pion découvert ?", 2),
        Para("Nombre de jets sur 36, selon la distance, sans flèche ennemie sur le chemin."),
        Table(
            [
                ("Distance", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
                ("Jets", "11", "12", "14", "15", "15", "17", "6", "6", "5", "3", "2", "3"),
            ],
            (3.4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.2, 1.2),
        ),
        Head("Bien commencer", 2),
        Para("Pour celui qui joue le premier. S’il y a deux coups, les maîtres jouent l’un et l’autre."),
    ],
    left=[
        Table(
            [
                ("Jet", "Coup"),
                ("2-1", "13/11 6/5"),
                ("3-1", "8/5 6/5"),
                ("4-1", "24/23 13/9"),
                ("5-1", "13/8 24/23"),
                ("6-1", "13/7 8/7"),
                ("3-2", "24/21 13/11"),
                ("4-2", "8/4 6/4"),
                ("5-2", "13/11 13/8"),
            ],
            (1, 3),
            ruled=False,
        ),
    ],
    right=[
        Table(
            [
                ("Jet", "Coup"),
                ("6-2", "24/18 13/11"),
                ("4-3", "13/10 24/20"),
                ("5-3", "8/3 6/3"),
                ("6-3", "24/18 13/10"),
                ("5-4", "24/20 13/8"),
                ("6-4", "24/14 ou 8/2 6/2"),
                ("6-5", "24/13"),
            ],
            (1, 3),
            ruled=False,
        ),
    ],
    bottom=[
        Box(
            "Lire le premier tableau",
            [
                Para(
                    "À six flèches ou moins, au moins 11 jets sur 36 vous frappent. Une flèche plus loin, il n’y en a plus que 6 : sept est une bonne distance."
                )
            ],
        )
    ],
    label="9",
)

BOOKLET = Booklet(
    "Backgammon : la règle complète",
    FRENCH,
    [*FIRST_HALF, BEARING, WINNING, CUBE, MANNERS, TABLES],
)
