"""Where things on a table may be carried to, each place with its words. Whether it is right there the judge says."""

from __future__ import annotations

from canasta import Position
from canasta.position import DRAW, PLAY
from canasta.words import _


def drops(position: Position, seat: int) -> dict[str, dict[str, str]]:
    """By what is carried, ``cards`` of the hand, the ``stock`` or the ``pile``: places to put it down, and their words.

    Empty for a seat that has nothing to do now. Beside the places of the zones there are ``table``, one's own side for
    a new meld, and ``hand``.
    """
    if position.phase not in (DRAW, PLAY) or seat != position.seat:
        return {}
    melds = [f"meld-{side}-{meld.rank}" for side in range(position.profile.sides) for meld in position.melds(side)]
    cards = {"table": _("Lay down"), "pile": _("On the pile"), **dict.fromkeys(melds, _("Add"))}
    carried = {"cards": cards, "stock": {"hand": _("Draw")}}
    if position.pile:
        carried["pile"] = {"hand": _("Take the pile"), "table": _("Take the pile")}
    return carried
