"""Where a page comes from, and what is said there when nothing answers."""

from __future__ import annotations

import pytest
from canasta_widgets.host import by_voila, unanswered
from canasta_widgets.texts import texts


def test_what_helps_where_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under Voilà a learner is not told of cells, which he does not see; in a notebook he is."""
    assert not by_voila()
    assert "notebook's cells" in unanswered()
    assert unanswered() in texts()["lost"]
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://127.0.0.1:8866/voila/render/02-melds.ipynb")
    assert by_voila()
    assert unanswered() == "Load the page again."
    assert "cells" not in texts()["lost"]
