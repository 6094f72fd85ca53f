"""What comes of a turn that misses its task: found by the engine, played on the lesson's table, and told in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest
from canasta_widgets.lesson import Lesson
from test_lesson import see
from test_levels import LEVELS, UNITS
from test_words import escaped

from canasta import Action, Position, judge, play
from canasta.actions import DISCARD, TAKE
from canasta.position import OVER
from canasta.score import score_deal
from canasta.tutor import aftermath as module
from canasta.tutor.aftermath import aftermath
from canasta.tutor.goals import Attempt
from canasta.tutor.levels import Level, known_plays, read_unit

WIDE, LONG = 20, 12  # plays that are tried of one position, and unfinished turns that are gone on with


def misses(level: Level) -> Iterator[Attempt]:
    """Legal turns that end without the goal, though every refusal that it asks for was heard."""
    refused = tuple(judge(level.position, wrong.action) for wrong in level.wrong)
    begun = [Attempt(level.position, refused=refused)]
    for _ in range(level.steps + 1):
        further = []
        for attempt in begun:
            plays = sorted(known_plays(attempt.now), key=lambda action: action.verb != DISCARD)
            for action in plays[:WIDE]:
                after = attempt.after(play(attempt.now, action))
                if level.goal.reached(after):
                    continue
                if after.now.phase == OVER or after.now.seat != level.position.seat:
                    yield after
                else:
                    further.append(after)
        begun = further[:LONG]


def costly(level: Level) -> Attempt | None:
    """A wrong turn of a level that something bad comes of."""
    return next((each for each in misses(level) if aftermath(each.now, level.position.seat)), None)


UNIT_OF = {item.id: path.stem for path in UNITS for item in read_unit(path, proved=False).good()}


@lru_cache(maxsize=1)
def all_costly() -> list[tuple[Level, Attempt]]:
    """The levels where something bad comes of a wrong turn, each with one."""
    return [(level, attempt) for level in LEVELS if (attempt := costly(level)) is not None]


def of_unit(unit: str) -> tuple[Level, Attempt]:
    """The first of them in a unit that is given by its number."""
    return next(pair for pair in all_costly() if UNIT_OF[pair[0].id].startswith(unit))


def lesson_at(level: Level) -> Lesson:
    """The lesson with a level on its table."""
    lesson = Lesson(UNIT_OF[level.id], part=level.part)
    lesson.go_to([each.id for each in lesson.unit.levels].index(level.id))
    return lesson


def test_consequences_are_met_in_many_units() -> None:
    """In several units a wrong turn lets the next player take the pile, and in some it ends the deal."""
    kinds = {"pile": set[str](), "over": set[str]()}
    for level, attempt in all_costly():
        came = aftermath(attempt.now, level.position.seat)
        assert came is not None
        took = any(step.verdict.action.verb == TAKE for step in came.steps)
        kinds["pile" if took else "over"].add(level.id)
    assert len(kinds["pile"]) >= 8
    assert len(kinds["over"]) >= 4
    assert {UNIT_OF[id][:2] for id in kinds["pile"]} >= {"05", "08", "09", "10", "11"}
    assert {UNIT_OF[id][:2] for id in kinds["over"]} >= {"12", "14", "15"}


@pytest.mark.parametrize("unit", ["05", "08", "09", "10", "11", "12", "14", "15"])
def test_the_lesson_plays_what_comes(unit: str) -> None:
    """The next player's turn is played step by step, told once it is over, and one can only begin again."""
    level, attempt = of_unit(unit)
    came = aftermath(attempt.now, level.position.seat)
    assert came is not None
    lesson = lesson_at(level)
    for step in attempt.steps:
        lesson.table.commit(str(step.verdict.action))
    assert len(lesson.table.steps) == len(attempt.steps)
    assert see(lesson) == len(came.steps)
    assert [step.verdict.action for step in lesson.table.steps[len(attempt.steps) :]] == [
        step.verdict.action for step in came.steps
    ]
    outcome = lesson.guide.view["outcome"]
    assert outcome["state"] == "missed"
    assert outcome["text"].startswith(came.text)
    assert not lesson.done
    assert not lesson.table.can_undo
    assert lesson.table.commit("draw") is None
    assert not lesson.done
    lesson._heard(None, {"kind": "retry"}, None)
    assert lesson.table.position == level.position
    assert lesson.guide.view["outcome"] == {}
    assert lesson.guide.view["waits"] == 0
    assert not lesson.table.still


@pytest.mark.parametrize("unit", ["05", "08", "09", "10", "11", "12", "14", "15"])
def test_what_others_hold_is_not_shown(unit: str) -> None:
    """A hand that is stated for the player who plays on lies face down; the table is told what the learner sees."""
    level, attempt = of_unit(unit)
    seat = level.position.seat
    lesson = lesson_at(level)
    assert lesson.table.zones["line"] == str(level.position.seen_by(seat))
    for step in attempt.steps:
        lesson.table.commit(str(step.verdict.action))
    see(lesson)
    assert lesson.table.zones["line"] == str(lesson.table.position.seen_by(seat))


