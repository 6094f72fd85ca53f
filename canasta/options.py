"""Ways to lay cards of one rank: what listing weighs, with the effects worked out once."""

from __future__ import annotations

from typing import Any, NamedTuple

from canasta.actions import Action, Lay
from canasta.cards import Bag, Kind
from canasta.table import Table


class Listed(Action):
    """An action with what it spends from the hand and adds to the table worked out once."""

    spent: Bag
    laid: Table

    @classmethod
    def made(cls, verb: str, lays: tuple[Lay, ...] = (), cards: Bag = 0, laid: Table = 0) -> Listed:
        """The action, carrying its effect."""
        action = cls(verb, lays, cards)
        action.spent, action.laid = action.spends, laid
        return action

    def _replace(self, **changes: Any) -> Action:  # type: ignore[override]
        """The action changed, as a plain one: its effect is another."""
        return Action(*self)._replace(**changes)


class Option(NamedTuple):
    """One way to lay cards of a rank from the hand, in a take together with the top card.

    ``laid`` is what it adds to the table, ``size`` and ``points`` count the cards from the hand, ``deuces`` and
    ``jokers`` the wild ones, ``action`` plays it alone.
    """

    rank: Kind
    cards: Bag
    laid: Table
    size: int
    points: int
    deuces: int
    jokers: int
    lay: Lay
    action: Listed


class Options(NamedTuple):
    """The options of one shape, the canastas that each completes, their actions, and the most cards one spends."""

    all: tuple[Option, ...]
    gains: tuple[int, ...]
    actions: tuple[Listed, ...]
    most: int
