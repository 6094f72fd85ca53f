"""The stepper: a deal walked through, every step with its clauses, and a way aside from any point and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.stepper import Stepper
from hypothesis import given
from hypothesis import strategies as st

from canasta import Action, Position, Step, play, score_deal

START = "KK2444/AA4?8/QQQ5/77 QQQ/AAAA 9K 5r8?73"
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


LOG = """
title: A short one
position: 4449/AA8/Q8/JJ 7777777/KKK 95 4?84
draw
ask  # he need not
S: say hand E
answer yes
meld 4444
discard 9
score: 635:-40
"""
LINES = LOG.splitlines()


def test_a_log_is_walked() -> None:
    """A log's text is played; its comments are shown with their steps, an answer is the partner's, as is the hand."""
    stepper = Stepper(LOG)
    assert not view(stepper)["fault"]
    told = []
    for _ in stepper.steps:
        stepper.step()
        told.append((view(stepper)["what"], stepper.table.seat))
    assert told == [
        ("North: Draw from the stock.", 0),
        ("North: Ask: may I go out?", 2),
        ("South: Ask or say: the number of cards in a hand (East).", 2),
        ("South: Answer: yes.", 0),
        ("North: Meld 4 4 4 4.", 0),
        ("North: Discard 9.", 0),
    ]
    stepper.go_to(2)
    assert view(stepper)["notes"][0] == {"text": "he need not", "clause": "", "kind": "comment"}
    stepper.go_to(3)
    assert {"text": "East holds 3 cards.", "clause": "info.on-turn", "kind": "then"} in view(stepper)["notes"]


def test_one_can_go_to_any_step() -> None:
    """The beginning and every step are listed in words, and each can be gone to; what is no place changes nothing."""
    stepper = Stepper(LOG)
    assert stepper.rail.stops[:3] == ["The beginning", "1. North: Draw from the stock.", "2. North: Ask: may I go out?"]
    assert len(stepper.rail.stops) == len(stepper.steps) + 1
    for at in (4, 0, len(stepper.steps)):
        stepper._heard(None, {"kind": "go", "at": at}, None)
        assert (stepper.at, view(stepper)["at"]) == (at, at)
    for wrong in ("3", None, 2.5, [1]):
        stepper._heard(None, {"kind": "go", "at": wrong}, None)
        assert stepper.at == len(stepper.steps)
    assert Stepper([]).rail.stops == []


def test_the_sheet_lies_under_the_end_of_a_deal() -> None:
    """Where the deal is over its score is shown line by line, each under its clause with its law, and nowhere else."""
    stepper = Stepper(LOG)
    for _ in stepper.steps:
        assert stepper.sheet.view == {}
        stepper.step()
    assert view(stepper)["notes"][-1]["text"] == "The score sheet is under the table."
    shown = stepper.sheet.view
    lines = score_deal(stepper.table.position)
    parts = [row for row in shown["rows"] if row["part"]]
    assert [(row["label"], row["clause"], row["law"]) for row in parts] == [(x.text, x.clause, x.law) for x in lines]
    assert [[cell for cell in row["cells"] if cell] for row in parts] == [[f"{line.points:,}"] for line in lines]
    sums = {row["label"]: row["cells"] for row in shown["rows"] if row["cells"] and not row["part"]}
    assert sums == {"Score of the deal": ["635", "-40"], "Total": ["635", "-40"], "Next minimum": ["50", "15"]}
    assert [column["seats"] for column in shown["columns"]] == ["North, South", "East, West"]
    stepper.back()
    assert stepper.sheet.view == {}
    stepper.table.commit("discard 9")
    assert stepper.sheet.view == shown
    stepper.set_up("K24 444 42K")
    assert stepper.sheet.view == {}


def test_a_deal_that_cannot_be_scored_says_why() -> None:
    """Where a deal is over and a hand is not known, a sentence stands in place of the sheet."""
    stepper = Stepper("position: 9/?5/Q8/JJ 7777777/KKK 95 ?86 N.play\ndiscard 9\n")
    stepper.last()
    assert "What East holds is not known" in stepper.sheet.view["missing"]
    assert stepper.sheet.view["rows"] == []


def test_all_deals_of_a_log_are_on_the_sheet() -> None:
    """At the end of a later deal the sheet has the earlier ones too."""
    stepper = Stepper((Path(__file__).parent / "games" / "classic-4-game.log").read_text("utf-8"))
    stepper.last()
    heads = [row["label"] for row in stepper.sheet.view["rows"] if not row["cells"]]
    assert heads[:2] == ["Deal 1", "Deal 2"]
    assert [column["seats"] for column in stepper.sheet.view["columns"]] == ["North, South", "East, West"]


@pytest.mark.parametrize(
    ("line", "words", "steps", "said"),
    [
        (8, "meld 494", 4, "Line 8, meld 944: 3 cards of 2 different ranks; a meld is 3 or more of one rank."),
        (7, "answer if", 3, "Line 7, answer if: "),
        (7, "mild 444", 3, "Line 7: action: 'mild' is no verb"),
        (10, "score: 635:0", 6, "Line 10, score: 635:0: The deal scores 635:-40. [score.sheet]"),
        (3, "position: 4X", 0, "Line 3: hands, N: 'X' in '4X' is no card"),
        (3, "position: KKKKKKKKK", 0, "Line 3: the position cannot exist: Too many kings: 9, and 2 packs hold 8."),
        (10, "position: KKKKKKKKK", 6, "Line 10: the position cannot exist: Too many kings: 9, and 2 packs hold 8."),
        (3, "", 0, "Line 4: a deal: or position: line comes first"),
    ],
)
def test_a_wrong_log_says_where(line: int, words: str, steps: int, said: str) -> None:
    """What is wrong in a log is said with its line and its clause, and everything before it can be walked."""
    stepper = Stepper("\n".join([*LINES[: line - 1], words, *LINES[line:]]))
    assert len(stepper.steps) == steps
    assert view(stepper)["fault"].startswith(f"The log stops here. {said}")
    stepper.last()
    assert stepper.at == steps


@given(st.text(max_size=60), st.integers(0, len(LINES)))
def test_no_log_breaks_it(text: str, at: int) -> None:
    """Whatever stands in a log, what comes before can be walked, and nothing is raised."""
    stepper = Stepper("\n".join([*LINES[:at], text, *LINES[at:]]))
    assert len(stepper.rail.stops) in (0, len(stepper.steps) + 1)
    assert not Stepper(" \n").walk.fault


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
