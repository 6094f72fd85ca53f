"""The score: what a deal brings each side, how totals run, and when a game is won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from canasta.actions import Action
from canasta.cards import DEUCE, JOKER, ONE, Bag
from canasta.clauses.opening import minimum
from canasta.clauses.register import Value, gives
from canasta.clauses.values import points, red_threes
from canasta.position import Position
from canasta.profile import Profile
from canasta.table import Table, melds_on
from canasta.words import N_


def _scored(id: str, *lines: str) -> Value:
    """Asks what these lines of the score bring the side in turn; the clause's own word counts."""

    def example(value: Value, position: Position, action: Action | None) -> int:
        from canasta.clauses import BOOK
        from canasta.score import score_deal

        scored = score_deal(position, BOOK.with_clause(id, value=value))
        return sum(line.points for line in scored if line.side == position.side and line.clause in lines)

    return example


def _deal(position: Position) -> tuple[int, ...]:
    from canasta.score import deal_totals, score_deal

    return deal_totals(score_deal(position), position.profile.sides)


def _totals(position: Position) -> tuple[int, ...]:
    """The totals after a deal that is over."""
    return tuple(map(sum, zip(position.scores, _deal(position))))


@gives(
    "red-three.score",
    law=N_(
        "For one, two and more red threes a side that has melded is given {red_threes:listed}; a side that has not is "
        "charged {red_threes_unmelded:listed}."
    ),
    source="classic: Red threes, 2; classic: Keeping score, 1",
    gives=(
        "4/4/4/4 7777;rr Q . N.over => 200",
        "4/4/4/4 555;rrrr Q . N.over => 800",
        "4/4/4/4 ;r Q . N.over => -100",
        "4/4/4/4 ;rr Q . N.over => -200",
        "4/4/4/4 ;rrr Q . N.over => -300",
        "4/4/4/4 ;rrrr Q . N.over => -800",
        "r4/4/4/4 ;r Q . N.over => -200",
        "4/4/r4/4 777;r Q . N.over => 200",
        "4/r4/4/4 777;r Q . N.over => 100",
        "4/4/4/4/4/4 777;rrrrr Q . N.over classic/6 => 1000",
        "4/4/4/4/4/4 ;rrrrrr Q . N.over classic/6 => -1200",
    ),
    example=_scored("red-three.score", "red-three.score"),
)
def red_threes_of_side(profile: Profile, n: int, melded: bool) -> int:
    if melded or not n:
        return int(red_threes(profile, n))
    return -profile.red_threes_unmelded[min(n, len(profile.red_threes_unmelded)) - 1]


@gives(
    "score.base",
    law=N_(
        "The base score of a side: {natural_bonus} for a natural canasta, {mixed_bonus} for a mixed one, its red "
        "threes, {out_bonus} for going out, and {concealed_bonus} more for going out concealed."
    ),
    source="classic: Keeping score, 1",
    gives=(
        "-/44/55/66 7777777,9999992 Q . N.over out=N => 900",
        "-/44/55/66 7777777,9999992;rr Q . N.over out=N => 1100",
        "-/44/55/66 7777777,55555 Q . N.over out=N! => 700",
        "45/-/55/66 777/8888888 Q . N.over out=E! => 0",
        "45/44/55/66 7777777 Q . N.over => 500",
        "44/4/-/66 7777777 Q . N.over out=S => 600",
        "-/44 7777777!,8888888 Q . N.over out=N spruce/2 => 1200",
    ),
    example=_scored(
        "score.base", "canasta.natural", "canasta.mixed", "canasta.concealed", "red-three.score", "score.base"
    ),
)
def going_out(profile: Profile, concealed: bool) -> int:
    return profile.out_bonus + (profile.concealed_bonus if concealed else 0)


@gives(
    "score.cards",
    law=N_(
        "To the base a side adds the points of all its melded cards; it loses those of the cards left in its hands."
    ),
    source="classic: Keeping score, 2",
    gives=(
        "-/44/55/66 7777777 Q . N.over out=N => 25",
        "-/44/55/66 KKKKKKK,8888822,AAA Q . N.over out=N => 210",
        "4/44/5/66 KK2,555* Q . N.over => 95",
        "-/44/55/66 7777777,bbb;rr Q . N.over out=N => 40",
    ),
    example=_scored("score.cards", "score.cards", "score.hand-minus"),
)
def melded_cards(table: Table) -> int:
    return sum(
        points(meld.naturals * ONE[meld.rank] + meld.deuces * ONE[DEUCE] + meld.jokers * ONE[JOKER])
        for meld in melds_on(table)
    )


@gives(
    "score.hand-minus",
    law=N_("Cards left in the hands of any partner count against their side, even if they would form melds."),
    source="classic: Keeping score, 2",
    gives=(
        "-/44/4*/66 7777777 Q . N.over out=N => -55",
        "KKK4/44/b2/66 7777777 Q . N.over => -60",
        "r4/44/55/66 777 Q . N.over => -15",
        "A4/44/55 777 Q . N.over classic/3 => -25",
    ),
    example=_scored("score.hand-minus", "score.hand-minus"),
)
def cards_left(hand: Bag) -> int:
    return -int(points(hand))


