"""Players that see what their seat may see, play, and say why.

>>> from canasta import deal
>>> from canasta.tutor.bots import BOTS, played
>>> from canasta.score import deal_totals, score_deal
>>> *_, last = played(deal(7), [BOTS["club"], BOTS["random"]] * 2)
>>> last.after.phase
'over'
"""

from canasta.tutor.bots.bot import Bot, Choice
from canasta.tutor.bots.chance import chance
from canasta.tutor.bots.club import club
from canasta.tutor.bots.expert import expert
from canasta.tutor.bots.match import played

BOTS: dict[str, Bot] = {"random": chance, "club": club, "expert": expert}

__all__ = ["BOTS", "Bot", "Choice", "chance", "club", "expert", "played"]
