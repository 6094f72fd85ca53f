"""Two people at one screen: neither is shown, or told, what the other holds."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from canasta_widgets.playing import Playing
from canasta_widgets.shown import Shown
from test_playing import hear
from wire import Wire

from canasta import Position
from canasta.tutor.sitting import PERSON, YOU

# North may be asked by South, or ask; East and West are the second person's, or the computer's.
ASKING = "KKK4/555/66QQ/A9J 7777777/TTT 44 . N.play"
MARKED = "JJ99884/KKQQ77/TT/66 555/444 A . N.play"  # nobody but North holds jacks, nines or eights


def told(playing: Playing) -> str:
    """What the browser is shown of the game, without the words that stand there in any case."""
    widgets = (playing.desk, playing.strip, playing.coach, playing.table, playing.sheet, playing.review)
    names = ("view", "kept", "past", "opened", "zones", "verdict", "marks", "news", "chart")
    state = [{name: value for name, value in each.get_state().items() if name in names} for each in widgets]
    return json.dumps(state).replace(MARKED, "").replace("998", "nine")


def found(text: str) -> list[str]:
    """Which of the first person's cards a text names; nobody else has such cards."""
    return [word for word in ("jack", "nine", "eight") if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)]


def named(playing: Playing, action: str) -> None:
    """A legal play for whoever is to act."""
    assert playing.table.commit(action), playing.table.verdict


def curtained() -> Playing:
    """A game in which the first person has been refused, helped, and has discarded; the second is to sit down."""
    playing = Playing(sitters=(YOU, PERSON, YOU, PERSON), position=MARKED, seed="5", coach="always", begin=True)
    playing.table._heard(None, {"kind": "commit", "text": "meld 998"}, None)
    assert not playing.table.verdict["legal"]
    named(playing, "discard 4")
    assert playing.desk.view["stage"] == "curtain"
    return playing


def test_who_may_be_seen() -> None:
    """Between two people the table is hidden until the next one sits there, and then shows his hand alone."""
    playing = curtained()
    assert playing.table.layout.display == playing.coach.layout.display == "none"
    hear(playing, kind="go", n=playing.desk.view["n"])
    assert playing.desk.view["stage"] == "curtain"
    hear(playing, kind="show")
    assert playing.table.layout.display is None
    assert playing.table.seat == 1
    assert next(card["words"] for card in playing.table.zones["hand"]) == "king"
    assert "East" in playing.table.news["text"]


def test_a_covered_table_has_nothing_on_it() -> None:
    """While the next person is awaited no card, verdict, remark or list of plays of the first is in the browser."""
    shown = told(curtained())
    assert found(shown) == []
    assert "Refused" not in shown
    playing = Playing(sitters=(YOU, PERSON, YOU, PERSON), position=MARKED, seed="5", begin=True)
    assert found(told(playing)) == ["jack", "nine", "eight"]


def test_the_next_person_is_told_nothing_of_the_first() -> None:
    """Once he sits there he finds no verdict and no remark on what the first one tried, and cannot take it back."""
    playing = curtained()
    hear(playing, kind="show")
    assert playing.table.verdict == {}
    assert not playing.table.can_undo
    view = playing.coach.view
    assert [part["what"] for part in view["parts"] if part["what"] == "last"] == []
    assert found(told(playing)) == []


MESSAGES: list[dict[str, Any]] = [
    {"kind": "told", "which": "table"},
    {"kind": "told", "which": "can"},
    {"kind": "told", "which": "past"},
    {"kind": "plays"},
    {"kind": "select", "n": 1, "cards": ["hand-0", "hand-1"], "laid": [], "target": ""},
    {"kind": "undo"},
    {"kind": "commit", "text": "discard 9"},
    {"kind": "commit", "text": "draw"},
    {"kind": "commit", "text": "say minimum"},
    {"kind": "judge", "text": "discard K"},
    {"kind": "why"},
    {"kind": "others"},
    {"kind": "ask", "what": "last"},
    {"kind": "ask", "what": "advice"},
    {"kind": "ask", "what": "effects"},
    {"kind": "open", "at": 0},
    {"kind": "chart"},
    {"kind": "walk"},
    {"kind": "log"},
    {"kind": "resume", "tries": [["draw", True]]},
]


