"""What may be asked and said, by whom and when, and what is answered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions, remarks

from canasta import Action, Card, NotationError, Position, deal, judge, legal, play
from canasta.actions import ALL_SEATS, SAY, TOPICS
from canasta.cards import KIND
from canasta.info import answer
from canasta.saying import sayings

SAID = st.builds(Action, st.just(SAY), seat=st.sampled_from(["", "", *sorted(ALL_SEATS)]), reply=remarks())
TABLE = "K4/?9/QQ4/?7 444/777777 4Q ?40 {} 1600:250".format

CASES = [
    # id, position, action, "" if allowed or the clause that objects
    ("sixth", "K4 777777 Q . N.play", "say sixth 7", ""),
    ("sixth-black", "b - Q . N.play", "say sixth b", "info.sixth-card"),
    ("last-card", "4/?9/?9/?9 444 Q . N.draw", "say last-card", ""),
    ("last-card-two", "44/?9/?9/?9 444 Q . N.draw", "say last-card", "info.last-card"),
    ("over", "K4 444 Q . N.over", "say stock", "out.ends-deal"),
    # out.ask-info: before he answers, the partner may ask, and nobody else.
    ("ask-info", "KK4/?9/J4/?9 444 Q . N.answer", "S: say hand E", ""),
    ("ask-info-own", "KK4/?9/J4/?9 444 Q . N.answer", "say hand E", "info.on-turn"),
    ("ask-info-six", "KK4 444 Q . N.answer classic/6", "SE: say stock", ""),
    ("ask-info-six-other", "KK4 444 Q . N.answer classic/6", "SW: say stock", "info.on-turn"),
]


@pytest.mark.parametrize(("position", "words", "clause"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_case(position: str, words: str, clause: str) -> None:
    """A question or a remark is allowed, or refused under its clause."""
    table = Position.parse(position)
    assert table.problems() == []
    verdict = judge(table, Action.parse(words))
    assert [finding.clause for finding in verdict.refusals] == [clause] * bool(clause)
    assert verdict.findings


@pytest.mark.parametrize(
    ("turn", "words", "wanted"),
    [
        ("N.draw", "say minimum", 90),
        ("N.play", "say minimum E", 50),
        ("N.play", "say minimum S", 90),
        ("N.draw", "say score", 1600),
        ("N.draw", "say score W", 250),
        ("N.draw", "say hand N", 2),
        ("N.draw", "say hand E", 9),
        ("N.draw", "say hand S", 3),
        ("N.draw", "say stock", 40),
        ("N.draw first", "say pile", [Card(KIND["4"]), Card(KIND["Q"])]),
        ("S.answer", "N: say hand E", 9),
        # Refused, or nothing is asked.
        ("N.draw", "say pile", None),
        ("N.draw", "E: say stock", None),
        ("N.draw", "say advice", None),
        ("N.draw", "say hand-cards E", None),
        ("N.draw", "say hand NE", None),
        ("N.draw", "S: say red-three", None),
        ("E.draw", "say sixth 7", None),
    ],
)
def test_answers(turn: str, words: str, wanted: object) -> None:
    """What is asked is answered in numbers or cards; what is refused, or asks nothing, is not."""
    assert answer(Position.parse(TABLE(turn)), Action.parse(words)) == wanted


def test_the_reminder_tells_the_minimum() -> None:
    """With 1,600 the partner may point out that 90 is needed, and the event says it."""
    position = Position.parse("KKKAA4/?9/?9/?9 - Q . N.play 1600:0")
    step = play(position, Action.parse("S: say minimum"))
    assert [(event.clause, event.text) for event in step.events] == [
        ("info.remind-minimum", "The minimum of South's side is 90 points.")
    ]
    assert answer(position, Action.parse("S: say minimum")) == 90


@pytest.mark.parametrize(
    ("turn", "words", "clause", "text"),
    [
        ("N.draw", "say minimum E", "info.on-turn", "The minimum of East's side is 50 points."),
        ("N.draw", "say score", "info.on-turn", "The score of North's side was 1,600 points at the start of the deal."),
        ("N.draw", "say hand W", "info.on-turn", "West holds 7 cards."),
        ("N.draw", "say stock", "info.on-turn", "40 cards left in the stock."),
        ("N.play first", "say pile", "info.first-turn-pile", "North looks through the pile."),
        ("N.play", "S: say red-three", "info.remind-red-three", "South reminds the partner of red threes."),
        (
            "N.play",
            "W: say sixth 7",
            "info.sixth-card",
            "The last of the sevens is turned crosswise: one more makes a canasta.",
        ),
    ],
)
def test_events(turn: str, words: str, clause: str, text: str) -> None:
    """What is said is told in one event under its clause, and changes nothing."""
    position = Position.parse(TABLE(turn))
    step = play(position, Action.parse(words))
    assert [(event.clause, event.text) for event in step.events] == [(clause, text)]
    assert step.after == position


def test_unstated_cards_are_not_counted() -> None:
    """A lesson that shows one hand has no answer for the others, and says so."""
    position = Position.parse("K4 - Q")
    assert answer(position, Action.parse("say hand E")) is None
    (event,) = play(position, Action.parse("say hand E")).events
    assert event.text == "East holds an unknown number of cards."


@given(positions(), SAID)
def test_saying_changes_nothing_and_peeks_nowhere(position: Position, action: Action) -> None:
    """Whatever is said: the answer needs only what the speaker may see, and the position stays."""
    names = position.profile.seat_names
    told = answer(position, action)
    if not judge(position, action):
        assert told is None
        return
    speaker = names.index(action.seat or names[position.seat])
    assert answer(position.seen_by(speaker), action) == told
    assert judge(position.seen_by(position.seat), action)
    assert isinstance(told, int | list) or told is None
    assert play(position, action).after == position


@given(positions(), SAID)
def test_the_judge_never_peeks(position: Position, action: Action) -> None:
    """What is said of a remark does not depend on cards that the player in turn cannot see."""
    ours, theirs = judge(position, action), judge(position.seen_by(position.seat), action)
    assert [(f.clause, f.holds, f.facts) for f in ours.findings] == [
        (f.clause, f.holds, f.facts) for f in theirs.findings
    ]


def test_what_is_said_is_no_play() -> None:
    """The list of plays holds no remark."""
    assert not [action for action in legal(deal(3)) if action.verb == SAY]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("say", ""),
        ("say hello", "hello"),
        ("say stock E", "E"),
        ("say hand", "hand"),
        ("say hand X", "X"),
        ("say hand E W", "W"),
        ("say sixth", "sixth"),
        ("say sixth 2", "2"),
        ("say sixth r", "r"),
        ("say sixth K J", "J"),
        ("say minimum K", "K"),
        ("S: say hand-cards", "hand-cards"),
    ],
)
def test_unreadable(words: str, part: str) -> None:
    """What cannot be said is unreadable, and the faulty word is named."""
    with pytest.raises(NotationError) as fault:
        Action.parse(words)
    assert fault.value.part == part


def test_every_topic_can_be_written() -> None:
    """Each topic reads back, with its seat or rank as its property."""
    for topic, wanted in TOPICS.items():
        about = {"seat": " E", "rank": " K"}.get(wanted, "")
        action = Action.parse(f"S: say {topic}{about}")
        assert (action.topic, action.about, str(action)) == (topic, about.strip(), f"S: say {topic}{about}")
    assert Action.parse("draw").topic == Action.parse("answer yes").about == ""


@pytest.mark.parametrize("profile", ["classic", "classic/2", "classic/3", "classic/6"])
def test_all_that_can_be_said_is_listed(profile: str) -> None:
    """Every topic is listed with the other seats, one seat of each other side, or one's own melds; each once."""
    position = Position.parse(f"K4 777777,JJJJ/444 Q ?9 N.play {profile}")
    listed = sayings(position)
    assert {action.topic for action in listed} == set(TOPICS)
    assert len(set(listed)) == len(listed)
    assert all(Action.parse(str(action)) == action for action in listed)
    about = {topic: [action.about for action in listed if action.topic == topic] for topic in TOPICS}
    others = position.profile.seat_names[1:]
    assert set(about["hand"]) == set(about["hand-cards"]) == set(others)
    assert len(about["minimum"]) == position.profile.sides
    assert about["minimum"][0] == ""
    assert about["sixth"] == ["J", "7"]
    assert [str(action) for action in listed if judge(position, action) and action.topic == "sixth"] == ["say sixth 7"]
