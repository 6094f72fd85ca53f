"""A worked position: its checks are ticked one by one, then the play is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.watching import Watch
from test_levels import GOOD

SHOWN = '[watch]\nposition = "KK24 444 42K"\nactions = ["take KK", "meld 4:4"]\n'


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    """The worked position of a unit made for it."""
    (tmp_path / "09-trial.toml").write_text(GOOD.replace("[[level]]", SHOWN + "[[level]]", 1), "utf-8")
    return Watch("09-trial", folder=tmp_path)


def press(watch: Watch, kind: str = "next") -> dict[str, Any]:
    """What the browser would send when its button is pressed."""
    watch._heard(watch.list, {"kind": kind, "at": watch.list.view["at"]}, None)
    return dict(watch.list.view)


def test_every_check_is_ticked_before_its_play(watch: Watch) -> None:
    """One press ticks one check with its fact; when all hold, the next makes the play; to the last play."""
    assert [check["ticked"] for check in watch.list.view["checks"]].count(True) == 0
    for step in watch.steps:
        before = watch.table.position
        for ticked in range(1, len(step.verdict.findings) + 1):
            view = press(watch)
            assert [check["ticked"] for check in view["checks"]].count(True) == ticked
            assert view["checks"][ticked - 1]["text"] == step.verdict.findings[ticked - 1].fact
            assert watch.table.position == before
        assert "Play it" in view["next"]
        view = press(watch)
        assert watch.table.position == step.after
    assert view["next"] == ""
    assert view["told"] or not step.events
    press(watch)
    assert watch.table.position == step.after


def test_it_begins_again(watch: Watch) -> None:
    """Watched again it stands as at first."""
    first = dict(watch.list.view)
    for _press in range(12):
        press(watch)
    assert watch.list.view != first
    assert press(watch, "again") == first
    assert watch.table.position == watch.steps[0].before


def test_a_late_press_ticks_nothing(watch: Watch) -> None:
    """What a page sends for a stop that is past, or anything else, changes nothing."""
    press(watch)
    before = dict(watch.list.view)
    for message in ({"kind": "next", "at": 0}, {"kind": "next"}, None, 1, {"kind": ["next"]}):
        watch._heard(watch.list, message, None)
    assert watch.list.view == before


def test_nothing_can_be_tried_while_one_watches(watch: Watch) -> None:
    """The table only shows: a typed play is not played, and a plain sentence says so."""
    before = watch.table.position
    assert watch.table.commit("draw") is None
    assert watch.table.position == before
    assert watch.table.verdict["title"]


def test_a_unit_without_one_says_so(tmp_path: Path) -> None:
    """Where a unit has nothing to watch a plain sentence stands there."""
    (tmp_path / "09-trial.toml").write_text(GOOD, "utf-8")
    watch = Watch("09-trial", folder=tmp_path)
    assert "nothing to watch" in watch.list.view["title"]
    press_nothing = dict(watch.list.view)
    watch._heard(watch.list, {"kind": "next", "at": 0}, None)
    assert watch.list.view == press_nothing


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[watch]\nposition = "KK24 444 42K"\nactions = ["take K2"]\n',
            "take K2 is refused there: freeze.natural-pair",
        ),
        ('[watch]\nposition = "KX 444 42K"\nactions = ["draw"]\n', "'X'"),
        ('[watch]\nposition = "KK24 444 42K"\nactions = []\n', "no action to watch"),
        ("watch = 3\n", "it must be like"),
        ('[play]\nposition = "-/K4 77777772/QQQ - N.over"\n', "The deal is over here"),
        ('play = "x"\n', "it must be like"),
    ],
)
def test_faults_of_the_parts_are_named(tmp_path: Path, text: str, says: str) -> None:
    """What is wrong with what is watched or played is said with the file, and the levels work all the same."""
    from canasta.tutor.levels import read_unit

    path = tmp_path / "09-trial.toml"
    path.write_text(text + GOOD if text.startswith(("watch =", "play =")) else GOOD + text, "utf-8")
    unit = read_unit(path)
    assert any(says in fault and fault.startswith("09-trial.toml, ") for fault in unit.faults), unit.faults
    assert len(unit.good()) == 1
