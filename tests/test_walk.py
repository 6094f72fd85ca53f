"""A log is walked as far as it can be played, and is told where and why it stops."""

from __future__ import annotations

import pytest
from canasta_widgets.stepper import Stepper
from canasta_widgets.walk import checked
from hypothesis import given
from hypothesis import strategies as st
from walks import LINES, LOG, STEPS, view


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
        ("South: Ask: how many cards does East hold?", 2),
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


@pytest.mark.parametrize("line", ["KX4", "K4 222", ""])
def test_unusable_line_is_a_plain_sentence(line: str) -> None:
    """A line that is no position, or an impossible one, is refused in one plain sentence."""
    with pytest.raises(ValueError, match="This position cannot be shown"):
        checked(line)
