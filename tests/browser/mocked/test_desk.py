"""The desk on its own: the form, the time of what goes by itself, what the browser keeps; without a server."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.playing import Playing
from pages import objections, sideways
from playwright.sync_api import expect

from mocked import Showing, Shows

LONE = "KKJ65/?11/?11/?11 - 4 . N.draw first"
WIDTHS = (1280, 360)


@pytest.fixture
def at_desk(shown: Shows) -> Any:
    """Shows the desk of a game, and gives the game with it."""

    def show(playing: Playing | None = None, **options: Any) -> tuple[Playing, Showing]:
        playing = playing or Playing()
        return playing, shown(playing.desk, **options)

    return show


def test_a_game_is_chosen_with_the_keyboard(at_desk: Any) -> None:
    """Rules, players, seats and the button are reached and set by keys alone, and the game begins as chosen."""
    playing, seen = at_desk()
    page = seen.page
    page.keyboard.press("Tab")
    page.keyboard.type("The")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-sitter]")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-sitter]")).to_have_count(2)
    page.keyboard.press("Tab")
    page.keyboard.type("Computer: plays")
    for _stop in ("the other seat", "more", "the button"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    seen.settle()
    assert playing.sitting is not None
    assert str(playing.sitting.setup.profile) == "spruce/2"
    assert playing.sitting.setup.sitters == ("random", "club")
    assert page.evaluate("document.activeElement.className") == "cnp-where"


def test_what_is_wrong_is_said_and_what_was_typed_stays(at_desk: Any) -> None:
    """A position that cannot be read is said, its text stays, and once it is mended the game begins."""
    playing, seen = at_desk()
    page = seen.page
    page.locator("summary").first.click()
    page.locator("[name=position]").fill("KX 444 4")
    page.locator("[data-do=begin]").click()
    expect(page.get_by_role("alert").first).to_contain_text("'X'")
    assert page.locator("[name=position]").input_value() == "KX 444 4"
    page.locator("[name=position]").fill("KK24 444 42K")
    page.keyboard.press("Enter")
    expect(page.locator(".cnp-where")).to_be_visible()
    assert playing.sitting is not None


def test_a_seat_more_gets_somebody(at_desk: Any) -> None:
    """Where more players are chosen the seats that were filled stay as they were, and the new ones are filled."""
    _playing, seen = at_desk()
    page = seen.page
    page.locator("[data-sitter='1']").select_option("person")
    page.locator("[name=players][value='6']").check()
    sitters = page.locator("[data-sitter]").evaluate_all("nodes => nodes.map(node => node.value)")
    assert sitters[:4] == ["you", "person", "club", "club"]
    assert len(sitters) == 6
    assert all(sitters)


def test_what_goes_by_itself_goes_and_rests(at_desk: Any) -> None:
    """The others play by themselves; on pause nothing is played until the learner says so, one play at a press."""
    playing, seen = at_desk(Playing(sitters=("club",) * 4, seed="7", pace="quick", begin=True))
    page = seen.page
    page.wait_for_function("shown.model.get('kept').actions.length > 3")
    page.locator("[data-do=pause]").click()
    expect(page.locator("[data-do=go]")).to_be_visible()
    seen.settle()
    assert playing.sitting is not None
    at = len(playing.sitting.steps)
    page.wait_for_timeout(900)
    assert len(playing.sitting.steps) == at
    page.locator("[data-do=go]").focus()
    page.keyboard.press("Enter")
    seen.settle()
    assert len(playing.sitting.steps) == at + 1
    assert page.evaluate("document.activeElement.dataset.do") == "go"


def test_by_hand_waits_for_a_press(at_desk: Any) -> None:
    """Where the others play only when told, a draw of one's own that flows still comes by itself."""
    playing, seen = at_desk(Playing(position=LONE, pace="hand", begin=True))
    seen.page.wait_for_function("shown.model.get('kept').actions.length === 1")
    playing.table.commit("discard J")
    seen.flush()
    expect(seen.page.locator("[data-do=go]")).to_be_visible()
    seen.page.wait_for_timeout(800)
    assert len(playing.table.steps) == 2
    seen.page.locator("[data-do=go]").click()
    seen.settle()
    assert len(playing.table.steps) == 3


def test_the_pace_is_remembered(at_desk: Any) -> None:
    """A pace that was chosen reaches Python, and holds for the next page in this browser."""
    playing, seen = at_desk(Playing(seed="7", begin=True))
    seen.page.locator("[data-do=pace]").select_option("slow")
    seen.settle()
    assert playing.desk.pace == "slow"
    assert seen.page.evaluate("localStorage.getItem('canasta-tutor.pace')") == "slow"


def test_a_game_is_kept_and_gone_on_with(at_desk: Any) -> None:
    """What was played lies in the browser; a fresh desk offers to go on with it, and to forget it."""
    playing, seen = at_desk(Playing(position=LONE, seed="5", pace="hand", begin=True))
    page = seen.page
    page.wait_for_function("shown.model.get('kept').actions.length === 1")
    playing.table.commit("discard J")
    seen.flush()
    seen.settle()
    kept = page.evaluate("JSON.parse(localStorage.getItem('canasta-tutor.game:' + location.pathname))")
    assert kept["deals"] == [["draw", "discard J"]]
    assert kept["setup"]["seed"] == "5"
    other = Playing()
    other._heard(other.desk, {"kind": "resume", **kept}, None)
    assert other.table.position == playing.table.position


