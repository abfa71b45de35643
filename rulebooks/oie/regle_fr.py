# ruff: noqa: E501 - prose
"""The game of the goose, in French: the booklet that is printed only as a scan."""

from __future__ import annotations

from rulebooks.oie.board import PALE, draw_board, draw_signs, goose
from rulebooks.press.blocks import Box, Figure, Gap, Head, Items, Look, Para, Table
from rulebooks.press.booklet import Booklet, Sheet
from rulebooks.press.canvas import INK, WHITE, Canvas, rgb

LOOK = Look("fr", accent=rgb("222222"), tint=rgb("f0f0f0"), size=12, leading=16.2)


def _cover(canvas: Canvas) -> None:
    canvas.box(24, 24, canvas.width - 24, canvas.height - 24, edge=INK, width=3)
    canvas.box(30, 30, canvas.width - 30, canvas.height - 30, edge=INK, width=0.8)
    canvas.centred(canvas.width / 2, 110, "Le Noble Jeu", face="bd", size=36)
    canvas.centred(canvas.width / 2, 152, "de l’Oie", face="bd", size=36)
    canvas.centred(canvas.width / 2, 186, "renouvelé des Grecs", face="it", size=15)
    canvas.disc(canvas.width / 2, 330, 98, fill=PALE, edge=INK, width=2)
    goose(canvas, canvas.width / 2 - 8, 335, 62)
    canvas.disc(canvas.width / 2, 330, 104, edge=INK, width=0.8)
    canvas.centred(canvas.width / 2, 490, "Règle du jeu", face="bd", size=18)
    canvas.centred(canvas.width / 2, 516, "de deux à six joueurs, dès cinq ans", face="rm", size=12)
    canvas.box(60, 452, canvas.width - 60, 454, fill=INK, edge=WHITE, width=0.1)


HISTORY = Sheet(
    top=[
        Head("Un jeu très ancien"),
        Para(
            "Le jeu de l’oie vient d’Italie. On dit que François de Médicis en offrit un au roi d’Espagne vers 1580. Il passa "
            "en France au siècle suivant, et l’on assura qu’il était « renouvelé des Grecs », ce qui n’est pas vrai mais faisait vendre."
        ),
        Para(
            "C’est un jeu de hasard : deux dés mènent les joueurs de la case 1 à la case 63. On peut le jouer à cinq ans. Mais les "
            "rencontres, le pot et les talismans donnent assez à discuter pour que les grands y prennent part."
        ),
        Head("Le matériel", 2),
        Items(
            [
                "un plateau de soixante-trois cases ;",
                "six pions de couleurs différentes ;",
                "deux dés ordinaires ;",
                "soixante jetons de bois ;",
                "trois talismans : un rond, un carré, un triangle ;",
                "la présente règle.",
            ]
        ),
        Head("Le but du jeu", 2),
        Para(
            "Le premier joueur qui arrive *exactement* sur la case 63, le jardin de l’oie, gagne la partie et emporte le pot. Un "
            "joueur qui la dépasse recule : la page 7 explique comment."
        ),
    ],
    label="2",
)

BOARD = Sheet(
    top=[
        Head("Le plateau"),
        Para(
            "Le chemin commence en bas à gauche et tourne vers l’intérieur. L’image montre où sont les oies et les autres cases "
            "dessinées ; on n’en donne pas la liste ailleurs."
        ),
        Figure(lambda canvas, x, y, width: draw_board(canvas, x + 4, y, width - 8), 264, "Les soixante-trois cases."),
        Para(
            "Une case sans dessin est une case ordinaire : on s’y arrête, on attend son tour, il ne se passe rien. Les dessins "
            "autres que l’oie sont expliqués à la page 6. Le plateau se pose de façon que chacun puisse lire les nombres, et "
            "personne ne le tourne en cours de partie."
        ),
    ],
    label="3",
)

