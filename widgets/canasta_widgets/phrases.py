"""Actions as a learner reads them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from canasta.actions import ANSWER, BACK, DISCARD, MOVE, PICK, SAY, TAKE, Action, Lay
from canasta.cards import BLACK_THREE, KIND, LETTERS, RED_THREE, Bag, Card, kinds_in
from canasta.filling import render
from canasta.position import Position
from canasta.words import N_, _, card_name, counted, seat_name
from canasta_widgets.faces import RANK_SIGNS


def named(bag: Bag, painted: Iterable[Card] = ()) -> str:
    """Cards for the ear: one by its name, with its suit if that is known, more by rank with their counts."""
    kinds = list(kinds_in(bag))
    return next(iter(painted), Card(kinds[0])).name if len(kinds) == 1 else counted(kinds)


def in_words(action: Action, *, spelled: bool = False) -> str:
    """An action as a learner reads it, e.g. "Meld K K 2"; ``spelled`` as he hears it, "Meld 2 kings and 1 deuce".

    Where it says who acts, so do the words: "East: Discard 4".
    """
    words = _alone(action, spelled)
    return _("{player}: {action}").format(player=seat_name(action.seat), action=words) if action.seat else words


def by_whom(position: Position, action: Action) -> str:
    """An action with who would do it in a position, e.g. "North: Meld K K 2"."""
    who = action.seat or position.profile.seat_names[position.acting]
    return in_words(action._replace(seat=who))


def _alone(action: Action, spelled: bool) -> str:
    """An action without who does it."""
    if action.verb == SAY:
        return _remark(action)
    if action.verb == ANSWER:
        return {"yes": _("Answer: yes"), "no": _("Answer: no")}.get(action.reply, _("Answer: yes, on a condition"))
    says = with_what if action.verb in (TAKE, PICK) else what
    # Where there is nothing to say of what, a blank is left over.
    return verbs()[action.verb].format(what=says(action, spelled=spelled)).strip()


def verbs() -> dict[str, str]:
    """How an action is told whose verb is not one of speaking: ``what`` stands for its cards."""
    return {
        "draw": _("Draw from the stock {what}"),
        "take": _("Take the pile {what}"),
        "pick": _("Take only the top card {what}"),
        "meld": _("Meld {what}"),
        "discard": _("Discard {what}"),
        "pass": _("End the turn without a discard"),
        "ask": _("Ask: may I go out?"),
        "lay": _("Lay {what}"),
        "back": _("Take back {what}"),
        "move": _("Move {what}"),
    }


def what(action: Action, *, spelled: bool = False, own: bool = True) -> str:
    """The cards of an action and where they go; "" for one without. ``own`` melds are yours, else the player's."""
    if action.verb == MOVE:
        return _moved(*action.lays, spelled=spelled, own=own)
    pieces = [_lay(lay, _form(action.verb, at), spelled, own) for at, lay in enumerate(action.lays)]
    if action.cards:
        pieces.append(named(action.cards, action.painted) if spelled else _signs(action.cards))
    return (_(" plus ") if spelled else " + ").join(filter(None, pieces))


def with_what(action: Action, *, spelled: bool = False, own: bool = True) -> str:
    """How a pile is taken, e.g. "with K K", or "onto your kings" where no card is shown for it; "" if unsaid."""
    cards = what(action, spelled=spelled, own=own)
    return _("with {cards}").format(cards=cards) if action.lays and action.lays[0].cards else cards


ONTO, FROM, AS = "onto", "from", "as"  # what cards have to do with the meld that is named beside them
OWN, THEIRS, OTHERS = "own", "theirs", "others"  # whose meld it is


def _form(verb: str, at: int) -> str:
    if verb in (BACK, DISCARD):
        return FROM
    # Whether wild cards that are shown for a top card join a meld or begin one, the table tells.
    return AS if verb in (TAKE, PICK) and at == 0 else ONTO


