"""A class is asked, in browsers: what whoever presents and those who learn see of each other."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from classes import CHOICES, LINE, PRESENT, Class, sound
from conftest import Watched
from disks import held
from pages import objections, sideways, until
from playwright.sync_api import Page, expect

# Whether what a selector names lies above all else, and whether what has the focus, if it is below the bar, does.
ON_TOP = """selector => {
    const node = document.querySelector(selector);
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
UNCOVERED = """() => {
    const [node, bar] = [document.activeElement, document.querySelector(".canasta-bar")];
    return bar.contains(node) || node.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom;
}"""


def test_a_class_is_asked(room: Class, devices: Callable[..., Page], watched: Callable[..., Watched]) -> None:
    """From the presenter's try to the answer: two vote, one changes his mind, the tally is seen live, and what comes
    after the reveal does not count."""
    seen = watched()
    shows = seen.page
    shows.goto(f"{room.server.url}{PRESENT}?secret={room.secret}")
    assert shows.url == room.server.url + PRESENT
    expect(shows.locator("[data-card]:visible").first).to_be_visible()
    learners = [devices(), devices()]
    for learner in learners:
        learner.goto(room.server.url + "class/")
        expect(learner.get_by_text("Nothing is asked just now.")).to_be_visible()

    # What the presenter tries on the table may be asked about, or what he types.
    shows.get_by_role("button", name="Draw from the stock").click()
    shows.locator(".cnv [data-do=last]").click()
    expect(shows.locator(".cnv-about")).to_have_text("North: Draw from the stock")
    shows.locator(".cnv [data-do=another]").click()
    shows.locator("[data-reveal]").click()
    expect(shows.locator(".cnt-status")).to_contain_text("meld if you like")
    shows.locator(".cnv input[data-do=play]").fill("meld KK9")
    shows.keyboard.press("Enter")
    expect(shows.locator(".cnv-about")).to_have_text("North: Meld K K 9")
    expect(shows.locator(".cnv [data-do=ask]")).to_be_focused()
    shows.locator(".cnv [data-do=ask]").click()
    expect(shows.locator(".cnv-where b")).to_have_text(room.server.url + "class/")
    # On a projector the table, what is asked and its buttons are seen together, and nothing else asks for an answer.
    shows.set_viewport_size({"width": 1280, "height": 800})
    for loads in (False, True):
        if loads:
            shows.reload()
        for part in (".cnt-board", ".cnv-about", ".cnv [data-do=reveal]"):
            expect(shows.locator(part)).to_be_in_viewport(ratio=1)
        for part in (".cns", ".cnt-panel", ".cnt-actions"):
            expect(shows.locator(part)).to_be_hidden()
    first, second = (learner.get_by_role("radio") for learner in learners)
    expect(first.first).to_be_visible()
    expect(learners[1].locator(".canasta-about")).to_have_text("North: Meld K K 9")

    first.nth(0).check()
    second.nth(0).focus()
    learners[1].keyboard.press("Space")
    for learner in learners:
        expect(learner.locator("#canasta-kept")).to_contain_text("Your answer is kept")
    expect(shows.locator(".cnv-answered")).to_have_text("2 have answered")
    expect(shows.locator(".cnv-count")).to_have_count(0)
    shows.locator(".cnv [data-do=open]").click()
    expect(shows.locator(".cnv-count").first).to_have_text("2")
    second.nth(2).check()
    expect(shows.locator(".cnv-count").first).to_have_text("1")
    expect(shows.locator(".cnv-count").nth(2)).to_have_text("1")
    learners[0].reload()
    expect(first.nth(0)).to_be_checked()
    for learner in learners:
        sound(learner)

    # A device that has not heard of the reveal.
    learners[1].route("**/class/state", lambda route: route.abort())
    shows.locator(".cnv [data-do=reveal]").click()
    expect(shows.locator(".cnv-options .is-right")).to_contain_text("the answer")
    expect(shows.locator(".cnv-why")).to_be_visible()
    expect(learners[0].locator(".canasta-answer")).to_be_visible()
    expect(learners[0].locator(".canasta-own")).to_contain_text("You answered: Legal.")
    expect(learners[1].locator("#canasta-lost")).to_be_visible()
    second.nth(1).check()
    expect(learners[1].locator("#canasta-kept")).to_contain_text("too late")
    learners[1].unroute("**/class/state")
    expect(learners[1].locator(".canasta-answer")).to_be_visible()
    expect(learners[1].locator("#canasta-lost")).to_be_hidden()
    expect(shows.locator(".cnv-count").nth(2)).to_have_text("1")
    assert sum(room.store.tally(1 if (found := room.store.asked()) is None else found.id).values()) == 2
    for tab in (shows, *learners):
        sound(tab)

    # Another question, and none.
    shows.locator(".cnv [data-do=another]").click()
    expect(learners[0].get_by_text("Nothing is asked just now.")).to_be_visible()
    shows.locator(".cnv [data-do=sure]").click()
    shows.locator(".cnv [data-do=yes]").click()
    for part in (".cnv input[data-do=play]", ".cns", ".cnt-panel", ".cnt-actions"):
        expect(shows.locator(part)).to_be_visible()
    assert seen.errors == []
    assert seen.outside == []


def test_two_tabs_have_one_answer(room: Class, devices: Callable[..., Page]) -> None:
    """What is answered in one tab of a browser is seen in its others, and by no other browser."""
    room.store.ask(LINE, "take K2", CHOICES)
    first, foreign = devices(), devices()
    second = first.context.new_page()
    for tab in (first, second, foreign):
        tab.goto(room.server.url + "class/")
    first.get_by_role("radio").nth(0).check()
    expect(second.get_by_role("radio").nth(0)).to_be_checked()
    second.get_by_role("radio").nth(1).check()
    expect(first.get_by_role("radio").nth(1)).to_be_checked()
    expect(first.locator("#canasta-kept")).to_contain_text("Your answer is kept")
    expect(foreign.locator("input:checked")).to_have_count(0)


def test_what_could_not_be_kept(room: Class, devices: Callable[..., Page]) -> None:
    """An answer that did not reach the server, or that it could not keep, is sent again by itself, also by a page that
    was loaded again; until then the page says that it is not kept."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    learner = devices()
    learner.goto(room.server.url + "class/")
    kept = learner.locator("#canasta-kept")
    learner.route("**/class/vote", lambda route: route.abort())
    learner.get_by_role("radio").nth(1).check()
    expect(kept).to_contain_text("not kept yet")
    learner.reload()
    expect(learner.get_by_role("radio").nth(1)).to_be_checked()
    expect(kept).to_contain_text("not kept yet")
    assert room.store.tally(poll) == {}
    learner.unroute("**/class/vote")
    expect(kept).to_contain_text("Your answer is kept")
    with held(room.file):
        learner.get_by_role("radio").nth(2).check()
        expect(kept).to_contain_text("not kept yet")
    expect(kept).to_contain_text("Your answer is kept")
    assert room.store.tally(poll) == {CHOICES[2]: 1}


def test_from_right_to_left(room: Class, devices: Callable[..., Page]) -> None:
    """In a language that is written from right to left so is the page, no wider than a phone; where there is room, it
    has the wide picture."""
    room.store.ask(LINE, "take K2", CHOICES)
    learner = devices()
    learner.context.add_cookies([{"name": "canasta-language", "value": "he", "url": room.server.url}])
    learner.goto(room.server.url + "class/")
    expect(learner.get_by_role("heading")).to_have_text("Huki o lo, velama?")
    expect(learner.locator("html")).to_have_attribute("dir", "rtl")
    expect(learner.locator("label").first).to_have_text("Huki")
    sound(learner)
    source = "document.querySelector('main img').currentSrc"
    assert learner.evaluate(source).endswith("narrow.svg")
    box, dot = (learner.locator(part).first.bounding_box() for part in ("label", "label input"))
    assert box is not None
    assert dot is not None
    assert dot["x"] > box["x"] + box["width"] / 2
    wide = devices(viewport={"width": 1280, "height": 800})
    wide.goto(room.server.url + "class/")
    expect(wide.get_by_role("img")).to_be_visible()
    assert wide.evaluate(source).endswith("wide.svg")


def test_it_looks_as_a_learner_likes_it(room: Class, devices: Callable[..., Page]) -> None:
    """Size and colours that were set on a lesson hold here too, whatever the device says."""
    room.store.ask(LINE, "take K2", CHOICES)
    learner = devices(color_scheme="light")
    learner.goto(room.server.url + "class/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light, size = learner.evaluate(paper), "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
    normal = learner.evaluate(size)
    looks = json.dumps({"colours": "dark", "size": "largest"})
    learner.evaluate("looks => localStorage.setItem('canasta-page', looks)", looks)
    learner.reload()
    expect(learner.get_by_role("radio").first).to_be_visible()
    assert learner.evaluate(paper) != light
    assert learner.evaluate(size) == pytest.approx(1.5 * normal)
    assert objections(learner) == []
    assert sideways(learner) <= 0


def test_every_lesson_leads_there(room: Class, page: Callable[..., Page]) -> None:
    """While something is asked a link stands in the bar of a lesson, in sight however far down one reads; when nothing
    is, it does not."""
    tab = page(viewport={"width": 360, "height": 740})
    tab.goto(room.server.url + "voila/render/index.ipynb")
    link = tab.get_by_role("banner").get_by_role("link", name="Your teacher asks")
    expect(tab.locator("main h1")).to_be_visible()
    expect(link).to_have_count(0)
    room.store.ask(LINE, "take K2", CHOICES)
    time.sleep(0.6)
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(link).to_be_visible()
    bar = tab.get_by_role("banner").bounding_box()
    assert bar is not None
    assert bar["height"] < 60  # one row, with the settings in it
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(link).to_be_in_viewport(ratio=1)
    # It covers neither the way past it nor, however large its text is, what has the focus below it.
    tab.locator(".canasta-skip").focus()
    assert tab.evaluate(ON_TOP, ".canasta-skip")
    tab.evaluate("localStorage.setItem('canasta-page', JSON.stringify({ size: 'largest' }))")
    tab.reload()
    expect(link).to_be_visible()
    until(tab, "parseFloat(document.documentElement.style.getPropertyValue('--canasta-above')) > 60")
    tab.locator(":is(main a, main button):visible").last.focus()
    for _ in range(8):
        assert tab.evaluate(UNCOVERED)
        tab.keyboard.press("Shift+Tab")
    tab.evaluate("document.activeElement.blur()")
    assert objections(tab) == []
    assert sideways(tab) <= 0
    link.click()
    expect(tab.locator(".canasta-about")).to_have_text("North: Take the pile with K 2")
    assert tab.url == room.server.url + "class/"
