"""The stepper: a deal walked through, every step with its clauses, and a way aside from any point and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.stepper import Stepper
from canasta_widgets.telling import MARKS
from hypothesis import given
from hypothesis import strategies as st

from canasta import BOOK, Action, Position, Step, play, score_deal
from canasta.clauses.register import law
from canasta.words import seat_name

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
        groups = {finding.clause: finding.group for finding in step.verdict.findings}
        if step.verdict.action.verb in ("take", "meld"):
            assert len(why) == 2
            assert not {groups[clause] for _, clause in why} & {"turn", "hand"}
        for note in notes:
            assert note["law"] == law(BOOK[note["clause"]], step.before.profile)
            assert BOOK[note["clause"]].source in note["source"]
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
    assert view(stepper)["notes"][0] == {"text": "he need not", "kind": "comment", "clause": ""}
    stepper.go_to(3)
    assert ("East holds 3 cards.", "info.on-turn", "then") in [
        (note["text"], note["clause"], note["kind"]) for note in view(stepper)["notes"]
    ]


def test_one_can_go_to_any_step() -> None:
    """The beginning and every step are listed in words, and each can be gone to; what is no place changes nothing."""
    stepper = Stepper(LOG)
    assert stepper.rail.stops[:3] == [
        ["The beginning", "6 steps to go.", 0],
        ["Step 1 of 6", "North: Draw from the stock.", 1],
        ["Step 2 of 6", "North: Ask: may I go out?", 2],
    ]
    assert len(stepper.rail.stops) == len(stepper.steps) + 1
    for at in (4, 0, len(stepper.steps)):
        stepper._heard(None, {"kind": "go", "at": at}, None)
        assert (stepper.at, view(stepper)["at"]) == (at, at)
    for wrong in ("3", None, 2.5, [1], True, -1, 2**70):
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


def test_the_mark_that_editors_put_before_a_log_is_none_of_it() -> None:
    """A file saved with a byte order mark, and with the line ends of another system, is walked like any other."""
    marked = Stepper("\ufeff" + LOG.strip().replace("\n", "\r\n"))
    assert len(marked.steps) == len(Stepper(LOG).steps)
    assert not view(marked)["fault"]


@given(st.text(max_size=60), st.integers(0, len(LINES)))
def test_no_log_breaks_it(text: str, at: int) -> None:
    """Whatever stands in a log, what comes before can be walked, and nothing is raised."""
    stepper = Stepper("\n".join([*LINES[:at], text, *LINES[at:]]))
    assert len(stepper.rail.stops) == len(stepper.steps) + stepper.walk.deals
    assert not Stepper(" \n").walk.fault


GAMES = Path(__file__).parent / "games"


def longest() -> Stepper:
    """The longest game that is kept, of several deals."""
    return Stepper(max((path.read_text("utf-8") for path in GAMES.glob("*.log")), key=lambda text: text.count("\n")))


def test_every_deal_of_a_game_begins_with_a_stop_of_its_own() -> None:
    """One steps into a deal as it was dealt, is told who dealt and what each side must reach, and steps on."""
    stepper = longest()
    deals = [at for at, stop in enumerate(stepper.walk.stops) if stop.step is None]
    assert len(deals) > 2
    assert len(stepper.rail.stops) == len(stepper.steps) + len(deals)
    for deal, at in enumerate(deals, 1):
        stepper.go_to(at)
        position = stepper.table.position
        following = stepper.walk.stops[at + 1].step
        assert following is not None
        assert position == following.before
        assert view(stepper)["where"] == f"Deal {deal} of {len(deals)}"
        assert view(stepper)["what"].startswith(f"Dealt by {seat_name(position.profile.seat_names[position.dealer])}, ")
        clauses = [note["clause"] for note in view(stepper)["notes"]]
        minimums = ["initial.minimum"] * position.profile.sides
        assert clauses == ([""] if deal == 1 else ["deal.rotation", *minimums])
        stepper.step()
        assert view(stepper)["where"].startswith(f"Deal {deal} of {len(deals)}, step 1 of ")
        stepper.back()
        assert stepper.at == at


def test_the_sheet_lies_where_a_deal_ends_and_nowhere_else() -> None:
    """Each deal's last stop has the sheet with the deals up to it; the next deal begins without."""
    stepper = longest()
    ends = [at - 1 for at, stop in enumerate(stepper.walk.stops) if stop.step is None and at] + [
        len(stepper.walk.stops) - 1
    ]
    for deal, at in enumerate(ends, 1):
        stepper.go_to(at)
        heads = [row["label"] for row in stepper.sheet.view["rows"] if not row["cells"]]
        assert heads[:deal] == [f"Deal {number}" for number in range(1, deal + 1)]
        assert f"Deal {deal + 1}" not in heads
        stepper.back()
        assert stepper.sheet.view == {}
        stepper.go_to(at + 1)
        assert (stepper.sheet.view == {}) == (at < ends[-1])


