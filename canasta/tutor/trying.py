"""What a player might think of in a position: tries that one rule or another decides. Nothing is judged here.

Each takes what the player in turn sees, his hand known, and gives the actions that come near a rule; whether they are
legal is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay, in_canonical_order
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, ONE, WILDS, Bag, Kind
from canasta.case import Case
from canasta.clauses import BOOK
from canasta.lister import legal
from canasta.position import ANSWER, DRAW, PLAY, Position
from canasta.table import meld_of

CLOSE: Final = 25  # points between what is laid and the minimum, in an initial meld that is worth asking about
OPENINGS: Final = 2_000  # of a large hand that are looked at
FEW: Final = 2  # cards left from which on going out matters
LARGEST: Final = 7  # hand from which somebody may think of going out


def hand_of(view: Position) -> Bag:
    """The hand of the player in turn."""
    return view.hand or 0


def wilds_of(hand: Bag, n: int) -> Bag | None:
    """So many wild cards of a hand, deuces first; None if it has not as many."""
    deuces = min(n, c.count(hand, DEUCE))
    jokers = n - deuces
    return None if jokers > c.count(hand, JOKER) else deuces * ONE[DEUCE] + jokers * ONE[JOKER]


def take(top: Kind, cards: Bag, *more: Lay) -> Action:
    """A take that shows these cards for the top card."""
    return Action(a.TAKE, in_canonical_order(a.TAKE, (Lay(top, cards), *more)))


def meld(rank: Kind, cards: Bag) -> Action:
    """Cards laid onto a rank."""
    return Action(a.MELD, (Lay(rank, cards),))


def top_of(view: Position) -> Kind | None:
    """The pile's top card where a player is to draw and the card is a natural one."""
    return view.pile[-1] if view.phase == DRAW and view.pile and view.pile[-1] in NATURALS else None


# -- the pile ---------------------------------------------------------------------------------------------------------


def ways(view: Position, top: Kind) -> Iterator[Bag]:
    """What of the hand may be shown for a top card: a pair, one and a wild card, nothing onto a meld."""
    hand = hand_of(view)
    naturals, wild = c.count(hand, top), wilds_of(hand, 1)
    if naturals > 1:
        yield 2 * ONE[top]
    if naturals and wild:
        yield ONE[top] + wild
    if meld_of(view.tables[view.side], top):
        yield 0


def frozen_takes(view: Position) -> Iterator[Action]:
    """Ways to take a pile that is frozen, and those that a freeze would end."""
    top = top_of(view)
    if top is None or not view.has_melded():
        return
    open_pile = view.freezing_index() is None
    for shown in ways(view, top):
        if not (open_pile and c.count(shown, top) > 1):
            yield take(top, shown)


def open_takes(view: Position) -> Iterator[Action]:
    """Ways to take a pile that is not frozen: one and a wild card, or too little."""
    top = top_of(view)
    if top is None or not view.has_melded() or view.freezing_index() is not None:
        return
    hand = hand_of(view)
    naturals = c.count(hand, top)
    if meld_of(view.tables[view.side], top) or naturals > 1:
        return
    if naturals:
        yield take(top, ONE[top] + (wilds_of(hand, 1) or 0))
    elif wilds := wilds_of(hand, 2):
        yield take(top, wilds)


def first_takes(view: Position) -> Iterator[Action]:
    """Ways for a side that has not melded to take the pile, with as many melds as it takes to reach the minimum."""
    top = top_of(view)
    if top is None or view.has_melded():
        return
    for shown in ways(view, top):
        naturals = c.count(hand_of(view), top)
        for first in dict.fromkeys((shown, max(shown, naturals * ONE[top]))):
            if first == shown or c.size(shown) == c.count(shown, top):
                yield _enough(view, top, first)


