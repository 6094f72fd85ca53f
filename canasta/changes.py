"""Facts that could be otherwise: small changes to a position and an action, each with its words.

A maker looks at one refused try and yields changes of one kind, the simplest first. It need not know whether a change
helps: ``canasta.why`` judges again. Each message completes "It would be legal if …".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, ONE, RED_THREE, UNSEEN, WILDS, Kind
from canasta.case import Case
from canasta.position import ANSWER, DRAW, DREW, NOT_YET, OVER, PLAY, TOOK
from canasta.table import RED_THREE_ON_TABLE, Meld, has_melds, meld_of, melds_on, pack
from canasta.tries import Change, Try, fillers, settled, with_hand, with_lay, with_table
from canasta.words import N_

Maker: TypeAlias = Callable[[Try], Iterator[Change]]


# -- the turn ---------------------------------------------------------------


def own_turn(tried: Try) -> Iterator[Change]:
    """Another seat acts: let it be in turn, its cards as unseen as they are."""
    position, action = tried
    names = position.profile.seat_names
    if action.seat not in names or names.index(action.seat) == position.seat or position.phase == OVER:
        return
    begins = action.verb in (a.DRAW, a.TAKE, a.PICK, a.SAY)
    after = position._replace(
        seat=names.index(action.seat),
        phase=DRAW if begins else PLAY,
        origin=NOT_YET if begins else DREW,
        fresh=0,
        answer="",
        first=False,
    )
    message = N_("{seat:seat} were in turn") if begins else N_("{seat:seat} were in turn and had drawn")
    yield Change(message, {"seat": action.seat}, after, action._replace(seat=""))


def first_turn(tried: Try) -> Iterator[Change]:
    """Somebody would look through the pile: let it be his first turn."""
    position, action = tried
    if action.topic == "pile" and not position.first:
        yield Change(N_("it were your first turn"), {}, position._replace(first=True), action)


def deal_not_over(tried: Try) -> Iterator[Change]:
    """The deal is over: let it go on."""
    position, action = tried
    if position.phase == OVER:
        phase, origin = (DRAW, NOT_YET) if action.verb in (a.DRAW, a.TAKE, a.PICK) else (PLAY, DREW)
        after = position._replace(phase=phase, origin=origin, fresh=0, answer="", out=None, out_concealed=False)
        yield Change(N_("the deal were not over"), {}, after, action)


def red_threes_laid(tried: Try) -> Iterator[Change]:
    """Red threes in the hand: let them lie on the table already, replaced if the stock allows it."""
    position, action = tried
    reds = c.count(position.hand or 0, RED_THREE)
    if not reds or action.verb == a.LAY:
        return
    hand = (position.hand or 0) - reds * ONE[RED_THREE]
    if position.stock != b"" and position.origin != TOOK and not tried.lacking:
        hand += reds * ONE[UNSEEN]
    laid = with_table(position, tried.table + reds * RED_THREE_ON_TABLE)
    yield Change(N_("you had laid {n:red_threes} first"), {"n": reds}, with_hand(laid, hand), action)


def after_draw(tried: Try) -> Iterator[Change]:
    """The turn has not begun: let it have begun with a draw."""
    position, action = tried
    if position.phase != DRAW or action.verb not in (a.MELD, a.DISCARD):
        return
    after = position._replace(phase=PLAY, origin=DREW)
    # An unseen card could be any that the action lacks; that would promise too much.
    if position.hand is not None and position.stock != b"" and not tried.lacking:
        after = with_hand(after, position.hand + position.profile.draws * ONE[UNSEEN])
    yield Change(N_("you had drawn first"), {}, after, action)


def before_draw(tried: Try) -> Iterator[Change]:
    """The turn has begun: let it be at its beginning."""
    position, action = tried
    if position.phase == PLAY and action.verb in (a.DRAW, a.TAKE, a.PICK):
        after = position._replace(phase=DRAW, origin=NOT_YET, fresh=0)
        message = N_("you had not drawn yet") if position.origin == DREW else N_("your turn were only beginning")
        yield Change(message, {}, after, action)


def partner_silent(tried: Try) -> Iterator[Change]:
    """The partner has answered: let him not have been asked."""
    position, action = tried
    if position.answer:
        message = N_("your partner had not said no") if position.answer == "no" else N_("you had not been told yes")
        yield Change(message, {}, position._replace(answer=""), action)


def partner_answers(tried: Try) -> Iterator[Change]:
    """The question is open, or a yes is wanted: let the partner have answered."""
    position, action = tried
    if position.phase == ANSWER:
        after = position._replace(phase=PLAY if position.origin else DRAW)
        yield Change(N_("your partner had said no"), {}, after._replace(answer="no"), action)
        yield Change(N_("your partner had said yes"), {}, after._replace(answer="yes"), action)
    elif not position.answer and position.profile.partner_of(position.seat) is not None:
        yield Change(N_("your partner had said yes"), {}, position._replace(answer="yes"), action)


def stock_there(tried: Try) -> Iterator[Change]:
    """The stock is gone: let a card be left."""
    position, action = tried
    if position.stock == b"":
        after = settled(position._replace(stock=bytes([UNSEEN]) * position.profile.draws), by_stock=False)
        yield Change(N_("the stock were not gone"), {}, after, action)


# -- the pile ---------------------------------------------------------------


def thawed(tried: Try) -> Iterator[Change]:
    """Cards freeze the pile: let others lie in their places."""
    position, action = tried
    pile, filler = position.pile, next(fillers(tried), None)
    if action.verb not in (a.TAKE, a.PICK) or filler is None:
        return
    while (place := position._replace(pile=pile).freezing_index()) is not None:
        if place == len(pile) - 1:
            return  # what lies on top is no freeze to take away, but a card that is not taken
        pile = pile[:place] + bytes([filler]) + pile[place + 1 :]
    if pile != position.pile:
        still = position.profile.frozen_before_initial and not has_melds(tried.table)
        message = N_("no card froze the pile") if still else N_("the pile were not frozen")
        yield Change(message, {}, position._replace(pile=pile), action)


def melded(tried: Try) -> Iterator[Change]:
    """The side has not melded: let it have a meld."""
    position, action = tried
    least = position.profile.meld_size
    if not has_melds(tried.table) and (rank := next(fillers(tried, least), None)):
        after = with_table(position, tried.table + pack(Meld(rank, least)))
        yield Change(N_("your side had melded"), {}, after, action)


def meld_there(tried: Try) -> Iterator[Change]:
    """Cards are laid where the side has no meld: let it have one of three naturals."""
    position, action = tried
    least = position.profile.meld_size
    for lay in action.lays if action.verb in a.LAYING and has_melds(tried.table) else ():
        if lay.rank in NATURALS and lay.rank and not lay.seat and meld_of(tried.table, lay.rank) is None:
            after = with_table(position, tried.table + pack(Meld(lay.rank, least)))
            yield Change(N_("your side had a meld of {rank:ranks}"), {"rank": lay.rank}, after, action)


def top_card(tried: Try) -> Iterator[Change]:
    """The top card is not what the cards shown would take: let it be, or be covered."""
    position, action = tried
    pile = position.pile
    rank = action.lays[0].rank if action.lays else None
    if action.verb not in (a.TAKE, a.PICK) or rank is None or rank not in NATURALS or pile[-1:] == bytes([rank]):
        return
    if pile and pile[-1] in (*WILDS, BLACK_THREE):
        message, values = N_("one of the {rank:ranks} lay on the {top:rank}"), {"rank": rank, "top": pile[-1]}
        yield Change(message, values, settled(position._replace(pile=pile + bytes([rank]))), action)
        return
    message = N_("the top card were one of the {rank:ranks}") if pile else N_("one of the {rank:ranks} lay in the pile")
    upcards = min(position.upcards, max(0, len(pile) - 1))
    after = settled(position._replace(pile=pile[:-1] + bytes([rank]), upcards=upcards))
    yield Change(message, {"rank": rank}, after, action)


def whole_pile(tried: Try) -> Iterator[Change]:
    """Only the top card is picked: let the whole pile be taken."""
    position, action = tried
    if action.verb == a.PICK:
        yield Change(N_("you took the whole pile"), {}, position, action._replace(verb=a.TAKE))


# -- what is laid ---------------------------------------------------------------


def suits_bare(tried: Try) -> Iterator[Change]:
    """The cards are named with suits: let them be any."""
    position, action = tried
    if action != action.plain():
        plain = action.plain()
        yield Change(N_("you named no suits, as in {plain}"), {"plain": plain}, position, plain)


def one_meld(tried: Try) -> Iterator[Change]:
    """A second meld of a rank is meant: let the cards join."""
    position, action = tried
    if action.verb not in a.LAYING or not any(lay.rank is not None for lay in action.lays):
        return
    joined: list[Lay] = []
    for lay in action.lays:
        at = next((at for at, other in enumerate(joined) if lay.rank is not None and other.rank == lay.rank), None)
        if at is None:
            joined.append(lay._replace(apart=False))
        else:
            joined[at] = joined[at]._replace(cards=joined[at].cards + lay.cards)
    if tuple(joined) != action.lays:
        yield Change(N_("the cards lay in one meld"), {}, position, action._replace(lays=tuple(joined)))


def own_meld(tried: Try) -> Iterator[Change]:
    """Cards are laid on another side's meld: let the meld be one's own."""
    position, action = tried
    names = position.profile.seat_names
    for place, lay in enumerate(action.lays):
        side = position.profile.side_of(names.index(lay.seat)) if lay.seat in names else position.side
        meld = meld_of(position.tables[side], lay.rank) if lay.rank is not None else None
        if action.verb != a.MELD or side == position.side or meld is None or meld_of(tried.table, meld.rank):
            continue
        tables = list(position.tables)
        tables[side] -= pack(meld)
        tables[position.side] += pack(meld)
        lays = (*action.lays[:place], lay._replace(seat=""), *action.lays[place + 1 :])
        # Who has melded on the other side has lost what shows it, if this was the only meld.
        bits = sum(1 << seat for seat in range(len(names)) if has_melds(tables[position.profile.side_of(seat)]))
        after = position._replace(tables=tuple(tables), melded=position.melded & bits)
        yield Change(N_("the meld were your side's"), {}, after, action._replace(lays=lays))


def from_hand(tried: Try) -> Iterator[Change]:
    """A card of a meld is discarded: let it come from the hand."""
    position, action = tried
    cards = sum(lay.cards for lay in action.lays)
    if action.verb == a.DISCARD and cards and position.hand is not None:
        after = with_hand(position, position.hand + c.lacking(position.hand, cards))
        yield Change(N_("the card came from your hand"), {}, after, Action(a.DISCARD, cards=cards))


def one_rank(tried: Try) -> Iterator[Change]:
    """Cards of several ranks are laid together: let them all be of the one that has most."""
    position, action = tried
    if action.verb not in a.LAYING or position.hand is None or tried.lacking:
        return
    for place, lay in enumerate(action.lays):
        ranks = sorted(
            (kind for kind in NATURALS if c.count(lay.cards, kind)), key=lambda kind: c.count(lay.cards, kind)
        )
        rank = lay.rank if lay.rank in NATURALS else next(reversed(ranks), None)
        odd = c.bag_of(kind for kind in c.kinds_in(lay.cards) if kind not in (*WILDS, rank))
        if rank is None or not odd:
            continue
        same = c.size(odd) * ONE[rank]
        after = with_hand(position, position.hand - odd + same)
        lays = (*action.lays[:place], Lay(rank, lay.cards - odd + same, lay.seat), *action.lays[place + 1 :])
        changed = action._replace(lays=a.in_canonical_order(action.verb, lays))
        yield Change(N_("the cards laid together were all {rank:ranks}"), {"rank": rank}, after, changed)


def fewer(tried: Try) -> Iterator[Change]:
    """One card fewer, wild cards first."""
    position, action = tried
    kinds = sorted(set(c.kinds_in(action.spends)), key=lambda kind: (kind not in WILDS, kind))
    if action.verb in (a.BACK, a.MOVE, a.DRAW) or (action.verb == a.DISCARD and action.lays):
        return
    for kind in kinds:
        message = N_("you put down one {kind:rank} fewer")
        for place in range(len(action.lays)):
            if c.count(action.lays[place].cards, kind):
                less = with_lay(action, place, action.lays[place].cards - ONE[kind])
                if less.lays:
                    yield Change(message, {"kind": kind}, position, less)
        if action.cards and c.size(action.cards) > 1:
            yield Change(message, {"kind": kind}, position, action._replace(cards=action.cards - ONE[kind]))


def _one_more(tried: Try, kinds: Callable[[Kind], tuple[Kind, ...]], message: str, *, held: bool) -> Iterator[Change]:
    position, action = tried
    if action.verb not in a.LAYING or position.hand is None:
        return
    for place, lay in enumerate(action.lays):
        for kind in kinds(lay.rank) if lay.rank is not None else ():
            spare = c.count(position.hand, kind) > c.count(action.spends, kind)
            if spare == held:
                after = position if held else with_hand(position, position.hand + ONE[kind])
                yield Change(message, {"kind": kind}, after, with_lay(action, place, lay.cards + ONE[kind]))


def more(tried: Try) -> Iterator[Change]:
    """One card more of those held."""
    return _one_more(tried, lambda rank: (rank, DEUCE, JOKER), N_("you laid one more {kind:rank}"), held=True)


# -- the hand ---------------------------------------------------------------


def held(tried: Try) -> Iterator[Change]:
    """Cards are missing: let them be in the hand."""
    position, action = tried
    missing = tried.lacking
    if position.hand is None or not missing:
        return
    kinds = list(c.kinds_in(missing))
    message = N_("you held one more {kind:rank}") if len(kinds) == 1 else N_("you also held {cards}")
    values = {"kind": kinds[0], "cards": c.text_of(missing)}
    yield Change(message, values, with_hand(position, position.hand + missing), action)


def natural(tried: Try) -> Iterator[Change]:
    """One more natural card of a rank that is laid."""
    message = N_("you held one more {kind:rank} and laid it too")
    return _one_more(tried, lambda rank: (rank,) if rank in (*NATURALS, BLACK_THREE) else (), message, held=False)


def wild(tried: Try) -> Iterator[Change]:
    """One more wild card, a deuce before a joker."""
    message = N_("you held one more wild card and laid it too, a {kind:rank}")
    return _one_more(tried, lambda rank: (DEUCE, JOKER) if rank in NATURALS else (), message, held=False)


def natural_for_wild(tried: Try) -> Iterator[Change]:
    """A natural card in place of a wild one."""
    position, action = tried
    for place, lay in enumerate(action.lays if action.verb in a.LAYING and position.hand is not None else ()):
        for wild_card in (DEUCE, JOKER):
            if lay.rank is not None and lay.rank > DEUCE and c.count(lay.cards, wild_card):
                message = N_("you held one more {kind:rank} and laid it in place of a {wild:rank}")
                after = with_hand(position, (position.hand or 0) + ONE[lay.rank])
                changed = with_lay(action, place, lay.cards - ONE[wild_card] + ONE[lay.rank])
                yield Change(message, {"kind": lay.rank, "wild": wild_card}, after, changed)


def one_less(tried: Try) -> Iterator[Change]:
    """One card fewer that would stay in the hand."""
    position, action = tried
    if position.hand is None or tried.lacking:
        return
    spare = c.without(position.hand, action.spends) or 0
    for kind in set(c.kinds_in(spare)):
        yield Change(N_("you held one card fewer"), {}, with_hand(position, position.hand - ONE[kind]), action)


def kept(tried: Try) -> Iterator[Change]:
    """One more card that stays in the hand."""
    position, action = tried
    if position.hand is not None and (filler := next(fillers(tried), None)):
        yield Change(N_("you held one more card"), {}, with_hand(position, position.hand + ONE[filler]), action)


# -- the side ---------------------------------------------------------------


def canasta(tried: Try) -> Iterator[Change]:
    """One canasta more, where it matters for going out: a new one, or a meld filled up."""
    position, action = tried
    leave = Case(position, action).leave()
    if leave is None or leave.may_go_out or ((leave.left or 0) > 1 and not leave.black):
        return
    size = position.profile.canasta_size
    message = N_("your side had one more canasta") if position.canastas() else N_("your side had a canasta")
    if (rank := next(fillers(tried, size), None)) is not None:
        yield Change(message, {}, with_table(position, tried.table + pack(Meld(rank, size))), action)
    for meld in melds_on(tried.table):
        if meld.rank in NATURALS and meld.size < size and meld.rank not in {lay.rank for lay in action.lays}:
            filled = tried.table + pack(Meld(meld.rank, size - meld.size))
            yield Change(message, {}, with_table(position, filled), action)


def lower_score(tried: Try) -> Iterator[Change]:
    """A score in a lower tier, the nearest first."""
    position, action = tried
    if has_melds(tried.table):
        return
    scores = position.scores
    for tier in reversed([tier for tier in position.profile.tiers if tier <= scores[position.side]]):
        lower = position._replace(scores=tuple(tier - 5 if at == position.side else n for at, n in enumerate(scores)))
        message = N_("your side's score were below {tier}, where the minimum is {minimum}")
        yield Change(message, {"tier": tier, "minimum": lower.minimum()}, lower, action)


# The simplest and most telling first; ``canasta.why`` keeps that order.
MAKERS: Final[tuple[Maker, ...]] = (
    own_turn,
    first_turn,
    deal_not_over,
    red_threes_laid,
    after_draw,
    before_draw,
    partner_silent,
    partner_answers,
    held,
    whole_pile,
    top_card,
    thawed,
    melded,
    meld_there,
    stock_there,
    own_meld,
    one_meld,
    from_hand,
    one_rank,
    fewer,
    more,
    natural,
    wild,
    natural_for_wild,
    canasta,
    kept,
    one_less,
    lower_score,
)

# What other tables play: a parameter, its other value or the step to it, and the rule in words.
HOUSES: Final[tuple[tuple[str, Any, str], ...]] = (
    ("canastas_out", -1, N_("this table asked for one canasta fewer")),
    ("wild_limit", 1, N_("this table let a meld hold {n:wilds}")),
    ("wild_majority", "any", N_("this table let a meld hold more wild cards than natural ones")),
    ("meld_limit", 0, N_("this table set no limit to a meld")),
    ("wild_on_natural", True, N_("this table let a wild card be added to a natural canasta")),
    ("black_threes", "out", N_("this table let black threes be melded going out")),
    ("discard_to_go_out", False, N_("this table let a player go out without a discard")),
    ("black_three_freezes", False, N_("this table froze no pile for a discarded black three")),
    ("frozen_before_initial", False, N_("this table froze no pile against a side that has not melded")),
    ("take_ways", "any", N_("this table let the pile be taken in other ways than with a natural pair")),
    ("take_onto_canasta", True, N_("this table let the top card be added to a canasta")),
    ("top_card_counts", True, N_("this table counted the pile's top card")),
    ("one_card_take", True, N_("this table let one card take a pile of one card")),
)


def house_rules(tried: Try) -> Iterator[Change]:
    """One rule of the table otherwise."""
    position, action = tried
    for name, value, message in HOUSES:
        now = getattr(position.profile, name)
        # A step for a number that is counted, but a number that is off is simply 0.
        new = now + value if type(now) is int and value else value
        if new != now:
            try:
                profile = position.profile.replace(**{name: new})
            except ValueError:
                continue  # one canasta fewer than one is no table
            yield Change(message, {"n": new}, position._replace(profile=profile), action)
