"""What the generators build their positions with: cards by their letters, and a table to lay them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from canasta.actions import MELD
from canasta.cards import KIND, LETTERS, NATURALS, Kind, size, suits_of
from canasta.filling import render
from canasta.lister import legal
from canasta.position import Position
from canasta.profile import CLASSIC, PROFILES, Profile
from canasta.table import meld_of
from canasta.tutor.drills.contract import Facts
from canasta.words import N_

RANKS: Final = "".join(LETTERS[kind] for kind in NATURALS)
WILDS: Final = "2*"
NOTHING: Final = "-"
CONCEALED: Final = "!"
CANASTA: Final = max(profile.canasta_size for profile in PROFILES.values())  # cards that are one at every table


class Suits:
    """Gives cards suits one after another, for letters say none; the same letters in the same order get the same.

    A sign that is no card, such as the ``!`` of a meld laid concealed, stays as it is.
    """

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def on(self, letters: str) -> str:
        """The cards with suits, as notation has them."""
        return "".join(letter + self._next(letter) for letter in letters)

    def _next(self, letter: str) -> str:
        if letter not in KIND:
            return ""
        kind = KIND[letter]
        suits = suits_of(kind)
        if not suits:
            return ""
        at = kind + self._given[letter]
        self._given[letter] += 1
        return suits[at % len(suits)]


def fillers(random: Random, n: int, without: str = "", most: int = 2) -> str:
    """Natural cards that are none of some, no rank more than ``most`` times."""
    free = [rank for rank in RANKS if rank not in without for _copy in range(most)]
    return "".join(random.sample(free, n))


def scene(
    hand: str,
    *,
    others: str = "",
    own: Sequence[str] = (),
    theirs: Sequence[str] = (),
    pile: str = "",
    stock: str = "",
    turn: str = "N.play",
    reds: tuple[int, int] = (0, 0),
    scores: tuple[int, int] | None = None,
    profile: str = "classic",
) -> Position:
    """A position from the letters of its cards: the hand, the melds of both sides, and the pile with its top card last.

    ``others`` are the hands of the others as notation has them; so is the ``stock``, but for suits. ``reds`` are the
    red threes that lie before each side.
    """
    suits = Suits()
    sides = ["/".join([_side(suits, own, reds[0]), _side(suits, theirs, reds[1])])]
    score = [":".join(map(str, scores))] if scores else []
    known, unseen, more = stock.partition("?")
    stocked = [stock if stock == NOTHING else suits.on(known) + unseen + more] if stock else []
    fields = [suits.on(hand) + others, *sides, suits.on(pile) or NOTHING, *stocked, turn, *score, profile]
    return Position.parse(" ".join(fields))


def _side(suits: Suits, melds: Sequence[str], reds: int) -> str:
    melded = ",".join(map(suits.on, melds))
    return (melded + (";" + suits.on("r" * reds) if reds else "")) or NOTHING


def longest(position: Position, rank: Kind, *, wild: bool = False) -> int:
    """How long one lay makes the meld of a rank; 0 if none can be laid, or none with a ``wild`` card."""
    lays = [action.lays[0] for action in legal(position) if action.verb == MELD and len(action.lays) == 1]
    own = [lay for lay in lays if lay.rank == rank]
    if not any(lay.wilds or not wild for lay in own):
        return 0
    there = meld_of(position.tables[position.side], rank)
    return max(size(lay.cards) for lay in own) + (there.size if there else 0)


def swapped(letters: str, out: str, into: str) -> str:
    """The cards with one of them exchanged; an empty ``out`` only adds, an empty ``into`` only takes away."""
    return letters.replace(out, "", 1) + into if out else letters + into


def elsewhere(facts: Facts, profiles: Iterable[str] = PROFILES) -> Iterator[Facts]:
    """The same facts at each other table."""
    yield from ({**facts, "profile": profile} for profile in profiles if profile != facts["profile"])


def one_off(facts: Facts, name: str, least: int, most: int) -> Iterator[Facts]:
    """The same facts with one fewer of something, and with one more, within bounds."""
    n = int(facts[name])
    yield from ({**facts, name: other} for other in (n - 1, n + 1) if least <= other <= most)


@lru_cache(maxsize=8)
def tables(players: int) -> tuple[Profile, ...]:
    """The named tables for so many players."""
    return tuple(each.for_players(players) for each in PROFILES.values())


def here(profile: str, say: str) -> str:
    """What is said, after a word on what is played where it is not the classic game of four."""
    table = Profile.parse(profile)
    if table == CLASSIC:
        return say
    if table.sides == table.players:
        return render(N_("Here each plays alone, by {table}. {say}"), {"table": profile, "say": say})
    return render(N_("Here {table} is played. {say}"), {"table": profile, "say": say})
