"""The review of a deal: each kind of thing that can be missed, what is no miss, and how the points stood."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from dealt import a_deal
from eager import Eager
from walks import played

import canasta.tutor.review
from canasta import Log, Position, Profile, Step, deal, deal_totals, judge, legal, play, replay, score_deal
from canasta.log import deals
from canasta.position import OVER
from canasta.tutor.bots import BOTS
from canasta.tutor.bots import played as by_bots
from canasta.tutor.missed import COSTS
from canasta.tutor.review import BETTER, RULE, Missed, counts_hands, review, standings

GAMES = Path(__file__).parent / "games"

# What is missed: the position, what is played, the step, the better action, and words of what is said.
MISSED = {
    "pile completes a canasta": (
        ("KK45/?11/?11/?11 KKKK/- 98K ?60", "draw 7; discard 7"),
        (0, "take KK", "The pile of 3 cards could be taken with 2 kings; that completes a canasta of kings."),
    ),
    "top card completes a canasta": (
        ("9945/?11/?11/?11 KKKKKK/- 98K ?60", "draw 7; discard 7"),
        (0, "take K:", "The pile of 3 cards could be taken; its top card completes your canasta of kings."),
    ),
    "what the pile brings completes a canasta": (
        ("KKKK45/?11/?11/?11 QQQ/- KK8K ?60", "draw 7; discard 7"),
        (0, "take KKKK", "The pile of 4 cards could be taken; with its cards you could complete a canasta of kings."),
    ),
    "pile opens": (
        ("AAKK4556789/?11/?11/?11 -/- KQKQJJA ?60", "draw 7; discard 7"),
        (0, "take AA", "The pile of 7 cards could be taken with 2 aces: enough for the 50 points to open."),
    ),
    "hand opens": (
        ("AAAQQQ4578/?11/?11/?11 -/- K ?60 N.play", "discard 4"),
        (0, "meld AAA QQQ", "You could open: 3 aces and 3 queens count 90 points, and 50 are needed."),
    ),
    "natural canasta": (
        ("KK45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "discard 4"),
        (0, "meld KK", "You could complete a canasta of kings with 2 kings: 520 points more on the table."),
    ),
    "mixed canasta": (
        ("2245678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "discard 4"),
        (0, "meld K:22", "You could complete a canasta of kings with 2 deuces: 340 points more on the table."),
    ),
    "going out": (
        ("4449/?11/?11/?11 7777777/KKKKKKK 9 ?60 N.play", "discard 9"),
        (0, "meld 444", "You could go out: meld 3 fours and discard the nine. That is 115 points more."),
    ),
    "going out with the pile": (
        ("449/?11/?11/?11 7777777/KKKKKKK 4 ?60 N.draw", "draw 5; discard 9"),
        (0, "take 44", "You could take the pile and go out with it: 115 points more."),
    ),
    "going out, and another did": (
        ("4449/QQQ/?11/?11 7777777/KKKKKKK 9 ?60 N.play", "discard 9; draw 5; meld QQQ; discard 5"),
        (0, "meld 444", "East went out before your next turn, and you were left with 15 points."),
    ),
    "asking": (
        ("4449/?11/AAAKKKQQQ22/?11 7777777/KKKKKKK 9 ?60 N.play", "meld 444; discard 9"),
        (0, "ask", "Your going out left South with 160 points in hand. Asked first, South could say no."),
    ),
    "natural canasta spoilt": (
        ("245678/?11/?11/?11 7777777/- 9 ?60 N.play", "meld 7:2; discard 4"),
        (0, "discard 8", "1 deuce on the natural canasta of sevens made it a mixed one: 200 points less."),
    ),
    "natural canasta spoilt beside another meld": (
        ("2555678/?11/?11/?11 7777777/- 9 ?60 N.play", "meld 7:2 555; discard 8"),
        (0, "meld 555", "1 deuce on the natural canasta of sevens made it a mixed one: 200 points less."),
    ),
    "pile given away": (
        ("K45678/?11/?11/?11 QQQ/KKK 9986 ?60 N.play", "discard K; take K:"),
        (
            0,
            "discard 7",
            "The king fitted a meld that East could add to, and the pile was not frozen; East took its 5 cards.",
        ),
    ),
    "canasta in pieces": (
        ("KKKKKKK4567/?11/?11/?11 QQQ/KKK 9986 ?60 N.play spruce", "meld KKK; meld KKKK; discard 4"),
        (0, "meld KKKKKKK", "The canasta of kings laid down whole, in one action, counts 100 points more."),
    ),
}

# What comes near, and is none: no rule was missed, whatever a club player would have done.
NEAR = {
    "the pile completes nothing": ("KK45/?11/?11/?11 KKK/- 98K ?60", "draw 7; discard 7"),
    "the pile is frozen": ("945/?11/?11/?11 KKKKKK/- 982K ?60", "draw 7; discard 9"),
    "the pile was taken": ("KK45/?11/?11/?11 KKKK/- 98K ?60", "take KK; discard 4"),
    "the pile is too little for the minimum": (
        "AAK4556789/?11/?11/?11 -/- KQJA ?60 N.draw 1500:0",
        "draw 7; discard 7",
    ),
    "the hand is too little for the minimum": ("AAA4578/?11/?11/?11 -/- K ?60 N.play 1500:0", "discard 4"),
    "he opened": ("AAAQQQ4578/?11/?11/?11 -/- K ?60 N.play", "meld AAA QQQ; discard 4"),
    "he completed it": ("KK45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "meld KK; discard 4"),
    "the hand completes it without the pile": ("KK245Q/?11/?11/?11 KKKK,QQQ/- 98Q ?60", "draw 7; meld KK2; discard 7"),
    "the hand has the top card too": ("K4569/?11/?11/?11 KKKKKK/- 98K ?60", "draw 7; meld K; discard 7"),
    "six are none": ("K45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "discard 4"),
    "he went out": ("4449/?11/44/?11 7777777/KKKKKKK 9 ?60 N.play", "meld 444; discard 9"),
    "the partner said no": ("4449/?11/?11/?11 7777777/KKKKKKK 9 ?60 N.play", "ask; answer no; discard 9"),
    "the log stops in the turn": ("4449/?11/?11/?11 7777777/KKKKKKK 9 ?60 N.play", "ask; answer yes"),
    "one canasta of two": ("4449/?11 7777777/KKKKKKK 9 ?60 N.play classic/2", "discard 9"),
    "the canasta was mixed": ("245678/?11/?11/?11 7777772/- 9 ?60 N.play", "meld 7:2; discard 4"),
    "spoilt to go out": ("25554/?11/44/?11 7777777,QQQ/- 9 ?60 N.play", "meld 7:2 555; discard 4"),
    "a pair that nobody saw": ("K45678/?11/?11/?11 QQQ/999 9986 ?60 N.play", "discard K; take KK"),
    "nothing else to discard": ("KKKKK/?11/?11/?11 QQQ/KKK 9986 ?60 N.play", "discard K; take K:"),
    "not taken": ("K45678/?11/?11/?11 QQQ/KKK 9986 ?60 N.play", "discard K; draw 5"),
    "pieces count as much": ("KKKKKKK4567/?11/?11/?11 QQQ/KKK 9 ?60 N.play", "meld KKK; meld KKKK; discard 4"),
    "the last kings came with the pile": (
        "KKKKKK4567/?11/?11/?11 444/KKK K894 ?60 N.draw spruce",
        "take 4:4; meld KKKKKKK; discard 5",
    ),
    "a hand nobody knows": ("?7/?11/?11/?11 KKKKKK/- 98K ?60", "draw 7; discard 7"),
}


@pytest.mark.parametrize("name", MISSED)
def test_what_is_missed(name: str) -> None:
    """Each rule that was missed is found once, at its step, with what would have been better and its words."""
    (line, words), (at, better, said) = MISSED[name]
    steps = played(line, words)
    (found,) = review(steps, [0], Eager())
    assert (found.kind, found.at, found.seat, str(found.better)) == (RULE, at, 0, better)
    assert said in found.text
    assert found.points > 0
    assert found.clauses
    assert found.action == steps[at].verdict.action
    assert judge(steps[at].before, found.better)


@pytest.mark.parametrize("name", NEAR)
def test_what_comes_near(name: str) -> None:
    """What only looks like it is not reported as a rule that was missed."""
    steps = played(*NEAR[name])
    assert [each.text for each in review(steps, [0], Eager())] == []


def test_plays_that_were_listed() -> None:
    """A play taken from the list of the legal ones is looked at as one that was written down."""
    position = Position.parse("72456/?11/?11/?11 7777777/- 9 ?60 N.play")
    (listed,) = [each for each in legal(position) if str(each) == "meld 72"]
    (found,) = review([play(position, listed)], [0], Eager())
    assert (str(found.better), found.clauses[0]) == ("meld 7", "canasta.extend")


@pytest.mark.parametrize("profile", ["classic", "spruce", "spruce/6"])
def test_a_log_that_begins_with_an_answer(profile: str) -> None:
    """Of a turn of which only the partner's answer is told, nothing else is asked."""
    hands = "/".join(["4449", "?11", "AAAKKK22*", *["?11"] * (Profile.parse(profile).players - 3)])
    steps = played(f"{hands} 7777777,666666/- 9 ?60 N.answer drew 0:0 {profile}", "answer yes")
    assert review(steps, None, Eager()) == ()


