# ruff: noqa: E501 - prose
"""The belote booklet, second half: values, announcements (a page whose hidden text lies), counting, ends and faults."""

from __future__ import annotations

from rulebooks.belote.donne_fr import FIRST_HALF, LOOK
from rulebooks.belote.pictures import draw_tokens
from rulebooks.press.blocks import Box, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

VALUES = Sheet(
    top=[
        Head("La valeur des cartes"),
        Para(
            "À l’atout, l’ordre et les points changent : le valet et le neuf passent devant l’as. De la plus forte à la plus faible :"
        ),
        Head("À l’atout", 2),
        Table(
            [
                ("Carte", "Valet", "Neuf", "As", "Dix", "Roi", "Dame", "Huit", "Sept"),
                ("Points", "20", "14", "11", "10", "4", "3", "0", "0"),
            ],
            (1.5, 1.3, 1.2, 1, 1, 1, 1.3, 1.2, 1.2),
        ),
        Head("Dans les autres couleurs", 2),
        Table(
            [
                ("Carte", "As", "Dix", "Roi", "Dame", "Valet", "Neuf", "Huit", "Sept"),
                ("Points", "11", "10", "4", "3", "2", "0", "0", "0"),
            ],
            (1.5, 1, 1, 1, 1.3, 1.3, 1.2, 1.2, 1.2),
            ruled=False,
        ),
    ],
    left=[
        Head("Le total", 2),
        Para("Les cartes font 152 points. Avec les dix de der, une donne en vaut **162**, sans les annonces."),
    ],
    right=[
        Head("Belote et rebelote", 2),
        Para(
            "Qui a le roi et la dame d’atout dit « belote » en jouant la première et « rebelote » en jouant la seconde. Ces **20 points** "
            "sont acquis à son camp quoi qu’il arrive, même s’il est dedans."
        ),
    ],
    bottom=[
        Box(
            "Dite trop tard",
            [
                Para(
                    "Si l’on oublie de dire « belote » en jouant la première des deux cartes, les 20 points sont perdus ; dire seulement « rebelote » ne suffit pas."
                )
            ],
        ),
        Head("Le capot", 2),
        Para(
            "Le camp qui fait les huit levées marque 252 points au lieu de 162, dix de der compris. Les annonces s’y ajoutent."
        ),
    ],
    label="5",
)

_LIE = """
Les anoncess
Une suitte de trois cartes vaut 50 points; une suitte de quatre vaut 20 points.
Le carre de valets vaut 100 points et le carre de sept 200 points.
Les annonces se montrent a la quatrieme levee seulement.
En cas d egalite, les deux camps marquent.
Carre de neuf 50 Carre d as 250 Cent 70
Tlerce Clnquante Qulnte: vo1r au d0s
Le joueur qui a annonce le premier garde toujours le point.
"""

ANNOUNCEMENTS = Sheet(
    top=[
        Head("Les annonces"),
        Para(
            "Une annonce est une suite de cartes d’une même couleur, ou un carré. On la dit en jouant sa première carte, et on la montre en jouant la deuxième."
        ),
        Table(
            [
                ("Annonce", "Ce qu’il faut", "Points"),
                ("Tierce", "trois cartes qui se suivent", "20"),
                ("Cinquante", "quatre cartes qui se suivent", "50"),
                ("Cent", "cinq cartes qui se suivent, ou plus", "100"),
                ("Carré de valets", "les quatre valets", "200"),
                ("Carré de neuf", "les quatre neuf", "150"),
                ("Autre carré", "quatre as, dix, rois ou dames", "100"),
            ],
            (3, 5, 1.5),
        ),
        Para(
            "Les carrés de sept et de huit ne valent rien. Pour les suites, l’ordre est toujours celui-ci, même à l’atout : as, roi, dame, valet, dix, neuf, huit, sept."
        ),
        Head("Quel camp les marque ?", 2),
        Para(
            "Seul le camp qui a la *plus forte* annonce marque, et il marque toutes les siennes. Un carré l’emporte sur toute suite. Entre "
            "deux suites, la plus longue, puis celle qui monte le plus haut, puis celle d’atout. Si tout est égal, c’est celle du joueur "
            "qui a parlé le premier."
        ),
        Box(
            "Une carte, une annonce",
            [
                Para(
                    "Une même carte ne compte pas à la fois dans une suite et dans un carré. Le joueur choisit en annonçant."
                )
            ],
        ),
    ],
    label="6",
    lie=_LIE,
)

COUNT = Sheet(
    top=[
        Head("Le compte d’une donne"),
        Para(
            "Chaque camp compte les points de ses levées, et celui qui a fait la dernière ajoute dix. On ajoute ensuite les annonces et la belote."
        ),
        Table(
            [
                ("Résultat", "Le preneur marque", "La défense marque"),
                ("Réussi", "ses points", "les siens"),
                ("Dedans", "rien, sauf sa belote", "162 et toutes les annonces"),
                ("Litige", "rien pour l’instant", "ses points"),
                ("Capot du preneur", "252 et ses annonces", "rien, sauf sa belote"),
                ("Capot de la défense", "rien, sauf sa belote", "252 et toutes les annonces"),
            ],
            (3, 4, 4),
        ),
    ],
    left=[
        Head("Le litige", 2),
        Para(
            "Les deux camps ont le même nombre de points. La défense marque les siens ; ceux du preneur sont mis de côté. Le camp qui gagne "
            "la donne *suivante* les emporte en plus. S’il y a litige de nouveau, le tas grossit."
        ),
    ],
    right=[
        Head("Arrondir", 2),
        Para(
            "On peut compter à la dizaine : 5 et moins vers le bas, 6 et plus vers le haut. Le preneur doit avoir gagné avant l’arrondi : "
            "on n’est pas sauvé par un arrondi."
        ),
    ],
    bottom=[
        Box(
            "Exemple",
            [
                Para(
                    "Le preneur fait 84 dans ses levées et sa tierce lui donne 20 : 104. La défense a 78 et la belote, 98. La prise est "
                    "réussie, chacun marque ce qu’il a."
                )
            ],
        ),
        Para("À la dernière donne de la partie, un litige se règle en faveur de la défense : elle marque tout."),
    ],
    label="7",
)

