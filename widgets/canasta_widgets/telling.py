"""What is said of the stops of a walk: who did what, why he might, what followed; every sentence with its clause."""

from __future__ import annotations

from typing import Any

from canasta import BOOK, Event, Step, reasons
from canasta.actions import ANSWER
from canasta.asking import partner_name
from canasta.clauses.register import law, origin
from canasta.filling import render
from canasta.game import side_names
from canasta.position import DRAW
from canasta.profile import Profile
from canasta.words import N_, _, provenance_name, seat_name
from canasta_widgets.phrases import in_words
from canasta_widgets.walk import Stop, Walk

# What shows on the timeline, the most telling first: the kind of its sign, and the events it stands for.
MARKS = {
    "over": ("out.ends-deal", "stock.end", "stock.last-red-three"),
    "canasta": ("canasta.natural", "canasta.mixed", "canasta.concealed"),
    "frozen": ("freeze.card",),
    "taken": ("take.whole",),
}

Note = dict[str, str]


def said(step: Step) -> str:
    """A step in words, e.g. "East: Discard 4."."""
    action, before = step.verdict.action, step.before
    in_turn = partner_name(before) if action.verb == ANSWER else before.profile.seat_names[before.seat]
    words = in_words(action._replace(seat=""))
    return f"{seat_name(action.seat or in_turn)}: {words}" + "." * (not words.endswith("?"))


def where(walk: Walk, stop: Stop) -> str:
    """Where a stop lies, e.g. "Step 5 of 19" or, among several deals, "Deal 2 of 7, step 5 of 80"."""
    values = {"deal": stop.deal, "deals": walk.deals, "at": stop.number, "n": stop.of}
    if walk.deals > 1:
        message = N_("Deal {deal} of {deals}, step {at} of {n}") if stop.step else N_("Deal {deal} of {deals}")
    else:
        message = N_("Step {at} of {n}") if stop.step else N_("The beginning")
    return render(message, values)


def what(stop: Stop) -> str:
    """What happened at a stop, in a sentence."""
    if stop.step is not None:
        return said(stop.step)
    values = {"dealer": stop.position.profile.seat_names[stop.position.dealer], "n": stop.of}
    # Where a deal is taken up in its midst, who dealt is long past.
    dealt = stop.position.first and stop.position.phase == DRAW
    return render(N_("Dealt by {dealer:seat}, {n:steps} to go.") if dealt else N_("{n:steps} to go."), values)


def notes(walk: Walk, stop: Stop) -> list[Note]:
    """The log's comment, why the step was allowed, then what followed, each with its clause and the law of it."""
    commented = [{"text": stop.comment, "kind": "comment", "clause": ""}] if stop.comment else []
    if stop.step is None:
        return commented + _begun(walk, stop)
    profile = stop.step.before.profile
    followed = {event.clause for event in stop.step.events}
    found = [each for each in reasons(stop.step.verdict, followed) if each.clause not in followed]
    why = [_cited("why", each.fact, each.clause, profile) for each in found]
    then = [_cited("then", each.text, each.clause, profile) for each in stop.step.events]
    return [*commented, *why, *then]


def places(walk: Walk) -> list[list[Any]]:
    """For each stop where it lies, what happened, and the number of the step in its deal (0 where a deal begins)."""
    return [[where(walk, stop), what(stop), stop.number] for stop in walk.stops]


def marks(walk: Walk) -> list[list[Any]]:
    """What the timeline points out: the stop, the kind of sign, and the words for it."""
    found: list[list[Any]] = []
    for at, stop in enumerate(walk.stops):
        events = stop.step.events if stop.step else ()
        telling = {kind: _told(events, clauses) for kind, clauses in MARKS.items()}
        kinds = [kind for kind, words in telling.items() if words]
        if kinds:
            found.append([at, kinds[0], " ".join(telling[kind] for kind in kinds)])
        elif stop.step is None and walk.deals > 1:
            found.append([at, "deal", render(N_("Deal {deal}"), {"deal": stop.deal})])
    if walk.fault and walk.stops:
        # It stands where the walk stops, and takes the place of what happened there last.
        at = len(walk.stops) - 1
        found = [*(mark for mark in found if mark[0] != at), [at, "fault", _("The log stops here.")]]
    return found


def _told(events: tuple[Event, ...], clauses: tuple[str, ...]) -> str:
    return " ".join(event.text for event in events if event.clause in clauses)


def _begun(walk: Walk, stop: Stop) -> list[Note]:
    """What a deal starts from: what the log is called, whose turn it was to deal, what each side must reach."""
    found: list[Note] = []
    if stop.deal == 1:
        return [{"text": f"{walk.title}.", "kind": "title", "clause": ""}] if walk.title else []
    position = stop.position
    profile = position.profile
    if position.first and position.phase == DRAW:
        dealer = {"dealer": profile.seat_names[position.dealer]}
        found.append(_cited("begun", render(N_("The deal passes to {dealer:seat}."), dealer), "deal.rotation", profile))
    for side, name in enumerate(side_names(profile)):
        values = {"side": name, "score": position.scores[side], "n": position.minimum(side)}
        message = N_("{side}: with a score of {score} the first meld must count {n:points}.")
        found.append(_cited("begun", render(message, values), "initial.minimum", profile))
    return found


def _cited(kind: str, text: str, clause: str, profile: Profile) -> Note:
    rule = BOOK[clause]
    source = _("{source} ({provenance})").format(source=rule.source, provenance=provenance_name(origin(rule, profile)))
    return {"text": text, "kind": kind, "clause": clause, "law": law(rule, profile), "source": source}
