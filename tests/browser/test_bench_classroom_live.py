"""The class's benchmark in small: two learners and a browser, real sessions, and what goes wrong is counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from servers import Server

LESSON = "02-melds"


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    """A server for two learners of one lesson."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "bench"))
        import classroom

        with classroom.school("class", *classroom.at_class(LESSON, 2), few=[LESSON]) as server:
            yield server


def test_a_class_in_small(school: Server, browser: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    """A learner and a browser come, act for some seconds and leave: each has figures, no error, a kernel's memory."""
    import classroom
    from crowd import crowd

    todo = classroom.acts(classroom.unit_of(LESSON))
    with crowd(school.url, LESSON) as learners:
        seat = classroom.Seat(browser, LESSON, todo)
        scene = classroom.in_class(learners, seat, school, 2, 4)
        seat.page.close()
    said = capsys.readouterr().out
    assert said.count("errors" + " " * 50) >= 1
    assert len(scene.clients.page) == len(scene.clients.table) == 1
    assert all(0 < page < table for page, table in zip(scene.clients.page, scene.clients.table))
    assert scene.clients.verdict
    assert scene.clients.card
    assert scene.pixels.table
    assert scene.pixels.verdict
    memory = [row for row in said.splitlines() if "a learner's kernel" in row]
    assert len(memory) == 2
    assert all("(1 kernels)" in row for row in memory)
    assert said.split("in class: errors")[1].split()[0] == "0"
    assert "a plot" in said


def test_errors_are_counted(school: Server) -> None:
    """A learner whose kernel is killed, and one who asks for a page that is not there, are errors; the rest goes on."""
    import holding
    from crowd import crowd

    with crowd(school.url, LESSON) as learners:
        told = learners.do("arrive", number=1, within=0)
        assert told["figures"]["errors"] == []
        (kernel,) = told["kernels"]
        holding.kernels(school.pid)[kernel].kill()
        told = learners.do("act", seconds=2, every=1)
        assert told["figures"]["errors"]
    with crowd(school.url + "nowhere/", LESSON) as learners:
        told = learners.do("arrive", number=1, within=0)
        assert (told["here"], told["came"]) == (0, 1)
        assert "404" in told["figures"]["errors"][0]


def test_learners_come_and_go(school: Server) -> None:
    """In some seconds more come than there are places; some leave, some drop their lines, and then none is here."""
    from crowd import crowd

    with crowd(school.url, LESSON) as learners:
        told = learners.do("churn", number=2, seconds=6, every=0.5, stay=1)
    assert told["came"] == told["left"] + told["dropped"] > 2
    assert told["here"] == 0
    assert told["figures"]["errors"] == []
    assert len(told["figures"]["table"]) == told["came"]
