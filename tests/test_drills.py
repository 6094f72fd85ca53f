"""Drills: what every generator promises, on a thousand seeds; `make test-full` looks through each item of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from statistics import mean

import plain_counts
import plain_deals
import pytest
from full import FULL
from plain_counts import dearest
from plain_deals import lays_of
from plain_out import goes_out, playable
from plain_rules import Lays, Table
from plain_score import sheet
from plain_talk import may, may_ask
from plain_turns import refused

from canasta.actions import BACK, DISCARD, DRAW, LAY, MELD, PASS, PICK, TAKE, Action
from canasta.cards import CARD_LETTERS, LETTERS, kinds_in, size
from canasta.clauses import BOOK
from canasta.position import Position
from canasta.tutor.allowed import Allowed
from canasta.tutor.broken import Broken
from canasta.tutor.compared import Tables
from canasta.tutor.drills import ANY, GENERATORS, Drawn, DrillError, Generator, draw
from canasta.tutor.drills.contract import HARD
from canasta.tutor.drills.features import difficulty
from canasta.tutor.goals import Attempt, Condition, Goal
from canasta.tutor.levels import Item, Level, Question, solution
from canasta.tutor.planted import Error
from canasta.tutor.questions import LEGAL, Choose, Count, Judge, Order, Sheet, Which

SEEDS = 1_000 if FULL else 500
LOOKED = SEEDS if FULL else 100  # items that are looked through one by one, with their twins
SOME = 60  # items of each grade of difficulty
FEW = 15
REACHED = 60 if FULL else 15  # items whose way is searched for, which takes a while
SEVERAL = 4  # lays that are tried together
EACH = pytest.mark.parametrize("generator", GENERATORS.values(), ids=list(GENERATORS))


@cache
def drawn(name: str) -> tuple[Drawn, ...]:
    """The items of many seeds, over all tables and grades of difficulty."""
    generator = GENERATORS[name]
    tables = generator.profiles
    return tuple(
        draw(generator, seed, {"profile": tables[seed % len(tables)], "hard": HARD[seed // len(tables) % len(HARD)]})
        for seed in range(SEEDS)
    )


def items(name: str) -> list[Item]:
    """The items of some seeds, and their twins."""
    return [item for each in drawn(name)[:LOOKED] for item in (each.item, each.twin) if item is not None]


def plainly(position: Position, action: Action) -> bool:
    """Whether an action is legal by the plain reading of the rules, which shares nothing with the engine."""
    table = Table(position)
    if any(lay.rank is None or lay.seat for lay in action.lays):
        return False
    if any(lay.apart and LETTERS[lay.rank or 0] in table.melds for lay in action.lays):
        return False
    reds = table.hand["r"]
    if action.verb == LAY:
        return 0 < size(action.cards) <= reds
    if reds:
        return False
    match action.verb:
        case verb if verb == MELD:
            return table.may_meld(lays_of(action))
        case verb if verb == TAKE:
            return bool(action.lays) and table.may_take(lays_of(action))
        case verb if verb == DRAW:
            return table.may_draw()
        case verb if verb == DISCARD:
            return size(action.cards) == 1 and table.may_discard(LETTERS[next(kinds_in(action.cards))])
        case verb if verb in (BACK, PASS, PICK):
            return False
    raise AssertionError(f"{action}: no plain reading of it")


def plain_value(clause: str, line: str) -> object:
    """What a clause gives, by hand."""
    here = line.startswith("seats ") or clause in plain_deals.VALUES
    return (plain_deals if here else plain_counts).plain_value(clause, line)


def together(table: Table, *, without: str = "", most: int = SEVERAL) -> Iterator[Lays]:
    """Every choice of fewer lays than that of the hand, each of another rank and a meld by itself."""
    by_rank: dict[str, list[tuple[str, Counter[str]]]] = {}
    for lay in table.lays():
        if lay[0] != without and lay[0] not in table.melds and table.joined({}, *lay):
            by_rank.setdefault(lay[0], []).append(lay)
    for n in range(most):
        for ranks in combinations(by_rank, n):
            yield from product(*map(by_rank.__getitem__, ranks))


def has_plain_reading(position: Position, action: Action) -> bool:
    """Whether the plain reading knows of such a thing: it knows no question, and not that a yes binds."""
    return action.verb in (MELD, TAKE, DRAW, DISCARD) and position.answer != "yes"


def any_opening(position: Position) -> bool:
    """Whether some melds of the hand may be laid as new ones, by trying them together."""
    table = Table(position)
    return any(lays and table.may_meld(lays) for lays in together(table))


def any_take(position: Position) -> bool:
    """Whether the pile may be taken in some way; a side that has not melded may lay three melds with it."""
    table = Table(position)
    takes = list(table.takes())
    if any(map(table.may_take, takes)):
        return True
    if table.melds:
        return False
    two = [lays for lays in takes if len(lays) > 1 and table.laid(lays, top=True)]
    return any(
        table.may_take((*lays, other[1]))
        for lays, other in combinations(two, 2)
        if lays[0] == other[0] and lays[1][0] != other[1][0]
    )


def any_canasta(position: Position) -> bool:
    """Whether some lay of the hand makes a canasta."""
    table = Table(position)
    for rank, cards in table.lays():
        meld = table.joined(table.melds, rank, cards)
        grows = (
            meld is not None and table.canasta(rank, meld) and not table.canasta(rank, table.melds.get(rank, (0, 0, 0)))
        )
        if grows and table.may_meld(((rank, cards),)):
            return True
    return False


BRUTE = {
    "laid:1": lambda position: Table(position).hand["r"] > 0,
    "canasta": any_canasta,
    "pile_taken": any_take,
    "melds:1": any_opening,
    "gone_out": goes_out,
    "asked": may_ask,
    "drawn": lambda position: Table(position).may_draw(),
}


@EACH
def test_every_item_can_be_asked_and_reached(generator: Generator) -> None:
    """What is dealt, and its twin, has nothing wrong with it: position, hints, task, and a way to the goal."""
    found = items(generator.name)
    assert len(found) > LOOKED
    ways = 0
    for item in found:
        faults = [*item.position.problems(), *item.hints.faults(item.position)]
        if isinstance(item, Question):
            faults += item.task.faults(item.position)
        else:
            assert not item.goal.reached(Attempt(item.position))
            assert ways >= REACHED or solution(item), str(item.position)
            ways += 1
        assert not faults, f"{item.position}: {faults}"


@EACH
def test_answers_by_brute_force(generator: Generator) -> None:
    """Each answer is what a plain reading of the rules finds, which shares no code with the engine."""
    looked_at = 0
    talks = generator.name == "asking"
    reads = may if talks else plainly
    for item in items(generator.name):
        match item:
            case Question(task=Judge(action=action) as task) if talks or has_plain_reading(item.position, action):
                assert (task.answer(item.position) == LEGAL) == reads(item.position, action), (item.position, action)
            case Question(task=Choose(tries=tries) as task):
                plain = [at for at, action in enumerate(tries) if reads(item.position, action)]
                assert task.answer(item.position) == plain, item.position
            case Question(task=Tables(action=action, tables=tables) as task):
                at = [item.position._replace(profile=profile) for profile in tables]
                assert task.answer(item.position) == [n for n, each in enumerate(at) if reads(each, action)]
            case Question(task=Order(actions=actions) as task) if generator.name != "your-turn":
                right = task.answer(item.position)
                for order in (right, right[::-1], [*right[1:], right[0]], [right[-1], *right[:-1]]):
                    marked = task.mark(item.position, order)
                    assert marked is not None
                    assert marked.right == playable(item.position, [actions[at] for at in order]), item.position
            case Question(task=Count(asks=asks) as task):
                assert task.answer(item.position) == sum(int(plain_value(*ask)) for ask in asks), item.position
            case Question(task=Which(asks=(ask,)) as task):
                assert task.answer(item.position) == str(plain_value(*ask)), item.position
            case Question(task=Sheet() as task):
                assert task.answer(item.position) == [row.points for row in sheet(item.position)], item.position
            case Question(task=Error() as task):
                pairs = enumerate(zip(sheet(item.position), task.shown(item.position), strict=True))
                assert [at for at, (row, points) in pairs if row.points != points] == [task.answer(item.position)]
            case Question(task=Broken(steps=steps) as task):
                assert refused(item.position, steps) == [task.answer(item.position)], item.position
            case Question(task=Order(actions=actions) as task):
                assert refused(item.position, [actions[at] for at in task.answer(item.position)]) == [], item.position
            case Level(goal=Goal(any=(Condition(text=text), *_))) if text.startswith("thrown:"):
                assert {each.text for each in item.goal.any} == {f"thrown:{card}" for card in dearest(item.position)}
            case _:
                continue
        looked_at += 1
    assert looked_at > LOOKED / 4


def test_all_orders_by_brute_force() -> None:
    """Of the orders of a turn's steps those are right that a plain course of a turn allows, and no other."""
    found = [each.item for each in drawn("your-turn") if each.kind == Order.kind][:REACHED]
    for item in found:
        assert isinstance(item, Question)
        task = item.task
        assert isinstance(task, Order)
        orders = [list(order) for order in permutations(range(len(task.actions)))]
        plain = [order for order in orders if not refused(item.position, [task.actions[at] for at in order])]
        assert [order for order in orders if (mark := task.mark(item.position, order)) and mark.right] == plain
        assert 0 < len(plain) < len(orders)
    assert len(found) == REACHED


