"""What the browser is sent as a widget's module: one plain module that stands alone, small enough, each name once."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from canasta_widgets import faces
from canasta_widgets.coach import Coach
from canasta_widgets.comparing import Comparing
from canasta_widgets.contents import Contents
from canasta_widgets.desk import Desk, Strip
from canasta_widgets.later import Opener
from canasta_widgets.learner import Learner
from canasta_widgets.lesson import Guide
from canasta_widgets.predicting import Predict
from canasta_widgets.presenting import Asks
from canasta_widgets.review import Review
from canasta_widgets.sheet import ScoreSheet
from canasta_widgets.shown import Shown, joined
from canasta_widgets.stepper import Rail
from canasta_widgets.table import Table
from canasta_widgets.watching import CheckList

WIDGETS = [
    Table,
    Guide,
    Rail,
    ScoreSheet,
    Desk,
    Strip,
    Coach,
    Review,
    Comparing,
    Learner,
    Contents,
    CheckList,
    Predict,
    Opener,
    Asks,
]
MOST = 60_000  # bytes of the table's module without its card faces
FACES = faces.script() + joined("card.js")
DECLARED = re.compile(
    r"^(?:export default )?(?:async )?(?:function\*?|const|let|class) +([\w$]+|\{[^}]*\})", re.MULTILINE
)


@pytest.mark.parametrize("widget", WIDGETS)
def test_a_module_stands_alone(widget: type[Shown]) -> None:
    """It imports nothing, names no address but that of an XML namespace, and exports one thing."""
    text = str(widget._esm)
    assert not re.search(r"^\s*import\b|\bimport\s*\(|\brequire\s*\(", text, re.MULTILINE)
    assert [url for url in re.findall(r"\w+:?//[\w.]+[\w/]*", text) if not url.startswith("http://www.w3.org")] == []
    assert re.findall(r"^export .*", text, re.MULTILINE) == ["export default { render };"]
    assert not re.search(r"\b(?:eval|Function)\s*\(", text)
    assert not re.search(r"(?:innerHTML|outerHTML)\s*=[^=]|insertAdjacentHTML|document\.write", text)


@pytest.mark.parametrize("widget", WIDGETS)
def test_styles_stand_alone(widget: type[Shown]) -> None:
    """A widget's styles import nothing and load nothing."""
    styles = re.sub(r"/\*.*?\*/", "", str(widget._css), flags=re.DOTALL)
    assert "{" in styles
    assert "@import" not in styles
    assert [url for url in re.findall(r"url\(([^)]*)\)", styles) if not url.strip("'\"").startswith("data:")] == []


@pytest.mark.parametrize("widget", WIDGETS)
def test_each_name_is_declared_once(widget: type[Shown]) -> None:
    """The joined parts share one scope, so no two of them declare the same name."""
    names = DECLARED.findall(str(widget._esm))
    assert "make" in names
    assert "render" in names
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_the_table_is_small() -> None:
    """The module travels with every table, so it stays under 60 kB without the faces of the cards."""
    whole = str(Table._esm)
    assert all(part in whole for part in (faces.script(), joined("card.js")))
    assert 10_000 < len(whole.encode()) - len(FACES.encode()) < MOST
