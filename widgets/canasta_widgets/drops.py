"""Where things on a table may be carried to, each place with its words. Whether it is right there the judge says."""

from __future__ import annotations

from canasta import Position
from canasta.cards import LETTERS
from canasta.position import DRAW, PLAY
from canasta.words import _
from canasta_widgets.faces import RANK_SIGNS


def drops(position: Position, seat: int) -> dict[str, dict[str, str]]:
    """By what is carried, ``cards`` of the hand, the ``stock`` or the ``pile``: places to put it down, and their words.

    Empty for a seat that has nothing to do now. Beside the places of the zones there are ``table``, one's own side for
    a new meld, and ``hand``.
    """
    if position.phase not in (DRAW, PLAY) or seat != position.seat:
        return {}
    cards = {"table": _("Lay down"), "pile": _("On the pile")}
    for side in range(position.profile.sides):
        words = _("Add to {rank}") if side == position.side else _("Add to their {rank}")
        for meld in position.melds(side):
            cards[f"meld-{side}-{meld.rank}"] = words.format(rank=RANK_SIGNS[LETTERS[meld.rank]])
    carried = {"cards": cards, "stock": {"hand": _("Draw")}}
    if position.pile:
        carried["pile"] = {"hand": _("Take the pile"), "table": _("Take the pile")}
    return carried
