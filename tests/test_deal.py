"""Dealing: who deals and cuts, what is dealt and turned, and the numbers for each number of players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta import BOOK, CLASSIC, Position, Profile, deal
from canasta.cards import KIND, RED_THREE, count
from canasta.deal import cutter, first_dealer, next_dealer
from canasta.profile import PROFILES

SHAPED = [f"{base}/{players}" for base in PROFILES for players in (2, 3, 4, 6)]


def turned(letters: str, profile: Profile = CLASSIC) -> tuple[str, str, bool]:
    """The pile and the stock after the upcard is turned from this stock, and whether the pile is frozen by a card."""
    stock = bytes(KIND[letter] for letter in letters)
    n = BOOK["deal.upcard"].value(profile, stock)
    position = Position(profile=profile, pile=stock[:n], stock=stock[n:], upcards=n)
    return letters[:n], letters[n:], position.freezing_index() is not None


@pytest.mark.parametrize("name", SHAPED)
@given(dealer=st.integers(0, 5), seed=st.integers(0, 10**6))
def test_the_deal_goes_round(name: str, dealer: int, seed: int) -> None:
    """Whoever deals, the player at his left plays first, and the dealer's seat moves clockwise to him."""
    profile = Profile.parse(name)
    dealer %= profile.players
    position = deal(seed, profile, dealer=dealer)
    assert (position.dealer, position.seat) == (dealer, (dealer + 1) % profile.players)
    assert next_dealer(position) == next_dealer(dealer, profile) == position.seat
    assert Position.parse(str(position)) == position
    # Who plays first at this deal is at the left of the first dealer, where that is fixed.
    assert first_dealer(position.seat, profile) == (None if profile.first_dealer == "any" else dealer)
    assert cutter(dealer, profile) in ((dealer + 1) % profile.players, (dealer - 1) % profile.players)


@pytest.mark.parametrize("name", SHAPED)
def test_cards_go_one_at_a_time(name: str) -> None:
    """The dealer's left gets the first card and every round's first; another dealer shifts the same hands."""
    profile = Profile.parse(name).replace(red_three_laid="first-turn")
    hands = deal(11, profile).hands
    for dealer in range(profile.players):
        shifted = deal(11, profile, dealer=dealer).hands
        assert [shifted[(dealer + 1 + seat) % profile.players] for seat in range(profile.players)] == list(hands)
    order = BOOK["deal.hand"].value(profile, 0)
    assert order[: profile.players] == (*range(1, profile.players), 0)
    assert len(order) == profile.players * profile.dealt


def test_red_threes_are_laid_when_the_profile_says() -> None:
    """Before play nobody holds a red three; laid at the first turn, somebody does in some deal."""
    held = {profile.base: 0 for profile in PROFILES.values()}
    for seed in range(20):
        for profile in PROFILES.values():
            position = deal(seed, profile)
            held[profile.base] += sum(count(hand or 0, RED_THREE) for hand in position.hands)
            laid = sum(position.red_threes(side) for side in range(2))
            assert laid == 0 or profile.red_three_laid == "before-play"
    assert held["classic"] > 0
    assert held["spruce"] == held["pagat"] == 0


def test_a_stock_of_covered_cards_ends() -> None:
    """Turning stops with the stock, even if nothing in it can stay."""
    assert turned("*2rb") == ("*2rb", "", True)


def test_the_deal_asks_the_book() -> None:
    """A book with another rule deals by it: fewer cards, another upcard."""
    book = BOOK.with_clause("deal.hand", value=lambda profile, dealer: (0, 1, 2, 3) * 5)
    assert deal(1, CLASSIC, book=book).hand_size(0) == 5
    book = BOOK.with_clause("deal.upcard", value=lambda profile, stock: 3)
    assert deal(1, CLASSIC, book=book).upcards == 3


@pytest.mark.parametrize(
    ("profile", "name", "origin"),
    [
        ("classic", "first_dealer", "stated"),
        ("spruce", "first_dealer", "stated"),
        ("pagat", "first_dealer", "inherited"),
        ("spruce", "shuffled_by", "stated"),
        ("classic/3", "dealt", "ruling"),
        ("classic+cut_by=right", "cut_by", "house"),
    ],
)
def test_provenance(profile: str, name: str, origin: str) -> None:
    """Each number of the deal says where it comes from."""
    assert Profile.parse(profile).provenance(name) == origin
