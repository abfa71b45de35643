# ruff: noqa: E501 - prose
"""The belote booklet, first half: from the cover to the play of a trick."""

from __future__ import annotations

from rulebooks.belote.pictures import CLOTH, RED, draw_deal, draw_table, face
from rulebooks.press.blocks import Box, Contents, Figure, Head, Items, Look, Para, Table
from rulebooks.press.booklet import Sheet
from rulebooks.press.canvas import WHITE, Canvas, rgb

LOOK = Look("fr", accent=rgb("9b1c2b"), tint=rgb("fdf0ee"), size=11, leading=14.5)


def _cover(canvas: Canvas) -> None:
    canvas.box(0, 0, canvas.width, canvas.height, fill=CLOTH)
    canvas.box(22, 22, canvas.width - 22, canvas.height - 22, edge=WHITE, width=1)
    canvas.centred(canvas.width / 2, 110, "La Belote", face="bd", size=46, colour=WHITE)
    canvas.centred(canvas.width / 2, 142, "à la retourne, avec annonces", face="it", size=16, colour=WHITE)
    for place, kind in enumerate(("spade", "heart", "club", "diamond")):
        face(canvas, 44 + place * 84, 240 + (place % 2) * 24, 120, kind, crown=4 if kind == "heart" else 0)
    canvas.box(60, 500, canvas.width - 60, 501.5, fill=RED)
    canvas.centred(
        canvas.width / 2, 536, "Quatre joueurs · deux équipes · 32 cartes", face="sans", size=11, colour=WHITE
    )


COVER = Sheet(cover=_cover)

FOREWORD = Sheet(
    top=[
        Head("Avant-propos"),
        Para(
            "La belote est arrivée en France vers 1920 et y a chassé tous les autres jeux de levées. On la joue au café, en famille, "
            "au bord de l’eau ; et comme chacun l’a apprise d’un oncle, chacun la joue autrement. Cette règle n’est donc pas la seule. "
            "Elle a un mérite : elle est écrite, et entière."
        ),
        Para(
            "Elle décrit la belote *à la retourne*, à quatre, avec les annonces. La coinche, où l’on enchérit avec des nombres, est un "
            "autre jeu et n’est pas traitée ici."
        ),
        Head("Les mots du jeu", 2),
        Table(
            [
                ("levée ou pli", "les quatre cartes jouées l’une après l’autre"),
                ("preneur", "celui qui a choisi l’atout, avec son camp"),
                ("défense", "l’autre camp"),
                ("maître", "qui gagne le pli en cours"),
                ("pisser", "jeter une carte d’une autre couleur sans couper"),
                ("dix de der", "les dix points de la dernière levée"),
                ("être dedans", "perdre la donne que l’on avait prise"),
            ],
            (2, 6),
            ruled=False,
            header=False,
        ),
    ],
    bottom=[
        Box(
            "Pour commencer vite",
            [
                Para(
                    "Jouez les deux premières donnes sans annonces. Sautez alors la page 6 : la belote et la rebelote, elles, se comptent toujours."
                )
            ],
        )
    ],
    label="i",
)

SUMMARY = Sheet(
    top=[
        Head("Sommaire"),
        Contents(
            [
                ("Le matériel et les places", "1"),
                ("La donne", "2"),
                ("La prise", "3"),
                ("Le jeu de la carte", "4"),
                ("La valeur des cartes", "5"),
                ("Les annonces", "6"),
                ("Le compte d’une donne", "7"),
                ("La fin de la partie", "8"),
                ("Fautes et cas délicats", "9"),
                ("Les jetons de couleur", "10"),
            ]
        ),
        Head("Une donne en six lignes", 2),
        Items(
            [
                "On distribue cinq cartes à chacun et l’on en retourne une.",
                "Un joueur prend, et choisit ainsi l’atout.",
                "On distribue le reste : chacun a huit cartes.",
                "On joue huit levées ; on fournit, on coupe, on monte à l’atout.",
                "On compte les points des levées et des annonces.",
                "Le preneur doit faire plus que la défense, sinon il est dedans.",
            ],
            numbered=True,
        ),
    ],
    label="ii",
)

SEATS = Sheet(
    top=[
        Head("Le matériel et les places"),
        Para(
            "Il faut un jeu de trente-deux cartes, de l’as au sept, de quoi écrire, et quatre jetons de couleur si l’on en a (page 10). "
            "Les partenaires se font face."
        ),
        Figure(
            draw_table,
            194,
            "Le donneur est en bas, ses cartes à la main. Les ciseaux : celui qui coupe. La bulle : celui qui parle le premier.",
        ),
        Para(
            "Tout se fait dans le sens que montre la flèche : donner, parler, jouer, ramasser. Après chaque donne, le voisin qui suit "
            "le donneur dans ce sens devient donneur à son tour."
        ),
        Head("Choisir les équipes", 2),
        Para(
            "On peut s’entendre, ou tirer : chacun prend une carte, les deux plus fortes jouent ensemble. L’as est la plus forte ; entre "
            "deux cartes de même rang, on tire de nouveau. Celui qui a tiré la plus faible donne le premier."
        ),
    ],
    label="1",
)

