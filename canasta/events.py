"""What followed from an action, told under its clauses: read off the positions before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.clauses.register import Book
from canasta.filling import render
from canasta.position import LAST, OVER, PLAY, Position
from canasta.table import meld_of
from canasta.words import N_


class Event(NamedTuple):
    """Something that followed from an action, under its clause."""

    clause: str
    message: str
    values: Mapping[str, Any] = {}

    @property
    def text(self) -> str:
        """The event in a sentence."""
        return render(self.message, self.values)


def told(before: Position, action: Action, after: Position, book: Book) -> Iterator[Event]:
    """Everything that followed from an action, in its order."""
    match action.verb:
        case a.DRAW:
            yield from _draw(before, after)
        case a.LAY:
            n = c.size(action.cards)
            yield Event("red-three.hand", N_("{n:red_threes} laid face up."), {"n": n})
            yield from _drawn_threes(before, after, n)
        case a.TAKE | a.MELD:
            yield from _canastas(before, after, book)
            if action.verb == a.TAKE:
                yield from _take(before)
        case a.DISCARD:
            yield from _discard(before, after, action)
        case a.ASK | a.ANSWER:
            yield from _asked(before, action)
    yield from _end(before, after)


def _draw(before: Position, after: Position) -> Iterator[Event]:
    if before.stock is not None and not before.stock:
        yield Event("stock.end", N_("The stock is gone and the discard is not taken: the deal is over."))
        return
    yield from _drawn_threes(before, after)
    reds = after.red_threes(before.side) - before.red_threes(before.side)
    if before.stock is not None and after.stock is not None:
        drawn = len(before.stock) - len(after.stock) - reds
    else:
        drawn = before.profile.draws
    if drawn:
        yield Event("turn.draw-first", N_("{n:cards} drawn from the stock."), {"n": drawn})


def _drawn_threes(before: Position, after: Position, laid: int = 0) -> Iterator[Event]:
    """The red threes that came from the stock, ``laid`` from the hand apart."""
    drawn = after.red_threes(before.side) - before.red_threes(before.side) - laid
    for _ in range(drawn):
        yield Event("red-three.drawn", N_("A red three is drawn and laid face up."))


def _canastas(before: Position, after: Position, book: Book) -> Iterator[Event]:
    """Each canasta that was made, and whether it was laid down whole."""
    profile, side = before.profile, before.side
    seven = book["canasta.seven"].value
    for rank in reversed(c.NATURALS):
        was, now = meld_of(before.tables[side], rank), meld_of(after.tables[side], rank)
        if now is None or not seven(profile, now) or (was is not None and seven(profile, was)):
            continue
        kind, message = (
            ("natural", N_("A natural canasta of {rank:ranks}: {n:points}."))
            if now.is_natural
            else ("mixed", N_("A mixed canasta of {rank:ranks}: {n:points}."))
        )
        earned = book[f"canasta.{kind}"].value(profile, now)
        yield Event(f"canasta.{kind}", message, {"rank": rank, "n": earned})
        if more := book["canasta.concealed"].value(profile, now):
            yield Event("canasta.concealed", N_("It is concealed: {n:points} more."), {"n": more})


def _take(before: Position) -> Iterator[Event]:
    yield Event("take.whole", N_("The pile is taken: {n:cards}."), {"n": len(before.pile)})
    if reds := before.pile.count(c.RED_THREE):
        message = N_("{n:red_threes} of the pile laid face up, not replaced.")
        yield Event("red-three.pile", message, {"n": reds})


def _discard(before: Position, after: Position, action: Action) -> Iterator[Event]:
    # A freeze is the clause's word, not ours: what froze is what the new pile says.
    if before.freezing_index() is None and after.freezing_index() is not None:
        (kind,) = c.kinds_in(action.cards)
        yield Event("freeze.card", N_("The {kind:rank} freezes the pile."), {"kind": kind})
    if after.phase != OVER:
        name = after.profile.seat_names[after.seat]
        yield Event("turn.order", N_("{seat:seat} is in turn."), {"seat": name})


def _asked(before: Position, action: Action) -> Iterator[Event]:
    names = before.profile.seat_names
    partner = before.profile.partner_of(before.seat)
    assert partner is not None
    if action.verb == a.ASK:
        message = N_("{seat:seat} asks {partner:seat}: may I go out?")
        yield Event("out.ask", message, {"seat": names[before.seat], "partner": names[partner]})
        return
    message = {
        "yes": N_("The answer is yes: {seat:seat} goes out in this turn."),
        "no": N_("The answer is no: {seat:seat} does not go out in this turn."),
    }[action.reply]
    yield Event("out.ask-binding", message, {"seat": names[before.seat]})


def _end(before: Position, after: Position) -> Iterator[Event]:
    if after.phase != OVER:
        return
    if after.out is not None:
        name = after.profile.seat_names[after.out]
        yield Event("out.ends-deal", N_("{seat:seat} goes out, and the deal is over."), {"seat": name})
        return
    if before.stock and after.stock == b"" and _no_card_reached(before, after):
        message = N_("The last card of the stock is a red three: the deal is over.")
        yield Event("stock.last-red-three", message)
    elif before.origin == LAST:
        message = N_("Nothing is discarded after the last red three: the deal is over.")
        yield Event("stock.last-red-three", message)
    elif before.stock or before.phase == PLAY:
        yield Event("stock.end", N_("The stock is gone: the deal is over."))


def _no_card_reached(before: Position, after: Position) -> bool:
    """Whether all that left the stock were red threes."""
    reds = after.red_threes(before.side) - before.red_threes(before.side)
    return reds > 0 and reds >= len(before.stock or b"")
