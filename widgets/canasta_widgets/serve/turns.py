"""Takes turns at what can be done for a few at a time only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """``most`` at a time, as they came; whoever takes longer than ``seconds`` keeps nobody waiting."""

    def __init__(self, most: int, seconds: float) -> None:
        self.seconds = seconds
        self._free = asyncio.Semaphore(most)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the block."""
        await self._free.acquire()
        has = True

        def end() -> None:
            nonlocal has
            if has:
                has = False
                self._free.release()

        late = asyncio.get_running_loop().call_later(self.seconds, end)
        try:
            yield
        finally:
            late.cancel()
            end()
