"""Learns that a kernel is ready as soon as it is, for whoever opened its page waits for that."""

from __future__ import annotations

import time
from queue import Empty

from jupyter_client.asynchronous import AsyncKernelClient

# Seconds after which it is asked again: one that has not answered, and one that has, but was not heard to publish. What
# it published before it knew of us is lost.
UNANSWERED, UNHEARD = 1.0, 0.03


class PromptClient(AsyncKernelClient):
    """Jupyter's, but for its waiting: that ends with a fifth of a second in which nothing may be said."""

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait until a kernel answers and what it publishes is heard. Raises RuntimeError if it ends, or in time.

        What it has published meanwhile is left to be read: whoever runs a cell heeds only what belongs to it.
        """
        end = time.monotonic() + (float("inf") if timeout is None else timeout)
        while True:
            self.kernel_info()
            try:
                answer = await self.shell_channel.get_msg(timeout=UNANSWERED)
                await self.iopub_channel.get_msg(timeout=UNHEARD)
            except Empty:
                answer = {"msg_type": ""}
            if answer["msg_type"] == "kernel_info_reply":
                self._handle_kernel_info_reply(answer)
                return
            if not await self.is_alive():
                raise RuntimeError("the kernel has ended before it was ready")
            if time.monotonic() > end:
                raise RuntimeError(f"the kernel is not ready after {timeout:.0f} seconds")
