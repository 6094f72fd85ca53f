"""What comes of a legal turn that misses its task: the next player takes the pile, or the deal ends with cards in hand.

Only what is bad is played and told, and nothing is invented: where a hand, a partner's answer or the next card of the
stock is not known, nothing more is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from canasta.actions import DRAW, TAKE
from canasta.cards import UNSEEN, count
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.play import Step, play
from canasta.position import OVER, Position
from canasta.score import Line, score_deal
from canasta.tutor.bots.club import club
from canasta.tutor.levels import draws_blind
from canasta.words import N_

TAKEN = N_("{seat:seat} takes the pile that you left: {n:cards}.")
WENT_OUT = N_("{seat:seat} goes out, and the deal is over.")
YOU_WENT_OUT = N_("You go out, and the deal is over: that brings {n:points}.")
OVER_NOW = N_("The deal is over.")
BOTH_LEFT = N_("Cards left in the hand cost your side {ours:points}, and the other side {theirs:points}.")
OWN_LEFT = N_("The cards left in your hand cost {n:points}.")

Said: TypeAlias = tuple[str, Mapping[str, Any]]  # a message with its values


class Aftermath(NamedTuple):
    """What came of a turn: the steps of the next player, none where the deal ended before, and what is said of them."""

    steps: tuple[Step, ...]
    said: tuple[Said, ...]

    @property
    def text(self) -> str:
        """What came of it, in a sentence or two."""
        return " ".join(render(message, values) for message, values in self.said)


def aftermath(position: Position, seat: int) -> Aftermath | None:
    """What comes of the turn of ``seat`` that has just ended in a position; None where nothing bad does.

    The next player plays as a club player does, from what he sees.
    """
    if position.phase == OVER:
        return Aftermath((), tuple(_ended(position, seat)))
    if position.seat == seat:
        return None
    steps = tuple(_turn(position))
    taken = [step for step in steps if step.verdict.action.verb == TAKE]
    said: list[Said] = [(TAKEN, {"seat": _name(step.before), "n": len(step.before.pile)}) for step in taken]
    if steps and steps[-1].after.phase == OVER:
        said += _ended(steps[-1].after, seat)
    return Aftermath(steps, tuple(said)) if said else None


def _turn(position: Position) -> Iterator[Step]:
    """The turn of the player in turn, as far as it can be known."""
    seat = position.seat
    while position.phase != OVER and position.seat == seat and _is_known(position.hands[position.acting]):
        action = club(position.seen_by(position.acting)).action
        if action.verb == DRAW and draws_blind(position):
            return
        step = play(position, action)
        yield step
        position = step.after


def _is_known(hand: int | None) -> bool:
    return hand is not None and not count(hand, UNSEEN)


def _name(position: Position) -> str:
    return position.profile.seat_names[position.seat]


def _ended(position: Position, seat: int) -> Iterator[Said]:
    """What is said of the end of the deal to the player in a seat."""
    profile, side = position.profile, position.profile.side_of(seat)
    lines = _lines(position)
    if position.out == seat:
        yield YOU_WENT_OUT, {"n": sum(line.points for line in lines if line.clause == "score.base")}
    elif position.out is not None:
        yield WENT_OUT, {"seat": profile.seat_names[position.out]}
    else:
        yield OVER_NOW, {}
    left = [line for line in lines if line.clause == "score.hand-minus"]
    ours = -sum(line.points for line in left if line.side == side)
    theirs = -sum(line.points for line in left if line.side != side)
    if all(map(_is_known, position.hands)) and profile.sides == 2:
        yield BOTH_LEFT, {"ours": ours, "theirs": theirs}
    elif position.out != seat and _is_known(position.hands[seat]):
        yield OWN_LEFT, {"n": -int(BOOK["score.hand-minus"].value(position.hands[seat]))}


def _lines(position: Position) -> tuple[Line, ...]:
    """The lines of the score; those of hands that are not known are left out."""
    return score_deal(position._replace(hands=tuple(hand if _is_known(hand) else 0 for hand in position.hands)))
