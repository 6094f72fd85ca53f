"""What the browser gets to see of a position: plain data, made from what the player in that seat may see."""

from __future__ import annotations

from typing import Any

from canasta import Position
from canasta.actions import ASK, Action
from canasta.asking import partner_name
from canasta.cards import LETTERS
from canasta.position import ANSWER as ASKED
from canasta.position import DRAW, OVER, PLAY
from canasta.words import N_, _, card_name, render, seat_name
from canasta_widgets.faces import RANK_SIGNS, card
from canasta_widgets.phrases import in_words

PILE_SHOWN = 5  # cards of the pile that show under its top


def zones(position: Position, seat: int) -> dict[str, Any]:
    """Everything on the table as ``seat`` may see it. Card ids hold until the next call."""
    seen = position.seen_by(seat)
    own = seen.profile.side_of(seat)
    return {
        "status": _status(seen, seat),
        "hand": [card(held, f"hand-{place}") for place, held in enumerate(seen.cards_in_hand(seat))],
        "others": _others(seen, seat),
        "sides": [_side(seen, side, own) for side in sorted(range(seen.profile.sides), key=lambda side: side == own)],
        "pile": _pile(seen, own),
        "stock": _stock(seen),
        "over": seen.phase == OVER,
        "line": str(seen),
    }


def acting(position: Position) -> int:
    """The seat that is to act: that of the player in turn, or of the partner whose answer is due."""
    return position.profile.seat_names.index(partner_name(position)) if position.phase == ASKED else position.seat


def question(position: Position, seat: int) -> str:
    """What a player in that seat may ask his partner before he goes out, in words; "" if it is not for him to ask."""
    asks = position.phase in (DRAW, PLAY) and seat == position.seat and position.profile.partner_of(seat) is not None
    return in_words(Action(ASK)) if asks else ""


def _status(position: Position, seat: int) -> dict[str, Any]:
    side = position.profile.side_of(seat)
    in_turn, to_act = (position.profile.seat_names[at] for at in (position.seat, acting(position)))
    phases = {
        DRAW: _("draw, or take the pile"),
        PLAY: _("meld if you like, then discard"),
        ASKED: render(N_("may {seat:seat} go out?"), {"seat": in_turn}),
        OVER: "",
    }
    minimum = ""
    if not position.has_melded(side):
        minimum = _("First meld: {n} points").format(n=position.minimum(side))
    score = _("Score {own}").format(own=f"{position.scores[side]:,}") if any(position.scores) else ""
    mine = seat == acting(position)
    whose = _("Your turn") if mine else seat_name(to_act)
    prompt = ""
    if position.phase == ASKED:
        whose = _("You are asked") if mine else render(N_("{seat:seat} is asked"), {"seat": to_act})
        due = N_("An answer is due: may {seat:seat} go out?")
        other = N_("An answer is due: may {seat:seat} go out? Answer for {partner:seat}.")
        prompt = render(due if mine else other, {"seat": in_turn, "partner": to_act})
    elif position.phase == OVER:
        whose, prompt = _("The deal is over"), _("Nothing more is played.")
    return {"turn": whose, "phase": phases[position.phase], "minimum": minimum, "score": score, "prompt": prompt}


def _others(position: Position, seat: int) -> list[dict[str, Any]]:
    players = position.profile.players
    shown = []
    for at in ((seat + step) % players for step in range(1, players)):
        count = position.hand_size(at)
        if count is None:
            continue
        partner = position.profile.side_of(at) == position.profile.side_of(seat)
        name = _("Partner") if partner else seat_name(position.profile.seat_names[at])
        words = render(N_("{name}: {n:cards} in hand"), {"name": name, "n": count})
        shown.append({"name": name, "count": count, "words": words, "spot": f"seat-{at}"})
    return shown


def _side(position: Position, side: int, own: int) -> dict[str, Any]:
    name = _("Your side") if side == own else _("The other side")
    if side != own and position.profile.sides > 2:
        name = seat_name(position.profile.seat_names[side])
    melds = []
    for meld in position.melds(side):
        cards = position.meld_cards(side, meld.rank)
        made = position.is_canasta(meld)
        kind = ("natural" if meld.is_natural else "mixed") if made else ""
        label = {"natural": _("natural canasta"), "mixed": _("mixed canasta"), "": _("meld")}[kind]
        parts = [card_name(k, sum(c.kind == k for c in cards)) for k in dict.fromkeys(c.kind for c in cards)]
        counts = [sum(c.kind == k for c in cards) for k in dict.fromkeys(c.kind for c in cards)]
        inside = ", ".join(f"{n} {part}" for n, part in zip(counts, parts, strict=True))
        melds.append(
            {
                "id": f"meld-{side}-{meld.rank}",
                "rank": RANK_SIGNS[LETTERS[meld.rank]],
                "cards": [card(c) for c in cards],
                "count": meld.size,
                "canasta": kind,
                "label": label,
                "words": f"{name}, {label}: {inside}",
            }
        )
    reds = position.red_threes(side)
    return {
        "name": name,
        "own": side == own,
        "melds": melds,
        "reds": render(N_("{n:red_threes}"), {"n": reds}) if reds else "",
        "spot": f"reds-{side}",
        "empty": _("no meld yet"),
    }


def _pile(position: Position, own: int) -> dict[str, Any]:
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
    return {
        "count": count,
        "cards": [card(cards[place]) for place in shown],
        "sideways": shown.index(at) if at is not None else None,
        "words": f"{words}, {frozen}" if frozen else words,
        "frozen": frozen,
    }


def _stock(position: Position) -> dict[str, Any]:
    count = position.stock_size()
    words = _("The stock") if count is None else render(N_("The stock: {n:cards}"), {"n": count})
    return {"count": count, "words": words}
