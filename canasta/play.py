"""Playing: a legal action makes a step, a value with before and after and what followed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from canasta.actions import Action
from canasta.advance import advance
from canasta.cards import ONE, RED_THREE, bag_of, count
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.errors import IllegalAction
from canasta.events import Event, told
from canasta.judge import Verdict, judge
from canasta.position import Position
from canasta.problems import in_pack
from canasta.profile import CLASSIC, Profile, letters
from canasta.table import RED_THREE_ON_TABLE


class Step(NamedTuple):
    """One action played: the position before, the verdict that allowed it, what followed, and the position after."""

    before: Position
    verdict: Verdict
    events: tuple[Event, ...]
    after: Position


def play(position: Position, action: Action, book: Book = BOOK) -> Step:
    """Play a legal action. Raises IllegalAction with the verdict for any other; the position never changes."""
    verdict = judge(position, action, book)
    if not verdict:
        raise IllegalAction(verdict)
    after = advance(position, action, book)
    return Step(position, verdict, tuple(told(position, action, after, book)), after)


def deal(
    seed: int | str, profile: Profile = CLASSIC, *, dealer: int | None = None, scores: tuple[int, ...] = ()
) -> Position:
    """The first position of a deal; the same seed gives the same cards for ever.

    Red threes that are laid before play lie on the table already.
    """
    random = Random(seed).random
    pack = [kind for kind in range(15) for _ in range(in_pack(kind, profile.packs))]
    order = sorted(range(len(pack)), key=lambda _: random())
    cards = [pack[place] for place in order]
    players = profile.players
    dealer = players - 1 if dealer is None else dealer
    dealt, cards = cards[: players * profile.dealt], cards[players * profile.dealt :]
    hands = [bag_of(dealt[(seat - dealer - 1) % players :: players]) for seat in range(players)]
    turned = 1
    while cards[turned - 1] in letters(profile.upcard_covered):
        turned += 1
    pile, stock = bytes(cards[:turned]), bytes(cards[turned:])
    tables = [0] * profile.sides
    if profile.red_three_laid == "before-play":
        for step in range(1, players + 1):
            seat = (dealer + step) % players
            while n := count(hands[seat], RED_THREE):
                hands[seat] += bag_of(stock[:n]) - ONE[RED_THREE] * n
                stock = stock[n:]
                tables[profile.side_of(seat)] += RED_THREE_ON_TABLE * n
    return Position(
        profile=profile,
        hands=tuple(hands),
        tables=tuple(tables),
        pile=pile,
        stock=stock,
        seat=(dealer + 1) % players,
        first=True,
        dealer=dealer,
        upcards=turned,
        scores=scores or (0,) * profile.sides,
    )
