"""Card faces as data: shapes, where they stand on a card, and which face a card shows.

The browser and the static picture draw the same data; neither decides anything. A face stands in a box of 100 by 140
with its corner first: the rank above the suit, so that overlapped cards stay readable. Wild cards have a frame and a
star besides their colour.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from canasta import Card
from canasta.cards import LETTERS, NATURALS, UNSEEN, Kind, suits_of

SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}
RANK_SIGNS = {**{letter: letter for letter in LETTERS}, "T": "10", "*": "★", "r": "3", "b": "3", "?": ""}
RED, BLACK = "hd", "sc"

WIDTH, HEIGHT = 100, 140

# Each about 100 wide or high around 0, 0.
SHAPES = {
    "s": "M0-50C9-30 45-8 45 15C45 29 34 36 24 36C15 36 8 32 4 26C5 37 9 44 18 50H-18C-9 44-5 37-4 26C-8 32-15 36-24 36"
    "C-34 36-45 29-45 15C-45-8-9-30 0-50Z",
    "h": "M0 48C-9 30-47 9-47-18C-47-36-35-46-23-46C-12-46-4-39 0-29C4-39 12-46 23-46C35-46 47-36 47-18"
    "C47 9 9 30 0 48Z",
    "d": "M0-52Q15-21 39 0Q15 21 0 52Q-15 21-39 0Q-15-21 0-52Z",
    "c": "M-8-9A22 22 0 1 1 8-9A22 22 0 1 1 4 18C5 33 9 43 18 50H-18C-9 43-5 33-4 18A22 22 0 1 1-8-9Z",
    "star": "M0-50L12-16 48-15 19 6 29 41 0 20-29 41-19 6-48-15-12-16Z",
    # A fool with cap and bells.
    "fool": "M-25 2C-29-9-37-9-41 3C-57-26-29-47-9-24C-9-34-5-40 0-45C5-40 9-34 9-24C29-47 57-26 41 3C37-9 29-9 25 2Z"
    "M-50 10A7 7 0 1 1-36 10A7 7 0 1 1-50 10ZM-6-48A6 6 0 1 1 6-48A6 6 0 1 1-6-48Z"
    "M36 10A7 7 0 1 1 50 10A7 7 0 1 1 36 10Z"
    "M-24 7H24V18C24 37 13 49 0 49C-13 49-24 37-24 18ZM-13 19A4 4 0 1 0-5 19A4 4 0 1 0-13 19ZM5 19A4 4 0 1 0 13 19"
    "A4 4 0 1 0 5 19ZM-13 29C-11 39-5 42 0 42C5 42 11 39 13 29Q0 35-13 29Z",
}

# A back: a frame in the box of a card, and its lattice; both are lines.
BACK = "M10 10H90V130H10Z" + "".join(
    f"M{max(10, 10 - at)} {max(10, 10 + at)}L{min(90, 130 - at)} {min(130, 90 + at)}"
    f"M{min(90, 90 + at)} {max(10, 10 + at)}L{max(10, at - 30)} {min(130, 90 + at)}"
    for at in range(-60, 120, 20)
)

INDEX, MIDDLE = 25, 69  # the middles of the two columns of a face; right to left they change sides
STACK = ((15, 15), (10, 10), (5, 5))  # how far the cards under a canasta's top card show, the lowest first


def card(card: Card, id: str = "") -> dict[str, Any]:
    """One card as it is drawn and said: the key of its face, sign, suit, look, and its words."""
    look = _look(card)
    sign = RANK_SIGNS[LETTERS[card.kind]]
    return {"id": id, "face": str(card), "sign": sign, "suit": SUIT_SIGNS[card.suit], "look": look, "words": card.name}


def top(rank: Kind, cards: Iterable[Card], *, natural: bool) -> dict[str, Any]:
    """The card that lies on a canasta: a red one of its rank on a natural canasta, on a mixed one a black one.

    Where no such card is among those that lie there, the face shows the rank in that colour, with both its suits.
    """
    suits = RED if natural else BLACK
    shown = card(next((each for each in cards if each.kind == rank and each.suit in tuple(suits)), Card(rank)))
    if not shown["suit"]:
        shown |= {"face": f"{LETTERS[rank]}{suits}", "look": "red" if natural else "black"}
    return shown


def script() -> str:
    """The data for the browser, as the constant FACES that stands before the module that draws it."""
    data = {"box": [WIDTH, HEIGHT], "shapes": SHAPES, "back": BACK, "stack": STACK, "faces": FACES}
    return f"const FACES = {json.dumps(data, separators=(',', ':'))};\n"


def _look(card: Card) -> str:
    if card.kind == UNSEEN:
        return "unseen"
    if card.is_wild:
        return "wild"
    return "red" if (card.suit or suits_of(card.kind)[:1]) in tuple(RED) else "black"


def _face(card: Card, suits: str) -> dict[str, Any]:
    """A face with the suits that are drawn on it: none, its own, or two that stand for a colour.

    ``columns`` are pairs of a column's middle and the pieces in it. A piece is a rank, ``["rank", text, x, y, size,
    width]`` with its baseline at y and, if it is not 0, squeezed to a width; or a shape around x, y, ``[name, x, y,
    size]``. Unseen cards have no columns: they show their back.
    """
    sign = RANK_SIGNS[LETTERS[card.kind]]
    ink = suits if len(suits) == 1 else "red" if suits == RED else _look(card)
    index: list[list[Any]] = [["star", 0, 28, 38] if not suits_of(card.kind) else _rank(sign, 43, 46)]
    middle: list[list[Any]] = [["fool", 0, 88, 52]]
    if len(suits) == 1:
        index.append([suits, 0, 70, 29])
        middle = [[suits, 0, 96, 54]]
    elif suits:
        index += [[suit, x, 68, 20] for suit, x in zip(suits, (-11, 11))]
        middle = [[suit, x, y, 36] for suit, x, y in zip(suits, (-10, 10), (80, 113))]
    elif suits_of(card.kind):
        middle = [_rank(sign, 118, 54)]
    if card.is_wild and suits_of(card.kind):
        index.append(["star", 0, 120, 22])
    columns = [] if card.kind == UNSEEN else [[INDEX, index], [MIDDLE, middle]]
    return {"ink": ink, "look": _look(card), "columns": columns}


def _rank(sign: str, y: int, size: int) -> list[Any]:
    # Two figures are squeezed to the width of the widest letter.
    return ["rank", sign, 0, y, size, round(size * 0.9) if len(sign) > 1 else 0]


def _faces() -> dict[str, dict[str, Any]]:
    """Every face by its key: a card's letters, or a rank with the two suits of a colour."""
    faces = {}
    for kind, letter in enumerate(LETTERS):
        suits = suits_of(kind)
        # A three's rank alone does not say which of the two kinds it is, so both its suits stand there.
        faces[letter] = _face(Card(kind), suits if len(suits) == 2 else "")
        for suit in suits:
            faces[letter + suit] = _face(Card(kind, suit), suit)
        if kind in NATURALS:
            faces |= {letter + colour: _face(Card(kind), colour) for colour in (RED, BLACK)}
    return faces


FACES = _faces()
