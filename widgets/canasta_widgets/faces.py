"""One card as the browser draws it."""

from __future__ import annotations

from typing import Any

from canasta import Card
from canasta.cards import LETTERS, UNSEEN

SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}
RANK_SIGNS = {**{letter: letter for letter in LETTERS}, "T": "10", "*": "★", "r": "3", "b": "3", "?": ""}


def card(card: Card, id: str = "") -> dict[str, Any]:
    """One card as the browser draws it: sign, suit, colour, and its words."""
    letter = LETTERS[card.kind]
    red = card.suit in ("h", "d") or letter == "r"
    look = "unseen" if card.kind == UNSEEN else "wild" if card.is_wild else "red" if red else "black"
    sign = SUIT_SIGNS[card.suit] if letter != "*" else ""
    return {"id": id, "sign": RANK_SIGNS[letter], "suit": sign, "look": look, "words": card.name}
