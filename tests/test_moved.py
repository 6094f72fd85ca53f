"""What went where in a step: every card that left arrived, and nothing is named that the seat may not see."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from canasta_widgets.moved import moved, taken_back
from canasta_widgets.table import Table
from canasta_widgets.zones import zones
from full import FULL
from games.golden import PATHS, golden
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from canasta import Action, Position, legal, play
from canasta.cards import RED_THREE

Zones = dict[str, Any]
Moves = list[dict[str, Any]]


def counts(position: Position, seat: int, shown: Zones) -> Counter[str]:
    """How many cards lie in each place that a seat's zones show, by the places' names."""
    there = Counter({card["id"]: 1 for card in shown["hand"]})
    there.update({"stock": shown["stock"]["count"] or 0, "pile": shown["pile"]["count"]})
    there.update({meld["id"]: meld["count"] for side in shown["sides"] for meld in side["melds"]})
    there.update({f"reds-{side}": position.red_threes(side) for side in range(position.profile.sides)})
    there.update({f"seat-{at}": position.hand_size(at) or 0 for at in range(position.profile.players) if at != seat})
    return +there


def seen(position: Position, shown: Zones) -> set[str]:
    """The words of the cards that a seat sees."""
    cards = [*shown["hand"], *shown["pile"]["cards"]]
    cards += [card for side in shown["sides"] for meld in side["melds"] for card in meld["cards"]]
    reds = [card for side in range(position.profile.sides) for card in position.meld_cards(side, RED_THREE)]
    return {*(card["words"] for card in cards), *(card.name for card in reds)}


def in_hand(place: str) -> bool:
    """Whether a place is one of the open hand's."""
    return place.startswith("hand")


def kept(move: dict[str, Any]) -> bool:
    """Whether a card only moved up in the hand."""
    return in_hand(move["from"]) and in_hand(move["to"])


def adds_up(moves: Moves, before: Counter[str], after: Counter[str], own: bool) -> None:
    """Each place gains and loses what the zones say; each card of the open hand has its own move."""
    left, arrived = Counter[str](), Counter[str]()
    for move in moves:
        assert move["n"] > 0
        left[move["from"]] += move["n"]
        arrived[move["to"]] += move["n"]
    for place in {*before, *after, *left, *arrived}:
        if in_hand(place):
            # Ids hold from one drawing to the next, so each names one card that goes and one that comes.
            assert (left[place], arrived[place]) == ((before[place], after[place]) if own else (0, 0)), moves
        else:
            assert before[place] - left[place] + arrived[place] == after[place], (place, moves)


def keeps_secrets(moves: Moves, faces: set[str]) -> None:
    """Only what the seat sees before or after has a face."""
    for move in moves:
        assert len(move["faces"]) in ((0,) if kept(move) else (0, move["n"]))
        assert all(face["words"] in faces for face in move["faces"])
        if move["to"].startswith("seat"):
            assert not move["faces"]


def shows_true_faces(moves: Moves, before: Zones, after: Zones) -> None:
    """A card goes from the open hand with the face that it had there, and comes with the one that it has."""
    was = {card["id"]: card["words"] for card in before["hand"]}
    now = {card["id"]: card["words"] for card in after["hand"]}
    for move in moves:
        faces = [face["words"] for face in move["faces"]]
        if kept(move):
            assert was[move["from"]] == now[move["to"]]
        elif move["from"] in was:
            assert faces == [was[move["from"]]]
        elif move["to"] in now:
            assert faces == [now[move["to"]]]


# Whole games say what their deals say, at length.
@pytest.mark.parametrize("name", [name for name in PATHS if FULL or not name.endswith("-game")])
def test_what_left_has_arrived(name: str) -> None:
    """In every step, for every seat, all cards are accounted for, with true faces, and none is shown that is hidden."""
    looked = 0
    steps = golden(name).played.steps
    for seat in range(steps[0].before.profile.players):
        before: tuple[Position, Zones] | None = None
        for step in steps:
            if before is None or before[0] is not step.before:
                before = step.before, zones(step.before, seat)
            after = step.after, zones(step.after, seat)
            moves = moved(step, seat)
            own = step.before.seat == seat
            adds_up(moves, counts(before[0], seat, before[1]), counts(after[0], seat, after[1]), own)
            keeps_secrets(moves, seen(*before) | seen(*after))
            if own:
                shows_true_faces(moves, before[1], after[1])
            else:
                # Made from the view of the seat alone: what is hidden changes nothing.
                hidden = step._replace(before=step.before.seen_by(seat), after=step.after.seen_by(seat))
                assert moved(hidden, seat) == moves
            before = after
            looked += len(moves)
    assert looked


def short(line: str, words: str, seat: int) -> list[str]:
    """The moves of an action as short texts, those that stay aside."""
    step = play(Position.parse(line), Action.parse(words))
    return [
        f"{move['from']} {move['to']} {move['n']} {' '.join(face['sign'] for face in move['faces'])}".strip()
        for move in moved(step, seat)
        if not kept(move)
    ]