DEAL = Sheet(
    top=[
        Head("La donne"),
        Para(
            "Le donneur mêle les cartes une seule fois, au début de la partie. Ensuite on ne mêle plus : on empile les levées des deux "
            "camps, on coupe, et l’on donne. La coupe doit laisser au moins quatre cartes dans chaque paquet."
        ),
        Figure(draw_deal, 84, "Les paquets, dans l’ordre, et la carte retournée."),
        Para(
            "Chaque joueur reçoit ses cartes par paquets, comme le montre l’image : deux paquets avant la retourne, un seul après. Le "
            "preneur prend la retourne ; son dernier paquet a donc une carte de moins que celui des autres."
        ),
    ],
    left=[
        Head("Maldonne", 2),
        Para(
            "Une carte montrée par le donneur avant la retourne : on recommence. Après la retourne, le joueur qui devait la recevoir "
            "choisit s’il la garde ou si l’on recommence."
        ),
    ],
    right=[
        Box(
            "Deux maldonnes",
            [
                Para(
                    "Le donneur qui se trompe deux fois de suite perd sa donne : le suivant la prend, et son camp perd dix points."
                )
            ],
        ),
    ],
    bottom=[
        Head("Une main sans honneurs", 2),
        Para(
            "Un joueur dont les cinq premières cartes sont toutes des sept et des huit peut demander une nouvelle donne. Il doit le faire "
            "avant de parler et montrer ses cartes."
        ),
    ],
    label="2",
)

TAKING = Sheet(
    top=[
        Head("La prise"),
        Para(
            "La carte retournée propose un atout. Chacun parle une fois par tour, à commencer par celui qui suit le donneur."
        ),
    ],
    left=[
        Head("Premier tour", 2),
        Para("On dit « je prends » ou « je passe ». Qui prend accepte pour atout la couleur de la retourne."),
        Head("Second tour", 2),
        Para(
            "Si tous ont passé, on parle encore. On peut alors nommer une *autre* couleur que celle de la retourne, et prendre à "
            "celle-là. La retourne va quand même au preneur."
        ),
        Head("Personne ne prend", 2),
        Para("Si tous passent deux fois, on ramasse et le donneur suivant donne, après une coupe."),
    ],
    right=[
        Box(
            "Le valet retourné",
            [
                Para(
                    "Si la retourne est un valet, le donneur est obligé de prendre au premier tour quand les trois autres ont passé. "
                    "Cela s’appelle *le valet forcé* ; il faut en convenir au début de la soirée."
                )
            ],
        ),
        Box(
            "Parole dite",
            [
                Para(
                    "Une prise ne se reprend pas. Celui qui parle avant son tour n’a plus que le droit de passer à ce tour-là."
                )
            ],
        ),
    ],
    bottom=[
        Head("Ce que prendre engage", 2),
        Para(
            "Le camp du preneur doit faire, annonces comprises, *plus* de points que l’autre. À points égaux, il y a litige (page 7). "
            "S’il en fait moins, il est dedans. Il n’y a pas de nombre minimal à atteindre."
        ),
        Para(
            "Le partenaire du preneur ne peut ni refuser ni changer l’atout. La défense, elle, ne peut pas doubler : on ne contre pas dans "
            "ce jeu-ci."
        ),
    ],
    label="3",
)

PLAY = Sheet(
    top=[
        Head("Le jeu de la carte"),
        Para(
            "Celui qui suit le donneur joue la première carte. Ensuite, qui gagne un pli entame le suivant. La plus forte carte de la "
            "couleur demandée gagne, sauf si l’on a coupé : alors c’est le plus fort atout."
        ),
    ],
    left=[
        Head("À la couleur", 2),
        Items(
            [
                "On **fournit** si l’on peut ; on n’est pas tenu de monter.",
                "Si l’on ne peut pas fournir et que l’adversaire est maître, on **coupe**.",
                "Si l’on ne peut pas fournir et que le *partenaire* est maître, on fait ce que l’on veut.",
                "Si l’on n’a ni la couleur ni d’atout, on jette ce que l’on veut.",
            ]
        ),
    ],
    right=[
        Head("À l’atout", 2),
        Items(
            [
                "Quand l’atout est demandé, on fournit et l’on **monte** si l’on peut, même sur son partenaire.",
                "Si l’on coupe après un adversaire qui a coupé, on **surcoupe** si l’on peut.",
                "Si l’on ne peut pas surcouper, on doit tout de même mettre un atout : on **sous-coupe**.",
            ]
        ),
        Box(
            "Exception",
            [Para("On n’est jamais tenu de sous-couper quand c’est le partenaire qui a coupé et qu’il est maître.")],
        ),
    ],
    bottom=[
        Head("Regarder une levée", 2),
        Para(
            "On peut demander à revoir la dernière levée tant que la première carte de la suivante n’est pas jouée. Les levées plus "
            "anciennes ne se regardent pas, même pour vérifier une faute, avant la fin de la donne."
        ),
    ],
    label="4",
)

FIRST_HALF = [COVER, FOREWORD, SUMMARY, SEATS, DEAL, TAKING, PLAY]
