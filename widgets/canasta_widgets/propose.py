"""Phrases what a learner has selected as actions to try. It holds no rule: the judge says which of them are legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from canasta import Action, Card, Lay, Position, legal
from canasta.actions import DISCARD, DRAW, LAY, MELD, PASS, TAKE, in_canonical_order
from canasta.cards import RED_THREE, bag_of
from canasta.position import ANSWER

MOST = 6


def candidates(
    position: Position, cards: list[Card], target: str = "", laid: Sequence[list[Card]] = ()
) -> list[Action]:
    """The ways to understand a selection of hand cards and the place it is meant for, at most a dozen.

    ``target`` is "", "pile", "stock", "table" (one's own side, for a new meld) or "meld-SIDE-RANK" for a place on the
    table. ``laid`` are cards put together before, each a meld of its own that is laid with the rest. While an answer is
    due the answers are all that can be meant.
    """
    if position.phase == ANSWER:
        return list(legal(position))
    phrases = _together(position, cards, target, [Lay.of(list(group)) for group in laid]) if laid else ()
    found = list(dict.fromkeys(phrases or _phrases(position, cards, target)))
    return found[: 2 * MOST]


def _together(position: Position, cards: list[Card], target: str, laid: list[Lay]) -> list[Action]:
    """Melds that were put together one by one, and with them what is chosen now, as one action."""
    top = position.pile[-1] if position.pile else None
    more = list(islice(_groupings(position, cards), MOST)) if cards else [()]
    found = []
    if target in ("", "table"):
        found += [Action(MELD, in_canonical_order(MELD, (*laid, *lays))) for lays in more]
    if top is not None and target in ("", "pile"):
        for lays in more:
            together = [*laid, *lays]
            # The first lay of a take holds the top card: the one of its rank, else one that is made of wild cards.
            first = next((lay for lay in together if lay.rank == top), None) or next(
                (lay for lay in together if not lay.naturals), None
            )
            rest = tuple(lay for lay in together if lay is not first)
            holding = first._replace(rank=top) if first else Lay(top, 0)
            found.append(Action(TAKE, in_canonical_order(TAKE, (holding, *rest))))
    return found


def _phrases(position: Position, cards: list[Card], target: str) -> Iterator[Action]:
    top = position.pile[-1] if position.pile else None
    if target == "stock" or (not cards and not target):
        yield Action(DRAW)
    if not cards and not target:
        yield Action(PASS)
        if reds := [card for card in position.cards_in_hand(position.seat) if card.kind == RED_THREE]:
            yield Action(LAY, cards=bag_of(card.kind for card in reds), painted=tuple(c for c in reds if c.suit))
    if target.startswith("meld-"):
        yield from _onto(position, cards, target)
        return
    if cards and target in ("", "pile", "table"):
        if len(cards) == 1 and target != "table":
            yield Action(DISCARD, cards=bag_of([cards[0].kind]), painted=tuple(c for c in cards if c.suit))
        if all(card.kind == RED_THREE for card in cards):
            yield Action(LAY, cards=bag_of(card.kind for card in cards), painted=tuple(c for c in cards if c.suit))
    if cards and target in ("", "table"):
        for lays in islice(_groupings(position, cards), MOST):
            yield Action(MELD, in_canonical_order(MELD, lays))
            # A second meld of a rank is something learners try, so it must be possible to try it.
            if len(lays) == 1 and len(cards) > 1 and any(meld.rank == lays[0].rank for meld in position.melds()):
                yield Action(MELD, (lays[0]._replace(apart=True),))
    if top is not None and target in ("", "pile"):
        for lays in islice(_groupings(position, cards, top), MOST) if cards else [(Lay(top, 0),)]:
            first = [lay for lay in lays if lay.rank == top]
            rest = tuple(lay for lay in lays if lay.rank != top)
            yield Action(TAKE, in_canonical_order(TAKE, (*first, *rest)))


def _onto(position: Position, cards: list[Card], target: str) -> Iterator[Action]:
    _, side, rank = target.split("-")
    names = position.profile.seat_names
    seat = "" if int(side) == position.side else names[int(side)]
    if cards:
        yield Action(MELD, (Lay.of(cards, int(rank), seat),))


def _groupings(position: Position, cards: list[Card], top: int | None = None) -> Iterator[tuple[Lay, ...]]:
    """Cards as lays: naturals by rank, wild cards shared out in every way; and all as one meld, which learners try."""
    wilds = [card for card in cards if card.is_wild]
    naturals = [card for card in cards if not card.is_wild]
    ranks = list(dict.fromkeys(card.kind for card in naturals))
    if not ranks and top is None:
        homes = [meld.rank for meld in position.melds()]
        yield from ((Lay.of(wilds, rank),) for rank in homes)
        yield (Lay.of(wilds),)
        return
    if len(ranks) > 1 and top is None:
        yield (Lay.of(cards),)
    homes = list(dict.fromkeys(([top] if top is not None else []) + ranks))
    met = set()
    # One way after another: of all together a large hand has billions.
    for way in _ways(wilds, homes):
        shared = tuple(sorted(way))
        if shared in met:
            continue
        met.add(shared)
        lays = []
        for rank in homes:
            mine = [card for card in naturals if card.kind == rank] + [card for home, card in shared if home == rank]
            if mine or rank == top:
                lays.append(Lay.of(mine, rank))
        yield tuple(lays)


def _ways(wilds: list[Card], homes: Iterable[int]) -> Iterator[tuple[tuple[int, Card], ...]]:
    for way in product(homes, repeat=len(wilds)):
        yield tuple(zip(way, wilds, strict=True))
