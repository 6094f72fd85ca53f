"""The draw for seats: who draws again, who sits where, and what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from test_notation import ALPHABET

from canasta import CLASSIC, Card, NotationError, Profile
from canasta.cards import JOKER, KIND, NATURALS, suits_of
from canasta.seats import Drawn, SeatCards, draw_for_seats, read_seat_draw

PLAYERS = st.sampled_from([2, 3, 4, 6])
ONE_CARD = st.one_of(
    st.just(Card(JOKER)),
    st.sampled_from([Card(kind, suit) for kind in (*range(1, 4), *NATURALS) for suit in suits_of(kind)]),
)
# High to low, as the text of the rules has it.
RANKS = "AKQJT98765432"


def height(card: Card) -> int:
    """A card's place in the draw, spelled out from the rules' own order; a smaller one is higher."""
    letter = "3" if str(card)[0] in "rb" else str(card)[0]
    return RANKS.index(letter) * 4 + "shdc".index(card.suit)


@st.composite
def spreads(draw: st.DrawFn) -> SeatCards:
    """What some players drew from one spread pack, with and without mistakes."""
    players = draw(PLAYERS)
    profile = Profile.parse(f"{draw(st.sampled_from(['classic', 'spruce', 'pagat']))}/{players}")
    packs = profile.packs
    drawn = []
    for _ in range(players):
        cards = draw(st.lists(ONE_CARD, min_size=1, max_size=draw(st.sampled_from([1, 1, 1, 3]))))
        drawn.append(Drawn(tuple(cards), draw(st.sampled_from([False, False, False, True]))))
    held = [card for one in drawn for card in one.cards]
    assume(all(held.count(card) <= (2 * packs if card.kind == JOKER else packs) for card in held))
    return SeatCards(tuple(drawn), profile)


@st.composite
def good_spreads(draw: st.DrawFn) -> SeatCards:
    """Draws that all differ and all count."""
    players = draw(PLAYERS)
    profile = Profile.parse(f"{draw(st.sampled_from(['classic', 'spruce', 'pagat']))}/{players}")
    natural = ONE_CARD.filter(lambda card: card.kind != JOKER)
    cards = draw(st.lists(natural, min_size=players, max_size=players, unique=True))
    return SeatCards(tuple(Drawn((card,)) for card in cards), profile)


@given(spreads())
def test_who_draws_again(spread: SeatCards) -> None:
    """Those draw again who have a joker, several cards, an end card, or a card equal to another good one; no others."""
    result = draw_for_seats(spread.draws, spread.profile)
    good = [d.cards[0] for d in spread.draws if len(d.cards) == 1 and not d.end and d.cards[0].kind != JOKER]
    wanted = [
        player
        for player, drawn in enumerate(spread.draws, 1)
        if len(drawn.cards) > 1 or drawn.end or drawn.cards[0].kind == JOKER or good.count(drawn.cards[0]) > 1
    ]
    assert [again.player for again in result.again] == wanted
    assert all(again.clause == "seats.redraw" and again.reason.endswith(".") for again in result.again)
    assert bool(wanted) == (not result.seating)


@given(good_spreads())
def test_cards_that_differ_order_all_players(spread: SeatCards) -> None:
    """Where all cards differ nobody draws again, the highest plays first, and partners sit as they must."""
    result = draw_for_seats(spread.draws, spread.profile)
    assert result.again == ()
    players = range(1, len(spread.draws) + 1)
    assert sorted(result.order) == sorted(result.seating) == list(players)
    heights = [height(spread.draws[player - 1].card) for player in result.order]
    assert heights == sorted(set(heights))
    assert result.first == result.seating[0] == result.order[0]
    # The highest and those next to him make one side.
    assert sorted(result.sides[0]) == sorted(result.order[: len(result.sides[0])])
    assert sorted(player for side in result.sides for player in side) == list(players)
    for side, members in enumerate(result.sides):
        seats = [seat for seat, player in enumerate(result.seating) if player in members]
        assert {spread.profile.side_of(seat) for seat in seats} == {side}
    # The dealer is at the right of who plays first, where the profile fixes him.
    fixed = spread.profile.first_dealer == "right"
    assert result.dealer == (result.seating[-1] if fixed else None)


@given(spreads())
def test_text_round_trip(spread: SeatCards) -> None:
    """A draw can be written and read back as the very same."""
    assert read_seat_draw(str(spread)) == spread


@given(text=st.text(ALPHABET, max_size=30) | st.text("KQ47srbhdc*+@end ", max_size=30).map("seats ".__add__))
@example(text="seats")
@example(text="seats Ks Qh 9c 4d classic/4+")
@example(text="seats @end @end")
@example(text="seats Ks+ Qh")
@example(text="seats Ks?2 Qh")
def test_random_text_raises_only_notation_errors(text: str) -> None:
    """Any text is a draw for seats, or unreadable with the faulty part named."""
    try:
        spread = read_seat_draw(text)
    except NotationError as fault:
        assert fault.part == "" or fault.part in text
        return
    assert str(draw_for_seats(spread.draws, spread.profile))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Ks Qh", "Ks"),
        ("seats", "seats"),
        ("seats Ks Qh 9c 4d 5d", "seats Ks Qh 9c 4d 5d"),
        ("seats K Qh", "K"),
        ("seats Ks KsQh", "KsQh"),
        ("seats Ks Ks Ks 4d", "Ks"),
        ("seats *+*+*+*+* 4d", "*"),
        ("seats Ks+Qh+4d+5d+6d+7d+8d 4s", "Ks+Qh+4d+5d+6d+7d+8d"),
        ("seats rs Qh", "rs"),
        ("seats Ks Qh spruce", "seats Ks Qh spruce"),
        ("seats Ks Qh spruce/5", "5"),
        ("seats Ks@ Qh", "@"),
    ],
)
def test_unreadable(text: str, part: str) -> None:
    """What no table can show is unreadable, and the faulty part is named."""
    with pytest.raises(NotationError) as fault:
        read_seat_draw(text)
    assert fault.value.part == part


@pytest.mark.parametrize("draws", [[], [Drawn((), False)] * 4, [Drawn((Card(KIND["K"]),))] * 2])
def test_values_that_are_no_draw(draws: list[Drawn]) -> None:
    """A draw made as a value is checked like one that is read."""
    with pytest.raises(NotationError):
        draw_for_seats(draws)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("seats Ks Ks 9c 4d", ["drew the king of spades", "drew the king of spades"]),
        ("seats Ks Qh * 4d", ["Player 3 drew a joker, which does not count."]),
        ("seats Ks Qh+9c 8c 4d", ["drew 2 cards instead of one"]),
        ("seats Ks Qh@end 9c 4d", ["an end of the pack"]),
        ("seats Ks *@end 9c 4d", ["an end of the pack"]),
        ("seats Ks *+4d@end 9c 4d", ["drew 2 cards instead of one"]),
    ],
)
def test_reasons(text: str, reasons: list[str]) -> None:
    """Each who draws again hears one reason."""
    found = draw_for_seats(read_seat_draw(text).draws).again
    assert len(found) == len(reasons)
    for again, reason in zip(found, reasons, strict=True):
        assert again.clause == "seats.redraw"
        assert reason in again.reason


def test_a_draw_is_settled_round_by_round() -> None:
    """Who draws again may again be equal to one who kept his card; at last all differ."""
    rounds = ["seats Ks Ks 9c *", "seats 9c Qh 9c 4d", "seats 8c Qh 8d 4d"]
    results = [str(draw_for_seats(read_seat_draw(text).draws)) for text in rounds]
    assert results[:2] == ["redraw 1 2 4", "redraw 1 3"]
    assert results[2] == "N:2 E:1 S:3 W:4 sides=2+3/1+4 first=2 deal=4"


def test_default_profile_is_classic() -> None:
    """Without a profile the draw is for classic, with as many players as drew."""
    assert read_seat_draw("seats Ks Qh").profile == CLASSIC.for_players(2)
    assert str(draw_for_seats(read_seat_draw("seats Qh Ks").draws)) == "N:2 S:1 sides=2/1 first=2 deal=1"