def test_a_better_play() -> None:
    """A play that costs enough by the estimates is told with what would be better and why, one that costs less not."""
    steps = played("K45678/?11/?11/?11 QQQ/KKK 9986 ?60 N.play", "discard K; draw 5")
    (found,) = review(steps, [0], Eager(discard=COSTS))
    assert (found.kind, found.at, found.points, str(found.better)) == (BETTER, 0, COSTS, "discard 7")
    assert found.text == "A club player would discard the seven. It counts least."
    assert review(steps, [0], Eager(discard=COSTS - 1)) == ()


@pytest.mark.parametrize(
    ("line", "words", "said"),
    [
        ("KK45/?11/?11/?11 QQQ/- 996K ?60", "draw 5; discard 4", "would take the pile of 4 cards with 2 kings."),
        ("Q45/?11/?11/?11 KKK/- 996K ?60", "draw 5; discard 4", "would take the pile of 4 cards onto the meld"),
        ("K567/?11/?11/?11 QQQ/- K96 ?60", "draw 5; discard K", "would discard the seven"),
        ("K567/?11/?11/?11 KKK/- 96K ?60", "take K:; discard 5", "would meld 1 king"),
        ("K4567/?11/?11/?11 KKK/- 9 ?60 N.play", "discard 7", "would meld 1 king"),
        ("24567/?11/?11/?11 KKK/- 9 ?60 N.play", "discard 7", "would add 1 deuce to the kings"),
        ("4449/?11/AAAKKK22/?11 7777777/- 9 ?60 N.play", "ask; answer yes", "would answer no"),
        ("4449/?11/A/?11 7777777/- 9 ?60 N.play", "ask; answer no", "would answer yes"),
    ],
)
def test_better_plays_of_every_kind(line: str, words: str, said: str) -> None:
    """Taking, melding, adding, discarding and answering are each told in words of their own."""
    steps = played(line, words)
    last = steps[-1].verdict.action.verb
    found = review(steps, [0, 2], Eager(**{"draw" if "take" in said else last: COSTS}))
    assert [each for each in found if each.kind == BETTER and said in each.text]