@pytest.mark.parametrize("covered", [True, False])
def test_what_a_page_sends_brings_nothing_out(covered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is sent to the tables and panels, hidden or not, no card of the other person comes back."""
    playing = curtained()
    if not covered:
        hear(playing, kind="show")
    at = playing.sitting and playing.sitting.position
    sent: list[Any] = []
    monkeypatch.setattr(Shown, "send", lambda _self, content, buffers=None: sent.append(content))
    for message in MESSAGES:
        if not covered and message["kind"] in ("commit", "undo", "resume"):
            continue
        for widget in (playing.desk, playing.table, playing.coach, playing.review):
            said = {"serial": playing.table._serial, **message} if widget is playing.table else message
            widget._handle_custom_msg(said, [])
    assert playing.sitting is not None
    assert playing.sitting.position == at
    assert sent
    assert found(json.dumps(sent) + told(playing)) == []


def test_the_log_of_a_position_waits_for_the_end() -> None:
    """Between two people a log with the cards of all hands is had once the deal is over, and that is said."""
    playing = curtained()
    wire = Wire()
    playing.desk.comm = wire
    hear(playing, kind="log")
    assert [each["content"]["text"] for each in wire.out if each["method"] == "custom"] == [""]
    assert "once the deal is over" in playing.desk.view["fault"]


def test_an_answer_is_not_taken_back_by_the_other() -> None:
    """Whoever is asked cannot take the question back; whoever asked takes it back with the answer."""
    playing = Playing(sitters=(YOU, "club", PERSON, "club"), position=ASKING, seed="5", begin=True)
    named(playing, "ask")
    assert playing.desk.view["stage"] == "curtain"
    hear(playing, kind="show")
    assert playing.table.seat == 2
    assert not playing.table.can_undo
    named(playing, "answer no")
    hear(playing, kind="show")
    assert playing.table.seat == 0
    assert playing.table.can_undo
    playing.table._heard(None, {"kind": "undo"}, None)
    assert playing.sitting is not None
    assert playing.sitting.position == playing.table.position == playing.sitting.starts[0]
    assert playing.sitting.steps == playing.table.steps == []
    assert playing.desk.view["stage"] == "play"


def test_a_question_to_the_computer_is_taken_back_with_its_answer() -> None:
    """A partner of the computer answers at once; undo goes back to before the question."""
    playing = Playing(position=ASKING, seed="5", begin=True)
    named(playing, "ask")
    assert playing.table.position.answer
    playing.table._heard(None, {"kind": "undo"}, None)
    assert playing.table.position.answer == ""
    assert playing.table.position.phase == "play"
    assert playing.desk.view["waits"] == 0
    assert playing.sitting is not None
    assert playing.sitting.steps == []


def test_one_person_takes_back_his_own_answer() -> None:
    """Whoever plays both hands of a side takes his answer back, and the table turns to the hand that was asked."""
    playing = Playing(sitters=(YOU, "club", YOU, "club"), position=ASKING, seed="5", begin=True)
    named(playing, "ask")
    named(playing, "answer yes")
    assert playing.table.seat == 0
    playing.table._heard(None, {"kind": "undo"}, None)
    assert playing.table.seat == 2
    assert playing.table.position.acting == 2
    named(playing, "answer no")


def test_a_game_that_was_left_is_not_played_on() -> None:
    """Behind the choice of another game nothing lies on the table, and what is sent to it changes nothing."""
    playing = Playing(sitters=(YOU, PERSON), position="JJ997/88K - 4 . N.play classic/2", begin=True)
    assert found(told(playing)) == ["jack", "nine"]
    hear(playing, kind="new")
    assert found(told(playing)) == []
    before = playing.table.position
    for message in MESSAGES:
        playing.table._handle_custom_msg({"serial": playing.table._serial, **message}, [])
    assert playing.table.position == before
    assert playing.desk.view["stage"] == "setup"
    assert Position.parse(str(before)).phase == "over"
