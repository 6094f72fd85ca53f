"""What actions bring to the table, and which of them complete canastas: what the review weighs its findings by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from canasta import cards as c
from canasta.actions import Action
from canasta.advance import advance
from canasta.cards import Kind
from canasta.clauses import BOOK
from canasta.lister import legal
from canasta.position import Position
from canasta.score import score_table

LOOKED_AT = 200  # plays of a very large hand


def worth(position: Position, side: int) -> int:
    """What lies on a side's table."""
    return sum(line.points for line in score_table(position, side))


def brings(view: Position, *actions: Action) -> int:
    """By how much actions of the player in turn raise what lies on his side's table, going out included."""
    after = view
    for action in actions:
        after = advance(after, action)
    gain = worth(after, view.side) - worth(view, view.side)
    return gain + (BOOK["score.base"].value(view.profile, after.out_concealed) if after.out is not None else 0)


def all_completed(view: Position, action: Action) -> list[Kind]:
    """The ranks of the canastas that an action completes."""
    after = advance(view, action)
    if after.canastas(view.side) <= view.canastas():
        return []
    before = {meld.rank for meld in view.melds() if view.is_canasta(meld)}
    return [meld.rank for meld in after.melds(view.side) if after.is_canasta(meld) and meld.rank not in before]


def completed(view: Position, action: Action) -> Kind | None:
    """The first of them, None if it completes none."""
    return next(iter(all_completed(view, action)), None)


def plays_of(view: Position, verb: str) -> list[Action]:
    """The legal plays of a verb, without suits."""
    return [play for play in listed(view) if play.verb == verb]


@lru_cache(maxsize=64)  # several checks ask of the same views
def listed(view: Position) -> tuple[Action, ...]:
    """All of them."""
    return tuple(play.plain() for play in islice(legal(view), LOOKED_AT))


def best_of(view: Position, plays: Sequence[Action]) -> Action:
    """The play that brings most, and of several the one that spends least."""
    return max(plays, key=lambda play: (brings(view, play), -c.size(play.spends)))
