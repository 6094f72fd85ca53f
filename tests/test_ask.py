"""Asking one's partner: whole dialogues, what the answer binds to, and that nobody is left without a play."""

from __future__ import annotations

import random

import pytest
from full import FULL
from test_wayout import searched, small

from canasta import Action, IllegalAction, Position, judge, legal, play, questions
from canasta.wayout import way_out

OUT = "7777777"  # a canasta on the table


def told(position: Position, words: str) -> Position:
    """The position after plays that stand by semicolons."""
    for action in words.split("; "):
        position = play(position, Action.parse(action)).after
    return position


@pytest.mark.parametrize(
    ("line", "words", "turn"),
    [
        (f"4449 {OUT} Q . N.play", "ask", ("answer", "", None)),
        (f"4449 {OUT} Q . N.play", "ask; answer yes", ("play", "yes", None)),
        (f"4449 {OUT} Q . N.play", "ask; S: answer no", ("play", "no", None)),
        (f"444 {OUT} Q ?9", "ask; answer yes", ("draw", "yes", None)),
        (f"444 {OUT} Q ?9", "ask; answer no", ("draw", "no", None)),
        (f"4449 {OUT} Q . N.play", "ask; answer yes; meld 444; discard 9", ("over", "yes", 0)),
        (f"444 {OUT} Q K?9", "ask; answer yes; draw; meld 444; discard K", ("over", "yes", 0)),
        (f"4449 {OUT} Q . N.play", "ask; answer no; discard 9", ("draw", "", None)),
        (f"444 {OUT} Q r", "ask; answer yes; draw", ("over", "yes", None)),
        (f"4449 {OUT} Q . N.play", "meld 444; discard 9", ("over", "", 0)),
        ("7 77777 77 ?9", "ask; answer yes; take 7; meld 7", ("over", "yes", 0)),
        ("44K 777777,4444 Q4 . N.draw pagat", "take 44; discard K", ("draw", "", None)),
        ("77K 77777 KK7 . N.draw pagat", "take 77; ask; answer no; discard K", ("draw", "", None)),
    ],
)
def test_dialogue(line: str, words: str, turn: tuple[str, str, int | None]) -> None:
    """Question and answer lead back to where the turn stood, and what follows ends as it must."""
    after = told(Position.parse(line), words)
    assert (after.phase, after.answer, after.out) == turn
    assert Position.parse(str(after)) == after
    assert after.problems() == []


@pytest.mark.parametrize(
    ("line", "words", "says"),
    [
        (f"4449 {OUT} Q N.play classic/3", "ask", "no partner"),
        (f"4449 {OUT} Q N.play ans=no", "ask", "already"),
        (f"4449 {OUT} Q ?9", "ask", "drawing 5 would leave no way"),
        ("4449 777777 Q N.play", "ask", "1 canasta is missing"),
        (f"4 {OUT} - N.play took new=7 pagat", "ask", "a no could not be kept"),
        (f"444 {OUT} Q ?9 N.draw pagat", "ask", "comes first"),
        (f"4449 {OUT} Q N.answer drew", "answer if", "yes or no"),
        (f"4449 {OUT} Q N.answer drew", "W: answer yes", "another player"),
        (f"4449 {OUT} Q N.play", "answer yes", "nobody has asked"),
        (f"4449 {OUT} Q N.play ans=yes", "discard 9", "said yes, and this leaves no way"),
        (f"4449 {OUT} Q N.play ans=no", "meld 444", "said no"),
    ],
)
def test_a_refusal_says_why(line: str, words: str, says: str) -> None:
    """A question, an answer or a play that the partner's word bars is refused with its reason."""
    facts = " ".join(finding.fact for finding in judge(Position.parse(line), Action.parse(words)).refusals)
    assert says in facts.lower()


def test_only_the_next_partner_answers() -> None:
    """Of two partners the next clockwise answers, with his seat or without."""
    position = Position.parse("4449 7777777,KKKKKKK Q . N.answer drew classic/6")
    answers = {seat: bool(judge(position, Action.parse(f"{seat}: answer yes"))) for seat in position.profile.seat_names}
    assert [seat for seat, legal in answers.items() if legal] == ["SE"]
    assert judge(position, Action.parse("answer no"))


def test_questions_and_answers_are_listed() -> None:
    """The question is listed where it is allowed, and while it is open the two answers alone are plays."""
    position = Position.parse(f"4449 {OUT} Q . N.play")
    assert questions(position) == [Action.parse("ask")]
    assert [str(action) for action in legal(told(position, "ask"))] == ["answer yes", "answer no"]
    assert questions(Position.parse(f"4459 {OUT} Q . N.play")) == []
    assert [str(action) for action in legal(told(position, "ask; answer yes"))] == ["meld 444"]


def test_asking_changes_no_card() -> None:
    """Question and answer leave hands, tables, pile and stock as they are."""
    position = Position.parse(f"4449 {OUT} Q ?9 N.play")
    after = told(position, "ask; answer no")
    assert after._replace(answer="") == position
    with pytest.raises(IllegalAction):
        told(position, "ask; discard 9")


def test_an_answer_never_leaves_a_player_stuck() -> None:
    """Wherever asking is allowed, after a no some play stays and nobody goes out; after a yes all plays lead out."""
    chance = random.Random(5)
    asked = 0
    while asked < (400 if FULL else 12):
        position = small(chance)
        if position is None or not judge(position, Action.parse("ask")):
            continue
        asked += 1
        no, yes = told(position, "ask; answer no"), told(position, "ask; answer yes")
        assert _ends(no) == {"passed"}, str(no)
        assert _ends(yes) == {"out"}, str(yes)
        assert not searched(no)


def test_where_asking_is_required_nobody_is_stuck() -> None:
    """A house that requires the question lets nobody go out without a yes, and leaves everybody a play."""
    chance = random.Random(8)
    tried = 0
    while tried < (400 if FULL else 60):
        position = small(chance)
        if position is None or position.profile.sides == position.profile.players:
            continue
        position = position._replace(profile=position.profile.replace(ask="required"))
        if not legal(position):
            continue
        tried += 1
        assert "out" not in _ends(position, without=("ask",)), str(position)
        assert way_out(position) is None


def _ends(position: Position, without: tuple[str, ...] = ()) -> set[str]:
    """How a turn can end: out, passed, or over; every play that is listed is tried, a draw with some cards."""
    ends: set[str] = set()
    seen: set[Position] = set()
    todo = [position]
    while todo:
        now = todo.pop()
        if now in seen:
            continue
        seen.add(now)
        if now.phase == "over" or now.seat != position.seat:
            ends.add("passed" if now.phase != "over" else "out" if now.out is not None else "over")
            continue
        plays = [action for action in (*legal(now), *questions(now)) if action.verb not in without]
        assert plays, f"stuck in {now}"
        for action in plays:
            if action.verb == "draw":
                todo += [play(now, drawn).after for drawn in _drawn(now)]
            else:
                todo.append(play(now, action).after)
    return ends


def _drawn(position: Position) -> list[Action]:
    words = ("draw A", "draw 4", "draw 2", "draw 8", "draw b")
    drawn = [Action.parse(text + text[-1] * (position.profile.draws - 1)) for text in words]
    return [draw for draw in drawn if judge(position, draw)]
