"""Going out by the plain reading of the rules: every way to lay what is held, tried one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from plain_deals import lays_of
from plain_rules import Lays, Table, spent

from canasta import Action, Position
from canasta.actions import DISCARD, DRAW, MELD
from canasta.cards import LETTERS, kinds_in


def layouts(table: Table, ranks: list[str], left: int) -> Iterator[Lays]:
    """Every choice of lays, at most one of a rank, that keeps at most so many cards in the hand."""
    if table.hand.total() <= left:
        yield ()
    if not ranks:
        return
    rank, *others = ranks
    yield from layouts(table, others, left)
    hand = table.hand
    for lay in table.single(rank):
        table.hand = hand - lay[1]
        # Naturals of a rank that has had its turn stay in the hand.
        stuck = sum(n for card, n in table.hand.items() if card not in ("2", "*", *others))
        if stuck <= left:
            yield from ((lay, *rest) for rest in layouts(table, others, left))
        table.hand = hand


def ways_out(table: Table) -> Iterator[Lays]:
    """Every way to go out in the middle of a turn, all melds laid together; a last card is thrown."""
    hand = Counter(table.hand)
    ranks = sorted({card for card in hand if card not in ("2", "*", "r")} | set(table.melds))
    for lays in layouts(table, ranks, 1):
        left = (hand - spent(lays)).total()
        melds = table.laid(lays)
        if melds is not None and table.goes_out(melds) and (left == 1 or not table.rules.discard_to_go_out):
            table.hand = Counter(hand)
            if not lays or table.may_meld(lays):
                yield lays


def goes_out(position: Position) -> bool:
    """Whether there is a way to go out in this turn."""
    return any(True for _way in ways_out(Table(position)))


def playable(position: Position, actions: Iterable[Action]) -> bool:
    """Whether these can be done one after the other in one turn: a draw of what lies on the stock, melds, a discard."""
    table = Table(position)
    over = False
    for action in actions:
        if over:
            return False
        if action.verb == DRAW:
            if not table.may_draw():
                return False
            table.hand += Counter(LETTERS[kind] for kind in (position.stock or b"")[: position.profile.draws])
            table.phase, table.origin = "play", "drew"
        elif action.verb == MELD:
            lays = lays_of(action)
            if not table.may_meld(lays):
                return False
            table.hand, table.melds = table.hand - spent(lays), table.laid(lays) or {}
        elif action.verb == DISCARD:
            card = LETTERS[next(kinds_in(action.cards))]
            if not table.may_discard(card):
                return False
            table.hand -= Counter(card)
            over = True
        over = over or not table.hand
    return True
