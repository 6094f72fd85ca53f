"""What lies on the table as the browser gets it: all of it, nothing hidden, in words too."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from canasta_widgets.zones import LONGEST_NAME, named, problems, zones
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from canasta import ImpossiblePosition, NotationError, Position, deal, play
from canasta.actions import Action
from canasta.cards import size

MID = "KKQ4/?11/?9/?7 7777777,5552;r/QQQQ222 4*98 ?30 N.draw 1500:955"


def shown(line: str, seat: int = 0, **options: Any) -> dict[str, Any]:
    """The zones of a position's line."""
    return zones(Position.parse(line), seat, **options)


@pytest.mark.parametrize("seat", range(4))
def test_browser_sees_only_what_the_player_may(seat: int) -> None:
    """What goes to the browser is made from the seat's view alone, and differs between seats."""
    position = deal(7)
    assert zones(position, seat) == zones(position.seen_by(seat), seat)
    assert zones(position, seat)["hand"] != zones(position, (seat + 1) % 4)["hand"]
    hidden = deal(7)._replace(hands=tuple(position.hands[at] if at == seat else 11 << 8 * 14 for at in range(4)))
    assert zones(hidden, seat) == zones(position, seat)


def test_everything_on_the_table_is_shown() -> None:
    """Melds of both sides, canastas, red threes, counts, freezing card, turn, minimum and scores reach the browser."""
    theirs, ours = shown(MID)["sides"]
    assert [meld["canasta"] for meld in ours["melds"]] == ["natural", ""]
    assert [meld["canasta"] for meld in theirs["melds"]] == ["mixed"]
    assert (ours["reds"], len(ours["red_cards"])) == ("1 red three", 1)
    assert (theirs["canastas"], theirs["score"], ours["score"]) == ("1 canasta", "Score 955", "Score 1,500")
    pile = shown(MID)["pile"]
    assert (pile["count"], pile["sideways"], pile["frozen"]) == (4, 1, "frozen")
    assert "frozen by a joker that lies sideways" in pile["words"]
    assert shown(MID)["stock"]["count"] == 30
    assert "1,500" in shown(MID)["status"]["score"]
    bare = shown("KKQ4 - 9 ?30 N.draw 1500:955")
    assert [side["minimum"] for side in bare["sides"]] == ["First meld: 50 points", "First meld: 90 points"]
    assert "90" in bare["status"]["minimum"]
    assert shown("KKQ4 - 9")["pile"]["frozen"] == "frozen for you"


@pytest.mark.parametrize(
    ("line", "seat", "chairs"),
    [
        ("K/?5 - 9 ?9 N.draw classic/2", 0, {"S": "top"}),
        ("K/?5/?6 - 9 ?9 N.draw classic/3", 1, {"S": "left", "N": "right"}),
        ("K/?5/?6/?7 - 9 ?9", 0, {"E": "left", "S": "top", "W": "right"}),
        ("K/?5/?6/?7 - 9 ?9", 3, {"N": "left", "E": "top", "S": "right"}),
        (
            "K/?5/?6/?7/?8/?9 - 9 ?9 N.draw classic/6",
            0,
            {"NE": "left", "SE": "left-top", "S": "top", "SW": "right-top", "NW": "right"},
        ),
    ],
)
def test_players_sit_clockwise_round_the_table(line: str, seat: int, chairs: dict[str, str]) -> None:
    """From each seat the next player sits at the left hand and so on clockwise, whatever the number of players."""
    others = shown(line, seat)["others"]
    assert {other["seat"]: other["chair"] for other in others} == chairs
    assert [other["turn"] for other in others] == [other["seat"] == "N" for other in others]


def test_each_player_is_named_and_counted() -> None:
    """Seats carry the count of their cards, who is partner, whose turn it is, and words that say the same."""
    east, south, west = shown(MID.replace("N.draw", "E.play drew"))["others"]
    assert [each["count"] for each in (east, south, west)] == [11, 9, 7]
    assert [each["partner"] for each in (east, south, west)] == ["", "partner", ""]
    assert [each["says"] for each in (east, south, west)] == ["is to play", "", ""]
    assert south["words"] == "South: 9 cards in hand"
    assert shown("KK24 444/- 42K")["others"] == []


def test_names_of_players_stand_beside_their_seats() -> None:
    """What players call themselves is plain text of a bounded length; the seat's own name is there too."""
    names = named({"N": "Dana", "E": "  Bo\n\tLi\u202e\x00 ", "S": "x" * 400})
    zone = shown(MID, names=names)
    assert (zone["seat"]["player"], zone["seat"]["name"]) == ("Dana", "North")
    assert [other["player"] for other in zone["others"]] == ["Bo Li", "x" * LONGEST_NAME, ""]
    assert [other["name"] for other in zone["others"]] == ["East", "South", "West"]
    assert "Dana" not in json.dumps({**zone, "seat": {}})
    with pytest.raises(ValueError, match="'Q' is no seat; the seats are E, N"):
        named({"Q": "Dana"})


