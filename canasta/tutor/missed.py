"""What was missed in a turn: something the rules allowed that the player passed up, or a play that costs him points.

Every check asks the rule book of what the player saw then (``Position.seen_by``). What came to light later is held
against nobody; where it is told it is told as such ("East took it").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.advance import advance
from canasta.cards import NATURALS, UNSEEN, Bag, Kind
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import questions
from canasta.position import DRAW, DREW, OVER, PLAY, Position
from canasta.table import Meld, meld_of
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.worth import points
from canasta.tutor.gains import all_completed, best_of, brings, completed, plays_of
from canasta.tutor.turns import BETTER, Missed, Turn
from canasta.wayout import way_out
from canasta.words import N_

COSTS = 50  # points by the player's own estimates; what costs less is a matter of taste


class Reviewer(Protocol):
    """A player who can say what he would do, and by how many points an action is worse by his own estimates."""

    def __call__(self, view: Position, /) -> Choice:
        """What he would do."""

    def regret(self, view: Position, action: Action, /) -> float:
        """How many points worse this is."""


# -- rules that were missed -------------------------------------------------------------------------------------------


def take(turn: Turn, bot: Reviewer) -> Missed | None:
    """The pile could be taken and brought a canasta or the opening, and he drew."""
    moment = next((each for each in turn.own if each.action.verb == a.DRAW and each.known), None)
    if moment is None:
        return None
    view = moment.view
    takes = plays_of(view, a.TAKE)
    values: dict[str, Any] = {"n": len(view.pile), "minimum": view.minimum()}
    top = view.pile[-1] if view.pile else c.UNSEEN
    if canastas := [play for play in takes if top in all_completed(view, play)]:
        if _from_hand(view, top):
            return None
        better = best_of(view, canastas)
        values["rank"] = top
        message = N_(
            "The pile of {n:cards} could be taken with {cards:held}; that completes a canasta of {rank:ranks}."
        )
        if not better.spends:
            message = N_("The pile of {n:cards} could be taken; its top card completes your canasta of {rank:ranks}.")
    elif found := next(
        ((play, rank) for play in takes if (rank := _completed_with_pile(view, play)) is not None), None
    ):
        better, values["rank"] = found
        message = N_(
            "The pile of {n:cards} could be taken; with its cards you could complete a canasta of {rank:ranks}."
        )
    elif takes and not view.has_melded() and (choice := bot(view).action).verb == a.TAKE:
        better = choice.plain()
        message = N_("The pile of {n:cards} could be taken with {cards:held}: enough for the {minimum:points} to open.")
    else:
        return None
    if better.spends & c.WILD_MASK and bot(view).action.verb != a.TAKE:
        return None  # he would keep his wild cards
    values["cards"] = better.spends
    clause = "canasta.seven" if "rank" in values else "initial.minimum"
    return moment.missed(better, brings(view, better) + points(view.brought()), message, values, "take.whole", clause)


def _completed_with_pile(view: Position, play: Action) -> Kind | None:
    """The rank of a canasta that a take completes by what its pile brings to the hand, None if it completes none."""
    after = advance(view, play)
    if after.phase == OVER:
        return None
    kept = (view.hand or 0) - play.spends
    ranks: dict[Kind, bool] = {}
    for meld in plays_of(after, a.MELD):
        for rank in all_completed(after, meld):
            cards = sum(lay.cards for lay in meld.lays if lay.rank == rank)
            # What the hand alone completes it completes without the pile too.
            ranks[rank] = ranks.get(rank, True) and any(c.count(cards, k) > c.count(kept, k) for k in c.kinds_in(cards))
    return next((rank for rank, by_pile in ranks.items() if by_pile), None)


def _from_hand(view: Position, rank: Kind) -> bool:
    """Whether a canasta of a rank can be completed after a draw too, with the cards that are in the hand."""
    drawn = view._replace(phase=PLAY, origin=DREW)
    return any(rank in all_completed(drawn, play) for play in plays_of(drawn, a.MELD))


def opening(turn: Turn, bot: Reviewer) -> Missed | None:
    """His side had not melded, could, and should have."""
    moment = turn.last
    if moment is None or moment.view.has_melded() or not plays_of(moment.view, a.MELD):
        return None
    better = bot(moment.view).action.plain()
    if better.verb != a.MELD:
        return None
    values = {"cards": better.spends, "n": points(better.spends), "minimum": moment.view.minimum()}
    message = N_("You could open: {cards:held} count {n:points}, and {minimum} are needed.")
    return moment.missed(better, brings(moment.view, better), message, values, "initial.minimum")


def canasta(turn: Turn, bot: Reviewer) -> Missed | None:
    """A canasta could be completed from the hand: a natural one, or one that is better not waited for."""
    moment = turn.last
    if moment is None or not moment.view.has_melded():
        return None
    view = moment.view
    found = [play for play in plays_of(view, a.MELD) if completed(view, play) is not None]
    if not found:
        return None
    better = best_of(view, found)
    rank, gain = completed(view, better), brings(view, better)
    whole = None if rank is None else meld_of(advance(view, better).tables[view.side], rank)
    if whole is not None and not whole.is_natural and bot(view).action.verb != a.MELD:
        return None
    values = {"cards": better.spends, "rank": rank, "n": gain}
    message = N_("You could complete a canasta of {rank:ranks} with {cards:held}: {n:points} more on the table.")
    return moment.missed(better, gain, message, values, "canasta.seven", "meld.any-number")


def out(turn: Turn, bot: Reviewer) -> Missed | None:
    """He could go out, did not, and should have, or had no other turn to do it in."""
    if turn.went_out or not turn.ended or any(each.action.reply == "no" for each in turn.moments):
        return None
    ways = [(each, way) for each in turn.own if each.known and (way := way_out(each.view))]
    if not ways:
        return None
    moment, way = ways[-1]
    view = moment.view
    melded = sum(action.spends for action in way if action.verb in a.LAYING)
    thrown = next((action.cards for action in way if action.verb == a.DISCARD), 0)
    gain = brings(view, *way)
    values: dict[str, Any] = {"cards": melded, "kind": next(c.kinds_in(thrown), None), "n": gain}
    if way[0].verb == a.TAKE:
        message = N_("You could take the pile and go out with it: {n:points} more.")
    elif not melded:
        message = N_("You could go out with your last card: {n:points} more.")
    elif thrown:
        message = N_("You could go out: meld {cards:held} and discard the {kind:rank}. That is {n:points} more.")
    else:
        message = N_("You could go out: meld {cards:held}. That is {n:points} more.")
    if (ended := _ended_by(turn)) is not None:
        end, left = ended
        values |= {"who": end, "left": left, "could": render(message, values)}
        message = N_("{could} {who:seat} went out before your next turn, and you were left with {left:points}.")
    else:
        choice = bot(view).action
        if choice.verb != a.ASK and advance(view, choice) != advance(view, way[0]):
            return None
    return moment.missed(way[0], gain, message, values, "out.canasta", "score.base")


def _ended_by(turn: Turn) -> tuple[str, int] | None:
    """Who of another side went out before the player's next turn, and what he then held himself, in points."""
    profile = turn.after.profile
    end: Position | None = None
    for step in turn.later:
        if step.before.seat == turn.seat:
            return None
        end = step.after
    hand = end.hands[turn.seat] if end is not None else None
    if end is None or end.out is None or hand is None or c.count(hand, UNSEEN):
        return None
    ours = profile.side_of(end.out) == profile.side_of(turn.seat)
    return None if ours else (profile.seat_names[end.out], points(hand))


