"""The parts of a unit in a browser: questions of every form, the worked position, a guess; by keys, and for axe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.lesson import Lesson
from canasta_widgets.predicting import Predict
from canasta_widgets.watching import Watch
from pages import objections, sideways
from playwright.sync_api import expect

from mocked import Showing, Shows

HINTS = """
[level.hints]
gate = "Look."
words = "There."
ask = "How many?"
answer = "So many."
"""
FORMS = {
    "judge": 'position = "K24 444 42K"\ntry = "take K2"\namong = ["take.pair"]',
    "count": 'ask = ["initial.minimum: K4 - Q . N.play -5:0"]',
    "which": """ask = ["deal.rotation: . - Q . E.draw deal=N"]
options = [{ value = "S", say = "South" }, { value = "E", say = "East" }]""",
    "choose": 'position = "KK24 444 42K"\ntries = ["take K2", "take KK", "discard 4"]',
    "order": 'position = "K77 777 5 K4?9"\norder = ["discard K", "draw", "meld 77"]',
    "broken": 'position = "K77 777 5 K4?9"\nlog = ["meld 7", "draw", "meld 77", "discard K"]',
    "sheet": 'position = "-/K4/5/66 7777777;r/QQQ - . N.over out=N"',
    "tables": 'position = "K24 444 4bK"\ntry = "take K2"\ntables = ["classic", "spruce", "pagat"]',
    "error": 'position = "-/K4/5/66 7777777;r/QQQ - . N.over out=N"\nline = 1\nshows = 1000',
}


@pytest.fixture
def guide(shown: Shows, tmp_path: Path) -> Any:
    """Shows a question of a kind, and gives the lesson with it."""

    def show(kind: str, **options: Any) -> tuple[Lesson, Showing]:
        point = "" if kind in ("count", "which") else 'point = "pile"\n'
        text = (
            f'title = "x"\n[[level]]\nid = "a"\ntitle = "A"\nclauses = ["take.pair"]\nsay = "Which?"\nkind = "{kind}"\n'
        )
        (tmp_path / "x.toml").write_text(text + FORMS[kind] + HINTS + point, "utf-8")
        lesson = Lesson("x", folder=tmp_path)
        assert lesson.unit.faults == ()
        return lesson, shown(lesson.guide, **options)

    return show


def submit(seen: Showing) -> None:
    """Press the form's button by keys."""
    seen.page.locator("[data-do=answer]").focus()
    seen.page.keyboard.press("Enter")
    seen.settle()