def test_beginning_again_stops_what_goes_by_itself() -> None:
    """While the next player plays one may begin again, and a wish of the page that comes late plays nothing."""
    level, attempt = of_unit("09")
    lesson = lesson_at(level)
    for step in attempt.steps:
        lesson.table.commit(str(step.verdict.action))
    late = {"kind": "go", "n": lesson.guide.view["n"]}
    assert "Now East plays" in lesson.guide.view["outcome"]["text"]
    lesson.retry()
    for message in (late, {"kind": "go"}, {"kind": "go", "n": "1"}):
        lesson._heard(None, message, None)
    assert lesson.table.position == level.position
    assert lesson.table.steps == []


def test_a_player_that_fails_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the next player trips the lesson goes on as if his hand were not known."""

    def fails(_view: Position) -> None:
        raise RuntimeError

    level, attempt = of_unit("09")
    lesson = lesson_at(level)
    monkeypatch.setattr(module, "club", fails)
    for step in attempt.steps:
        lesson.table.commit(str(step.verdict.action))
    assert "your turn is over" in lesson.guide.view["outcome"]["text"]


def after(line: str, action: str) -> Position:
    """Where an action leads."""
    return play(Position.parse(line), Action.parse(action)).after


PILE = "KQ54/{east}/?9/?9 AAA/TTT,888 7h9dTcJd N.play"


def test_the_pile_is_counted() -> None:
    """Who takes the pile is named, with the cards it has, the discard among them."""
    came = aftermath(after(PILE.format(east="KK976"), "discard K"), 0)
    assert came is not None
    assert came.text == "East takes the pile that you left: 5 cards."
    assert came.steps[0].verdict.action.verb == TAKE


@pytest.mark.parametrize("east", ["?9", ".", "KK9?6", "J976"], ids=["face down", "unstated", "in part", "of no use"])
def test_nothing_is_invented(east: str) -> None:
    """Where the next hand is not wholly known, or he would have to draw a card that nobody knows, nothing comes."""
    assert aftermath(after(PILE.format(east=east), "discard K"), 0) is None


def test_within_the_turn_nothing_comes() -> None:
    """As long as the learner is in turn nobody else plays."""
    assert aftermath(Position.parse(PILE.format(east="KK976")), 0) is None


OUT = "QQQ8/AT/{south}/JT96 7777777/KKKKKKK,AAA 5J {stock} N.play"


def test_the_cost_of_cards_left_is_the_score_s() -> None:
    """At the end of a deal the cards left cost what the score's lines say, by side where all hands are known."""
    came = aftermath(after(OUT.format(south="A4", stock="K9"), "discard 8"), 0)
    assert came is not None
    lines = score_deal(came.steps[-1].after)
    cost = [
        -sum(each.points for each in lines if each.side == side and each.clause == "score.hand-minus")
        for side in (0, 1)
    ]
    assert cost == [55, 35]
    assert came.text == (
        "East goes out, and the deal is over. "
        "Cards left in the hand cost your side 55 points, and the other side 35 points."
    )


def test_of_hands_that_are_face_down_nothing_is_counted() -> None:
    """Where the partner's hand is not known, only one's own cards are counted."""
    came = aftermath(after(OUT.format(south="?2", stock="K9"), "discard 8"), 0)
    assert came is not None
    assert came.text.endswith("The cards left in your hand cost 30 points.")


def test_one_s_own_end_of_the_deal_is_told() -> None:
    """Who ends the deal himself hears what it brought, or what it cost, and nobody plays."""
    out = aftermath(after("Q 7777777,QQQ/KKK J N.play", "discard Q"), 0)
    gone = aftermath(after("A94 7777777/KKK J - N.draw", "draw"), 0)
    assert out is not None
    assert gone is not None
    assert out.steps == gone.steps == ()
    assert out.text == "You go out, and the deal is over: that brings 100 points."
    assert gone.text == "The deal is over. The cards left in your hand cost 35 points."


def test_an_answer_of_an_unseen_hand_is_not_given() -> None:
    """A player who would ask a partner whose cards are not known does not play on."""
    line = OUT.format(south="A4", stock="K9").replace("JT96", "?4")
    assert aftermath(after(line, "discard 8"), 0) is None


def test_every_sentence_is_a_message() -> None:
    """All that is said of what comes can be translated."""
    from pseudo import Pseudo, spoken

    with spoken(Pseudo()):
        for level, attempt in all_costly():
            came = aftermath(attempt.now, level.position.seat)
            assert came is not None
            assert escaped(came.text) == []
