# ruff: noqa: E501 - prose
"""The backgammon booklet, in French: its first half, up to forced moves."""

from __future__ import annotations

from rulebooks.backgammon.board import ENTERING, START, STUCK, board_figure, dice_row
from rulebooks.backgammon.look import FRENCH, cover
from rulebooks.press.blocks import Box, Contents, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Sheet

COVER = Sheet(
    cover=lambda canvas: cover(
        canvas, FRENCH, "La règle complète", "Deux joueurs · dès 8 ans · un quart d’heure la partie"
    )
)

PREFACE = Sheet(
    top=[
        Head("Avant de commencer"),
        Para(
            "Le backgammon est une course. Deux joueurs font avancer leurs pions sur un tablier de vingt-quatre flèches, en sens "
            "contraires, au gré des dés. En chemin ils se heurtent, et un pion frappé repart de zéro. On jouait à ses ancêtres à "
            "Rome et en Perse ; le cube de doublement est né à New York dans les années 1920."
        ),
        Para(
            "Cette règle est complète : une partie simple, une partie intéressée, un match en plusieurs points. Le premier soir, "
            "jouez sans le cube et laissez de côté les pages 6 et 7."
        ),
        Head("Sommaire", 2),
        Contents(
            [
                ("Le tablier et la mise en place", "1"),
                ("Le premier jet et les déplacements", "2"),
                ("Frapper, et la barre", "3"),
                ("Quand on ne peut pas tout jouer", "4"),
                ("Sortir ses pions", "5"),
                ("Gagner, et combien", "6"),
                ("Le cube et les matchs", "7"),
                ("Dés, erreurs et bonnes manières", "8"),
                ("Deux tableaux utiles", "9"),
            ]
        ),
    ],
    bottom=[
        Box(
            "Comment on note les coups",
            [
                Para(
                    "Les flèches se comptent de 24 à 1, toujours du côté de celui qui joue. *13/8* : un pion va de la flèche 13 à la "
                    "flèche 8 ; *barre/21* : il rentre ; *6/sorti* : il quitte le tablier ; un point d’exclamation, comme dans *8/5!*, "
                    "signale un pion frappé."
                )
            ],
        )
    ],
    label="i",
)

BOARD = Sheet(
    top=[
        Head("Le tablier et la mise en place"),
        Para(
            "Le tablier porte vingt-quatre triangles étroits, les *flèches*, en quatre groupes de six. Une bande, la *barre*, le "
            "partage. Chaque joueur a quinze pions. Placez-les comme sur l’image : c’est ce que voit le joueur clair, et le trait "
            "fléché est le chemin de ses pions. Le joueur foncé suit le même chemin à l’envers."
        ),
        Figure(board_figure(START, 310), 222, "La position avant le premier jet, et le chemin des pions clairs."),
    ],
    left=[
        Head("Votre jan", 2),
        Para(
            "Votre *jan intérieur* est le groupe que vos pions atteignent en dernier, les flèches 1 à 6 ; votre *jan extérieur* va de "
            "7 à 12. Ceux de l’adversaire portent les mêmes noms, vus de son côté."
        ),
    ],
    right=[
        Head("Noms des flèches", 2),
        Table(
            [
                ("1", "l’as"),
                ("5", "la flèche d’or"),
                ("7", "la flèche de barre"),
                ("13", "le milieu"),
                ("24", "le fond"),
            ],
            (1, 4),
            ruled=False,
            header=False,
        ),
    ],
    bottom=[Para("Au milieu, le cube : il montre le nombre que l’on voit sur l’image. Il n’est encore à personne.")],
    label="1",
)

