"""Texts of lessons are short before the first click, and leave the numbers of the rules to the rule book.

**Before the first click.** A page of a unit is read from its top. What a newcomer reads until he can press a card is
its heading, what he will do, the name and the button of every part before the table, and the first item's title and
task; these are at most forty words. The buttons and labels of the table itself are not read before they are pressed.
Of a page without a unit it is the text before its first cell.

**Numbers of the rules.** No digit stands in a lesson's text, but in code. A number in words is a rank ("a nine", "three
sevens") or counts what lies on this table, who plays, or what is to be done; so no number above ten is said at all,
and none of two to ten where the words around it make it a rule: with "at least", "at most" or "or more"; as what a
meld, a canasta, a pack, a hand or a turn has or needs; in points, packs, or canastas that are needed; and no value is
said to be twice or half another.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.later import Later
from canasta_widgets.unit import Unit
from test_levels import ITEMS

from canasta.tutor.hints import KEYS
from canasta.tutor.levels import Item

LESSONS = Path(__file__).parents[1] / "lessons"
NOTEBOOKS = sorted(LESSONS.glob("*.ipynb"))
UNITS = [path for path in NOTEBOOKS if (LESSONS / "levels" / f"{path.stem}.toml").is_file()]
MOST_WORDS = 40


def cells(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook, their text in one piece."""
    found = json.loads(path.read_text("utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in found]


def plain(markdown: str) -> str:
    """What is read of a markdown text: no code, no marks of lists or others, no addresses."""
    text = re.sub(r"`[^`]*`", " ", markdown)
    return re.sub(r"\]\([^)]*\)|[#*\[\]]|^(?:-|[0-9]+\.) ", " ", text, flags=re.M)


def before_the_first_click(path: Path) -> str:
    """What a newcomer reads on a page before he can press a card, or what its first cell shows."""
    read = []
    unit = Unit(path.stem) if path in UNITS else None
    for cell in cells(path):
        if cell["cell_type"] == "markdown":
            read.append(plain(cell["source"]))
        elif unit is None:
            break
        elif "unit.lesson()" in cell["source"]:
            view = unit.lesson().guide.view
            read += [view["levels"][0]["heading"], view["task"]]
            break
        else:
            (part,) = re.findall(r"^unit\.(\w+)\(\)", cell["source"], re.M)
            shown = getattr(unit, part)()
            if shown is not None:  # the first unit has no earlier ones to warm up with
                assert isinstance(shown, Later)
                read += [shown.opener.view["title"], shown.opener.view["label"]]
    return " ".join(read)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_few_words_before_the_first_click(path: Path) -> None:
    """At most forty words are read before the first click, and there are some."""
    words = before_the_first_click(path).split()
    assert 5 < len(words) <= MOST_WORDS, " ".join(words)


def test_the_whole_way_to_the_table_is_counted() -> None:
    """Heading, aim, the button before the table and the first task are all among the words of a unit."""
    read = before_the_first_click(LESSONS / "02-melds.ipynb")
    view = Unit("02-melds").lesson().guide.view
    for text in ("Melds", "You will", "Watch", "Three of one rank.", view["task"]):
        assert text in " ".join(read.split())
    assert len(UNITS) > 15


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_title_ends_with_one_mark(path: Path) -> None:
    """The title before a task ends as a sentence does; a question keeps its mark and gets no other."""
    headings = [entry["heading"] for entry in Unit(path.stem).lesson().guide.view["levels"]]
    assert headings
    assert [heading for heading in headings if not re.search(r"[^.?!][.?!]$", heading)] == []


SMALL = "two|three|four|five|six|seven|eight|nine|ten"
LARGE = (
    "eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|dozens?"
)
RULES = (
    rf"\b(?:{LARGE})\b",
    rf"\b(?:at least|at most|up to|(?:no )?(?:more|fewer|less) than|exactly) (?:{SMALL})\b(?! (?:or|with)\b)",
    rf"\b(?:{SMALL}) or (?:more|fewer)\b",
    rf"\b(?:melds?|canastas?|packs?|hands?|turns?|players?) (?:is|are|has|have|holds?|needs?|takes?|counts?|draws?)"
    rf"(?: at)?(?: of)? (?:{SMALL})\b",
    rf"\bneeds? (?:{SMALL})\b",
    rf"\b(?:{SMALL}) (?:points|packs)\b",
    rf"\b(?:{SMALL}) canastas (?:are )?(?:needed|to go out)\b",
    rf"\b(?:{SMALL}) (?:of (?:each|a rank|one rank) )?(?:is|are|make) (?:enough for )?a (?:meld|canasta)\b",
    r"\b(?:twice|half|double) (?:as (?:much|many)|of what|what|each|its|the)\b",
)


def numbers_of_rules(text: str) -> list[str]:
    """What in a text says a number of the rules."""
    found = [match.group() for rule in RULES for match in re.finditer(rule, text, re.I)]
    return found + re.findall(r"\S*\d\S*", text)


def texts(item: Item) -> list[str]:
    """Everything of an item that a learner reads."""
    hints = [getattr(item.hints, key) for key in KEYS if key != "point"]
    options = [option.say for option in getattr(getattr(item, "task", None), "options", ())]
    return [item.title, item.say, *hints, *options]


@pytest.mark.parametrize("item", ITEMS, ids=[item.id for item in ITEMS])
def test_levels_say_no_number_of_the_rules(item: Item) -> None:
    """Task, hints and options leave the numbers of the rules to the rule book."""
    assert [found for text in texts(item) for found in numbers_of_rules(text)] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pages_say_no_number_of_the_rules(path: Path) -> None:
    """So do the texts of the notebooks; notation stands in code."""
    read = [plain(cell["source"]) for cell in cells(path) if cell["cell_type"] == "markdown"]
    assert read
    assert [found for text in read for found in numbers_of_rules(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "A meld needs three cards.",
        "Your first meld must count fifty points.",
        "Each player is dealt eleven cards.",
        "It brings one hundred and twenty.",
        "A meld has at least two natural cards.",
        "Three or more cards of one rank are a meld.",
        "A canasta has seven cards.",
        "There are two packs.",
        "A king counts ten points.",
        "At this table two canastas are needed.",
        "Three of each is a meld.",
        "A red three is worth twice as much as a joker.",
        "A seven brings half of what an eight does.",
        "The minimum is 90.",
    ],
)
def test_a_number_of_the_rules_is_found(text: str) -> None:
    """A sentence that would be wrong with another number in the profile is found."""
    assert numbers_of_rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "You hold three sevens and a nine.",
        "Four cards are left in your hand.",
        "Six play, three to a side.",
        "Lay two new melds, together or one after the other.",
        "Take the bonus of one of them twice.",
        "More than one canasta is needed.",
        "Two wild cards lie in this meld of your side.",
    ],
)
def test_a_count_of_this_table_is_none(text: str) -> None:
    """What counts the cards and players before the learner may be said."""
    assert numbers_of_rules(text) == []
