"""Goals: every condition says yes where it is so and no where it is not."""

from __future__ import annotations

import pytest

from canasta import Action, IllegalAction, Position, play
from canasta.tutor.goals import CONDITIONS, Attempt, read_condition, read_goal

MELDS = "AAA777754 KKKKKK/QQQ 9 N.play"

# condition, position, tries that make it so, tries that do not
CASES = [
    ("melded:7", MELDS, "meld 777", "meld AAA"),
    ("melded:Q", "QQQ54 777/QQQ 9 N.play", "meld QQQ", "discard 5"),
    ("melds:2", MELDS, "meld AAA; meld 777", "meld AAA"),
    ("melds:1", "KAAA54 KKK/QQQ 9 N.play", "meld AAA", "meld K"),
    ("meld_size:7=4", MELDS, "meld 7777", "meld 777"),
    ("meld_size:K=5", "KK54 KKK/QQQ 9 N.play", "meld K; meld K", "meld K"),
    ("added:Q", "QK54 QQQ,KKK/JJJ 9 N.play", "meld Q", "meld K"),
    ("added:7", MELDS, "", "meld 777"),
    ("canasta", "KA54 KKKKKK/QQQ 9 N.play", "meld K", "discard 5"),
    ("canasta", "AAA54 KKKKKKK/QQQ 9 N.play", "", "meld AAA"),
    ("drawn", "KK54 444 9 6 N.draw", "draw", ""),
    ("drawn", "KK54 444 9K . N.draw", "", "take KK"),
    ("discarded", "KA54 KKKKKK/QQQ 9 N.play", "discard 5", "meld K"),
    ("thrown:A", "KA54 KKKKKK/QQQ 9 N.play", "discard A", "discard 5"),
    ("thrown:2", "K254 KKKKKK/QQQ 9 N.play", "discard 2", "meld K:2"),
    ("pile_taken", "KK54 444 9K . N.draw", "take KK", "draw"),
    ("pile_frozen", "K24 444 9 N.play", "discard 2", "discard 4"),
    ("pile_frozen", "K24 444 29 N.play", "", "discard 2"),
    ("laid:1", "rKK54 444 9 6?9 N.draw first", "lay r", ""),
    ("laid:2", "rKK54 444;r 9 r6?9 N.draw", "lay r", ""),
    ("laid:2", "rKK54 444;r 9 6?9 N.draw", "", "lay r"),
    ("cards_left:3", "KA54 KKK/QQQ 9 N.play", "meld K", "meld A"),
    ("cards_left:3", "A54 KKK/QQQ 9 N.play", "discard 5", ""),
    ("points_left:20", "KA54 KKK/QQQ 9 N.play", "meld K; discard A", "meld K; discard 5"),
    ("points_left:40", "KA54 KKK/QQQ 9 N.play", "discard 4", ""),
    ("gone_out", "5 KKKKKKK/- 9 N.play", "discard 5", ""),
    ("gone_out", "K5 KKKKKKK/- 9 N.play", "", "discard 5"),
    ("gone_out_concealed", "777777744449 KKK/- Q N.play melded=S", "meld 7777777 4444; discard 9", "meld 7777777 4444"),
    ("gone_out_concealed", "77777774444K KKK/- Q N.play melded=S", "", "meld 7777777 4444 K"),
    ("asked", "4449 7777777/- Q N.play", "ask", "meld 444; discard 9"),
    ("refused:meld.same-rank", MELDS, "meld 77", "meld 777"),
    ("refused:meld.same-rank", "QQQ54 777/QQQ 9 N.play", "meld Q@E:J", "meld Q@E:Q"),
    ("refused:meld.own-side", "QQQ54 777/QQQ 9 N.play", "meld Q@E:J", "meld 54"),
    ("said:hand E", "K54/?3/?9/?9 777 9 N.play", "say hand E", "say hand-cards E; say hand W"),
    ("said:hand", "K54/?3/?9/?9 777 9 N.play", "say hand W", "say stock; discard 5"),
    ("said:sixth 7", "K54 777777,JJJJ 9 N.play", "say sixth 7; discard 5", "say sixth J"),
]


