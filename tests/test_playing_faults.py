"""A game goes on where a player, the coach or the review trips: a plain sentence says so, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.playing import Playing
from test_playing import go_on, hear, to_the_end

from canasta import Action
from canasta.tutor import coach, sitting
from canasta.tutor.bots import Choice


def failing(*_arguments: Any, **_more: Any) -> Any:
    """What trips."""
    raise RuntimeError("an error of the program")


def unreasoned(_view: Any) -> Choice:
    """A player whose reason cannot be told."""
    return Choice(Action("draw"), "{none}")


def illegal(_view: Any) -> Choice:
    """A player who plays what he may not."""
    return Choice(Action("pass"), "why not")


@pytest.mark.parametrize("bot", [failing, illegal, unreasoned])
def test_a_player_that_fails_plays_by_chance(bot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of the computer that raises, or chooses what is not legal, plays by chance, and that is said."""
    for sitter in sitting.BOTS:
        monkeypatch.setitem(sitting.BOTS, sitter, bot)
    playing = Playing(seed="7", begin=True)
    assert playing.sitting is not None
    while playing.sitting.position.seat == 0:
        assert go_on(playing)
    hear(playing, kind="go", n=playing.desk.view["n"])
    assert "East: Could not decide, so this was played by chance." in playing.desk.view["said"]
    monkeypatch.undo()
    to_the_end(playing)
    assert playing.desk.view["stage"] == "over"


def test_a_coach_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the coach trips he says that he cannot tell, and the play counts."""
    for name in ("opinion", "advice", "consequences"):
        monkeypatch.setattr(coach, name, failing)
    playing = Playing(position="KKQQ74/?11/?11/?11 - 4 . N.play", seed="3", coach="always", begin=True)
    message = {"kind": "select", "n": 1, "cards": ["hand-0"], "laid": [], "target": "pile"}
    playing.table._handle_custom_msg({**message, "serial": playing.table._serial}, [])
    assert [part["text"] for part in playing.coach.view["parts"]] == ["The coach cannot tell here."]
    assert playing.table.commit("discard K")
    assert playing.desk.view["waits"] == 1
    assert [part["text"] for part in playing.coach.view["parts"]] == ["The coach cannot tell here."]
    assert go_on(playing)


def test_a_review_that_fails_leaves_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a deal cannot be looked at again, that is said, the sheet stands, and the next deal follows."""
    playing = Playing(position="KKK4 7777777 J . N.play", seed="5", begin=True)
    monkeypatch.setattr(playing.review, "show", failing)
    assert playing.table.commit("meld KKK")
    assert playing.table.commit("discard 4")
    assert "could not be looked at again" in playing.desk.view["said"]
    assert playing.sheet.view["rows"]
    monkeypatch.undo()
    hear(playing, kind="next")
    assert playing.desk.view["stage"] == "play"
