"""The table in words says all that is on it, and nothing that may not be seen."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from canasta_widgets import told
from dealt import NAMES, a_deal
from heard_words import RICH, everything, lines, part, some
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from canasta import Action, Position, deal, play
from canasta.cards import KIND, RED_THREE, UNSEEN, bag_of, count, kinds_in, size
from canasta.words import card_name


def kinds(text: str) -> Counter[int]:
    """The cards that a text counts, as "3 kings, 2 jokers"."""
    names = {card_name(kind, n): kind for kind in KIND.values() for n in (1, 2)}
    found = re.findall(r"(\d+) ((?:red |black |unseen )?[a-z]+)", text)
    return Counter({names[name]: int(n) for n, name in found})


def hidden(position: Position, seat: int, chance: random.Random) -> Position:
    """The same for that seat: the cards it cannot see change places."""
    others = [at for at in range(position.profile.players) if at != seat]
    pool = [kind for at in others for kind in kinds_in(position.hands[at] or 0)] + list(position.stock or b"")
    chance.shuffle(pool)
    hands = list(position.hands)
    for at in others:
        n = size(hands[at] or 0)
        hands[at] = bag_of(pool[:n])
        del pool[:n]
    return position._replace(hands=tuple(hands), stock=bytes(pool), paint=None)


# -- what is on the table -------------------------------------------------------------------------------------------


def test_every_card_and_count_has_words() -> None:
    """Hand, melds, pile, stock, counts of hands and scores can be read back from the words, whatever is played."""
    told_melds = frozen = 0
    for position in some(40):
        for seat in range(position.profile.players):
            words = told.on_the_table(position, seat)
            held = Counter(kinds_in(position.hands[seat] or 0))
            assert kinds(" ".join(part(words, "Your hand"))) == held
            own = position.profile.side_of(seat)
            sides = [section for section in words if "side" in section["title"] or section["title"] == "Your side"]
            assert sides[0]["title"] == "Your side"
            mine = [line for line in sides[0]["lines"] if re.search("[Cc]anasta|^Meld", line)]
            assert [kinds(line.partition(":")[2]) for line in mine] == [
                Counter(meld.kinds) for meld in position.melds(own)
            ]
            made = sum(bool(re.match("(Natural|Mixed) canasta", line)) for line in mine)
            assert made == position.canastas(own)
            told_melds += len(mine)
            pile = part(words, "Discard pile")
            if position.pile:
                assert pile[0].startswith(f"{len(position.pile)} card")
                assert pile[0].endswith(f"Top card: {position.pile_cards()[-1].name}.")
                said = [line for line in pile if "frozen" in line]
                assert ("is frozen" in said[0]) == position.is_frozen(own)
                frozen += position.freezing_index() is not None
            else:
                assert pile == ["It is empty."]
            assert part(words, "Stock")[0] == (
                f"{position.stock_size()} card{'s' * (position.stock_size() != 1)}."
                if position.stock
                else "It is gone."
            )
            counts = {
                int(n.replace(",", "")) for line in part(words, "The other players") for n in re.findall(r"\d+", line)
            }
            assert counts == {position.hand_size(at) for at in range(position.profile.players) if at != seat}
            scores = [int(re.findall(r"-?[\d,]+ ", line)[0].replace(",", "")) for line in part(words, "Scores")]
            assert sorted(scores) == sorted(position.scores)
            assert scores[0] == position.scores[own]
            assert ("red three" in " ".join(sides[0]["lines"])) == bool(position.red_threes(own))
            if not position.has_melded(own):
                assert f"The first must count {position.minimum(own)} points." in sides[0]["lines"][0]
    assert told_melds > 200
    assert frozen > 20


def test_a_table_in_words() -> None:
    """Each part of a table has its heading and short sentences."""
    words = told.on_the_table(Position.parse(RICH), 0)
    assert {section["title"]: section["lines"] for section in words} == {
        "Turn": ["Your turn: draw, or take the pile.", "You are North, and South is your partner."],
        "Your hand: 4 cards": ["2 kings", "1 queen", "1 four"],
        "Discard pile": [
            "4 cards. Top card: eight.",
            "Under it: nine, joker, four.",
            "It is frozen for everyone by the joker that lies under 2 cards.",
        ],
        "Stock": ["54 cards."],
        "Your side": ["Natural canasta: 7 sevens.", "Meld: 3 fives and 1 deuce.", "1 red three."],
        "The other side": ["Mixed canasta: 4 queens and 3 deuces."],
        "The other players": ["East: 11 cards in hand.", "South: 9 cards in hand.", "West: 7 cards in hand."],
        "Scores before this deal": ["Your side: 1,500 points.", "The other side: 955 points."],
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("K4 444/555 4Q", ["It is not frozen."]),
        ("K4 - 4Q", ["It is frozen for everyone, as no side has melded yet."]),
        ("K4 -/555 4Q", ["It is frozen for your side, which has not melded yet."]),
        ("K4 444 4Q", ["It is not frozen for your side.", "The other side: frozen, as there is no meld yet."]),
        ("K4 444/555 42Q", ["It is frozen for everyone by the deuce that lies under 1 card."]),
        ("K4 444/555 4*", ["It is frozen for everyone by the joker on top."]),
        ("K4 444/555 r4Q N.draw upcards=1", ["It is frozen for everyone by the red three that lies under 2 cards."]),
        ("K4 444/555 r4Q N.draw upcards=1 spruce", ["It is not frozen."]),
        ("K4 -/555 4Q . N.draw classic+frozen_before_initial=no", ["It is not frozen."]),
        (
            "K4 444/-/666 4Q . N.draw classic/3",
            ["It is not frozen for your side.", "East: frozen, as there is no meld yet."],
        ),
    ],
)
def test_what_freezes_the_pile_and_for_whom(line: str, said: list[str]) -> None:
    """A frozen pile is told with the card that freezes it, or with the sides that have not melded."""
    assert [
        each for each in part(told.on_the_table(Position.parse(line), 0), "Discard pile") if "rozen" in each
    ] == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("K4/Q4 444 Q . N.play", "Your turn: meld if you like, then discard."),
        ("K4/Q4 444 Q . E.draw", "East: draw, or take the pile."),
        ("4449/?11/Q8/?11 7777777 Q ?72 N.play ans=no", "North asked, and the answer was no."),
        ("4449/?11/Q8/?11 7777777 Q ?72 N.play ans=yes", "North asked, and the answer was yes."),
        ("4449/?11/Q8/?11 7777777 Q ?72 N.answer", "An answer is due: may North go out? Answer for South."),
        ("-/Q4 7777777 Q . N.over out=N", "The deal is over. Nothing more is played."),
        ("-/Q4 7777777 Q . N.over out=N", "North went out."),
        ("-/Q4 7777777! Q . N.over out=N!", "North went out concealed."),
        ("K4 - Q . N.draw classic/2", "You are North."),
    ],
)
def test_turn_in_words(line: str, said: str) -> None:
    """Whose turn it is, what is due, what binds, and who went out."""
    assert said in part(told.on_the_table(Position.parse(line), 0), "Turn")


def test_what_is_not_stated_is_not_made_up() -> None:
    """A hand, a stock and other players of whom nothing is said are told as that, or not at all."""
    words = told.on_the_table(Position.parse("K4 - - . N.draw"), 1)
    assert part(words, "Your hand") == ["It is not stated."]
    assert part(words, "Stock") == ["The number of its cards is not stated."]
    assert part(words, "Discard pile") == ["It is empty."]
    assert part(told.on_the_table(Position.parse("- 444 Q 9 N.draw"), 0), "Your hand") == ["No card."]


@settings(max_examples=50)
@given(positions(), st.data())
def test_words_are_made_from_what_may_be_seen(position: Position, data: st.DataObject) -> None:
    """Any position reads as the view of it does."""
    seat = data.draw(st.integers(0, position.profile.players - 1))
    assert lines(told.on_the_table(position, seat)) == lines(told.on_the_table(position.seen_by(seat), seat))


def test_unseen_cards_change_no_word() -> None:
    """Cards that a player cannot see may change places: what he is told stays the same."""
    chance = random.Random(5)
    n = 0
    for position in some(60):
        for seat in range(position.profile.players):
            other = hidden(position, seat, chance)
            n += other != position
            assert everything(other, seat) == everything(position, seat) == everything(position.seen_by(seat), seat)
    assert n > 100


def test_a_card_that_another_player_drew_is_never_named() -> None:
    """Another card on the stock changes what its drawer is told, and nothing that the others are told."""
    n = 0
    for step in (step for name in NAMES[::3] for step in a_deal(name, 1)):
        stock = step.before.stock or b""
        if step.verdict.action.verb != "draw" or RED_THREE in stock[:3] or len(stock) < 6:
            continue
        other = next((at for at in range(3, len(stock)) if stock[at] not in (stock[0], RED_THREE)), None)
        if other is None:
            continue
        swapped = bytearray(stock)
        swapped[0], swapped[other] = swapped[other], swapped[0]
        again = play(step.before._replace(stock=bytes(swapped)), step.verdict.action)
        for seat in range(step.before.profile.players):
            for say in (told.changed, told.taken_back):
                same = say(again, seat) == say(step, seat)
                assert same == (seat != step.before.seat or say is told.taken_back)
        n += 1
    assert n > 50


def test_a_card_that_was_said_to_be_drawn_is_its_players() -> None:
    """Where the stock lies face down and a drawn card was named, only who drew it is told which."""
    step = play(Position.parse("K4/Q4/?9/?9 444 Q ?40 N.draw"), Action.parse("draw 9"))
    assert told.changed(step, 0).startswith("You draw 1 card: nine.")
    for seat in (1, 2, 3):
        for text in (told.changed(step, seat), told.taken_back(step, seat), *lines(told.happened([step], seat))):
            assert "nine" not in text
    assert told.changed(step, 1).startswith("North draws 1 card from the stock.")


def test_seats_are_told_apart_by_what_they_hold() -> None:
    """Each hand is told to its player alone."""
    position = deal(7)
    hands = [part(told.on_the_table(position, seat), "Your hand") for seat in range(4)]
    assert len({tuple(hand) for hand in hands}) == 4
    for seat in range(4):
        seen = position.seen_by(seat)
        assert all(count(seen.hands[other] or 0, UNSEEN) == 11 for other in range(4) if other != seat)
