"""What holds for the module of each of our widgets, whatever it shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from anywidget import AnyWidget
from canasta_widgets.coach import Coach
from canasta_widgets.comparing import Compare
from canasta_widgets.contents import Contents
from canasta_widgets.datafile import DataFile
from canasta_widgets.learner import Learner
from canasta_widgets.lesson import Lesson
from canasta_widgets.playing import Playing
from canasta_widgets.review import Review
from canasta_widgets.shown import Shown
from canasta_widgets.standing import WhereIStand
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
from playwright.sync_api import expect

from canasta import Action, Position
from canasta.tutor.progress import Entry
from mocked import Shows

LOG = """
position: 4449/AA8/Q8/JJ 7777777/KKK 95 4?84
draw
ask
S: say hand E
answer yes
meld 4444
discard 9
"""


def table() -> Shown:
    """A table with everything on it, and a refused try on its panel."""
    shown = Table("KKQ4/?11/?9/?7 7777777,5552;r/QQQQ222 4*98 ?54 N.draw 1500:955")
    shown.commit("take 9: 7")
    shown.mark(["hand-0", "pile"], "two kings")
    return shown


def guide() -> Shown:
    """A lesson's guide with a hint and a refused try."""
    lesson = Lesson("02-melds")
    lesson.hint()
    lesson.table.commit("discard 2d")
    return lesson.guide


def rail() -> Shown:
    """What stands above a deal, with all hands open, in the middle of it."""
    stepper = Stepper(LOG)
    stepper.all_open = True
    stepper.go_to(4)
    return stepper.rail


def sheet() -> Shown:
    """The score sheet of a deal that is over."""
    stepper = Stepper(LOG)
    stepper.last()
    return stepper.sheet


def review() -> Shown:
    """The review of a deal, with the points drawn."""
    shown = Review()
    shown.show(Stepper(LOG).steps, chart=True)
    return shown


def coach() -> Shown:
    """A coach with all that it can tell."""
    shown = Coach(mode="always")
    shown.after(Position.parse("7KQ8J/?11/?11/?11 777777/888 4 ?63 N.play"), Action.parse("discard 7"))
    shown.consider(Position.parse("KQ28/?11/?11/?11 444 94 ?63 N.play"), Action.parse("discard 2"))
    return shown


def comparing() -> Shown:
    """One play at several tables, and what could not be read of the next."""
    shown = Compare()
    shown.ask("KKX4", "take KK")
    return shown.panel


def desk() -> Shown:
    """What leads through a game that waits for the learner."""
    return Playing(position="KKJ65 444 K . N.draw", seed="7", pace="hand", begin=True).desk


def strip() -> Shown:
    """The scores of a game."""
    return Playing(seed="7", begin=True).strip


def contents() -> Shown:
    """The list of the lessons."""
    return Contents()


def learner() -> Shown:
    """For whom progress is kept."""
    return Learner()


def standing() -> Shown:
    """Where a learner stands by his own file, with what is due, drawn."""
    own = DataFile(Path(mkdtemp()))
    own.add("", [Entry("02-melds", "no-threes", "1", "try", stars=2, at="2026-01-31T18:05:00Z")])
    page = WhereIStand(own=own)
    page.ask()
    page.draw()
    return page.board


WIDGETS: dict[str, Callable[[], Shown]] = {
    each.__name__: each
    for each in (table, guide, rail, sheet, review, coach, comparing, desk, strip, contents, learner, standing)
}
each_widget = pytest.mark.parametrize("name", WIDGETS)


def ours(widget: Shown) -> set[str]:
    """The names of the traits that our own class has beside those of all widgets."""
    return {name for name in widget.trait_names(sync=True) if not AnyWidget.class_traits().get(name) and name[0] != "_"}


def untold(widget: Shown) -> dict[str, Any]:
    """Our traits as they are before Python has said anything."""
    return {name: trait.default() for name, trait in widget.traits(sync=True).items() if name in ours(widget)}


def marked_up(value: Any, letter: str) -> Any:
    """A value with markup in every text for people: those with a blank, or that begin with a capital letter."""
    if isinstance(value, dict):
        return {key: inner if key == "face" else marked_up(inner, letter) for key, inner in value.items()}
    if isinstance(value, list):
        return [marked_up(inner, letter) for inner in value]
    if isinstance(value, str) and (" " in value or value[:1].isupper()):
        return f"{value}<b class='evil'>{letter}</b>"
    return value


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("table", "Score 1,500"),
        ("guide", "Three of one rank"),
        ("rail", "Step 4 of 6"),
        ("sheet", "Score of the deal"),
        ("review", "came out ahead"),
        ("coach", "Careful"),
        ("comparing", "The rule that decides"),
        ("desk", "Deal 1"),
        ("strip", "They"),
        ("contents", "Going out"),
        ("learner", "Kept for this device"),
        ("standing", "Rule by rule"),
    ],
)
def test_nothing_told_is_nothing_drawn(shown: Shows, name: str, said: str) -> None:
    """With a model that says nothing yet nothing throws; once it speaks that is shown."""
    widget = WIDGETS[name]()
    seen = shown(widget, state_only=True, state=untold(widget), live=False)
    expect(seen.page.locator("main")).not_to_contain_text(said)
    seen.set(**{trait: value for trait, value in widget.get_state().items() if trait in ours(widget)})
    expect(seen.page.locator("main")).to_contain_text(said)