def test_open_hands_show_only_the_named_seats() -> None:
    """A hand lies open only if it is named; its cards and suits are there, all else stays hidden."""
    line = "KsK4/AhAA94/8s8/7d777 QQQ/AAAA 9 5r8?20"
    east, south, west = shown(line, open_hands={1})["others"]
    assert [card["words"] for card in east["cards"]][:2] == ["ace of hearts", "ace"]
    assert east["open"] == "3 aces, 1 nine and 1 four"
    assert (east["ranks"], "cards" in south, "cards" in west) == ([3, 1, 1], False, False)
    assert shown(line, open_hands={1})["line"].startswith("KsK4/AhAA94/?2/?4 ")
    assert zones(Position.parse(line).seen_by(0), 0, open_hands={1})["others"][0]["cards"][0]["look"] == "unseen"
    assert shown(line, open_hands={0, 7}) == shown(line)


def test_hand_is_sorted_in_ranks() -> None:
    """The hand lies high to low, and the sizes of its ranks add up to it."""
    zone = shown("4K2*KT4b")
    assert [card["sign"] for card in zone["hand"]][:3] == ["K", "K", "10"]
    assert zone["ranks"] == [2, 1, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("line", "crosswise"),
    [
        ("K4 777777 Q", 5),
        ("K4 777722 Q", 5),
        ("K4 77777 Q", None),
        ("K4 7777777 Q", None),
        ("K4 77777 Q ?9 N.draw 0:0 classic+canasta_size=6", 4),
    ],
)
def test_last_card_before_a_canasta_lies_crosswise(line: str, crosswise: int | None) -> None:
    """Where one more card makes a canasta, the last of the meld is turned, and its words say so."""
    meld = shown(line)["sides"][1]["melds"][0]
    assert meld["crosswise"] == crosswise
    assert ("one card short of a canasta" in meld["words"]) == (crosswise is not None)


def test_melds_of_this_turn_are_told() -> None:
    """A meld laid new in this turn is marked in the picture and in words, an older one is not."""
    start = Position.parse("KKK99/AA94 444/AAAA 9 ?9 N.play")
    after = play(start, Action.parse("meld KKK")).after
    new, old = zones(after, 0)["sides"][1]["melds"]
    assert (new["new"], old["new"]) == (True, False)
    assert new["words"] == "Your side, meld, new this turn: 3 kings"
    assert old["words"] == "Your side, meld: 3 fours"


def test_freezing_card_shows_however_deep_it_lies() -> None:
    """Of a high pile the top cards show, and always the card that freezes it; the count is that of all."""
    pile = shown("K4 444 9*87654987")["pile"]
    assert (pile["count"], pile["sideways"], pile["deep"]) == (10, 0, True)
    assert [card["words"] for card in pile["cards"]] == ["joker", "four", "nine", "eight", "seven"]


@given(positions(), st.data())
def test_any_position_can_be_drawn(position: Position, data: st.DataObject) -> None:
    """Every position that text can say is drawn, from any seat, as plain JSON; its problems are sentences."""
    seats = st.integers(0, position.profile.players - 1)
    drawn = zones(
        position, data.draw(seats), open_hands=data.draw(st.sets(seats)), came=Counter(position.cards_in_hand(0))
    )
    assert json.loads(json.dumps(drawn)) == drawn
    assert len(drawn["hand"]) == sum(drawn["ranks"])
    assert all(text.endswith(")") for text in problems(position))
    assert bool(problems(position)) == bool(position.problems())


@given(positions(), st.data())
def test_no_hidden_hand_leaks_from_any_position(position: Position, data: st.DataObject) -> None:
    """Whatever the position, what is drawn for a seat does not change with the other hands and the stock."""
    seat = data.draw(st.integers(0, position.profile.players - 1))
    other = [hand if at == seat or hand is None else size(hand) for at, hand in enumerate(position.hands)]
    paint = position.paint and position.paint._replace(
        hands=tuple(each if at == seat else () for at, each in enumerate(position.paint.hands)), stock=""
    )
    changed = position._replace(
        hands=tuple(other),
        stock=position.stock and bytes(len(position.stock)),
        paint=paint and type(paint).made(*paint),
    )
    assert zones(changed, seat) == zones(position, seat)


def test_broken_lines_are_drawn_as_far_as_they_can_be_read() -> None:
    """A line in which letters were changed is either refused by name or drawn, impossible or not."""
    chance = random.Random("broken lines")
    found = {True: 0, False: 0}
    while min(found.values()) < 60:
        letters = list(chance.choice((MID, "AAKKQQJ542*/?11/?11/?11 KKKK2,777;rr/- 94Q ?51 N.draw deal=W 1500:955")))
        for _ in range(chance.choice((1, 2, 5))):
            letters[chance.randrange(len(letters))] = chance.choice("AKQ742*rb?19/,;! .-")
        try:
            position = Position.parse("".join(letters))
        except (NotationError, ImpossiblePosition):
            continue
        found[bool(problems(position))] += 1
        for seat in range(position.profile.players):
            assert zones(position, seat)["line"]


def test_who_went_out_is_told() -> None:
    """At the end of a deal the table says who went out, also to the player who did."""
    for seat in range(4):
        status = zones(Position.parse("-/K4/5/66 7777777;r/QQQ - . N.over out=N"), seat)["status"]
        assert (status["turn"], status["phase"]) == ("The deal is over", "North went out")
    assert zones(Position.parse("4/K4/5/66 7777777;r/QQQ 9 - N.over"), 0)["status"]["phase"] == ""