@gives(
    "score.negative",
    law=N_("The score of a deal, and a total, may be below zero."),
    source="classic: Keeping score, 2",
    gives=(
        "*AA7/-/KK/44 ;r/7777777 Q . N.over out=E => -215",
        "*AA7/-/KK/44 ;r/7777777 Q . N.over out=E -100:0 => -315",
        "*AA7/-/KK/44 ;r/7777777 Q . N.over out=E 200:0 => -15",
    ),
    example=lambda value, position, action: value((position.scores[position.side], _deal(position)[position.side])),
)
def sum_of(numbers: Iterable[int]) -> int:
    return sum(numbers)


class Entry(NamedTuple):
    """One side's entry on the sheet: the deal's score, the running total, and the minimum that it sets."""

    deal: int
    total: int
    minimum: int


@gives(
    "score.sheet",
    law=N_(
        "The score is kept in two columns, We and They. Each entry shows the deal's score and the running total, "
        "which sets the side's next minimum."
    ),
    source="classic: Keeping score, 3",
    gives=(
        "-/44/55/66 7777777 Q . N.over out=N => 625 625 50",
        "-/44/55/66 7777777 Q . N.over out=N 900:0 => 625 1525 90",
        "*AA7/-/KK/44 ;r/7777777 Q . N.over out=E 200:0 => -215 -15 15",
    ),
    example=lambda value, position, action: " ".join(
        map(str, value(position.profile, position.scores[position.side], _deal(position)[position.side]))
    ),
)
def entry(profile: Profile, before: int, deal: int) -> Entry:
    total = sum_of((before, deal))
    return Entry(deal, total, minimum(profile, total))


@gives(
    "score.game",
    law=N_(
        "The first side to reach a total of {target:points} wins. The last deal is played to its end, even when a "
        "side has surely reached it."
    ),
    source="classic: Keeping score, 4",
    gives=(
        "-/44/55/66 7777777 Q . N.over out=N 4370:0 => 5",
        "-/44/55/66 7777777 Q . N.over out=N 4375:0 => 0",
        "-/44/55/66 7777777 Q . N.over out=N 0:5300 => 0",
        "-/44/55/66 7777777 Q . N.over out=N 0:4990 => 30",
        "-/44/55/66/77/88 9999999 Q . N.over out=N 4375:0 classic/6 => 4975",
    ),
    example=lambda value, position, action: value(position.profile, _totals(position)),
)
def still_needed(profile: Profile, totals: Sequence[int]) -> int:
    return max(0, profile.target - max(totals))


def _sides(value: Value, position: Position, action: Action | None) -> Any:
    return " and ".join(value(position.profile, _totals(position))) or "another deal"


@gives(
    "score.both",
    law=N_(
        "Totals are compared when a deal has been scored. Of several sides that have reached the target the highest "
        "total wins; {equal_totals:equal_totals}."
    ),
    source="ruling: the text says who is first and not what happens when both arrive in one deal",
    gives=(
        "-/44/55/66 7777777 Q . N.over out=N 4400:0 => N",
        "-/44/55/66 7777777 Q . N.over out=N 4400:5200 => E",
        "-/44/55/66 7777777 Q . N.over out=N 4370:0 => another deal",
        "-/44/55/66 7777777 Q . N.over out=N 4400:5045 => another deal",
        "-/44/55/66 7777777 Q . N.over out=N 4400:5045 classic+equal_totals=tie => N and E",
        "-/44/55/66 7777777 Q . N.over out=N 400:1045 classic+equal_totals=tie => another deal",
        "-/44/55 7777777 Q . N.over out=N 4400:100:5200 classic/3 => S",
    ),
    example=_sides,
)
def winners(profile: Profile, totals: Sequence[int]) -> tuple[str, ...]:
    if still_needed(profile, totals):
        return ()
    best = max(totals)
    sides = tuple(profile.seat_names[side] for side, total in enumerate(totals) if total == best)
    return sides if len(sides) == 1 or profile.equal_totals == "tie" else ()


@gives(
    "score.margin",
    law=N_("There is no bonus for winning; the margin is the difference of the totals."),
    source="classic: Keeping score, 4",
    gives=(
        "-/44/55/66 7777777 Q . N.over out=N 4400:1000 => 4045",
        "-/44/55/66 7777777 Q . N.over out=N 4400:5045 => 0",
        "-/44/55 7777777 Q . N.over out=N 4400:100:4010 classic/3 => 1035",
    ),
    example=lambda value, position, action: value(_totals(position)),
)
def margin(totals: Sequence[int]) -> int:
    second, best = sorted(totals)[-2:]
    return best - second
