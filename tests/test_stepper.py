"""The stepper: a deal walked from end to end, and a way aside from any point and back."""

from __future__ import annotations

import json

import pytest
from canasta_widgets.stepper import Stepper
from walks import LOG, STEPS, longest, view


def test_it_walks_from_end_to_end() -> None:
    """Each step shows the position after it and the hand of the player in turn, up to the end and no further."""
    stepper = Stepper(STEPS)
    assert view(stepper)["where"] == "The beginning"
    assert stepper.table.position == STEPS[0].before
    for number, step in enumerate(STEPS, 1):
        stepper.step()
        assert stepper.at == number
        assert stepper.table.position == step.after
        assert stepper.table.seat == step.after.seat
        assert view(stepper)["where"] == f"Step {number} of 9"
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


def test_ones_own_action_leaves_the_deal_and_back_returns() -> None:
    """A legal try is played and the deal left; undo or back return to the same step, and step goes on with the deal."""
    stepper = Stepper(STEPS)
    stepper.go_to(1)
    stepper.table.commit("meld Q:2")
    assert stepper.aside
    assert view(stepper)["what"] == "You left the deal. North: Meld 2 onto your queens."
    assert view(stepper)["notes"] == []
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
    """All hands can be laid open and closed again; they are not sent unless asked for."""
    stepper = Stepper(LOG, at=1)
    assert not any("cards" in other for other in stepper.table.zones["others"])
    stepper._heard(None, {"kind": "hands", "open": True}, None)
    assert view(stepper)["open"]
    assert [len(other["cards"]) for other in stepper.table.zones["others"]] == [3, 2, 2]
    stepper.step()
    assert all(other["cards"] for other in stepper.table.zones["others"])
    stepper._heard(None, {"kind": "hands", "open": False}, None)
    assert not view(stepper)["open"]
    assert not any("cards" in other for other in stepper.table.zones["others"])


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
    assert view(stepper)["where"] == "A position of your own"
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
    assert view(stepper)["where"] == "There is no deal to step through"
    for kind in ("first", "back", "step", "last"):
        stepper._heard(None, {"kind": kind}, None)
    assert not any(view(stepper)["can"].values())
    stepper.set_up("K24 444 42K")
    assert stepper.table.position.hand_size() == 3


def test_a_long_game_is_sent_once() -> None:
    """From step to step only the view changes, a few thousand characters; the lists of all stops stay."""
    stepper = longest()
    sent: list[str] = []
    stepper.rail.observe(lambda change: sent.append(change["name"]))
    for _ in range(60):
        stepper.step()
        assert len(json.dumps(view(stepper))) < 6000
    assert set(sent) == {"view"}
    assert len(json.dumps([stepper.rail.stops, stepper.rail.marks])) < 60_000


def test_it_opens_where_a_presenter_wants_it() -> None:
    """A stop, a seat and all hands can be given; beyond the end is the last stop; what is no seat or time raises."""
    stepper = Stepper(LOG, at=4, seat=1, all_open=True, seconds=(0.5, 3))
    assert (stepper.at, view(stepper)["at"], stepper.table.seat) == (4, 4, 1)
    assert len([other for other in stepper.table.zones["others"] if other["cards"]]) == 3
    assert stepper.rail.speeds == [(0.5, "Every 0.5 s"), (3, "Every 3 s")]
    assert stepper.rail.usual == 0.5
    assert Stepper(LOG).rail.usual == 2
    assert Stepper(LOG, at=99).at == 6
    for seat in (4, -1, True, "N"):
        with pytest.raises(ValueError, match="There is no seat"):
            Stepper(LOG, seat=seat)  # type: ignore[arg-type]
    for seconds in ((), (0,), (-1,), (True,), ("2",), (float("nan"),), (1e9,)):
        with pytest.raises(ValueError, match="time for a step"):
            Stepper(LOG, seconds=seconds)  # type: ignore[arg-type]
