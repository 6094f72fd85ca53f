"""Every clause of the book is taught by some item, and met as a refusal if it can refuse, or listed with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from test_levels import ITEMS

from canasta import BOOK, Action, judge
from canasta.tutor.levels import Item, Level
from canasta.tutor.questions import Choose, Judge

NOT_TAUGHT = {
    "cards.held": "the table and the list of plays offer only cards that are held",
    "take.red-three-top": "no play puts a red three on top of the pile",
}
NOT_REFUSED = {
    "info.remind-red-three": "it refuses only where a player has no partner to remind",
    "out.no-discard": "it objects only at a house that asks for a discard to go out",
    "take.red-three-top": NOT_TAUGHT["take.red-three-top"],
}


def tries(item: Item) -> Iterator[Action]:
    """What a learner tries, judges or chooses from in an item."""
    if isinstance(item, Level):
        yield from (wrong.action for wrong in item.wrong)
    elif isinstance(item.task, Judge):
        yield item.task.action
    elif isinstance(item.task, Choose):
        yield from item.task.tries


def test_every_clause_is_taught() -> None:
    """Each clause stands in some item, but for those that are listed here, and no listed one is taught after all."""
    taught = {clause for item in ITEMS for clause in item.clauses}
    assert set(BOOK.ids()) - taught == set(NOT_TAUGHT)
    assert len(taught) > 90


def test_every_refusal_is_met() -> None:
    """Each clause that can refuse objects to something in some item, but for those that are listed here."""
    met = {
        finding.clause for item in ITEMS for action in tries(item) for finding in judge(item.position, action).refusals
    }
    refusing = {clause for clause in BOOK.ids() if BOOK[clause].no}
    assert refusing - met == set(NOT_REFUSED)
    assert len(refusing) > 50


def test_all_kinds_of_item_are_there() -> None:
    """Items are done on the table, judged, counted, picked out, chosen, put in order, followed, filled into a sheet."""
    kinds = {"do" if isinstance(item, Level) else item.task.kind for item in ITEMS}
    assert kinds == {"do", "judge", "count", "which", "choose", "order", "broken", "sheet"}