@EACH
def test_one_of_two_goals_by_brute_force(generator: Generator) -> None:
    """Where one does a thing if it is allowed, it is asked for just where some way of doing it is legal."""
    asked: dict[str, list[Drawn]] = {}
    for each in drawn(generator.name):
        reached = each.item if each.yes else each.twin
        if each.yes is not None and isinstance(reached, Level):
            asked.setdefault(reached.goal.all[0].text, []).append(each)
    for goal, dealt in asked.items():
        assert {each.yes for each in dealt[:FEW]} == {True, False}
        for each in dealt[:FEW]:
            assert BRUTE[goal](each.item.position) == each.yes, each.item.position


@EACH
def test_as_many_yes_as_no(generator: Generator) -> None:
    """Of the yes/no items of each kind two in five to three in five are answered yes."""
    for kind in generator.kinds:
        answers = [each.yes for each in drawn(generator.name) if each.kind == kind and each.yes is not None]
        assert not answers or 0.4 <= mean(answers) <= 0.6, (kind, mean(answers))


def answered_yes(item: Item) -> bool:
    """Whether a yes/no item is answered yes, by the plain reading for a question, by force for a goal."""
    if isinstance(item, Question):
        assert isinstance(item.task, Judge)
        if not has_plain_reading(item.position, item.task.action):
            return item.task.answer(item.position) == LEGAL
        return plainly(item.position, item.task.action)
    return item.goal.all[0].text in BRUTE


