"""What the rule book says, as plain data for the browser: verdicts, candidates, the plays that are legal."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from canasta import BOOK, Card, Finding, Position, Step, Verdict, judge, legal, nearest, questions
from canasta.actions import SAY, Action
from canasta.info import answer
from canasta.words import N_, _, group_name, render
from canasta_widgets.phrases import in_words

MOST_PLAYS = 500  # listed for one position


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


def points(cards: list[Card]) -> str:
    """What selected cards are worth, in words."""
    worth = BOOK["value.points"].value(sum(1 << 8 * c.kind for c in cards))
    return render(N_("Selected: {n:cards}, {worth:points}"), {"n": len(cards), "worth": worth})


MINIMUM = "initial.minimum"  # the clause whose fact is the running total


def option(position: Position, action: Action) -> dict[str, Any]:
    """One candidate for a selection, with what the judge would say of it."""
    said = judge(position, action)
    initial = next((each for each in said.findings if each.clause == MINIMUM), None)
    return {
        "text": str(action),
        "verb": action.verb,
        "label": in_words(action),
        "legal": said.legal,
        "says": said.lead.fact if said.lead else "",
        "total": initial.fact if initial else "",
        "group": said.lead.group if said.lead else "",
    }


def every_play(position: Position) -> list[dict[str, Any]]:
    """Every legal play and question, to be listed; of a hand that could open in very many ways, the first."""
    found = chain(islice(legal(position), MOST_PLAYS), questions(position))
    return [{"text": str(action), "label": in_words(action)} for action in found]
