"""The rules of canasta as an exact engine: may this be done, and why?

>>> from canasta import Action, Position, judge
>>> verdict = judge(Position.parse("K24 444 42K"), Action.parse("take K2"))
>>> verdict.legal, verdict.lead.clause
(False, 'freeze.natural-pair')
"""

from canasta.actions import Action, Lay
from canasta.advance import advance
from canasta.cards import Card
from canasta.clauses import BOOK
from canasta.clauses.register import Clause, Finding
from canasta.compare import Comparison, compare
from canasta.deal import deal
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.events import Event
from canasta.game import Game, Sheet, new_game
from canasta.judge import Verdict, judge, nearest
from canasta.lister import legal, questions
from canasta.log import Log, Replay, record, replay
from canasta.play import Step, play
from canasta.position import Position
from canasta.problems import Problem
from canasta.profile import CLASSIC, PAGAT, PROFILES, SPRUCE, Profile
from canasta.score import Line, deal_totals, score_deal, score_table
from canasta.simulate import random_deal, simulate
from canasta.table import Meld
from canasta.wayout import GoingOut, can_go_out
from canasta.why import Counterfactual, explain, reasons, would_be_legal_if

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
    "Game",
    "GoingOut",
    "IllegalAction",
    "ImpossiblePosition",
    "Lay",
    "Line",
    "Log",
    "Meld",
    "NotationError",
    "Position",
    "Problem",
    "Profile",
    "Replay",
    "Sheet",
    "Step",
    "Verdict",
    "advance",
    "can_go_out",
    "compare",
    "deal",
    "deal_totals",
    "explain",
    "judge",
    "legal",
    "nearest",
    "new_game",
    "play",
    "questions",
    "random_deal",
    "reasons",
    "record",
    "replay",
    "score_deal",
    "score_table",
    "simulate",
    "would_be_legal_if",
]