def test_the_timeline_points_out_what_is_telling() -> None:
    """Canastas, freezes, takes and ends have a sign each where they happened, in the words of their events."""
    stepper = Stepper(STEPS)
    assert stepper.rail.marks == [
        [1, "taken", "The pile is taken: 2 cards."],
        [3, "frozen", "The deuce freezes the pile."],
    ]
    game = longest()
    assert {kind for _, kind, _ in game.rail.marks} == {"deal", *MARKS}
    for at, kind, words in game.rail.marks:
        step = game.walk.stops[at].step
        if step is None:
            assert (kind, words) == ("deal", f"Deal {game.walk.stops[at].deal}")
        else:
            assert {event.clause for event in step.events} & set(MARKS[kind])
            assert words


def test_what_is_told_names_clauses_of_the_book() -> None:
    """The events that the timeline points out are in the rule book."""
    named = {clause for clauses in MARKS.values() for clause in clauses}
    assert named <= set(BOOK.ids())


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


def test_the_table_does_not_tell_a_step_again() -> None:
    """What the rule book says of a step lies in the panel and is not read out there; of a learner's own try it is."""
    stepper = Stepper(STEPS)
    stepper.step()
    assert "told" not in stepper.table.verdict
    stepper.go_to(5)
    assert "told" not in stepper.table.verdict
    stepper.table.commit("draw")
    assert stepper.table.verdict["told"]


def test_what_is_told_of_a_stop_says_it_once() -> None:
    """The sentence for the ear has place, action, comment and events, and no clause ids."""
    stepper = Stepper(LOG, at=3)
    assert view(stepper)["told"] == (
        "Step 3 of 6: South: Ask or say: the number of cards in a hand (East). East holds 3 cards."
    )
    stepper.go_to(2)
    assert view(stepper)["told"] == "Step 2 of 6: North: Ask: may I go out? he need not North asks South: may I go out?"
    stepper.table.commit("answer no")
    assert view(stepper)["told"] == "", "what is played on the table the table tells"


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


def test_another_log_is_opened() -> None:
    """A log that can be read takes the place of the old one, from its beginning; what was played aside is gone."""
    stepper = Stepper(STEPS, at=2)
    stepper.table.commit("discard 4")
    stepper._heard(None, {"kind": "load", "text": LOG}, None)
    assert (stepper.at, stepper.aside, len(stepper.steps)) == (0, False, 6)
    assert view(stepper)["walk"] == 2
    assert [note["text"] for note in view(stepper)["notes"]] == ["A short one."]
    assert len(stepper.rail.stops) == 7
    stepper.load(LOG.replace("discard 9", "discard 99"))
    assert view(stepper)["fault"].startswith("The log stops here. Line 9, discard 99: ")
    assert len(stepper.steps) == 5
    assert stepper.rail.marks[-1] == [5, "fault", "The log stops here."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no text."),
        (" \n\t", "There is no text."),
        ("# nothing", "Line 2: a log has a deal: or position: line"),
        ("\x00\x01PK binary", "Line 1: "),
        ("draw", "Line 1: a deal: or position: line comes first"),
        ("position: KKKKKKKKK", "Line 1: the position cannot exist: "),
        ("x" * 1001, "Line 1 is longer than 1,000 characters"),
        ("# a\n" * 60_000, "A log has up to 200,000 characters"),
    ],
)
def test_a_log_of_which_nothing_can_be_walked(text: str, said: str) -> None:
    """It is answered by a plain sentence of bounded length, and the deal that lay there stays as it was."""
    stepper = Stepper(STEPS, at=2)
    before = stepper.walk
    stepper._heard(None, {"kind": "load", "text": text}, None)
    assert said in view(stepper)["unread"]
    assert len(view(stepper)["unread"]) < 600
    assert (stepper.walk, stepper.at, view(stepper)["walk"]) == (before, 2, 1)
    assert stepper.table.position == STEPS[1].after
    stepper.step()
    assert view(stepper)["unread"] == ""


def test_a_long_faulty_line_is_named_and_what_comes_before_is_walked() -> None:
    """A line longer than any of a log ends it; it is not read, nor quoted."""
    stepper = Stepper("\n".join([*LINES[:6], "meld " + "4" * 5000, *LINES[6:]]))
    assert len(stepper.steps) == 3
    assert view(stepper)["fault"] == "The log stops here. Line 7 is longer than 1,000 characters; no line of a log is."


def test_the_first_impossible_position_is_found_among_many() -> None:
    """Of many starts the first one that cannot exist is named, and all before it are walked."""
    good, bad = "position: K44/44/55/66 - Q\ndraw\n", "position: KKKKKKKKK\n"
    stepper = Stepper(good * 40 + bad + good * 40)
    assert stepper.walk.deals == 40
    assert view(stepper)["fault"].startswith("The log stops here. Line 81: the position cannot exist: ")


def test_comments_above_a_line_belong_to_it() -> None:
    """A comment that stands alone is shown with the next start or action, before that one's own."""
    stepper = Stepper("# once\nposition: K44/44/55/66 - Q # upon\n\n# a time\ndraw # there\n# was")
    comments = [note["text"] for at in (0, 1) for note in telling_comments(stepper, at)]
    assert comments == ["once upon", "a time there"]


