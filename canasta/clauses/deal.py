"""The deal: who deals, shuffles and cuts, the hands, the upcard, and the numbers for each number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from canasta.actions import Action
from canasta.cards import RED_THREE, Kind
from canasta.clauses.register import Value, gives
from canasta.position import Position
from canasta.profile import Profile, letters
from canasta.words import N_


def _seats(names: Sequence[str], value: Any) -> str:
    """Seats by their names, one or several; what is no seat as it stands."""
    if isinstance(value, tuple):
        return " ".join(_seats(names, part) for part in value)
    return names[value % len(names)] if isinstance(value, int) else str(value)


def _of_dealer(value: Value, position: Position, action: Action | None) -> str:
    """Asks with the position's dealer, and tells the seats."""
    return _seats(position.profile.seat_names, value(position.profile, position.dealer))


@gives(
    "deal.first-dealer",
    law=N_("The first dealer: {first_dealer:chosen}."),
    source="classic: Shuffle and cut, 1; spruce: The deal, 1",
    gives=(
        "K4 - Q . N.draw => W",
        ". - Q . E.draw deal=N => N",
        "K4 - Q . N.draw classic/2 => S",
        "K4 - Q . N.draw spruce => any",
    ),
    example=lambda value, position, action: _seats(position.profile.seat_names, value(position.profile, position.seat)),
)
def first_dealer(profile: Profile, first: int) -> int | str:
    """The seat of the first dealer where ``first`` plays first, or "any" where a table may choose."""
    return (first - 1) % profile.players if profile.first_dealer == "right" else profile.first_dealer


@gives(
    "deal.rotation",
    law=N_("The deal passes clockwise after each deal."),
    source="classic: Shuffle and cut, 1; spruce: The deal, 1",
    gives=(
        "K4 - Q => N",
        ". - Q . E.draw deal=N => E",
        "K4 - Q . N.draw classic/3 => N",
        ". - Q . NE.draw deal=N classic/6 => NE",
    ),
    example=_of_dealer,
)
def rotation(profile: Profile, dealer: int) -> int:
    """The next dealer's seat."""
    return (dealer + 1) % profile.players


class Cut(NamedTuple):
    """Before a deal: the seats that may shuffle, the last one last, and the seat that cuts."""

    shuffle: tuple[int, ...]
    cuts: int


def _cut_text(value: Value, position: Position, action: Action | None) -> str:
    names = position.profile.seat_names
    found = value(position.profile, position.dealer)
    if not isinstance(found, Cut):
        return str(found)
    return f"{_seats(names, found.shuffle)} shuffle, {_seats(names, found.cuts)} cuts"


@gives(
    "deal.shuffle-cut",
    law=N_("Who may shuffle: {shuffled_by:who}. Who cuts: {cut_by:who}."),
    source="classic: Shuffle and cut, 1; spruce: The deal, 1",
    gives=(
        "K4 - Q => N E S W shuffle, N cuts",
        ". - Q . E.draw deal=N => E S W N shuffle, E cuts",
        "K4 - Q . N.draw spruce => W shuffle, S cuts",
        "K4 - Q . N.draw pagat => N E S W shuffle, S cuts",
        "K4 - Q . N.draw classic/2 => N S shuffle, N cuts",
    ),
    example=_cut_text,
)
def shuffle_and_cut(profile: Profile, dealer: int) -> Cut:
    """Who shuffles, in turn, and who cuts."""
    players = profile.players
    all_seats = tuple((dealer + step) % players for step in range(1, players + 1))
    shuffle = all_seats if profile.shuffled_by == "any" else (dealer,)
    return Cut(shuffle, (dealer + (1 if profile.cut_by == "left" else -1)) % players)


def _hands_text(value: Value, position: Position, action: Action | None) -> str:
    players = position.profile.players
    order = value(position.profile, position.dealer)
    return f"{len(order) // players} each, {_seats(position.profile.seat_names, order[: players + 1])}"


@gives(
    "deal.hand",
    law=N_("{dealt:cards} are dealt to each player, one at a time, clockwise from the dealer's left."),
    source="classic: The deal, 1; spruce: The deal, 1",
    gives=(
        "K4 => 11 each, N E S W N",
        ". - - . E.draw deal=N => 11 each, E S W N E",
        "K4 - - . N.draw classic/2 => 15 each, N S N",
        "K4 - - . N.draw classic/3 => 13 each, N E S N",
        "K4 - - . N.draw classic/6 => 13 each, N NE SE S SW NW N",
    ),
    example=_hands_text,
)
def dealt_to(profile: Profile, dealer: int) -> tuple[int, ...]:
    """The seat that each card of the pack goes to, in the order in which they are dealt."""
    once = tuple((dealer + 1 + place) % profile.players for place in range(profile.players))
    return once * profile.dealt


