"""The stepper: a deal walked through, every step with its clauses, and a way aside from any point and back."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.stepper import Stepper

from canasta import Action, Position, Step, play

START = "KK2444/AA4?8/QQQ5/77 QQQ/AAAA 9K 5r8?20"
WORDS = "take KK; meld 444; discard 2; draw; meld AA; discard 4; draw; meld QQQ; discard 5"


def played(line: str = START, words: str = WORDS) -> list[Step]:
    """The steps of some actions, divided by semicolons."""
    steps: list[Step] = []
    for text in words.split("; "):
        steps.append(play(steps[-1].after if steps else Position.parse(line), Action.parse(text)))
    return steps


STEPS = played()


def view(stepper: Stepper) -> dict[str, Any]:
    """What the browser is told."""
    return dict(stepper.rail.view)


def test_it_walks_from_end_to_end() -> None:
    """Each step shows the position after it and the hand of the player in turn, up to the end and no further."""
    stepper = Stepper(STEPS)
    assert view(stepper)["where"] == "The beginning, 9 steps to go."
    assert stepper.table.position == STEPS[0].before
    for number, step in enumerate(STEPS, 1):
        stepper.step()
        assert stepper.at == number
        assert stepper.table.position == step.after
        assert stepper.table.seat == step.after.seat
        assert view(stepper)["where"] == f"Step {number} of 9."
    stepper.step()
    assert stepper.at == len(STEPS)
    assert view(stepper)["can"] == {"first": True, "back": True, "step": False, "last": False}
    stepper.back()
    assert stepper.table.position == STEPS[-1].before
    stepper.first()
    assert view(stepper)["can"] == {"first": False, "back": False, "step": True, "last": True}
    stepper.back()
    assert stepper.at == 0
    stepper.last()
    assert stepper.at == len(STEPS)


def test_each_step_says_what_happened_and_by_which_clause() -> None:
    """A step shows who did what, why it was allowed and what followed, each under the clause that the engine names."""
    stepper = Stepper(STEPS)
    for step in STEPS:
        stepper.step()
        notes = view(stepper)["notes"]
        then = [(note["text"], note["clause"]) for note in notes if note["kind"] == "then"]
        assert then == [(event.text, event.clause) for event in step.events]
        held = {(finding.fact, finding.clause) for finding in step.verdict.findings}
        why = [(note["text"], note["clause"]) for note in notes if note["kind"] == "why"]
        assert set(why) <= held
        assert notes
        if step.verdict.action.verb in ("take", "meld"):
            assert len(why) == 2
        groups = {finding.clause: finding.group for finding in step.verdict.findings}
        assert not {groups[clause] for _, clause in why} & {"turn", "hand"}
        assert not {clause for _, clause in why} & {clause for _, clause in then}
        assert stepper.table.verdict["legal"]
        assert [each["clause"] for each in stepper.table.verdict["findings"]] == [
            f.clause for f in step.verdict.findings
        ]
    stepper.go_to(3)
    assert view(stepper)["what"] == "North: Discard 2."
    assert {"freeze.card", "turn.order"} <= {note["clause"] for note in view(stepper)["notes"]}


def test_ones_own_action_leaves_the_deal_and_back_returns() -> None:
    """A legal try is played and the deal left; undo or back return to the same step, and step goes on with the deal."""
    stepper = Stepper(STEPS)
    stepper.go_to(1)
    stepper.table.commit("discard 4")
    assert stepper.aside
    assert view(stepper)["what"] == "You left the deal. North: Discard 4."
    assert view(stepper)["notes"] == []
    assert stepper.table.seat == 1
    stepper.table.undo()
    assert not stepper.aside
    assert view(stepper)["what"] == "North: Take the pile with K K."
    stepper.table.commit("discard 4")
    stepper.back()
    assert (stepper.at, stepper.table.position) == (1, STEPS[0].after)
    stepper.table.commit("discard 4")
    stepper.step()
    assert (stepper.at, stepper.aside) == (2, False)


def test_a_refused_try_changes_nothing() -> None:
    """A refused try shows its verdict and leaves the deal where it is."""
    stepper = Stepper(STEPS)
    stepper.go_to(1)
    stepper.table.commit("meld 44")
    assert stepper.table.verdict["lead"]["clause"] == "meld.same-rank"
    assert not stepper.aside
    assert stepper.table.position == STEPS[0].after


def test_one_seats_view_hides_the_rest() -> None:
    """Seen from a seat the table shows that hand at every step, and the line tells no other hand and no stock."""
    stepper = Stepper(STEPS)
    stepper.look(2)
    for _ in STEPS:
        assert stepper.table.seat == 2
        assert "A" not in view(stepper)["line"].split()[0]
        assert view(stepper)["line"] == str(stepper.table.position.seen_by(2))
        stepper.step()
    stepper.look(None)
    assert stepper.table.seat == stepper.table.position.seat
    assert view(stepper)["line"] == str(stepper.table.position)


def test_all_hands() -> None:
    """All hands can be shown, the unseen cards counted; they are not sent unless asked for."""
    stepper = Stepper(played("KK44/A?9/. QQQ/AAA 9K ?20", "take KK"))
    assert view(stepper)["hands"] == []
    stepper._heard(None, {"kind": "hands", "open": True}, None)
    shown = {hand["name"]: (len(hand["cards"]), hand["rest"]) for hand in view(stepper)["hands"]}
    assert shown == {
        "North": (4, ""),
        "East": (1, "9 cards unseen"),
        "South": (0, "not stated"),
        "West": (0, "not stated"),
    }
    assert [hand["name"] for hand in view(stepper)["hands"] if hand["turn"]] == ["North"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("KX4 - Q", "'X'"),
        ("", "there is no text"),
        ("KK4 KKKKKKKKK Q", "pack.cards"),
        ("KK4 222 Q", "meld.no-wild-meld"),
        ("KK4 - Q . Z.play", "'Z'"),
    ],
)
def test_a_line_that_is_no_position(line: str, said: str) -> None:
    """A typed line that is no position is answered by a plain sentence, and nothing on the table changes."""
    stepper = Stepper(STEPS)
    stepper.go_to(2)
    stepper._heard(None, {"kind": "set_up", "line": line}, None)
    assert view(stepper)["problem"].startswith("This position cannot be shown: ")
    assert said in view(stepper)["problem"]
    assert stepper.table.position == STEPS[1].after
    stepper.step()
    assert view(stepper)["problem"] == ""


def test_a_position_of_ones_own() -> None:
    """A typed position lies on the table and can be played; back returns to the deal where it was left."""
    stepper = Stepper(STEPS)
    stepper.go_to(4)
    stepper._heard(None, {"kind": "set_up", "line": "K24 444 42K"}, None)
    assert view(stepper)["where"] == "A position of your own."
    stepper.table.commit("take K2")
    assert stepper.table.verdict["lead"]["clause"] == "freeze.natural-pair"
    stepper.table.commit("draw")
    assert view(stepper)["what"] == "North: Draw from the stock."
    stepper.back()
    assert (stepper.at, stepper.table.position) == (4, STEPS[3].after)


def test_fewer_players_than_the_seat_looked_from() -> None:
    """Looking from a seat that a new position does not have gives way to the player in turn."""
    stepper = Stepper(STEPS)
    stepper.look(3)
    stepper.set_up("K24 444 42K classic/2")
    assert stepper.seat is None
    assert view(stepper)["seats"] == ["North", "South"]


def test_no_steps() -> None:
    """Without steps there is a plain sentence and an empty table, and no button leads anywhere."""
    stepper = Stepper([])
    assert view(stepper)["where"] == "There is no deal to step through."
    for kind in ("first", "back", "step", "last"):
        stepper._heard(None, {"kind": kind}, None)
    assert not any(view(stepper)["can"].values())
    stepper.set_up("K24 444 42K")
    assert stepper.table.position.hand_size() == 3


def test_messages_drive_it() -> None:
    """Each button has its message."""
    stepper = Stepper(STEPS)
    seen = []
    for kind in ("step", "last", "back", "first"):
        stepper._heard(None, {"kind": kind}, None)
        seen.append(stepper.at)
    assert seen == [1, 9, 8, 0]
    stepper._heard(None, {"kind": "look", "seat": 3}, None)
    assert stepper.table.seat == 3
    stepper._heard(None, {"kind": "look", "seat": None}, None)
    assert stepper.table.seat == 0


@pytest.mark.parametrize(
    "message",
    [
        *(None, [], {}, {"kind": "go"}, {"kind": "look"}),
        *({"kind": "look", "seat": seat} for seat in (4, -1, "N")),
        *({"kind": "hands", "open": "yes"}, {"kind": "set_up", "line": 4}),
    ],
)
def test_malformed_messages_are_dropped(message: Any) -> None:
    """Whatever else comes changes nothing."""
    stepper = Stepper(STEPS)
    before = view(stepper)
    stepper._heard(None, message, None)
    assert view(stepper) == before