def ask(turn: Turn, bot: Reviewer) -> Missed | None:
    """He went out unasked, and his partner would have said no."""
    profile = turn.after.profile
    partner = profile.partner_of(turn.seat)
    if not turn.went_out or partner is None or any(each.action.verb == a.ASK for each in turn.own):
        return None
    moment = next((each for each in turn.own if each.known and questions(each.view)), None)
    hand = turn.after.hands[partner]
    if moment is None or hand is None or c.count(hand, UNSEEN):
        return None
    question = questions(moment.view)[0].plain()
    asked = advance(moment.view, question)
    hands = tuple(hand if at == partner else c.size(held or 0) * c.ONE[UNSEEN] for at, held in enumerate(asked.hands))
    if bot(asked._replace(hands=hands)).action.reply != "no":
        return None
    values = {"partner": profile.seat_names[partner], "n": points(hand)}
    message = N_(
        "Your going out left {partner:seat} with {n:points} in hand. Asked first, {partner:seat} could say no."
    )
    return moment.missed(question, points(hand), message, values, "out.ask", "score.hand-minus")


def spoilt(turn: Turn, bot: Reviewer) -> Missed | None:
    """A wild card went onto a natural canasta, and nobody went out with it."""
    if turn.went_out:
        return None
    for moment in turn.own:
        view = moment.view
        meld = _spoils(view, moment.action)
        if meld is None or not moment.known:
            continue
        wilds = sum(lay.cards & c.WILD_MASK for lay in moment.action.lays if lay.rank == meld.rank)
        clean = [_without(moment.action, meld.rank), bot(view).action.plain(), *plays_of(view, a.DISCARD)]
        better = next((play for play in clean if play and judge(view, play) and _spoils(view, play) is None), None)
        whole = BOOK["canasta.natural"].value(view.profile, meld)
        lost = int(whole - BOOK["canasta.mixed"].value(view.profile, meld._replace(deuces=1)))
        if better is not None and lost > 0:
            values = {"cards": wilds, "rank": meld.rank, "n": lost}
            message = N_("{cards:held} on the natural canasta of {rank:ranks} made it a mixed one: {n:points} less.")
            return moment.missed(better, lost, message, values, "canasta.extend", "canasta.natural")
    return None


