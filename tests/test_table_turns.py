"""Whose try it is: at a fixed seat, with open hands, for who is to act, and for the partner who is asked."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.table import Table
from tables import LINE, Heard

from canasta import Action, IllegalAction, Position

ASKING = "4449/?11/Q8/?11 7777777 Q ?72 N.play"


def test_the_partner_is_asked_and_answers() -> None:
    """The question is offered, then both answers and nothing else; the table says whose answer is due, and binds."""
    table = Heard(ASKING)
    assert table.zones["question"] == "Ask: may I go out?"
    table.commit("ask")
    status = table.zones["status"]
    assert (status["turn"], status["phase"]) == ("South is asked", "May North go out?")
    assert status["prompt"] == "An answer is due: may North go out? Answer for South."
    assert not table.zones["question"]
    for cards in ([], ["hand-0"]):
        answer = table.select(cards)
        assert answer is not None
        assert [option["text"] for option in answer["options"]] == ["answer yes", "answer no"]
        assert [option["label"] for option in answer["options"]] == ["Answer: yes", "Answer: no"]
    table.commit("discard 9")
    assert table.verdict["lead"]["clause"] == "out.ask-info"
    table.commit("answer no")
    (event,) = table.verdict["events"]
    assert event == {
        "text": "The answer is no: North does not go out in this turn.",
        "clause": "out.ask-binding",
    }
    table.commit("meld 444")
    assert "out.ask-binding" in {each["clause"] for each in table.verdict["findings"] if not each["holds"]}
    table.undo()
    assert table.position.phase == "answer"


def test_the_hand_of_who_is_asked() -> None:
    """A table that follows the play opens the partner's hand while his answer is due, and then the asker's again."""
    table = Table(ASKING)
    table.look(None)
    table.commit("ask")
    assert table.seat == 2
    assert [card["sign"] for card in table.zones["hand"]] == ["Q", "8"]
    assert table.zones["status"]["turn"] == "You are asked"
    assert table.zones["status"]["prompt"] == "An answer is due: may North go out?"
    table.commit("answer yes")
    assert table.seat == 0


@pytest.mark.parametrize(
    "line", ["4449 7777777 Q . N.over", "4449 7777777 Q . N.play classic/2", "K4/K9 - Q ?9 E.draw"]
)
def test_nobody_to_ask(line: str) -> None:
    """The question is offered only to a player in turn who has a partner, while the deal goes on."""
    assert not Table(line, seat=0).zones["question"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("say stock", "63 cards left in the stock."),
        ("say hand E", "East holds 11 cards."),
        ("say minimum E", "The minimum of East's side is 50 points."),
        ("say pile", "North looks through the pile. From bottom to top: queen."),
    ],
)
def test_what_is_asked_of_the_table_is_answered(words: str, said: str) -> None:
    """A question of the table has its answer in the panel; nothing is played, and there is nothing to undo."""
    steps = []
    table = Table("4449/?11/?11/?11 7777777 Q ?63 N.draw first", on_step=steps.append)
    assert table.commit(words)
    assert table.verdict["sentence"] == said
    assert (steps, table.steps, table.can_undo) == ([], [], False)


def test_hands_lie_open_only_where_python_says() -> None:
    """For a demonstration all hands can lie open, or some; nothing that the browser sends opens one."""
    line = "KKQ4/AA94/88/7777 QQQ/AAAA 9 ."
    table = Table(line)
    assert ["cards" in other for other in table.zones["others"]] == [False] * 3
    table.set_state({"open_hands": True, "zones": {}})
    assert ["cards" in other for other in table.zones["others"]] == [False] * 3
    table.show_hands([2, 9])
    assert ["cards" in other for other in table.zones["others"]] == [False, True, False]
    assert all("cards" in other for other in Table(line, open_hands=True).zones["others"])


DEAL = "KK4/QQ47/JJ4/TT4 - 9 . N.play"


@pytest.mark.parametrize("words", ["discard Q", "discard K", "draw", "ask", "meld QQQ", "answer yes", "lay r"])
def test_who_is_not_in_turn_tries_out_of_turn(words: str) -> None:
    """At a fixed seat every try is that seat's; while another is to act, turn and clause are all that is said."""
    table = Heard(DEAL, seat=1)
    assert table.commit(words) is not None
    assert not table.verdict["legal"]
    assert table.verdict["lead"]["clause"] in ("turn.order", "out.ask")
    assert table.verdict["near"] == []
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["groups"] == []
    answer = table.select(["hand-0"])
    assert answer is not None
    assert answer["options"] == []
    assert table.position == Position.parse(DEAL)