SETUP = Sheet(
    top=[
        Head("La mise en place"),
        Para(
            "Chaque joueur choisit un pion et le pose devant la case 1, hors du plateau. Le nombre de jetons dépend du nombre de joueurs."
        ),
        Table(
            [
                ("Joueurs", "Jetons par joueur", "Mise au pot"),
                ("2", "20", "4"),
                ("3", "15", "3"),
                ("4", "12", "3"),
                ("5", "10", "2"),
                ("6", "8", "2"),
            ],
            (1, 2, 2),
        ),
        Para("La mise se paie avant le premier coup. Le pot se tient au milieu du plateau, sur la case 63."),
        Head("Qui commence ?", 2),
        Para(
            "Chacun lance les deux dés. Le plus fort total commence ; en cas d’égalité, le plus jeune des deux. On joue ensuite vers "
            "la gauche, c’est-à-dire dans le sens des aiguilles d’une montre."
        ),
        Box(
            "Les talismans",
            [
                Para(
                    "Celui qui joue en dernier reçoit le rond, l’avant-dernier le carré, celui d’avant le triangle. À deux joueurs, on ne "
                    "se sert que du rond. La page 8 montre leur pouvoir."
                )
            ],
        ),
    ],
    label="4",
)

TURN = Sheet(
    top=[
        Head("Le tour de jeu"),
        Items(
            [
                "Lancez les deux dés et annoncez le total.",
                "Avancez votre pion d’autant de cases.",
                "Appliquez la case où vous arrivez.",
                "Passez les dés à votre voisin de gauche.",
            ],
            numbered=True,
        ),
        Head("Les oies", 2),
        Para(
            "Qui arrive sur une oie ne s’y arrête jamais : il avance une nouvelle fois du même nombre. S’il retombe sur une oie, il "
            "avance encore. S’il reculait en arrivant sur l’oie, il continue de reculer."
        ),
        Para(
            "*Exemple.* Un pion est sur 13 et les dés font 5. Il arrive sur 18, une oie, et repart de cinq cases : 23 est encore une "
            "oie, il va donc à 28, où il s’arrête enfin."
        ),
        Head("Le neuf du premier coup", 2),
        Para(
            "Comme les oies vont de neuf en neuf, un premier coup de neuf mènerait tout droit à la fin. Aussi, au premier coup "
            "seulement :"
        ),
        Table(
            [("6 et 3", "allez à la case 26"), ("5 et 4", "allez à la case 53")],
            (1, 3),
            ruled=False,
            header=False,
        ),
        Box(
            "Les doubles",
            [
                Para(
                    "Un double ne donne pas droit à un second coup. Mais celui qui fait deux fois de suite le même double prend un jeton au pot."
                )
            ],
        ),
    ],
    label="5",
)

SPECIAL = Sheet(
    top=[
        Head("Les cases dessinées"),
        Table(
            [
                ("Case", "Nom", "Ce qui arrive", "Au pot"),
                ("6", "le pont", "allez aussitôt à la case 12", "1"),
                ("19", "l’hôtellerie", "passez deux tours", "1"),
                ("31", "le puits", "attendez qu’un autre joueur y tombe, ou trois tours", "2"),
                ("42", "le labyrinthe", "retournez à la case 30", "1"),
                ("52", "la prison", "attendez qu’un autre joueur vous délivre", "2"),
                ("58", "la mort", "retournez devant la case 1", "3"),
            ],
            (1.2, 2.6, 6, 1.4),
        ),
        Head("Le puits et la prison", 2),
        Para(
            "Celui qui tombe dans le puits ou en prison quand un autre s’y trouve le remplace : le premier sort et reprend la case "
            "d’où l’autre vient d’arriver. Du puits, on sort aussi de soi-même après trois tours ; de prison, jamais."
        ),
        Para(
            "Si tous les autres joueurs ont passé le prisonnier et qu’aucun ne peut plus tomber en prison, il sort au tour suivant en payant quatre jetons."
        ),
        Head("Le pont et les oies", 2),
        Para(
            "La case 12 ne renvoie pas plus loin. On ne prend le pont que si l’on s’y arrête : passer par-dessus ne coûte rien."
        ),
    ],
    label="6",
)

FINISH = Sheet(
    top=[
        Head("L’arrivée"),
        Para(
            "Il faut tomber juste sur 63. Si le total est trop grand, on va jusqu’à 63 et l’on recule de ce qui reste. Du 60, avec un "
            "cinq, on avance de trois et l’on recule de deux : on est à 61."
        ),
        Para("Celui qui, en reculant, tombe sur une case dessinée la subit, la mort comme les autres."),
        Head("Un seul dé", 2),
        Para(
            "À partir de la case 57, on ne lance plus qu’un dé si on le souhaite. Il faut le dire avant de lancer. Ce choix ne vaut "
            "que pour ce coup-là."
        ),
        Head("Deux joueurs sur une case", 2),
        Para(
            "Deux pions ne peuvent pas rester sur la même case ordinaire. Le premier occupant va sur la case d’où vient l’arrivant, et "
            "il reçoit de lui un jeton. Si l’arrivant venait du départ, l’occupant recommence du départ, mais reçoit deux jetons."
        ),
        Box(
            "Ceux qui ne bougent pas",
            [Para("On ne chasse personne de l’hôtellerie : autant de pions qu’on voudra y dorment ensemble.")],
        ),
    ],
    label="7",
)

