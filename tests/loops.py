"""A loop for what a test awaits, in a thread of its own: a browser's tests have one that runs in the thread of all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(wanted: Coroutine[Any, Any, Any]) -> Any:
    """What it gives; raises what it raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, wanted).result()
