"""The book's examples are sharp: change any check, any value, any number of a profile, and an example fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from examples import ALL, examples, expected, outcome

from canasta import BOOK, CLASSIC, Action, Position, Profile, judge
from canasta.clauses.register import Book
from canasta.profile import PARAMETERS

CHECKS = [clause.id for clause in BOOK if clause.check]
VALUES = [clause.id for clause in BOOK if clause.example]

# No table plays with less, so there is no step down to take.
AT_ITS_LEAST = {"meld_size"}


def fails(book: Book, id: str) -> bool:
    """Whether an example of this clause comes out wrong."""
    return any(outcome(example, book) != expected(example) for example in examples(book[id]))


@pytest.mark.parametrize("id", CHECKS)
@pytest.mark.parametrize("answer", [True, None], ids=["always fine", "silent"])
def test_mutant_check_is_found(id: str, answer: bool | None) -> None:
    """A check that always holds, or never speaks, breaks an example of its clause."""
    assert fails(BOOK.with_clause(id, check=lambda *_: answer), id)


# They note something and never refuse; every other check can, and has an example in which it does.
ONLY_NOTE = {
    "meld.any-number",
    "meld.together",
    "stock.one-card",
    "stock.may-refuse",
    "freeze.card",
    "canasta.natural",
    "canasta.mixed",
    "initial.count",
    "initial.partner-free",
    "out.concealed-minimum",
    "out.concealed",
}


@pytest.mark.parametrize("id", CHECKS)
def test_lenient_check_is_found(id: str) -> None:
    """A check that speaks in the right cases and then never refuses breaks an example, unless it only notes."""
    check = BOOK[id].check
    assert check is not None
    book = BOOK.with_clause(id, check=lambda *parts: True if check(*parts) is not None else None)
    assert fails(book, id) == (id not in ONLY_NOTE)
    assert bool(BOOK[id].no) == (id not in ONLY_NOTE)


@pytest.mark.parametrize("id", [id for id in CHECKS if BOOK[id].yes])
def test_strict_check_is_found(id: str) -> None:
    """A check that speaks in the right cases and then always refuses breaks an example."""
    check = BOOK[id].check
    assert check is not None
    assert fails(BOOK.with_clause(id, check=lambda *parts: False if check(*parts) is not None else None), id)


@pytest.mark.parametrize("id", sorted(ONLY_NOTE))
def test_clauses_that_only_note_never_refuse(id: str) -> None:
    """A clause said only to note refuses nothing in any example of the book."""
    for example in ALL:
        line, _, words = example.text.partition(" | ")
        if example.kind != "gives":
            found = judge(Position.parse(line), Action.parse(words)).refusals
            assert id not in [finding.clause for finding in found], example.text


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
        # Down too, where the least value that is allowed is not the value of every example.
        return [by(1)] + [by(-1)] * (name not in AT_ITS_LEAST)
    if isinstance(default, tuple):
        return [by(step, at) for at in range(len(default)) for step in (5, -5)]
    if "choices" in field.metadata:
        return [lambda profile, word=word: profile.replace(**{name: word}) for word in field.metadata["choices"][1:]]
    return [lambda profile, letter=letter: _toggled(profile, name, letter) for letter in "*2rb"]


def _toggled(profile: Profile, name: str, letter: str) -> Profile:
    """The profile with one letter more, or one less, in a parameter that lists kinds."""
    value = getattr(profile, name)
    return profile.replace(**{name: value.replace(letter, "") if letter in value else value + letter})


def _pinned(change: Callable[[Profile], Profile]) -> bool:
    for example in ALL:
        try:
            if outcome(example, change=change) != expected(example):
                return True
        except ValueError:
            continue  # this example's profile cannot be moved that way, such as 3 draws
    return False


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameter_is_pinned(name: str) -> None:
    """Every number and switch that the book reads, moved one step, breaks an example."""
    assert all(_pinned(change) for change in _moved(name))