SIGNS = Sheet(
    top=[
        Head("Les talismans"),
        Para(
            "Chaque talisman sert **une seule fois** dans la partie, puis il retourne dans la boîte. On le joue à son tour, avant ou "
            "après avoir lancé, selon ce qu’il fait. L’image dit tout : elle se lit de gauche à droite."
        ),
        Figure(draw_signs, 78, "Le pouvoir de chaque talisman."),
        Para(
            "Une croix barre ce qui ne compte pas. La flèche montre un mouvement, et chaque petit carreau est une case. Le pion que "
            "l’on voit sur les carreaux est celui d’un adversaire, au choix de qui joue le talisman."
        ),
        Head("Donner et perdre", 2),
        Para(
            "Un talisman ne se vend pas, ne se prête pas et ne se vole pas. Celui qui meurt (case 58) le garde. Celui qui gagne sans "
            "s’en être servi prend deux jetons de plus à chaque adversaire."
        ),
        Box(
            "Pas sur la dernière case",
            [Para("Aucun talisman n’agit sur un pion qui est sur 62 ou qui vient d’arriver à 63.")],
        ),
        Gap(6),
        Para("Il n’y a qu’un talisman de chaque forme : deux joueurs n’ont donc jamais le même."),
    ],
    label="8",
)

POT = Sheet(
    top=[
        Head("Le pot et le compte"),
        Para(
            "Le gagnant prend tout le pot. On peut s’arrêter là ; on peut aussi jouer trois parties et compter les jetons à la fin."
        ),
        Table(
            [
                ("À la fin de la partie", "Points"),
                ("Arriver le premier à 63", "10"),
                ("Être le plus près derrière lui", "4"),
                ("Chaque jeton gardé", "1"),
                ("Talisman non joué", "3"),
                ("Être au puits ou en prison", "moins 2"),
            ],
            (5, 2),
            ruled=False,
        ),
        Para("En cas d’égalité de points après trois parties, on joue une quatrième manche, sans talismans."),
        Head("Quand on n’a plus de jetons", 2),
        Para(
            "Celui qui doit payer et n’a plus rien laisse sa dette : il la règle dès qu’il reçoit un jeton, avant toute autre chose. Il "
            "n’est jamais éliminé. S’il gagne, il prend le pot comme un autre, sa dette comprise."
        ),
        Head("Quand le pot est vide", 2),
        Para("Chaque joueur y remet un jeton. Ceux qui n’en ont pas en sont dispensés."),
    ],
    label="9",
)

CASES = Sheet(
    top=[
        Head("Cas délicats"),
        Para("**Un dé tombe par terre.** On relance les deux dés, même si l’autre était bon."),
        Para(
            "**Une oie mène sur un pion.** L’arrivant venait de la case où il était avant de lancer, non de l’oie : c’est là que va l’occupant."
        ),
        Para(
            "**Le pont mène sur un pion.** L’occupant de la case 12 va sur la case que l’arrivant a quittée, pas sur le pont."
        ),
        Para(
            "**On a oublié de payer.** On paie dès qu’un joueur le remarque, tant que le tour suivant n’est pas achevé. Ensuite, la dette est éteinte."
        ),
        Para("**On a compté de travers.** Le pion revient en arrière si le suivant n’a pas lancé. Sinon il reste."),
        Para(
            "**Un joueur s’en va.** Son pion est retiré, ses jetons vont au pot, et celui qu’il tenait en prison n’attend plus que deux tours."
        ),
        Para(
            "**Tout le monde est bloqué.** Si chaque joueur attend au puits, en prison ou à l’hôtellerie, celui du puits sort le premier."
        ),
        Box(
            "Pour les plus petits",
            [Para("Jouez sans jetons ni talismans, avec un seul dé, et remplacez la mort par un retour à la case 30.")],
        ),
    ],
    label="10",
)

BOOKLET = Booklet(
    "Le Noble Jeu de l’Oie",
    LOOK,
    [Sheet(cover=_cover), HISTORY, BOARD, SETUP, TURN, SPECIAL, FINISH, SIGNS, POT, CASES],
    scanned=True,
)
