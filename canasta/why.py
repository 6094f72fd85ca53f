"""Verdicts in full: what would have to be otherwise for a refused action to be legal, and the whole answer in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from canasta.actions import Action
from canasta.changes import MAKERS, house_rules, suits_bare
from canasta.clauses import BOOK
from canasta.clauses.register import Book, Finding
from canasta.compare import Comparison, compare, tables
from canasta.filling import fill
from canasta.judge import Verdict, judge, nearest
from canasta.position import Position
from canasta.tries import Change, Try
from canasta.words import N_, _, group_name, listed, provenance_name

__all__ = [
    "FULL",
    "LENGTHS",
    "Comparison",
    "Counterfactual",
    "compare",
    "decisive",
    "explain",
    "reasons",
    "would_be_legal_if",
]

SHORT, FULL, SOURCE = "short", "full", "source"
LENGTHS: Final = (SHORT, FULL, SOURCE)
PAIRS = 3  # pairs of changes that are said where no single one is enough
SAID = 4  # counterfactuals in an explanation
REASONS = 2  # findings that say why something is legal

# What says most of why an action is legal, by what it is about; of a row the first that was looked at.
TELLING: Final = (
    ("out.concealed", "out.canasta", "out.no-discard"),
    ("out.ask-binding", "out.ask-optional", "out.ask"),
    ("stock.last-red-three", "stock.forced-take", "stock.one-card", "stock.may-refuse"),
    ("freeze.before-initial", "freeze.natural-pair", "take.pair", "take.one-and-wild"),
    ("initial.minimum", "out.concealed-minimum"),
    ("meld.black-threes",),
    ("take.add", "meld.own-side"),
    ("meld.together", "canasta.extend"),
    ("meld.two-naturals", "meld.same-rank"),
    ("initial.partner-free",),
    ("discard.one",),
    ("out.keep-one",),
)


class Counterfactual(NamedTuple):
    """What would have made a refused action legal: usually one fact, two where no single one is enough.

    ``conditions`` are messages with their values; ``clauses`` are those whose objection it turns; ``position`` and
    ``action`` are the changed try, as the player who asks sees it. ``tried`` is the action that was refused.
    """

    conditions: tuple[tuple[str, Mapping[str, Any]], ...]
    clauses: tuple[str, ...]
    position: Position
    action: Action
    tried: Action

    @property
    def text(self) -> str:
        """It in a sentence, with the action where that is another."""
        conditions = [fill(message, values) for message, values in self.conditions]
        same = self.action.plain()._replace(seat="") == self.tried.plain()._replace(seat="")
        message = (
            N_("It would be legal if {conditions}.") if same else N_("It would be legal if {conditions}: {action}.")
        )
        return fill(message, {"conditions": listed(conditions), "action": self.action})

    def as_json(self) -> dict[str, Any]:
        """It as plain data; ``position`` and ``action`` are notation, to be opened."""
        return {
            "text": self.text,
            "clauses": list(self.clauses),
            "position": str(self.position),
            "action": str(self.action),
        }


def would_be_legal_if(position: Position, action: Action, book: Book = BOOK) -> tuple[Counterfactual, ...]:
    """What, changed alone, would make a refused action legal, the simplest first; nothing for a legal one.

    Every answer is judged and is a possible position. It tells no more than the player in turn may see. Where no single
    change is enough, pairs are tried.
    """
    verdict = judge(position, action, book)
    if verdict.legal:
        return ()
    tried = Try(position.seen_by(position.seat), action)
    # Suits are paint; a change may take or add cards that have none.
    bare = Try(tried.position._replace(paint=None), action.plain())
    named = [_counterfactual((change,), verdict) for change in suits_bare(tried) if _is_legal(change, book)]
    if named:
        return tuple(named)
    first = [list(maker(bare)) for maker in MAKERS]
    found = [_counterfactual((change,), verdict) for changes in first for change in _turning(changes, book)]
    found += list(_profiles(bare, verdict, book)) or [
        _counterfactual((change,), verdict) for change in house_rules(bare) if _is_legal(change, book)
    ]
    return tuple(found or _pairs(first, verdict, book))


def _is_legal(change: Change, book: Book) -> bool:
    return not change.position.problems() and judge(change.position, change.action, book).legal


def _turning(changes: list[Change], book: Book) -> Iterator[Change]:
    """The first of these changes that turns the verdict, if there is one."""
    yield from ([change for change in changes if _is_legal(change, book)])[:1]


def _counterfactual(changes: tuple[Change, ...], verdict: Verdict) -> Counterfactual:
    clauses = dict.fromkeys(finding.clause for finding in verdict.refusals)
    conditions = tuple((change.message, change.values) for change in changes)
    return Counterfactual(conditions, tuple(clauses), changes[-1].position, changes[-1].action, verdict.action)


def _profiles(tried: Try, verdict: Verdict, book: Book) -> Iterator[Counterfactual]:
    """The named profiles that allow it, all in one."""
    position, action = tried
    changed = [
        Change("", {}, position._replace(profile=profile), action)
        for profile in tables(position.profile)
        if profile != position.profile
    ]
    allowing = [change for change in changed if _is_legal(change, book)]
    if allowing:
        names = listed([str(change.position.profile) for change in allowing])
        message = N_("the rules were those of {profiles}")
        yield _counterfactual((Change(message, {"profiles": names}, allowing[0].position, action),), verdict)


def _pairs(first: list[list[Change]], verdict: Verdict, book: Book) -> Iterator[Counterfactual]:
    """Two changes together, the first of which removes what a learner would hear first."""
    lead = verdict.refusals[0].clause
    found = 0
    for at, changes in enumerate(first):
        for change in changes:
            if found == PAIRS:
                return
            left = {finding.clause for finding in judge(change.position, change.action, book).refusals}
            if lead in left or change.position.problems():
                continue
            try_again = Try(change.position._replace(paint=None), change.action.plain())
            seconds = (second for maker in MAKERS[at + 1 :] for second in maker(try_again))
            if second := next((each for each in seconds if _is_legal(each, book)), None):
                found += 1
                yield _counterfactual((change, second), verdict)
                break


def reasons(verdict: Verdict, followed: Iterable[str] = ()) -> tuple[Finding, ...]:
    """The findings that say most of why a legal action is legal, one or two; none for a refused one.

    ``followed`` are clauses that are told as events, so that nothing is said twice.
    """
    if not verdict.legal:
        return ()
    found = {finding.clause: finding for finding in reversed(verdict.findings)}
    left = found.keys() - set(followed)
    telling = (next((found[id] for id in row if id in left), None) for row in TELLING)
    # Of a draw there is nothing to say but that it was in order.
    return tuple(filter(None, telling))[:REASONS] or verdict.findings[-1:]


def decisive(verdict: Verdict) -> tuple[str, ...]:
    """The clauses that decide: those that refuse, the leading one first, or those that made it legal."""
    return tuple(found.clause for found in verdict.refusals or reasons(verdict))


def explain(position: Position, verdict: Verdict, length: str = SHORT, book: Book = BOOK) -> str:
    """A verdict in words: ``short`` is a sentence; ``full`` has every refusal, what holds, and what would be legal.

    ``source`` is the same with law, clause, source and provenance, and what the other profiles say. Raises ValueError
    for another length.
    """
    if length not in LENGTHS:
        message = N_("{length!r} is not one of {lengths}")
        raise ValueError(fill(message, {"length": length, "lengths": ", ".join(LENGTHS)}))
    if length == SHORT:
        fact = verdict.lead.fact if verdict.lead else ""
        message = N_("{action} is refused: {fact}") if verdict.lead else N_("{action} is legal.")
        return fill(message, {"action": verdict.action, "fact": fact})
    return "\n".join(_lines(position, verdict, length == SOURCE, book))


def _lines(position: Position, verdict: Verdict, source: bool, book: Book) -> Iterator[str]:
    yield f"{verdict.action}: {_('legal') if verdict else _('refused')}"
    for group, findings in verdict.groups().items():
        if refusals := [finding for finding in findings if not finding.holds]:
            yield f"  {group_name(group)}"
            for finding in refusals:
                yield from _finding(finding, source)
    if holding := [finding for finding in verdict.findings if finding.holds]:
        yield "  " + _("What holds")
        for finding in holding:
            yield from _finding(finding, source)
    if not verdict:
        if near := nearest(position, verdict.action, book=book):
            yield "  " + _("Legal would be: {plays}").format(plays="; ".join(map(str, near)))
        for each in would_be_legal_if(position, verdict.action, book)[:SAID]:
            yield f"  {each.text}"
    if source:
        others = compare(position, verdict.action, book=book)
        if others.agree:
            yield "  " + _("Every named table says the same.")
        else:
            yield "  " + _("What other tables say")
            yield from (f"    {row.text}" for row in others.rows if row.profile != position.profile)
            yield from (f"    {difference.text}" for difference in others.parameters)


def _finding(finding: Finding, source: bool) -> Iterator[str]:
    yield f"    {'+' if finding.holds else '-'} {finding.fact}"
    if source:
        origin = provenance_name(finding.provenance)
        yield f"        {finding.law} [{finding.clause}; {finding.source}; {origin}]"
