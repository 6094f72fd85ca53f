"""Hints: four rungs, from naming the gate to showing the way.

1. ``gate`` names what to look at; 2. ``words`` with ``point`` points at cards and says what is pointed at; 3. ``ask``
is a smaller question, with its ``answer``; 4. the way is shown, and the engine finds it: nobody writes it down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from canasta.cards import DISPLAY, KIND, Card, read_cards
from canasta.errors import NotationError
from canasta.position import Position
from canasta.table import meld_of
from canasta.words import card_name

RUNGS = 4
KEYS = ("gate", "point", "words", "ask", "answer")
# A place is cards of the hand by their letters, "pile", "stock", "meld:K" or "theirs:K".
TABLE_PLACES = ("pile", "stock")
PLACES = "write cards of the hand such as KK2, pile, stock, meld:K or theirs:K"


class Hints(NamedTuple):
    """A level's written hints."""

    gate: str
    point: tuple[str, ...]
    words: str
    ask: str
    answer: str

    def cards(self) -> list[Card]:
        """The hand cards that rung two points at."""
        return [card for place in self.point if _is_cards(place) for card in read_cards(place)]

    def places(self, position: Position) -> list[str]:
        """The places on the table that rung two points at, as ``pile``, ``stock`` or ``meld-SIDE-RANK``."""
        places = []
        for place in self.point:
            if place in TABLE_PLACES:
                places.append(place)
            elif ":" in place:
                side, rank = _meld_place(place, position)
                places.append(f"meld-{side}-{rank}")
        return places

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with these hints at this position."""
        if not self.point and position != Position():
            yield "hints: 'point' is missing; say what to point at on the table"
        for rung, text in ((1, self.gate), (2, self.words)):
            if name := _named_card(text):
                yield f"hints: rung {rung} names a card ({name}); no card is named before rung three"
        held = position.cards_in_hand()
        for card in self.cards():
            match = next((own for own in held if own.kind == card.kind and card.suit in ("", own.suit)), None)
            if match is None:
                yield f"hints: point: the hand holds no {card} to point at"
            else:
                held.remove(match)
        for place in self.point:
            if ":" in place:
                side, rank = _meld_place(place, position)
                if meld_of(position.tables[side], rank) is None:
                    yield f"hints: point: there is no meld {place!r} on the table"


def read_hints(table: Any) -> Hints:
    """Hints from their table. Raises ValueError saying which rung is missing or wrong."""
    if not isinstance(table, dict):
        raise ValueError(f"they are a table with {', '.join(KEYS)}")
    if unknown := [key for key in table if key not in KEYS]:
        raise ValueError(
            f"unknown key {unknown[0]!r}; there are {', '.join(KEYS)}; all else stands above [level.hints]"
        )
    table = {"point": "", **table}
    for key in KEYS:
        text = table.get(key)
        if not isinstance(text, str) or not (text.strip() or key == "point"):
            raise ValueError(f"{key!r} is missing; four rungs need {', '.join(KEYS)}")
    places = tuple(table["point"].split())
    for place in places:
        if place in TABLE_PLACES:
            continue
        kind, colon, rank = place.partition(":")
        if colon and (kind not in ("meld", "theirs") or rank not in KIND):
            raise ValueError(f"point: {place!r} is no place; {PLACES}")
        if not colon:
            try:
                read_cards(place)
            except NotationError:
                raise ValueError(f"point: {place!r} is no place; {PLACES}") from None
    return Hints(table["gate"], places, table["words"], table["ask"], table["answer"])


def _is_cards(place: str) -> bool:
    return place not in TABLE_PLACES and ":" not in place


def _meld_place(place: str, position: Position) -> tuple[int, int]:
    kind, _, rank = place.partition(":")
    side = position.side if kind == "meld" else (position.side + 1) % position.profile.sides
    return side, KIND[rank]


def _named_card(text: str) -> str:
    """The first card that a text names, or "". "one" and the like are no cards; "ten" and "two" may be numbers."""
    words = set(re.findall(r"[a-z]+", text.lower()))
    for kind in DISPLAY[:-1]:
        for name in (card_name(kind), card_name(kind, 2)):
            if set(name.split()) <= words:
                return name
    return ""