@pytest.mark.parametrize("words", ["discard K", "discard 9", "draw", "ask", "meld KKK"])
def test_nobody_plays_a_hand_that_lies_face_down(words: str) -> None:
    """In the name of who is to act nothing is judged or played from another seat, whatever he holds."""
    table = Table(DEAL, seat=1)
    assert table.commit(f"N: {words}") is None
    assert table.verdict["sentence"].startswith("The cards of North lie face down here")
    assert table.position == Position.parse(DEAL)
    assert table.kept["tries"] == []


def test_what_may_be_said_out_of_turn_is_the_seats_own() -> None:
    """A seat that is not in turn speaks for itself: the partner may remind, and his own last card he may tell."""
    table = Table(DEAL, seat=2)
    assert table.commit("say red-three")
    assert table.verdict["sentence"] == "South reminds the partner of red threes."
    assert not table.commit("say stock")


def test_open_hands_are_played_for_whoever_is_to_act() -> None:
    """In a demonstration with all hands open the words are those of the player in turn, whichever seat is in front."""
    table = Heard(DEAL, seat=1, open_hands=True)
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert "discard K" in {play["text"] for group in table.said[-1]["groups"] for play in group["plays"]}
    assert table.commit("discard K")
    assert table.commit("E: draw")
    assert table.position.seat == 1


def test_other_hands_are_played_by_the_computer() -> None:
    """What Python plays for a hand that lies face down is shown and told, and is no try of the seat shown."""
    table = Table("KsKh/?11/?11/?11 - 9sThQc ?70 E.draw", seat=0)
    table.play_for(Action.parse("draw"))
    step = table.play_for(Action.parse("discard Ac"))
    assert step.after == table.position
    assert table.zones["pile"]["count"] == 4
    assert "East discards the ace" in table.verdict["told"]
    assert table.kept["tries"] == []
    assert not table.can_undo
    with pytest.raises(IllegalAction):
        table.play_for(Action.parse("discard K"))


def test_a_table_that_follows_plays_for_all() -> None:
    """A table that shows whoever is to act acts for each in his turn."""
    table = Table(DEAL)
    table.look(None)
    assert table.commit("discard K")
    assert table.seat == 1
    assert table.commit("draw")
    assert table.commit("discard Q")
    assert table.seat == 2


def test_what_is_hidden_and_cannot_be_is_not_told() -> None:
    """Where cards that lie face down make a position impossible, that is said without saying which."""
    table = Table("KK4/KKKKKKKKK - 9", seat=0)
    assert table.zones["problems"] == ["What lies face down cannot be as it is."]
    assert table.commit("draw") is None
    assert Table("KK4/KKKKKKKKK - 9", seat=0, open_hands=True).zones["problems"] != table.zones["problems"]


@pytest.mark.parametrize("seat", [-1, 4, True, "N", 1.0])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    """Nobody can look from a seat that is not there: a sentence says which there are, and the table stays."""
    with pytest.raises(ValueError, match=f"There is no seat {seat}; they are 0 to 3"):
        Table(LINE, seat=seat)
    table = Table(LINE, seat=1)
    for ask in (lambda: table.look(seat), lambda: table.reset("K4", seat=seat)):
        with pytest.raises(ValueError, match="There is no seat"):
            ask()
    assert (table.seat, table.follow, table.position) == (1, False, Position.parse(LINE))