def _enough(view: Position, top: Kind, shown: Bag) -> Action:
    """A take with the dearest melds of natural cards beside it, until they reach the minimum or there are no more."""
    hand = hand_of(view) - shown
    lays = [
        Lay(rank, c.count(hand, rank) * ONE[rank])
        for rank in reversed(NATURALS)
        if rank != top and c.count(hand, rank) >= view.profile.meld_size
    ]
    for n in range(len(lays) + 1):
        action = take(top, shown, *lays[:n])
        opening = Case(view, action).opening()
        if opening.total >= opening.minimum:
            break
    return action


def close_first_takes(view: Position) -> Iterator[Action]:
    """The same with a pair, where what is laid is near the minimum."""
    for action in first_takes(view):
        if action.lays[0].naturals > 1 and abs(_over(view, action)) <= CLOSE:
            yield action


def _over(view: Position, action: Action) -> int:
    """How many points an opening has more than the minimum."""
    opening = Case(view, action).opening()
    return opening.total - opening.minimum


def covered_takes(view: Position) -> Iterator[Action]:
    """A pair for the pile where a card lies on it that is never taken, and one where a natural card covers such."""
    pile = view.pile
    if view.phase != DRAW or len(pile) < 2 or not view.has_melded():
        return
    top, below = pile[-1], pile[-2]
    for wanted, other in ((below, top), (top, below)):
        if other in (*WILDS, BLACK_THREE) and wanted in NATURALS and c.count(hand_of(view), wanted) > 1:
            yield take(wanted, 2 * ONE[wanted])


def blocked_by_black(view: Position) -> Iterator[Action]:
    """Those with a black three."""
    return (action for action in covered_takes(view) if BLACK_THREE in view.pile[-2:])


def blocked_by_wild(view: Position) -> Iterator[Action]:
    """Those with a wild card."""
    return (action for action in covered_takes(view) if BLACK_THREE not in view.pile[-2:])


def last_draws(view: Position) -> Iterator[Action]:
    """To leave the pile when the stock is gone."""
    if view.phase == DRAW and view.stock == b"" and view.pile:
        yield Action(a.DRAW)


# -- melds ------------------------------------------------------------------------------------------------------------


def openings(view: Position) -> Iterator[Action]:
    """Initial melds close to the minimum: the cheapest that reaches it, or the dearest that does not."""
    if view.phase != PLAY or view.has_melded() or view.answer:
        return
    # What could be laid if there were next to no minimum.
    free = view._replace(scores=tuple(-1 if at == view.side else n for at, n in enumerate(view.scores)))
    plays = [action for action in islice(legal(free), OPENINGS) if action.verb == a.MELD]
    count, minimum = BOOK["value.points"].value, view.minimum()
    over = {action: count(action.spends) - minimum for action in plays}
    if enough := [action for action in plays if 0 <= over[action] <= CLOSE]:
        yield min(enough, key=lambda action: (over[action], str(action)))
    if not any(n >= 0 for n in over.values()) and (short := [action for action in plays if over[action] >= -CLOSE]):
        yield max(short, key=lambda action: (over[action], str(action)))


def wild_melds(view: Position) -> Iterator[tuple[Action, int, int]]:
    """Melds with wild cards, new ones and added to, each with its natural and its wild cards."""
    if view.phase != PLAY or not view.has_melded() or not c.WILD_MASK & hand_of(view):
        return
    hand = hand_of(view)
    for rank in NATURALS:
        there = meld_of(view.tables[view.side], rank)
        held = c.count(hand, rank)
        if not there and not held:
            continue
        for n in range(1, view.profile.wild_limit + 2):
            if (wilds := wilds_of(hand, n)) is None:
                break
            naturals = 0 if there else held
            action = meld(rank, naturals * ONE[rank] + wilds)
            yield action, naturals + (there.naturals if there else 0), n + (there.wilds if there else 0)


def at_the_limit(view: Position) -> Iterator[Action]:
    """As many wild cards as a meld may hold, or one more."""
    limit = view.profile.wild_limit
    return (action for action, naturals, wilds in wild_melds(view) if naturals > 1 and wilds in (limit, limit + 1))


