"""Somebody who sees nothing and plays with the keyboard, for the tests of what he is told.

He knows the page as a screen reader does: what the live region says, the parts of the table in words, and the names of
the cards and of what has the focus.
"""

from __future__ import annotations

import re

import pytest
from pages import until
from playwright.sync_api import Page, expect

PATIENCE = 30_000  # milliseconds; a busy machine is slow, and nothing here is timed
WILD = ("joker", "deuce")
CHANGED = "before => document.querySelector('[data-live]').textContent !== before"
FOCUSED = """() => {
    const label = (node) => node?.getAttribute("aria-label");
    const node = document.activeElement;
    return { name: label(node) || node.textContent, group: label(node.closest("[role=group]")) || "" };
}"""


class Listener:
    """Somebody who hears the page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []  # what the live region said of each action that was played

    # -- what he hears ----------------------------------------------------------------------------------------------

    def focused(self, what: str = "name") -> str:
        """The name of what has the focus, or of the group it is in."""
        return str(self.page.evaluate(FOCUSED)[what]).strip()

    def press(self, key: str) -> str:
        """Press a key and hear what the live region says to it."""
        live = self.page.locator("[data-live]")
        before = live.text_content()
        self.page.keyboard.press(key)
        until(self.page, CHANGED, before)
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

    def hand(self) -> list[str]:
        """The names of the cards he holds."""
        cards = self.page.get_by_role("group", name="Your hand", exact=True).get_by_role("button")
        labels = cards.evaluate_all("cards => cards.map((card) => card.getAttribute('aria-label'))")
        return [str(label).partition(",")[0] for label in labels]

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
        names = self.hand()
        at, said, taken = 0, "", set()
        for card in cards:
            place = next(n for n, name in enumerate(names) if n not in taken and name == card)
            taken.add(place)
            for _ in range(abs(place - at)):
                self.page.keyboard.press("ArrowRight" if place > at else "ArrowLeft")
            at = place
            assert self.focused().partition(",")[0] == card
            said = self.press("Space")
            assert said.startswith(f"Selected: {len(taken)} card")
        return said

    def do(self, key: str, begins: str | tuple[str, ...]) -> str:
        """Do the action of a letter; the live region says that it was done."""
        said = self.press(key)
        assert said.startswith(begins), f"{key}: {said!r}"
        self.heard.append(said)
        return said


def counted(text: str) -> list[str]:
    """The names of the cards in a text such as "2 kings and 1 four"."""
    found = re.findall(r"(\d+) ((?:black |red )?[a-z]+)", text)
    return [name if n == "1" else _one(name) for n, name in found for _ in range(int(n))]


def _one(names: str) -> str:
    return "six" if names == "sixes" else names.removesuffix("s")


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
    two = list(dict.fromkeys(name for name in listener.hand() if name not in WILD and "three" not in name))[:2]
    if len(two) < 2:
        return 0
    assert "refused" in listener.choose(two)
    assert listener.press("m").startswith("Refused: Meld 1 ")
    listener.page.keyboard.press("?")
    assert "Refused" in listener.focused()
    objections = listener.page.get_by_role("listitem").filter(has_text="objects: ")
    expect(objections.first).to_be_visible()
    listener.page.keyboard.press("Escape")
    listener.to_the_hand()
    return 1
