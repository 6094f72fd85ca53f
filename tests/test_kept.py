"""What was tried can be tried again after the kernel was lost: it comes out the same, or stops and says why."""

from __future__ import annotations

import random
from typing import Any

import pytest
from canasta_widgets.kept import LONGEST, MOST_KEPT, Kept, read_kept, undone, within
from canasta_widgets.lesson import Lesson
from canasta_widgets.table import Table
from dealt import a_deal
from test_lesson import UNIT, solve

from canasta import Position, deal

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


def again(table: Table, made: Table) -> None:
    """What the browser kept of one table is sent to another."""
    message = {"kind": "resume", "tries": made.kept["tries"]}
    table._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


def shown(table: Table) -> dict[str, Any]:
    """What lies there, but for how often it was drawn and what just moved."""
    return {name: value for name, value in table.zones.items() if name not in ("serial", "moved")}


def test_tries_are_kept_in_their_order() -> None:
    """Refused and legal tries are kept with how they came out, what is only asked is not, undo takes the last play."""
    table = Table(LINE)
    assert table.kept == {"start": str(table.start.seen_by(0)), "tries": []}
    for words in ("meld K76", "nonsense", "say stock", "meld KKK", "take K2", "meld 7"):
        table.commit(words)
    assert table.kept["tries"] == [["meld K76", False], ["meld KKK", True], ["take K2", False], ["meld 7", True]]
    table.undo()
    assert [legal for _, legal in table.kept["tries"]] == [False, True, False]
    table.undo()
    assert [legal for _, legal in table.kept["tries"]] == [False, False]
    table.reset("KK4 - Q")
    assert table.kept == {"start": str(Position.parse("KK4 - Q").seen_by(0)), "tries": []}


@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/3", "classic/6"])
def test_a_deal_goes_on(name: str) -> None:
    """A deal that was played for all hands goes on after any number of steps, with every callback as at first."""
    steps = a_deal(name, 5)
    steps = steps[: random.Random(name).randrange(20, min(len(steps), 60))]
    played: list[Any] = []
    made, table = Table(steps[0].before), Table(steps[0].before, on_step=played.append)
    for each in (made, table):
        each.look(None)
    for step in steps:
        assert made.commit(str(step.verdict.action))
    again(table, made)
    assert played == made.steps
    assert shown(table) == shown(made)
    assert table.kept == made.kept


def test_it_stops_where_it_comes_out_otherwise() -> None:
    """Where other cards come from the stock, what can be played again is; the panel says how much, and what not."""
    start = deal(7)
    made = Table(start)
    made.commit("draw")
    card = next(each for each in made.position.cards_in_hand(0) if each not in start.cards_in_hand(0))
    made.commit(f"discard {card}")
    other = start._replace(stock=bytes(sorted(start.stock or b"", reverse=True)))
    refused: list[Any] = []
    table = Table(other, on_refused=refused.append)
    assert table.kept["start"] == made.kept["start"]
    again(table, made)
    assert len(table.steps) == 1
    assert table.verdict["title"] == "Made again: 1 of 2; the next try comes out otherwise"
    assert table.verdict["lead"]["clause"] == "discard.one"
    assert refused == []  # nobody tried it now
    assert table.kept["tries"] == [["draw", True]]


def test_a_refusal_that_is_none_now_is_not_played() -> None:
    """What was refused then and would be legal now stays unplayed."""
    table = Table(LINE)
    assert table.resume([Kept("meld KKK", False)]) == 0
    assert table.steps == []
    assert table.verdict["title"].startswith("Made again: 0 of 1;")


def test_a_lesson_goes_on_as_it_stood() -> None:
    """Stars, refused tries and goals count as they did when the level was played."""
    made = Lesson(UNIT)
    made.table.commit("meld 77")
    solve(made)
    assert made.guide.view["outcome"]["state"] == "done"
    lesson = Lesson(UNIT)
    again(lesson.table, made.table)
    assert lesson.stars == made.stars == {"three-of-one-rank": 2}
    assert lesson.guide.view == made.guide.view


def test_only_an_untouched_start_goes_on() -> None:
    """After a try of one's own there is nothing to go on from."""
    made, table = Table(LINE), Table(LINE)
    made.commit("meld KKK")
    table.commit("meld K76")
    again(table, made)
    assert table.steps == []


@pytest.mark.parametrize(
    "tries",
    [
        None,
        [],
        {},
        "meld KKK",
        ["meld KKK"],
        [["meld KKK"]],
        [["meld KKK", 1]],
        [["meld KKK", True, True]],
        [[None, True]],
        [["meld KKK", True], None],
        [["x" * (LONGEST + 1), True]],
        [["meld KKK", True]] * (MOST_KEPT + 1),
    ],
    ids=lambda tries: repr(tries)[:30],
)
def test_what_was_never_kept_is_dropped(tries: Any) -> None:
    """A list that is none, too long, or holds anything else than a text and a yes or no, plays nothing at all."""
    assert read_kept(tries) is None
    table = Table(LINE)
    table._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "resume", "tries": tries}}}})
    assert (table.steps, table.verdict) == ([], {})


def test_no_more_is_kept_than_can_be_sent() -> None:
    """What is kept is always what may come back."""
    table = Table(LINE)
    table._keep([Kept("discard K", False)] * (MOST_KEPT + 5))
    assert read_kept(table.kept["tries"]) is not None
    assert undone([Kept("a", False)]) == [Kept("a", False)]
    assert undone([]) == []


def test_refusals_without_end() -> None:
    """Of refusals without end the oldest are forgotten; every play is still there, so the table comes out the same."""
    tries = [Kept(f"t{n}", n % 100 == 0) for n in range(3 * MOST_KEPT)]
    left = within(tries)
    assert len(left) == MOST_KEPT
    assert [each for each in left if each.legal] == [each for each in tries if each.legal]
    assert left[-1] == tries[-1]
    assert within(left) == left
    assert within(tries[:MOST_KEPT]) == tries[:MOST_KEPT]


def test_a_lesson_keeps_no_refusals_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a lesson: who is refused again and again gets his verdict each time, and the last ones count."""
    monkeypatch.setattr("canasta_widgets.lesson.MOST_KEPT", 5)
    monkeypatch.setattr("canasta_widgets.kept.MOST_KEPT", 5)
    lesson = Lesson(UNIT)
    for _ in range(12):
        verdict = lesson.table.commit("meld AAAAAAAA")
    assert verdict is not None
    assert lesson.refused[-1] is verdict
    assert len(lesson.refused) == len(lesson.table._tries) == 5
