"""Actions as a learner reads them."""

from __future__ import annotations

from collections.abc import Iterable

from canasta.actions import ALL_SEATS, ANSWER, SAY, TAKE, Action, Lay
from canasta.cards import KIND, LETTERS, Bag, Card, kinds_in
from canasta.words import N_, _, card_name, counted, render
from canasta_widgets.faces import RANK_SIGNS


def named(bag: Bag, painted: Iterable[Card] = ()) -> str:
    """Cards for the ear: one by its name, with its suit if that is known, more by rank with their counts."""
    kinds = list(kinds_in(bag))
    return next(iter(painted), Card(kinds[0])).name if len(kinds) == 1 else counted(kinds)


def in_words(action: Action, *, spelled: bool = False) -> str:
    """An action as a learner reads it, e.g. "Meld K K 2"; ``spelled`` as he hears it, "Meld 2 kings and 1 deuce"."""
    if action.verb == SAY:
        return _remark(action)
    if action.verb == ANSWER and action.reply in ("yes", "no"):
        return _("Answer: yes") if action.reply == "yes" else _("Answer: no")
    # Where there is nothing to say of what, a blank is left over.
    verbs = {
        "draw": _("Draw from the stock {what}"),
        "take": _("Take the pile {what}"),
        "pick": _("Take only the top card {what}"),
        "meld": _("Meld {what}"),
        "discard": _("Discard {what}"),
        "pass": _("End the turn without a discard"),
        "ask": _("Ask: may I go out?"),
        "answer": _("Answer {what}"),
        "lay": _("Lay {what}"),
        "back": _("Take back {what}"),
        "move": _("Move {what}"),
    }
    tail = with_what(action, spelled=spelled) if action.verb == TAKE else what(action, spelled=spelled)
    return verbs[action.verb].format(what=tail or action.reply).strip()


def what(action: Action, *, spelled: bool = False, own: bool = True) -> str:
    """The cards of an action and where they go; "" for one without. ``own`` melds are yours, else the player's."""
    pieces = [_lay(lay, spelled, own) for lay in action.lays]
    if action.cards:
        pieces.append(named(action.cards, action.painted) if spelled else _signs(action.cards))
    return (_(" plus ") if spelled else " + ").join(filter(None, pieces))


def with_what(action: Action, *, spelled: bool = False, own: bool = True) -> str:
    """How a pile is taken, e.g. "with K K", or "onto your kings" where no card is shown for it; "" if unsaid."""
    cards = what(action, spelled=spelled, own=own)
    return _("with {cards}").format(cards=cards) if action.lays and action.lays[0].cards else cards


def _lay(lay: Lay, spelled: bool, own: bool) -> str:
    cards = counted(kinds_in(lay.cards)) if spelled else _signs(lay.cards)
    home = lay.rank is not None and not lay.naturals
    if home or lay.seat:
        rank = card_name(lay.rank, 2) if lay.rank is not None else "?"
        onto = _("onto the other side's {rank}") if lay.seat else _("onto your {rank}") if own else _("onto the {rank}")
        cards = f"{cards} {onto.format(rank=rank)}".strip()
    return _("{cards} as a meld of its own").format(cards=cards) if lay.apart else cards


def _signs(bag: Bag) -> str:
    return " ".join(RANK_SIGNS[LETTERS[kind]] for kind in kinds_in(bag))


def _remark(action: Action) -> str:
    """What is said or asked, e.g. "Ask or say: the score (East)"."""
    message = N_("Ask or say: {topic:topic}")
    if action.about in ALL_SEATS:
        message = N_("Ask or say: {topic:topic} ({about:seat})")
    elif action.about:
        message = N_("Ask or say: {topic:topic} ({rank:ranks})")
    return render(message, {"topic": action.topic, "about": action.about, "rank": KIND.get(action.about)})
