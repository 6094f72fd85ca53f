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


CASES = [
    # id, position, action, "" if legal or the clause that objects
    ("P01", f"4449 {OUT} Q N.play", "meld 444", ""),
    ("P01-last", f"9 {OUT},444 Q N.play new=4", "discard 9", ""),
    ("P03-meld", f"44496 {OUT} Q N.play ans=no", "meld 444", ""),
    ("P03-discard", f"96 {OUT},444 Q N.play new=4 ans=no", "discard 9", ""),
    ("P03-keep", f"4449 {OUT} Q N.play ans=no", "meld 444", "out.ask-binding"),
    ("P04", f"4449 {OUT} Q N.play ans=yes", "discard 9", "out.ask-binding"),
    ("P05", f"4569 {OUT} Q N.play", "ask", "out.ask"),
    ("P06", f"9 {OUT},444 Q N.play new=4", "ask", "out.ask-late"),
    ("P07", f"449 {OUT},4444 - N.play took added", "ask", "out.ask-late"),
    ("P08", f"444 {OUT} Q ?9", "ask", ""),
    ("P08-pagat", f"444 {OUT} Q ?9 N.draw pagat", "ask", "out.ask"),
    ("P08-dummies", f"444 {OUT} Q ?9 N.draw classic+ask_when=after", "ask", "out.ask"),
    ("P09", f"4449 {OUT} Q N.answer drew", "S: draw", "out.ask-info"),
    ("P10", f"4449 {OUT} Q N.answer drew", "answer if", "out.ask"),
    ("P11", f"4449 {OUT} Q N.play", "ask", ""),
    ("P11-same-turn", f"4449 {OUT} Q N.play ans=no", "ask", "out.ask"),
    # Only asking is too late; going out without asking stays free, and no penalty is part of these rules.
    ("P12", f"9 {OUT},444 Q N.play new=4", "discard 9", ""),
    ("G06", f"4449 {OUT} Q N.play melded=S", "ask", ""),
    ("V02", f"4449/?15 {OUT} Q N.play classic/2", "ask", "out.ask"),
    ("H01", "444444455555 - Q N.play 3200:0", "ask", ""),
    ("H01-no", "444444455555 - Q N.play ans=no 3200:0", "meld 4444444 55555", "out.ask-binding"),
    # With a stock to draw from the hand needs no count; only the take does.
    ("H02", "44444445555 - 5 - 3200:0", "ask", "out.ask"),
    ("H02-draw", "44444445555 - 5 ?9 3200:0", "ask", ""),
    ("H03", "44444445555 KKK 5 ?9 N.draw melded=S 3200:0", "ask", ""),
    ("PEER-076", "AAA4 777 Q N.play", "ask", "out.ask"),
    ("PEER-080", f"AAA {OUT} Q N.play", "ask", ""),
]


@pytest.mark.parametrize(("line", "words", "clause"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_case(line: str, words: str, clause: str) -> None:
    """A collected case about asking comes out as the rule book has it, under its clause."""
    position = Position.parse(line).check()
    verdict = judge(position, Action.parse(words))
    assert [finding.clause for finding in verdict.refusals][:1] == [clause] * bool(clause) or (
        clause in [finding.clause for finding in verdict.refusals]
    )
    assert verdict.legal == (not clause), str(verdict)


@pytest.mark.parametrize(
    ("line", "words", "concealed"),
    [
        ("H01", "444444455555 - Q N.play 3200:0 | meld 4444444 55555", True),
        ("H03", "44444445555 KKK 5 ?9 N.draw melded=S 3200:0 | take 55 55 4444444", True),
        ("H05", "44444449 KKK Q N.play melded=N | meld 4444444; discard 9", False),
        ("H06", "44444449 KKK Q N.play melded=S | meld 4444444; discard 9", True),
        ("H07", "444555 KKKKKKK Q N.play melded=S pagat | meld 444 555", False),
        ("H08", "44444445555 KKK 5 ?9 N.draw melded=S | take 55 55; meld 4444444", True),
        ("H08-house", "44444445555 KKK 5 N.draw melded=S classic+concealed_after_take=no | take 5555 4444444", False),
        ("PEER-087", "KKKKKKK444 - Q N.play | meld KKKKKKK 444", True),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 10 else "",
)
def test_concealed_cases(line: str, words: str, concealed: bool) -> None:
    """A collected case of going out is concealed or not as the rule book has it."""
    text, _, plays = words.partition(" | ")
    after = told(Position.parse(text).check(), plays)
    assert (after.out, after.out_concealed) == (0, concealed), line


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
