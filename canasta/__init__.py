"""The rules of canasta as an exact engine: may this be done, and why?

>>> from canasta import Action, Position, judge
>>> verdict = judge(Position.parse("K24 444 42K"), Action.parse("take K2"))
>>> verdict.legal, verdict.lead.clause
(False, 'freeze.natural-pair')
"""

from canasta.actions import Action, Lay
from canasta.cards import Card
from canasta.clauses import BOOK
from canasta.clauses.register import Clause, Finding
from canasta.compare import Comparison, compare
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.judge import Verdict, judge, legal, nearest
from canasta.play import Event, Step, deal, play
from canasta.position import Position
from canasta.problems import Problem
from canasta.profile import CLASSIC, PAGAT, PROFILES, SPRUCE, Profile
from canasta.table import Meld
from canasta.why import Counterfactual, explain, would_be_legal_if

__version__ = "0.1.0"
__all__ = [
    "BOOK",
    "CLASSIC",
    "PAGAT",
    "PROFILES",
    "SPRUCE",
    "Action",
    "Card",
    "Clause",
    "Comparison",
    "Counterfactual",
    "Event",
    "Finding",
    "IllegalAction",
    "ImpossiblePosition",
    "Lay",
    "Meld",
    "NotationError",
    "Position",
    "Problem",
    "Profile",
    "Step",
    "Verdict",
    "compare",
    "deal",
    "explain",
    "judge",
    "legal",
    "nearest",
    "play",
    "would_be_legal_if",
]
