"""The book's examples, asked of the engine: tests compare the answers, pages and the shell show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.clauses.register import Book, Clause, Finding
from canasta.errors import IllegalAction
from canasta.judge import Verdict, judge
from canasta.position import Position
from canasta.profile import Profile
from canasta.seats import read_seat_draw
from canasta.words import _

SEATS = "seats "  # how an example begins that shows no position, but a draw for seats
KINDS = ("yes", "no", "silent", "gives")
Change: TypeAlias = Callable[[Profile], Profile]


class Example(NamedTuple):
    """One example of a clause: its kind (yes, no, silent or gives) and its text."""

    clause: str
    kind: str
    text: str

    @property
    def line(self) -> str:
        """The position's line."""
        return self.text.partition(" => ")[0].partition(" | ")[0]

    @property
    def words(self) -> str:
        """The action's words, "" if there is none."""
        return self.text.partition(" => ")[0].partition(" | ")[2]

    @property
    def expected(self) -> str:
        """What must come out: a value, or yes, no or silent."""
        return self.text.partition(" => ")[2] if self.kind == "gives" else self.kind


class Answer(NamedTuple):
    """What the engine makes of an example: the value it asks for, or a verdict.

    ``says`` is the value, or what the clause says: yes, no or silent. ``finding`` is what decides: the clause's own
    where it agrees with the verdict, else the one that leads the refusal; None where nothing is to be said.
    """

    position: Position | None
    action: Action | None
    says: str
    verdict: Verdict | None = None
    finding: Finding | None = None

    @property
    def word(self) -> str:
        """The answer in a word: legal, refused, or ``= value``."""
        if self.verdict is None:
            return f"= {self.says}"
        return _("legal") if self.verdict else _("refused")

    @property
    def fact(self) -> str:
        """The fact that decides, "" for a value or where nothing is to be said."""
        return self.finding.fact if self.finding else ""

    @property
    def decides(self) -> str:
        """The clause that decides, "" where nothing is to be said."""
        return self.finding.clause if self.finding else ""


def examples(clause: Clause) -> Iterator[Example]:
    """All examples of a clause."""
    for kind in KINDS:
        for text in getattr(clause, kind):
            yield Example(clause.id, kind, text)


def answer(example: Example, book: Book = BOOK, change: Change = lambda profile: profile) -> Answer:
    """Asks the book; ``change`` alters the example's profile first."""
    if example.text.startswith(SEATS):
        clause, cards = book[example.clause], read_seat_draw(example.line)
        assert clause.example is not None, f"{clause.id} has gives and no way to ask for it"
        cards = cards._replace(profile=change(cards.profile))
        return Answer(None, None, str(clause.example(clause.value, cards, None)))
    position = Position.parse(example.line)
    position = position._replace(profile=change(position.profile))
    action = Action.parse(example.words) if example.words else None
    clause = book[example.clause]
    if example.kind == "gives":
        assert clause.example is not None, f"{clause.id} has gives and no way to ask for it"
        try:
            value = clause.example(clause.value, position, action)
        except IllegalAction as fault:
            # Legal where it stands, not at this table.
            return Answer(position, action, "refused", fault.verdict, fault.verdict.lead)
        return Answer(position, action, {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))
    assert action is not None
    verdict = judge(position, action, book)
    own = sorted((each for each in verdict.findings if each.clause == clause.id), key=lambda each: each.holds)
    says = "silent" if not own else "yes" if own[0].holds else "no"
    decides = own[0] if own and own[0].holds == verdict.legal else verdict.lead
    return Answer(position, action, says, verdict, decides)


def at_table(table: Profile) -> Change:
    """The change that takes classic examples to another table, with their own players and house rules."""

    def change(profile: Profile) -> Profile:
        if profile.base != "classic":
            return profile  # it says where it is played
        try:
            return table.for_players(profile.players).replace(**profile.changes())
        except ValueError:
            return profile  # the two houses do not go together

    return change
