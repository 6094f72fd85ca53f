"""The table in words says all that is on it, what can be done and what changed, and nothing that may not be seen."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from canasta_widgets import told
from canasta_widgets.plays import groups
from canasta_widgets.table import Table
from dealt import NAMES, a_deal
from hypothesis import given, settings
from hypothesis import strategies as st
from pseudo import Pseudo, spoken
from strategies import positions
from test_table import Heard
from test_words import escaped

from canasta import Action, Position, deal, judge, legal, play
from canasta.cards import KIND, RED_THREE, UNSEEN, bag_of, count, kinds_in, size
from canasta.words import card_name, seat_name

SEEDS = (1, 2)
RICH = "KKQ4/?11/?9/?7 7777777,5552;r/QQQQ222 4*98 ?54 N.draw 1500:955"


def lines(sections: list[told.Section]) -> list[str]:
    """Everything that sections say, headings too."""
    return [line for section in sections for line in (section["title"], *section["lines"])]


def part(sections: list[told.Section], title: str) -> list[str]:
    """The lines under the heading that begins so."""
    (found,) = [section["lines"] for section in sections if section["title"].startswith(title)]
    return found


def some(every: int) -> list[Position]:
    """Positions of random deals of all profiles and numbers of players."""
    steps = [step for name in NAMES for seed in SEEDS for step in a_deal(name, seed)]
    return [step.after for step in steps[::every]]


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


# -- nothing leaks --------------------------------------------------------------------------------------------------


def everything(position: Position, seat: int) -> list[str]:
    """All that is said of a position."""
    return lines(told.on_the_table(position, seat)) + lines(told.can_do(position, seat))


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


# -- what can be done -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seat", "said"),
    [
        (
            "KK24 444 42K",
            0,
            [
                "Your turn: draw, or take the pile.",
                "You may draw from the stock.",
                "You may take the pile in 2 ways: with 2 kings; with 2 kings and 1 deuce.",
                "You may ask your partner: may I go out?",
            ],
        ),
        ("KK24 444 42K", 1, ["North: draw, or take the pile.", "Nothing is asked of you."]),
        ("K4Q 999 9 ?9 N.draw", 0, ["You may take the pile in 1 way: onto your nines."]),
        (
            "444KsQ 777 Q . N.play",
            0,
            ["You may meld in 1 way: 3 fours.", "You may discard in 3 ways: king; queen; four."],
        ),
        ("rK4 444 Q . N.draw first", 0, ["You may lay red threes in 1 way: red three."]),
        ("K4/Q8/J4/99 777 Q . N.answer", 2, ["You may answer in 2 ways: Answer: yes; Answer: no."]),
        ("- 7777777 Q . N.over out=N", 0, ["The deal is over. Nothing more is played."]),
        ("A2 AAAAA - - N.play last classic+last_red_three=melds", 0, ["You may end the turn without a discard."]),
    ],
)
def test_what_can_be_done(line: str, seat: int, said: list[str]) -> None:
    """What is open to a player is told by kind with its count and examples; others hear that nothing is asked."""
    found = lines(told.can_do(Position.parse(line), seat))
    for wanted in said:
        assert wanted in found


def test_what_can_be_done_has_the_engines_counts() -> None:
    """The counts in the words are those of the legal plays, for the player who is to act and for nobody else."""
    n = 0
    for position in some(25):
        for seat in range(position.profile.players):
            found = lines(told.can_do(position, seat))
            if seat != position.seat or position.phase == "over":
                assert not any("You may" in line for line in found)
                continue
            for verb, word in (("take", "take the pile"), ("meld", "meld"), ("discard", "discard")):
                total = sum(play.verb == verb for play in legal(position)) if len(legal(position)) < 5000 else None
                said = [line for line in found if line.startswith(f"You may {word} in ")]
                assert bool(said) == (total != 0)
                if said and total is not None:
                    assert f" in {total:,} way" in said[0]
                    n += 1
            assert ("You may draw from the stock." in found) == (Action("draw") in legal(position))
    assert n > 100


def test_a_large_hand_is_told_in_short() -> None:
    """Billions of ways to meld take one line, with the count of all."""
    line = "b6bK8TA56b7K794K*2A*2T97T64*TQ7J298QAJ689J525T5JAQ - Q N.play"
    (said,) = [line for line in lines(told.can_do(Position.parse(line), 0)) if line.startswith("You may meld")]
    assert f"{len(groups(Position.parse(line), 0)['meld']):,} ways" in said
    assert len(said) < 300


# -- what changed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words", "mine", "theirs"),
    [
        (
            "K4/Q4 444 Q 9?9 N.draw",
            "draw",
            "You draw 1 card: nine. Your turn: meld if you like, then discard.",
            "North draws 1 card from the stock. North: meld if you like, then discard.",
        ),
        (
            "K4/Q4 444 Q r9?9 N.draw",
            "draw",
            "You draw 1 card: nine. A red three is drawn and laid face up. Your turn: meld if you like, then discard.",
            "North draws 1 card from the stock. A red three is drawn and laid face up.",
        ),
        (
            "KsKh24/Q4 444 42K ?9 N.draw",
            "take KsKh",
            "You take the pile of 3 cards with 2 kings. To your hand: 1 four and 1 deuce. Your turn:",
            "North takes the pile of 3 cards with 2 kings. North: meld if you like, then discard.",
        ),
        (
            "K4/Q4 KKK 4K ?9 N.draw",
            "take K:",
            "You take the pile of 2 cards onto your kings. To your hand: 1 four.",
            "North takes the pile of 2 cards onto the kings.",
        ),
        (
            "22K44/Q4 777777 Q . N.play",
            "meld 7:2",
            "You meld 1 deuce onto your sevens. A mixed canasta of sevens: 300 points.",
            "North melds 1 deuce onto the sevens. A mixed canasta of sevens: 300 points.",
        ),
        (
            "KsQ4/Q4 444 Q . N.play",
            "discard Ks",
            "You discard the king of spades. East: draw, or take the pile.",
            "North discards the king of spades. Your turn: draw, or take the pile.",
        ),
        (
            "2Q4/Q4 444 Q . N.play",
            "discard 2",
            "You discard the deuce. The deuce freezes the pile. East:",
            "North discards the deuce.",
        ),
        (
            "rK4/Q4 444 Q 9?9 N.draw",
            "lay r",
            "You lay 1 red three face up. You draw 1 card: nine. Your turn: draw, or take the pile.",
            "North lays 1 red three face up. North draws 1 card from the stock. North:",
        ),
        (
            "444/Q4 7777777 Q . N.play",
            "meld 444",
            "You meld 3 fours. North goes out, and the deal is over.",
            "North melds 3 fours. North goes out, and the deal is over.",
        ),
        (
            "4449/?11/Q8/?11 7777777 Q ?72 N.play",
            "ask",
            "North asks South: may I go out?",
            "North asks South: may I go out?",
        ),
        (
            "A2 AAAAA - - N.play last classic+last_red_three=melds",
            "pass",
            "You end the turn without a discard. Nothing is discarded after the last red three: the deal is over.",
            "North ends the turn without a discard.",
        ),
        (
            "K4/Q4 KKK Q - N.draw",
            "draw",
            "The stock is gone and the discard is not taken: the deal is over.",
            "The stock is gone and the discard is not taken: the deal is over.",
        ),
    ],
)
def test_what_changed(line: str, words: str, mine: str, theirs: str) -> None:
    """An action is told to who did it and to another player, with what followed and what is due now."""
    step = play(Position.parse(line), Action.parse(words))
    assert told.changed(step, 0).startswith(mine)
    assert told.changed(step, 1).startswith(theirs)


def test_every_step_of_every_deal_is_told() -> None:
    """Whatever is played, each player hears complete sentences of who did it, and of what is due or that it is over."""
    n = 0
    for name in NAMES[1::3]:
        for step in a_deal(name, 1):
            names = step.before.profile.seat_names
            for seat in range(len(names)):
                text = told.changed(step, seat)
                assert re.fullmatch(r"([A-Z][^.?!]*[.?!] ?)+", text), text
                who = "You" if seat == step.before.seat else seat_name(names[step.before.seat])
                assert who in text or "deal is over" in text
                assert ("deal is over" in text) == (step.after.phase == "over")
                assert text.count(".") < 12
                n += 1
    assert n > 1000


def test_no_word_is_left_untranslated() -> None:
    """In a language that nobody speaks no English word is left."""
    with spoken(Pseudo()):
        n = 0
        for step in (a_deal("classic/4", 1) + a_deal("pagat/3", 2))[::5]:
            said = [told.changed(step, 0, opened=True), told.taken_back(step, 0), *everything(step.after, 0)]
            said += lines(told.happened([step], 1))
            for text in said:
                assert escaped(text) == [], text
                n += 1
        assert n > 300


# -- on the table's own side ----------------------------------------------------------------------------------------


def ears(table: Table) -> list[str]:
    """All that the live region says from now on."""
    heard: list[str] = []
    table.observe(lambda change: heard.append(change["new"].get("text", "")), "news")
    table.observe(lambda change: heard.extend(filter(None, [change["new"].get("told")])), "verdict")
    return heard


def test_the_live_region_tells_each_outcome() -> None:
    """A play, a refusal, an unreadable line, an undo, an answer and a pointer are told; a new position clears it."""
    table = Table("KsKhKd762*4/?9/?9/?9 QQQ,777/KKKK2 9sTh9 ?59 N.play")
    heard = ears(table)
    table.commit("meld KKK")
    table.undo()
    table.commit("meld K76")
    table.commit("mild")
    table.commit("say stock")
    table.mark(["pile"], "The pile.")
    table.mark(["pile"], "Said by somebody else.", quiet=True)
    assert table.marks["words"] == "Said by somebody else."
    table._heard(table, {"kind": "judge", "text": "meld K76"}, None)
    table.reset("K4 - Q ?9")
    why = judge(Position.parse("K76 QQQ,777 9 . N.play"), Action.parse("meld K76")).lead
    assert why is not None
    assert heard[0] == "You meld 3 kings. Your turn: meld if you like, then discard."
    assert heard[1] == "Taken back: Meld 3 kings. Your turn: meld if you like, then discard."
    assert heard[2] == f"Refused: Meld 1 king, 1 seven and 1 six. {why.fact}"
    assert heard[3].startswith("Not understood: action: 'mild'")
    assert heard[4] == "59 cards left in the stock."
    assert heard[5] == "Look here: The pile."
    assert heard[6] == f"It would be refused: Meld 1 king, 1 seven and 1 six. {why.fact}"
    assert heard[7:] == [""]


def test_the_same_words_are_told_again() -> None:
    """A refusal that is heard twice is told twice."""
    table = Table("K4 444 42K")
    heard = ears(table)
    for _ in range(2):
        table.commit("meld K4")
        table.mark(["pile"], "The pile.")
    assert len(heard) == 4
    assert heard[:2] == heard[2:]


def test_a_position_that_cannot_exist_is_told() -> None:
    """What lies there is told all the same; nothing can be done, and a try is told to be in vain."""
    table = Table("KKKKKKKKKK4 444/KK22 9")
    heard = ears(table)
    table.commit("draw")
    why = "This position cannot exist, so nothing can be played in it."
    assert heard == [f"Not played: {why}"]
    assert why in lines(told.can_do(table.position, 0))
    assert part(told.on_the_table(table.position, 0), "Your hand") == ["10 kings", "1 four"]


def test_from_one_seat_it_is_told_whose_hand_is_open() -> None:
    """At a table that follows the play a new hand is told with its owner; as long as the hand stays nothing is."""
    table = Table(deal(7))
    heard = ears(table)
    table.look(None)
    assert heard == []
    table.commit("draw")
    assert "hand is open" not in heard[-1]
    table.commit("discard 4")
    assert table.seat == 1
    assert heard[-1] == "North discards the four. Now East's hand is open. Your turn: draw, or take the pile."
    table.look(0)
    assert heard[-1] == "Now North's hand is open. East: draw, or take the pile."


def test_what_happened_is_for_the_eyes_that_look() -> None:
    """The list of what happened names a drawn card to its player only, whoever sat there when it was drawn."""
    table = Heard(deal(7))
    table.look(None)
    for words in ("draw", "discard 4"):
        table.commit(words)
    found = ask(table, "past")
    assert found["sections"][0]["lines"] == ["North discards the four.", "North draws 1 card from the stock."]
    table.look(0)
    assert ask(table, "past")["sections"][0]["lines"][1] == "You draw 1 card: jack."
    table.reset(deal(7))
    assert ask(table, "past")["sections"][0]["lines"] == ["Nothing has been played yet."]


def ask(table: Heard, which: Any) -> dict[str, Any]:
    """What the browser is answered that asks for a part of the words; {} if it is not."""
    before = len(table.said)
    table.hear({"kind": "told", "which": which, "serial": table.zones["serial"]})
    return table.said[-1] if len(table.said) > before else {}


def test_the_browser_gets_the_words_that_it_asks_for() -> None:
    """Each part is sent when it is asked for, and for the position that lies there; anything else has no answer."""
    table = Heard(RICH)
    assert table.said == []
    assert ask(table, "table")["sections"] == told.on_the_table(table.position, 0)
    assert ask(table, "can")["sections"] == told.can_do(table.position, 0)
    assert ask(table, "past")["which"] == "past"
    for which in (None, [], {}, "hands", 3):
        assert ask(table, which) == {}
    heard = len(table.said)
    table.hear({"kind": "told", "which": "table", "serial": table.zones["serial"] - 1})
    table.hear({"kind": "told", "which": "table"})
    assert len(table.said) == heard


def test_a_selection_is_counted_in_full_words() -> None:
    """What a selection could mean is said with the names of cards, which signs do not have."""
    table = Heard("KK*4/?9/?9/?9 444 Q ?73 N.play")
    answer = table.select(["hand-0", "hand-1", "hand-3"])
    assert answer is not None
    assert answer["options"][0]["label"] == "Meld K K ★"
    assert answer["options"][0]["spoken"] == "Meld 2 kings and 1 joker"


def test_seats_are_told_apart_by_what_they_hold() -> None:
    """Each hand is told to its player alone."""
    position = deal(7)
    hands = [part(told.on_the_table(position, seat), "Your hand") for seat in range(4)]
    assert len({tuple(hand) for hand in hands}) == 4
    for seat in range(4):
        seen = position.seen_by(seat)
        assert all(count(seen.hands[other] or 0, UNSEEN) == 11 for other in range(4) if other != seat)
