"""Kernels that nobody uses end, but none under a learner who has just got its page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from canasta_widgets.serve.kernels import Kernels
from loops import ran


def test_time_counts_from_when_a_page_is_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that waited for hours is not ended at the first look after that, but once it has been idle too long."""
    kernels = Kernels(cull_idle_timeout=60, cull_connected=True)
    ended: list[str] = []

    async def end(kernel_id: str) -> None:
        ended.append(kernel_id)

    monkeypatch.setattr(kernels, "shutdown_kernel", end)
    long_ago = datetime.now(UTC) - timedelta(hours=2)
    kernel = SimpleNamespace(
        last_activity=long_ago,
        execution_state="idle",
        kernel_name="python3",
        kernel_spec=SimpleNamespace(metadata={}),
    )
    kernels._kernels["one"] = kernel
    ran(kernels.cull_kernel_if_idle("one"))
    ran(kernels.cull_kernel_if_idle("one"))
    assert ended == []
    kernel.last_activity = long_ago
    ran(kernels.cull_kernel_if_idle("one"))
    assert ended == ["one"]
