"""Every text that reaches the browser is translated: in a language that nobody speaks no English word is left."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.learner import Learner
from canasta_widgets.lesson import Lesson
from canasta_widgets.rail import Rail
from canasta_widgets.shown import Shown
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
from dealt import a_deal
from pseudo import OPEN, Pseudo, spoken
from test_leaks import HIDDEN, Wired, moments, probes
from test_progress import ENTRY, file
from test_words import escaped

# Where the browser is given a name of ours, a place, a setting or a line of notation, and no words.
NAMES = {"id", "kind", "which", "look", "face", "chair", "spot", "from", "to", "places", "canasta", "state"}
NAMES |= {"size", "length", "colours", "projector", "line", "start", "unit", "made"}
QUOTED = (
    "nonsense",
    "{clause}",
    "{where}",
    "{what}",
    "{name}",
    "{file}",
)  # what was typed, and places for the browser to fill


@pytest.fixture(autouse=True)
def foreign() -> Iterator[None]:
    """Everything in this file is read in the language that nobody speaks."""
    with spoken(Pseudo()):
        yield


def texts(shown: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in what the browser is told, each under the name it is told by."""
    if isinstance(shown, str):
        yield name, shown
    elif isinstance(shown, dict):
        for key, each in shown.items():
            if key not in NAMES:
                yield from texts(each, key)
    elif isinstance(shown, list | tuple):
        for each in shown:
            yield from texts(each, name)


def state(widget: Shown) -> dict[str, Any]:
    """What is synced of a widget and ours."""
    return {name: each for name, each in widget.get_state().items() if name not in HIDDEN and name[0] != "_"}


def english(*shown: Any) -> set[tuple[str, str]]:
    """The texts in which words were left, and the names they are told by."""
    return {(name, text) for name, text in texts(shown) if escaped(text, *QUOTED)}


def foreign_texts(*shown: Any) -> int:
    """How many of the texts are in the language."""
    return sum(OPEN in text for _, text in texts(shown))


def test_what_a_table_tells() -> None:
    """Whatever is tried or asked on a table, all that it tells is in the language."""
    told = set()
    for position in moments("classic", 3):
        table = Wired(position, names={"N": "4"}, on_hint=lambda: None)
        for message in probes(position, position.seat, random.Random(1)):
            table.hear({**message, "serial": table.zones["serial"]})
            assert english(state(table), table.said) == set()
            assert foreign_texts(state(table)) > 80
            told |= {said["kind"] for said in table.said if foreign_texts(said)}
            table.said.clear()
            if table.steps:
                table.reset(position)
    assert told == {"candidates", "why", "others", "plays", "told"}


def test_what_the_steps_tell() -> None:
    """So is all that the stepper tells of a deal, of its end, and of what cannot be read."""
    stepper = Stepper(a_deal("classic", 3))
    seen = 0
    for at in (*range(0, len(stepper.walk.stops), 9), len(stepper.walk.stops) - 1):
        stepper.go_to(at)
        assert english(*rail(stepper.rail), state(stepper.table), state(stepper.sheet)) == set()
        seen += foreign_texts(state(stepper.rail))
    assert seen > 200
    assert foreign_texts(stepper.sheet.view) > 5
    for line in ("K4", "K4 444 Q . N.answer classic/2", ""):
        stepper.set_up(line)
        assert english(*rail(stepper.rail)) == set()
    stepper.load("no log")
    assert OPEN in stepper.rail.view["unread"]


def rail(shown: Rail) -> tuple[Any, ...]:
    """A rail's state without the names of its signs, the second of each."""
    told = state(shown)
    return {**told, "marks": [words for _, _, words in told["marks"]]}, {}


@pytest.mark.parametrize("unit", ["02-melds", "09-frozen-pile", "12-going-out"])
def test_what_a_lesson_tells(unit: str) -> None:
    """So are a lesson's levels, all its hints, and what is pointed at."""
    lesson = Lesson(unit)
    for number in range(len(lesson.unit.levels)):
        lesson.go_to(number)
        for _ in range(5):
            assert english(state(lesson.guide), state(lesson.table)) == set()
            lesson.hint()
        while lesson.film:
            assert english(state(lesson.guide), state(lesson.table)) == set()
            lesson.go_on()
        assert english(state(lesson.guide), state(lesson.table)) == set()
    assert foreign_texts(lesson.guide.view) > 8


def test_what_a_picture_tells() -> None:
    """So is what stands on a static picture, and what it says of itself."""
    pictured = 0
    for position in moments("classic", 3):
        drawn = re.sub(r"<style>.*?</style>", "", Table(position).picture())
        said = re.findall(r">([^<]+)<", drawn)
        assert english(said) == set()
        pictured += foreign_texts(said)
    assert pictured > 20


def test_the_check_can_fail() -> None:
    """A word that was never translated is found, wherever it stands."""
    assert english({"view": [{"title": "Plain words"}]}) == {("title", "Plain words")}


def test_what_is_told_of_progress(tmp_path: Path) -> None:
    """So is what is said of names, files and storage, good and bad; names of fields stand as they are in the file."""
    own = DataFile(tmp_path)
    learner = Learner(own)
    learner.words = {**learner.words, "kept": learner.words["kept"].replace(str(tmp_path), "")}
    said = set()
    files = ["", "[]", file(version=9), file(version="x"), file(entries=3), file(ENTRY, 3, {}), file(*[{}] * 20_001)]
    for n, text in enumerate(files):
        learner._heard(None, {"kind": "import", "n": n, "text": text, "label": ""}, None)
        learner._heard(None, {"kind": "added", "n": n, "new": 0}, None)
        said.add(learner.view["said"])
    for text in ("Anna", "x" * 41, "a\0", 3):
        learner._heard(None, {"kind": "label", "text": text}, None)
        said.add(learner.view["said"])
    (tmp_path / "progress.json").write_text("{")
    own.read()
    said.add(own.problem.replace(str(tmp_path), ""))
    own.add("", [ENTRY])
    learner._heard(None, {"kind": "forget", "label": ""}, None)
    said.add(learner.view["said"])
    assert len(said) == len(files) + 6
    assert {text for text in said if escaped(text, "Anna", "progress.broken.json", "unit")} == set()
    assert english(state(learner)) == set()
    assert foreign_texts(state(learner)) > 10
