"""The expert: he deals out the cards that he does not see, plays on with each of a few ideas, and compares."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.filling import fill
from canasta.lister import legal
from canasta.position import ANSWER, Position
from canasta.tutor.bots.ahead import Race, can_look
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.club import Club, club, len_is_one
from canasta.tutor.bots.habits import EXPERT, PRESSED, USUAL, Habits
from canasta.tutor.bots.outlook import outlook
from canasta.tutor.bots.quick import quick
from canasta.wayout import Way
from canasta.words import N_

MELDS, DISCARDS = 3, 4  # of each so many ideas
CITED = {
    a.DRAW: ("turn.draw-first",),
    a.TAKE: ("take.whole",),
    a.MELD: ("meld.any-number",),
    a.DISCARD: ("discard.one",),
    a.PASS: ("stock.last-red-three",),
    a.ASK: ("score.base", "score.hand-minus"),  # for going out
}
# What a club player would do.
OTHERS = {
    a.DRAW: N_("drawing from the stock"),
    a.TAKE: N_("taking the pile"),
    a.MELD: N_("the meld"),
    a.DISCARD: N_("discarding the {kind:rank}"),
    a.PASS: N_("ending the turn"),
    a.ASK: N_("going out"),
}
AGREES = N_("{reason} Played on in {n:deals}, nothing came out clearly better.")
BETTER = N_(
    "Played on in {n:deals}, it came out {points:points} better than {other}, which a club player would choose."
)
ALIKE = N_(
    "By the expert's own estimates it is better than {other}, which a club player would choose; "
    "played on in {n:deals}, the two came out about alike."
)
UNTRIED = N_("By the expert's own estimates it is better than {other}, which a club player would choose.")


@dataclass(frozen=True)
class Expert:
    """A player who looks ahead. It is called with the view of the player who is to act.

    ``budget`` are the seconds that he thinks about a decision by the ``clock``, ``samples`` the most deals that he
    plays on. The cards that he does not see are dealt by chance from the view's text, so that he always answers the
    same where the time suffices for all of them.
    """

    budget: float = 0.25
    samples: int = 400
    habits: Habits = EXPERT
    pressed: Habits = PRESSED
    others: Habits = USUAL
    adviser: Club = club
    clock: Callable[[], float] = time.perf_counter

    def __call__(self, view: Position) -> Choice:
        """The action he would play, and why."""
        end = self.clock() + self.budget
        theirs = self.adviser(view)
        if view.phase == ANSWER or view.answer == "yes" or len_is_one(legal(view)) or not can_look(view):
            return theirs
        view = view._replace(paint=None)
        low = view.minimum() <= view.profile.minimums[1]
        player = quick(view.profile, self.habits if low else self.pressed)
        ideas = player.ideas(view, MELDS, DISCARDS)
        out = player.way(view)
        # An adviser who asks would go out.
        advised = out[0] if theirs.action.verb == a.ASK and out else theirs.action
        first = player.action(view)
        ideas = _with(_with(ideas, advised), first)
        race = Race(view, ideas, player, quick(view.profile, self.others), outlook(view.profile))
        if len(ideas) > 1:
            race.run(self.samples, Random(str(view)).random, lambda: self.clock() >= end)
        chosen = race.chosen()
        at = next(at for at, idea in enumerate(ideas) if idea[0] == advised)
        if chosen == at:
            n = len(race.points[at])
            values = {"reason": theirs.reason, "n": n}
            return theirs._replace(message=AGREES, values=values) if n else theirs
        return Choice(ideas[chosen][0], *_why(race, chosen, at, out))


def _with(ideas: list[Way], action: Action) -> list[Way]:
    """The ideas with this one in front."""
    same = [idea for idea in ideas if idea[0] == action]
    return (same or [(action,)]) + [idea for idea in ideas if idea[0] != action]


def _why(race: Race, chosen: int, other: int, out: Way | None) -> tuple[str, dict[str, Any], tuple[str, ...]]:
    """Why he does not play what a club player would."""
    mine, theirs = race.ideas[chosen], race.ideas[other]
    n, ahead = race.ahead(chosen, other)
    phrase, values = OTHERS[a.ASK if theirs == out else theirs[0].verb], {}
    if theirs[0].verb == a.DISCARD:
        values = {"kind": next(c.kinds_in(theirs[0].cards))}
    message = BETTER if round(ahead) > 0 else ALIKE if n else UNTRIED
    clauses = CITED[a.ASK if mine == out else mine[0].verb]
    return message, {"n": n, "points": round(ahead), "other": fill(phrase, values)}, clauses


expert = Expert()
