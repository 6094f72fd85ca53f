"""What a quick player goes by. No rules: those are the engine's."""

from __future__ import annotations

from typing import NamedTuple


class Habits(NamedTuple):
    """A quick player's estimates, in points where nothing else is said. Another way to play is another such row."""

    three: float = 25  # a meld that lacks four cards may still become a canasta
    four: float = 60
    five: float = 110
    six: float = 185  # it lacks one card
    clean: float = 0.35  # as much more, where no wild card lies in it
    canasta: float = 300
    natural: float = 200
    single: float = 0  # a lone natural card in the hand
    pair: float = 14
    third: float = 6  # each card more of that rank
    fits: float = 10  # a card in the hand that fits an open meld of the side
    fits_canasta: float = 4
    high: float = 0  # of the points of a natural card in the hand
    deuce: float = 45
    joker: float = 75
    laid: float = 0.6  # of a card's points, once it lies on the table
    few: float = 25  # each card below ``enough`` while canastas are lacking
    enough: float = 4
    opening: float = 25  # having melded at all
    rise: float = 0.5  # more for each point of the minimum beyond 50
    chase: float = 20  # more where another side has melded
    reds: float = 40  # more for each red three that then counts for the side
    eager: float = 0.7  # how much of the dislike of a small hand is left where it opens
    before: float = 0.2  # of a card's points in the hand while the side has not melded, by each 100 of the minimum
    opens: float = 4  # each card that goes into it
    card: float = 9  # a card of the pile
    piled: float = 0.5  # of its points
    take: float = 22  # what a draw brings
    stake: float = 18  # what a card of the pile is worth to the others
    stake_points: float = 1
    stake_base: float = 10
    frozen: float = 1  # how much of the risk is left where the pile is frozen
    unmelded: float = 0.5  # and where the next player's side has not melded
    shown: float = 0.6  # and where the next player threw such a card himself
    lying: float = 0.9  # and where one lies elsewhere in the pile
    freeze: float = 0.2  # of what the pile is worth to the others, where a wild card closes it
    black: float = 4  # a black three on top lets nobody take the pile
    out: float = 100  # ending the deal
    held: float = 12  # a card in a hand when the deal ends
    behind: float = 0.25  # of what melds may still become
    late: float = 12  # cards in the stock at which the deal is as good as over
    near: float = 4  # cards in the hand of one who may soon go out
    fear: float = 0.4  # of the points that are laid, more where another may go out soon
    scared: float = 0.5  # how much of the dislike of a small hand is left then


USUAL = Habits()  # about as a club player plays
# Found by playing many pairs of deals against club players with all numbers moved a little at once: a step was taken
# along those that had made a difference. It keeps its cards together until a canasta is near.
EXPERT = Habits(
    three=8.37,
    four=26.1,
    five=49.6,
    six=145,
    clean=0.284,
    canasta=680,
    natural=65.4,
    single=-0.236,
    pair=16.1,
    third=7.21,
    fits=6.8,
    fits_canasta=6.24,
    high=0.208,
    deuce=32.4,
    joker=98.1,
    laid=0.249,
    few=51.9,
    enough=18.6,
    opening=18,
    rise=0.222,
    chase=31.1,
    reds=59.7,
    eager=0.29,
    before=0.166,
    opens=6.13,
    card=33.6,
    piled=1.07,
    take=14.5,
    stake=36.8,
    stake_points=1.01,
    stake_base=19.5,
    frozen=1.47,
    unmelded=0.496,
    shown=0.461,
    lying=1.19,
    freeze=0.336,
    black=1.36,
    out=32.3,
    held=8.86,
    behind=0.163,
    late=21.3,
    near=7.19,
    fear=0.223,
    scared=0.322,
)
# The same where the side needs more than the lowest minimum.
PRESSED = Habits(
    three=12.6,
    four=18.4,
    five=33.3,
    six=152,
    clean=0.25,
    canasta=690,
    natural=65.4,
    single=-0.273,
    pair=14.6,
    third=5.6,
    fits=4.57,
    fits_canasta=6.83,
    high=0.251,
    deuce=50.9,
    joker=116,
    laid=0.289,
    few=39.2,
    enough=19.5,
    opening=20.6,
    rise=0.35,
    chase=27.5,
    reds=66.2,
    eager=0.261,
    before=0.164,
    opens=5.7,
    card=33.9,
    piled=2.02,
    take=14.5,
    stake=18.3,
    stake_points=0.716,
    stake_base=16.1,
    frozen=1.28,
    unmelded=0.496,
    shown=0.461,
    lying=1.06,
    freeze=0.377,
    black=2.03,
    out=21.6,
    held=10.5,
    behind=0.171,
    late=21.7,
    near=7.71,
    fear=0.224,
    scared=0.305,
)
