"""Large hands: the ways to open are counted, numbered and walked without being listed, and agree with the list."""

from __future__ import annotations

import random

import pytest
from full import FULL

from canasta import BOOK, Action, Position, judge, legal
from canasta.cards import LETTERS
from canasta.lazy import Joined
from canasta.openings import Openings
from canasta.problems import in_pack
from canasta.shapes import prepared_shapes

PACK = [kind for kind in range(15) for _ in range(in_pack(kind, 2)) if kind != 1]
LINES = [
    "AAKK2*44 - Q N.play",
    "KKKQQQJJ2 - Q N.play -5:0",
    "777777744444 - Q N.play 3200:0",
    "7777777444K - Q N.play 3200:0",
    "44444KKK22*bb - Q N.play",
    "4444444KKKbbb - Q N.play",
    "4444444KKK2222bbb - Q N.play classic+black_threes=last",
    "QQQQ22**AA - Q N.play classic+minimums=0,0,0,0",
    "AAA9944 - A",
    "AAQQQ99922* - 9Q 1500:0",
    "QQ44 - Q N.draw classic+minimums=0,0,0,0",
    "555555QQ22 - Q N.draw classic+minimums=0,0,0,0",
]


def hand(chance: random.Random, cards: int) -> str:
    """A random hand without red threes."""
    return "".join(LETTERS[kind] for kind in chance.sample(PACK, cards))


def openings(line: str) -> list[Openings]:
    """The sets of initial melds of a position, one for each way to begin a take."""
    position = Position.parse(line)
    shapes = prepared_shapes(BOOK, position.profile)
    bag = position.hand or 0
    ranks = tuple(rank for rank in range(14, 3, -1) if bag >> 8 * rank & 0xFF)
    if position.phase == "play":
        return [Openings(position, shapes, bag, ranks)]
    top = position.pile[-1]
    ways = shapes.ways((top, bag >> 8 * top & 0xFF, bag >> 16 & 0xFF, bag & 0xFF), unopened=True).all
    others = tuple(rank for rank in ranks if rank != top)
    picked = len(position.pile) - 1
    return [Openings(position, shapes, bag - way.cards, others, way, picked) for way in ways]


def agree(line: str) -> int:
    """Checks listing, walking, counting and numbering against each other; how many sets there are."""
    n = 0
    for sets in openings(line):
        listed = sets.eager()
        assert list(sets) == listed
        assert len(sets) == len(listed)
        assert [sets[at] for at in range(len(listed))] == listed
        assert bool(sets) == bool(listed)
        n += len(listed)
    return n


@pytest.mark.parametrize("line", LINES)
def test_list_count_number_and_walk_agree(line: str) -> None:
    """Openings listed at once, walked, counted and numbered are one and the same sequence."""
    assert agree(line) > 0


def test_the_four_ways_agree_on_random_hands() -> None:
    """Whatever the hand, before the draw and after it, with melds to lay down whole or not."""
    chance = random.Random(3)
    sets = 0
    for _ in range(1000 if FULL else 60):
        cards = hand(chance, chance.randint(9, 14))
        score = chance.choice(["-5:0", "0:0", "1500:0", "3000:0"])
        house = chance.choice(["classic", "spruce", "classic/2", "classic+wild_limit=4"])
        for line in (f"{cards} - Q N.play {score} {house}", f"{cards} - {cards[0]}{cards[1]} N.draw {score} {house}"):
            if Position.parse(line).problems() or cards[1] in "*2b":
                continue
            sets += agree(line)
    assert sets > 500


@pytest.mark.parametrize("cards", [18, 24, 30])
def test_large_hands_are_counted_and_numbered(cards: int) -> None:
    """A large hand's plays are a lazy sequence; its items are legal, all different, and found again by membership."""
    chance = random.Random(cards)
    seen = 0
    for _ in range(20 if FULL else 4):
        position = Position.parse(f"{hand(chance, cards)} - Q N.play 0:0 classic/2")
        found = legal(position)
        assert isinstance(found, Joined)
        places = chance.sample(range(len(found)), min(40, len(found)))
        actions = [found[place] for place in places]
        assert len(set(actions)) == len(actions)
        for action in actions:
            assert judge(position, action), str(action)
            assert action in found
            seen += 1
        assert found[0] == next(iter(found))
        assert found[-1] == found[len(found) - 1]
        assert found[:3] == [found[0], found[1], found[2]]
        with pytest.raises(IndexError, match="numbered from 0"):
            found[len(found)]
    assert seen > 50


