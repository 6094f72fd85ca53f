"""The rule book. ``BOOK`` holds every clause once, in the order in which a learner hears of them."""

from canasta.clauses import seats, deal, turn, pile, melds, canastas, opening, out, ask, stock, info, values, score  # noqa: F401, I001 - the book's order
from canasta.clauses.register import CLAUSES, Book

BOOK = Book(CLAUSES.values())
