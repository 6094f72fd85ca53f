"""Runs the examples that stand with the clauses, for any book: they are unit tests, and what mutants must break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from canasta import Action, Clause, Position, Profile, judge
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.seats import read_seat_draw


class Example(NamedTuple):
    """One example of a clause: its kind (yes, no, silent or gives) and its text."""

    clause: str
    kind: str
    text: str


def examples(clause: Clause) -> Iterator[Example]:
    """All examples of a clause."""
    for kind in ("yes", "no", "silent", "gives"):
        for text in getattr(clause, kind):
            yield Example(clause.id, kind, text)


ALL = [example for clause in BOOK for example in examples(clause)]
# The draw for seats comes before any position; all other examples show one.
SEATS = "seats "
SHOWN = [example for example in ALL if not example.text.startswith(SEATS)]


def outcome(example: Example, book: Book = BOOK, change: Callable[[Profile], Profile] = lambda profile: profile) -> str:
    """What the book makes of an example, to be compared with ``expected``; ``change`` alters its profile first."""
    text, _, _ = example.text.partition(" => ")
    if text.startswith(SEATS):
        clause, cards = book[example.clause], read_seat_draw(text)
        assert clause.example is not None, f"{clause.id} has gives and no way to ask for it"
        return str(clause.example(clause.value, cards._replace(profile=change(cards.profile)), None))
    line, _, words = text.partition(" | ")
    position = Position.parse(line)
    position = position._replace(profile=change(position.profile))
    action = Action.parse(words) if words else None
    clause = book[example.clause]
    if example.kind == "gives":
        assert clause.example is not None, f"{clause.id} has gives and no way to ask for it"
        value = clause.example(clause.value, position, action)
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    assert action is not None
    found = [finding.holds for finding in judge(position, action, book).findings if finding.clause == clause.id]
    return "no" if False in found else "yes" if found else "silent"


def expected(example: Example) -> str:
    """What an example says."""
    return example.text.partition(" => ")[2] if example.kind == "gives" else example.kind
