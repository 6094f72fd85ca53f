"""Drills: items without end, dealt from a seed; ``draw(GENERATORS["wild-cards"], seed)`` gives one.

The contract stands in ``contract.py``; each generator has a file of its own and is named here.
"""

from collections.abc import Iterable

from canasta.tutor.drills.asking import ASKING
from canasta.tutor.drills.black_threes import BLACK_THREES
from canasta.tutor.drills.canastas import CANASTAS
from canasta.tutor.drills.card_values import CARD_VALUES
from canasta.tutor.drills.concealed_hand import CONCEALED_HAND
from canasta.tutor.drills.contract import ANY, Draft, Drawn, DrillError, Facts, Generator, Knob
from canasta.tutor.drills.dealing import draw
from canasta.tutor.drills.frozen_pile import FROZEN_PILE
from canasta.tutor.drills.going_out import GOING_OUT
from canasta.tutor.drills.initial_meld import INITIAL_MELD
from canasta.tutor.drills.melds import MELDS
from canasta.tutor.drills.open_pile import OPEN_PILE
from canasta.tutor.drills.pile_opening import PILE_OPENING
from canasta.tutor.drills.real_deals import REAL_DEALS, own_deals
from canasta.tutor.drills.red_threes import RED_THREES
from canasta.tutor.drills.scoring import SCORING
from canasta.tutor.drills.seats_deal import SEATS_DEAL
from canasta.tutor.drills.stock_end import STOCK_END
from canasta.tutor.drills.wild_cards import WILD_CARDS
from canasta.tutor.drills.your_turn import YOUR_TURN

__all__ = [
    "ANY",
    "GENERATORS",
    "Draft",
    "Drawn",
    "DrillError",
    "Facts",
    "Generator",
    "Knob",
    "draw",
    "drills_of",
    "own_deals",
]

_IN_ORDER = (
    CARD_VALUES,
    MELDS,
    WILD_CARDS,
    CANASTAS,
    YOUR_TURN,
    INITIAL_MELD,
    RED_THREES,
    OPEN_PILE,
    FROZEN_PILE,
    BLACK_THREES,
    PILE_OPENING,
    GOING_OUT,
    ASKING,
    CONCEALED_HAND,
    STOCK_END,
    SCORING,
    SEATS_DEAL,
    REAL_DEALS,
)
GENERATORS: dict[str, Generator] = {each.name: each for each in _IN_ORDER}


def drills_of(units: Iterable[str]) -> tuple[str, ...]:
    """The drills of some units, in the order of the units."""
    return tuple(name for unit in units for name, each in GENERATORS.items() if each.unit == unit)