@gives(
    "deal.upcard",
    law=N_("The stock's top card is turned beside it, and others on top of it until one shows that can stay."),
    source="classic: The deal, 2; spruce: The deal, 2",
    gives=(
        ". - - K79 => 1",
        ". - - 4?9 => 1",
        ". - - *5?9 => 2",
        ". - - 27?9 => 2",
        ". - - r9?9 => 2",
        ". - - bQ?9 => 2",
        ". - - *2rb79 => 5",
        ". - - bQ?9 N.draw pagat => 1",
        ". - - rbQ?9 N.draw pagat => 2",
        ". - - bQ?9 N.draw spruce => 2",
    ),
    example=lambda value, position, action: value(position.profile, position.stock),
)
def upcards(profile: Profile, stock: Sequence[Kind]) -> int:
    """How many cards are turned from the top of this stock, the one that stays included."""
    covered = letters(profile.upcard_covered)
    return next((place for place, kind in enumerate(stock, 1) if kind not in covered), len(stock))


@gives(
    "deal.upcard-freeze",
    law=N_("A card turned at the deal that freezes in this profile freezes the pile until it is taken."),
    source="classic: Freezing the pile, 2; spruce: The deal, 2; inferred: spruce singles out the wild card among them",
    gives=(
        "K4 - K . N.draw upcards=1 => no",
        "K4 - 27 . N.draw upcards=2 => yes",
        "K4 - bQ . N.draw upcards=2 => yes",
        "K4 - r9 . N.draw upcards=2 => yes",
        "K4 - *5 . N.draw upcards=2 spruce => yes",
        "K4 - bQ . N.draw upcards=2 spruce => no",
        "K4 - r9 . N.draw upcards=2 spruce => no",
        "K4 - b . N.draw upcards=1 pagat => no",
        "K4 - r9 . N.draw upcards=2 pagat => yes",
        # What is discarded on top later freezes by another clause.
        "K4 - Kb . N.draw upcards=1 => no",
    ),
    example=lambda value, position, action: value(position),
)
def upcard_freezes(position: Position) -> bool:
    """Whether a card turned at the deal, and still in the pile, freezes it."""
    place = position.freezing_index()
    return place is not None and place < position.upcards


def _taken(value: Value, position: Position, action: Action | None) -> str:
    from canasta.play import play

    assert action is not None
    return str(value(position, play(position, action).after))


@gives(
    "deal.upcard-red-three",
    law=N_("A red three under the upcard stays in the pile and goes, without replacement, to whoever takes it."),
    source="classic: Red threes, 1; spruce: The deal, 2",
    gives=(
        "KK4 444 r8K 99 N.draw upcards=2 | take KK => 1 laid, 0 replaced",
        "KK4 444 rr2r9K 99 N.draw upcards=5 | take KK => 3 laid, 0 replaced",
        "KK4 444 8K 99 N.draw | take KK => 0 laid, 0 replaced",
    ),
    example=_taken,
)
def upcard_red_threes(before: Position, after: Position) -> str:
    """What a take brought: red threes laid by its side, and cards drawn from the stock for them."""
    assert before.pile.count(RED_THREE) == after.red_threes(before.side) - before.red_threes()
    drawn = (before.stock_size() or 0) - (after.stock_size() or 0)
    return f"{after.red_threes(before.side) - before.red_threes()} laid, {drawn} replaced"


class Shape(NamedTuple):
    """What the number of players changes. Its text is that of a profile's parameters."""

    sides: int
    packs: int
    dealt: int
    draws: int
    canastas_out: int
    target: int

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self._asdict().items())


@gives(
    "deal.shape",
    law=N_(
        "With {players} players there are {packs:decks}: {dealt:cards} for each, {draws:cards} drawn in a turn, "
        "{canastas_out:canastas} needed to go out, {target:points} to win."
    ),
    source="spruce: Players and pack, 1; classic: The deal, 1; ruling: the commonest published forms for 2, 3 and 6",
    gives=(
        "K4 => sides=2 packs=2 dealt=11 draws=1 canastas_out=1 target=5000",
        "K4 - - . N.draw spruce => sides=2 packs=2 dealt=11 draws=1 canastas_out=1 target=5000",
        "K4 - - . N.draw classic/2 => sides=2 packs=2 dealt=15 draws=2 canastas_out=2 target=5000",
        "K4 - - . N.draw classic/3 => sides=3 packs=2 dealt=13 draws=2 canastas_out=1 target=5000",
        "K4 - - . N.draw classic/6 => sides=2 packs=3 dealt=13 draws=1 canastas_out=2 target=10000",
    ),
    example=lambda value, position, action: value(position.profile),
)
def shape(profile: Profile) -> Shape:
    """The numbers that go with this number of players."""
    return Shape(profile.sides, profile.packs, profile.dealt, profile.draws, profile.canastas_out, profile.target)
