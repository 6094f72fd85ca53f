"""What the browser chose, as it comes over the wire, and what it could mean."""

from __future__ import annotations

from typing import Any, NamedTuple

from canasta import Card, Position
from canasta_widgets import answers
from canasta_widgets.propose import MOST, candidates

PLACES = ("", "pile", "stock", "table")


class Selection(NamedTuple):
    """Cards of a hand, melds that were put together before, and the place on the table that they are meant for."""

    cards: list[Card]
    laid: list[list[Card]]
    target: str

    @property
    def count(self) -> str:
        """What all of it counts, in words; "" of nothing."""
        everything = [*self.cards, *(card for group in self.laid for card in group)]
        return answers.points(everything) if everything else ""


def read(message: dict[str, Any], position: Position, seat: int) -> Selection | None:
    """A selection as the browser sends it; None unless each card is held, and named once, and the place is one."""
    cards, laid, target = message.get("cards"), message.get("laid", []), message.get("target") or ""
    groups = [cards, *laid] if isinstance(laid, list) else [None]
    if not all(isinstance(group, list) for group in groups) or not _is_place(target, position):
        return None
    hand = {f"hand-{place}": card for place, card in enumerate(position.cards_in_hand(seat))}
    named = [id for group in groups for id in group]
    if not all(isinstance(id, str) and id in hand for id in named) or len(set(named)) < len(named):
        return None
    first, *others = [[hand[id] for id in group] for group in groups]
    return Selection(first, [group for group in others if group], target)


def meant(view: Position, selection: Selection, *, preview: bool) -> dict[str, Any]:
    """The candidates for a selection, the likeliest first, and whether the first is what it plainly means.

    Without ``preview`` nothing is told of what the judge would say.
    """
    found = candidates(view, selection.cards, selection.target, selection.laid)
    options = [answers.option(view, action) for action in found]
    if not any(selection):
        options = [option for option in options if option["legal"]]
    # Legal ones first; then those that fail for a reason other than the time of the turn.
    if preview:
        options.sort(key=lambda option: (not option["legal"], option["group"] == "turn"))
    else:
        timely = [option for option in options if option["group"] != "turn"] or options
        options = [option | {"legal": None, "says": "", "total": ""} for option in timely]
    return {
        "options": options[:MOST],
        "sure": len(options) == 1 or sum(bool(option["legal"]) for option in options) == 1,
        "total": next((option["total"] for option in options if option["total"]), ""),
    }


NOTHING: dict[str, Any] = {"options": [], "sure": False, "total": ""}


def _is_place(target: Any, position: Position) -> bool:
    melds = {f"meld-{side}-{meld.rank}" for side in range(position.profile.sides) for meld in position.melds(side)}
    return isinstance(target, str) and (target in PLACES or target in melds)
