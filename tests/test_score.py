"""A deal's score: its lines are cited, complete, and add up to what the cards say when counted another way."""

from __future__ import annotations

import re

import pytest
from dealt import NAMES, a_deal

from canasta import BOOK, ImpossiblePosition, Position, deal_totals, score_deal, score_table

POINTS = {"*": 50, "2": 20, "A": 20} | dict.fromkeys("KQJT98", 10) | dict.fromkeys("7654b", 5) | {"r": 0}


def recount(position: Position) -> tuple[int, ...]:
    """The score of a deal counted from the letters of its line, by nothing of the engine."""
    profile = position.profile
    hands, tables = str(position._replace(paint=None)).split()[:2]
    totals = []
    for side in range(profile.sides):
        table = (tables.split("/") + ["-"] * profile.sides)[side]
        melds, _, reds = table.partition(";")
        melded = melds not in ("", "-")
        score = 0
        for meld in melds.split(",") if melded else []:
            cards = meld.removesuffix("!")
            score += sum(POINTS[card] for card in cards)
            if len(cards) >= 7:
                score += 300 if set(cards) & {"2", "*"} else 500
                score += 100 if meld.endswith("!") and profile.base == "spruce" else 0
        mine = [hand for seat, hand in enumerate(hands.split("/")) if seat % profile.sides == side]
        held = "".join(mine).replace("-", "")
        score -= sum(POINTS[card] for card in held)
        n = len(reds) + held.count("r")
        bonus = {5: 1000, 6: 1200}.get(n, 100 * n)
        if n == 4 and profile.players < 6:
            bonus = 800
        score += bonus if melded else -bonus
        if position.out is not None and position.out % profile.sides == side:
            score += 200 if position.out_concealed else 100
        totals.append(score)
    return tuple(totals)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 1])
def test_lines_add_up(name: str, seed: int) -> None:
    """In every profile the lines of a played deal add up to an independent count, and each says what it is for."""
    over = a_deal(name, seed)[-1].after
    lines = score_deal(over)
    assert deal_totals(lines, over.profile.sides) == recount(over)
    for line in lines:
        assert line.points
        assert line.clause in BOOK
        assert re.match(r"[A-Z0-9]", line.text)
        assert "{" not in line.text + line.law


def test_every_kind_of_line() -> None:
    """A deal with everything in it has a line for each thing, side by side and in the order of the rule book."""
    over = Position.parse("-/4K/5*/r6 KKKKKKK!,8888822,AAA;rr/;rr Q . N.over out=N! spruce")
    assert [(line.clause, line.side, line.points) for line in score_deal(over)] == [
        ("canasta.natural", 0, 500),
        ("canasta.concealed", 0, 100),
        ("canasta.mixed", 0, 300),
        ("red-three.score", 0, 200),
        ("score.base", 0, 100),
        ("score.base", 0, 100),
        ("score.cards", 0, 220),
        ("score.hand-minus", 0, -55),
        ("red-three.score", 1, -300),
        ("score.hand-minus", 1, -15),
        ("score.hand-minus", 1, -5),
    ]
    assert [line.text for line in score_deal(over)][-3:] == [
        "3 red threes, charged to a side without a meld",
        "Left in the hand of East: 1 king and 1 four",
        "Left in the hand of West: 1 six",
    ]
    assert "100 for going out" in next(line for line in score_deal(over) if line.clause == "score.base").law


def test_lines_that_bring_nothing_are_left_out() -> None:
    """An empty side has no line at all."""
    assert score_deal(Position.parse("-/44/-/66 7777777 Q . N.over out=N classic/4"))[-1].side == 1
    assert [line.side for line in score_deal(Position.parse("-/- 7777777 Q . N.over out=N classic/2"))] == [0, 0, 0]


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("K4/44/55/66 777", ["score.base"]),
        ("-/44/./66 7777777 Q . N.over out=N", ["score.hand-minus"]),
        ("-/?3/K?1/66 7777777 Q . N.over out=N", ["score.hand-minus", "score.hand-minus"]),
        ("K4", ["score.base", "score.hand-minus", "score.hand-minus", "score.hand-minus"]),
    ],
)
def test_what_cannot_be_scored_says_what_is_missing(line: str, clauses: list[str]) -> None:
    """A deal that is not over, or a hand that is not known, is named."""
    with pytest.raises(ImpossiblePosition) as caught:
        score_deal(Position.parse(line))
    assert [problem.clause for problem in caught.value.problems] == clauses


def test_unknown_hand_is_named_by_its_seat() -> None:
    """The message names the player whose hand is missing."""
    with pytest.raises(ImpossiblePosition, match="What South holds is not known"):
        score_deal(Position.parse("-/44/./66 7777777 Q . N.over out=N"))


def test_a_table_is_worth_something_at_any_time() -> None:
    """What lies on one side's table can be asked for in the middle of a deal, whatever the hands are."""
    position = Position.parse("K24 4444444/KK2;r Q . N.play")
    assert sum(line.points for line in score_table(position)) == 535
    assert [(line.clause, line.points) for line in score_table(position, 1)] == [
        ("red-three.score", 100),
        ("score.cards", 40),
    ]


def test_the_book_decides_the_score() -> None:
    """A book with another word for a clause gives another score: nothing is decided outside it."""
    over = Position.parse("-/44/55/66 7777777,9999992;r Q . N.over out=N")
    right = deal_totals(score_deal(over), 2)
    for id in ("canasta.natural", "canasta.mixed", "red-three.score", "score.base", "score.cards", "score.hand-minus"):
        value = BOOK[id].value
        book = BOOK.with_clause(id, value=lambda *parts, value=value: value(*parts) + 1)
        assert deal_totals(score_deal(over, book), 2) != right, id
