"""What a bot is: a function from a player's view to an action and the reason for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from canasta.actions import Action
from canasta.filling import render
from canasta.position import Position


class Choice(NamedTuple):
    """What a bot plays and why: ``message`` with its ``values`` is the reason, ``clauses`` are those that mattered."""

    action: Action
    message: str
    values: Mapping[str, Any] = {}
    clauses: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """The reason in a sentence."""
        return render(self.message, self.values)


# The position is what the player who is to act may see (``Position.seen_by``), and he has a legal action.
Bot: TypeAlias = Callable[[Position], Choice]
