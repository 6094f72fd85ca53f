"""The club player: sensible, quick, and able to say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.advance import advance, effect
from canasta.cards import BLACK_THREE, DEUCE, JOKER, Kind
from canasta.lister import legal, questions
from canasta.position import ANSWER, DRAW, OVER, Position
from canasta.table import has_melds, meld_of, melds_on
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.tastes import CLUB, Tastes
from canasta.tutor.bots.worth import Unseen, hand_worth, meld_worth, pile_worth, points
from canasta.wayout import way_out
from canasta.words import N_

LOOKED_AT = 400  # plays of a very large hand
NEAR = 4  # cards in the hand of one who may soon go out
LATE = 12  # cards in the stock


@dataclass(frozen=True)
class Club:
    """A player who weighs every action by his tastes. It is called with the view of the player who is to act."""

    tastes: Tastes = CLUB

    def __call__(self, view: Position) -> Choice:
        """The action he would play, and why."""
        if view.phase == ANSWER:
            return self._answers(view)
        plays = legal(view)
        if len(plays) == 1:
            return Choice(plays[0], N_("There is nothing else to do."))
        return self._begins(view, plays) if view.phase == DRAW else self._goes_on(view, plays)

    def ranked(self, view: Position, most: int) -> list[Action]:
        """The actions that he would think about, of each kind the ``most`` that seem best to him."""
        plays = list(islice(legal(view), LOOKED_AT))
        found: list[Action] = []
        for verbs in ((a.DRAW,), (a.TAKE, a.PICK), (a.MELD,), (a.DISCARD,)):
            weighed = [(self.weigh(view, play), -at, play) for at, play in enumerate(plays) if play.verb in verbs]
            found += [play for _, _, play in sorted(weighed, reverse=True)[:most]]
        return found

    def regret(self, view: Position, action: Action) -> float:
        """How many points worse a legal action is than what he would play himself here, by his own estimates.

        Nought for his own choice and for what he thinks as good; never below. The scale is the same for all verbs: an
        action is weighed with the rest of the turn as he would play it, so that melding first or asking late costs
        only what it spoils. ``view`` is what the player who is to act sees, and the action must be legal there.
        """
        own = self(view).action
        action = action.plain()
        return 0.0 if action == own else max(0.0, self._turn(view, own) - self._turn(view, action))

    def _turn(self, view: Position, action: Action) -> float:
        """What an action and the rest of the turn bring by his estimates."""
        if action.verb == a.ANSWER:
            return self.tastes.out * (action.reply == self(view).action.reply)
        if action.verb == a.ASK:
            return self._turn(view, way[0]) if (way := way_out(view)) else 0.0
        if view.phase == DRAW:
            return self.weigh(view, action)
        total = 0.0
        while True:
            total += self.weigh(view, action)
            after = advance(view, action)
            if after.phase == OVER:
                return total + self.tastes.out * (1 if self._wants_out(view) else -1)
            if after.seat != view.seat:
                return total
            view, action = after, self(after).action
            if action.verb == a.ASK:
                return total + self._turn(view, action)

    def weigh(self, view: Position, play: Action) -> float:
        """What an action brings by his tastes; of a discard what it costs, below nought."""
        if play.verb == a.DISCARD:
            return -self._cost(view, Unseen(view, view.seat), next(c.kinds_in(play.cards)))
        if play.verb == a.DRAW:
            return self.tastes.take
        gain = self._gain(view, play)
        if play.verb == a.TAKE:
            gain += pile_worth(self.tastes, view.brought(), (view.hand or 0) - play.spends, view.tables[view.side])
        return gain

    # -- going out --------------------------------------------------------------------------------------------------

    def _answers(self, view: Position) -> Choice:
        asked = view.profile.partner_of(view.seat)
        hand = view.hands[asked] if asked is not None else 0
        held = points(hand) if hand and not c.count(hand, c.UNSEEN) else 0
        if held <= self.tastes.answer or _threatened(view, view.side):
            message = N_("The hand costs only {n:points}; the others have no time to catch up.")
            return Choice(Action(a.ANSWER, reply="yes"), message, {"n": held}, ("out.ask", "score.base"))
        message = N_("The hand would cost {n:points}.")
        return Choice(Action(a.ANSWER, reply="no"), message, {"n": held}, ("out.ask", "score.base"))

    def _wants_out(self, view: Position) -> bool:
        """Whether ending the deal now is worth more than what his side's melds may still become."""
        tastes, side, profile = self.tastes, view.side, view.profile
        seats = range(profile.players)
        theirs = sum(view.hand_size(seat) or 0 for seat in seats if profile.side_of(seat) != side)
        ours = sum(view.hand_size(seat) or 0 for seat in seats if profile.side_of(seat) == side and seat != view.seat)
        hoped = sum(meld_worth(tastes, meld) for meld in melds_on(view.tables[side]) if meld.size < 7)
        stock = view.stock_size()
        late = stock is not None and stock < LATE
        return late or _threatened(view, side) or tastes.out + tastes.held * (theirs - ours) > tastes.behind * hoped

    # -- the beginning of a turn ------------------------------------------------------------------------------------

    def _begins(self, view: Position, plays: Sequence[Action]) -> Choice:
        takes = [play for play in islice(plays, LOOKED_AT) if play.verb in (a.TAKE, a.PICK)]
        draw = next((play for play in plays if play.verb == a.DRAW), None)
        if takes:
            best = max(takes, key=lambda play: self.weigh(view, play))
            if draw is None or self.weigh(view, best) > self.tastes.take:
                message = N_("The pile brings {n:cards}, worth {worth:points}.")
                pile = view.brought()
                values = {"n": c.size(pile) + 1, "worth": points(pile) + points(c.ONE[view.pile[-1]])}
                return Choice(best, message, values, ("take.whole",))
        if draw is None:
            return Choice(plays[0], N_("The stock is gone."), {}, ("stock.forced-take",))
        message = N_("The pile is not worth what it takes.") if takes else N_("The pile cannot be taken.")
        return Choice(draw, message, {}, ("turn.draw-first",))

    # -- melding and discarding -------------------------------------------------------------------------------------

    def _goes_on(self, view: Position, plays: Sequence[Action]) -> Choice:
        leave = view.answer == "yes" or (view.answer != "no" and self._wants_out(view))
        if leave and (way := way_out(view)):
            if not view.answer and (asks := questions(view)):
                return Choice(asks[0], N_("Going out is possible; the partner may know better."), {}, ("out.ask",))
            message = N_("The answer was yes.") if view.answer else N_("Going out now is worth more than playing on.")
            return Choice(way[0], message, {}, ("out.ask-binding",) if view.answer else ("out.bonus",))
        melds = [play for play in islice(plays, LOOKED_AT) if play.verb == a.MELD]
        if melds:
            gain, _, best = max((self._gain(view, play), -at, play) for at, play in enumerate(melds))
            if gain > 0:
                return Choice(best, *self._why_melded(view, best))
        thrown = [play for play in plays if play.verb == a.DISCARD]
        if not thrown:
            return Choice(plays[0], N_("Nothing can be discarded."))
        return self._discards(view, thrown)

    def _why_melded(self, view: Position, play: Action) -> tuple[str, dict[str, int], tuple[str, ...]]:
        table = view.tables[view.side]
        after = table + effect(play)[1]
        for meld in melds_on(after):
            before = meld_of(table, meld.rank)
            if meld.size >= 7 and (before is None or before.size < 7):
                return N_("It completes a canasta of {rank:ranks}."), {"rank": meld.rank}, ("canasta.seven",)
        if not has_melds(table):
            values = {"n": points(play.spends), "minimum": view.minimum()}
            return N_("It opens with {n:points}; {minimum} are needed."), values, ("initial.minimum",)
        return N_("It brings the side nearer to a canasta."), {}, ("meld.any-number",)

    def _gain(self, view: Position, play: Action) -> float:
        """What laying these cards brings, against keeping them."""
        tastes, hand, table = self.tastes, view.hand or 0, view.tables[view.side]
        spends, lays = effect(play)
        after = table + lays
        if play.verb in (a.TAKE, a.PICK):
            after += c.ONE[view.pile[-1]]
        ranks = {lay.rank for lay in play.lays if lay.rank is not None}
        gain = sum(
            meld_worth(tastes, meld_of(after, rank)) - meld_worth(tastes, meld_of(table, rank)) for rank in ranks
        )
        gain += tastes.laid * points(spends)
        gain -= hand_worth(tastes, hand, table) - hand_worth(tastes, hand - spends, table)
        left = c.size(hand) - c.size(spends)
        if left < tastes.enough and play.verb == a.MELD and view.canastas() < view.profile.canastas_out:
            gain -= tastes.few * (tastes.enough - left)
        if not has_melds(table):
            gain += tastes.opening - tastes.opens * c.size(spends)
        return gain

    def _discards(self, view: Position, thrown: list[Action]) -> Choice:
        unseen = Unseen(view, view.seat)
        costs = [(self._cost(view, unseen, next(c.kinds_in(play.cards))), at) for at, play in enumerate(thrown)]
        play = thrown[min(costs)[1]]
        kind = next(c.kinds_in(play.cards))
        if kind == BLACK_THREE:
            return Choice(play, N_("On a black three nobody can take the pile."), {}, ("take.black-three-top",))
        if kind in (JOKER, DEUCE):
            return Choice(play, N_("It freezes the pile, which the others could use."), {}, ("freeze.card",))
        if self._risk(view, unseen, kind) > 0.3:
            return Choice(play, N_("It may be taken, but every other card costs more."), {}, ("discard.one",))
        return Choice(play, N_("It is needed least, and is hardly taken."), {}, ("discard.one",))

    def _cost(self, view: Position, unseen: Unseen, kind: Kind) -> float:
        """What discarding a card costs: what it is worth here, and what the next player may make of the pile."""
        tastes, hand, table = self.tastes, view.hand or 0, view.tables[view.side]
        if kind == BLACK_THREE:
            return -tastes.black
        pile = c.bag_of(view.pile)
        stake = tastes.stake_points * points(pile) + tastes.stake * c.size(pile) + tastes.stake_base
        kept = hand_worth(tastes, hand, table) - hand_worth(tastes, hand - c.ONE[kind], table)
        return self._risk(view, unseen, kind) * stake + kept - 0.1 * points(c.ONE[kind])

    def _risk(self, view: Position, unseen: Unseen, kind: Kind) -> float:
        """The chance that the next player takes the pile when this card lies on top."""
        if kind in (JOKER, DEUCE, BLACK_THREE):
            return 0.0
        foe = (view.seat + 1) % view.profile.players
        theirs, size = view.profile.side_of(foe), view.hand_size(foe) or 0
        pair = unseen.holds(kind, 2, size)
        if view.is_frozen(theirs):
            return pair if view.has_melded(theirs) else pair / 2
        if meld_of(view.tables[theirs], kind):
            return 1.0
        return max(pair, unseen.holds(kind, 1, size) * unseen.holds(DEUCE, 1, size))


def _threatened(view: Position, side: int) -> bool:
    """Whether another side has the canastas to go out and a hand that is nearly empty."""
    seats = range(view.profile.players)
    return any(
        view.canastas(other) >= view.profile.canastas_out
        and any((view.hand_size(seat) or 0) <= NEAR for seat in seats if view.profile.side_of(seat) == other)
        for other in range(view.profile.sides)
        if other != side
    )


club = Club()
