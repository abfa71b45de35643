"""Three big pages drawn for the bench of views: a wall chart, a poster, a sheet of cards. Owns what is on them.

They speak of house rules that no sample has, and most of what they say is only drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pymupdf

from rulebooks.backgammon.board import draw_die
from rulebooks.belote.pictures import TOKENS, suit, token
from rulebooks.hnefatafl.board import (
    NO,
    YES,
    Corner,
    Position,
    board_figure,
    corner_figure,
    draw_key,
    great_start,
    piece,
    small_signs,
    small_start,
)
from rulebooks.oie.board import draw_board, goose, special
from rulebooks.press.blocks import Look, Para
from rulebooks.press.canvas import INK, WHITE, Canvas, rgb

ENGLISH = Look("en", rgb("24496a"), rgb("e9f0f6"), size=8.6, leading=10.8)
FRENCH = Look("fr", rgb("7a2e1d"), rgb("f7ece4"), size=8.6, leading=10.8)
Drawing = Callable[[Canvas, float, float, float], None]
A2, A3 = (1684.0, 1191.0), (842.0, 1191.0)


@dataclass(frozen=True)
class Panel:
    """One field of the wall chart: its title, its picture, the words under the title, how far down the picture is."""

    title: str
    drawing: Drawing
    words: str
    down: float = 60


def _marked(rows: Sequence[Sequence[Corner]], right: Sequence[bool]) -> Drawing:
    """Small diagrams in rows, each with a letter and a tick or a cross below it."""

    def drawing(canvas: Canvas, x: float, y: float, width: float) -> None:
        letters = iter(zip("abcdef", right, strict=False))
        for line, corners in enumerate(rows):
            top = y + line * 118
            corner_figure(corners, 20)(canvas, x, top, width)
            wide = sum(len(corner.rows[0]) * 20 for corner in corners)
            left = x
            for corner in corners:
                left += (width - wide) / (len(corners) + 1)
                middle, foot = left + len(corner.rows[0]) * 10, top + len(corner.rows) * 20 + 14
                letter, good = next(letters)
                canvas.centred(middle - 8, foot + 3, letter, face="head", size=9)
                if good:
                    canvas.tick(middle + 8, foot, 5, colour=YES)
                else:
                    canvas.cross(middle + 8, foot, 4, colour=NO)
                left += len(corner.rows[0]) * 20

    return drawing


FORTS = [
    [Corner([".DDD.", "D...D", "D.K.D"]), Corner([".....", ".DDD.", ".DKD."])],
    [Corner([".DDD.", "D...D", "D.K.."]), Corner(["DDDDD", "D.K.D", "D...D"])],
]
WALLS = [
    [Corner([".....", ".AAA.", "ADDDA"]), Corner([".....", ".AA..", "ADDDA"])],
    [Corner([".....", ".AAA.", "bDDDA"]), Corner([".....", ".AAA.", "AKDDA"])],
]
RUNES = ((5, "c62828", 2), (6, "1565c0", 4), (8, "2e7d32", 1), (4, "6a3d9a", 3), (7, "f2b90c", 5), (3, "00838f", 6))
SIEGE = Position(11, {(5, 5): "K", (4, 5): "A", (6, 5): "A", (5, 4): "A", (2, 7): "A", (8, 7): "D"}, small_signs())


def _runes(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Six stars, and the die whose number each is worth: no word."""
    for place, (points, colour, pips) in enumerate(RUNES):
        left, top = x + place % 2 * width / 2, y + place // 2 * 74
        canvas.box(left + 6, top, left + width / 2 - 6, top + 62, fill=WHITE, edge=INK, width=0.7, radius=5)
        canvas.star(left + 44, top + 31, 19, points, fill=rgb(colour))
        canvas.arrow((left + 74, top + 31), (left + 100, top + 31))
        draw_die(canvas, left + 126, top + 31, 26, pips)


