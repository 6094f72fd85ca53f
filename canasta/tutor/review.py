"""A finished deal looked at again: what was missed in it, and how the points stood after every step.

>>> from canasta import Log, replay
>>> from canasta.tutor.review import review
>>> steps = replay(Log.parse("position: KK24/5678/99JJ/AA44 KKKKK,QQQ/- 9 ?83 N.play\\ndiscard 4")).steps
>>> print(review(steps, seats=[0])[0].text)
You could complete a canasta of kings with 2 kings: 520 points more on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from canasta import cards as c
from canasta.log import deals
from canasta.play import Step
from canasta.position import OVER, Position
from canasta.score import deal_totals, score_deal
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.club import club
from canasta.tutor.missed import RULES, Reviewer, better_play
from canasta.tutor.turns import BETTER, RULE, Missed, turns
from canasta.words import N_

# A turn later the same can mostly be done again: opening, completing a canasta, going out.
LASTING = ("initial.minimum", "canasta.seven", "out.canasta")

__all__ = ["BETTER", "RULE", "Missed", "counts_hands", "review", "standings"]


def review(steps: Sequence[Step], seats: Collection[int] | None = None, bot: Reviewer = club) -> tuple[Missed, ...]:
    """What was missed in the turns of these seats, all by default, in the order of play.

    Of a step only what weighs most is told, a rule before a better play, and what could be done turn after turn only
    once. ``bot`` says what he would do and what it costs to do otherwise; he sees what the player saw.
    """
    bot = _Remembering(bot)
    found: list[Missed] = []
    first = 0
    for deal in deals(steps):
        asked = range(deal[0].before.profile.players) if seats is None else seats
        of_deal: list[Missed] = []
        for turn in turns(deal, first):
            missed = [check(turn, bot) for check in RULES] if turn.seat in asked else []
            of_deal += _kept([*missed, better_play(turn, bot, tuple(asked))])
        found += _once(sorted(of_deal, key=lambda each: each.at))
        first += len(deal)
    return tuple(found)


class _Remembering:
    """A player who thinks only once of what he sees."""

    def __init__(self, bot: Reviewer) -> None:
        self.bot = bot
        self.regret = bot.regret
        self.chosen: dict[Position, Choice] = {}

    def __call__(self, view: Position) -> Choice:
        if view not in self.chosen:
            self.chosen[view] = self.bot(view)
        return self.chosen[view]


def _once(found: Sequence[Missed]) -> list[Missed]:
    """What a player could do turn after turn is told where it was missed first, with how often it was missed again."""
    same: dict[Any, list[Missed]] = {}
    for each in found:
        lasting = each.kind == RULE and each.clauses[0] in LASTING
        same.setdefault((each.seat, each.clauses[0], each.values.get("rank")) if lasting else each.at, []).append(each)
    return [_again(first, len(more)) for first, *more in same.values()]


def _again(missed: Missed, n: int) -> Missed:
    if not n:
        return missed
    values = {**missed.values, "said": missed.text, "again": n}
    return missed._replace(message=N_("{said} It was missed in {again:turns} more."), values=values)


def _kept(found: Sequence[Missed | None]) -> list[Missed]:
    """Of each step what weighs most, a rule before a better play."""
    kept: dict[int, Missed] = {}
    for each in found:
        if each is None:
            continue
        other = kept.get(each.at)
        if other is None or (each.kind == RULE, each.points) > (other.kind == RULE, other.points):
            kept[each.at] = each
    return list(kept.values())


def standings(steps: Sequence[Step]) -> tuple[tuple[int, ...], ...]:
    """What each side would score if the deal had ended at its start, and after every step: one entry more than steps.

    Steps of one deal (``canasta.log.deals``). Cards left in hand count where all hands are known throughout
    (``counts_hands``); else only what lies on the tables, and going out.
    """
    if not steps:
        return ()
    hands = counts_hands(steps)
    points: list[tuple[int, ...]] = []
    for position in (steps[0].before, *(step.after for step in steps)):
        points.append(_standing(position, hands))
    return tuple(points)


def counts_hands(steps: Sequence[Step]) -> bool:
    """Whether all hands are known in all of a deal, so that the cards left in them count."""
    return all(_known(step.before) and _known(step.after) for step in steps)


def _known(position: Position) -> bool:
    return all(hand is not None and not c.count(hand, c.UNSEEN) for hand in position.hands)


def _standing(position: Position, hands: bool) -> tuple[int, ...]:
    profile = position.profile
    if hands:
        return deal_totals(score_deal(position._replace(phase=OVER)), profile.sides)
    empty = position._replace(phase=OVER, hands=(0,) * profile.players)
    return deal_totals(score_deal(empty), profile.sides)