def test_one_of_several(guide: Any) -> None:
    """A wrong choice is answered with why, the choice stays to be changed, and the right one ends it."""
    lesson, seen = guide("judge")
    page = seen.page
    page.locator(".cnq input").first.focus()
    page.keyboard.press("Space")
    submit(seen)
    expect(page.locator('[data-outcome="wrong"]')).to_contain_text("frozen")
    expect(page.locator(".cnq input:checked")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    submit(seen)
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    assert lesson.stars == {"a": 2}
    assert page.evaluate("document.activeElement.dataset.do") == "next"


def test_all_that_are_legal(guide: Any) -> None:
    """Several are ticked by the space bar, and together they are the answer."""
    lesson, seen = guide("choose")
    seen.page.locator(".cnq input").nth(1).focus()
    seen.page.keyboard.press("Space")
    submit(seen)
    assert lesson.done
    assert seen.contents("answer")[-1]["answer"] == [1]


@pytest.mark.parametrize("typed", ["15", " 15 "])
def test_a_number(guide: Any, typed: str) -> None:
    """A number is typed and sent with Enter; what is no number is not sent."""
    lesson, seen = guide("count")
    field = seen.page.locator(".cnq input")
    field.fill("many")
    field.press("Enter")
    seen.settle()
    assert seen.contents("answer") == []
    field.fill(typed)
    field.press("Enter")
    seen.settle()
    assert lesson.done


def test_an_order(guide: Any) -> None:
    """Steps are moved by their buttons, which keep the focus, until they can be played in that order."""
    lesson, seen = guide("order")
    page = seen.page
    for _move in range(6):
        wanted = ["Draw", "Meld", "Discard"]
        labels = page.locator(".cnq li > span").all_inner_texts()
        places = [next(at for at, label in enumerate(labels) if label.startswith(word)) for word in wanted]
        wrong = next((at for at, place in enumerate(places) if place != at), None)
        if wrong is None:
            break
        up = page.locator(".cnq li").nth(places[wrong]).locator('[data-by="-1"]')
        up.focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.by") == "-1"
    submit(seen)
    assert lesson.done


def test_a_broken_step(guide: Any) -> None:
    """The steps stand in their order, a legal one that is picked is said to be so, and the refused one ends it."""
    lesson, seen = guide("broken")
    page = seen.page
    expect(page.locator(".cnq label")).to_have_text(
        ["1. Meld 7", "2. Draw from the stock", "3. Meld 7 7", "4. Discard K"]
    )
    page.locator(".cnq input").nth(1).focus()
    page.keyboard.press("Space")
    submit(seen)
    expect(page.locator('[data-outcome="wrong"]')).to_contain_text("Legal.")
    page.locator(".cnq input").first.focus()
    page.keyboard.press("Space")
    submit(seen)
    assert lesson.done


def test_a_sheet(guide: Any) -> None:
    """Each line has a field with its name; a missing number gets the focus, and all of them end it."""
    lesson, seen = guide("sheet")
    page = seen.page
    right = lesson.level.task.answer(lesson.level.position)
    for at, points in enumerate(right[:-1]):
        page.locator(".cnq input").nth(at).fill(str(points))
    submit(seen)
    assert (
        page.evaluate("[...document.querySelectorAll('.cnq input')].indexOf(document.activeElement)") == len(right) - 1
    )
    page.keyboard.type(str(right[-1]))
    page.keyboard.press("Enter")
    seen.settle()
    assert lesson.done


def test_watching_by_keys(shown: Shows) -> None:
    """Enter ticks check after check, the button keeps the focus, and what is ticked is read out."""
    watch = Watch("09-frozen-pile")
    seen = shown(watch.list)
    page = seen.page
    page.locator("[data-do=next]").focus()
    for ticked in range(1, 4):
        page.keyboard.press("Enter")
        seen.settle()
        expect(page.locator(".is-ticked")).to_have_count(ticked)
        assert page.evaluate("document.activeElement.dataset.do") == "next"
    expect(page.get_by_role("status")).to_have_text(watch.list.view["checks"][2]["text"])


def test_a_guess_by_keys(shown: Shows) -> None:
    """A guess is typed, the simulation runs to its end by itself, and the picture stands beside it with words."""
    predict = Predict("wilds")
    seen = shown(predict)
    field = seen.page.locator(".cnd input")
    field.fill("about thirty")
    field.press("Enter")
    expect(seen.page.get_by_role("alert")).to_contain_text("number")
    field.fill("30")
    field.press("Enter")
    expect(seen.page.locator(".cnd svg")).to_be_visible()
    expect(seen.page.get_by_role("status")).to_contain_text("30")
    assert seen.page.locator(".cnd svg").get_attribute("aria-label")
    assert not predict.running


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_objects_to_nothing(guide: Any, shown: Shows, theme: str) -> None:
    """Every form, the worked position and the guess, at both widths; and nothing is wider than the page."""
    predict, watch = Predict("wilds"), Watch("09-frozen-pile")
    predict.try_guess(30)
    while predict.running:
        predict.more()
    for _check in range(3):
        watch.next()
    pages = [guide(kind, theme=theme)[1] for kind in FORMS]
    pages += [shown(predict, theme=theme), shown(watch.list, theme=theme)]
    for seen in pages:
        for width in (1280, 360):
            seen.page.set_viewport_size({"width": width, "height": 844})
            if (theme == "dark") == (width == 1280):
                assert objections(seen.page) == []
            assert sideways(seen.page) <= 0
