"""The score sheet under the stepper's table: where a deal ends, with all its lines, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from canasta_widgets.stepper import Stepper
from walks import LOG, longest, view

from canasta import score_deal


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