def test_forgetting_a_kept_game(at_desk: Any) -> None:
    """A kept game is offered on a fresh desk by keys too, and once it is forgotten it is offered no more."""
    _playing, seen = at_desk(state_only=False)
    page = seen.page
    page.evaluate(
        """() => localStorage.setItem("canasta-tutor.game:" + location.pathname,
            JSON.stringify({ setup: { seed: "5" }, log: "", deals: [["draw"]] }))"""
    )
    seen.show_again()
    again = page.locator(".cnp").nth(1)
    expect(again.locator("[data-do=resume]")).to_be_visible()
    again.locator("[data-do=forget]").focus()
    page.keyboard.press("Enter")
    expect(again.locator("[data-do=resume]")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('canasta-tutor.game:' + location.pathname)") is None


@pytest.mark.parametrize("kept", ["{", "[]", '{"deals": 1}', '{"deals": [], "log": "", "setup": {}}', "null"])
def test_what_is_kept_may_be_anything(at_desk: Any, kept: str) -> None:
    """Whatever lies in the browser's storage, the desk shows, and offers nothing that is no game."""
    _playing, seen = at_desk()
    seen.page.evaluate("kept => localStorage.setItem('canasta-tutor.game:' + location.pathname, kept)", kept)
    seen.show_again()
    again = seen.page.locator(".cnp").nth(1)
    expect(again.locator("[data-do=begin]")).to_be_visible()
    expect(again.locator("[data-do=resume]")).to_have_count(0)


def test_the_curtain(at_desk: Any) -> None:
    """Before the next person sits down only his button is there, and it has the focus."""
    playing, seen = at_desk(Playing(sitters=("you", "person"), position=LONE, pace="quick", begin=True))
    page = seen.page
    page.wait_for_function("shown.model.get('kept').actions.length === 1")
    playing.table.commit("discard J")
    seen.flush()
    expect(page.locator(".cnp-curtain")).to_contain_text("East")
    assert page.evaluate("document.activeElement.dataset.do") == "show"
    page.keyboard.press("Enter")
    expect(page.locator(".cnp-curtain button")).to_have_count(0)
    seen.settle()
    assert playing.table.seat == 1


def test_a_log_is_taken_up_from_the_page(at_desk: Any) -> None:
    """A log that is typed is taken up; a faulty line is said there, and the text stays to be mended."""
    playing, seen = at_desk()
    page = seen.page
    page.locator("details[data-do=log] summary").click()
    page.locator("[data-do=text]").fill("seed: 7\ndeal:\ndraw\nsing\n")
    page.locator("[data-do=open]").click()
    expect(page.get_by_role("alert").filter(has_text="Line 4")).to_be_visible()
    assert "sing" in page.locator("[data-do=text]").input_value()
    assert playing.sitting is not None
    assert len(playing.sitting.steps) == 1


def test_the_log_as_a_file(at_desk: Any) -> None:
    """The log is downloaded as a file that has the seed and all that was played."""
    playing, seen = at_desk(Playing(position=LONE, pace="hand", begin=True))
    page = seen.page
    page.wait_for_function("shown.model.get('kept').actions.length === 1")
    page.locator("details[data-do=log] summary").click()
    with page.expect_download() as download:
        page.locator("[data-do=download]").click()
    assert download.value.suggested_filename == "game.log"
    text = download.value.path().read_text("utf-8")
    assert playing.sitting is not None
    assert text == str(playing.sitting.log())


@pytest.mark.parametrize(("theme", "direction"), [("light", "ltr"), ("dark", "rtl")])
def test_axe_objects_to_nothing(at_desk: Any, theme: str, direction: str) -> None:
    """Form, game and curtain, with all that opens, at both widths, in both themes and directions."""
    for playing in (Playing(), Playing(sitters=("club",) * 4, seed="7", pace="hand", begin=True)):
        _playing, seen = at_desk(playing, theme=theme, dir=direction)
        for summary in seen.page.locator("summary:visible").all():
            summary.click()
        for width in WIDTHS:
            seen.page.set_viewport_size({"width": width, "height": 844})
            assert objections(seen.page) == []
            assert sideways(seen.page) <= 0


def test_a_play_that_got_lost_is_asked_for_again(at_desk: Any) -> None:
    """Where the line was cut while a play was asked for, it is asked for again, and the game goes on."""
    playing, seen = at_desk(Playing(sitters=("club",) * 4, seed="7", pace="hand", begin=True), live=False, clock=True)
    page = seen.page
    page.locator("[data-do=go]").click()
    assert seen.contents("go") == [{"kind": "go", "n": 1}]
    seen.waiting.clear()
    page.clock.run_for(5000)
    assert seen.contents("there")
    seen.deliver()
    page.clock.run_for(1000)
    assert len(seen.contents("go")) == 2
    seen.deliver()
    assert playing.sitting is not None
    assert len(playing.sitting.steps) == 1
    expect(page.locator("[data-do=go]")).to_be_enabled()
