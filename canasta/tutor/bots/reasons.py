"""The club player's reasons, in words and with the clauses that mattered; those of discards are in ``throwing``."""

from __future__ import annotations

from typing import Any

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, RED_THREE, WILDS
from canasta.judge import judge
from canasta.position import LAST
from canasta.table import Meld, meld_of, melds_on
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.laying import laid_in
from canasta.tutor.bots.sight import NEAR, Sight
from canasta.tutor.bots.worth import points
from canasta.words import N_

LATE = 0.4  # the chance that the deal ends from which on that is the reason


def only(sight: Sight, play: Action) -> Choice:
    """Why he plays what alone can be played."""
    view = sight.view
    if play.verb == a.LAY:
        return Choice(play, N_("Red threes are laid before anything else."), {}, ("red-three.hand",))
    if view.answer == "yes":
        return bound(sight, play)
    if play.verb == a.PASS:
        return Choice(play, N_("After the last red three nothing is discarded."), {}, ("stock.last-red-three",))
    if play.verb == a.DRAW:
        return no_take(sight, play)
    if play.verb == a.TAKE:
        return forced(sight, play)
    if play.verb == a.DISCARD:
        return Choice(play, N_("It is the only card that can be discarded."), {}, ("discard.one",))
    return Choice(play, N_("Nothing else is allowed."), {}, ("out.keep-one",))


def bound(sight: Sight, play: Action) -> Choice:
    """Why he plays on towards going out: the answer was yes."""
    return Choice(play, N_("The partner said yes, and that binds."), {}, ("out.ask-binding",))


# -- the beginning of a turn ----------------------------------------------------------------------------------------


def _pile(sight: Sight) -> dict[str, Any]:
    """The whole pile: how many cards and what they count."""
    pile = sight.view.pile
    return {"n": len(pile), "worth": points(c.bag_of(pile)), "top": pile[-1]}


def take(sight: Sight, play: Action) -> Choice:
    """Why he takes the pile."""
    values, lay = _pile(sight), play.lays[0]
    clauses = ("take.whole",)
    done = _completed(sight, play)
    if done is not None and done.rank == values["top"]:
        message = N_("The pile brings {n:cards}, worth {worth:points}, and completes a canasta of {rank:ranks}.")
        return Choice(play, message, {**values, "rank": done.rank}, (*clauses, "canasta.seven"))
    if not sight.opened:
        values["minimum"] = sight.view.minimum()
        message = N_("It opens the side and brings the pile of {n:cards}, worth {worth:points}.")
        return Choice(play, message, values, (*clauses, "take.initial"))
    if not lay.cards:
        message = N_("The {top:rank} joins a meld, and the pile brings {n:cards}, worth {worth:points}.")
        return Choice(play, message, values, (*clauses, "take.add"))
    clause = "freeze.natural-pair" if sight.view.is_frozen() else "take.pair" if not lay.wilds else "take.one-and-wild"
    return Choice(play, N_("The pile brings {n:cards}, worth {worth:points}."), values, (*clauses, clause))


def forced(sight: Sight, play: Action) -> Choice:
    """Why he takes the pile where the stock is gone and he must."""
    values = _pile(sight)
    message = N_("The stock is gone, and the {top:rank} fits a meld of the side: it must be taken.")
    return Choice(play, message, values, ("stock.forced-take",))


def no_take(sight: Sight, draw: Action) -> Choice:
    """Why he draws: the pile cannot be taken."""
    view, pile = sight.view, sight.view.pile
    if draw.verb != a.DRAW:
        return only(sight, draw)
    ends = view.stock == b""
    if not pile:
        if ends:
            return Choice(draw, N_("The stock is gone and there is no pile: the deal ends."), {}, ("stock.end",))
        return Choice(draw, N_("There is no pile to take."), {}, ("turn.draw-first",))
    top = pile[-1]
    values = {"top": top, "n": len(pile), "minimum": view.minimum()}
    if ends:
        message = N_("The stock is gone, and the pile cannot be taken: the deal ends.")
        return Choice(draw, message, values, ("stock.end",))
    if top in WILDS:
        return Choice(draw, N_("A {top:rank} lies on the pile, so nobody takes it."), values, ("take.wild-top",))
    if top in (BLACK_THREE, RED_THREE):
        clause = "take.black-three-top" if top == BLACK_THREE else "take.red-three-top"
        return Choice(draw, N_("A {top:rank} lies on the pile, so nobody takes it."), values, (clause,))
    if try_ := _likeliest(sight, top):
        # His cards would do, so something else is in the way, and the book knows what.
        lead = judge(view, try_).lead
        clause = lead.clause if lead is not None else "turn.draw-first"
        if clause in ("initial.minimum", "take.initial"):
            message = N_("With the {top:ranks} alone the first meld would not count {minimum:points}.")
            return Choice(draw, message, values, ("initial.minimum", "take.initial"))
        return Choice(draw, _HINDERED.get(clause, N_("Nothing here takes the {top:rank}.")), values, (clause,))
    if view.is_frozen():
        if sight.frozen_by_card:
            message = N_("The pile is frozen, and the hand holds no pair of {top:ranks}.")
            return Choice(draw, message, values, ("freeze.natural-pair", "freeze.until-taken"))
        message = N_("Before the side's first meld only a pair of {top:ranks} takes the pile; the hand holds none.")
        return Choice(draw, message, values, ("freeze.before-initial", "freeze.natural-pair"))
    return Choice(draw, N_("Nothing here takes the {top:rank}."), values, ("take.pair", "take.one-and-wild"))