def test_of_a_turn_the_worst_play() -> None:
    """Of a turn only the play that costs most is told, and a rule that was missed there comes before it."""
    steps = played("KK45/?11/?11/?11 KKKK/- 98K ?60", "draw 7; discard 7")
    (found,) = review(steps, [0], Eager(draw=900, discard=60))
    assert (found.kind, found.at) == (RULE, 0)


def test_what_is_missed_again() -> None:
    """What could be done in several turns is told where it was missed first, and how often again."""
    line, more = "KK45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "; discard 9; draw 8; discard 8; draw 7; discard 7"
    turn = "; draw 9; discard 9"
    steps = played(line, "discard 4; draw 9" + more + turn)
    (found,) = review(steps, [0], Eager())
    assert (found.at, str(found.better)) == (0, "meld KK")
    assert found.text.endswith("520 points more on the table. It was missed in 1 turn more.")
    (found,) = review(steps[1:], [0], Eager())
    assert "more." not in found.text


def test_seats() -> None:
    """Only the seats asked about are looked at; without any all are, in the order of play."""
    steps = list(by_bots(deal(3), [BOTS["random"]] * 4))
    every = review(steps)
    assert len({each.seat for each in every}) == 4
    assert [each.at for each in every] == sorted(each.at for each in every)
    assert review(steps, [1]) == tuple(each for each in every if each.seat == 1)
    assert review(steps, []) == ()
    assert review([]) == ()
    assert all(steps[each.at].before.acting == each.seat for each in every)


