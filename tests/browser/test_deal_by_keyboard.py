"""A whole deal, all hands from one seat, is played by keys alone by somebody who sees nothing.

The player here is a program that knows the page as a screen reader does: what the live region says, the parts of the
table in words, and the names of the cards and of what has the focus. It knows nothing of the rules; what may be done it
reads. Only when all is over is the deal looked at as Python played it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from canasta_widgets import told
from conftest import Server, Watched, serving
from playwright.sync_api import Page, expect

from canasta import Log, deal, deal_totals, replay, score_deal
from canasta.words import seat_name

SEED = 10  # a deal in which hands are melded, piles taken, and somebody goes out
PATIENCE = 30_000  # milliseconds; a busy machine is slow, and nothing here is timed
OTHER = 7  # one that begins with a draw and lets North open
CELL = """import ipywidgets
from canasta import deal, record
from canasta_widgets.table import Table

table = Table(deal({seed}))
table.look(None)
log = ipywidgets.Textarea(description="Log")
def write(*_):
    log.value = str(record(table.steps)) if table.steps else ""
table.on_step = table.on_undo = write
ipywidgets.VBox([table, log])"""
WILD = ("joker", "deuce")
MOST_TURNS = 150
CHANGED = "before => document.querySelector('[data-live]').textContent !== before"
FOCUSED = """() => {
    const label = (node) => node?.getAttribute("aria-label");
    const node = document.activeElement;
    return { name: label(node) || node.textContent, group: label(node.closest("[role=group]")) || "" };
}"""
COUNT_CHANGES = """() => {
    window.told = 0;
    const watch = new MutationObserver(() => (window.told += 1));
    watch.observe(document.querySelector("[data-live]"), { childList: true, characterData: true, subtree: true });
}"""


def notebook(seed: int) -> str:
    """A page on which a deal is played."""
    cells = [
        {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# A deal from one seat"},
        {
            "cell_type": "code",
            "id": "deal",
            "metadata": {},
            "source": CELL.format(seed=seed),
            "outputs": [],
            "execution_count": None,
        },
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def hot_seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of such pages."""
    folder = tmp_path_factory.mktemp("seat")
    for name, seed in (("deal", SEED), ("index", OTHER)):
        (folder / f"{name}.ipynb").write_text(notebook(seed), "utf-8")
    with serving(Path(folder) / "log.txt", "--pool", "0", "--lessons", str(folder)) as server:
        yield server


