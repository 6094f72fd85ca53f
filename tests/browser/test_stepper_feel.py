"""The deal step by step, as a person goes through it by keyboard, mouse or finger."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from conftest import Watched
from pages import objections, sideways
from playwright.sync_api import Page, expect
from servers import ROOT, Server, serving

DEAL = "voila/render/deal-step-by-step.ipynb"
FAST = "voila/render/fast.ipynb"  # the same deal; a step takes no time, or an hour
GAME = "voila/render/game.ipynb"  # a whole game
Opened = Callable[..., Watched]


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The lessons with two more pages: the deal at other speeds, and a whole game."""
    folder = tmp_path_factory.mktemp("walks")
    lessons = folder / "lessons"
    shutil.copytree(ROOT / "lessons", lessons)
    notebook = nbformat.read(lessons / "deal-step-by-step.ipynb", as_version=4)
    notebook.cells = notebook.cells[:3]
    log, shown = notebook.cells[1], notebook.cells[2]
    shown.source = "from canasta_widgets.stepper import Stepper\n\nStepper(log, seconds=(0.02, 3600))"
    nbformat.write(notebook, lessons / "fast.ipynb")
    log.source = f"log = {(ROOT / 'tests' / 'games' / 'classic-4-game.log').read_text('utf-8')!r}"
    nbformat.write(notebook, lessons / "game.ipynb")
    with serving(folder / "log.txt", "--lessons", str(lessons)) as server:
        yield server


def opened(page: Page, server: Server, path: str = DEAL) -> Page:
    """The page with its table."""
    page.goto(server.url + path)
    expect(page.locator("[data-card]").first).to_be_visible(timeout=30_000)  # a kernel starts
    return page


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector) || false", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {selector}")


def at_step(page: Page, number: int, of: int = 19) -> None:
    """Wait until Python shows a step of the short deal."""
    expect(page.locator(".cns-text")).to_contain_text(f"Step {number} of {of}:")
    at_stop(page, number)


def at_stop(page: Page, number: int) -> None:
    """Wait until Python shows a stop, by text and timeline."""
    expect(page.locator(".cns-text")).to_have_attribute("aria-busy", "false")
    expect(page.locator("[data-do=go]")).to_have_value(str(number))


