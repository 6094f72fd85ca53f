"""How hard an item is, by what can be seen of it: cards, wild cards, plays to choose among, how close it is."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from canasta.cards import WILDS, count
from canasta.lister import legal
from canasta.tutor.broken import Broken
from canasta.tutor.compared import Tables
from canasta.tutor.drills.contract import Drawn
from canasta.tutor.levels import Question
from canasta.tutor.planted import Error
from canasta.tutor.questions import Choose, Count, Order, Sheet, Which

MOST_PLAYS: Final = 64  # more make nothing harder
WEIGHTS: Final = {"cards": 0.4, "wilds": 0.2, "plays": 0.15, "parts": 0.15, "close": 0.1}
FULL: Final = {"cards": 24, "wilds": 5, "plays": MOST_PLAYS.bit_length(), "parts": 8, "close": 1}


class Features(NamedTuple):
    """What makes an item hard.

    Cards in the hand and the pile, wild cards in the hand, the bits of the number of legal plays, parts of the answer,
    and whether one fact would turn it.
    """

    cards: int
    wilds: int
    plays: int
    parts: int
    close: int


def features(drawn: Drawn) -> Features:
    """The features of an item."""
    item = drawn.item
    position = item.position
    hand = position.hand or 0
    plays = min(len(legal(position)), MOST_PLAYS) if hand else 0
    task = item.task if isinstance(item, Question) else None
    parts = 1
    if isinstance(task, Count):
        parts = len(task.asks)
    elif isinstance(task, Which):
        parts = len(task.options)
    elif isinstance(task, Choose):
        parts = len(task.tries)
    elif isinstance(task, Order):
        parts = len(task.actions)
    elif isinstance(task, Broken):
        parts = len(task.steps)
    elif isinstance(task, Tables):
        parts = len(task.tables)
    elif isinstance(task, Sheet | Error):
        parts = len(task.lines(position))
    return Features(
        cards=(position.hand_size() or 0) + len(position.pile),
        wilds=sum(count(hand, kind) for kind in WILDS),
        plays=plays.bit_length(),
        parts=parts,
        close=int(drawn.twin is not None),
    )


def difficulty(drawn: Drawn) -> float:
    """How hard an item is, from 0 to 1."""
    found = features(drawn)._asdict()
    return math.fsum(weight * min(found[name] / FULL[name], 1) for name, weight in WEIGHTS.items())
