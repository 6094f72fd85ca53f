"""Shared by all tests: deterministic Hypothesis, and the long proofs only when asked for."""

from __future__ import annotations

import os

import pytest
from full import FULL
from hypothesis import HealthCheck, settings

os.environ["CANASTA_TUTOR_PROGRESS"] = "off"  # nothing that a test plays is anybody's progress

settings.register_profile(
    "canasta",
    deadline=None,
    derandomize=True,
    max_examples=2000 if FULL else 200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("canasta")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the long proofs to `make test-full`."""
    if not FULL:
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long proof; `make test-full` runs it"))