def _lay(lay: Lay, form: str, spelled: bool, own: bool) -> str:
    cards = _cards(lay, spelled)
    if form == AS and lay.cards and lay.rank is not None and not lay.naturals and not lay.seat:
        return _("{cards} as {rank}").format(cards=cards, rank=card_name(lay.rank, 2))
    home = lay.rank is not None and not (lay.naturals and form != FROM)
    if home or lay.seat:
        cards = f"{cards} {_place(lay, form, own)}".strip()
    return _("{cards} as a meld of its own").format(cards=cards) if lay.apart else cards


def _place(lay: Lay, form: str, own: bool) -> str:
    """Which meld cards go to or come from, e.g. "onto your kings"."""
    rank = card_name(lay.rank, 2) if lay.rank is not None else "?"
    whose = OTHERS if lay.seat else OWN if own else THEIRS
    place = places()[form if form == FROM else ONTO, whose]
    return place.format(rank=rank)


def places() -> dict[tuple[str, str], str]:
    """Which meld cards go to or come from, of the player himself, of another whose turn is told, of the other side."""
    return {
        (FROM, OWN): _("from your {rank}"),
        (FROM, THEIRS): _("from the {rank}"),
        (FROM, OTHERS): _("from the other side's {rank}"),
        (ONTO, OWN): _("onto your {rank}"),
        (ONTO, THEIRS): _("onto the {rank}"),
        (ONTO, OTHERS): _("onto the other side's {rank}"),
    }


def _moved(first: Lay, then: Lay, *, spelled: bool, own: bool) -> str:
    """Cards that go from one meld to another, e.g. "2 from your queens onto your eights"."""
    other = _cards(then, spelled) if then.cards != first.cards else ""
    places = (_place(first, FROM, own), other, _place(then, ONTO, own))
    return " ".join(filter(None, (_cards(first, spelled), *places)))


def _cards(lay: Lay, spelled: bool) -> str:
    return counted(kinds_in(lay.cards)) if spelled else _signs(lay.cards)


def _signs(bag: Bag) -> str:
    """Cards by their corners; threes with their colour, which makes all the difference, e.g. "2 3 3 (black)"."""
    coloured = colours()
    pieces = []
    for kind, alike in groupby(kinds_in(bag)):
        cards = " ".join(RANK_SIGNS[LETTERS[each]] for each in alike)
        pieces.append(coloured.get(kind, "{cards}").format(cards=cards))
    return " ".join(pieces)


def colours() -> dict[int, str]:
    """What tells threes apart."""
    return {RED_THREE: _("{cards} (red)"), BLACK_THREE: _("{cards} (black)")}


# What is said or asked. The minimum is asked for by the player in turn, and pointed out by his partner.
REMARKS = {
    "minimum": N_("Ask or say: the minimum"),
    "score": N_("Ask: what is the score?"),
    "hand": N_("Ask: how many cards does {about:seat} hold?"),
    "stock": N_("Ask: how many cards are left in the stock?"),
    "pile": N_("Look through the pile"),
    "red-three": N_("Remind the partner of red threes"),
    "sixth": N_("Turn the last card of the {rank:ranks} crosswise"),
    "last-card": N_("Say: one card left"),
    "advice": N_("Ask for advice, or give it"),
    "hand-cards": N_("Ask: which cards does {about:seat} hold?"),
    "stock-cards": N_("Ask: which cards are left in the stock?"),
}
OF_A_SEAT = {
    "minimum": N_("Ask or say: the minimum of {about:seat}"),
    "score": N_("Ask: what is the score of {about:seat}?"),
}


def _remark(action: Action) -> str:
    """What is said or asked, e.g. "Ask: what is the score of East?"."""
    message = OF_A_SEAT.get(action.topic, REMARKS[action.topic]) if action.about else REMARKS[action.topic]
    return render(message, {"about": action.about, "rank": KIND.get(action.about)})
