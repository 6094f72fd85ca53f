"""The expert plays by the rules in every shape, sees only what he may, keeps his time and says what he compared."""

from __future__ import annotations

import itertools
import random

import pytest
from dealt import NAMES
from test_leaks import exchanged

from canasta import Position, Profile, Step, deal, judge, legal
from canasta.advance import advance
from canasta.clauses import BOOK
from canasta.tutor.bots import club, expert, played
from canasta.tutor.bots.expert import Expert
from canasta.tutor.bots.habits import EXPERT
from canasta.tutor.bots.quick import quick

UNHURRIED = float("inf")
SHORT = Expert(budget=UNHURRIED, samples=2)


class Clock:
    """A clock that goes on by one second each time somebody looks at it."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return float(self.looks)


def a_deal(name: str, seed: int) -> list[Step]:
    """A deal between an expert of few samples and club players."""
    profile = Profile.parse(name)
    start = deal(seed, profile, scores=(3000,) * profile.sides if seed % 2 else ())
    return list(played(start, [SHORT if not seat else club for seat in range(profile.players)]))


@pytest.mark.parametrize("name", NAMES)
def test_he_plays_by_the_rules(name: str) -> None:
    """In every shape a deal with an expert comes to its end, each action legal and with a reason and known clauses."""
    steps = a_deal(name, 5)
    assert steps[-1].after.phase == "over"
    own = [step.before for step in steps if step.before.acting == 0]
    assert own
    for position in random.Random(name).sample(own, min(4, len(own))):
        choice = SHORT(position.seen_by(0))
        assert choice.reason.endswith(".")
        assert "{" not in choice.reason
        assert all(clause in BOOK for clause in choice.clauses)


@pytest.mark.parametrize("name", NAMES)
def test_the_quick_player_plays_by_the_rules(name: str) -> None:
    """In every shape the player that deals are played on with plays legally to the end, each seat seeing its own."""
    profile = Profile.parse(name)
    player = quick(profile, EXPERT)
    for seed in (1, 2):
        position, n = deal(seed, profile, scores=(3000,) * profile.sides if seed % 2 else ()), 0
        while position.phase != "over":
            action = player.action(position)
            assert judge(position, action), f"{action} in {position}"
            assert player.action(position.seen_by(position.acting)) == action
            position, n = advance(position, action), n + 1
        assert n > 10


@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/3", "classic/6"])
def test_hidden_cards_make_no_difference(name: str) -> None:
    """However the cards lie that he does not see, he answers the same, word for word."""
    chance = random.Random(name)
    steps = a_deal(name, 3)
    searched = 0
    for step in chance.sample(steps, min(12, len(steps))):
        position, seat = step.before, step.before.acting
        other = exchanged(position, seat, chance)
        one, two = SHORT(position.seen_by(seat)), SHORT(other.seen_by(seat))
        assert (one.action, one.reason, one.clauses) == (two.action, two.reason, two.clauses)
        searched += len(legal(position)) > 1
    assert searched > 2


def test_he_answers_the_same_again() -> None:
    """With a number of samples and time enough he answers the same, whatever he thought about before."""
    views = [step.before.seen_by(step.before.acting) for step in a_deal("classic", 7)[8:30:3]]
    forwards = [SHORT(view) for view in views]
    backwards = [SHORT(view) for view in reversed(views)][::-1]
    assert forwards == backwards


def test_he_keeps_his_time() -> None:
    """He looks at the clock before every turn that he plays on, and answers at once when the time is over."""
    view = Position.parse(BUSY).seen_by(0)
    clock = Clock()
    choice = Expert(budget=40, samples=10_000, clock=clock)(view)
    assert choice.action in legal(view)
    assert 40 <= clock.looks <= 43
    hasty = Clock()
    assert Expert(budget=0, clock=hasty)(view).action in legal(view)
    assert hasty.looks <= 3


def test_more_time_is_more_deals() -> None:
    """What he plays on with grows with the time until his samples are reached."""
    view = Position.parse(BUSY).seen_by(0)
    looks = []
    for budget in (20, 200):
        clock = Clock()
        Expert(budget=budget, samples=10_000, clock=clock)(view)
        looks.append(clock.looks)
    few, many = Clock(), Clock()
    Expert(budget=UNHURRIED, samples=1, clock=few)(view)
    Expert(budget=UNHURRIED, samples=2, clock=many)(view)
    assert looks[0] < looks[1]
    assert few.looks < many.looks


def test_he_keeps_his_time_at_the_end_of_a_deal() -> None:
    """Where every idea ends the deal at once he looks at the clock all the same."""
    view = Position.parse("QQ98886662*/?41/?1/?23 AAAAA,QQQQ,JJJJJJ,TTTTT;rr/KKK;rr *KbK8 - N.draw melded=N,E").seen_by(
        0
    )
    clock = Clock()
    assert Expert(budget=30, samples=10_000, clock=clock)(view).action in legal(view)
    assert 30 <= clock.looks <= 33


BUSY = "AKKQQJ99742/?11/?9/?12 8888,555;r/TTT2,JJJ,666 94Q7A ?42 N.play drew melded=N,E"


def test_he_plays_where_he_cannot_look_ahead() -> None:
    """Where sizes are unstated, or more cards unseen than the packs hold, he plays as a club player does."""
    for line in ("KKQQJ742 444/- 42K", "KKQQJ742/?11 444/- 42K N.play", "KKQQJ742/?60/?11/?11 444/- 42K ?60"):
        view = Position.parse(line)
        assert expert(view) == club(view)


def test_he_says_what_he_compared() -> None:
    """Where he differs from a club player he says what that would play; where he agrees he keeps the club's reason."""
    agreed, differed = 0, 0
    for step in itertools.islice(a_deal("classic", 11), 40):
        view = step.before.seen_by(step.before.acting)
        mine, theirs = SHORT(view), club(view)
        if mine.action == theirs.action:
            assert mine.reason.startswith(theirs.reason)
            agreed += 1
        else:
            assert "which a club player would choose" in mine.reason
            differed += 1
    assert agreed
    assert differed


def test_he_finds_what_looks_good_and_is_not() -> None:
    """With five cards, while the others need one turn to go out, he leaves a small pile and draws; and says so."""
    line = (
        "?1/?2/T88665/?10 AAAAA222,QQQQ*,JJ*;r/KKKKK,TTTT22,99999,777777,55555,4444444;r A8J ?34 S.draw melded=N,E,S,W"
    )
    choice = Expert(budget=UNHURRIED, samples=40)(Position.parse(line))
    assert str(choice.action) == "draw"
    assert "deals" in choice.reason
