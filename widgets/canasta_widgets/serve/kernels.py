"""The kernels of a server of the lessons."""

from __future__ import annotations

import os
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from canasta.words import LANGUAGE
from canasta_widgets.serve.frame import wished

_told: ContextVar[dict[str, str] | None] = ContextVar("told", default=None)


def tell(**values: str) -> None:
    """Tell the kernel that is started for the request that is being answered, and no other, by its environment."""
    _told.set(values)


class Kernels(AsyncMappingKernelManager):
    """Jupyter's kernels, each told the language of the page that it is for."""

    async def start_kernel(self, *, env: dict[str, str] | None = None, **options: Any) -> str:
        """Start one, as Voilà asks for it; gives its id."""
        return await super().start_kernel(
            env={**(env or os.environ), LANGUAGE: wished(), **(_told.get() or {})}, **options
        )

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that nobody has used for long.

        Voilà asks this of no kernel that still waits for a page. One that has waited longer than the limit would be
        ended as soon as its page is given out, before the browser says a word: so time counts from the first look.
        """
        kernel = self._kernels[kernel_id]
        if not getattr(kernel, "given_out", False):
            kernel.given_out = True
            kernel.last_activity = datetime.now(UTC)
        await super().cull_kernel_if_idle(kernel_id)
