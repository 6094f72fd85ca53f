"""Items from played deals: what is shipped is proved again, and any log can be looked through."""

from __future__ import annotations

import doctest
import json
import re
from collections import Counter
from itertools import chain
from statistics import mean

import pytest
from full import FULL
from pseudo import OPEN, Pseudo, spoken
from test_drills import has_plain_reading, plainly
from test_words import escaped

import canasta.tutor.mining
from canasta import BOOK, Log, Position, record, would_be_legal_if
from canasta.cards import UNSEEN, kinds_in
from canasta.changes import MAKERS
from canasta.profile import PROFILES
from canasta.tries import Try
from canasta.tutor.drills import DrillError, draw, own_deals
from canasta.tutor.drills.plan import Plan
from canasta.tutor.drills.real_deals import REAL_DEALS
from canasta.tutor.drills.session import Session
from canasta.tutor.finders import FINDERS, Finder, is_yes
from canasta.tutor.levels import Question
from canasta.tutor.mining import (
    AT_THE_END,
    SHIPPED,
    Find,
    MiningError,
    chosen,
    club_deal,
    found_by,
    found_in,
    main,
    mined,
    shipped,
)
from canasta.tutor.progress import Entry
from canasta.tutor.questions import Judge, Which

ALL = shipped()
FROZEN = "position: K26 444/QQQ 952K\n"
EACH = pytest.mark.parametrize("finder", FINDERS.values(), ids=list(FINDERS))
# Some that are played again in every run, those of which most is shipped.
DEALS = [deal for deal, _n in Counter(find.deal for find in ALL).most_common(2)]


def facing(finds: tuple[Find, ...], sort: str) -> list[Find]:
    """The finds of one sort."""
    return [find for find in finds if find.sort == sort]


def test_every_shipped_answer_is_the_engines_today() -> None:
    """What a line says of its try is what the rule book says of it now, and one fact turns it."""
    assert ALL
    for find in ALL:
        assert find.answer == find.finder.answer(find.position, find.action), find.case
        turned = find.turned()
        assert turned is not None, find.case
        assert is_yes(turned.answer) != find.yes, find.case
        assert not turned.position.problems(), turned.case


def test_every_shipped_item_can_be_asked() -> None:
    """Positions can exist, and neither task nor hints have a fault; the clauses that decide stand in the book."""
    for find in ALL:
        item = find.item
        assert isinstance(item, Question)
        faults = [*item.position.problems(), *item.task.faults(item.position), *item.hints.faults(item.position)]
        assert not faults, (find.case, faults)
        assert all(clause in BOOK for clause in item.clauses)
        assert item.say.endswith("?")
        assert find.turning


def test_a_plain_reading_agrees() -> None:
    """Wherever the plain reading of the rules can judge a try, it says what the line says."""
    read = [find for find in ALL if isinstance(find.item.task, Judge) and has_plain_reading(find.position, find.action)]
    for find in read:
        assert plainly(find.position, find.action) == find.yes, find.case
    assert len(read) > len(ALL) * 0.7


def test_the_shipped_set_is_balanced() -> None:
    """A few hundred, as many yes as no, from all three tables, of many sorts, and no clause decides too many."""
    assert 200 <= len(ALL) <= 400
    assert 0.4 <= mean(find.yes for find in ALL) <= 0.6
    tables = Counter(find.position.profile.base for find in ALL)
    assert set(tables) == set(PROFILES)
    assert min(tables.values()) > len(ALL) / 5
    assert len({find.sort for find in ALL}) == len(FINDERS) >= 8
    assert max(Counter(find.clauses[0] for find in ALL).values()) <= len(ALL) / 4


def test_no_two_are_alike() -> None:
    """No position is asked about twice, and of a deal nothing twice of one sort with the same answer."""
    assert len({find.position for find in ALL}) == len(ALL)
    assert len({(find.sort, find.yes, find.deal) for find in ALL}) == len(ALL)


