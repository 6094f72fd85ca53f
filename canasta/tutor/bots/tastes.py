"""What things are worth to a player, in points that he hopes for. Estimates, no rules: those are the engine's."""

from __future__ import annotations

from typing import NamedTuple


class Tastes(NamedTuple):
    """A player's estimates. Another way to play is another such row; every number is in points."""

    three: float = 25  # a meld of three cards may still become a canasta
    four: float = 60
    five: float = 110
    six: float = 185
    clean: float = 0.35  # as much more, where no wild card lies in it
    canasta: float = 300
    natural: float = 200
    pair: float = 14  # a natural pair in the hand may take the pile
    third: float = 6  # each card more of that rank
    fits: float = 10  # a card in the hand that fits a meld of the side
    fits_canasta: float = 4
    deuce: float = 45  # kept, a wild card completes a canasta later
    joker: float = 75
    laid: float = 0.6  # of a card's points, once it lies on the table
    few: float = 25  # each card below `enough` without a canasta
    enough: float = 4
    opening: float = 25  # having melded at all
    opens: float = 4  # each card that goes into it
    card: float = 9  # a card of the pile: cards are chances
    piled: float = 0.5  # of its points
    take: float = 22  # what the pile must bring at least
    stake: float = 18  # what a card of the pile is worth to the others
    stake_points: float = 1
    stake_base: float = 10
    black: float = 4  # a black three on top lets nobody take the pile
    out: float = 100
    held: float = 12  # a card in a hand when the deal ends
    behind: float = 0.25  # of what melds may still become
    answer: float = 100  # points in the hand of whom is asked, at most, for a yes


CLUB = Tastes()
