"""A plain player whom no tuning changes, for the tests of the review: what he would do, and what he regrets."""

from __future__ import annotations

from canasta import Action, Position, legal
from canasta import actions as a
from canasta.cards import size
from canasta.position import ANSWER
from canasta.tutor.bots import Choice
from canasta.tutor.bots.worth import points
from canasta.wayout import way_out


class Eager:
    """Goes out, takes, melds all he can, and discards what counts least; with 100 points in hand he says no.

    What he regrets is told to him by verb, in points; else nothing is.
    """

    def __init__(self, **regrets: float) -> None:
        self.regrets = regrets

    def __call__(self, view: Position) -> Choice:
        """What he would do."""
        if view.phase == ANSWER:
            reply = "no" if points(view.hands[view.acting] or 0) > 100 else "yes"
            return Choice(Action(a.ANSWER, reply=reply), "That is the answer.")
        if way := way_out(view):
            return Choice(way[0], "The hand can be laid.")
        plays = [play.plain() for play in legal(view)]
        laid = [play for play in plays if play.verb in a.LAYING]
        thrown = [play for play in plays if play.verb == a.DISCARD]
        if laid:
            return Choice(max(laid, key=lambda play: size(play.spends)), "More cards lie.", {}, ("meld.any-number",))
        least = min(thrown, key=lambda play: points(play.cards)) if thrown else plays[0]
        return Choice(least, "It counts least.", {}, ("score.hand-minus",))

    def regret(self, view: Position, action: Action) -> float:
        """What he was told."""
        return self.regrets.get(action.verb, 0)
