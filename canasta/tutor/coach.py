"""The coach: what an action would lead to, in the rules' terms, and what a club player would do and why.

>>> from canasta import Action, Position
>>> view, action = Position.parse("444K9 777/KKK 95 . N.play"), Action.parse("discard K")
>>> for remark in warnings(view, action):
...     print(remark.clause, "-", remark.text)
take.add - East could add it to the kings and take the pile: 3 cards, 25 points.
"""

from __future__ import annotations

from typing import NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.advance import advance
from canasta.filling import fill, render
from canasta.position import Position
from canasta.tutor.bots.bot import Bot, Choice
from canasta.tutor.bots.club import Club, club
from canasta.tutor.look import Look, Remark
from canasta.tutor.remarks import READERS
from canasta.words import N_, _, counted

AS_GOOD = 10.0  # points by a player's estimates: what is no further from his own choice is as good


def consequences(view: Position, action: Action) -> list[Remark]:
    """What an action of the player who is to act would lead to, made only from what he sees.

    ``view`` is what he sees (``seen_by``); of a whole position nothing more is looked at. Raises IllegalAction, with
    the verdict, for an action that is refused. What is said or asked of the table leads to nothing.
    """
    if action.verb == a.SAY:
        return []
    look = Look(view, action)
    return [remark for reader in READERS for remark in reader(look)]


def warnings(view: Position, action: Action) -> list[Remark]:
    """The consequences that cost something."""
    return [remark for remark in consequences(view, action) if remark.costs]


def in_words(choice: Choice) -> str:
    """What a club player would do, in a sentence, and why in another."""
    action = choice.action
    message = {
        a.DRAW: N_("A club player would draw from the stock. {reason}"),
        a.TAKE: N_("A club player would take the pile with {cards}. {reason}"),
        a.MELD: N_("A club player would meld {cards}. {reason}"),
        a.DISCARD: N_("A club player would discard the {kind:rank}. {reason}"),
        a.ASK: N_("A club player would ask: may I go out? {reason}"),
        a.LAY: N_("A club player would lay the red threes. {reason}"),
        a.PASS: N_("A club player would end the turn. {reason}"),
        a.ANSWER: N_("A club player would answer no. {reason}"),
    }[action.verb]
    if action.verb == a.ANSWER and action.reply == "yes":
        message = N_("A club player would answer yes. {reason}")
    if action.verb == a.TAKE and not action.spends:
        message = N_("A club player would take the pile onto the meld there. {reason}")
    kind = next(c.kinds_in(action.cards), None)
    cards = _(" plus ").join(_laid(lay) for lay in action.lays if lay.cards)
    return render(message, {"cards": cards, "kind": kind, "reason": choice.reason})


def _laid(lay: Lay) -> str:
    """Cards that are put down, and where, unless they say so themselves."""
    cards = counted(c.kinds_in(lay.cards))
    if lay.naturals or lay.rank is None:
        return cards
    return fill(N_("{cards} onto the {rank:ranks}"), {"cards": cards, "rank": lay.rank})


class Opinion(NamedTuple):
    """What a club player thinks of an action: his own ``choice``, and how many points worse by his estimates it is.

    ``same`` says that both lead to the same.
    """

    same: bool
    choice: Choice
    worse: float

    @property
    def good(self) -> bool:
        """Whether it is as good to him as what he would have done."""
        return self.same or self.worse <= AS_GOOD

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that mattered to him."""
        return self.choice.clauses

    @property
    def text(self) -> str:
        """All of it in sentences."""
        if self.same:
            return render(N_("A club player would do the same. {reason}"), {"reason": self.choice.reason})
        own = in_words(self.choice)
        return render(N_("That is about as good. {own}"), {"own": own}) if self.good else own


def opinion(view: Position, action: Action, bot: Club = club) -> Opinion:
    """What a club player would have done in the place of a legal action, and why."""
    seen = view.seen_by(view.acting)._replace(paint=None)
    action = action.plain()
    choice = bot(seen)
    same = advance(seen, action) == advance(seen, choice.action)
    return Opinion(same, choice, 0.0 if same else bot.regret(seen, action, choice.action))


def advice(view: Position, bot: Bot = club) -> Choice:
    """What a club player would do, as far as the player who is to act sees; ``in_words`` says it."""
    return bot(view.seen_by(view.acting)._replace(paint=None))