def _spoils(view: Position, action: Action) -> Meld | None:
    """The natural canasta that an action makes a mixed one, None if it makes none."""
    if action.verb not in a.LAYING:
        return None
    after = advance(view, action)
    for meld in view.melds():
        now = meld_of(after.tables[view.side], meld.rank)
        if view.is_canasta(meld) and meld.is_natural and now is not None and not now.is_natural:
            return meld
    return None


def _without(action: Action, rank: Kind) -> Action | None:
    """The action without the wild cards for a rank; None if nothing is left of it."""
    kept = [lay._replace(cards=lay.cards & ~c.WILD_MASK) if lay.rank == rank else lay for lay in action.lays]
    first = kept[:1] if action.verb == a.TAKE else []
    lays = (*first, *(lay for lay in kept[len(first) :] if lay.cards))
    return action._replace(lays=lays) if lays else None


def fed(turn: Turn, bot: Reviewer) -> Missed | None:
    """What he discarded fitted a meld of the next player's side in plain view, and the pile was taken with it."""
    moment = turn.last
    step = next((step for step in turn.later if step.verdict.action.verb in (a.TAKE, a.DRAW)), None)
    if moment is None or step is None or step.verdict.action.verb != a.TAKE or not turn.after.pile:
        return None
    view, profile = moment.view, turn.after.profile
    if step.before.seat != turn.after.seat or profile.side_of(turn.after.seat) == view.side:
        return None
    if not _fits(view, moment.action):
        return None
    safe = [play for play in plays_of(view, a.DISCARD) if not _fits(view, play)]
    choice = bot(view).action.plain()
    if not safe or choice == moment.action:
        return None
    better = choice if choice in safe else min(safe, key=lambda play: points(play.cards))
    pile = turn.after.pile
    values = {"kind": pile[-1], "n": len(pile), "who": profile.seat_names[turn.after.seat]}
    message = N_(
        "The {kind:rank} fitted a meld that {who:seat} could add to, and the pile was not frozen; "
        "{who:seat} took its {n:cards}."
    )
    return moment.missed(better, points(c.bag_of(pile)), message, values, "take.add")