def test_a_club_player_missed_nothing() -> None:
    """A deal played by the club player has nothing in it that he holds against himself."""
    for seed in range(3):
        assert review(list(by_bots(deal(seed), [BOTS["club"]] * 4))) == ()


def test_wild_cards_that_a_club_player_keeps() -> None:
    """A take that completes a canasta at the price of wild cards is missed only where a club player would pay it."""
    line = (
        "AKKTT9975/AQQJJTT97655544222 QQQ,JJJ*,888;rr/- Kbb44555 A6*4694b7A6JAK9A2KA688252A*JQ8r6Q8K7J7K89426bT7TK7 "
        "S.draw melded=N upcards=1 3000:3000 classic/2"
    )
    assert [each.kind for each in review(played(line, "draw"), [1], Eager())] == [RULE]
    assert review(played(line, "draw"), [1]) == ()


def test_nothing_unseen_is_held_against_him() -> None:
    """Without the cards that a player could not see the same is missed by him."""

    def told(found: tuple[Missed, ...]) -> list[object]:
        return [(each.at, each.better, each.text) for each in found]

    steps = list(by_bots(deal(3), [BOTS["random"]] * 4))[:40]
    seen = 0
    for at, step in enumerate(steps):
        if step.before.acting != 1:
            continue
        blind = step._replace(before=step.before.seen_by(1), after=step.after.seen_by(1))
        assert told(review([step], [1])) == told(review([blind], [1])), at
        seen += len(review([step], [1]))
    assert seen


def test_several_deals() -> None:
    """In the steps of a game each place counts from the first step of all."""
    first = played("KK45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "discard 4")
    second = played("QQ45678/?11/?11/?11 QQQQQ/- 9 ?60 N.play", "discard 4")
    both = [*first, *second]
    assert [len(each) for each in deals(both)] == [1, 1]
    assert [each.at for each in review(both, [0])] == [0, 1]
    assert deals([]) == []


FINISHED = sorted(GAMES.glob("*.log"))


def finished() -> list[tuple[str, tuple[Step, ...]]]:
    """The finished deals of the kept logs."""
    found = []
    for path in FINISHED:
        steps = replay(Log.parse(path.read_text())).steps
        found += [(path.name, each) for each in deals(steps) if each[-1].after.phase == OVER and counts_hands(each)]
    return found


def test_standings_end_with_the_score() -> None:
    """After its last step the points of a deal are its score, whoever went out and however it ended."""
    seen = 0
    for name, steps in finished():
        last = steps[-1].after
        assert standings(steps)[-1] == deal_totals(score_deal(last), last.profile.sides), name
        seen += 1
    assert seen > 30


def test_standings_go_step_by_step() -> None:
    """There is one entry more than steps, and cards in hand count against their side until they lie."""
    steps = played("KK45/QQ/44/55 KKKKK/- 9 66667777 N.play", "meld KK; discard 5; draw; discard Q")
    assert standings(steps) == ((10, -30), (550, -30), (555, -30), (555, -35), (555, -25))
    assert standings([]) == ()


def test_standings_without_the_hands() -> None:
    """Where hands are not known only what lies on the tables counts, from the first step to the last."""
    steps = played("KK45678/?11/?11/?11 KKKKK/QQQ 9 ?60 N.play", "meld KK; discard 4")
    assert not counts_hands(steps)
    assert standings(steps) == ((50, 30), (570, 30), (570, 30))
    assert counts_hands(a_deal("classic", 3))


def test_the_example_of_the_module() -> None:
    """The example in the module's own words holds."""
    assert doctest.testmod(canasta.tutor.review) == doctest.TestResults(failed=0, attempted=4)
