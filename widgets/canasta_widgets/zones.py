"""What the browser gets to see of a position: plain data, made from what the player in that seat may see.

Nothing here raises, also where a position cannot exist: such a one is drawn as far as it goes, and ``problems`` says
what is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from canasta import Card, Position
from canasta.actions import ALL_SEATS, ASK, Action
from canasta.cards import LETTERS, RED_THREE
from canasta.filling import render
from canasta.paint import Paint
from canasta.position import ANSWER as ASKED
from canasta.position import DRAW, DREW, LAST, OVER, PLAY, TOOK
from canasta.table import Meld
from canasta.words import N_, _, seat_name
from canasta_widgets.faces import RANK_SIGNS, card, top
from canasta_widgets.heard import whole
from canasta_widgets.phrases import counted, in_words

PILE_SHOWN = 5  # cards of the pile that show, its top and the lowest that freezes it among them
LONGEST_NAME = 24  # characters of what a player calls himself

IMPOSSIBLE = N_("This position cannot exist, so nothing can be played in it.")
# Where the others sit, seen from one's own side of the table and going round clockwise.
CHAIRS = {
    2: ("top",),
    3: ("left", "right"),
    4: ("left", "top", "right"),
    6: ("left", "left-top", "top", "right-top", "right"),
}


def zones(
    position: Position,
    seat: int,
    *,
    open_hands: Collection[int] = (),
    names: Mapping[str, str] | None = None,
    came: Mapping[Card, int] | None = None,
) -> dict[str, Any]:
    """Everything on the table as ``seat`` may see it. Card ids hold until the next call.

    ``open_hands`` are further seats whose cards lie open, as in a demonstration; without it no other hand is shown.
    ``names`` is what players call themselves, by the letters of their seats; the seats' own names are always given too.
    ``came`` is how many of which cards came to the hand in this turn; they are marked as new.
    """
    seen = opened(position, seat, open_hands)
    own = seen.profile.side_of(seat)
    held = seen.cards_in_hand(seat)
    new = _new(held, came or {})
    return {
        "status": status(seen, seat),
        "seat": _player(seen, seat, names or {}, True),
        "hand": [_held(each, place, place in new) for place, each in enumerate(held)],
        "ranks": _ranks(held),
        "others": others(seen, seat, open_hands, names),
        "sides": [_side(seen, side, own) for side in sorted(range(seen.profile.sides), key=lambda side: side == own)],
        "pile": pile(seen, own),
        "stock": _stock(seen),
        "over": seen.phase == OVER,
        "line": str(seen),
    }


def seated(position: Position, seat: Any) -> int:
    """The seat, if there is one of that number. Raises ValueError if there is not."""
    most = position.profile.players - 1
    if not whole(seat, most):
        raise ValueError(_("There is no seat {seat}; they are 0 to {most}").format(seat=seat, most=most))
    return seat


def problems(position: Position) -> list[str]:
    """What makes the position impossible, a sentence each; empty for one that can exist."""
    return [str(problem) for problem in position.problems()]


def opened(position: Position, seat: int, open_hands: Collection[int] = ()) -> Position:
    """What a player sees where the hands of some others lie open too."""
    seen = position.seen_by(seat)
    shown = {seat, *(at for at in open_hands if 0 <= at < position.profile.players)}
    if len(shown) == 1:
        return seen
    hands = tuple((position if at in shown else seen).hands[at] for at in range(len(seen.hands)))
    paint = position.paint and Paint.made(
        (held if at in shown else () for at, held in enumerate(position.paint.hands)),
        position.paint.tables,
        position.paint.pile,
        "",
    )
    return seen._replace(hands=hands, paint=paint)


def acts(position: Position, seat: int) -> bool:
    """Whether who sees the hand of that seat is to act. At one screen he answers for the partner who is asked too."""
    return position.phase != OVER and seat in (position.seat, position.acting)


def question(position: Position, seat: int) -> str:
    """What a player in that seat may ask his partner before he goes out, in words; "" if it is not for him to ask."""
    asks = position.phase in (DRAW, PLAY) and seat == position.seat and position.profile.partner_of(seat) is not None
    return in_words(Action(ASK)) if asks else ""


def named(names: Mapping[str, str]) -> dict[str, str]:
    """What players call themselves, as plain text of one short line each. Raises ValueError for what is no seat."""
    for seat in names:
        if seat not in ALL_SEATS:
            message = _("names: {seat!r} is no seat; the seats are {wanted}")
            raise ValueError(message.format(seat=seat, wanted=", ".join(sorted(ALL_SEATS))))
    plain = {seat: "".join(sign if sign.isprintable() else " " for sign in str(name)) for seat, name in names.items()}
    return {seat: " ".join(name.split())[:LONGEST_NAME].strip() for seat, name in plain.items()}


# -- whose turn ---------------------------------------------------------------------------------------------------


def status(position: Position, seat: int) -> dict[str, Any]:
    """Whose turn it is and what is due, as the player in that seat reads it; no card tells on it."""
    side = position.profile.side_of(seat)
    in_turn, to_act = (position.profile.seat_names[at] for at in (position.seat, position.acting))
    phases = {
        DRAW: _("draw, or take the pile"),
        PLAY: _("meld if you like, then discard"),
        ASKED: render(N_("may {seat:seat} go out?"), {"seat": in_turn}),
        OVER: "",
    }
    began = {DREW: _("drew from the stock"), LAST: _("drew the last card"), TOOK: _("took the pile")}
    mine = seat == position.acting
    whose = _("Your turn") if mine else seat_name(to_act)
    prompt = ""
    if position.phase == ASKED:
        whose = _("You are asked") if mine else render(N_("{seat:seat} is asked"), {"seat": to_act})
        due = N_("An answer is due: may {seat:seat} go out?")
        other = N_("An answer is due: may {seat:seat} go out? Answer for {partner:seat}.")
        prompt = render(due if mine else other, {"seat": in_turn, "partner": to_act})
    elif position.phase == OVER:
        whose, prompt = _("The deal is over"), _("Nothing more is played.")
        out = "" if position.out is None else position.profile.seat_names[position.out]
        phases[OVER] = render(N_("{seat:seat} went out"), {"seat": out}) if out else ""
    return {
        "turn": whose,
        "mine": mine and position.phase != OVER,
        "phase": phases[position.phase],
        "began": began.get(position.origin, "") if position.phase == PLAY else "",
        "minimum": _minimum(position, side),
        "score": _score(position, side),
        "prompt": prompt,
    }


# -- who sits where, with which cards ---------------------------------------------------------------------------


def _held(held: Card, place: int, new: bool) -> dict[str, Any]:
    drawn = card(held, f"hand-{place}")
    return drawn | {"new": True, "words": _("{card}, new this turn").format(card=held.name)} if new else drawn


def _new(held: list[Card], came: Mapping[Card, int]) -> set[int]:
    """The places of the cards that came in this turn; of equal ones the last."""
    left = Counter(came)
    new = set()
    for place in reversed(range(len(held)) if came else ()):
        if left[held[place]] > 0:
            left[held[place]] -= 1
            new.add(place)
    return new


def _ranks(held: Iterable[Card]) -> list[int]:
    """How many cards of each rank stand beside each other in a hand."""
    return [len(list(alike)) for _kind, alike in groupby(held, key=lambda card: card.kind)]


def _player(position: Position, at: int, names: Mapping[str, str], own: bool = False) -> dict[str, Any]:
    letters = position.profile.seat_names[at]
    count = position.hand_size(at)
    due = N_("{name}: {n:cards} in hand") if count is not None else N_("{name}")
    name = seat_name(letters)
    words = render(due, {"name": _("Your hand") if own else name, "n": count or 0})
    acts = at == position.acting and position.phase != OVER
    went = position.phase == OVER and at == position.out
    said = (_("is to play") if acts else "", _("went out") if went else "")
    return {
        "seat": letters,
        "name": name,
        "player": names.get(letters, ""),
        "count": count,
        "turn": acts,
        "says": next(filter(None, said), ""),
        "words": words,
    }


def others(
    position: Position, seat: int, open_hands: Collection[int] = (), names: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """The other players from the next one on, each with his place round the table; none where no hand is stated."""
    players = position.profile.players
    round_table = [(seat + step) % players for step in range(1, players)]
    if all(position.hand_size(at) is None for at in round_table):
        return []  # a lesson that shows one hand
    shown = []
    for at, chair in zip(round_table, CHAIRS[players], strict=True):
        partner = position.profile.side_of(at) == position.profile.side_of(seat)
        player = _player(position, at, names or {})
        player |= {"spot": f"seat-{at}", "chair": chair, "partner": _("partner") if partner else ""}
        if at in open_hands and player["count"] is not None:
            held = position.cards_in_hand(at)
            player |= {"cards": [card(each) for each in held], "ranks": _ranks(held), "open": _inside(held)}
        shown.append(player)
    return shown


def _inside(held: Iterable[Card]) -> str:
    """Cards in words, those of one kind together: "2 kings and 1 deuce"."""
    return counted(each.kind for each in held) or _("no card")


# -- what lies on the table ---------------------------------------------------------------------------------------


def side_name(position: Position, side: int, own: int) -> str:
    """A side as a player of the side ``own`` calls it."""
    if side != own and position.profile.sides > 2:
        return seat_name(position.profile.seat_names[side])
    return _("Your side") if side == own else _("The other side")


def _minimum(position: Position, side: int) -> str:
    """What a side still has to reach, "" if it has melded."""
    return "" if position.has_melded(side) else render(N_("First meld: {n:points}"), {"n": position.minimum(side)})


def _score(position: Position, side: int) -> str:
    """What a side had before the deal, "" in a first deal."""
    return _("Score {own}").format(own=f"{position.scores[side]:,}") if any(position.scores) else ""


def _side(position: Position, side: int, own: int) -> dict[str, Any]:
    name = side_name(position, side, own)
    melds = [_meld(position, side, meld, name) for meld in position.melds(side)]
    made = sum(bool(meld["canasta"]) for meld in melds)
    reds = position.red_threes(side)
    return {
        "name": name,
        "own": side == own,
        "melds": melds,
        "canastas": render(N_("{n:canastas}"), {"n": made}) if made else "",
        "score": _score(position, side),
        "minimum": _minimum(position, side) if position.phase != OVER else "",
        "reds": render(N_("{n:red_threes}"), {"n": reds}) if reds else "",
        "spot": f"reds-{side}",
        "red_cards": [card(Card(RED_THREE))] * reds,
        "empty": _("no meld yet") if position.phase != OVER else _("no meld"),
    }


def _lacks_one(position: Position, meld: Meld) -> bool:
    """Whether one more card makes a canasta of a meld."""
    return not position.is_canasta(meld) and position.is_canasta(meld._replace(naturals=meld.naturals + 1))


def _is_new(position: Position, side: int, meld: Meld) -> bool:
    return side == position.side and bool(position.fresh >> meld.rank & 1) and position.phase != OVER


def _label(position: Position, meld: Meld) -> str:
    if not position.is_canasta(meld):
        return _("meld")
    return _("natural canasta") if meld.is_natural else _("mixed canasta")


def meld_in_words(position: Position, side: int, meld: Meld) -> str:
    """A meld with all that can be seen of it, such as "mixed canasta, new this turn: 5 kings and 2 deuces"."""
    remarks = [
        _label(position, meld),
        *([_("laid concealed")] if meld.concealed else []),
        *([_("new this turn")] if _is_new(position, side, meld) else []),
        *([_("one card short of a canasta")] if _lacks_one(position, meld) else []),
    ]
    return f"{', '.join(remarks)}: {counted(meld.kinds)}"


def _meld(position: Position, side: int, meld: Meld, name: str) -> dict[str, Any]:
    cards = position.meld_cards(side, meld.rank)
    made = position.is_canasta(meld)
    # Turned crosswise, its last card says that one more makes a canasta.
    crosswise = _lacks_one(position, meld)
    kind = ("natural" if meld.is_natural else "mixed") if made else ""
    short = {"natural": _("natural"), "mixed": _("mixed"), "": ""}[kind]
    return {
        "id": f"meld-{side}-{meld.rank}",
        "rank": RANK_SIGNS[LETTERS[meld.rank]],
        "cards": [card(each) for each in cards],
        "count": meld.size,
        "canasta": kind,
        "top": top(meld.rank, cards, natural=meld.is_natural) if made else None,
        "label": _label(position, meld),
        "short": short,
        "crosswise": meld.size - 1 if crosswise else None,
        "new": _is_new(position, side, meld),
        "words": f"{name}, {meld_in_words(position, side, meld)}",
    }


def pile(position: Position, own: int) -> dict[str, Any]:
    """The discard pile as a player of the side ``own`` sees it."""
    cards = position.pile_cards()
    count = len(cards)
    at = position.freezing_index()
    if not cards:
        return {"count": 0, "cards": [], "words": _("The discard pile is empty"), "frozen": "", "sideways": None}
    frozen = ""
    if at is not None:
        frozen = _("frozen")
    elif position.is_frozen(own):
        frozen = _("frozen for you")
    first = max(0, count - PILE_SHOWN)
    shown = list(range(first, count))
    if at is not None and at < first:
        shown = [at, *shown[1:]]
    words = render(N_("Discard pile: {n:cards}, on top a {top}"), {"n": count, "top": cards[-1].name})
    if at is not None:
        frozen_by = _("frozen by a {card} that lies sideways").format(card=cards[at].name)
        words = f"{words}, {frozen_by}"
    elif frozen:
        words = f"{words}, {frozen}"
    return {
        "count": count,
        "cards": [card(cards[place]) for place in shown],
        "deep": count > len(shown),
        "sideways": shown.index(at) if at is not None else None,
        "words": words,
        "frozen": frozen,
    }


def _stock(position: Position) -> dict[str, Any]:
    count = position.stock_size()
    words = _("The stock") if count is None else render(N_("The stock: {n:cards}"), {"n": count})
    return {"count": count, "words": words}