@each_widget
def test_one_model_twice(shown: Shows, name: str) -> None:
    """A model shown twice on one page is drawn twice, alike."""
    seen = shown(WIDGETS[name]())
    seen.show_again()
    seen.settle()
    # What is read out comes a moment later.
    seen.page.wait_for_function(
        """() => {
            const [first, second] = [...document.querySelectorAll("main > div")].map((each) => each.innerText);
            return first === second && first.length > 20;
        }"""
    )


@each_widget
def test_what_is_gone_listens_no_more(shown: Shows, name: str) -> None:
    """A view that is taken off the page leaves no listener on the model, the window or the document, and no timer."""
    seen = shown(WIDGETS[name]())
    seen.show_again()
    assert seen.listeners() > 0
    for view in (0, 1):
        seen.leave(view)
    seen.settle()
    assert seen.listeners() == 0
    assert seen.page.evaluate("shown.left()") == []
    seen.set(**{trait: {} for trait in ours(seen.widget) if trait in ("zones", "verdict", "view")})


@pytest.mark.parametrize("name", [name for name in WIDGETS if name not in ("strip", "contents")])  # no button in them
def test_keys_stay_within(shown: Shows, name: str) -> None:
    """A plain key, or one with Shift, does not reach the notebook around; Control and the like are left to it."""
    seen = shown(WIDGETS[name]())
    page = seen.page
    page.evaluate("(window.passed = []) && addEventListener('keydown', (event) => window.passed.push(event.key))")
    page.locator("main button:not([tabindex='-1']):visible, main summary:visible").first.focus()
    for key in ("b", "0", "Shift+Enter", "Control+b"):
        page.keyboard.press(key)
    assert page.evaluate("window.passed.filter((key) => key !== 'Shift')") == ["Control", "b"]


@each_widget
def test_text_is_text(shown: Shows, name: str) -> None:
    """Markup in anything that Python says is shown as it stands, and makes no element."""
    widget = WIDGETS[name]()
    state = {trait: marked_up(value, "é") for trait, value in widget.get_state().items() if trait in ours(widget)}
    seen = shown(widget, state=state, live=False)
    expect(seen.page.locator("main")).to_contain_text("<b class='evil'>é</b>")
    again = {trait: marked_up(value, "ñ") for trait, value in widget.get_state().items() if trait in ours(widget)}
    seen.set(**again)
    expect(seen.page.locator("main")).to_contain_text("<b class='evil'>ñ</b>")
    assert seen.page.locator(".evil").count() == 0


def test_text_of_answers_is_text(shown: Shows) -> None:
    """The same holds for candidates, the list of plays, the table in words, and what would make a try legal."""
    seen = shown(table(), live=False)
    page = seen.page
    page.locator("[data-why] summary").click()
    page.locator('[data-action="plays"]').click()
    serial, evil = seen.widget.zones["serial"], "<b class='evil'>é</b>"
    n = seen.contents("select")[-1]["n"]
    option = {
        "text": "draw",
        "verb": "draw",
        "label": f"Draw {evil}",
        "spoken": evil,
        "legal": True,
        "says": evil,
        "group": "",
    }
    seen.tell({"kind": "candidates", "n": n, "serial": serial, "options": [option], "count": f"Selected {evil}"})
    kind = {"verb": "draw", "title": f"Kind {evil}", "count": 1, "plays": [{"text": "draw", "label": f"Listed {evil}"}]}
    kind |= {"from": 0, "next": 1, "more": f"More {evil}"}
    seen.tell({"kind": "plays", "serial": serial, "title": f"All {evil}", "note": "", "find": "", "groups": [kind]})
    seen.page.locator('[data-action="table"]').click()
    section = {"title": f"Part {evil}", "lines": [f"Line {evil}"]}
    seen.tell({"kind": "told", "which": "table", "serial": serial, "sections": [section]})
    seen.tell({"kind": "why", "n": seen.widget.verdict["n"], "texts": [f"If {evil}"]})
    for word in ("Draw", "Listed", "Kind", "More", "All", "Part", "Line", "If", "Selected"):
        expect(page.locator("main")).to_contain_text(f"{word} {evil}")
    assert page.locator(".evil").count() == 0
