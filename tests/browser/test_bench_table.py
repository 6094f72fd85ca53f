"""The table's benchmark measures what it says: full tables, whole round trips, bytes as they travel."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark's files can be imported."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "bench"))


@pytest.mark.usefixtures("bench")
def test_a_full_table_is_drawn_anew(browser: Browser) -> None:
    """What is drawn is late in a deal, with many melds of both sides, and each time is one of script within layout."""
    import table

    positions = table.fullest()
    assert all(len(position.melds(0)) + len(position.melds(1)) > 8 for position in positions[-5:])
    assert positions[-1].profile.players == 4
    taken = table.redrawn(browser, positions[-3:], 3)
    assert len(taken) == 3
    assert all(0 < script <= whole for script, whole in taken)


@pytest.mark.usefixtures("bench")
def test_clicks_take_turns(browser: Browser) -> None:
    """Of each kind of click as many are timed as there are rounds, of the plain button's twice as many."""
    import clicks

    with clicks.in_voila(browser) as page:
        times = clicks.measured(page, 2, warm_up=1)
    assert {kind: len(taken) for kind, taken in times.items()} == {
        clicks.PLAIN: 4,
        clicks.PREVIEW: 2,
        clicks.REFUSED: 2,
        clicks.LEGAL: 2,
    }
    assert all(0 < changed <= framed for taken in times.values() for changed, framed in taken)
    slow = {clicks.PLAIN: [(2.0, 3.0), (4.0, 5.0)], clicks.LEGAL: [(6.0, 7.0)]}
    assert clicks.ratio(slow, clicks.LEGAL) == 2


@pytest.mark.usefixtures("bench")
def test_what_travels_is_counted() -> None:
    """The faces are told apart from the rest of the module, and each thing a learner does has its messages."""
    import table

    amounts = dict(table.sizes())
    assert 0 < amounts["module without the faces of the cards"] < amounts["module"]
    sent = dict(table.messages())
    assert len(sent["a card is chosen"]) == 1
    assert len(sent["a refused try"]) == 2
    assert all(table.size(messages) > 100 for messages in sent.values())
