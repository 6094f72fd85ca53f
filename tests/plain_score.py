"""A deal's score by hand arithmetic, from the rules' text alone: every line of the sheet, and who has won."""

from __future__ import annotations

from typing import NamedTuple

from plain_rules import POINTS

from canasta import Action, Position
from canasta.cards import LETTERS, kinds_in

NATURAL, MIXED, OUT, MORE, WHOLE, TARGET = 500, 300, 100, 100, 100, 5_000
REDS = (0, 100, 200, 300, 800)


class Row(NamedTuple):
    """A line of the sheet: what for, which side, and how many points."""

    what: str
    side: int
    points: int


def held(position: Position, seat: int) -> int:
    """What a hand counts; a red three in it is laid, not held."""
    return sum(POINTS.get(LETTERS[kind], 0) for kind in kinds_in(position.hands[seat] or 0))


def sheet(position: Position) -> list[Row]:
    """All lines in the order in which they are kept; those that bring nothing are left out."""
    rows = []
    for side in (0, 1):
        melds = position.melds(side)
        for meld in melds:
            wilds = meld.deuces + meld.jokers
            if meld.naturals + wilds >= 7:
                rows.append(Row("canasta", side, MIXED if wilds else NATURAL))
                rows.append(Row("whole", side, WHOLE if meld.concealed and position.profile.base == "spruce" else 0))
        seats = [seat for seat in range(4) if seat % 2 == side]
        reds = position.red_threes(side) + sum(
            LETTERS[kind] == "r" for seat in seats for kind in kinds_in(position.hands[seat] or 0)
        )
        rows.append(Row("reds", side, REDS[reds] if melds else -REDS[reds]))
        if position.out in seats:
            rows.append(Row("out", side, OUT))
            rows.append(Row("out", side, MORE if position.out_concealed else 0))
        cards = [(LETTERS[meld.rank], meld.naturals) for meld in melds]
        cards += [("2", meld.deuces) for meld in melds] + [("*", meld.jokers) for meld in melds]
        rows.append(Row("cards", side, sum(POINTS[card] * n for card, n in cards)))
        rows += [Row("hand", side, -held(position, seat)) for seat in seats]
    return [row for row in rows if row.points]


def brings(position: Position, *whats: str) -> int:
    """What lines of these sorts bring the side in turn."""
    return sum(row.points for row in sheet(position) if row.side == position.seat % 2 and row.what in whats)


def winner(position: Position, action: Action) -> str:
    """Who has won after this deal."""
    totals = [
        before + sum(row.points for row in sheet(position) if row.side == side)
        for side, before in enumerate(position.scores)
    ]
    if max(totals) < TARGET or totals[0] == totals[1]:
        return "another deal"
    return "NE"[totals[1] > totals[0]]


VALUES = {
    "score.cards": lambda position, action: brings(position, "cards", "hand"),
    "score.hand-minus": lambda position, action: brings(position, "hand"),
    "score.base": lambda position, action: brings(position, "canasta", "whole", "reds", "out"),
    "score.both": winner,
}
