"""Cards for what a view does not show: a deal that may be the one on the table, any such being as likely as another."""

from __future__ import annotations

from collections.abc import Callable

from canasta import cards as c
from canasta.cards import ONE, RED_THREE, UNSEEN, Kind
from canasta.clauses import BOOK
from canasta.position import DRAW, Position
from canasta.problems import all_cards, in_pack


def dealt(view: Position, random: Callable[[], float]) -> Position:
    """The position with a card for each that is unseen in it; what is seen or unstated stays as it is.

    ``random`` is as ``Random.random``. Red threes come to the stock, and to hands that have not had their first turn
    where they are laid in it (``red-three.hand``). Raises ValueError where the packs hold too few cards for that.
    """
    profile = view.profile
    shown = all_cards(view)
    left = [max(0, in_pack(kind, profile.packs) - shown[kind]) for kind in range(UNSEEN)]
    hands = [c.count(hand or 0, UNSEEN) for hand in view.hands]
    stock = (view.stock or b"").count(UNSEEN)
    apart = sum(left) - sum(hands) - stock
    if apart < 0:
        raise ValueError(f"{sum(hands) + stock} cards are unseen, and the packs hold only {sum(left)} more")
    # Places for a card by zone: the hands, the stock, and what is unstated.
    zones = [*hands, stock, apart]
    free = [n if _may_hold_red(view, seat, left[RED_THREE]) else 0 for seat, n in enumerate(hands)] + [stock, apart]
    if left[RED_THREE] > sum(free):
        raise ValueError(f"{left[RED_THREE]} red threes are unseen, and only {sum(free)} unseen cards may be one")
    given: list[list[Kind]] = [[] for _ in zones]
    for zone in _some(left[RED_THREE], free, random):
        given[zone].append(RED_THREE)
    rest = [kind for kind in range(UNSEEN) if kind != RED_THREE for _ in range(left[kind])]
    rest = [kind for _, kind in sorted((random(), kind) for kind in rest)]
    for cards, n in zip(given, zones, strict=True):
        due = n - len(cards)
        cards += rest[:due]
        del rest[:due]
    filled = tuple(
        hand and hand - n * ONE[UNSEEN] + c.bag_of(cards)
        for hand, n, cards in zip(view.hands, hands, given, strict=False)
    )
    if not stock:
        return view._replace(hands=filled)
    drawn = iter(kind for _, kind in sorted((random(), kind) for kind in given[-2]))
    row = bytes(next(drawn) if kind == UNSEEN else kind for kind in view.stock or b"")
    return view._replace(hands=filled, stock=row)


def _may_hold_red(view: Position, seat: int, most: int) -> bool:
    """Whether a hand may still hold red threes that its player had no turn to lay, and another card besides."""
    profile = view.profile
    if not view.first or BOOK["red-three.hand"].value(profile) != "first-turn":
        return False
    ahead = (seat - view.seat) % profile.players
    waits = ahead <= (view.dealer - view.seat) % profile.players and (ahead > 0 or view.phase == DRAW)
    return waits and (view.hand_size(seat) or 0) > most


def _some(n: int, places: list[int], random: Callable[[], float]) -> list[int]:
    """The zones of ``n`` different places, each as likely as any other."""
    every = [zone for zone, size in enumerate(places) for _ in range(size)]
    return [zone for _, zone in sorted((random(), zone) for zone in every)[:n]]
