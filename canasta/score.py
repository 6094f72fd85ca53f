"""A deal's score as a list of lines, each under its clause, and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from canasta import cards as c
from canasta.clauses import BOOK
from canasta.clauses.register import Book, law
from canasta.errors import ImpossiblePosition
from canasta.filling import render
from canasta.position import OVER, Position
from canasta.problems import Problem
from canasta.profile import CLASSIC, Profile
from canasta.table import has_melds, red_threes_on
from canasta.words import N_


class Line(NamedTuple):
    """One line of a deal's score: points for a side, under the clause that gives them."""

    clause: str
    side: int
    points: int
    message: str
    values: Mapping[str, Any] = {}
    profile: Profile = CLASSIC

    @property
    def text(self) -> str:
        """What the points are for."""
        return render(self.message, self.values)

    @property
    def law(self) -> str:
        """The clause as the rule book says it, with the profile's numbers."""
        return law(BOOK[self.clause], self.profile)


def score_deal(position: Position, book: Book = BOOK) -> tuple[Line, ...]:
    """The score of a deal that is over, side by side; lines that bring nothing are left out.

    Raises ImpossiblePosition, naming what is missing, if the deal is not over or a hand is not wholly known.
    """
    if problems := list(_unscorable(position)):
        raise ImpossiblePosition(problems)
    return tuple(
        line
        for side in range(position.profile.sides)
        for line in (
            *_canastas(position, side, book),
            *_red_threes(position, side, book),
            *_going_out(position, side, book),
            *_cards(position, side, book),
        )
        if line.points
    )


def score_table(position: Position, side: int | None = None, book: Book = BOOK) -> tuple[Line, ...]:
    """What the cards on a side's table are worth at any time of a deal: canastas, red threes, melded cards.

    Hands and going out are left aside. The side is that of the player in turn unless given.
    """
    side = position.side if side is None else side
    table = position._replace(hands=(None,) * position.profile.players)
    lines = (*_canastas(table, side, book), *_red_threes(table, side, book), *_cards(table, side, book))
    return tuple(line for line in lines if line.points)


def deal_totals(lines: Iterable[Line], sides: int) -> tuple[int, ...]:
    """Each side's sum of the lines; it may be below zero (``score.negative``)."""
    lines = tuple(lines)
    add = BOOK["score.negative"].value
    return tuple(add(line.points for line in lines if line.side == side) for side in range(sides))


def scorable(position: Position) -> bool:
    """Whether a deal can be scored: it is over, and all hands are known."""
    return not any(_unscorable(position))


def _unscorable(position: Position) -> Iterator[Problem]:
    if position.phase != OVER:
        yield Problem("score.base", N_("The deal is not over; it is scored when it is."))
    for seat, hand in enumerate(position.hands):
        if hand is None or c.count(hand, c.UNSEEN):
            message = N_("What {seat:seat} holds is not known, and cards left in a hand count.")
            yield Problem("score.hand-minus", message, {"seat": position.profile.seat_names[seat]})


def _seats(position: Position, side: int) -> Iterator[tuple[str, c.Bag]]:
    """The seats of a side with what they hold."""
    for seat, name in enumerate(position.profile.seat_names):
        if position.profile.side_of(seat) == side:
            yield name, position.hands[seat] or 0


def _canastas(position: Position, side: int, book: Book) -> Iterator[Line]:
    profile = position.profile
    for meld in position.melds(side):
        for clause, message in (
            ("canasta.natural", N_("Natural canasta of {rank:ranks}")),
            ("canasta.mixed", N_("Mixed canasta of {rank:ranks}")),
            ("canasta.concealed", N_("The canasta of {rank:ranks} was laid concealed")),
        ):
            yield Line(clause, side, book[clause].value(profile, meld), message, {"rank": meld.rank}, profile)


def _red_threes(position: Position, side: int, book: Book) -> Iterator[Line]:
    # A red three that nobody had the time to lay counts as laid (red-three.no-replacement).
    table = position.tables[side]
    n = red_threes_on(table) + sum(c.count(hand, c.RED_THREE) for _, hand in _seats(position, side))
    melded = has_melds(table)
    message = N_("{n:red_threes}") if melded else N_("{n:red_threes}, charged to a side without a meld")
    earned = book["red-three.score"].value(position.profile, n, melded)
    yield Line("red-three.score", side, earned, message, {"n": n}, position.profile)


def _going_out(position: Position, side: int, book: Book) -> Iterator[Line]:
    profile, seat = position.profile, position.out
    if seat is None or profile.side_of(seat) != side:
        return
    values = {"seat": profile.seat_names[seat]}
    worth = book["score.base"].value
    plain = worth(profile, False)
    yield Line("score.base", side, plain, N_("{seat:seat} went out"), values, profile)
    if position.out_concealed:
        more = worth(profile, True) - plain
        yield Line("score.base", side, more, N_("{seat:seat} went out concealed"), values, profile)


def _cards(position: Position, side: int, book: Book) -> Iterator[Line]:
    profile = position.profile
    melded = book["score.cards"].value(position.tables[side])
    yield Line("score.cards", side, melded, N_("Points of the melded cards"), {}, profile)
    for seat, hand in _seats(position, side):
        values = {"seat": seat, "left": hand - c.count(hand, c.RED_THREE) * c.ONE[c.RED_THREE]}
        message = N_("Left in the hand of {seat:seat}: {left:held}")
        yield Line("score.hand-minus", side, book["score.hand-minus"].value(hand), message, values, profile)
