"""What asking one's partner has to say of a try: the facts of a question, of its answer, and of what that binds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta import actions as a
from canasta import cards as c
from canasta.cards import Bag
from canasta.facts import AskFacts, LeaveFacts
from canasta.position import DRAW, DREW, LAST, MORE, PLAY, Position

if TYPE_CHECKING:
    from canasta.case import Case


WAIVED_LEFT = 1  # cards that a concealed hand may keep, for its discard (out.concealed-minimum)


def is_barred(position: Position) -> bool:
    """Whether the player in turn counts as lacking the canastas needed to go out.

    After a no, for the rest of the turn (``out.ask-binding``); where asking is required, until the yes.
    """
    if position.answer == "no":
        return True
    unasked = position.profile.ask == "required" and position.answer != "yes"
    return unasked and position.profile.partner_of(position.seat) is not None


def is_waived(position: Position) -> bool:
    """Whether a hand that is laid whole needs no count: drawn for, and nothing melded before."""
    unmelded = not position.fresh and not position.melded >> position.seat & 1
    return unmelded and position.origin in (DREW, LAST) and not is_barred(position)


def partner_name(position: Position) -> str:
    """Who speaks an answer: the partner of the player in turn, or himself if he has none."""
    partner = position.profile.partner_of(position.seat)
    return position.profile.seat_names[position.seat if partner is None else partner]


def asking(case: Case) -> AskFacts:
    """The question whether one may go out, and its answer."""
    position, action, profile = case.position, case.action, case.profile
    names = profile.seat_names
    partner = profile.partner_of(position.seat)
    facts = AskFacts(
        verb=action.verb,
        phase=position.phase,
        seat=action.seat or (partner_name(case.position) if action.verb == a.ANSWER else names[position.seat]),
        in_turn=names[position.seat],
        partner="" if partner is None else names[partner],
        answer=position.answer,
        reply=action.reply,
        origin=position.origin,
        melded=bool(position.fresh),
        more=bool(position.fresh & MORE),
        hand=None if case.hand is None else c.size(case.hand),
        canastas=case.canastas(case.table),
        needed=profile.canastas_out,
    )
    # Whether he can go out is looked at only if nothing else keeps him from asking.
    asks = action.verb == a.ASK and facts.seat == facts.in_turn and position.phase in (DRAW, PLAY)
    if not asks or not case.book.allows(profile, facts):
        return facts
    from canasta.wayout import sure_to_go_out

    certain, risk = sure_to_go_out(position._replace(answer="yes"), case.book)
    return facts._replace(certain=certain, risk=risk)


def bound(case: Case, leave: LeaveFacts | None) -> Iterator[AskFacts]:
    """What the partner's answer, or that he was not asked, has to say of an action."""
    if case.position.phase not in (DRAW, PLAY):
        return
    if case.position.answer == "yes":
        if (certain := _still_certain(case, leave)) is not None:
            yield asking(case)._replace(certain=certain[0], risk=certain[1])
    elif leave is not None and case.profile.partner_of(case.position.seat) is not None:
        goes = leave.left == 0 and case.book.allows(case.profile, leave)
        if goes or (leave.barred and _hindered(case, leave)):
            yield asking(case)._replace(goes_out=goes, hindered=not goes)


def _hindered(case: Case, leave: LeaveFacts) -> bool:
    """Whether the action fails only because the player counts as lacking canastas."""
    free = leave._replace(barred=False, completes=leave.left == 1 and case.last_completes)
    return case.book.allows(case.profile, free) and not case.book.allows(case.profile, leave)


def _still_certain(case: Case, leave: LeaveFacts | None) -> tuple[bool, Bag] | None:
    """Whether a way to go out is left after the action, or a draw that leaves none; None if that is not asked."""
    from canasta.wayout import after_laying, draw_is_safe, way_out

    if case.action.verb == a.DRAW:
        return draw_is_safe(case.position, case.book)
    if leave is None or case.lacking:
        return None
    if leave.left == 0 or case.action.verb == a.DISCARD:
        return leave.left == 0, 0
    after = after_laying(case)
    return None if after is None else (way_out(after, case.book) is not None, 0)