@pytest.mark.parametrize(
    ("line", "words", "seat", "wanted"),
    [
        ("K4/?11/?11/?11 - Q Kr9?50 N.draw", "draw", 0, ["stock hand-1 1 K"]),
        ("K4/?11/?11/?11 - Q rK9?50 N.draw", "draw", 0, ["stock reds-0 1 3", "stock hand-1 1 K"]),
        ("K4/?11/?11/?11 - Q rK9?50 N.draw", "draw", 1, ["stock reds-0 1 3", "stock seat-0 1"]),
        ("?11/K4/?11/?11 - Q ?50 E.play", "discard K", 1, ["hand-0 pile 1 K"]),
        ("?11/K4/?11/?11 - Q ?50 E.play", "discard K", 3, ["seat-1 pile 1 K"]),
        ("KK24 444 42K", "take KK", 0, [
            "pile meld-0-13 1 K", "hand-0 meld-0-13 1 K", "hand-1 meld-0-13 1 K", "pile hand-1 1 4", "pile hand-3 1 2",
        ]),
        ("KK24 444 42K", "take KK", 2, ["pile meld-0-13 1 K", "seat-0 meld-0-13 2 K K", "pile seat-0 2"]),
        ("QKr/?11/?11/?11 - Q K9?50 N.draw", "lay r", 0, ["hand-2 reds-0 1 3", "stock hand-1 1 K"]),
        ("QKr/?11/?11/?11 - Q K9?50 N.draw", "lay r", 1, ["seat-0 reds-0 1 3", "stock seat-0 1"]),
        ("K4/?11/?11/?11 - Q - N.draw", "draw", 0, []),
        ("K4 - Q", "say minimum", 0, []),
        (". - Q", "draw", 0, ["stock hand 1"]),
    ],
)  # fmt: skip
def test_moves_of_an_action(line: str, words: str, seat: int, wanted: list[str]) -> None:
    """Each kind of action moves what it should, with the faces that the seat sees."""
    assert sorted(short(line, words, seat)) == sorted(wanted)


def test_several_lays_go_their_own_ways() -> None:
    """In an initial meld of several lays each card goes to the meld it was laid to."""
    found = short("KKK7772*4Q - Q ?50 N.play", "meld KKK2 777", 0)
    assert sorted(found) == [
        "hand-0 meld-0-13 1 K", "hand-1 meld-0-13 1 K", "hand-2 meld-0-13 1 K",
        "hand-4 meld-0-7 1 7", "hand-5 meld-0-7 1 7", "hand-6 meld-0-7 1 7", "hand-8 meld-0-13 1 2",
    ]  # fmt: skip


def test_another_hand_lies_open_then() -> None:
    """Where the next player's hand is opened, what stays in the first is not told, but what left it is."""
    step = play(Position.parse("K4/QQ - Q ?50 N.play classic/2"), Action.parse("discard K"))
    assert [move["to"] for move in moved(step, 0, then=1)] == ["pile"]
    assert [move["to"] for move in moved(step, 0, then=0)] == ["pile", "hand-0"]


def test_taken_back_is_the_other_way() -> None:
    """Taking a step back moves the same cards from where they went to where they were."""
    step = play(Position.parse("KKKQ4 - Q ?50 N.play"), Action.parse("discard K"))
    moves = moved(step, 0)
    back = taken_back(moves)
    assert [(move["to"], move["from"]) for move in back] == [(move["from"], move["to"]) for move in moves]
    assert taken_back(back) == moves


LINE = "KsKhKd762*4/?11/?11/?11 QQQ,777/KKKK2 9sTh9 ?53 N.play"


def test_the_table_tells_it_with_the_zones() -> None:
    """A play comes with its moves, taking it back with the same the other way; what is set up or opened has none."""
    table = Table(LINE)
    assert table.zones["moved"] == []
    table.commit("meld KKK")
    found = table.zones["moved"]
    assert found == moved(table.steps[-1], 0)
    assert [move["to"] for move in found[:3]] == ["meld-0-13"] * 3
    table.commit("meld Q7")
    assert table.zones["moved"] == found, "a refused try draws nothing anew"
    table.undo()
    assert table.zones["moved"] == taken_back(found)
    table.look(1)
    assert table.zones["moved"] == []
    step = play(Position.parse(LINE), Action.parse("discard 4"))
    table.reset(step.before, seat=0)
    assert table.zones["moved"] == []
    table.reset(step.after, seat=0, came=step)
    assert table.zones["moved"] == moved(step, 0)


def test_a_table_that_follows_the_turn_opens_the_next_hand() -> None:
    """Where the table turns to the next player, the discard goes from the hand that lay open; nothing else moves."""
    table = Table(LINE)
    table.look(None)
    table.commit("discard 4")
    assert table.seat == 1
    assert [(move["from"], move["to"]) for move in table.zones["moved"]] == [("hand-5", "pile")]


@given(positions(), st.integers(0, 5))
def test_any_play_can_be_shown(position: Position, at: int) -> None:
    """Whatever lies there, painted, unseen or unstated, the moves of a legal play account for the open hand."""
    for action in islice(legal(position), 5):
        step = play(position, action)
        for seat in {position.seat, at % position.profile.players}:
            moves = moved(step, seat)
            if seat != position.seat or position.hand is None:
                continue
            for end, held in (("from", step.before), ("to", step.after)):
                ids = sorted(move[end] for move in moves if in_hand(move[end]))
                assert ids == sorted(card["id"] for card in zones(held, seat)["hand"])
