"""The class's benchmark judges growth as it says, does what a lesson asks, and knows which process is whose kernel."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from canasta.tutor.levels import Level


@pytest.fixture(autouse=True)
def bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark's files can be imported."""
    for folder in ("browser", "bench"):
        monkeypatch.syspath_prepend(str(Path(__file__).parent / folder))


def line(hourly: float, noise: float, points: int = 10) -> list[tuple[float, float]]:
    """Points a minute apart, of something that grows so much an hour and jitters."""
    dice = random.Random(3)
    return [(60.0 * n, 100 + hourly * n / 60 + dice.uniform(-noise, noise)) for n in range(points)]


@pytest.mark.parametrize(
    ("hourly", "noise", "word"),
    [
        (600, 3, "grows"),
        (0, 0, "does not grow"),
        (0, 0.2, "does not grow"),
        (-600, 3, "does not grow"),
        (0, 60, "cannot be told"),
    ],
)
def test_growth_is_judged(hourly: float, noise: float, word: str) -> None:
    """What grows is said to, what stays or shrinks is not, and where the jitter hides it that is said."""
    import growth

    found, text = growth.told(line(hourly, noise), 60)
    assert found == word
    assert text.startswith(word)


def test_a_slope_has_its_range() -> None:
    """A straight line has its exact slope, which no outlier bends; jitter has a range, too few points are refused."""
    import growth

    exact = growth.slope(line(120, 0))
    assert all(math.isclose(value, 120) for value in exact)
    bent = line(120, 0)
    bent[4] = (bent[4][0], 10_000)
    assert math.isclose(growth.slope(bent).hourly, 120)
    jittery = growth.slope(line(120, 5))
    assert jittery.low < jittery.hourly < jittery.high
    with pytest.raises(ValueError, match="too few"):
        growth.slope(line(1, 0, 4))
    assert growth.told(line(600, 0, 4), 60)[0] == growth.UNCLEAR


def test_neighbours_are_taken_together() -> None:
    """Points become the means of whole stretches, so that what is left over at the end counts for nothing."""
    import growth

    points = [(float(at), float(at // 10)) for at in range(35)]
    assert growth.blocks(points, 10) == [(5, 0), (15, 1), (25, 2)]
    assert growth.blocks([], 10) == []


def test_what_stays_behind() -> None:
    """A kernel or a file more than before is left behind; a file handle or two come and go by themselves."""
    import soak

    before = dict.fromkeys(soak.MATTERS, 5.0)
    assert soak.left_behind(before, before) == []
    assert soak.left_behind(before, {**before, "server, open files": 8.0, "all, MiB shared out": 900.0}) == []
    assert soak.left_behind(before, {**before, "kernels": 6.0, "temporary files": 6.0}) == [
        "kernels",
        "temporary files",
    ]


@pytest.mark.parametrize("lesson", ["02-melds", "05-your-turn", "08-taking-the-pile", "13-asking-your-partner"])
def test_learners_do_what_is_asked(lesson: str) -> None:
    """Every level is begun once, has a refused and a legal try, and its cards are of the hand, each named once."""
    import acting

    unit = acting.unit_of(lesson)
    done = acting.acts(unit)
    levels = [place for place, item in enumerate(unit.levels) if isinstance(item, Level)]
    assert len(levels) > 3
    assert [act.level for act in done if act.opens] == levels
    for place in levels:
        tries = [act.legal for act in done if act.level == place]
        assert tries[-1]
        assert False in tries
    assert any(act.cards for act in done)
    assert all(len(set(act.cards)) == len(act.cards) for act in done)
    assert any(act.target == "pile" for act in acting.acts(acting.unit_of("08-taking-the-pile")))


def test_a_lesson_without_a_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is played the benchmark says so at once."""
    import acting

    unit = acting.read_unit(acting.ROOT / "lessons" / "levels" / "02-melds.toml")
    monkeypatch.setattr(acting, "read_unit", lambda _file: unit.only("nothing"))
    with pytest.raises(ValueError, match="no level"):
        acting.unit_of("02-melds")


def test_figures_are_printed() -> None:
    """Seconds have median and 95th percentile and how many they are; memory both kinds; what is missing is said."""
    import classroom
    from holding import Memory

    assert classroom.seconds_told([0.1, 0.2, 0.3]) == "median 0.20, 95th percentile 0.30 (3 times)"
    assert classroom.seconds_told([]) == "none"
    assert classroom.memory_told([]) == "no kernel was found"
    told = classroom.memory_told([Memory(60, 40), Memory(70, 50), Memory(62, 41)])
    assert told == "shared out median 41.0, most 50.0; resident median 62.0, most 70.0 (3 kernels)"
