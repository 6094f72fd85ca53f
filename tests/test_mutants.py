"""The book's examples are sharp: change any check, any value, any number of a profile, and an example fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from examples import ALL, examples, expected, outcome

from canasta import BOOK, CLASSIC, Profile
from canasta.clauses.register import Book
from canasta.profile import PARAMETERS

CHECKS = [clause.id for clause in BOOK if clause.check]
VALUES = [clause.id for clause in BOOK if clause.example]

# No clause that is written yet reads these; the test fails as soon as one does, so that the list cannot rot.
NOT_READ_YET = {
    "dealt": "the deal",
    "cut_by": "the deal",
    "upcard_covered": "the deal",
    "red_three_laid": "the deal",
    "target": "the game",
    "equal_totals": "the game",
    "last_red_three": "has one value so far",
    "out_bonus": "scoring",
    "concealed_bonus": "scoring",
    "concealed_after_take": "the concealed hand",
    "red_threes_unmelded": "scoring",
    "ask": "asking partner",
    "ask_when": "asking partner",
    "stock_gone": "the end of the stock",
    "take_back": "practice mode is the table's",
}


def fails(book: Book, id: str) -> bool:
    """Whether an example of this clause comes out wrong."""
    return any(outcome(example, book) != expected(example) for example in examples(book[id]))


@pytest.mark.parametrize("id", CHECKS)
@pytest.mark.parametrize("answer", [True, None], ids=["always fine", "silent"])
def test_mutant_check_is_found(id: str, answer: bool | None) -> None:
    """A check that always holds, or never speaks, breaks an example of its clause."""
    assert fails(BOOK.with_clause(id, check=lambda *_: answer), id)


@pytest.mark.parametrize("id", VALUES)
def test_mutant_value_is_found(id: str) -> None:
    """A wrong value breaks an example of its clause."""
    right = BOOK[id].value
    assert fails(BOOK.with_clause(id, value=lambda *parts: _wrong(right(*parts))), id)


def _wrong(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"not {value}"


def _moved(name: str) -> list[Callable[[Profile], Profile]]:
    """The parameter moved one step in each way that is possible."""
    default = getattr(CLASSIC, name)
    field = PARAMETERS[name]

    def by(step: int, at: int = -1) -> Callable[[Profile], Profile]:
        def change(profile: Profile) -> Profile:
            value = getattr(profile, name)
            moved = value + step if at < 0 else tuple(n + step * (i == at) for i, n in enumerate(value))
            return profile.replace(**{name: moved})

        return change

    if name == "packs":
        # The red threes' numbers go with the packs.
        six = (100, 200, 300, 400, 1000, 1200)
        return [lambda profile: profile.replace(packs=3, red_threes=six, red_threes_unmelded=six)]
    if isinstance(default, bool):
        return [lambda profile: profile.replace(**{name: not getattr(profile, name)})]
    if isinstance(default, int):
        return [by(1)]
    if isinstance(default, tuple):
        return [by(5, at) for at in range(len(default))]
    if "choices" in field.metadata:
        return [lambda profile, word=word: profile.replace(**{name: word}) for word in field.metadata["choices"][1:]]
    return [lambda profile: profile.replace(**{name: "2" if getattr(profile, name) != "2" else "*2"})]


def _pinned(change: Callable[[Profile], Profile]) -> bool:
    for example in ALL:
        try:
            if outcome(example, change=change) != expected(example):
                return True
        except ValueError:
            continue  # this example's profile cannot be moved that way, such as 3 draws
    return False


@pytest.mark.parametrize("name", [name for name in PARAMETERS if name not in NOT_READ_YET])
def test_parameter_is_pinned(name: str) -> None:
    """Every number and switch that the book reads, moved one step, breaks an example."""
    assert all(_pinned(change) for change in _moved(name))


@pytest.mark.parametrize("name", NOT_READ_YET)
def test_unread_parameters_are_unread(name: str) -> None:
    """A parameter listed as not read yet is indeed not read by any example."""
    assert not any(_pinned(change) for change in _moved(name))