def attempt(line: str, words: str) -> Attempt:
    """What comes of some tries, divided by semicolons: steps and refusals."""
    tried = Attempt(Position.parse(line).check())
    for text in filter(None, words.split("; ")):
        try:
            tried = tried.after(play(tried.now, Action.parse(text)))
        except IllegalAction as fault:
            tried = tried._replace(refused=(*tried.refused, fault.verdict))
    return tried


@pytest.mark.parametrize(("text", "line", "so", "not_so"), CASES)
def test_condition(text: str, line: str, so: str, not_so: str) -> None:
    """A condition holds after the tries that make it so, and not after those that do not."""
    condition = read_condition(text)
    if so:
        assert condition.holds(attempt(line, so))
    assert not condition.holds(attempt(line, not_so))


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_condition_has_a_case(name: str) -> None:
    """No condition is without a case in which it comes to hold."""
    assert any(so for text, _, so, _ in CASES if text.partition(":")[0] == name)


def test_the_other_sides_melds_do_not_count() -> None:
    """A meld that the other side has is none of the learner's."""
    assert not read_condition("meld_size:Q=3").holds(attempt("QQQ54 777/QQQ 9 N.play", "discard 5"))


def test_what_the_next_player_does_is_not_the_learners() -> None:
    """After the turn has passed, cards of the next player are not counted for the learner."""
    after = attempt("KA54/5 KKK/QQQ 9 N.play", "discard 5")
    assert after.now.hand_size() == 1
    assert not read_condition("cards_left:1").holds(after)


@pytest.mark.parametrize(
    ("all_of", "any_of", "words", "reached"),
    [
        (["melded:7", "melded:A"], [], "meld 777", False),
        (["melded:7", "melded:A"], [], "meld 777; meld AAA", True),
        ([], ["melded:7", "melded:A"], "meld AAA", True),
        ([], ["melded:7", "melded:A"], "discard 5", False),
        (["melded:7"], ["discarded", "melded:A"], "meld 777", False),
        (["melded:7"], ["discarded", "melded:A"], "meld 777; discard 5", True),
        (["melded:7"], ["discarded", "melded:A"], "discard 5", False),
    ],
)
def test_all_and_any(all_of: list[str], any_of: list[str], words: str, reached: bool) -> None:
    """A goal needs all of the one kind, and one of the other kind if there are any."""
    goal = read_goal({key: texts for key, texts in (("all", all_of), ("any", any_of)) if texts})
    assert goal.reached(attempt(MELDS, words)) is reached


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("melded:7", "a goal is a table"),
        ({}, "a goal is a table"),
        ({"every": ["melded:7"]}, "a goal is a table"),
        ({"all": "melded:7"}, "goal.all is a list"),
        ({"any": []}, "goal.any is a list"),
        ({"all": [7]}, "goal.all is a list"),
        ({"all": ["meldet:7"]}, "did you mean 'melded'"),
        ({"all": ["xyzzy"]}, "there are melded, melds"),
        ({"all": ["melded"]}, "needs a word after the colon"),
        ({"all": ["drawn:7"]}, "stands alone"),
        ({"all": ["melded:r"]}, "'r' in 'melded:r' is not what melded needs"),
        ({"all": ["melded:77"]}, "is not what melded needs"),
        ({"all": ["melds:two"]}, "is not what melds needs"),
        ({"all": ["meld_size:7"]}, "is not what meld_size needs"),
        ({"all": ["cards_left:x"]}, "is not what cards_left needs"),
        ({"all": ["points_left:few"]}, "is not what points_left needs"),
        ({"all": ["refused:meld.nothing"]}, "is not what refused needs"),
        ({"all": ["said:nonsense"]}, "is not what said needs"),
        ({"all": ["said:hand X"]}, "is not what said needs"),
    ],
)
def test_unreadable_goal(table: object, said: str) -> None:
    """A goal that cannot be read says what is wrong and what would be right."""
    with pytest.raises(ValueError) as fault:  # noqa: PT011 - the words are what is tested
        read_goal(table)
    assert said in str(fault.value)
