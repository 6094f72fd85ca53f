"""The coach's widget: what it tells in each mode, when it speaks, and what it lets the browser do."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import comm
import pytest
import traitlets
from canasta_widgets.coach import MODES, Coach
from pseudo import Pseudo, spoken
from tables import Heard
from test_leaks import exchanged, moments
from test_words_shown import english, foreign_texts, state
from wire import Wire

from canasta import Action, Position, legal

VIEW = Position.parse("7KQ8J/?11/?11/?11 777777/888 4 ?63 N.play")
COSTLY, HARMLESS = Action.parse("discard 7"), Action.parse("discard K")
COMPLETE = "Melded, it would complete your canasta of sevens: 500 points."


def parts(coach: Coach) -> dict[str, Any]:
    """What it tells now, by what it is about."""
    return {part["what"]: part for part in coach.view["parts"]}


def ask(coach: Coach, what: Any) -> None:
    """What the browser sends when a button is pressed."""
    coach._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "ask", "what": what}}}})


def test_always_tells_before_the_play() -> None:
    """What is chosen is told with its consequences, warnings first, each with its clause and law."""
    coach = Coach(mode="always")
    coach.consider(VIEW, COSTLY)
    told = parts(coach)
    assert list(told) == ["effects"]
    assert told["effects"]["title"] == "Discard 7"
    first, *rest = told["effects"]["remarks"]
    assert (first["text"], first["costs"], first["clause"]) == (COMPLETE, True, "canasta.natural")
    assert "500 points" in first["law"]
    assert rest
    assert not any(each["costs"] for each in rest)
    assert coach.view["can"] == {}
    coach.consider(VIEW, None)
    assert coach.view["parts"] == []


def test_always_tells_after_the_play() -> None:
    """What was played stays told with what a club player would have done, until the next play."""
    coach = Coach(mode="always")
    coach.after(VIEW, COSTLY)
    told = parts(coach)["last"]
    assert told["title"] == "Your last play: Discard 7"
    assert told["text"].startswith("A club player would meld 1 seven.")
    assert [each["clause"] for each in told["laws"]]
    later = VIEW._replace(pile=VIEW.pile + bytes([9]))
    coach.consider(later, HARMLESS)
    assert list(parts(coach)) == ["effects", "last"]
    coach.after(later, HARMLESS)
    assert parts(coach)["last"]["title"] == "Your last play: Discard K"
    coach.clear()
    assert coach.view["parts"] == []


def test_a_play_that_was_taken_back_is_not_judged() -> None:
    """Where the position before the last play is on the table again, the last play is forgotten."""
    coach = Coach(mode="always")
    coach.after(VIEW, COSTLY)
    coach.consider(VIEW, None)
    assert coach.view["parts"] == []


def test_it_speaks_only_when_asked() -> None:
    """On request nothing is told before a button is pressed, and each button tells its own."""
    coach = Coach(mode="request")
    coach.consider(VIEW, COSTLY)
    assert coach.view["parts"] == []
    assert coach.view["can"] == {"advice": True, "effects": True, "last": False}
    ask(coach, "effects")
    assert list(parts(coach)) == ["effects"]
    ask(coach, "advice")
    assert parts(coach)["advice"]["text"].startswith("A club player would meld 1 seven.")
    coach.consider(VIEW, None)
    assert coach.view["parts"] == []
    assert coach.view["can"] == {"advice": True, "effects": False, "last": False}
    coach.after(VIEW, COSTLY)
    assert coach.view["can"] == {"advice": False, "effects": False, "last": True}
    ask(coach, "last")
    assert list(parts(coach)) == ["last"]


def test_off_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off, it tells nothing and works nothing out; turned on it tells of what is on the table."""
    coach = Coach(mode="off")
    with monkeypatch.context() as patch:
        for name in ("consequences", "opinion", "advice"):
            patch.setattr(f"canasta.tutor.coach.{name}", lambda *_: pytest.fail("nobody asked"))
        coach.consider(VIEW, COSTLY)
        ask(coach, "effects")
    assert coach.view["parts"] == []
    assert coach.view["can"] == {}
    coach.mode = "always"
    assert list(parts(coach)) == ["effects"]


def test_only_warnings_and_answers_are_said_aloud() -> None:
    """Choosing what costs nothing says nothing; a warning, the judgement of a play, and an answer are said once."""
    coach = Coach(mode="always")
    coach.consider(VIEW, HARMLESS)
    assert coach.view["said"]["text"] == ""
    coach.consider(VIEW, COSTLY)
    assert coach.view["said"]["text"] == COMPLETE
    n = coach.view["said"]["n"]
    coach.consider(VIEW, COSTLY)
    assert coach.view["said"]["n"] == n
    coach.consider(VIEW, HARMLESS)
    assert coach.view["said"]["text"] == ""
    coach.after(VIEW, COSTLY)
    said = coach.view["said"]
    assert said["text"].startswith("A club player would meld")
    coach.consider(VIEW._replace(seat=1, phase="draw"), None)
    assert coach.view["said"] == said
    coach = Coach(mode="request")
    coach.consider(VIEW, HARMLESS)
    assert coach.view["said"]["text"] == ""
    ask(coach, "effects")
    assert coach.view["said"]["text"] == "Nothing is surely lost by it."


