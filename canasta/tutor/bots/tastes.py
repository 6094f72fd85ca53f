"""What things are worth to a player, in points that he hopes for. Estimates, no rules: those are the engine's."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Tastes(NamedTuple):
    """A player's estimates. Another way to play is another such row; every number is in points."""

    three: float = 25  # a meld that lacks four cards may still become a canasta
    four: float = 60
    five: float = 110
    six: float = 185  # it lacks one card
    clean: float = 0.35  # as much more, where no wild card lies in it
    lost: float = 0.15  # what is left of that, where too few cards are out to complete it
    canasta: float = 150  # beyond its bonus: with it the side may go out
    pair: float = 14  # a natural pair in the hand may take the pile
    third: float = 6  # each card more of that rank
    fits: float = 10  # a card in the hand that fits a meld of the side
    fits_canasta: float = 4
    deuce: float = 45  # kept, a wild card completes a canasta later
    joker: float = 75
    laid: float = 0.3  # of a card's points, once it lies on the table
    few: float = 10  # each card below ``enough`` while canastas are lacking
    enough: float = 10
    opening: float = 10  # having melded at all
    reds: float = 12  # each red three that then counts for the side
    opens: float = 6  # each card that goes into it
    card: float = 9  # a card of the pile: cards are chances
    piled: float = 0.5  # of its points
    take: float = 22  # what a card from the stock brings
    stake: float = 16  # what a card of the pile is worth to the others
    stake_points: float = 1
    stake_base: float = 10
    black: float = 3  # a black three is kept for when it is needed
    freeze: float = 0.15  # of what the pile is worth to the others, where freezing it hurts them more
    high: float = 0.1  # of a card's points: high cards are thrown first, or kept for the initial meld
    held: float = 10  # a card in a hand when the deal ends
    behind: float = 0.3  # of what melds may still become
    urgent: float = 350  # ending it while another is about to

    def nearing(self, end: float) -> Tastes:
        """His estimates when the deal ends before his next turn with this chance: what is laid counts, hopes do not."""
        return _nearing(self, end) if end else self


@lru_cache(maxsize=256)
def _nearing(tastes: Tastes, end: float) -> Tastes:
    rest = 1 - end
    hopes = ("three", "four", "five", "six", "pair", "third", "fits", "fits_canasta", "deuce", "joker", "few")
    fewer = {name: rest * getattr(tastes, name) for name in (*hopes, "opens", "take", "stake", "black", "card")}
    return tastes._replace(
        **fewer,
        laid=tastes.laid + end * (2 - tastes.laid),  # it counts for the side, and not against it
        reds=tastes.reds + end * 200,
        piled=rest * tastes.piled - end,
    )


CLUB = Tastes()
