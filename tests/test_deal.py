"""Dealing: who deals and cuts, what is dealt and turned, and the numbers for each number of players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta import BOOK, CLASSIC, PAGAT, SPRUCE, Action, Position, Profile, deal, judge, play
from canasta.cards import KIND, RED_THREE, count
from canasta.deal import cutter, first_dealer, next_dealer
from canasta.problems import all_cards
from canasta.profile import PROFILES

SHAPED = [f"{base}/{players}" for base in PROFILES for players in (2, 3, 4, 6)]


def turned(letters: str, profile: Profile = CLASSIC) -> tuple[str, str, bool]:
    """The pile and the stock after the upcard is turned from this stock, and whether the pile is frozen by a card."""
    stock = bytes(KIND[letter] for letter in letters)
    n = BOOK["deal.upcard"].value(profile, stock)
    position = Position(profile=profile, pile=stock[:n], stock=stock[n:], upcards=n)
    return letters[:n], letters[n:], position.freezing_index() is not None


def seed_where(profile: Profile, upcard: str) -> Position:
    """The first deal whose turned cards are these kinds from the bottom."""
    wanted = bytes(KIND[letter] for letter in upcard)
    return next(position for seed in range(2000) if (position := deal(seed, profile)).pile == wanted)


def test_d01_a_natural_upcard() -> None:
    """D01: 63 cards stay after a deal for four; nothing in the pile freezes it, and it is frozen for want of melds."""
    position = seed_where(CLASSIC, "K")
    assert (position.stock_size(), len(position.pile), position.freezing_index()) == (63, 1, None)
    assert position.is_frozen(0)
    assert position.is_frozen(1)


UPCARDS = [
    # id, stock from the top, profile, pile, frozen by a card
    ("D02", "279", CLASSIC, "27", True),
    ("D03", "bQ9", CLASSIC, "bQ", True),
    ("D03-spruce", "bQ9", SPRUCE, "bQ", False),
    ("D03-pagat", "bQ9", PAGAT, "b", False),
    ("D04", "r94", CLASSIC, "r9", True),
    ("D04-pagat", "r94", PAGAT, "r9", True),
    ("D04-spruce", "r94", SPRUCE, "r9", False),
    ("D05", "*59", SPRUCE, "*5", True),
    ("PEER-005", "*72", CLASSIC, "*7", True),
    ("PEER-006", "*2r7", CLASSIC, "*2r7", True),
]


@pytest.mark.parametrize(
    ("cards", "profile", "pile", "frozen"), [case[1:] for case in UPCARDS], ids=[case[0] for case in UPCARDS]
)
def test_upcard(cards: str, profile: Profile, pile: str, frozen: bool) -> None:
    """D02 to D05: what is turned at the deal is covered until a card shows that can stay, and may freeze the pile."""
    assert turned(cards, profile) == (pile, cards[len(pile) :], frozen)


def test_d03_pagat_first_player_may_not_take_a_black_three() -> None:
    """D03: a black three that stays as the upcard cannot be taken, and only blocks."""
    verdict = judge(Position.parse("bb45 444 b . N.draw first upcards=1 pagat"), Action.parse("take bb"))
    assert "take.black-three-top" in [finding.clause for finding in verdict.refusals]


def test_d05_frozen_until_taken() -> None:
    """D05: a covered joker freezes the pile until the pile that holds it is taken."""
    position = Position.parse("55K4 555 *5 QT N.draw upcards=2 spruce")
    assert "freeze.natural-pair" in [f.clause for f in judge(position, Action.parse("take 5:")).refusals]
    after = play(position, Action.parse("take 55")).after
    assert after.freezing_index() is None
    assert count(after.hand or 0, KIND["*"]) == 1


@pytest.mark.parametrize(
    ("profile", "cutting"),
    [("classic", "N"), ("spruce", "S"), ("pagat", "S"), ("classic/2", "N"), ("spruce/3", "E"), ("spruce/6", "SW")],
)
def test_d07_who_cuts(profile: str, cutting: str) -> None:
    """D07: the player at the dealer's left cuts in classic, the one at his right in spruce and pagat."""
    table = Profile.parse(profile)
    assert table.seat_names[cutter(table.players - 1, table)] == cutting


