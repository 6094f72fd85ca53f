"""A game of several deals: running totals, who deals next, when it is won, and the sheet it is kept on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from canasta.clauses import BOOK
from canasta.deal import deal, next_dealer
from canasta.errors import ImpossiblePosition, NotationError
from canasta.filling import render
from canasta.position import Position
from canasta.problems import Problem
from canasta.profile import CLASSIC, Profile
from canasta.score import Line, deal_totals, score_deal
from canasta.words import N_, _, seat_name

# One line of plain characters, so that a seed can stand in a log.
SEED = re.compile(r"[!-~](?:[ -~]{0,78}[!-~])?")


class Sheet(NamedTuple):
    """One finished deal on the sheet: its lines, what they bring each side, and the totals after it."""

    lines: tuple[Line, ...]
    deal: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """A game so far: ``seed`` and first ``dealer`` make its deals, ``sheets`` hold those that are finished."""

    profile: Profile
    seed: int | str
    dealer: int
    sheets: tuple[Sheet, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals by side, which set the next minimums (``score.sheet``)."""
        return self.sheets[-1].totals if self.sheets else (0,) * self.profile.sides

    @property
    def minimums(self) -> tuple[int, ...]:
        """What each side's initial meld must count in the next deal."""
        return tuple(BOOK["score.sheet"].value(self.profile, total, 0).minimum for total in self.totals)

    @property
    def over(self) -> bool:
        """Whether a side has won, or the game has ended as a tie (``score.game``, ``score.both``)."""
        return bool(self._winners())

    @property
    def winner(self) -> int | None:
        """The side that has won; None while the game goes on, and for a tie."""
        winners = self._winners()
        return self.profile.seat_names.index(winners[0]) if len(winners) == 1 else None

    @property
    def margin(self) -> int:
        """By how many points the first side is ahead of the second (``score.margin``)."""
        return int(BOOK["score.margin"].value(self.totals))

    def _winners(self) -> tuple[str, ...]:
        found: tuple[str, ...] = BOOK["score.both"].value(self.profile, self.totals)
        return found

    def next_deal(self) -> Position:
        """The first position of the next deal; the deal passes clockwise after each (``deal.rotation``).

        Raises ImpossiblePosition if the game is over.
        """
        if self.over:
            raise ImpossiblePosition([Problem("score.game", N_("The game is over; no other deal follows."))])
        done = len(self.sheets)
        dealer = self.dealer
        for _deal in self.sheets:
            dealer = next_dealer(dealer, self.profile)
        return deal(f"{self.seed}/{done + 1}", self.profile, dealer=dealer, scores=self.totals)

    def after(self, position: Position) -> Game:
        """The game with one more deal, given as it ended.

        Raises ImpossiblePosition if the deal cannot be scored or does not begin where this game stands.
        """
        if position.profile != self.profile or position.scores != self.totals:
            message = N_("This deal is not the game's next: {theirs} in {profile}; the game stands at {ours}.")
            values = {"theirs": _colons(position.scores), "ours": _colons(self.totals), "profile": position.profile}
            raise ImpossiblePosition([Problem("score.sheet", message, values)])
        return Game(self.profile, self.seed, self.dealer, (*self.sheets, sheet_of(position)))

    def __str__(self) -> str:
        return "\n".join(_aligned(list(rows(self))))


def new_game(seed: int | str, profile: Profile = CLASSIC, dealer: int | None = None) -> Game:
    """A game before its first deal; the last seat deals first unless ``dealer`` says another.

    The same seed gives the same deals for ever. Raises NotationError for a dealer that is no seat's number, or a seed
    that is not one line of at most 80 plain characters.
    """
    if not SEED.fullmatch(str(seed)) or "#" in str(seed):
        message = N_("seed: {seed!r} is not one line of at most 80 plain characters, without #")
        raise NotationError(message, part=str(seed), seed=seed)
    if dealer is not None and not 0 <= dealer < profile.players:
        message = N_("dealer: {dealer} is no seat; they are 0 to {most}")
        raise NotationError(message, part=str(dealer), dealer=dealer, most=profile.players - 1)
    return Game(profile, seed, profile.players - 1 if dealer is None else dealer)


def sheet_of(position: Position) -> Sheet:
    """The sheet of a deal as it ended, on top of the scores that it began with.

    Raises ImpossiblePosition if it is not over or a hand is not known.
    """
    lines = score_deal(position)
    brought = deal_totals(lines, position.profile.sides)
    totals = tuple(
        BOOK["score.sheet"].value(position.profile, before, points).total
        for before, points in zip(position.scores, brought)
    )
    return Sheet(lines, brought, totals)


def side_names(profile: Profile) -> tuple[str, ...]:
    """What the columns of the sheet are called: We and They, or each player's seat where all play alone."""
    if profile.sides < profile.players:
        return (_("We"), _("They"))
    return tuple(map(seat_name, profile.seat_names))


def _colons(numbers: tuple[int, ...]) -> str:
    return ":".join(map(str, numbers))


class Row(NamedTuple):
    """A row of the sheet: what it is, a cell for each side (none for a heading), and the clause that gives it."""

    label: str
    cells: tuple[str, ...] = ()
    clause: str = ""


def _numbers(label: str, numbers: tuple[int, ...], clause: str = "") -> Row:
    return Row(label, tuple(f"{number:,}" for number in numbers), clause)


def rows(game: Game) -> Iterator[Row]:
    """The sheet of a game, row by row: every deal with its lines and totals, then the next minimums or who has won."""
    yield Row("", side_names(game.profile))
    for number, sheet in enumerate(game.sheets, 1):
        yield Row(render(N_("Deal {number}"), {"number": number}))
        for line in sheet.lines:
            cells = tuple(f"{line.points:,}" if side == line.side else "" for side in range(game.profile.sides))
            yield Row(f"  {line.text}", cells, line.clause)
        yield _numbers(_("Score of the deal"), sheet.deal)
        yield _numbers(_("Total"), sheet.totals, "score.sheet")
    if not game.over:
        yield _numbers(_("Next minimum"), game.minimums, "initial.minimum")
    elif (winner := game.winner) is None:
        yield Row(_("The game is a tie."), clause="score.both")
    else:
        values = {"side": side_names(game.profile)[winner], "n": game.margin}
        yield Row(render(N_("{side}: the game, by {n:points}."), values), clause="score.margin")


def _aligned(table: list[Row]) -> Iterator[str]:
    """The rows as lines of text, with numbers under numbers."""
    labels = max(len(row.label) for row in table if row.cells)
    cells = 2 + max(len(cell) for row in table for cell in row.cells)
    for row in table:
        text = row.label.ljust(labels) + "".join(cell.rjust(cells) for cell in row.cells) if row.cells else row.label
        yield text + (f"  [{row.clause}]" if row.clause else "")
