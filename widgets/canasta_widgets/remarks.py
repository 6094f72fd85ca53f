"""What can be said or asked at the table, as a list to choose from; the judge answers whatever is chosen."""

from __future__ import annotations

from canasta import Action, Position
from canasta.actions import ALL_SEATS
from canasta.cards import KIND
from canasta.filling import render
from canasta.saying import sayings
from canasta.words import N_


def remarks(position: Position) -> list[dict[str, str]]:
    """All that the player in turn can try to say or ask: each as its text and in words."""
    return [{"text": str(action), "label": _label(action)} for action in sayings(position)]


def _label(action: Action) -> str:
    """What is said or asked, e.g. "the score (East)"."""
    message = N_("{topic:topic}")
    if action.about in ALL_SEATS:
        message = N_("{topic:topic} ({about:seat})")
    elif action.about:
        message = N_("{topic:topic} ({rank:ranks})")
    return render(message, {"topic": action.topic, "about": action.about, "rank": KIND.get(action.about)})