MOVING = Sheet(
    top=[
        Head("Le premier jet et les déplacements"),
        Para(
            "Chacun lance **un** dé. Le plus fort commence et joue *les deux* nombres qui viennent de sortir. En cas d’égalité, on "
            "relance ; personne ne commence jamais par un double."
        ),
    ],
    left=[
        Head("Se déplacer", 2),
        Para(
            "Dès le deuxième tour, on lance deux dés. Chaque dé déplace un pion d’autant de flèches. Les deux dés peuvent servir à deux "
            "pions, ou deux fois au même, dans l’ordre que l’on veut."
        ),
        Para(
            "Un pion peut se poser sur une flèche vide, sur l’une des siennes, ou sur une flèche qui porte *un seul* pion ennemi. À "
            "partir de deux pions ennemis, la flèche est *faite* : on ne s’y pose pas, même au passage."
        ),
    ],
    right=[
        Head("Les doubles", 2),
        Para("Deux dés égaux se jouent quatre fois au lieu de deux : un double cinq vaut quatre coups de cinq."),
        Figure(dice_row([(5, 5)]), 28),
        Box(
            "Se poser au passage",
            [
                Para(
                    "Le pion qui joue les deux dés s’arrête vraiment après le premier. Avec 6 et 4, si la sixième et la quatrième flèche "
                    "sont toutes deux faites par l’ennemi, la dixième est hors d’atteinte."
                )
            ],
        ),
    ],
    bottom=[
        Head("Un tour, du début à la fin", 2),
        Items(
            [
                "Proposez de doubler si vous le voulez et le pouvez (page 7). Les dés lancés, il est trop tard.",
                "Lancez les deux dés ensemble dans la moitié droite du tablier.",
                "Jouez autant de dés que possible (page 4).",
                "Reprenez vos dés. Votre tour est fini quand ils sont dans votre main.",
            ],
            numbered=True,
        ),
        Head("Exemple", 2),
        Para(
            "Au début, le joueur clair lance 3 et 1. Il joue 8/5 avec le 3 et 6/5 avec le 1. Deux pions tiennent la flèche d’or : elle "
            "est faite, l’adversaire ne peut plus s’y poser."
        ),
    ],
    label="2",
)

HITTING = Sheet(
    top=[
        Head("Frapper, et la barre"),
        Para(
            "Un pion seul sur une flèche est *découvert*. L’ennemi qui s’y pose, même au passage, le frappe : le pion va sur la barre "
            "et perd tout le chemin qu’il avait fait."
        ),
        Figure(
            board_figure(ENTERING, 250),
            186,
            "Le joueur clair est à la barre avec 4 et 2. La flèche 21 est faite, la 23 est libre.",
        ),
    ],
    left=[
        Head("Rentrer", 2),
        Para(
            "Qui a un pion à la barre doit le faire rentrer avant tout autre coup. Il rentre dans le jan intérieur de l’adversaire : un "
            "1 mène à la flèche 24, un 6 à la flèche 19. Si elle est faite, ce dé ne sert pas."
        ),
    ],
    right=[
        Head("Danser", 2),
        Para(
            "Si aucun dé ne fait rentrer, le tour est perdu. Avec deux pions à la barre et une seule entrée, l’un rentre et l’autre dé "
            "est perdu."
        ),
    ],
    bottom=[
        Box(
            "Le jan fermé",
            [
                Para(
                    "Quand les six flèches d’un jan intérieur sont faites, personne n’y rentre. Le joueur à la barre ne lance même plus "
                    "les dés : il attend qu’une flèche s’ouvre."
                )
            ],
        ),
    ],
    label="3",
)

FORCED = Sheet(
    top=[
        Head("Quand on ne peut pas tout jouer"),
        Para("On doit jouer autant de dés que la règle le permet, que cela plaise ou non. On ne passe pas."),
    ],
    left=[
        Items(
            [
                "Si les deux dés sont jouables, dans un ordre ou l’autre, on **doit** jouer les deux.",
                "Si l’un ou l’autre est jouable mais pas les deux, on joue le **plus grand**.",
                "Si un seul est jouable, on joue celui-là.",
                "Avec un double, on joue autant de coups que possible.",
                "Si rien n’est jouable, la main passe.",
            ],
            numbered=True,
        ),
    ],
    right=[
        Box(
            "À quoi cela sert",
            [
                Para(
                    "On ne se bloque pas exprès. Si jouer d’abord le 3 interdit le 6, mais que le 6 d’abord laisse un 3, alors c’est le 6 "
                    "d’abord."
                )
            ],
        ),
    ],
    bottom=[
        Figure(
            board_figure(STUCK, 222),
            168,
            "Le joueur clair peut jouer 24/18 ou 24/21, jamais les deux : la flèche 15 est faite, comme la 1, la 2 et la 3. Il doit jouer le 6.",
        ),
        Head("Entre deux coups", 2),
        Para(
            "Entre deux façons de jouer tout le jet, on choisit librement, fût-ce la plus mauvaise. La règle compte les dés joués, puis "
            "regarde leur valeur ; elle ne demande jamais si le coup est bon."
        ),
        Para("L’adversaire qui voit que vous avez trop peu joué peut exiger le coup entier, mais rien ne l’y oblige."),
    ],
    label="4",
)


FIRST_HALF = [COVER, PREFACE, BOARD, MOVING, HITTING, FORCED]
