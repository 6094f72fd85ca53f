"""The collected cases, each under its id: what people and programs disagree on, and what the rule book says of it."""

from __future__ import annotations

from collections import Counter

import pytest
from collected import FOLDER, FORMS, collected, read_row, run

CASES = {case.id: case for case in collected()}
IDS = (FOLDER / "ids.txt").read_text("utf-8").split()
ROWS = [
    pytest.param(row, id=case.id if number == 1 else f"{case.id}-{number}")
    for case in CASES.values()
    for number, row in enumerate(case.rows, 1)
]
# These fail until the engine does what the rules say; then they belong to the rows.
OPEN = [
    pytest.param(row, id=f"{case.id}-open", marks=pytest.mark.xfail(raises=AssertionError, strict=True))
    for case in CASES.values()
    for row in case.open
]
# Programs that answer otherwise than the rule book.
OTHERWISE = {"PEER-014", "PEER-028", "PEER-031", "PEER-057", "PEER-098"}


@pytest.mark.parametrize("row", ROWS + OPEN)
def test_case(row: str) -> None:
    """A row of a case comes out as the rule book has it, under its clause."""
    run(row)


def test_every_case_is_there() -> None:
    """Every collected id stands in one file, once, and no other does."""
    assert len(set(IDS)) == len(IDS) == 218
    assert Counter(case.id for case in collected()) == Counter(IDS)


def test_every_case_is_run_or_says_why_not() -> None:
    """A case has rows or the reason why it is not modelled, never both or neither, and says what it is about."""
    assert [case.id for case in CASES.values() if bool(case.rows) == bool(case.not_modelled)] == []
    assert [case.id for case in CASES.values() if not case.says.endswith(".")] == []
    reasons = {case.id: case.not_modelled for case in CASES.values() if case.not_modelled}
    assert set(reasons) == {"V03", "V04", "V05", "V06"}
    assert all(len(reason) > 40 for reason in reasons.values())
    assert all(CASES[id].ours for id in OTHERWISE)


def test_every_row_expects_something() -> None:
    """Each row names what must come out, all forms are used, and no row stands twice in a case."""
    used = Counter(kind for case in CASES.values() for row in case.rows for _, kind, _ in read_row(row).expected)
    assert set(used) == set(FORMS)
    assert [case.id for case in CASES.values() if len(set(case.rows)) != len(case.rows)] == []


@pytest.mark.parametrize(
    "row",
    [
        "72245 KKK Q . N.play | meld 722 => legal",
        "77245 KKK Q . N.play | meld 772 => refused meld.two-naturals",
        "72245 KKK Q . N.play | meld 722 => refused meld.wild-limit",
        "4 KKK Q . N.play | discard 4 => refused out.canasta + meld.threes",
        "72245 KKK Q . N.play | meld 722 => classic, pagat: refused meld.two-naturals; spruce: legal",
        "77245 KKK Q . N.play | meld 772; meld 5 => legal",
        "JJ JJJJJJJ Q . N.play | meld J => legal",
        ". KKKK222 => impossible meld.wild-limit",
        ". KKKK222 => canasta.mixed = 500",
        ". KKKK222 => table 300",
        "-/44/55/66 777 Q . N.over out=N => score 100",
        "K4 - Q 9?9 | draw => events red-three.drawn",
        "K4 - Q 9?9 | draw => becomes K4 - Q 9?9 N.play",
        "K4 - Q ?9 | say stock => told 8",
        "seats Ks Qh * 4d => redraw 1",
        "deal 27 classic => dealt 11/11/11/11 K 64",
    ],
)
def test_a_wrong_row_fails(row: str) -> None:
    """A row that expects what the engine does not say is found out."""
    with pytest.raises(AssertionError):
        run(row)


@pytest.mark.parametrize("row", ["K4 - Q | draw", "K4 - Q | draw =>", "K4 - Q | draw => fine", "K4 - Q => all: "])
def test_an_empty_row_is_unreadable(row: str) -> None:
    """A row that expects nothing, or nothing that is known, cannot be read."""
    with pytest.raises(ValueError, match="expect"):
        read_row(row)
