"""Asking whether one may go out, its answer, and what else may be said: once more from the rules' text alone.

Four players sit at the table. A pile that could be taken to go out is not looked at.
"""

from __future__ import annotations

from collections import Counter

from plain_deals import lays_of
from plain_out import goes_out, ways_out
from plain_rules import Table, spent

from canasta import Action, Position
from canasta.actions import DISCARD, MELD
from canasta.cards import LETTERS, kinds_in

SEATS = "NESW"
NUMBERS = ("minimum", "score", "hand", "stock")
IN_PACKS = {"*": 4, "b": 4, "r": 4}
DRAWN = "AKQJT987654b2*"  # what may reach a hand; a red three is laid and replaced


def unseen(position: Position, card: str) -> int:
    """How many cards of a kind the player in turn has not seen."""
    seen = [LETTERS[kind] for kind in kinds_in(position.hand or 0)] + [LETTERS[kind] for kind in position.pile]
    for side in (0, 1):
        for meld in position.melds(side):
            seen += LETTERS[meld.rank] * meld.naturals + "2" * meld.deuces + "*" * meld.jokers
    return IN_PACKS.get(card, 8) - seen.count(card)


def sure(position: Position) -> bool:
    """Whether going out is certain: now, or before the draw with whatever may be drawn."""
    if position.phase == "play":
        return goes_out(position)
    for card in DRAWN:
        if unseen(position, card) > 0:
            table = Table(position)
            table.hand += Counter(card)
            table.phase, table.origin = "play", "drew"
            if not any(True for _way in ways_out(table)):
                return False
    return True


def may_ask(position: Position) -> bool:
    """Whether the player in turn may ask his partner now."""
    if position.phase not in ("draw", "play") or position.answer or position.fresh:
        return False
    if position.phase == "draw" and position.profile.base == "pagat":
        return False
    if position.phase == "play" and position.hand_size() == 1:
        return False
    return sure(position)


def keeps_word(position: Position, action: Action) -> bool:
    """Whether after a yes this is legal, and leaves a way to go out in this turn."""
    table = Table(position)
    if action.verb == DISCARD:
        return table.hand.total() == 1 and table.may_discard(LETTERS[next(kinds_in(action.cards))])
    lays = lays_of(action)
    if not table.may_meld(lays):
        return False
    table.hand, table.melds = table.hand - spent(lays), table.laid(lays) or {}
    return not table.hand or any(True for _way in ways_out(table))


def may_say(position: Position, action: Action) -> bool:
    """Whether somebody may say or ask this now."""
    turn, due = position.seat, position.phase == "answer"
    speaker = SEATS.index(action.seat or SEATS[turn])
    asker = (turn + 2) % 4 if due else turn
    topic = action.topic
    if topic in NUMBERS:
        reminds = topic == "minimum" and speaker == (turn + 2) % 4 and not due
        if reminds and action.about in ("", SEATS[speaker], SEATS[turn]):
            return not position.melds(turn % 2)
        return speaker == asker
    if due:
        return False
    match topic:
        case "pile":
            return speaker == turn and position.first
        case "red-three":
            return True
        case "sixth":
            sizes = {
                LETTERS[each.rank]: each.naturals + each.deuces + each.jokers for each in position.melds(speaker % 2)
            }
            return sizes.get(action.about) == 6
        case "last-card":
            return position.hand_size(speaker) in (None, 1)
    return False


def may(position: Position, action: Action) -> bool:
    """Whether a question, an answer, a word or a play is allowed at such a moment."""
    match action.verb:
        case "ask":
            return may_ask(position)
        case "answer":
            partner = SEATS[(position.seat + 2) % 4]
            return position.phase == "answer" and (action.seat or partner) == partner and action.reply in ("yes", "no")
        case "say":
            return may_say(position, action)
    if position.phase == "answer":
        return False
    if position.answer == "yes":
        return keeps_word(position, action)
    table = Table(position)
    if action.verb == MELD:
        return table.may_meld(lays_of(action))
    return table.may_discard(LETTERS[next(kinds_in(action.cards))])