class Listener:
    """Somebody who hears the page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []  # all that the live region said of actions
        self.played = 0

    # -- what he hears ----------------------------------------------------------------------------------------------

    def focused(self, what: str = "name") -> str:
        """The name of what has the focus, or of the group it is in."""
        return str(self.page.evaluate(FOCUSED)[what]).strip()

    def press(self, key: str) -> str:
        """Press a key and hear what the live region says to it."""
        live = self.page.locator("[data-live]")
        before = live.text_content()
        self.page.keyboard.press(key)
        self.page.wait_for_function(CHANGED, arg=before)
        return (live.text_content() or "").strip("\u00a0 ")

    def read(self, key: str, name: str) -> dict[str, list[str]]:
        """Open a part of the table in words by its key, read it by its headings, and come back."""
        self.page.keyboard.press(key)
        region = self.page.get_by_role("region", name=name)
        expect(region.get_by_role("heading", level=3).first).to_be_visible(timeout=PATIENCE)
        assert self.focused() == name
        found: dict[str, list[str]] = {}
        for line in region.inner_text().splitlines()[1:]:
            if line.strip():
                found.setdefault(line, []) if line in self._headings(name) else found[list(found)[-1]].append(line)
        self.page.keyboard.press(key)
        expect(region).to_be_hidden()
        return found

    def _headings(self, name: str) -> list[str]:
        return self.page.get_by_role("region", name=name).get_by_role("heading", level=3).all_inner_texts()

    def can(self) -> list[str]:
        """What he can do."""
        return [line for lines in self.read("c", "What can I do").values() for line in lines]

    # -- what he does -----------------------------------------------------------------------------------------------

    def to_the_hand(self) -> None:
        """Press Tab until a card of the hand has the focus."""
        for _ in range(80):
            if self.focused("group") == "Your hand":
                return
            self.page.keyboard.press("Tab")
        pytest.fail("no Tab leads to the hand")

    def choose(self, cards: list[str]) -> str:
        """Choose cards of the hand by their names; the last words of the live region."""
        self.to_the_hand()
        self.page.keyboard.press("Home")
        names = (
            self.page.get_by_role("group", name="Your hand")
            .get_by_role("button")
            .evaluate_all("cards => cards.map((card) => card.getAttribute('aria-label'))")
        )
        at, said, taken = 0, "", set()
        for card in cards:
            place = next(n for n, name in enumerate(names) if n not in taken and name == card)
            taken.add(place)
            for _ in range(abs(place - at)):
                self.page.keyboard.press("ArrowRight" if place > at else "ArrowLeft")
            at = place
            assert self.focused() == card
            said = self.press("Space")
            assert said.startswith(f"Selected: {len(taken)} card")
        return said

    def do(self, key: str, begins: str | tuple[str, ...]) -> str:
        """Do the action of a letter; the live region says that it was done."""
        said = self.press(key)
        assert said.startswith(begins), f"{key}: {said!r}"
        self.heard.append(said)
        self.played += 1
        return said


def counted(text: str) -> list[str]:
    """The names of the cards in a text such as "2 kings and 1 four"."""
    cards = []
    for n, name in re.findall(r"(\d+) ((?:black |red )?[a-z]+)", text):
        cards += [name if n == "1" else re.sub("e?s$", "", name) if name == "sixes" else name.removesuffix("s")] * int(
            n
        )
    return cards


def ways(lines: list[str], verb: str) -> list[str]:
    """The ways to do something that are read out, but those that need a wild card."""
    found = [
        line.partition(": ")[2].rstrip(".").split("; ") for line in lines if line.startswith(f"You may {verb} in ")
    ]
    return [way for each in found for way in each if way != "and more" and not any(wild in way for wild in WILD)]


def play(listener: Listener) -> dict[str, int]:
    """Play the deal to its end by what is heard; how often each thing was done."""
    done = dict.fromkeys(("meld", "take", "refused", "undo", "opening", "turns"), 0)
    owner = whose(listener)
    for _ in range(MOST_TURNS):
        done["turns"] += 1
        lines = listener.can()
        if not any(line.startswith("You may") for line in lines):
            return done
        if ways(lines, "lay red threes"):
            listener.choose(["red three"])
            listener.do("Enter", "You lay 1 red three")
            continue
        if taking := [way for way in ways(lines, "take the pile") if way.startswith("with ")]:
            listener.choose(counted(taking[0]))
            listener.do("t", "You take the pile of")
            done["take"] += 1
        else:
            assert "You may draw from the stock." in lines
            said = listener.do("s", ("You draw", "The stock is gone"))
            if not done["undo"]:
                assert listener.press("u") == "Taken back: Draw from the stock. Your turn: draw, or take the pile."
                listener.played -= 1
                done["undo"] += 1
                said = listener.do("s", "You draw")
            if "the deal is over" in said:
                return done
        lines = listener.can()
        if not done["opening"]:
            done["opening"] += open_too_low(listener)
        if melds := [way for way in ways(lines, "meld") if "onto" not in way]:
            listener.choose(counted(melds[0]))
            said = listener.do("m", "You meld ")
            done["meld"] += 1
            if "the deal is over" in said:
                return done
            lines = listener.can()
        if not done["refused"]:
            done["refused"] += ask_why(listener)
        thrown = next(line for line in lines if line.startswith("You may discard in"))
        cards = thrown.partition(": ")[2].rstrip(".").split("; ")
        card = next((card for card in reversed(cards) if card not in WILD), cards[-1])
        listener.choose([card])
        said = listener.do("d", (f"{owner} discards the {card}.", f"You discard the {card}."))
        if "the deal is over" in said:
            return done
        assert said.startswith(owner)
        opened = re.search(r"Now (\w+)'s hand is open\. Your turn: draw, or take the pile\.$", said)
        assert opened is not None, said
        assert opened[1] != owner
        owner = opened[1]
    pytest.fail("the deal does not end")


def whose(listener: Listener) -> str:
    """Whose hand is open, as the table in words says."""
    return (
        next(
            line
            for lines in listener.read("w", "What is on the table").values()
            for line in lines
            if line.startswith("You are ")
        )
        .removeprefix("You are ")
        .partition(",")[0]
        .rstrip(".")
    )


def open_too_low(listener: Listener) -> int:
    """Try to open with three cards that count too little, and hear why not; 0 if there are none."""
    table = listener.read("w", "What is on the table")
    hand = next(lines for title, lines in table.items() if title.startswith("Your hand"))
    low = [line for line in hand if re.match("[3-7] (fours|fives|sixes|sevens)", line)]
    if not low or not table["Your side"][0].startswith("No meld yet"):
        return 0
    cards = counted(low[0])[:3]
    said = listener.choose(cards)
    assert "refused" in said
    said = listener.press("m")
    assert said.startswith(f"Refused: Meld 3 {low[0][2:]}.")
    assert "minimum" in said
    listener.page.keyboard.press("Escape")
    listener.to_the_hand()
    return 1


def ask_why(listener: Listener) -> int:
    """Try a meld that is none, hear the refusal, and go by a key to everything that was looked at."""
    names = (
        listener.page.get_by_role("group", name="Your hand")
        .get_by_role("button")
        .evaluate_all("cards => cards.map((card) => card.getAttribute('aria-label'))")
    )
    two = list(dict.fromkeys(name for name in names if name not in WILD and "three" not in name))[:2]
    if len(two) < 2:
        return 0
    assert "refused" in listener.choose(two)
    assert listener.press("m").startswith("Refused: Meld 1 ")
    listener.page.keyboard.press("?")
    expect(listener.page.locator("details[open] li").first).to_be_visible()
    assert listener.page.evaluate("document.activeElement.tagName") == "SUMMARY"
    listener.page.keyboard.press("Escape")
    listener.to_the_hand()
    return 1


@pytest.fixture
def at_table(hot_seat: Server, watched: Callable[..., Watched]) -> Callable[..., Watched]:
    """Opens the page."""

    def open(name: str = "index", **options: object) -> Watched:
        seen = watched(**options)
        seen.page.goto(f"{hot_seat.url}voila/render/{name}.ipynb")
        cards = seen.page.get_by_role("group", name="Your hand").get_by_role("button")
        expect(cards.first).to_be_visible(timeout=PATIENCE)
        return seen

    return open


def test_a_whole_deal_is_played_by_keys_and_ears(at_table: Callable[..., Watched]) -> None:
    """From the first draw to the end all is found and done without eyes or mouse, and told as Python played it."""
    seen = at_table("deal")
    listener = Listener(seen.page)
    listener.to_the_hand()
    done = play(listener)
    assert min(done["meld"], done["take"], done["refused"], done["undo"], done["opening"]) >= 1, done
    assert "the deal is over" in listener.heard[-1]
    assert listener.can() == []
    assert next(iter(listener.read("c", "What can I do"))) == "The deal is over. Nothing more is played."

    log = seen.page.get_by_label("Log").input_value()
    run = replay(Log.parse(log))
    assert run.refused is None
    assert run.steps[0].before == deal(SEED)
    assert run.position.phase == "over"
    assert len(run.steps) == listener.played
    scored = deal_totals(score_deal(run.position), run.position.profile.sides)
    assert f"score: {':'.join(map(str, scored))}" in log
    # What was heard of each step is what it changed, for the seat whose hand lay open after it.
    for step, said in zip(run.steps, listener.heard, strict=True):
        moved = step.after.seat != step.before.seat
        assert said == told.changed(step, step.after.seat, opened=moved)
        if moved:
            assert f"Now {seat_name(step.after.profile.seat_names[step.after.seat])}'s hand is open." in said
    words = listener.read("w", "What is on the table")
    assert words == {each["title"]: each["lines"] for each in told.on_the_table(run.position, run.position.seat)}
    past = listener.read("l", "What happened")
    assert next(iter(past.values())) == told.happened(run.steps, run.position.seat)[0]["lines"]
    assert seen.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_with_everything_open(at_table: Callable[..., Watched], scheme: str) -> None:
    """axe has nothing to object to with the words, the list of plays and a refusal open, on a desk and on a phone."""
    seen = at_table(color_scheme=scheme)
    listener = Listener(seen.page)
    listener.to_the_hand()
    listener.do("s", "You draw")
    open_too_low(listener)
    for key in "wcl":
        seen.page.keyboard.press(key)
    seen.page.get_by_role("button", name="Show every legal play").click()
    expect(seen.page.get_by_role("group", name="Legal plays").get_by_role("button").first).to_be_focused()
    for width in (1280, 360):
        seen.page.set_viewport_size({"width": width, "height": 800})
        found = Axe().run(seen.page, context=".cnt").response["violations"]
        assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_list_of_plays_by_keys(at_table: Callable[..., Watched]) -> None:
    """Arrows, Home and End move in the list, letters narrow it, Escape leaves it, and Enter plays."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    listener.do("s", "You draw")
    toggle = page.get_by_role("button", name="Show every legal play")
    toggle.focus()
    page.keyboard.press("Enter")
    buttons = page.get_by_role("group", name="Legal plays").get_by_role("button")
    expect(buttons.first).to_be_focused()
    n = buttons.count()
    assert int(page.get_by_role("heading", name="legal plays").inner_text().split()[0]) >= n
    page.keyboard.press("End")
    expect(buttons.last).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(buttons.nth(n - 2)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(1)).to_be_focused()
    assert buttons.evaluate_all("nodes => nodes.filter((node) => node.tabIndex === 0).length") == 1
    page.keyboard.press("Escape")
    expect(toggle).to_be_focused()
    expect(buttons).to_have_count(0)
    page.keyboard.press("Enter")
    expect(buttons.first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("discard")
    expect(page.get_by_role("heading", name=re.compile("^Discard|legal plays?$")).first).to_contain_text("legal play")
    expect(page.get_by_role("group", name=re.compile("^Meld: "))).to_have_count(0)
    page.keyboard.press("Tab")
    name = listener.focused()
    assert name.startswith("Discard ")
    listener.do("Enter", "North discards the ")
    assert listener.focused("group") == "Your hand"
    expect(buttons).to_have_count(0)


def test_a_key_leads_to_the_words_and_back(at_table: Callable[..., Watched]) -> None:
    """Each part opens by its key and takes the focus; Escape or the key again gives it back; open, it keeps up."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    page.keyboard.press("ArrowRight")
    card = listener.focused()
    for key, name in (("w", "What is on the table"), ("c", "What can I do"), ("l", "What happened")):
        for back in ("Escape", key):
            page.keyboard.press(key)
            assert listener.focused() == name
            expect(page.get_by_role("button", name=name)).to_have_attribute("aria-expanded", "true")
            page.keyboard.press(back)
            assert (listener.focused(), listener.focused("group")) == (card, "Your hand")
            expect(page.get_by_role("region", name=name)).to_be_hidden()
    page.get_by_role("button", name="What can I do").click()
    region = page.get_by_role("region", name="What can I do")
    expect(region).to_contain_text("You may draw from the stock.")
    listener.to_the_hand()
    listener.do("s", "You draw")
    expect(region).not_to_contain_text("You may draw from the stock.")
    expect(region).to_contain_text("You may discard in")


def test_a_refusal_is_read_out_again(at_table: Callable[..., Watched]) -> None:
    """The same refusal twice changes the live region twice, and no second live region says it too."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    page.evaluate(COUNT_CHANGES)
    field = page.get_by_role("textbox", name="Or type it")
    for n in (1, 2, 3):
        field.fill("discard 4")
        field.press("Enter")
        page.wait_for_function("n => window.told === n", arg=n)
        assert (page.locator("[data-live]").text_content() or "").startswith("Refused: Discard four. ")
    telling = page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]")
    assert sum("Refused" in text for text in telling.all_inner_texts()) == 1
