"""The solver of going out finds a way exactly where an exhaustive search of the turn finds one."""

from __future__ import annotations

import random

import pytest
from full import FULL
from houses import ENDGAME

from canasta import ImpossiblePosition, Position, can_go_out, legal, play
from canasta.wayout import Way, way_out

HOUSES = (
    "",
    *ENDGAME,
    *(
        f"classic+{rule}"
        for rule in """
    top_card_counts=no
    frozen_before_initial=no canasta_size=5 meld_size=4 naturals=1 wild_limit=1 black_threes=last+canastas_out=2
    wild_on_natural=no+canasta_size=5 discard_to_go_out=yes+canasta_size=5 canasta_size=5+canastas_out=2
""".split()
    ),
)


def some(chance: random.Random, letters: str, *sizes: int) -> str:
    """Some cards."""
    return "".join(chance.choice(letters) for _ in range(chance.choice(sizes)))


def small(chance: random.Random) -> Position | None:
    """A random position near the end of a turn, or None if the cards drawn for it cannot be."""
    ranks = chance.sample("AKQ74", 3)
    melds = [rank * chance.choice((2, 3, 4, 6, 7)) + some(chance, "2*", 0, 0, 1, 2) for rank in ranks[:2]]
    table = ",".join(melds[: chance.choice((0, 1, 2))]) or "-"
    letters = "".join(ranks) + "".join(ranks[:2]) * 2 + chance.choice(("2*b", "2b", "*b", "bbb", "22*", "2**"))
    turn = chance.choice(("N.play", "N.draw", "N.draw"))
    if table != "-" and turn == "N.play":
        turn += chance.choice(("", " took"))
    pile = some(chance, letters + chance.choice(("r", "", "")), 1, 1, 2, 2, 3, 4)
    reds = len(pile) if "r" in pile else 0
    if reds:
        turn += f" upcards={reds}"
    scores = chance.choice(("", "-5:0", "0:0", "1500:0"))
    hand = some(chance, letters, 1, 2, 3, 4, 5, 6, 7)
    try:
        return Position.parse(f"{hand} {table} {pile} . {turn} {scores} {chance.choice(HOUSES)}").check()
    except ImpossiblePosition:
        return None


def searched(position: Position) -> bool:
    """Whether any plays of this turn, without a draw, end with the player's going out: every one is tried."""
    seen: set[Position] = set()

    def out(now: Position) -> bool:
        if now in seen:
            return False
        seen.add(now)
        for action in legal(now):
            if action.verb not in ("take", "meld", "discard"):
                continue
            after = play(now, action).after
            if after.phase == "over" and after.out == position.seat:
                return True
            if after.seat == position.seat and after.phase == "play" and out(after):
                return True
        return False

    return out(position)


def walked(position: Position, way: Way) -> Position:
    """The position after a way has been played through the judge."""
    for action in way:
        position = play(position, action).after
    return position


def test_a_way_is_found_where_a_search_finds_one() -> None:
    """Under many house rules a way out is found if and only if trying every play finds one, and it can be played."""
    chance = random.Random(11)
    tried = found = takes = 0
    while tried < (6000 if FULL else 400):
        position = small(chance)
        if position is None:
            continue
        tried += 1
        way = way_out(position)
        assert (way is not None) == searched(position), str(position)
        if way is not None:
            after = walked(position, way)
            assert (after.phase, after.out) == ("over", position.seat), str(position)
            found += 1
            takes += way[0].verb == "take"
    assert found > tried // 12
    assert takes > tried // 60


def test_before_the_draw_every_draw_is_weighed() -> None:
    """Going out is certain before the draw if a take in view leads out, or a search finds a way after each draw."""
    chance = random.Random(3)
    tried = certain = 0
    while tried < (600 if FULL else 25):
        position = small(chance)
        if position is None or position.phase != "draw":
            continue
        tried += 1
        found = can_go_out(position)
        ways = {way[0]: way for way in found.draws}
        drawn = [*ways, *found.risks]
        assert len(drawn) == len(set(drawn)) > 0
        for draw in drawn:
            assert searched(play(position, draw).after) == (draw in ways), f"{draw} in {position}"
        for way in ways.values():
            assert walked(position, way).out == position.seat
        assert found.certain == (searched(position) or not found.risks) == bool(found)
        certain += found.certain
    assert certain > 1


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("444 7777777 Q ?9", 14),
        ("444 7777777,555**,666** Q ?9", 13),
        ("444 7777777 Q ?9 N.draw classic/2", 104),
        ("444 7777777 Q ?1 N.draw classic/2", 14),
        ("444 7777777 Q ?4 N.draw classic/2", 104 + 14),
        ("444 7777777;rrr Q ?4 N.draw classic/2", 104),
        ("444 7777777 Q -", 0),
        ("r444 7777777 Q ?9 N.draw first", 0),
        ("444 7777777 Q ?9 N.play", 0),
    ],
)
def test_what_may_be_drawn_is_counted(line: str, drawn: int) -> None:
    """Draws that may come are those of unseen cards; a red three is replaced, unless the stock may end with it."""
    found = can_go_out(Position.parse(line))
    assert len(found.draws) + len(found.risks) == drawn


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("4449 7777777 Q . N.play", "meld 444 | discard 9"),
        ("444 7777777 Q . N.play", "meld 444"),
        ("9 7777777 Q . N.play", "discard 9"),
        ("7 77777 77", "take 7 | meld 7"),
        ("K555 KKKKKK Q . N.play", "meld K 555"),
        ("777777744444 - Q . N.play 3200:0", "meld 7777777 44444"),
        ("bbb 7777777 Q . N.play", "meld bbb"),
        ("rr4449 7777777 Q - N.play", "lay rr | meld 444 | discard 9"),
        ("4459 7777777 Q . N.play", ""),
        ("4449 777777 Q . N.play", ""),
        ("4449 7777777 Q . N.play ans=no", ""),
        ("r4449 7777777 Q ?9 N.draw first", ""),
        ("444?1 7777777 Q . N.play", ""),
        (". 7777777 Q . N.play", ""),
        ("4449 7777777 Q . N.answer drew", ""),
        ("4449 7777777 Q . N.play classic+ask=required", ""),
    ],
)
def test_ways(line: str, way: str) -> None:
    """The way is the one that a player would take, and there is none after a no or with cards that are not in view."""
    assert " | ".join(map(str, way_out(Position.parse(line)) or ())) == way


def test_never_from_the_stock() -> None:
    """What lies on the stock changes nothing of what is found."""
    for stock in ("9?9", "4?9", "?9|r"):
        assert can_go_out(Position.parse(f"444 7777777 Q {stock}")) == can_go_out(Position.parse("444 7777777 Q ?10"))
