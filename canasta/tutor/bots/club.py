"""The club player: sensible, quick, and able to say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.advance import advance
from canasta.errors import ImpossiblePosition
from canasta.lazy import Lazy, by_verb
from canasta.lister import legal, questions
from canasta.position import ANSWER, DRAW, OVER, PLAY, Position
from canasta.table import melds_on
from canasta.tutor.bots import reasons
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.laying import Laying, laid_in
from canasta.tutor.bots.sight import Sight, unasked
from canasta.tutor.bots.tastes import CLUB, Tastes
from canasta.tutor.bots.throwing import Throwing
from canasta.tutor.bots.worth import meld_worth, points
from canasta.wayout import Way, draw_is_safe, way_out

LATE = 0.5  # the chance that the deal ends from which on a take is played to the end of the turn before it is weighed
TEMPTING = -50  # points from which on an opening that is not made is spoken of
STEPS = 6  # ways to begin going out that are thought of
MUCH = 20  # cards of hand and pile that he does not hope to lay in one turn
UNASKED = 3  # points that going out without a word costs: the partner may have known better


@dataclass(frozen=True)
class Club:
    """A player who weighs every action by his tastes. It is called with the view of the player who is to act."""

    tastes: Tastes = CLUB

    def __call__(self, view: Position) -> Choice:
        """The action he would play, and why."""
        sight = Sight(view)
        if view.phase == ANSWER:
            return self._answers(sight)
        if leaves := self._leaves(sight):
            return leaves
        plays = sight.plays
        if len_is_one(plays):
            return reasons.only(sight, plays[0])
        return self._begins(sight, plays) if view.phase == DRAW else self._goes_on(sight, plays)

    # -- for who looks ahead or back -------------------------------------------------------------------------------

    def ranked(self, view: Position, most: int) -> list[Action]:
        """The actions that he would think about, of each kind the ``most`` that seem best to him."""
        sight = Sight(view)
        plays = sight.plays
        tastes = self.tastes.nearing(sight.end)
        laying, throwing = Laying(sight, tastes), Throwing(sight, tastes)
        found = of_verb(plays, a.DRAW)
        for verb in (a.TAKE, a.MELD):
            found += [play for _, play in laying.best(plays, verb)[:most]]
        return found + [throw.play for throw in throwing.best(of_verb(plays, a.DISCARD))[:most]]

    def weigh(self, view: Position, play: Action) -> float:
        """What an action brings by his tastes; of a discard what it costs, below nought."""
        sight = Sight(view)
        tastes = self.tastes.nearing(sight.end)
        if play.verb == a.DISCARD:
            return -Throwing(sight, tastes).weigh(play).cost
        if play.verb == a.DRAW:
            return self._draw(sight)
        return Laying(sight, tastes).weigh(play) if play.verb in a.LAYING else 0.0

    def regret(self, view: Position, action: Action, own: Action | None = None) -> float:
        """How many points worse a legal action is than what he would play himself here, by his own estimates.

        Nought for his own choice and for what he thinks as good; never below. The scale is the same for all verbs: an
        action is weighed with the rest of the turn as he would play it, so that melding first or asking late costs
        only what it spoils. ``view`` is what the player who is to act sees, and the action must be legal there; ``own``
        is his own choice, if it is known already.
        """
        own = self(view).action if own is None else own
        action = action.plain()
        return 0.0 if action == own else max(0.0, self._turn(view, own) - self._turn(view, action))

    def _turn(self, view: Position, action: Action) -> float:
        """What an action and the rest of the turn bring by his estimates."""
        sight = Sight(view)
        margin = self.margin(sight)
        if action.verb == a.ANSWER:
            return margin if action.reply == "yes" else 0.0
        if action.verb == a.ASK:
            allowed = view._replace(answer="yes")
            return UNASKED + self._turn(allowed, self(allowed).action)
        if action.verb not in (a.DRAW, *a.LAYING, a.DISCARD):
            return 0.0
        if view.phase == DRAW:
            return self._drawn(sight) if action.verb == a.DRAW else self._take(sight, action)
        total = self.weigh(view, action)
        after = advance(view, action)
        if after.phase == OVER:
            return total + self._ended(sight, after)
        if after.phase != PLAY or after.seat != view.seat:
            return total
        return total + self._rest(after)

    def _rest(self, view: Position) -> float:
        """What the rest of a turn brings, nothing where he knows no card to go on with."""
        try:
            action = self(view).action
        except ImpossiblePosition:
            return 0.0
        return self._turn(view, action)

    # -- going out --------------------------------------------------------------------------------------------------

    def margin(self, sight: Sight) -> float:
        """What ending the deal now is worth, against what the melds may still become and the hands still bring."""
        tastes, profile, view = self.tastes, sight.profile, sight.view

        def hopes(side: int) -> float:
            melds = melds_on(view.tables[side])
            return sum(meld_worth(tastes, meld, profile) for meld in melds if meld.size < profile.canasta_size)

        total = tastes.urgent * sight.end - tastes.held * sight.held_by_side(sight.side)
        total += profile.out_bonus
        if view.phase == ANSWER:
            total -= hand_points(sight)
        theirs = max(tastes.held * sight.held_by_side(side) + tastes.behind * hopes(side) for side in sight.others)
        return total + theirs - tastes.behind * hopes(sight.side)

    def _ended(self, sight: Sight, after: Position) -> float:
        """What the end of the deal is worth after his last action, in which he may have gone out."""
        if after.out is None:
            return 0.0
        return self.margin(sight) + sight.profile.concealed_bonus * after.out_concealed

    def _answers(self, sight: Sight) -> Choice:
        margin = self.margin(sight)
        action = Action(a.ANSWER, reply="yes" if margin > 0 else "no")
        return reasons.answer(sight, action, hand_points(sight))

    def _way_out(self, sight: Sight) -> Way | None:
        """How he goes out now, if he can and would."""
        view = sight.view
        concealed = 0 if sight.opened else sight.profile.concealed_bonus
        if view.answer == "no" or (view.answer != "yes" and self.margin(sight) + concealed <= 0):
            return None
        if view.phase == DRAW and not view.answer and sight.size + len(view.pile) > MUCH:
            return None
        # Where he must ask, the way is open only after a yes.
        return way_out(view._replace(answer="yes") if sight.shapes.must_ask else view)

    def _step(self, sight: Sight, way: Way) -> Action:
        """The next step of going out: of those that leave a way, the one that brings most."""
        view = sight.view
        if view.phase == DRAW or way[0].verb != a.MELD:
            return way[0]
        whole = not sight.opened and sight.size - c.size(way[0].spends) <= 1
        # With the answer each play would be put to the whole book; whether it keeps the yes is asked here.
        plays = legal(view._replace(answer="", profile=unasked(view.profile)))
        for _, play in Laying(sight, self.tastes.nearing(1.0)).best(plays, a.MELD)[:STEPS]:
            if whole and sight.size - c.size(play.spends) > 1:
                continue
            after = advance(view, play)
            if after.phase == OVER or way_out(after):
                return play
        return way[0]

    def _leaves(self, sight: Sight) -> Choice | None:
        """The question or the next step towards going out, if he can and would."""
        view = sight.view
        if not (way := self._way_out(sight)):
            return None
        if not view.answer and (asks := questions(view)):
            return reasons.ask(sight, asks[0])
        if sight.shapes.must_ask and not view.answer:
            return None
        return reasons.out(sight, self._step(sight, way))

    # -- the beginning of a turn ------------------------------------------------------------------------------------

    def _draw(self, sight: Sight) -> float:
        """What a draw brings; with the stock gone it ends the deal."""
        if sight.view.stock == b"":
            return 0.0
        return self.tastes.nearing(sight.end).take * sight.profile.draws

    def _drawn(self, sight: Sight) -> float:
        """The same, with what going out afterwards is worth where that is certain."""
        margin = self.margin(sight)
        sure = margin > 0 and draw_is_safe(sight.view._replace(answer="yes"))[0]
        return self._draw(sight) + (margin if sure else 0.0)

    def _take(self, sight: Sight, play: Action) -> float:
        """What a take brings; where the deal may end with this turn, by all that can still be laid in it."""
        worth = Laying(sight, self.tastes.nearing(sight.end)).weigh(play)
        if sight.end < LATE and not self._way_out(sight):
            return worth
        after = advance(sight.view, play)
        if after.phase != PLAY:
            return worth + self._ended(sight, after)
        return worth + self._rest(after)

    def _begins(self, sight: Sight, plays: Sequence[Action]) -> Choice:
        view = sight.view
        draw = next(iter(of_verb(plays, a.DRAW)), None)
        if view.answer == "yes":
            return reasons.bound(sight, draw or plays[0])
        found = Laying(sight, self.tastes.nearing(sight.end)).best(plays, a.TAKE)
        if sight.end >= LATE:
            found = [(self._take(sight, play), play) for _, play in found[:1]]
        if not found:
            return reasons.no_take(sight, draw or plays[0])
        worth, best = found[0]
        if draw is None:
            return reasons.forced(sight, best)
        return reasons.take(sight, best) if worth > self._draw(sight) else reasons.not_taken(sight, draw, best)

    # -- melding and discarding -------------------------------------------------------------------------------------

    def _goes_on(self, sight: Sight, plays: Sequence[Action]) -> Choice:
        view = sight.view
        tastes = self.tastes.nearing(sight.end)
        laying = Laying(sight, tastes)
        melds = laying.best(plays, a.MELD)
        for gain, play in melds:
            if gain <= 0:
                break
            # What it brings may outweigh the end of the deal that he did not want.
            slips = self._slips_out(sight, play)
            if slips and (view.answer == "no" or gain + self.margin(sight) <= 0):
                continue
            if slips and not view.answer and (asks := questions(view)):
                return reasons.ask(sight, asks[0])
            return reasons.meld(sight, play)
        thrown = of_verb(plays, a.DISCARD)
        if not thrown:
            return reasons.only(sight, next(iter(of_verb(plays, a.PASS)), None) or plays[0])
        throwing = Throwing(sight, tastes)
        choice = throwing.choice(throwing.best(thrown))
        if not view.answer and sight.canastas >= sight.needed and sight.size > 1 and way_out(view):
            return reasons.waits(choice.action)
        wild = next(c.kinds_in(choice.action.cards)) in c.WILDS  # that alone wants a reason
        if melds and not wild and not sight.opened and melds[0][0] > TEMPTING and not sight.end:
            return reasons.unopened(choice.action, melds[0][1])
        return choice

    def _slips_out(self, sight: Sight, play: Action) -> bool:
        """Whether a meld leaves so few cards that the discard would go out, which he does not want."""
        left = sight.size - c.size(play.spends)
        if left > 1:
            return False
        return left == 0 or sight.shapes.canastas(sight.table + laid_in(sight.view, play)) >= sight.needed


def of_verb(plays: Sequence[Action], verb: str) -> list[Action]:
    """The plays of a verb that are never too many to be listed, such as the discards."""
    return list(by_verb(plays).get(verb, ())) if isinstance(plays, Lazy) else [p for p in plays if p.verb == verb]


def len_is_one(plays: Sequence[Action]) -> bool:
    """Whether there is one play alone; a large hand's need not be counted for that."""
    return not isinstance(plays, Lazy) and len(plays) == 1


def hand_points(sight: Sight) -> int:
    """What the known cards of the hand that is to act count."""
    return points(sight.hand & (c.ONE[c.UNSEEN] - 1))


club = Club()
