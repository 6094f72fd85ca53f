"""Every unit has near misses, found by the engine: one thing is different, and the answer turns.

A near miss is an item with a twin. In the twin the same is tried, or asked of the same clause, and one part of the
position differs: one card of a hand or of the pile, one meld of a table, the score, the table's rules, the turn (before
the draw or after it, with the card that it brought), an answer. Or it has its twin within itself: of two things that
are tried on the same cards, one card apart, one is legal and one is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from test_levels import ITEMS, UNITS

from canasta import BOOK, Action, Position, Verdict, judge, play
from canasta import cards as c
from canasta.actions import SPOKEN
from canasta.tutor.levels import Item, Level, Question, load, solution
from canasta.tutor.questions import Choose, Count, Judge, Which

TURN = {"seat", "phase", "origin", "first", "fresh"}
UNSEEN = {"paint", "stock"}  # what lies in the stock, and suits, decide nothing here


def near_cards(one: c.Bag, other: c.Bag) -> bool:
    """Whether one card at most has come, and one at most has gone."""
    counts = list(zip(c.counts(one), c.counts(other), strict=True))
    return all(sum(max(0, a - b) for a, b in pair) <= 1 for pair in (counts, [(b, a) for a, b in counts]))


def one_part_differs(one: Position, other: Position) -> bool:
    """Whether two positions differ in one part, and in that by little."""
    parts = {name for name in one._fields if name not in UNSEEN and getattr(one, name) != getattr(other, name)}
    hands = [pair for pair in zip(one.hands, other.hands, strict=False) if pair[0] != pair[1]]
    near_hands = len(hands) == 1 and None not in hands[0] and near_cards(*hands[0])  # type: ignore[arg-type]
    if parts - {"hands"} and parts <= TURN | {"hands"}:
        return near_hands or not hands
    if len(parts) != 1:
        return False
    (part,) = parts
    if part == "hands":
        return near_hands
    if part == "pile":
        return near_cards(c.bag_of(one.pile), c.bag_of(other.pile))
    if part == "tables":
        return sum(a != b for a, b in zip(one.tables, other.tables, strict=True)) == 1
    return True


def near_actions(one: Action, other: Action) -> bool:
    """Whether two tries of one kind are one card apart; of what is said, any two are."""
    if one.verb != other.verb or one.seat != other.seat:
        return False
    spends = [action.spends or action.cards for action in (one, other)]
    return one.verb in SPOKEN or (spends[0] != spends[1] and near_cards(*spends))


def tried(item: Item) -> Iterator[tuple[Position, Verdict]]:
    """What an item tries, judged: its wrong tries and its way to the goal, or what is asked about."""
    if isinstance(item, Level):
        yield from ((item.position, judge(item.position, wrong.action)) for wrong in item.wrong)
        now = item.position
        for action in solution(item) or ():
            yield now, judge(now, action)
            now = play(now, action).after
    elif isinstance(item.task, Judge):
        yield item.position, judge(item.position, item.task.action)
    elif isinstance(item.task, Choose):
        yield from ((item.position, judge(item.position, action)) for action in item.task.tries)


def near_in_itself(item: Item) -> bool:
    """Whether one card decides between two things that the item tries in one position."""
    return any(
        p == q and bool(one) != bool(other) and near_actions(one.action, other.action)
        for (p, one), (q, other) in combinations(list(tried(item)), 2)
    )


def twins(one: Item, other: Item) -> bool:
    """Whether the same, tried or asked, has another answer in two items whose positions differ in one part."""
    if any(
        bool(a) != bool(b) and a.action.plain() == b.action.plain() and one_part_differs(p, q)
        for p, a in tried(one)
        for q, b in tried(other)
    ):
        return True
    if not isinstance(one, Question) or not isinstance(other, Question):
        return False
    task, same = one.task, other.task
    if not isinstance(task, Count | Which) or not isinstance(same, Count | Which):
        return False
    asked = [ask.clause for ask in task.asks] == [ask.clause for ask in same.asks]
    # A draw for seats has no position; there the cards that are drawn differ.
    differ = one_part_differs(one.position, other.position) or (one.bare and other.bare)
    return asked and differ and task.answer(one.position) != same.answer(other.position)


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_every_unit_has_near_misses(path: object) -> None:
    """A unit has at least five items to try, and two near misses at least are among all of its items."""
    unit = load(path)  # type: ignore[arg-type]
    assert len(unit.only("try").good()) >= 5
    items = unit.good()
    near = {item.id for item in items if near_in_itself(item)}
    near |= {each.id for pair in combinations(items, 2) if twins(*pair) for each in pair}
    assert len(near) >= 2


def test_what_is_near() -> None:
    """One card, one meld, the score or the draw makes a near miss; two things at once, or much of one, do not."""
    base = "KK94 444/QQQ 8K . N.play"
    near = ["KK95 444/QQQ 8K . N.play", "KK94 -/QQQ 8K . N.play", "KK94 444/QQQ 2K . N.play"]
    near += ["KK94 444/QQQ 8K . N.play 1500:0", "KK94 444/QQQ 8K . N.play spruce", "KK9 444/QQQ 8K . N.draw"]
    far = ["KQ85 444/QQQ 8K . N.play", "KK94 -/- 8K . N.play", "KK95 -/QQQ 8K . N.play", base]
    there = Position.parse(base)
    assert [one_part_differs(there, Position.parse(line)) for line in near] == [True] * len(near)
    assert [one_part_differs(there, Position.parse(line)) for line in far] == [False] * len(far)


def wild_cards_reach_the_minimum(position: Position, verdict: Verdict) -> bool:
    """A first meld that reaches its minimum by the points of its wild cards."""
    wilds = sum(lay.cards & c.WILD_MASK for lay in verdict.action.lays)
    facts = [each.facts for each in verdict.findings if each.clause == "initial.minimum"]
    return any(verdict and each.total - BOOK["value.points"].value(wilds) < each.minimum for each in facts)


def as_many_wild_cards(position: Position, verdict: Verdict) -> bool:
    """A legal meld with as many wild cards as natural ones, or more."""
    facts = [each.facts for each in verdict.findings if each.clause == "meld.two-naturals"]
    return any(verdict and each.all_wilds >= each.all_naturals for each in facts)


def frozen_though_covered(position: Position, verdict: Verdict) -> bool:
    """A take that is refused because a card lower down still freezes the pile."""
    return any(each.clause == "freeze.until-taken" and each.facts.covered > 0 for each in verdict.refusals)


def out_unasked(position: Position, verdict: Verdict) -> bool:
    """Going out, legally, without a question to a partner who could be asked."""
    return bool(verdict) and "out.ask-optional" in {each.clause for each in verdict.findings}


def one_natural_and_one_wild(position: Position, verdict: Verdict) -> bool:
    """A pile that is taken with one natural card and a wild one."""
    return bool(verdict) and "take.one-and-wild" in {each.clause for each in verdict.findings if each.holds}


MISTAKEN = {
    "wild cards do not count towards the minimum": wild_cards_reach_the_minimum,
    "wild cards must be fewer than natural ones": as_many_wild_cards,
    "an ordinary discard thaws the pile": frozen_though_covered,
    "one has to ask before going out": out_unasked,
    "a natural pair is always needed": one_natural_and_one_wild,
}


@pytest.mark.parametrize("belief", MISTAKEN)
def test_what_many_believe_is_met(belief: str) -> None:
    """Each thing that many believe is met in an item where the rule book says otherwise, by the play itself."""
    shows: Callable[[Position, Verdict], bool] = MISTAKEN[belief]
    assert any(shows(position, verdict) for item in ITEMS for position, verdict in tried(item))


def test_a_concealed_hand_is_not_the_sides() -> None:
    """That a partner's meld would spoil a concealed hand is met too: asked, where it does not, and one's own does."""
    asked = [item for item in ITEMS if isinstance(item, Question) and item.clauses[0] == "out.concealed"]
    partner = [item for item in asked if item.position.tables[item.position.side] and isinstance(item.task, Which)]
    mine = {item.position.melded >> item.position.seat & 1: item.task.answer(item.position) for item in partner}
    assert mine == {0: "yes", 1: "no"}
