"""A legal action looked at: what the player who is to act sees before it and after it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import NATURALS, ONE, UNSEEN, Bag, Kind
from canasta.case import Case
from canasta.clauses import BOOK
from canasta.events import Event
from canasta.facts import LeaveFacts
from canasta.filling import render
from canasta.judge import Verdict, judge
from canasta.play import play
from canasta.position import OVER, Position
from canasta.table import Meld, meld_of


class Remark(NamedTuple):
    """One consequence of an action, under its clause; ``costs`` says that it is a warning: something is lost by it."""

    clause: str
    message: str
    values: Mapping[str, Any] = {}
    costs: bool = False

    @property
    def text(self) -> str:
        """The consequence in a sentence."""
        return render(self.message, self.values)


class Look:
    """A legal action, with what the player who is to act sees before and after it.

    Raises IllegalAction, carrying the verdict, for an action that is refused.
    """

    def __init__(self, view: Position, action: Action) -> None:
        # Whatever is handed over, nothing is told but what the player sees.
        self.before = view.seen_by(view.acting)._replace(paint=None)
        self.action = action.plain()
        self.step = play(self.before, self.action)
        self.after = self.step.after
        self.profile = view.profile
        self.verb = action.verb
        self.seat, self.side = view.seat, view.side
        self.over = self.after.phase == OVER
        self.goes_out = self.over and self.after.out is not None

    @property
    def lays(self) -> bool:
        """Whether cards are put down on the table, and the turn goes on."""
        return self.verb in (a.MELD, a.TAKE) and not self.over

    @property
    def hand(self) -> Bag:
        """The cards in the hand before, as far as they are known."""
        return (self.before.hand or 0) & (ONE[UNSEEN] - 1)

    @property
    def rest(self) -> Bag:
        """Those after."""
        return (self.after.hands[self.seat] or 0) & (ONE[UNSEEN] - 1)

    @property
    def knows_hand(self) -> bool:
        """Whether the hand is known, each card of it."""
        return self.before.hand is not None and self.hand == self.before.hand

    @cached_property
    def thrown(self) -> Kind | None:
        """The kind of the card that is discarded; None if none is."""
        return next(c.kinds_in(self.action.cards)) if self.verb == a.DISCARD else None

    @cached_property
    def case(self) -> Case:
        """The action as the clauses see it."""
        return Case(self.before, self.action)

    @cached_property
    def leave(self) -> LeaveFacts | None:
        """What the action leaves of the hand."""
        return self.case.leave()

    @cached_property
    def opens(self) -> bool:
        """Whether it is the initial meld of the side."""
        return not self.before.has_melded(self.side) and self.after.has_melded(self.side)

    @cached_property
    def grown(self) -> list[tuple[Meld, Meld]]:
        """The melds of the side that get cards and lay there before, as they were and as they are."""
        before, after = self.before.tables[self.side], self.after.tables[self.side]
        both = ((meld_of(before, rank), meld_of(after, rank)) for rank in NATURALS)
        return [(was, now) for was, now in both if was is not None and now is not None and was != now]

    @cached_property
    def offered(self) -> Verdict | None:
        """What the judge would say if the next player added the discard to a meld of his; None without a discard."""
        if self.thrown is None or self.over:
            return None
        return judge(self.after, Action(a.TAKE, (Lay(self.thrown, 0),)))

    @cached_property
    def frozen_by(self) -> Kind | None:
        """The card that keeps the pile frozen before the action and after it; None if there is none."""
        before, after = self.before.freezing_index(), self.after.freezing_index()
        return None if before is None or after is None else self.before.pile[before]

    @property
    def next_seat(self) -> str:
        """Who is in turn after a discard."""
        return self.profile.seat_names[self.after.seat]

    @cached_property
    def ends_soon(self) -> bool:
        """Whether the others, by drawing, may use the stock up before the player's next turn."""
        stock = self.after.stock_size()
        if stock is None or self.over or self.thrown is None:
            return False
        return stock <= (self.profile.players - 1) * self.profile.draws

    @cached_property
    def threat(self) -> int | None:
        """The fewest cards in a hand of another side that has the canastas to go out; None if there is none.

        A hand that is not stated counts as the cards that were dealt.
        """
        profile, after = self.profile, self.after
        held = [
            profile.dealt if (size := after.hand_size(seat)) is None else size
            for seat in range(profile.players)
            if (side := profile.side_of(seat)) != self.side and after.canastas(side) >= profile.canastas_out
        ]
        return min(held, default=None)

    def followed(self, *clauses: str) -> Iterator[Event]:
        """What the engine tells of the action, under these clauses."""
        return (event for event in self.step.events if event.clause in clauses)

    def owed(self) -> int:
        """What the cards that stay in the hand would cost if the deal ended."""
        return -int(BOOK["score.hand-minus"].value(self.rest))


def worth(bag: Bag) -> int:
    """What cards count."""
    return int(BOOK["value.points"].value(bag))
