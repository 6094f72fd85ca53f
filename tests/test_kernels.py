"""What the kernels of a server share, so that none leaves anything behind."""

from __future__ import annotations

import logging

from canasta_widgets.serve.kernels import Kernels
from canasta_widgets.serve.server import Lessons


def test_they_tell_their_events_to_one_logger() -> None:
    """However many kernels there are, no logger is made for any of them: Python would keep it for ever."""
    server = Lessons()
    manager = Kernels(parent=server)
    made = [manager.kernel_manager_factory(parent=manager) for _ in range(2)]
    assert made[0].event_logger is server.event_logger
    loggers = len(logging.root.manager.loggerDict)
    assert made[1].event_logger is server.event_logger
    assert len(logging.root.manager.loggerDict) == loggers
