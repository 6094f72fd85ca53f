"""What the browser gets to see of a position: plain data, made from what the player in that seat may see."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from canasta import BOOK, Card, Finding, Position, Step, Verdict, judge, legal, nearest, questions
from canasta.actions import ALL_SEATS, ANSWER, ASK, SAY, Action
from canasta.asking import partner_name
from canasta.cards import KIND, LETTERS, UNSEEN, kinds_in
from canasta.info import answer
from canasta.position import ANSWER as ASKED
from canasta.position import DRAW, OVER, PLAY
from canasta.words import N_, _, card_name, group_name, render, seat_name

SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}
RANK_SIGNS = {**{letter: letter for letter in LETTERS}, "T": "10", "*": "★", "r": "3", "b": "3", "?": ""}
MOST_PLAYS = 500  # listed for one position
PILE_SHOWN = 5  # cards of the pile that show under its top


def card(card: Card, id: str = "") -> dict[str, Any]:
    """One card as the browser draws it: sign, suit, colour, and its words."""
    letter = LETTERS[card.kind]
    red = card.suit in ("h", "d") or letter == "r"
    look = "unseen" if card.kind == UNSEEN else "wild" if card.is_wild else "red" if red else "black"
    sign = SUIT_SIGNS[card.suit] if letter != "*" else ""
    return {"id": id, "sign": RANK_SIGNS[letter], "suit": sign, "look": look, "words": card.name}


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
        shown.append({"name": name, "count": count, "words": words})
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


def finding(finding: Finding) -> dict[str, Any]:
    """One line of the check-list."""
    return {
        "clause": finding.clause,
        "holds": finding.holds,
        "fact": finding.fact,
        "law": finding.law,
        "group": group_name(finding.group),
        "source": finding.source,
        "provenance": finding.provenance,
    }


def verdict(position: Position, verdict: Verdict) -> dict[str, Any]:
    """A verdict as the panel shows it: one sentence, the check-list, and what would be legal."""
    lead = verdict.lead
    near = [] if verdict.legal or position.phase == "over" else nearest(position, verdict.action)
    return {
        "legal": verdict.legal,
        "action": in_words(verdict.action),
        "title": _("Legal") if verdict.legal else _("Refused"),
        "sentence": lead.fact if lead else _allowed(verdict),
        "lead": finding(lead) if lead else None,
        "findings": [finding(each) for each in verdict.findings],
        "near": [{"text": str(action), "label": in_words(action)} for action in near],
    }


def followed(step: Step) -> list[str]:
    """What followed from a step, in sentences; of something asked, the answer."""
    told = [event.text for event in step.events]
    found = answer(step.before, step.verdict.action) if step.verdict.action.verb == SAY else None
    if isinstance(found, list):
        told.append(_("From bottom to top: {cards}.").format(cards=", ".join(card.name for card in found)))
    return told


def _allowed(verdict: Verdict) -> str:
    """Why it is legal, in a sentence or two: the latest things that were looked at say most."""
    facts = [each.fact for each in verdict.findings if each.group != "turn"] or [each.fact for each in verdict.findings]
    return " ".join(facts[:2])


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


def points(cards: list[Card]) -> str:
    """What selected cards are worth, in words."""
    worth = BOOK["value.points"].value(sum(1 << 8 * c.kind for c in cards))
    return render(N_("Selected: {n:cards}, {worth:points}"), {"n": len(cards), "worth": worth})


def option(position: Position, action: Action) -> dict[str, Any]:
    """One candidate for a selection, with what the judge would say of it."""
    said = judge(position, action)
    initial = next((f for f in said.findings if f.group == "initial" and f.holds), None)
    return {
        "text": str(action),
        "verb": action.verb,
        "label": in_words(action),
        "legal": said.legal,
        "says": said.lead.fact if said.lead else (initial.fact if initial else ""),
        "group": said.lead.group if said.lead else "",
    }


def every_play(position: Position) -> list[dict[str, Any]]:
    """Every legal play and question, to be listed; of a hand that could open in very many ways, the first."""
    found = chain(islice(legal(position), MOST_PLAYS), questions(position))
    return [{"text": str(action), "label": in_words(action)} for action in found]