def _fits(view: Position, discard: Action) -> bool:
    """Whether the next player can surely take the pile after a discard: with what lies on his side's table."""
    after = advance(view, discard)
    top = after.pile[-1]
    if after.phase != DRAW or top not in NATURALS:
        return False
    return judge(after, Action(a.TAKE, (Lay(top, 0),))).legal


def split(turn: Turn, bot: Reviewer) -> Missed | None:
    """A canasta was laid in pieces that would have counted more laid down whole."""
    profile, side = turn.after.profile, turn.after.profile.side_of(turn.seat)
    if not profile.concealed_canasta_bonus or not turn.own:
        return None
    for meld in turn.after.melds(side):
        if not turn.after.is_canasta(meld) or meld.concealed or meld_of(turn.own[0].view.tables[side], meld.rank):
            continue
        moment = next(each for each in turn.own if any(lay.rank == meld.rank for lay in each.action.lays))
        if moment.action.verb != a.MELD or not moment.known:
            continue
        others = tuple(lay for lay in moment.action.lays if lay.rank != meld.rank)
        whole = Lay(meld.rank, c.bag_of(meld.kinds))
        better = Action(a.MELD, a.in_canonical_order(a.MELD, (*others, whole)))
        if not judge(moment.view, better):
            continue
        laid = meld_of(advance(moment.view, better).tables[side], meld.rank)
        more = int(BOOK["canasta.concealed"].value(profile, laid)) if laid else 0
        if more:
            values = {"rank": meld.rank, "n": more}
            message = N_("The canasta of {rank:ranks} laid down whole, in one action, counts {n:points} more.")
            return moment.missed(better, more, message, values, "canasta.concealed")
    return None


Check = Callable[[Turn, Reviewer], Missed | None]
RULES: tuple[Check, ...] = (take, opening, canasta, out, ask, spoilt, fed, split)


# -- better plays -----------------------------------------------------------------------------------------------------


def better_play(turn: Turn, bot: Reviewer, seats: Sequence[int]) -> Missed | None:
    """The play of a turn that costs most by the player's estimates, if it costs enough to speak of."""
    costs = [
        (bot.regret(each.view, each.action), -each.at, each)
        for each in turn.moments
        if each.known and each.view.acting in seats and each.action.verb not in (a.LAY, a.ASK)
    ]
    if not costs:
        return None
    cost, _at, moment = max(costs)
    if cost < COSTS:
        return None
    choice = bot(moment.view)
    better = choice.action.plain()
    if better == moment.action:
        return None
    message, values = _would(moment.view, choice)
    values |= {"why": choice.reason}
    return Missed(moment.at, BETTER, moment.view.acting, moment.action, better, cost, message, values, choice.clauses)


def _would(view: Position, choice: Choice) -> tuple[str, dict[str, Any]]:
    action = choice.action
    cards: Bag = action.spends
    values: dict[str, Any] = {"cards": cards, "n": len(view.pile)}
    match action.verb:
        case a.DRAW:
            return N_("A club player would draw. {why}"), values
        case a.TAKE if cards:
            return N_("A club player would take the pile of {n:cards} with {cards:held}. {why}"), values
        case a.TAKE:
            return N_("A club player would take the pile of {n:cards} onto the meld of his side. {why}"), values
        case a.MELD if len(action.lays) == 1 and not action.lays[0].naturals:
            message = N_("A club player would add {cards:held} to the {rank:ranks}. {why}")
            return message, {**values, "rank": action.lays[0].rank}
        case a.MELD:
            return N_("A club player would meld {cards:held}. {why}"), values
        case a.DISCARD:
            return N_("A club player would discard the {kind:rank}. {why}"), {"kind": next(c.kinds_in(cards))}
        case a.ASK:
            return N_("A club player would ask: may I go out? {why}"), {}
        case a.ANSWER if action.reply == "yes":
            return N_("A club player would answer yes. {why}"), {}
        case a.ANSWER:
            return N_("A club player would answer no. {why}"), {}
    return N_("A club player would play otherwise. {why}"), {}
