"""What the rule book says, as plain data for the browser: verdicts and candidates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from canasta import (
    BOOK,
    Card,
    Finding,
    NotationError,
    Position,
    Step,
    Verdict,
    compare,
    judge,
    nearest,
    reasons,
)
from canasta.actions import SAY, Action
from canasta.clauses.sources import citations
from canasta.compare import Comparison, Row
from canasta.filling import render
from canasta.info import answer
from canasta.meanings import MEANINGS
from canasta.position import OVER
from canasta.words import N_, _, group_name, provenance_name
from canasta_widgets.phrases import in_words


def finding(finding: Finding) -> dict[str, Any]:
    """One line of the check-list."""
    return {
        "clause": finding.clause,
        "holds": finding.holds,
        "fact": finding.fact,
        "law": finding.law,
        "group": group_name(finding.group),
        "source": "; ".join(map(str, citations(finding.source))),
        "provenance": provenance_name(finding.provenance),
    }


def verdict(position: Position, verdict: Verdict, events: Sequence[Mapping[str, str]] = ()) -> dict[str, Any]:
    """A verdict as the panel shows it: one sentence, the check-list, what followed, and what would be legal.

    ``lead`` is the finding that objects first or, of a legal action, says most; ``events`` are those of ``followed``.
    """
    telling = reasons(verdict, [event["clause"] for event in events])
    lead = verdict.lead or next(iter(telling), None)
    near = [] if verdict.legal or position.phase == OVER else nearest(position, verdict.action)
    return {
        "legal": verdict.legal,
        "action": in_words(verdict.action),
        "title": _("Legal") if verdict.legal else _("Refused"),
        "sentence": " ".join(each.fact for each in telling or verdict.refusals[:1]),
        "lead": finding(lead) if lead else None,
        "findings": [finding(each) for each in verdict.findings],
        "events": list(events),
        "near": [{"text": str(action), "label": in_words(action)} for action in near],
    }


def unread(typed: str, fault: NotationError) -> dict[str, Any]:
    """What the panel shows of a typed line that cannot be read; ``span`` is where the faulty part stands in it."""
    return {**plainly(_("Not understood"), str(fault)), "span": _span(typed, fault)}


def plainly(title: str, sentence: str) -> dict[str, Any]:
    """What the panel shows where there is nothing to judge: a sentence that says why."""
    told = f"{title}: {sentence}"
    return {"legal": False, "title": title, "sentence": sentence, "findings": [], "near": [], "told": told}


def _span(typed: str, fault: NotationError) -> list[int]:
    """Where the faulty part begins and ends, counted as a browser counts, in UTF-16 units."""
    part, words = fault.part, list(re.finditer(r"\S+", typed))
    start, end = 0, len(typed)
    if "at" in fault.values:
        # Cards are read without the blanks between them.
        places = [at for word in words[1:] for at in range(*word.span())]
        at = "".join(typed[place] for place in places).find(fault.values["text"]) + fault.values["at"]
        start, end = places[at], places[at + len(part) - 1] + 1
    elif whole := next((word for word in words if word[0] == part), None):
        start, end = whole.span()
    elif part in typed:
        # An empty part is one that is missing at the end.
        start = typed.rfind(part)
        end = start + len(part)
    return [len(typed[:place].encode("utf-16-le", "surrogatepass")) // 2 for place in (start, end)]


def followed(step: Step) -> list[dict[str, str]]:
    """What followed from a step, in sentences with their clauses; of something asked, the answer."""
    told = [{"text": event.text, "clause": event.clause} for event in step.events]
    found = answer(step.before, step.verdict.action) if step.verdict.action.verb == SAY else None
    if isinstance(found, list):
        cards = _("From bottom to top: {cards}.").format(cards=", ".join(card.name for card in found))
        told.append({"text": cards, "clause": step.events[-1].clause})
    return told


def elsewhere(position: Position, action: Action) -> dict[str, Any]:
    """What the named tables for as many players say of an action, and the rules that alone make the difference."""
    found = compare(position.seen_by(position.seat), action)
    return {
        "agree": found.agree,
        "rows": [_row(row, row.profile == position.profile) for row in found.rows],
        "rules": rules(found),
    }


def rules(found: Comparison) -> list[dict[str, Any]]:
    """The rules that alone make the difference between tables: what each means, and its value at every table."""
    return [
        {
            "name": rule.name,
            "meaning": _(MEANINGS[rule.name]),
            "values": [
                {"table": str(each.profile), "value": each.value, "provenance": provenance_name(each.provenance)}
                for each in rule.settings
            ],
        }
        for rule in found.parameters
    ]


def _row(row: Row, own: bool) -> dict[str, Any]:
    """One table's answer; ``legal`` is None where the position cannot exist."""
    lead = row.verdict.lead if row.verdict is not None else None
    says = _("This position cannot exist there: {why}").format(why="; ".join(map(str, row.problems)))
    return {
        "table": str(row.profile),
        "own": own,
        "legal": row.legal,
        "says": lead.fact if lead else says if row.problems else "",
        "clauses": list(row.refusing),
    }


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
        "spoken": in_words(action, spelled=True),
        "legal": said.legal,
        "says": said.lead.fact if said.lead else "",
        "total": initial.fact if initial else "",
        "group": said.lead.group if said.lead else "",
    }
