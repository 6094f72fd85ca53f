"""The table in words: what lies there, what can be done, and what an action changed. The second view of the one model.

Everything is read off what the player in the seat may see; a card that another player drew is never named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from canasta import Action, Position, Step, Verdict
from canasta.actions import ANSWER, ASK, DISCARD, DRAW, LAY, MELD, PASS, SAY, TAKE
from canasta.cards import UNSEEN, kinds_in, size
from canasta.filling import render
from canasta.position import OVER
from canasta.words import N_, _
from canasta_widgets.phrases import counted, in_words, what, with_what
from canasta_widgets.plays import groups
from canasta_widgets.zones import IMPOSSIBLE, acts, meld_in_words, pile, side_name, status
from canasta_widgets.zones import others as players_beside

LOOKING = N_("Here one only looks now; what is asked stands above.")
EXAMPLES = 4  # of the ways to do something
LOOKED_AT = 200  # ways among which they are found
LAST = 40  # actions that are told again
# Events that the sentence on the action itself, or the one on what is due, has told already.
TOLD = {
    DRAW: ("turn.draw-first",),
    LAY: ("red-three.hand",),
    TAKE: ("take.whole",),
    DISCARD: ("turn.order",),
}
# Who did what: oneself, and another player.
DONE = {
    LAY: (N_("You lay {n:red_threes} face up."), N_("{seat:seat} lays {n:red_threes} face up.")),
    TAKE: (N_("You take the pile of {n:cards} {how}."), N_("{seat:seat} takes the pile of {n:cards} {how}.")),
    MELD: (N_("You meld {what}."), N_("{seat:seat} melds {what}.")),
    DISCARD: (N_("You discard the {what}."), N_("{seat:seat} discards the {what}.")),
    PASS: (N_("You end the turn without a discard."), N_("{seat:seat} ends the turn without a discard.")),
}
WAYS = {
    LAY: N_("You may lay red threes in {n:ways}: {ways}."),
    TAKE: N_("You may take the pile in {n:ways}: {ways}."),
    MELD: N_("You may meld in {n:ways}: {ways}."),
    DISCARD: N_("You may discard in {n:ways}: {ways}."),
    ANSWER: N_("You may answer in {n:ways}: {ways}."),
}
ONLY = {
    DRAW: N_("You may draw from the stock."),
    PASS: N_("You may end the turn without a discard."),
    ASK: N_("You may ask your partner: may I go out?"),
}
WORDED: dict[str, Callable[[Action], str]] = {
    LAY: partial(what, spelled=True),
    TAKE: partial(with_what, spelled=True),
    MELD: partial(what, spelled=True),
    DISCARD: partial(what, spelled=True),
    ANSWER: in_words,
}

Section = dict[str, Any]  # a heading and short lines


def on_the_table(position: Position, seat: int) -> list[Section]:
    """Everything that the player in that seat sees, as sections of a title and lines."""
    seen = position.seen_by(seat)
    own = seen.profile.side_of(seat)
    sides = sorted(range(seen.profile.sides), key=lambda side: side != own)
    others = [other["words"] for other in players_beside(seen, seat) if other["count"] is not None]
    sections = [
        _section(_("Turn"), [due(seen, seat), *_answered(seen), _who(seen, seat)]),
        _hand(seen, seat),
        _section(_("Discard pile"), _pile(seen, seat)),
        _section(_("Stock"), _stock(seen)),
        *(_section(side_name(seen, side, own), _side(seen, side)) for side in sides),
        _section(_("The other players"), [f"{words}." for words in others]),
        _section(_("Scores before this deal"), [_score(seen, side, own) for side in sides]),
    ]
    return [section for section in sections if section["lines"]]


def can_do(position: Position, seat: int) -> list[Section]:
    """What the player in that seat can do now: the kinds of legal play with their counts, and the first of each."""
    if position.problems():
        return [_section(_("Nothing"), [_(IMPOSSIBLE)])]
    if not acts(position, seat):
        lines = [] if position.phase == OVER else [_("Nothing is asked of you.")]
        return [_section(due(position, seat), lines)]
    found = groups(position, seat)
    lines = [_may(verb, plays) for verb, plays in found.items()]
    return [_section(due(position, seat), lines or [_("No play is legal here.")])]


def looking(position: Position, seat: int, _steps: Sequence[Step] = ()) -> list[Section]:
    """The same at a table that tells nothing beforehand: what can be done there would answer what is asked of it."""
    return [_section(due(position, seat), [_("What is legal here is what you are asked.")])]


def changed(step: Step, seat: int, *, opened: bool = False, brief: bool = False) -> str:
    """What an action changed, for the player in that seat: who did what, what followed, and what is due now.

    ``opened`` says that the hand of that seat has come to lie open with it. ``brief`` leaves out what is due of others,
    where they go on by themselves: the next is told before it could be heard to its end.
    """
    due = [] if brief and not acts(step.after, seat) else now(step.after, seat, opened=opened)
    return " ".join([*did(step, seat), *due])


def happened(steps: Sequence[Step], seat: int) -> list[Section]:
    """The last actions for the player in that seat, each in a few sentences, the latest first."""
    lines = [" ".join(did(step, seat)) for step in reversed(steps[-LAST:])]
    return [_section(_("The last actions, the latest first"), lines or [_("Nothing has been played yet.")])]


def taken_back(step: Step, seat: int, *, opened: bool = False) -> str:
    """That a step was taken back, and what is due again."""
    action = step.verdict.action
    # The card that was drawn may have been named, and it is not for everyone.
    words = in_words(Action(DRAW) if action.verb == DRAW else action, spelled=True)
    back = _("Taken back: {what}.").format(what=words.rstrip("?"))
    return " ".join([back, *now(step.before, seat, opened=opened)])


def refused(verdict: Verdict) -> str:
    """A refusal: what was tried and why it is none of the legal plays."""
    return judged(_("Refused"), verdict)


def judged(title: str, verdict: Verdict) -> str:
    """What the rule book says of an action, under a title: what it is, and why not if it may not be."""
    what = in_words(verdict.action, spelled=True).rstrip("?.")
    return " ".join([f"{title}: {what}.", *([verdict.lead.fact] if verdict.lead else [])])


def did(step: Step, seat: int) -> list[str]:
    """Who did what in a step, and what followed, in sentences for the player in that seat."""
    action = step.verdict.action
    if action.verb in (ASK, ANSWER, SAY):
        return [event.text for event in step.events]
    events = [event.text for event in step.events if event.clause not in TOLD.get(action.verb, ())]
    return [*_done(step, seat), *events]


def now(position: Position, seat: int, *, opened: bool = False) -> list[str]:
    """What is due now; that the deal is over has been told by what ended it."""
    whose = render(N_("Now {seat:seat}'s hand is open."), {"seat": position.profile.seat_names[seat]})
    return [whose] * opened + ([due(position, seat)] if position.phase != OVER else [])


def due(position: Position, seat: int) -> str:
    """Whose turn it is and what is due, in a sentence."""
    is_due = status(position, seat)
    if position.phase == OVER:
        return f"{is_due['turn']}. {is_due['prompt']}"
    return str(is_due["prompt"] or f"{is_due['turn']}: {is_due['phase']}.")


# -- what lies on the table ---------------------------------------------------------------------------------------


def _section(title: str, lines: list[str]) -> Section:
    return {"title": title, "lines": lines}


def _who(position: Position, seat: int) -> str:
    names, partner = position.profile.seat_names, position.profile.partner_of(seat)
    if partner is None:
        return render(N_("You are {seat:seat}."), {"seat": names[seat]})
    message = N_("You are {seat:seat}, and {partner:seat} is your partner.")
    return render(message, {"seat": names[seat], "partner": names[partner]})


def _answered(position: Position) -> list[str]:
    """What binds the player in turn, or how the deal ended."""
    names = position.profile.seat_names
    if position.phase == OVER and position.out is not None:
        message = N_("{seat:seat} went out concealed.") if position.out_concealed else N_("{seat:seat} went out.")
        return [render(message, {"seat": names[position.out]})]
    message = {
        "yes": N_("{seat:seat} asked, and the answer was yes."),
        "no": N_("{seat:seat} asked, and the answer was no."),
    }.get(position.answer, "")
    return [render(message, {"seat": names[position.seat]})] if message and position.phase != OVER else []


def _hand(position: Position, seat: int) -> Section:
    hand = position.hands[seat]
    if hand is None:
        return _section(_("Your hand"), [_("It is not stated.")])
    title = render(N_("Your hand: {n:cards}"), {"n": size(hand)})
    kinds = list(kinds_in(hand))
    return _section(title, [counted([kind] * kinds.count(kind)) for kind in dict.fromkeys(kinds)] or [_("No card.")])


def _pile(position: Position, seat: int) -> list[str]:
    own = position.profile.side_of(seat)
    cards = pile(position, own)["cards"]
    if not cards:
        return [_("It is empty.")]
    *under, top = (card["words"] for card in cards)
    lines = [render(N_("{n:cards}. Top card: {top}."), {"n": len(position.pile), "top": top})]
    if under:
        lines.append(_("Under it: {cards}.").format(cards=", ".join(reversed(under))))
    return [*lines, *_frozen(position, own)]


def _frozen(position: Position, own: int) -> list[str]:
    at = position.freezing_index()
    if at is not None:
        covered = len(position.pile) - 1 - at
        below = N_("It is frozen for everyone by the {kind:rank} that lies under {n:cards}.")
        message = below if covered else N_("It is frozen for everyone by the {kind:rank} on top.")
        return [render(message, {"kind": position.pile[at], "n": covered})]
    sides = [side for side in range(position.profile.sides) if position.is_frozen(side)]
    if not sides:
        return [_("It is not frozen.")]
    if len(sides) == position.profile.sides:
        return [_("It is frozen for everyone, as no side has melded yet.")]
    mine = _("It is frozen for your side, which has not melded yet.")
    lines = [mine if own in sides else _("It is not frozen for your side.")]
    message = N_("{side}: frozen, as there is no meld yet.")
    return lines + [render(message, {"side": side_name(position, at, own)}) for at in sides if at != own]


def _stock(position: Position) -> list[str]:
    n = position.stock_size()
    if n is None:
        return [_("The number of its cards is not stated.")]
    return [render(N_("{n:cards}."), {"n": n}) if n else _("It is gone.")]


def _side(position: Position, side: int) -> list[str]:
    lines = []
    for meld in position.melds(side):
        lines.append(render(N_("{meld}."), {"meld": meld_in_words(position, side, meld)}))
    if not position.has_melded(side):
        lines.append(render(N_("No meld yet. The first must count {n:points}."), {"n": position.minimum(side)}))
    if reds := position.red_threes(side):
        lines.append(render(N_("{n:red_threes}."), {"n": reds}))
    return lines


def _score(position: Position, side: int, own: int) -> str:
    values = {"side": side_name(position, side, own), "n": position.scores[side]}
    return render(N_("{side}: {n:points}."), values)


# -- what can be done ---------------------------------------------------------------------------------------------


def _may(verb: str, plays: Sequence[Action]) -> str:
    if verb in ONLY:
        return _(ONLY[verb])
    n = len(plays)
    shown = _examples(plays) if verb in (MELD, TAKE) and n > EXAMPLES else list(plays)
    text = "; ".join(WORDED[verb](play) for play in shown)
    if n > len(shown):
        text = _("{ways}; and more").format(ways=text)
    return render(WAYS[verb], {"n": n, "ways": text})


def _examples(plays: Sequence[Action]) -> list[Action]:
    """The first ways of a long list that differ in their melds, not in their wild cards alone."""
    found: dict[tuple[int | None, ...], Action] = {}
    for play in islice(plays, LOOKED_AT):
        found.setdefault(tuple(lay.rank for lay in play.lays), play)
    return list(found.values())[:EXAMPLES]


# -- what an action did -------------------------------------------------------------------------------------------


def _done(step: Step, seat: int) -> Iterator[str]:
    """The action itself; what a player drew is named to himself alone."""
    action, actor = step.verdict.action, step.before.seat
    before, after = step.before.seen_by(seat), step.after.seen_by(seat)
    if action.verb == DRAW:
        yield from _drawn(before, action, after, seat)
        return
    own = actor == seat
    values = {
        "seat": before.profile.seat_names[actor],
        "n": len(before.pile) if action.verb == TAKE else size(action.cards),
        "what": what(action, spelled=True, own=own),
        "how": with_what(action, spelled=True, own=own),
    }
    yield render(DONE[action.verb][not own], values)
    if action.verb == TAKE and own and (brought := before.brought()):
        yield render(N_("To your hand: {cards}."), {"cards": counted(kinds_in(brought))})
    if action.verb == LAY:
        yield from _drawn(before, action, after, seat)


def _drawn(before: Position, action: Action, after: Position, seat: int) -> Iterator[str]:
    """What came from the stock to the hand of the player in turn."""
    actor = before.seat
    had, has = before.hand_size(actor), after.hand_size(actor)
    if had is None or has is None:
        n = before.profile.draws if action.verb == DRAW and after.phase != OVER else 0
    else:
        n = has - had + (action.verb == LAY) * size(action.cards)
    values: dict[str, Any] = {"seat": before.profile.seat_names[actor], "n": n}
    gained = list((Counter(after.cards_in_hand(seat)) - Counter(before.cards_in_hand(seat))).elements())
    if n and actor == seat and gained and all(card.kind != UNSEEN for card in gained):
        yield render(N_("You draw {n:cards}: {cards}."), values | {"cards": ", ".join(card.name for card in gained)})
    elif n:
        own = N_("You draw {n:cards} from the stock.")
        yield render(own if actor == seat else N_("{seat:seat} draws {n:cards} from the stock."), values)
    elif action.verb == DRAW and before.stock != b"":
        yield render(
            N_("You draw from the stock.") if actor == seat else N_("{seat:seat} draws from the stock."), values
        )


# The parts that the browser can open: each from the view, the seat and what was played there.
PARTS: dict[Any, Callable[[Position, int, Sequence[Step]], list[Section]]] = {
    "table": lambda view, seat, _steps: on_the_table(view, seat),
    "can": lambda view, seat, _steps: can_do(view, seat),
    "past": lambda _view, seat, steps: happened(steps, seat),
}
