"""Facts that could be otherwise, the other way round: small changes that may make a legal try a refused one.

They are makers as in ``canasta.changes``; each message completes "It would be refused if …".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from canasta import cards as c
from canasta.actions import LAYING, TAKE
from canasta.cards import BLACK_THREE, DEUCE, NATURALS, ONE, WILDS
from canasta.position import ADDED
from canasta.table import Meld, has_melds, meld_of, melds_on, pack
from canasta.tries import Change, Try, fillers, settled, with_hand, with_lay, with_table
from canasta.words import N_

# -- the pile ---------------------------------------------------------------------------------------------------------


def frozen(tried: Try) -> Iterator[Change]:
    """No card freezes the pile: let a wild one lie under the top card."""
    position, action = tried
    pile = position.pile
    if len(pile) > 1 and position.freezing_index() is None:
        for kind in WILDS:
            after = position._replace(pile=pile[:-2] + bytes([kind]) + pile[-1:])
            yield Change(N_("a {kind:rank} lay under the top card"), {"kind": kind}, after, action)


def uncovered(tried: Try) -> Iterator[Change]:
    """A natural card covers one that is not taken: let it not lie there."""
    position, action = tried
    pile = position.pile
    if action.verb == TAKE and len(pile) > 1 and pile[-2] in (*WILDS, BLACK_THREE):
        message, values = N_("no {top:rank} covered the {kind:rank}"), {"top": pile[-1], "kind": pile[-2]}
        upcards = min(position.upcards, len(pile) - 1)
        yield Change(message, values, settled(position._replace(pile=pile[:-1], upcards=upcards)), action)


def thawed_for_a_draw(tried: Try) -> Iterator[Change]:
    """Cards freeze the pile that a player leaves: let others lie in their places."""
    position, action = tried
    pile = position.pile
    for filler in islice(fillers(tried), 1):
        thawed = pile
        while (place := position._replace(pile=thawed).freezing_index()) is not None and place < len(pile) - 1:
            thawed = thawed[:place] + bytes([filler]) + thawed[place + 1 :]
        if thawed != pile:
            yield Change(N_("the pile were not frozen"), {}, position._replace(pile=thawed), action)


def top_for_meld(tried: Try) -> Iterator[Change]:
    """The top card matches no meld of the side: let it be one that does."""
    position, action = tried
    for meld in melds_on(tried.table) if position.pile else ():
        if meld.rank in NATURALS and meld_of(tried.table, position.pile[-1]) is None:
            after = position._replace(pile=position.pile[:-1] + bytes([meld.rank]))
            yield Change(N_("the top card were one of the {rank:ranks}"), {"rank": meld.rank}, after, action)


def meld_for_top(tried: Try) -> Iterator[Change]:
    """The side has no meld of the top card's rank: let it have one."""
    position, action = tried
    top = position.pile[-1] if position.pile else c.UNSEEN
    if top in NATURALS and has_melds(tried.table) and meld_of(tried.table, top) is None:
        after = with_table(position, tried.table + pack(Meld(top, position.profile.meld_size)))
        yield Change(N_("your side had a meld of {rank:ranks}"), {"rank": top}, after, action)


# -- what is laid -----------------------------------------------------------------------------------------------------


def wild_for_natural(tried: Try) -> Iterator[Change]:
    """A wild card in the place of a natural one."""
    position, action = tried
    for place, lay in enumerate(action.lays if action.verb in LAYING and position.hand is not None else ()):
        if lay.rank in NATURALS and lay.naturals:
            after = with_hand(position, (position.hand or 0) - ONE[lay.rank or 0] + ONE[DEUCE])
            changed = with_lay(action, place, lay.cards - ONE[lay.rank or 0] + ONE[DEUCE])
            message = N_("you held a {wild:rank} instead of one {kind:rank}")
            yield Change(message, {"wild": DEUCE, "kind": lay.rank}, after, changed)


def higher_score(tried: Try) -> Iterator[Change]:
    """A score in a higher tier, the nearest first."""
    position, action = tried
    if has_melds(tried.table):
        return
    scores = position.scores
    for tier in [tier for tier in position.profile.tiers if tier > scores[position.side]]:
        higher = position._replace(scores=tuple(tier if at == position.side else n for at, n in enumerate(scores)))
        values = {"tier": tier, "minimum": higher.minimum()}
        yield Change(N_("your side's score were {tier}, where the minimum is {minimum}"), values, higher, action)


# -- the side and the hand --------------------------------------------------------------------------------------------


def no_canasta(tried: Try) -> Iterator[Change]:
    """One canasta fewer: a meld that has just the cards for it lacks one."""
    position, action = tried
    for meld in melds_on(tried.table):
        if position.is_canasta(meld) and meld.size == position.profile.canasta_size:
            fewer = meld._replace(naturals=meld.naturals - 1, concealed=False)
            after = with_table(position, tried.table - pack(meld) + pack(fewer))
            yield Change(N_("the meld of {rank:ranks} were one card short"), {"rank": meld.rank}, after, action)


def answered_no(tried: Try) -> Iterator[Change]:
    """The partner has not been asked, or allowed it: let him have said no."""
    position, action = tried
    if position.answer != "no" and position.profile.partner_of(position.seat) is not None:
        yield Change(N_("your partner had said no"), {}, position._replace(answer="no"), action)


def melded_first(tried: Try) -> Iterator[Change]:
    """Nothing was melded in this turn: let something have been added to a meld."""
    position, action = tried
    if position.origin and not position.fresh and has_melds(tried.table):
        yield Change(N_("you had melded in this turn"), {}, position._replace(fresh=ADDED), action)


def melded_earlier(tried: Try) -> Iterator[Change]:
    """Whether the player has melded in an earlier turn: let it be the other way."""
    position, action = tried
    message = N_("you had not melded before") if position.melded >> position.seat & 1 else N_("you had melded before")
    yield Change(message, {}, position._replace(melded=position.melded ^ 1 << position.seat), action)


def nothing_added(tried: Try) -> Iterator[Change]:
    """Cards were put on melds of earlier turns: let them not have been."""
    position, action = tried
    if position.fresh & ADDED:
        message = N_("you had put nothing on an older meld")
        yield Change(message, {}, position._replace(fresh=position.fresh & ~ADDED), action)


# -- a question -------------------------------------------------------------------------------------------------------


def canasta_there(tried: Try) -> Iterator[Change]:
    """The side lacks a canasta: let one of its melds have the cards for it."""
    position, action = tried
    size = position.profile.canasta_size
    for meld in melds_on(tried.table):
        if meld.rank in NATURALS and meld.size < size:
            filled = with_table(position, tried.table + pack(Meld(meld.rank, size - meld.size)))
            yield Change(N_("the meld of {rank:ranks} were a canasta"), {"rank": meld.rank}, filled, action)
