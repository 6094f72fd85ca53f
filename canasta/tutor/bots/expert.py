"""The expert: a club player who looks ahead. He deals out the cards he does not see, plays on, and compares."""

from __future__ import annotations

import time
from random import Random

from canasta import actions as a
from canasta import cards as c
from canasta.advance import advance
from canasta.position import ANSWER, OVER, Position
from canasta.problems import table_bag
from canasta.score import deal_totals, score_deal
from canasta.table import has_melds, melds_on, red_threes_on
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.club import club
from canasta.tutor.bots.dealt import dealt
from canasta.tutor.bots.tastes import CLUB
from canasta.tutor.bots.worth import hand_worth, meld_worth, points
from canasta.words import N_

AHEAD = 12  # turns that are played on
MOST = 5


def standing(position: Position, side: int) -> float:
    """How a deal stands for a side, in points."""
    if position.phase == OVER:
        totals = deal_totals(score_deal(position), position.profile.sides)
        return totals[side] - max(totals[at] for at in range(len(totals)) if at != side)
    values = []
    for at in range(position.profile.sides):
        table = position.tables[at]
        total = float(sum(meld_worth(CLUB, meld) for meld in melds_on(table))) + points(table_bag(table))
        reds = red_threes_on(table) * 100
        total += reds if has_melds(table) else -0.2 * reds
        for seat in range(position.profile.players):
            if position.profile.side_of(seat) == at:
                hand = position.hands[seat] or 0
                total += 0.5 * hand_worth(CLUB, hand, table) + 1.5 * c.size(hand)
        values.append(total)
    return values[side] - max(values[at] for at in range(len(values)) if at != side)


def expert(view: Position, budget: float = 0.25, samples: int = 200) -> Choice:
    first = club(view)
    if view.phase == ANSWER or first.action.verb == a.ASK:
        return first
    options = club.ranked(view, MOST)
    if first.action not in options:
        options.insert(0, first.action)
    if len(options) == 1:
        return first
    side = view.side
    random = Random(str(view)).random
    totals = dict.fromkeys(options, 0.0)
    end = time.perf_counter() + budget
    n = 0
    while n < samples and (n < 2 or time.perf_counter() < end):
        full = dealt(view, random)
        for option in options:
            totals[option] += standing(_played(advance(full, option), AHEAD), side)
        n += 1
    best = max(options, key=lambda option: totals[option])
    if (totals[best] - totals[first.action]) / n < 8:
        return first
    return Choice(best, N_("Played on {n} times, it came out best."), {"n": n})


def _played(position: Position, turns: int) -> Position:
    seat = position.seat
    while position.phase != OVER:
        if position.seat != seat:
            seat = position.seat
            turns -= 1
            if not turns:
                break
        position = advance(position, club(position).action)
    return position
