"""The random player: every legal action is as likely as any other."""

from __future__ import annotations

from random import Random

from canasta.position import Position
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.sight import Sight
from canasta.words import N_


def chance(view: Position) -> Choice:
    """Any legal action; the same view always gives the same one, so that a game can be played again."""
    plays = Sight(view).plays
    action = plays[int(Random(str(view)).random() * len(plays))]
    return Choice(action, N_("Chosen by chance among {n} legal plays."), {"n": len(plays)})