@EACH
def test_every_no_is_a_near_miss(generator: Generator) -> None:
    """A no has a twin that is a yes, and every twin differs in one fact: of cards, in one of them."""
    twins = 0
    for each in drawn(generator.name):
        assert each.yes is not False or each.twin is not None, each.facts
        if each.twin is None:
            continue
        twins += 1
        others = each.twin_facts or {}
        assert others.keys() == each.facts.keys()
        assert [name for name, value in each.facts.items() if others[name] != value] == [each.changed]
        was, now = each.facts[each.changed], others[each.changed]
        if isinstance(was, str) and isinstance(now, str) and set(was + now) <= set(CARD_LETTERS):
            assert (Counter(was) - Counter(now)).total() <= 1 >= (Counter(now) - Counter(was)).total()
        if each.yes is False:
            assert answered_yes(each.twin), each.facts
    assert twins > SEEDS / 4


@EACH
def test_hardly_any_twice(generator: Generator) -> None:
    """Of all seeds fewer than one in a hundred deal what another one dealt; of what is stored most comes."""
    dealt = [
        (each.kind, repr(each.item.position), repr(getattr(each.item, "task", None))) for each in drawn(generator.name)
    ]
    if generator.stored:
        assert len(set(dealt)) > SEEDS / 4
        return
    assert len(dealt) - len(set(dealt)) < SEEDS / 100


@EACH
def test_every_knob_has_its_effect(generator: Generator) -> None:
    """Each value of each knob shows in the items, and what is harder is harder by the features of the items."""
    for name, knob in generator.knobs.items():
        for value in knob.values:
            dealt = [draw(generator, seed, {name: value}) for seed in range(FEW)]
            seen = {knob.seen(each) for each in dealt}
            if value != ANY and name != "hard":
                assert seen == {value}, (name, value)
    graded = [mean(difficulty(draw(generator, seed, {"hard": hard})) for seed in range(SOME)) for hard in HARD]
    assert graded == sorted(set(graded)), graded


@EACH
def test_the_same_seed_deals_the_same(generator: Generator) -> None:
    """A seed with its knobs gives the same item again, and another seed another one."""
    first, again, other = (draw(generator, seed, {"hard": 3}) for seed in ("monday", "monday", "tuesday"))
    assert first == again
    assert first.item != other.item


@EACH
def test_names_what_is_there(generator: Generator) -> None:
    """A generator's clauses stand in the book, and its kinds differ in what they ask."""
    assert generator.clauses
    assert all(clause in BOOK for clause in (*generator.clauses, *generator.beside))
    kinds = {each.kind for each in drawn(generator.name)}
    assert kinds == set(generator.kinds)


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"hardness": 2}, "wild-cards has no knob hardness; there are kind, profile, hard, meld"),
        ({"hard": 7}, "hard cannot be 7; it is one of 1, 2, 3"),
        ({"hard": True}, "hard cannot be True; it is one of 1, 2, 3"),
        ({"profile": "poker"}, "profile cannot be poker; it is one of classic, spruce, pagat"),
        ({"kind": "sheet"}, "kind cannot be sheet; it is one of any, judge, do, choose, allowed"),
    ],
)
def test_knobs_that_there_are_not(knobs: dict[str, object], said: str) -> None:
    """A knob or a value that there is not is named, with what there is."""
    with pytest.raises(DrillError) as fault:
        draw(GENERATORS["wild-cards"], 1, knobs)
    assert str(fault.value) == said


@EACH
def test_which_rule_allowed_it(generator: Generator) -> None:
    """Of what is legal it can be asked which rule allows it: one of those that decide, among others that do not."""
    if Judge.kind not in generator.kinds:
        assert "allowed" not in generator.knobs["kind"].values
        return
    found = 0
    for seed in range(SOME):
        asked = draw(generator, seed, {"kind": "allowed"})
        assert isinstance(asked.item, Question)
        task = asked.item.task
        assert isinstance(task, Allowed)
        assert list(task.faults(asked.item.position)) == []
        position = asked.item.position
        assert not has_plain_reading(position, task.action) or plainly(position, task.action)
        found += 1
    assert found == SOME