def test_by_keyboard_alone(voila: Server, watched: Opened) -> None:
    """The buttons keep the focus from step to step; a try on the table leaves the deal, and back returns to it."""
    seen = watched()
    page = seen.page
    page.goto(voila.url + "voila/render/index.ipynb")
    page.get_by_role("link", name="A deal, step by step").click()
    expect(page.locator("[data-card]").first).to_be_visible()
    step, text = page.locator("[data-do=step]"), page.locator(".cns-text")
    tab_to(page, "[data-do=step]")
    for number in (1, 2):
        page.keyboard.press("Enter")
        at_step(page, number)
        expect(step).to_be_focused()
    for key, number in (("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        at_step(page, number)
    expect(text.locator('[data-clause="turn.order"]')).to_be_visible()
    tab_to(page, "[data-card]")
    page.keyboard.press("s")
    expect(text).to_contain_text("You left the deal. East: Draw from the stock.")
    while page.evaluate("document.activeElement.dataset.do") != "back":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("Step 2 of 19: North: Discard 6.")
    expect(page.locator("[data-do=back]")).to_be_focused()
    tab_to(page, "[data-panel=own]")
    page.keyboard.press("Enter")
    tab_to(page, "[data-do=line]")
    page.keyboard.press("Control+A")
    page.keyboard.type("KX4 - Q")
    page.keyboard.press("Enter")
    expect(page.locator(".cns-problem", has_text="'X' in 'KX4' is no card")).to_be_visible()
    assert seen.errors == []


def test_the_timeline_by_keys(voila: Server, watched: Opened) -> None:
    """It goes by arrows, Page keys, Home and End, says in words where it is, and Space plays and pauses."""
    seen = watched()
    page = opened(seen.page, voila)
    bar = page.get_by_role("slider", name="Where in the deal")
    expect(bar).to_have_attribute("aria-valuetext", "The beginning: Dealt by West, 19 steps to go.")
    tab_to(page, "[data-do=go]")
    for key, number in (("End", 19), ("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(bar).to_have_value(str(number))
    page.keyboard.press("PageUp")
    assert int(bar.input_value()) > 2
    page.keyboard.press("Home")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    at_step(page, 7)
    expect(bar).to_have_attribute("aria-valuetext", "Step 7 of 19: South: Discard 2. The deuce freezes the pile.")
    expect(bar).to_be_focused()
    page.keyboard.press(" ")
    at_step(page, 8)
    expect(page.locator("[data-do=play]")).to_have_text("Pause")
    page.keyboard.press(" ")
    expect(page.locator("[data-do=play]")).to_have_text("Play")
    assert seen.errors == []


def test_the_list_of_steps_by_keys(walks: Server, watched: Opened) -> None:
    """It is one stop of Tab, marks the step that is shown, can leave the plain ones out, and goes where one says."""
    page = opened(watched().page, walks, GAME)
    tab_to(page, "[data-panel=steps]")
    page.keyboard.press("Enter")
    current = page.locator(".cns-list [aria-current=step]")
    expect(current).to_contain_text("Deal 1 of 7: Dealt by West")
    tab_to(page, "[data-do=telling]")
    page.keyboard.press(" ")
    page.keyboard.press("Tab")
    expect(current).to_be_focused()
    page.keyboard.press("ArrowDown")
    focused = page.locator(".cns-list button:focus")
    expect(focused).to_contain_text("The pile is taken")
    page.keyboard.press("End")
    expect(focused).to_contain_text("goes out, and the deal is over.")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(".cns-text")).to_contain_text("Deal 7 of 7, step 78 of 78:")
    expect(current).to_be_focused()
    expect(page.locator(".cnh")).to_be_visible()


def test_a_clause_opens_its_law_in_place(voila: Server, watched: Opened) -> None:
    """By keyboard the law of a clause is shown and hidden again, and the next step closes it; no focus is lost."""
    page = opened(watched().page, voila)
    page.locator("[data-do=go]").fill("11")
    at_step(page, 11)
    tab_to(page, '.cns-text [data-clause="initial.minimum"]')
    law = page.locator(".cns-law")
    expect(law).to_be_hidden()
    page.keyboard.press("Enter")
    expect(law).to_contain_text("Source: classic")
    expect(page.locator(".cns-clause:focus")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    expect(law).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    at_step(page, 12)
    expect(law).to_be_hidden()
    expect(page.locator("[data-do=go]")).to_be_focused()


def sent_and_answered(page: Page) -> list[str]:
    """Fills with "go" and "view" as places are sent to Python and views come back."""
    frames: list[str] = []

    def note(payload: str | bytes, name: str) -> None:
        text = payload.decode(errors="replace") if isinstance(payload, bytes) else payload
        if name == "go" and '"kind":"go"' in text.replace(" ", ""):
            frames.append("go")
        if name == "view" and '"told"' in text and '"comm_msg"' in text:
            frames.append("view")

    def watch(socket: object) -> None:
        socket.on("framesent", lambda payload: note(payload, "go"))  # type: ignore[attr-defined]
        socket.on("framereceived", lambda payload: note(payload, "view"))  # type: ignore[attr-defined]

    page.on("websocket", watch)
    return frames


def most_out(frames: list[str]) -> int:
    """How many places were sent at most that Python had not answered."""
    out = most = 0
    for frame in frames:
        out = out + 1 if frame == "go" else max(0, out - 1)
        most = max(most, out)
    return most


def test_dragging_with_the_mouse(walks: Server, watched: Opened) -> None:
    """The place under the thumb is named at once, only the latest is asked for, and Python's answer is what stays."""
    seen = watched()
    frames = sent_and_answered(seen.page)
    page = opened(seen.page, walks, GAME)
    bar, text = page.locator("[data-do=go]"), page.locator(".cns-text")
    box = bar.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in range(1, 41):
        page.mouse.move(box["x"] + 12 + (box["width"] - 24) * part / 40, box["y"] + box["height"] / 2)
    page.mouse.up()
    expect(text).to_contain_text("Deal 7 of 7, step 78 of 78:")
    expect(page.locator(".cnh")).to_be_visible()
    assert most_out(frames) == 1
    frames.clear()
    page.evaluate(
        """() => {
          const bar = document.querySelector("[data-do=go]");
          for (let at = 400; at >= 30; at -= 1) {
            bar.value = String(at);
            bar.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    expect(text).to_contain_text("Deal 2 of 7: Dealt by North, 79 steps to go.")
    expect(text.locator('[data-clause="deal.rotation"]')).to_be_visible()
    assert frames.count("go") == 2, "the first place and the last"
    assert most_out(frames) == 1
    assert seen.errors == []


def test_dragging_with_a_finger(voila: Server, watched: Opened) -> None:
    """A finger drags the thumb, and a tap on the line sets it there."""
    page = opened(watched(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page, voila)
    bar = page.locator("[data-do=go]")
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    across = [box["x"] + 12 + (box["width"] - 24) * part / 19 for part in range(20)]
    middle = box["y"] + box["height"] / 2
    page.touchscreen.tap(across[5], middle)
    at_step(page, 5)
    finger = page.context.new_cdp_session(page)
    for kind, places in (("touchStart", across[5:6]), ("touchMove", across[6:13]), ("touchEnd", [0.0])):
        for x in places:
            points = [] if kind == "touchEnd" else [{"x": x, "y": middle}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    at_step(page, 12)


def test_it_plays_to_the_end_and_tells_what_can_be_heard(walks: Server, watched: Opened) -> None:
    """Played fast it stops by itself at the end; of what goes by too fast for the ear, the last step is told."""
    seen = watched(reduced_motion="reduce")
    page = opened(seen.page, walks, FAST)
    page.evaluate(
        """() => {
          window.told = [];
          const live = document.querySelector("[data-heard]");
          new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    page.locator("[data-do=speed]").select_option("0.02")
    play = page.locator("[data-do=play]")
    play.focus()
    page.keyboard.press("Enter")
    at_step(page, 19)
    expect(play).to_have_text("Play")
    expect(play).to_be_focused()
    expect(page.locator("[data-heard]")).to_contain_text("Step 19 of 19: East: Discard 4. East goes out")
    told = page.evaluate("window.told")
    assert len(told) == len(set(told)) < 19
    expect(page.locator("[data-live]")).not_to_contain_text("Legal", timeout=1000)
    page.keyboard.press("Enter")
    expect(page.locator(".cns-text")).not_to_contain_text("Step 19 of 19:")
    at_step(page, 19)
    assert seen.errors == []


def test_what_stops_the_player(walks: Server, watched: Opened) -> None:
    """A choice or a try on the table, a rule that is opened, a hidden page, Pause and any other move stop it."""
    page = opened(watched().page, walks, FAST)
    page.locator("[data-do=speed]").select_option("3600")
    play = page.locator("[data-do=play]")
    hidden = """() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      delete document.hidden;
    }"""
    command = page.locator("[data-command] input")
    stops: list[Callable[[], object]] = [
        lambda: page.locator("[data-card]").first.click(),
        lambda: (command.fill("meld 44"), command.press("Enter")),
        lambda: page.locator(".cns-clause").first.click(),
        lambda: page.evaluate(hidden),
        play.click,
        page.locator("[data-do=back]").click,
        lambda: page.locator("[data-do=go]").press("ArrowLeft"),
    ]
    told = page.locator(".cns-text")
    for stop in stops:
        before = told.inner_text()
        play.click()
        expect(play).to_have_attribute("data-playing", "true")
        expect(play).to_have_text("Pause")
        expect(told).not_to_have_text(
            before
        )  # a card that is chosen while the step changes the table is chosen in vain
        stop()
        expect(play).to_have_attribute("data-playing", "false")


def test_the_speed_is_remembered(voila: Server, watched: Opened) -> None:
    """The time for a step that was chosen is there again on the next visit."""
    page = opened(watched().page, voila)
    speed = page.locator("[data-do=speed]")
    expect(speed).to_have_value("2")
    assert speed.locator("option").all_inner_texts() == ["Every 1 s", "Every 2 s", "Every 4 s", "Every 8 s"]
    speed.select_option("4")
    opened(page, voila)
    expect(speed).to_have_value("4")


def test_a_log_of_ones_own(voila: Server, watched: Opened) -> None:
    """A log that cannot be read changes nothing and stays to be mended; a faulty one is walked up to its fault."""
    seen = watched()
    page = opened(seen.page, voila)
    page.locator("[data-do=step]").click()
    at_step(page, 1)
    page.locator("[data-panel=own]").click()
    log = page.locator("[data-do=log]")
    expect(log).to_have_value(pattern("draw\ndiscard 6"))
    right = log.input_value()
    log.fill("mild 444")
    page.locator("[data-do=load]").click()
    expect(page.locator(".cns-problem", has_text="Line 1: action: 'mild' is no verb")).to_be_visible()
    expect(log).to_have_value("mild 444")
    at_step(page, 1)
    log.fill(right.replace("discard J", "discard JJ"))
    page.locator("[data-do=load]").click()
    expect(page.locator(".cns-fault")).to_contain_text("The log stops here. Line 8, discard JJ: ")
    expect(page.locator(".cns-text")).to_contain_text("A short deal.")
    expect(log).to_be_hidden()
    expect(page.locator("[data-do=go]")).to_be_focused()
    page.keyboard.press("End")
    at_step(page, 4, 4)
    expect(page.locator(".cns-fault")).to_contain_text("discard.one")
    page.locator("[data-panel=own]").click()
    expect(log).to_have_value(pattern("discard JJ"))
    with page.expect_download() as download:
        page.locator("[data-do=download]").click()
    assert download.value.suggested_filename == "a-short-deal.log"
    assert "discard JJ" in Path(download.value.path()).read_text("utf-8")
    assert seen.errors == []


def pattern(text: str) -> re.Pattern[str]:
    """Text that stands somewhere in a value."""
    return re.compile(re.escape(text))


def test_a_log_from_a_file(voila: Server, watched: Opened) -> None:
    """A file is read in the browser and walked; one that is too large is named so, and nothing changes."""
    page = opened(watched().page, voila)
    page.locator("[data-panel=own]").click()
    file = page.locator("[data-do=file]")
    file.set_input_files({"name": "large.log", "mimeType": "text/plain", "buffer": b"# more\n" * 40_000})
    expect(page.locator(".cns-problem", has_text="too large")).to_be_visible()
    expect(page.locator(".cns-text")).to_contain_text("The beginning")
    game = (ROOT / "tests" / "games" / "classic-2-game.log").read_bytes()
    file.set_input_files({"name": "game.log", "mimeType": "text/plain", "buffer": game})
    expect(page.locator(".cns-text")).to_contain_text("Deal 1 of ")
    expect(page.locator(".cns-text")).to_contain_text("A whole game of classic/2.")


def test_right_to_left(voila: Server, watched: Opened) -> None:
    """Where one reads from the right the deal runs to the left, on the timeline, by arrows and on the buttons."""
    page = opened(watched(viewport={"width": 360, "height": 740}).page, voila)
    page.evaluate("document.documentElement.dir = 'rtl'")
    bar = page.locator("[data-do=go]")
    bar.focus()
    page.keyboard.press("ArrowLeft")
    at_step(page, 1)
    page.locator("[data-do=step]").focus()
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    box, signs = bar.bounding_box(), [sign.bounding_box() for sign in page.locator("[data-mark]").all()]
    assert box is not None
    page.mouse.click(box["x"] + 14, box["y"] + box["height"] / 2)
    at_step(page, 19)
    places = [sign["x"] for sign in signs if sign is not None]
    assert len(places) > 2
    assert places == sorted(places, reverse=True)
    assert sideways(page) <= 0


def test_it_leaves_the_room_to_the_table(voila: Server, watched: Opened) -> None:
    """Of a screen of 1280 by 800 it takes less than a third, and the table below stays where it is at every step."""
    page = opened(watched(viewport={"width": 1280, "height": 800}).page, voila)
    tops = set()
    for number in (0, 1, 4, 9, 11):
        page.locator("[data-do=go]").fill(str(number))
        at_stop(page, number)
        box = page.locator(".cns").bounding_box()
        assert box is not None
        assert box["height"] < 800 / 3
        tops.add(page.evaluate("document.querySelector('.cnt').getBoundingClientRect().top + scrollY"))
    assert len(tops) == 1


def test_the_question_and_the_sheet_by_keyboard_alone(voila: Server, watched: Opened) -> None:
    """One goes to the question by the list of steps, answers it for the partner, goes out, and reads the sheet."""
    seen = watched()
    page = seen.page
    page.goto(voila.url + DEAL)
    expect(page.locator("[data-card]").first).to_be_visible()
    tab_to(page, "[data-do=go]")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    at_step(page, 14)
    tab_to(page, "[data-card]")
    page.keyboard.press("a")
    expect(page.locator(".cnt-status")).to_contain_text("You are asked")
    expect(page.locator("[data-count]")).to_have_text("An answer is due: may East go out?")
    tab_to(page, '[data-text="answer yes"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-live]")).to_contain_text("The answer is yes: East goes out in this turn.")
    expect(page.locator("[data-card]:focus")).to_have_count(1)  # it is not lost
    for words, said in (("meld 555", "East: Meld 5 5 5."), ("discard 4", "East: Discard 4.")):
        expect(page.locator(".cnh")).to_be_hidden()
        tab_to(page, "[data-command] input")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.locator(".cns-text")).to_contain_text(f"You left the deal. {said}")
        expect(page.locator("[data-command] input")).to_have_value("")
    expect(page.locator(".cnh tbody tr.is-sum").first).to_contain_text("45615")
    tab_to(page, ".cnh summary")
    page.keyboard.press("Enter")
    expect(page.locator(".cnh details[open] p")).to_contain_text("red three")
    assert seen.errors == []


def test_a_refused_try_tells_what_would_make_it_legal(voila: Server, watched: Opened) -> None:
    """Opened, the panel lists a few changes that would turn the refusal; the question mark opens it too."""
    page = watched().page
    page.goto(voila.url + DEAL)
    expect(page.locator("[data-card]").first).to_be_visible()
    tab_to(page, "[data-command] input")
    page.keyboard.type("take T2")
    page.keyboard.press("Enter")
    why = page.locator("[data-why]")
    expect(why).to_be_visible()
    expect(why.locator("li")).to_be_hidden()
    page.locator("[data-card]").first.focus()
    page.keyboard.press("?")
    expect(why.locator("li").first).to_contain_text("would")
    assert 1 <= why.locator("li").count() <= 3
    expect(page.locator(".cnt-asked h2")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("path", "at", "panel"), [(DEAL, 15, "own"), (DEAL, 19, "looks"), (GAME, 30, "steps")])
def test_axe_and_width_in_use(walks: Server, watched: Opened, path: str, at: int, panel: str, scheme: str) -> None:
    """With question, sheet, a law and each panel shown, axe finds nothing and no phone scrolls sideways."""
    page = opened(watched(color_scheme=scheme).page, walks, path)
    page.locator("[data-do=go]").fill(str(at))
    expect(page.locator(".cns-clause").first).to_be_visible()
    page.locator(f"[data-panel={panel}]").click()
    if panel == "looks":
        page.locator("[data-do=hands]").check()
        expect(page.locator("[data-do=hands]")).to_be_checked()
        page.locator(".cnh summary").first.click()
    page.locator(".cns-clause").first.click()
    expect(page.locator(".cns-law")).to_be_visible()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        if (scheme == "dark") == (width == 1280):
            assert objections(page) == []
        assert sideways(page) <= 0