def test_what_is_refused_is_not_in_the_sequence() -> None:
    """Membership asks the judge: an opening that falls short is not among the plays."""
    position = Position.parse("4445556667778889 - Q N.play 3000:0 classic/2")
    assert Action.parse("meld 444") not in legal(position)
    assert "meld 444" not in legal(position)
    assert Action.parse("meld 444 555 666 777 888") not in legal(position)
    assert Action.parse("discard 9") in legal(position)


def rich_hand(chance: random.Random) -> str:
    """A hand of few ranks and many wild cards, which may be laid down whole."""
    ranks = chance.sample("AKQJ98754", chance.randint(2, 4))
    cards = "".join(rank * chance.randint(2, 7) for rank in ranks)
    return cards + "2" * chance.randint(0, 5) + "*" * chance.randint(0, 2) + chance.choice(["", "", "b", "bbb", "T"])


def test_the_four_ways_agree_where_going_out_is_in_question() -> None:
    """Sets that leave next to nothing are counted and numbered as they are listed, in a take too."""
    chance = random.Random(11)
    sets = tight = 0
    while sets < (200_000 if FULL else 20_000):
        cards = rich_hand(chance)
        turn = chance.choice(["N.play", "N.play", "N.draw"])
        pile = chance.choice(cards.strip("2*b") or "A") if turn == "N.draw" else "6"
        under = chance.choice(["", "", "6", "K", "2"]) if turn == "N.draw" else ""
        score = chance.choice(["-5:0", "0:0", "3000:0"])
        house = chance.choice(["classic", "spruce", "classic/2", "classic+canastas_out=2", "classic+black_threes=last"])
        line = f"{cards} - {under}{pile} {turn} {score} {house}"
        if len(cards) > 17 or Position.parse(line).problems():
            continue
        sets += agree(line)
        tight += sum(len(each) - each._counts.wide for each in openings(line))
    assert tight > 200


@pytest.mark.parametrize(
    "line",
    [
        "TTTTTTTAAQQ9988JJ55774466KK2222**b - Q N.play ans=no 1500:0 pagat",
        "TTTTTTTAAQQ9988JJ55774466KK2222**b - Q N.play ans=yes 1500:0 pagat",
        "AAQQ9988JJ5577446622222222 - AQ N.draw ans=no 3000:0 classic/6",
        "AAQQ9988JJ5577446622222222 - Q N.play 0:0 classic+ask=required",
    ],
)
def test_large_hands_whose_answer_binds_are_listed_at_once(line: str) -> None:
    """What a partner has said does not make a large hand's plays unending; what is listed is legal."""
    position = Position.parse(line)
    found = legal(position)
    for at in range(min(3, len(found))):
        assert judge(position, found[at]), f"{found[at]} in {position}"
    assert len(found) > 0 or position.answer == "yes"


def test_unseen_cards_beside_a_pair_of_the_top_card() -> None:
    """A hand of which little is known is listed too; the top card's rank is no reason to stumble."""
    assert [str(action) for action in legal(Position.parse("AAA?9 - A"))][:2] == ["draw", "take AAA"]


@pytest.mark.parametrize("asks", ["", "+ask=required"])
@pytest.mark.parametrize("hand", ["AAAKKKQQQJJJTTT9988", "AAAKKKQQQJJJTTT998877665542*"])
def test_after_the_last_red_three_a_large_hand_may_pass(hand: str, asks: str) -> None:
    """Where the last red three lets its player meld, a large hand has its openings and its pass."""
    position = Position.parse(f"{hand} - K - N.play last classic+last_red_three=melds{asks}")
    plays = legal(position)
    assert plays[len(plays) - 1] == Action.parse("pass")
    shown = [plays[at] for at in range(0, len(plays), max(1, len(plays) // 40))]
    assert len(shown) > 20
    assert all(judge(position, play) for play in shown)
    assert not any(play.verb == "discard" for play in shown)