def telling_comments(stepper: Stepper, at: int) -> list[dict[str, str]]:
    """The comments shown at a stop."""
    stepper.go_to(at)
    return [note for note in view(stepper)["notes"] if note["kind"] == "comment"]


@pytest.mark.parametrize("as_steps", [True, False])
def test_the_log_is_there_as_text(as_steps: bool) -> None:
    """Read again, the text gives the same steps, and so it does with what was played aside or from an own position."""
    stepper = Stepper(Stepper(LOG).steps if as_steps else LOG)
    assert len(stepper.steps) == 6
    assert Stepper(stepper.text).steps == stepper.steps
    stepper.go_to(1)
    before = stepper.table.position
    stepper.table.commit("discard 9")
    assert stepper.aside
    assert [step.after for step in Stepper(stepper.text).steps] == [before, stepper.table.position]
    stepper.set_up("K24 444 42K")
    stepper.table.commit("draw")
    again = Stepper(stepper.text)
    assert [str(step.verdict.action) for step in again.steps] == ["draw"]
    assert again.walk.stops[0].position == stepper.table.start


def test_the_log_is_sent_when_it_is_asked_for() -> None:
    """The browser gets the text with a file's name made of the title."""
    stepper, sent = heard_from(Stepper(LOG))
    stepper._heard(None, {"kind": "log"}, None)
    assert sent == [{"kind": "log", "text": LOG, "name": "a-short-one.log"}]
    stepper, sent = heard_from(Stepper(STEPS))
    stepper._heard(None, {"kind": "log"}, None)
    assert sent[0]["name"] == "canasta.log"


def heard_from(stepper: Stepper) -> tuple[Stepper, list[Any]]:
    """The stepper, and what its rail will send to the browser besides its traits."""
    sent: list[Any] = []
    stepper.rail.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return stepper, sent


def test_who_does_something_on_the_table_stops_the_player() -> None:
    """A choice, a try, refused or not, and an undo are told to the rail; what the table asks of itself is not."""
    stepper, sent = heard_from(Stepper(STEPS, at=1))
    serial = stepper.table.zones["serial"]
    for quiet in ({"kind": "select", "n": 1, "serial": serial, "cards": [], "target": ""}, None, "x"):
        stepper._touched(None, quiet, None)
    assert sent == []
    for touched in (
        {"kind": "select", "n": 2, "serial": serial, "cards": ["hand-0"], "target": ""},
        {"kind": "select", "n": 2, "serial": serial, "cards": [], "target": "pile"},
        {"kind": "commit", "text": "meld 44"},
        {"kind": "undo"},
    ):
        sent.clear()
        stepper._touched(None, touched, None)
        assert sent == [{"kind": "halt"}]


def test_wishes_are_numbered() -> None:
    """The number of the last wish comes back with the view, also where it changed nothing; no other value does."""
    stepper = Stepper(STEPS)
    for number, kind in enumerate(("step", "first", "back", "last", "step", "look", "hands"), 1):
        stepper._heard(None, {"kind": kind, "n": number, "seat": None, "open": False}, None)
        assert view(stepper)["n"] == number
    stepper._heard(None, {"kind": "go", "n": 8, "at": 10**6}, None)
    assert (view(stepper)["n"], stepper.at) == (8, 9)
    for wrong in (True, -1, 2**60, 1.5, "9", None, [9]):
        stepper._heard(None, {"kind": "first", "n": wrong}, None)
        assert view(stepper)["n"] == 8


@given(
    st.dictionaries(
        st.sampled_from(["kind", "at", "n", "seat", "open", "line", "text"]),
        st.one_of(
            st.sampled_from(["first", "back", "step", "last", "go", "look", "hands", "set_up", "load", "log"]),
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            st.lists(st.integers(), max_size=2),
        ),
    )
)
def test_no_message_breaks_it(message: dict[str, Any]) -> None:
    """Whatever is sent, nothing is raised, and what lies there is a stop, or the learner's own."""
    stepper = Stepper(STEPS)
    stepper._heard(None, message, None)
    stepper._touched(None, message, None)
    assert stepper.aside or stepper.table.position == stepper.walk.stops[stepper.at].position


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
        *({"kind": "look", "seat": seat} for seat in (4, -1, "N", True, 1.0)),
        *({"kind": "go", "at": at} for at in (True, -1, 1.0, "1", None)),
        *({"kind": "hands", "open": "yes"}, {"kind": "hands", "open": 1}),
        *({"kind": "set_up", "line": 4}, {"kind": "load", "text": ["draw"]}, {"kind": "load"}),
    ],
)
def test_malformed_messages_are_dropped(message: Any) -> None:
    """Whatever else comes changes nothing."""
    stepper = Stepper(STEPS)
    before = view(stepper)
    stepper._heard(None, message, None)
    assert view(stepper) == before
