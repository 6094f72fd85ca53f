"""Runs the examples that stand with the clauses, for any book: they are unit tests, and what mutants must break."""

from __future__ import annotations

from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.examples import SEATS, Change, Example, answer, examples

__all__ = ["ALL", "Example", "examples", "expected", "outcome"]

ALL = [example for clause in BOOK for example in examples(clause)]
# The draw for seats comes before any position; all other examples show one.
SHOWN = [example for example in ALL if not example.text.startswith(SEATS)]


def outcome(example: Example, book: Book = BOOK, change: Change = lambda profile: profile) -> str:
    """What the book makes of an example, to be compared with ``expected``; ``change`` alters its profile first."""
    return answer(example, book, change).says


def expected(example: Example) -> str:
    """What an example says."""
    return example.expected