def at_the_majority(view: Position) -> Iterator[Action]:
    """About as many wild cards as natural ones."""
    if view.profile.wild_majority != "any":
        for action, naturals, wilds in wild_melds(view):
            if naturals > 1 and 0 <= wilds - naturals <= 1:
                yield action


def small_melds(view: Position) -> Iterator[Action]:
    """One or two natural cards and wild ones, just enough for a meld."""
    least = view.profile.meld_size
    for action, naturals, wilds in wild_melds(view):
        if not meld_of(view.tables[view.side], action.lays[0].rank or 0) and naturals + wilds == least:
            yield action


def black_melds(view: Position) -> Iterator[Action]:
    """Black threes, enough of them for a meld."""
    n = c.count(hand_of(view), BLACK_THREE)
    if view.phase == PLAY and n >= view.profile.meld_size:
        yield meld(BLACK_THREE, n * ONE[BLACK_THREE])


# -- going out --------------------------------------------------------------------------------------------------------


def nearly_all(view: Position) -> Iterator[Action]:
    """What leaves two cards or fewer: a take, the last discard, or all that fits laid down."""
    hand = hand_of(view)
    if not view.has_melded():
        return
    if (top := top_of(view)) is not None and c.size(hand) + len(view.pile) <= 3 + FEW:
        yield from (take(top, shown) for shown in ways(view, top))
    if view.phase != PLAY or c.size(hand) > LARGEST:
        return
    if c.size(hand) == 1:
        yield Action(a.DISCARD, cards=hand)
    for wilds in dict.fromkeys((hand & c.WILD_MASK, 0)):
        lays = _all_down(view, wilds)
        if lays and c.size(hand) - sum(c.size(lay.cards) for lay in lays) <= FEW:
            yield Action(a.MELD, in_canonical_order(a.MELD, tuple(lays)))


def _all_down(view: Position, wilds: Bag) -> list[Lay]:
    """All natural cards that fit somewhere, and wild cards onto the largest of their melds."""
    hand, table = hand_of(view), view.tables[view.side]
    lays = [
        Lay(rank, n * ONE[rank])
        for rank in NATURALS
        if (n := c.count(hand, rank)) and (meld_of(table, rank) or n >= view.profile.meld_size)
    ]
    if not wilds:
        return lays
    there = {rank: found.naturals for rank in NATURALS if (found := meld_of(table, rank))}
    there |= {lay.rank: lay.naturals + there.get(lay.rank, 0) for lay in lays if lay.rank}
    largest = max(there, key=lambda rank: (there[rank], rank), default=None)
    if largest is None:
        return lays
    own = next((lay.cards for lay in lays if lay.rank == largest), 0)
    return [*(lay for lay in lays if lay.rank != largest), Lay(largest, own + wilds)]


def going_out(view: Position) -> Iterator[Action]:
    """Those that leave nothing."""
    return (action for action in nearly_all(view) if not view.answer and Case(view, action).left == 0)


def keeping(view: Position) -> Iterator[Action]:
    """Those that leave a card or two."""
    return (action for action in nearly_all(view) if not view.answer and Case(view, action).left)


def answered(view: Position) -> Iterator[Action]:
    """What would lead out after the partner has answered."""
    if view.answer and view.phase != ANSWER:
        yield from nearly_all(view)


def asking(view: Position) -> Iterator[Action]:
    """To ask the partner, where going out is near."""
    few = c.size(hand_of(view)) <= LARGEST and view.canastas() >= view.profile.canastas_out - 1
    if view.phase == PLAY and not view.answer and few and view.profile.partner_of(view.seat) is not None:
        yield Action(a.ASK)


def concealing(view: Position) -> Iterator[Action]:
    """What goes out and may do so concealed, a canasta being among what is laid in this turn."""
    for action in nearly_all(view):
        case = Case(view, action)
        if case.left == 0 and case.concealed().canastas:
            yield action
