"""Actions as a learner reads them."""

from __future__ import annotations

from canasta.actions import ALL_SEATS, ANSWER, SAY, Action
from canasta.cards import KIND, LETTERS, kinds_in
from canasta.words import N_, _, card_name, render
from canasta_widgets.faces import RANK_SIGNS


def in_words(action: Action) -> str:
    """An action as a learner reads it, e.g. "Meld K K 2"."""
    if action.verb == SAY:
        return _remark(action)
    if action.verb == ANSWER and action.reply in ("yes", "no"):
        return _("Answer: yes") if action.reply == "yes" else _("Answer: no")
    verbs = {
        "draw": _("Draw from the stock"),
        "take": _("Take the pile"),
        "pick": _("Take only the top card"),
        "meld": _("Meld"),
        "discard": _("Discard"),
        "pass": _("End the turn without a discard"),
        "ask": _("Ask: may I go out?"),
        "answer": _("Answer"),
        "lay": _("Lay"),
        "back": _("Take back"),
        "move": _("Move"),
    }
    pieces = []
    for lay in action.lays:
        signs = " ".join(RANK_SIGNS[LETTERS[kind]] for kind in kinds_in(lay.cards))
        home = lay.rank is not None and not lay.naturals
        if home or lay.seat:
            rank = card_name(lay.rank, 2) if lay.rank is not None else "?"
            onto = (_("onto the other side's {rank}") if lay.seat else _("onto your {rank}")).format(rank=rank)
            signs = f"{signs} {onto}".strip()
        if lay.apart:
            signs = _("{cards} as a meld of its own").format(cards=signs)
        pieces.append(signs)
    pieces += [" ".join(RANK_SIGNS[LETTERS[kind]] for kind in kinds_in(action.cards))] if action.cards else []
    tail = " + ".join(filter(None, pieces)) or action.reply
    joiner = _(" with ") if action.verb == "take" and tail else " "
    return f"{verbs[action.verb]}{joiner}{tail}".strip()


def _remark(action: Action) -> str:
    """What is said or asked, e.g. "Ask or say: the score (East)"."""
    message = N_("Ask or say: {topic:topic}")
    if action.about in ALL_SEATS:
        message = N_("Ask or say: {topic:topic} ({about:seat})")
    elif action.about:
        message = N_("Ask or say: {topic:topic} ({rank:ranks})")
    return render(message, {"topic": action.topic, "about": action.about, "rank": KIND.get(action.about)})