def test_several_warnings_are_one_utterance() -> None:
    """The first warning is said, and how many there are besides."""
    coach = Coach(mode="always")
    coach.consider(Position.parse("KQ28/?11/?11/?11 444 94 . N.play"), Action.parse("discard 2"))
    assert parts(coach)["effects"]["warns"] == 2
    assert coach.view["said"]["text"].endswith("until it is taken. And 1 more warning.")


@pytest.mark.parametrize("what", ["", "off", "mode", None, 7, [], {}, "last"])
def test_what_cannot_be_asked_is_dropped(what: Any) -> None:
    """Any other wish, and a button that has nothing to tell, changes nothing."""
    coach = Coach(mode="request")
    coach.consider(VIEW, COSTLY)
    before = coach.view
    ask(coach, what)
    assert coach.view == before


def test_the_browser_sets_the_mode_and_nothing_else() -> None:
    """The reader chooses among the modes."""
    coach = Coach()
    for mode in MODES:
        coach._handle_msg({"content": {"data": {"method": "update", "state": {"mode": mode, "view": {}}}}})
        assert coach.mode == mode
        assert coach.view != {}
    coach._handle_msg({"content": {"data": {"method": "update", "state": {"mode": "loud"}}}})
    assert coach.mode == MODES[-1]
    with pytest.raises(traitlets.TraitError):
        Coach(mode="loud")


def test_a_choice_that_changes_nothing_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off or on request, choosing cards one after another sends no message, but where a button changes."""
    monkeypatch.setattr(comm, "create_comm", lambda **options: Wire(**options))
    for mode in ("off", "request"):
        coach = Coach(mode=mode)
        coach.consider(VIEW, COSTLY)
        wire = coach.comm
        assert isinstance(wire, Wire)
        wire.taken()
        coach.consider(VIEW, HARMLESS)
        assert wire.taken() == []


def test_without_the_hand_there_is_no_advice() -> None:
    """Where the hand of who is to act lies face down or is not known, no button offers what nobody can tell."""
    for line in ("?5/?11/?11/?11 777777/888 4 ?63 N.play", ". 777777/888 4 . N.play"):
        coach = Coach(mode="request")
        coach.consider(Position.parse(line), None)
        assert not any(coach.view["can"].values())


@pytest.mark.parametrize("mode", ["always", "request"])
def test_nothing_leaks(mode: str) -> None:
    """Told of a whole position, it tells the browser no more than of what the seat sees."""
    chance = random.Random(mode)
    told = 0
    for position in moments("classic", 3):
        if position.phase == "over":
            continue
        other = exchanged(position, position.acting, chance)
        plays = list(islice(legal(position.seen_by(position.acting)), 50))
        for action in chance.sample(plays, min(3, len(plays))):
            views = []
            for each in (position, other):
                coach = Coach(mode=mode)
                coach.consider(each, action)
                for what in ("effects", "advice"):
                    ask(coach, what)
                views.append(coach.view)
                coach.after(each, action)
                ask(coach, "last")
                views.append(coach.view)
            assert views[:2] == views[2:]
            told += bool(views[0]["parts"])
    assert told > 3


def test_all_is_translated() -> None:
    """In a language that nobody speaks no English word is left."""
    with spoken(Pseudo()):
        coach = Coach(mode="request")
        coach.consider(VIEW, COSTLY)
        for what in ("effects", "advice"):
            ask(coach, what)
        shown = {**state(coach), "mode": ""}
        for part in shown["view"]["parts"]:
            part["what"] = ""
        assert english(shown) == set()
        assert foreign_texts(shown) > 20


# -- beside a table ---------------------------------------------------------------------------------------------------


def test_a_table_says_what_is_chosen() -> None:
    """The first legal meaning of what is chosen, with what the seat sees; None where there is none."""
    found: list[tuple[Position, Action | None]] = []
    table = Heard("KsQh8dJc7h/?11/?11/?11 777777/888 4 . N.play", on_consider=lambda *both: found.append(both))
    assert table.select(["hand-2"]) is not None
    view, action = found[-1]
    assert view == table.view
    assert action is not None
    assert str(action) == f"discard {table.position.cards_in_hand()[2]}"
    table.select(["hand-0", "hand-1"])
    assert found[-1][1] is None
    table.select([])
    assert found[-1][1] is None


def test_a_table_that_tells_nothing_beforehand_says_no_action() -> None:
    """Where the judge's answers wait for the try, the coach is told of no legal action either."""
    found: list[Action | None] = []
    table = Heard("KQ8J7 777777 4 . N.play", preview=False, on_consider=lambda _view, action: found.append(action))
    table.select(["hand-0"])
    assert found == [None]


def test_beside_a_table() -> None:
    """A whole turn: what is chosen is told before it is played, and judged afterwards."""
    coach = Coach(mode="always")
    table = Heard(
        VIEW._replace(stock=None),
        on_consider=coach.consider,
        on_step=lambda step: coach.after(step.before, step.verdict.action),
    )
    seven = next(at for at, card in enumerate(table.position.cards_in_hand()) if str(card) == "7")
    table.select([f"hand-{seven}"], "pile")
    assert parts(coach)["effects"]["warns"]
    table.commit("discard 7")
    assert parts(coach)["last"]["text"].startswith("A club player would meld 1 seven.")