@pytest.mark.parametrize(
    ("profile", "dealt", "stock"),
    [
        pytest.param("classic", 11, 63, id="D01"),
        pytest.param("classic/2", 15, 77, id="D10"),
        pytest.param("classic/3", 13, 68, id="D11"),
        pytest.param("classic/6", 13, 83, id="D12"),
        pytest.param("classic", 11, 63, id="PEER-002"),
        pytest.param("classic/3", 13, 68, id="PEER-003"),
    ],
)
def test_hands_and_stock(profile: str, dealt: int, stock: int) -> None:
    """D10 to D12: two get 15 cards, three 13, six 13 of 162; the rest but for the upcards is the stock."""
    table = Profile.parse(profile)
    position = deal(5, table)
    assert [position.hand_size(seat) for seat in range(table.players)] == [dealt] * table.players
    assert (position.stock_size() or 0) + position.upcards == stock + 1
    assert sum(all_cards(position)) == 54 * table.packs


def test_d13_who_takes_first_gets_the_bonus_cards() -> None:
    """D13: the covered red three and wild card go to whoever takes the pile, and nothing is drawn for the three."""
    position = Position.parse("99K4/QQ94 444 r29 QT N.draw upcards=3 spruce")
    after = play(position, Action.parse("take 99")).after
    assert (after.red_threes(0), after.stock_size(), count(after.hand or 0, KIND["2"])) == (1, 2, 1)


@pytest.mark.parametrize(
    ("profile", "text"),
    [
        pytest.param("classic/2", "canastas_out=2", id="V02"),
        # V07: the texts do not say; the ruling is one canasta, and a house may ask for two.
        pytest.param("classic/3", "canastas_out=1", id="V07"),
        pytest.param("classic/3+canastas_out=2", "canastas_out=2", id="V07-two"),
        # V08: some play to 7,500 with three; the ruling is 5,000, and a house may change it.
        pytest.param("classic/3", "target=5000", id="V08"),
        pytest.param("classic/3+target=7500", "target=7500", id="V08-house"),
        pytest.param("classic/6", "target=10000", id="V09"),
        pytest.param("classic/6", "canastas_out=2", id="V09-canastas"),
        pytest.param("spruce/6", "sides=2", id="V12"),
        pytest.param("classic", "canastas_out=1", id="G11"),
    ],
)
def test_shape(profile: str, text: str) -> None:
    """V02 to V12: each number of players has its numbers. The cutthroat game of V03 to V06 is not modelled."""
    assert text in str(BOOK["deal.shape"].value(Profile.parse(profile))).split()


def test_v12_six_play_three_against_three() -> None:
    """V12: six players make two sides of three, seated alternately."""
    table = Profile.parse("spruce/6")
    assert [table.side_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]


def test_v03_three_play_alone() -> None:
    """V03 to V06 describe a game in which two join against one; here three are three sides, and each melds alone."""
    table = Profile.parse("classic/3")
    assert table.sides == 3
    assert BOOK["seats.opposite"].value(table, 0) == ()


def test_v10_house_rule_of_samba() -> None:
    """V10: the top nine may be added to five nines; to a canasta of nines not, where the house says so."""
    house = "4{} 49 . N.draw classic+take_onto_canasta=no".format
    assert judge(Position.parse(house("5 99999")), Action.parse("take 9:"))
    verdict = judge(Position.parse(house("5 9999922")), Action.parse("take 9:"))
    assert "take.add" in [finding.clause for finding in verdict.refusals]
    assert judge(Position.parse("45 9999922 49"), Action.parse("take 9:"))


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