ENDING = Sheet(
    top=[
        Head("La fin de la partie"),
        Para(
            "La première équipe qui atteint **1000 points** à la fin d’une donne gagne la partie. Si les deux y arrivent ensemble, le plus grand total l’emporte."
        ),
        Table(
            [
                ("Durée voulue", "On joue en"),
                ("une demi-heure", "501 points"),
                ("une heure", "1000 points"),
                ("une soirée", "deux parties de 1000 et la belle"),
            ],
            (1, 2),
            ruled=False,
        ),
        Para(
            "On ne s’arrête pas au milieu d’une donne, même si le compte est déjà certain : la défense peut encore mettre le preneur dedans."
        ),
    ],
    left=[
        Head("Égalité", 2),
        Para("À égalité exacte au-dessus de 1000, on joue une donne de plus. Les annonces n’y comptent pas."),
        Head("La belle", 2),
        Para("Pour la belle, on change de partenaire si l’un des perdants le demande, et l’on tire les places."),
    ],
    right=[
        Box(
            "À trois",
            [
                Para(
                    "On donne au mort, que personne ne regarde. Chacun joue pour soi ; le preneur joue seul contre deux. Le mort ne sert qu’à "
                    "cacher huit cartes."
                )
            ],
        ),
        Box(
            "À deux",
            [
                Para(
                    "Chacun a huit cartes en main et huit sur la table, dont quatre découvertes. Une carte cachée se découvre quand celle qui la couvrait est jouée."
                )
            ],
        ),
    ],
    bottom=[
        Head("Interrompre", 2),
        Para(
            "Une partie interrompue se reprend avec les points marqués. Un joueur qui s’en va pour de bon fait perdre son équipe, sauf si l’on trouve un remplaçant que l’adversaire accepte."
        ),
    ],
    label="8",
)

FAULTS = Sheet(
    top=[
        Head("Fautes et cas délicats"),
    ],
    left=[
        Para(
            "**La renonce.** Ne pas fournir, ne pas couper ou ne pas monter quand on le pouvait : le camp fautif perd la donne, comme s’il était dedans. L’adversaire marque 162 et toutes les annonces."
        ),
        Para(
            "**Carte jouée avant son tour.** Elle reste sur la table et sera jouée au tour du fautif, si c’est permis."
        ),
        Para("**Un mot de trop.** Qui renseigne son partenaire donne à l’adversaire le droit de faire rejouer le pli."),
        Para(
            "**Une carte de trop.** Si un joueur a neuf cartes avant la première levée, on redonne. Après, son camp perd la donne."
        ),
    ],
    right=[
        Para("**Annonce mal montrée.** Elle ne compte pas. Celle du partenaire compte encore."),
        Para(
            "**Annonce fausse.** Dire « cinquante » pour une tierce : on marque la tierce, si elle reste la plus forte."
        ),
        Para("**Pli mal ramassé.** On le rend dès qu’on s’en aperçoit, même à la fin."),
        Para(
            "**Une carte sous la table.** Elle est à celui qui avait reçu trop peu ; il est censé l’avoir eue en main depuis le début."
        ),
        Para("**Belote coupée.** Le roi et la dame n’ont pas besoin de gagner leurs plis."),
    ],
    bottom=[
        Box(
            "Qui juge ?",
            [
                Items(
                    [
                        "Une faute se réclame avant que les cartes soient ramassées pour la donne suivante.",
                        "Celui qui réclame à tort perd dix points.",
                        "Dans le doute, la défense a raison.",
                    ]
                )
            ],
        )
    ],
    label="9",
)

TOKENS = Sheet(
    top=[
        Head("Les jetons de couleur"),
        Para(
            "Quatre jetons tiennent lieu de mémoire. Chacun se pose devant le joueur qu’il concerne, ou au milieu s’il n’en concerne "
            "aucun. Ce que marque chaque couleur, l’image le dit."
        ),
        Figure(draw_tokens, 128, "À gauche le jeton ; à droite ce qu’il rappelle."),
        Head("Les déplacer", 2),
        Para(
            "Un jeton ne bouge que lorsque ce qu’il rappelle a changé. Il ne donne aucun droit par lui-même : si l’on a oublié de le poser, "
            "c’est le jeu qui fait foi et non le jeton."
        ),
        Head("Jetons perdus", 2),
        Para(
            "Des haricots feront l’affaire, pourvu qu’on les reconnaisse. Trois jetons suffisent à ceux qui se souviennent de qui donne."
        ),
        Box(
            "Pour les débutants",
            [
                Para(
                    "Laissez en outre, devant celui qui a pris, la carte retournée jusqu’à la première levée : tout le monde verra l’atout."
                )
            ],
        ),
    ],
    label="10",
)

BOOKLET = Booklet(
    "La Belote à la retourne",
    LOOK,
    [*FIRST_HALF, VALUES, ANNOUNCEMENTS, COUNT, ENDING, FAULTS, TOKENS],
)
