"""What is told of each stop of a walk: what happened, by which clause, and what is telling on the way."""

from __future__ import annotations

from canasta_widgets.stepper import Stepper
from canasta_widgets.telling import MARKS
from walks import LOG, STEPS, longest, view

from canasta import BOOK
from canasta.clauses.register import law
from canasta.words import seat_name


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
    assert view(stepper)["told"] == ("Step 3 of 6: South: Ask: how many cards does East hold? East holds 3 cards.")
    stepper.go_to(2)
    assert view(stepper)["told"] == "Step 2 of 6: North: Ask: may I go out? he need not North asks South: may I go out?"
    stepper.table.commit("answer no")
    assert view(stepper)["told"] == "", "what is played on the table the table tells"