def _lamps(canvas: Canvas, x: float, y: float, width: float) -> None:
    """For one to four lamps: how many dark and how many pale men go. Only pictures."""
    for lamps, (dark, pale) in enumerate(((6, 3), (4, 2), (2, 1), (1, 0)), 1):
        top = y + (lamps - 1) * 92
        canvas.line((x, top + 76), (x + width, top + 76), colour=ENGLISH.accent, width=0.5)
        for lamp in range(lamps):
            canvas.star(x + 16 + lamp * 26, top + 36, 11, 9, fill=rgb("f2b90c"), inner=0.6)
        for kind, count, left in (("A", dark, 150), ("D", pale, 270)):
            for man in range(count):
                piece(canvas, x + left + man % 3 * 24, top + 24 + man // 3 * 26, 10, kind)
        canvas.line((x + 254, top + 10), (x + 254, top + 64), width=0.6)


CHART = (
    Panel("1  The law of the painted squares", draw_key, "Columns: may stop, may pass, counts as an enemy.", 120),
    Panel("2  The small board", board_figure(small_start(), 300), "Eleven by eleven, before the first move."),
    Panel("3  The great board", board_figure(great_start(), 330), "Nineteen by nineteen, before the first move."),
    Panel("4  Runes", _runes, "House rule. Whoever draws a rune may move one man that many squares further, once.", 90),
    Panel("5  Edge forts", _marked(FORTS, (True, True, False, False)), "The bottom row of each is the edge.", 90),
    Panel("6  Shieldwalls", _marked(WALLS, (True, False, True, False)), "A tick: the whole row is taken.", 90),
    Panel("7  The king in the siege", board_figure(SIEGE, 300), "Attackers on three sides. The fourth is open."),
    Panel(
        "8  Night play", _lamps, "House rule. How many men each side takes off before the first move, by lamplight.", 90
    ),
)


def wall_chart() -> pymupdf.Document:
    """A2, in English: eight panels."""
    document, canvas = _sheet(A2)
    canvas.centred(A2[0] / 2, 58, "Hnefatafl: the wall chart", face="head", size=30, colour=ENGLISH.accent)
    for place, panel in enumerate(CHART):
        x, y = 44 + place % 4 * 402.0, 84 + place // 4 * 540.0
        canvas.box(x, y, x + 390, y + 524, edge=ENGLISH.accent, width=1, radius=8)
        canvas.text(x + 14, y + 26, panel.title, face="head", size=13, colour=ENGLISH.accent)
        panel.drawing(canvas, x + 22, y + panel.down, 346)
        Para(panel.words).draw(canvas, x + 14, y + 32, 362, ENGLISH)
    canvas.commit()
    return document


LEGEND = (
    ("bridge", "Avancez jusqu’à la prochaine oie, sans y rejouer."),
    ("inn", "Payez un jeton et dormez : on vous saute une fois."),
    ("well", "Restez là jusqu’à ce qu’un autre fasse un double."),
    ("maze", "Revenez de douze cases en arrière."),
    ("prison", "Restez là ; un six vous en sort."),
    ("death", "Rendez tous vos jetons et repartez de la case 1."),
    ("garden", "Vous avez gagné, même si le compte n’est pas juste."),
    ("goose", "Rejouez le même nombre, une seule fois."),
)
MARKS = (
    ("red", "Deux jetons au pot."),
    ("green", "Prenez un jeton du pot."),
    ("blue", "Échangez votre place avec le dernier."),
    ("yellow", "Relancez un dé si vous le voulez."),
    ("heart", "Votre voisin de gauche passe son tour."),
    ("spade", "Votre voisin de droite recule de trois cases."),
    ("club", "Tout le monde recule d’une case, sauf vous."),
    ("diamond", "Tirez deux cartes et gardez-en une."),
)


def poster() -> pymupdf.Document:
    """A3, in French: the board, and under it sixteen signs with what each does; no sign is named."""
    document, canvas = _sheet(A3)
    canvas.centred(A3[0] / 2, 60, "L’Oie des tavernes", face="head", size=28, colour=FRENCH.accent)
    draw_board(canvas, 61, 84, 720)
    canvas.centred(A3[0] / 2, 662, "Les soixante-trois cases de l’affiche.", face="it", size=9)
    for column, rows in enumerate((LEGEND, MARKS)):
        for line, (kind, words) in enumerate(rows):
            x, y = 84 + column * 360.0, 706 + line * 56.0
            _icon(canvas, x, y, kind, 15)
            Para(words).draw(canvas, x + 34, y - 10, 270, FRENCH)
    canvas.commit()
    return document


CARDS = (
    ("Le passeur", "bridge", 2, "heart", 3), ("La veillée", "inn", 1, "club", 1), ("Le seau", "well", 4, "spade", 2),
    ("Sans fil", "maze", 3, "heart", 4), ("La grâce", "prison", 5, "diamond", 1), ("Le sursis", "death", 6, "spade", 5),
    ("Le verger", "garden", 2, "club", 2), ("La volée", "goose", 3, "diamond", 6), ("Le gué", "bridge", 1, "spade", 2),
    ("L’hôte", "inn", 3, "diamond", 3), ("La margelle", "well", 2, "heart", 1), ("Le détour", "maze", 1, "club", 4),
    ("La clef", "prison", 4, "spade", 3), ("Le testament", "death", 1, "heart", 2),
    ("La treille", "garden", 5, "spade", 4), ("Le jars", "goose", 4, "club", 3),
)  # fmt: skip


def cards() -> pymupdf.Document:
    """A3, in French: sixteen cards to cut out; their numbers are pips, their suits and their pictures are drawn."""
    document, canvas = _sheet(A3)
    for place, (title, kind, pips, corner, count) in enumerate(CARDS):
        x, y = 64 + place % 4 * 178.6, 96 + place // 4 * 249.4
        canvas.box(x, y, x + 178.6, y + 249.4, edge=INK, width=0.4)
        canvas.box(x + 7, y + 7, x + 171.6, y + 242.4, edge=FRENCH.accent, width=1.2, radius=9)
        draw_die(canvas, x + 26, y + 26, 22, pips)
        canvas.text(x + 46, y + 31, title, face="head", size=12, colour=FRENCH.accent)
        for number in range(count):
            _icon(canvas, x + 44 + number % 3 * 45, y + 84 + number // 3 * 52, kind, 15)
        Para(CARD_WORDS[corner], scale=0.76).draw(canvas, x + 18, y + 176, 118, FRENCH)
        suit(canvas, x + 154, y + 224, 6, corner)
    canvas.commit()
    return document


CARD_WORDS = {
    "heart": "Jouez cette carte avant de lancer les dés, jamais après. Elle va ensuite sous la pioche.",
    "spade": "Jouez cette carte contre un adversaire qui est devant vous. Elle sort du jeu.",
    "club": "Gardez cette carte devant vous : elle compte à la fin de la partie.",
    "diamond": "Jouez cette carte quand vous voulez, même au tour d’un autre.",
}


def _sheet(size: tuple[float, float]) -> tuple[pymupdf.Document, Canvas]:
    document = pymupdf.open()
    return document, Canvas(document.new_page(width=size[0], height=size[1]))


def _icon(canvas: Canvas, x: float, y: float, kind: str, size: float) -> None:
    if kind in TOKENS:
        token(canvas, x, y, TOKENS[kind])
    elif kind in {"heart", "spade", "club", "diamond"}:
        suit(canvas, x, y, size, kind)
    elif kind == "goose":
        goose(canvas, x, y, size)
    else:
        special(canvas, x, y, size, kind)
