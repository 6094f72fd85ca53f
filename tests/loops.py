"""Asynchronous work in tests: in a thread of its own, since this one may have a loop already, beside a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def ran(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
