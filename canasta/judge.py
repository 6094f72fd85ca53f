"""May this be done, and why? One verdict, made of what every clause says; nothing else decides legality."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from canasta.actions import Action
from canasta.case import Case
from canasta.clauses import BOOK
from canasta.clauses.register import Book, Finding
from canasta.facts import GROUPS
from canasta.lister import legal
from canasta.position import Position
from canasta.words import _

NEAR = 2000  # plays looked at for what is nearest


class Verdict(NamedTuple):
    """What the rule book says of one action. Truthy when it is legal.

    ``findings`` has one entry for each clause that was touched, in the order in which a learner should hear of them.
    """

    action: Action
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return self.legal

    @property
    def legal(self) -> bool:
        """Whether no clause objects."""
        return all(finding.holds for finding in self.findings)

    @property
    def refusals(self) -> tuple[Finding, ...]:
        """The findings that object, the leading one first."""
        return tuple(finding for finding in self.findings if not finding.holds)

    def groups(self) -> dict[str, tuple[Finding, ...]]:
        """The findings by the kind of trouble they are about, in the order in which a learner should hear of them."""
        order = dict.fromkeys(GROUPS.values())
        found = {group: tuple(each for each in self.findings if each.group == group) for group in order}
        return {group: findings for group, findings in found.items() if findings}

    @property
    def lead(self) -> Finding | None:
        """The finding that a learner hears of first, None if the action is legal."""
        return next(iter(self.refusals), None)

    def __str__(self) -> str:
        head = f"{self.action}: {_('legal') if self.legal else _('refused')}"
        return "\n".join([head, *(f"  {finding.clause}: {finding.fact} {finding.law}" for finding in self.refusals)])

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain data: ``legal``, ``action``, and ``findings`` with clause, holds, fact, law, source."""
        return {
            "legal": self.legal,
            "action": str(self.action),
            "findings": [
                {
                    "clause": finding.clause,
                    "holds": finding.holds,
                    "fact": finding.fact,
                    "law": finding.law,
                    "group": finding.group,
                    "source": finding.source,
                    "provenance": finding.provenance,
                }
                for finding in self.findings
            ],
        }


def judge(position: Position, action: Action, book: Book = BOOK) -> Verdict:
    """What every clause of the book says of an action in a position."""
    case = Case(position, action, book)
    found = (finding for facts in case.facts() for finding in book.findings(position.profile, facts))
    return Verdict(action, tuple(found))


def nearest(position: Position, action: Action, n: int = 3, book: Book = BOOK) -> list[Action]:
    """The legal plays closest to what was tried: the same verb first, then the fewest cards changed."""

    def distance(play: Action) -> tuple[int, int, str]:
        tried, other = _pieces(action), _pieces(play)
        return (play.verb != action.verb, len(tried ^ other), str(play))

    # A big hand has millions of ways to open; the first of them are near enough.
    return sorted(islice(legal(position, book), NEAR), key=distance)[:n]


def _pieces(action: Action) -> frozenset[tuple[int | None, int, int]]:
    """The cards that an action puts down, each with the rank it goes to, numbered within its kind."""
    groups = [(lay.rank, lay.cards) for lay in action.lays] or [(None, action.cards)]
    pieces: set[tuple[int | None, int, int]] = set()
    for rank, cards in groups:
        for kind in range(16):
            pieces.update((rank, kind, number) for number in range(cards >> 8 * kind & 0xFF))
    return frozenset(pieces)