def test_nothing_is_shown_that_the_player_did_not_see() -> None:
    """Other hands and the stock lie face down in every item."""
    for find in ALL:
        position = find.position
        assert position == position.seen_by(position.seat)
        others = [hand for seat, hand in enumerate(position.hands) if seat != position.seat]
        assert {kind for hand in others for kind in kinds_in(hand or 0)} <= {UNSEEN}


@pytest.mark.parametrize("seed", DEALS)
def test_each_stood_where_it_says(seed: str) -> None:
    """A deal of club players, played again by its seed, holds what is shipped of it, at the step that is named.

    If this fails the players have changed: `make mined` looks anew.
    """
    steps = club_deal(seed)
    again = found_by(seed)
    assert again
    for find in again:
        before = steps[find.step - 1].before
        assert before.seen_by(before.acting) == find.position
    own = [find for find in ALL if find.deal == seed]
    assert set(own) <= set(again)
    assert own


@pytest.mark.skipif(not FULL, reason="plays some thousand deals")
def test_made_again_it_is_the_same(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make mined` writes the file that is shipped."""
    written: list[str] = []
    monkeypatch.setattr(type(SHIPPED), "write_text", lambda path, text, *rest: written.append(text))
    main()
    assert written == [SHIPPED.read_text("utf-8")]


def test_choosing_is_by_chance_but_always_the_same() -> None:
    """The same finds give the same choice, each position once."""
    finds = list(chain.from_iterable(map(found_by, DEALS)))
    first = chosen(finds)
    assert first == chosen(finds)
    assert 10 < len(first) < len(finds)
    assert len({find.position for find in first}) == len(first)


def test_a_line_is_read_as_it_was_written() -> None:
    """Each shipped line is one find, and writing and reading are inverse."""
    lines = SHIPPED.read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [find.as_json() for find in ALL]


# -- the finders ------------------------------------------------------------------------------------------------------


@EACH
def test_a_finder_finds_both_answers(finder: Finder) -> None:
    """Each sort has shipped finds that may be done and such that may not, decided by a clause of its own."""
    own = facing(ALL, finder.name)
    assert {find.yes for find in own} == {True, False}
    assert all(clause in BOOK for clause in (*finder.clauses, *finder.among))
    for find in own:
        assert find.yes or finder.value or find.answer in finder.clauses


def test_what_would_turn_a_no_is_what_the_book_says() -> None:
    """Where a no turns by a change that the rule book's "it would be legal if" knows, it is among its answers."""
    known = 0
    for find in ALL:
        if find.yes or find.finder.value:
            continue
        turned = find.turned()
        assert turned is not None
        tried = Try(find.position, find.action)
        if any(change.position == turned.position for maker in MAKERS for change in maker(tried)):
            conditions = would_be_legal_if(find.position, find.action)
            assert any(each.position == turned.position and each.action == turned.action for each in conditions)
            known += 1
    assert known > 60


def test_everything_told_is_in_the_language() -> None:
    """In a language that nobody speaks no English word is left in an item, its hints, or what would turn it."""
    with spoken(Pseudo()):
        for find in [each for finder in FINDERS for each in facing(ALL, finder)[:4]]:
            item, hints = find.item, find.item.hints
            for text in (item.title, item.say, find.turning, hints.gate, hints.words, hints.ask, hints.answer):
                assert OPEN in text
                assert escaped(text) == [], text


# -- any log ----------------------------------------------------------------------------------------------------------


def test_a_take_refused_by_the_freeze() -> None:
    """In a log of one draw the take that only the freeze forbids is found, where it stood, with what would turn it."""
    (find,) = mined(FROZEN + "draw 7")
    assert (find.sort, find.deal, find.step, str(find.action)) == ("freeze", "1", 1, "take K2")
    assert find.answer == "freeze.natural-pair"
    assert find.clauses[0] == "freeze.natural-pair"
    assert find.turning == "It would be legal if the pile were not frozen."


@pytest.mark.parametrize(
    ("log", "sort", "action", "answer"),
    [
        ("position: ./QQ6 444/777 8Q . E.draw\ndraw 7", "freeze", None, None),  # a pair takes an open pile
        ("position: K26 444/QQQ 952K\ndraw 7", "freeze", "take K2", "freeze.natural-pair"),
        ("position: K26 444/QQQ 95K\ndraw 7", "freeze", "take K2", "legal"),
        ("position: KK26 444/QQQ 952K\ndraw 7", "freeze-before-initial", None, None),
        ("position: KKK4456 - 98 . N.play drew 3000:0\ndiscard 4", "opening", None, None),  # far too little
        ("position: AAA4456 - 98 . N.play drew\ndiscard 4", "opening", "meld AAA", "legal"),
        ("position: KKK4456 - 98 . N.play drew\ndiscard 4", "opening", "meld KKK", "initial.minimum"),
        ("position: K44 777,KKK 4J - N.draw\ndraw", "forced-take", "draw", "legal"),
        ("position: K44 777,KKK 4QK -\ntake K:", "forced-take", "draw", "stock.forced-take"),
        ("position: KK4 777/QQQ 9Kb\ndraw 5", "black-three", "take KK", "take.black-three-top"),
        ("position: KK4 777/QQQ 9K2\ndraw 5", "wild-on-top", "take KK", "take.wild-top"),
        ("position: 2JKK 777,9922/QQQ 8 . N.play drew\ndiscard J", "wild-limit", "meld 9:2", "legal"),
        ("position: 6664 777/QQQ 8 . N.play drew\ndiscard 6", "keep-one", "meld 666", "out.keep-one"),
        ("position: 666 777/QQQ 8 . N.play drew\ndiscard 6", "going-out", "meld 666", "out.canasta"),
        ("position: bbb 7777777/QQQ 8 . N.play drew\nmeld bbb", "black-meld", "meld bbb", "legal"),
        ("position: 6669 7777777/QQQ 8 . N.play drew\nask\nanswer yes", "asking", "ask", "legal"),
    ],
)
def test_what_is_found(log: str, sort: str, action: str | None, answer: str | None) -> None:
    """A position made for a sort is found by it, with the try and the answer; or not, if nothing is near."""
    own = [(str(find.action), find.answer) for find in facing(mined(log), sort)]
    assert own == ([] if action is None else [(action, answer)])


def test_a_whole_log_in_its_own_words() -> None:
    """The log of a deal, as it is saved, gives what its steps give, for all seats or for some."""
    steps = club_deal(DEALS[0])
    log = record(steps)
    finds = mined(str(log))
    assert finds == tuple(found_in(steps, "1"))
    assert mined(log) == finds
    own = mined(log, seats=[2])
    assert own == tuple(find for find in finds if find.position.seat == 2)
    assert 0 < len(own) < len(finds)


@pytest.mark.parametrize(
    "log",
    [
        "position: 49 777/QQQ 952K\ndraw 7",  # nothing is near
        "position: ?9 444/QQQ 952K\ndraw",  # the hand is not known
        "deal: 7",  # nothing was played
    ],
)
def test_a_deal_that_holds_nothing(log: str) -> None:
    """Where nothing is to be found nothing is found."""
    assert mined(log) == ()
    with pytest.raises(DrillError, match="Nothing is found in this log"):
        own_deals(log)


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("", r"This log cannot be read\. Line 1: a log has a deal: or position: line"),
        ("deal: 7\nfly away", r"This log cannot be read\. Line 2: action: 'fly' is no verb"),
        ("position: KKKKKKKKK 444 5\ndraw", r"This log cannot be read\. .*king"),
        (FROZEN + "take K2", r"This log cannot be played: Line 2, take K2: The pile is frozen"),
    ],
)
def test_a_log_that_is_none(log: str, said: str) -> None:
    """A log that cannot be read or played is told with its line and why; as a drill too."""
    with pytest.raises(MiningError, match=said):
        mined(log)
    with pytest.raises(DrillError, match=said):
        own_deals(log)


# -- as drills --------------------------------------------------------------------------------------------------------


def test_a_drill_of_ones_own_deals() -> None:
    """A learner's log is a drill like others: by seed, of every kind, each item one that stood there."""
    log = str(record(club_deal(DEALS[1])))
    drill = own_deals(log)
    cases = {find.case for find in mined(log)}
    items = [
        draw(drill, seed, {"kind": kind, "hard": hard}) for seed in range(6) for kind in drill.kinds for hard in (1, 3)
    ]
    assert {each.facts["case"] for each in items} <= cases
    assert len({each.facts["case"] for each in items}) > 6
    assert {each.kind for each in items} == {"judge", "do"}
    assert draw(drill, "a") == draw(own_deals(log), "a")._replace(generator=drill)


def test_a_session_of_ones_own_deals() -> None:
    """A session deals a learner's own deals among others, the same for the same seed; weak ones too, and mistakes."""
    drill = own_deals(str(record(club_deal(DEALS[1]))))
    plan = Plan(("own-deals", "real-deals", "frozen-pile"), "a", count=9)
    first, again = (Session(plan, more=[drill]) for _time in range(2))
    dealt = [first.next() for _turn in range(9)]
    assert [again.next() for _turn in range(9)] == dealt
    assert {each.generator.name for each in dealt} == set(plan.drills)
    missed = next(each for each in dealt if each.generator is drill)
    knobs = tuple(missed.knobs.items())
    entry = Entry(drill.unit, drill.name, missed.item.version, "drill", missed.seed, knobs, wrong=1)
    mend = Session(Plan(plan.drills, "b", choose="mistakes"), [entry], more=[drill])
    assert mend.next() == missed
    assert mend.over
    weak = Session(Plan(plan.drills, "b", choose="weak"), [entry], more=[drill])
    assert weak.weights["own-deals"] > weak.weights["frozen-pile"]


def test_where_an_item_comes_from() -> None:
    """What is dealt says by which deal and step it stood, so that it can be looked up."""
    drawn = draw(REAL_DEALS, "a")
    find = next(find for find in ALL if find.case == drawn.facts["case"])
    assert (drawn.facts["deal"], drawn.facts["step"]) == (find.deal, find.step)
    assert re.fullmatch(r"(classic|spruce|pagat)(/3)? \d+", find.deal)
    assert Log.parse(str(record(club_deal(find.deal)))).profile == find.position.profile


def test_nothing_found_is_asked_as_its_twin() -> None:
    """Every item that is dealt of the shipped ones is one of them; twins stood nowhere."""
    cases = {find.case for find in ALL}
    for seed in range(40):
        drawn = draw(REAL_DEALS, seed)
        assert drawn.facts["case"] in cases
        assert drawn.twin is None or (drawn.twin_facts or {})["case"] not in cases


def test_concealed_hands_are_asked_about_by_name() -> None:
    """Whether a hand is concealed is asked with a yes and a no, and the clause answers."""
    own = facing(ALL, "concealed")
    for find in own:
        task = find.item.task
        assert isinstance(task, Which)
        assert task.answer(find.position) == find.answer
    assert {find.answer for find in own} == {"yes", "no"}


def test_the_end_of_the_stock_is_looked_for_where_three_play() -> None:
    """Forced takes come from deals for three too, and those are asked about nothing else."""
    three = [find for find in ALL if find.position.profile.players == 3]
    assert three
    assert {find.sort for find in three} == set(AT_THE_END)
    assert all(find.position.stock == b"" for find in facing(ALL, "forced-take"))
    assert isinstance(three[0].position, Position)


def test_the_example_of_the_module() -> None:
    """The example in the module's text gives what it says."""
    assert doctest.testmod(canasta.tutor.mining) == doctest.TestResults(failed=0, attempted=2)
