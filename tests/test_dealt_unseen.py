"""Cards dealt to what a view does not show: always a deal that may be, and any that may be can come."""

from __future__ import annotations

import random

import pytest
from dealt import NAMES, a_deal

from canasta import Position
from canasta.cards import RED_THREE, UNSEEN, count
from canasta.problems import all_cards
from canasta.tutor.bots.dealt import dealt


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_for_every_view(name: str) -> None:
    """In every shape and all over a deal: no problem, no card unseen, and each seat sees what it saw."""
    chance = random.Random(name)
    looked = 0
    for seed in (3, 4):
        steps = a_deal(name, seed)
        for step in (*steps[:6], *chance.sample(steps, 12), steps[-1]):
            for seat in range(step.after.profile.players):
                view = step.after.seen_by(seat)
                full = dealt(view, chance.random)
                assert full.problems() == []
                assert full.seen_by(seat) == view
                assert not all_cards(full)[UNSEEN]
                looked += full != view
    assert looked > 20


@pytest.mark.parametrize("name", NAMES)
def test_red_threes_lie_where_they_may(name: str) -> None:
    """A hand that had its first turn, or laid its red threes before play, is dealt none."""
    chance = random.Random(name)
    first, *_ = a_deal(name, 3)
    in_hands = 0
    for step in a_deal(name, 3)[:20]:
        position = step.after
        for _ in range(20):
            full = dealt(position.seen_by(position.seat), chance.random)
            for seat in range(position.profile.players):
                if seat != position.seat and count(full.hands[seat] or 0, RED_THREE):
                    in_hands += 1
                    assert position.first
                    assert seat > position.seat
    assert bool(in_hands) == (position.profile.red_three_laid == "first-turn")
    assert first.before.dealer == position.profile.players - 1


def test_the_same_numbers_deal_the_same_cards() -> None:
    """The deal depends on the view and the random numbers alone, and other numbers make another."""
    view = a_deal("classic", 3)[10].after.seen_by(0)
    deals = [dealt(view, random.Random(seed).random) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_what_is_known_or_unstated_stays() -> None:
    """Cards known in other hands and in the stock keep their places; a hand or a stock without a size is left so."""
    view = Position.parse("KK24/AA?9/?11/4?3 444/- 42K 9?70|Q")
    for seed in range(30):
        full = dealt(view, random.Random(seed).random)
        assert full.problems() == []
        assert all_cards(full)[UNSEEN] == 0
        assert full.stock is not None
        assert view.stock is not None
        assert (full.stock[0], full.stock[-1], len(full.stock)) == (view.stock[0], view.stock[-1], len(view.stock))
        assert count(full.hands[1] or 0, 14) >= 2
        assert full.hand_size(1) == 11
        assert not any(count(hand or 0, RED_THREE) for hand in full.hands)
    bare = Position.parse("KK24/?11 444/- 42K")
    full = dealt(bare, random.Random(1).random)
    assert full.hands[2:] == (None, None)
    assert full.stock is None
    assert full.hand_size(1) == 11
    assert not count(full.hands[1] or 0, UNSEEN)


def test_every_place_of_the_stock_is_as_likely_for_a_red_three() -> None:
    """Over many deals red threes come as often to the top of the stock as to its middle and its bottom."""
    view = a_deal("classic", 3)[60].after.seen_by(0)
    assert view.stock is not None
    n = len(view.stock)
    left = 4 - all_cards(view)[RED_THREE]
    assert n > 3
    assert left
    chance = random.Random(5)
    tries = 4000
    seen = [0] * n
    for _ in range(tries):
        for place, kind in enumerate(dealt(view, chance.random).stock or b""):
            seen[place] += kind == RED_THREE
    expected = tries * left / n
    assert all(abs(seen[place] - expected) < 6 * expected**0.5 for place in (0, n // 2, n - 1))


def test_too_few_cards_are_an_error() -> None:
    """Where the packs hold fewer cards than are unseen, or more red threes than may lie there, it says so."""
    with pytest.raises(ValueError, match="packs hold only"):
        dealt(Position.parse("KK24/?60/?11/?11 444/- 42K ?60"), random.Random(1).random)
    with pytest.raises(ValueError, match="red threes"):
        dealt(Position.parse("KK24/?48/?30/?20 444/- 42K -"), random.Random(1).random)
