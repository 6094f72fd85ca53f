"""Dealing: who deals and cuts, and the first position of a deal. Every answer is the rule book's."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from canasta.cards import ONE, RED_THREE, bag_of, count
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.position import Position
from canasta.problems import in_pack
from canasta.profile import CLASSIC, Profile
from canasta.table import RED_THREE_ON_TABLE


def next_dealer(dealer: Position | int, profile: Profile = CLASSIC, book: Book = BOOK) -> int:
    """The seat that deals after this dealer, or after the deal of a position (``deal.rotation``)."""
    if isinstance(dealer, Position):
        profile, dealer = dealer.profile, dealer.dealer
    return int(book["deal.rotation"].value(profile, dealer))


def cutter(dealer: int, profile: Profile = CLASSIC, book: Book = BOOK) -> int:
    """The seat that cuts the pack for this dealer (``deal.shuffle-cut``)."""
    return int(book["deal.shuffle-cut"].value(profile, dealer).cuts)


def first_dealer(first: int, profile: Profile = CLASSIC, book: Book = BOOK) -> int | None:
    """The first deal's dealer where the seat ``first`` plays first; None if any may deal (``deal.first-dealer``)."""
    seat = book["deal.first-dealer"].value(profile, first)
    return seat if isinstance(seat, int) else None


@lru_cache
def _pack(packs: int) -> bytes:
    return bytes(kind for kind in range(15) for _ in range(in_pack(kind, packs)))


def deal(
    seed: int | str,
    profile: Profile = CLASSIC,
    *,
    dealer: int | None = None,
    scores: tuple[int, ...] = (),
    book: Book = BOOK,
) -> Position:
    """The first position of a deal; the same seed gives the same cards for ever.

    ``dealer`` is a seat, the last one by default, so that the first seat plays first. Red threes that are laid before
    play lie on the table already.
    """
    random = Random(seed).random
    pack = _pack(profile.packs)
    keys = [random() for _ in pack]
    cards = [pack[place] for place in sorted(range(len(pack)), key=keys.__getitem__)]
    players = profile.players
    dealer = players - 1 if dealer is None else dealer
    hands = [0] * players
    seats = book["deal.hand"].value(profile, dealer)
    for seat, kind in zip(seats, cards, strict=False):
        hands[seat] += ONE[kind]
    cards = cards[len(seats) :]
    turned = book["deal.upcard"].value(profile, cards)
    pile, stock = bytes(cards[:turned]), bytes(cards[turned:])
    tables = [0] * profile.sides
    if book["red-three.hand"].value(profile) == "before-play":
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
