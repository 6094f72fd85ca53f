"""What a player learns by asking: the answers to what may be said, from what the speaker may see."""

from __future__ import annotations

from canasta.actions import Action
from canasta.cards import Card
from canasta.case import Case
from canasta.clauses import BOOK
from canasta.events import Event
from canasta.judge import judge
from canasta.position import Position
from canasta.saying import saying
from canasta.words import N_

MESSAGES = {
    "minimum": N_("The minimum of {about:seat}'s side is {answer:points}."),
    "score": N_("The score of {about:seat}'s side was {answer:points} at the start of the deal."),
    "hand": N_("{about:seat} holds {answer:cards}."),
    "stock": N_("{answer:cards} left in the stock."),
    "pile": N_("{seat:seat} looks through the pile."),
    "red-three": N_("{seat:seat} reminds the partner of red threes."),
    "sixth": N_("The last of the {rank:ranks} is turned crosswise: one more makes a canasta."),
    "last-card": N_("{seat:seat} has one card left."),
}


def answer(position: Position, action: Action) -> int | list[Card] | None:
    """What a player who says this is told: a number, or the cards of the pile from bottom to top.

    None if the rules refuse it, if it asks for nothing, or if a hand or stock that it asks for is unstated.
    """
    return _answer(position, action) if judge(position, action) else None


def tell(position: Position, action: Action) -> Event:
    """What follows from something said that the rules allow: its answer, under the clause that grants it."""
    facts = saying(Case(position, action))
    clause = BOOK.findings(position.profile, facts)[0].clause
    values = {
        "seat": facts.seat,
        "about": facts.about or facts.seat,
        "rank": facts.rank,
        "answer": _answer(position, action),
    }
    return Event(clause, MESSAGES[facts.topic], values)


def _answer(position: Position, action: Action) -> int | list[Card] | None:
    names = position.profile.seat_names
    speaker = names.index(action.seat or names[position.seat])
    seen = position.seen_by(speaker)
    about = names.index(action.about) if action.about in names else speaker
    side = position.profile.side_of(about)
    match action.topic:
        case "minimum":
            return seen.minimum(side)
        case "score":
            return seen.scores[side]
        case "hand":
            return seen.hand_size(about)
        case "stock":
            return seen.stock_size()
        case "pile":
            return seen.pile_cards()
    return None