# What keeps a player from a pile that his cards or his melds would match.
_HINDERED = {
    "take.one-card": N_("A hand of one card may not take a pile of one card."),
    "take.add": N_("The {top:ranks} are a canasta, and here no pile is taken onto one."),
    "take.pair": N_("Here only a natural pair takes the pile, and the hand holds no pair of {top:ranks}."),
    "meld.same-rank": N_("With the {top:rank} the hand makes no meld."),
    **dict.fromkeys(
        ("out.keep-one", "out.canasta", "out.ask-binding", "out.ask-optional"),
        N_("Taking the pile would leave too few cards in the hand, as the side may not go out."),
    ),
}


def _likeliest(sight: Sight, top: int) -> Action | None:
    """The take that his cards of the top card's rank, or his side's meld, speak for; None if nothing does."""
    held = c.count(sight.hand, top)
    if held >= 2:
        return Action(a.TAKE, (Lay(top, 2 * ONE[top]),))
    if sight.view.is_frozen():
        return None
    if meld_of(sight.table, top):
        return Action(a.TAKE, (Lay(top, 0),))
    wild = next((kind for kind in (DEUCE, JOKER) if c.count(sight.hand, kind)), None)
    return Action(a.TAKE, (Lay(top, ONE[top] + ONE[wild]),)) if held and wild is not None else None


def not_taken(sight: Sight, draw: Action, play: Action) -> Choice:
    """Why he draws although he could take the pile."""
    values = {**_pile(sight), "spent": c.size(play.spends)}
    if sight.view.stock == b"":
        message = N_("The stock is gone; taking the pile would bring less than it costs, so the deal may end.")
        return Choice(draw, message, values, ("stock.end", "stock.may-refuse"))
    wilds = sum(lay.wilds for lay in play.lays)
    if wilds:
        message = N_("The pile of {n:cards} is not worth {wilds:wilds} from the hand.")
        return Choice(draw, message, {**values, "wilds": wilds}, ("take.whole", "turn.draw-first"))
    if not values["spent"]:
        message = N_("The pile brings {n:cards}, worth {worth:points}: a draw promises more.")
    elif not sight.opened:
        message = N_("To open for a pile of {n:cards} would take {spent:cards} from the hand, and show them.")
    else:
        message = N_("The pile of {n:cards} is not worth the {spent:cards} that it takes from the hand.")
    return Choice(draw, message, values, ("take.whole", "turn.draw-first"))


# -- melding --------------------------------------------------------------------------------------------------------


def meld(sight: Sight, play: Action) -> Choice:
    """Why he melds."""
    if done := _completed(sight, play):
        values: dict[str, Any] = {"rank": done.rank, "wilds": done.wilds}
        if done.wilds:
            return Choice(
                play, N_("It completes a canasta of {rank:ranks}."), values, ("canasta.seven", "canasta.mixed")
            )
        message = N_("It completes a natural canasta of {rank:ranks}.")
        return Choice(play, message, values, ("canasta.seven", "canasta.natural"))
    if not sight.opened:
        values = {"n": points(play.spends), "minimum": sight.view.minimum(), "cards": c.size(play.spends)}
        message = N_("It opens with {n:points} from {cards:cards}; {minimum} are needed.")
        return Choice(play, message, values, ("initial.minimum", "initial.count"))
    if late := _ending(sight):
        message, values, clauses = late
        return Choice(play, message, values, clauses)
    return _grows(sight, play)


def _grows(sight: Sight, play: Action) -> Choice:
    lay = play.lays[0]
    rank = lay.rank or 0
    before, after = meld_of(sight.table, rank), meld_of(sight.table + laid_in(sight.view, play), rank)
    size = 0 if after is None else after.size
    values = {"rank": rank, "size": size, "missing": max(0, sight.profile.canasta_size - size)}
    if not values["missing"]:
        message = N_("The canasta of {rank:ranks} takes it, and its points count.")
        return Choice(play, message, values, ("canasta.extend", "score.cards"))
    if before is None:
        message = N_("A new meld of {rank:ranks}: it may become a canasta, and it lets the side take such a card.")
        return Choice(play, message, values, ("meld.any-number", "take.add"))
    message = N_("The {rank:ranks} lack {missing:cards} for a canasta then.")
    return Choice(play, message, values, ("canasta.seven", "meld.any-number"))


def _completed(sight: Sight, play: Action) -> Meld | None:
    """The canasta that a play completes, the first of them."""
    for each in melds_on(sight.table + laid_in(sight.view, play)):
        before = meld_of(sight.table, each.rank)
        small = before is None or not sight.view.is_canasta(before)
        if small and sight.view.is_canasta(each):
            return each
    return None


# -- going out ------------------------------------------------------------------------------------------------------


def _ending(sight: Sight) -> tuple[str, dict[str, Any], tuple[str, ...]] | None:
    """Why the deal may end soon, if it may."""
    stock, threat = sight.view.stock_size(), sight.threat
    if sight.end < LATE:
        return None
    if sight.view.origin == LAST:
        return N_("The deal ends with this turn, and what is melded counts."), {}, ("stock.last-red-three",)
    if threat is not None and threat.cards <= NEAR:
        values: dict[str, Any] = {"canastas": threat.canastas, "cards": threat.cards}
        if sight.profile.sides == sight.profile.players:
            values["seat"] = sight.profile.seat_names[threat.side]
            message = N_("{seat:seat} has {canastas:canastas} and holds {cards:cards}: the deal may end soon.")
            return message, values, ("out.canasta", "score.hand-minus")
        message = N_("The others have {canastas:canastas} and one of them holds {cards:cards}: the deal may end soon.")
        return message, values, ("out.canasta", "score.hand-minus")
    if not stock:
        return N_("The stock is gone: what stays in the hand may count against it."), {}, ("score.hand-minus",)
    message = N_("The stock is down to {n:cards}: what stays in the hand may count against it.")
    return message, {"n": stock}, ("score.hand-minus", "stock.end")


def out(sight: Sight, play: Action) -> Choice:
    """Why he goes out."""
    if sight.view.answer == "yes":
        return Choice(play, N_("The partner said yes, so it goes out."), {}, ("out.ask-binding", "score.base"))
    if late := _ending(sight):
        message, values, clauses = late
        return Choice(play, message, values, (*clauses, "out.canasta"))
    values = {"cards": sum(sight.held_by_side(side) for side in sight.others)}
    message = N_("It can go out while the others hold {cards:cards}, which count against them.")
    if not sight.stated(*sight.others):
        message = N_("It can go out, and what the others hold counts against them.")
    return Choice(play, message, values, ("score.base", "score.hand-minus"))


def waits(play: Action) -> Choice:
    """Why he discards although he could go out."""
    message = N_("It could go out, but the side's melds may still bring more than the end of the deal.")
    return Choice(play, message, {}, ("out.canasta", "canasta.seven"))


def unopened(play: Action, opening: Action) -> Choice:
    """Why he discards although he could open."""
    values = {"cards": c.size(opening.spends), "n": points(opening.spends)}
    message = N_("It could open with {n:points}, but {cards:cards} do more in the hand, and nothing presses.")
    return Choice(play, message, values, ("initial.minimum", "freeze.before-initial"))


def ask(sight: Sight, play: Action) -> Choice:
    """Why he asks."""
    if sight.profile.ask == "required":
        return Choice(play, N_("It can go out, and must ask the partner first."), {}, ("out.ask-optional", "out.ask"))
    values = {"cards": sight.held_by_side(sight.side)}
    message = N_("It can go out; the partner, with {cards:cards} in hand, may know better.")
    if sight.profile.players > 4:
        message = N_("It can go out; the partners, with {cards:cards} in hand, may know better.")
    if not sight.stated(sight.side):
        message = N_("It can go out; who is asked may know better.")
    return Choice(play, message, values, ("out.ask", "score.hand-minus"))


def answer(sight: Sight, play: Action, held: int) -> Choice:
    """Why he answers so."""
    values: dict[str, Any] = {"n": held, "cards": max(sight.held_by_side(side) for side in sight.others)}
    clauses = ("out.ask", "score.hand-minus")
    if play.reply == "no":
        message = N_("The hand would cost {n:points}, and the side's melds may still grow.")
        return Choice(play, message, values, clauses)
    if late := _ending(sight):
        message, more, _ = late
        return Choice(play, message, {**values, **more}, clauses)
    if not sight.stated(*sight.others):
        message = N_("The hand costs {n:points}, and what the others hold counts against them.")
        return Choice(play, message, values, clauses)
    message = N_("The hand costs only {n:points}, and the others hold {cards:cards}.")
    if held > 50:
        message = N_("The hand costs {n:points}, but the others hold {cards:cards}.")
    return Choice(play, message, values, clauses)
