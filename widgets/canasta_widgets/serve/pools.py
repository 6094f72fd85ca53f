"""Kernels are started ahead one after another, the pages where most are missing first, and with regard to who is there.

Voilà would start all of them at once: a server that has just been started would answer nobody until they are there, and
after thirty have opened a page thirty more would start while those thirty wait for their tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import time
from typing import Any

from tornado.web import HTTPError
from voila import app

log = logging.getLogger(__name__)

AT_ONCE = 3  # kernels that are started at a time while nobody is there: one works while another waits
ARRIVING = 5.0  # seconds after a page was opened in which others may be, and tables are built
REST = 1.0  # seconds between two kernels then
SHARE = 5
LONG = 10.0  # seconds after which a page that is still being rendered keeps the others waiting no more
TRIES = 3  # for a page whose kernels fail


class Pools:
    """What is put before Voilà's manager of kernels; it fills pools by ``super().fill_if_needed``.

    ``sizes`` are by notebook, as configured. A page that is opened needs one kernel less from then on, for one of those
    who were expected there has come; it keeps one of ``SHARE``, and one at least, for who comes late or again.
    """

    def __init__(self, **options: Any) -> None:
        self.sizes: dict[str, int] = {}
        self._least: dict[str, int] = {}
        self._failed: dict[str, int] = {}
        self._options: dict[str, dict[str, Any]] = {}
        self._fillers: set[asyncio.Task[None]] = set()
        self._last_opened = float("-inf")
        self._closed = False
        super().__init__(**options)

    def fill_if_needed(self, delay: float | None = None, notebook_name: str | None = None, **options: Any) -> None:
        """Have kernels started for a notebook, at the start and, without a ``delay``, after one was taken."""
        assert notebook_name is not None
        if notebook_name not in self.sizes:
            pools = self.kernel_pools_config  # type: ignore[attr-defined]
            self.sizes[notebook_name] = pools.get(notebook_name, pools.get("default", {})).get("pool_size", 1)
            self._least[notebook_name] = -(-self.sizes[notebook_name] // SHARE)
            self._options[notebook_name] = options
        if delay is None:
            self._last_opened = time.monotonic()
            self.sizes[notebook_name] = max(self.sizes[notebook_name] - 1, self._least[notebook_name])
        self._refill()

    def _refill(self) -> None:
        while len(self._fillers) < AT_ONCE and not self._closed:
            # Not in the context of a request: they outlive it.
            loop = asyncio.get_event_loop()
            filler = loop.create_task(self._fill(len(self._fillers)), context=contextvars.Context())
            self._fillers.add(filler)
            filler.add_done_callback(self._fillers.discard)

    async def shutdown_all(self, *what: Any, **how: Any) -> None:
        """End all kernels, and start no more."""
        self._closed = True
        # Of those that are just being started one may fail, or have gone, and keep Jupyter from ending the others.
        for _try in range(TRIES):
            with contextlib.suppress(HTTPError, OSError, RuntimeError):
                await super().shutdown_all(*what, **how)  # type: ignore[misc]
                return

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended; one that died while it waited is given to nobody, and another is started."""
        for name, pool in self._pools.items():  # type: ignore[attr-defined]
            for waiting in [each for each in pool if _is_ready(each) and each.result()["kernel_id"] == kernel_id]:
                pool.remove(waiting)
                if not self._closed:
                    log.warning("a kernel that waited for %s has died", name)
                    self._refill()
        return super().remove_kernel(kernel_id)  # type: ignore[misc]

    def _most_wanted(self) -> str | None:
        def missing(name: str) -> int:
            return self.sizes[name] - self.get_pool_size(name)  # type: ignore[attr-defined,no-any-return]

        wanted = [name for name in self.sizes if missing(name) > 0 and self._failed.get(name, 0) < TRIES]
        return max(wanted, key=missing, default=None)

    async def _fill(self, number: int) -> None:
        while not self._closed:
            calm = time.monotonic() - self._last_opened > ARRIVING
            if not calm:
                await asyncio.sleep(REST)
                if number:
                    continue
            if (name := self._most_wanted()) is None:
                return
            await self._add(name)

    async def _add(self, name: str) -> None:
        """Start one more kernel for a notebook, and wait until its page is rendered."""
        pool: list[Any] = self._pools.setdefault(name, [])  # type: ignore[attr-defined]
        self.kernel_pools_config = {name: {"pool_size": len(pool) + 1}}
        super().fill_if_needed(delay=0, notebook_name=name, **self._options[name])  # type: ignore[misc]
        started = pool[-1]
        try:
            rendering = (await started)["task"]
            done, _late = await asyncio.wait([rendering], timeout=LONG)
            for each in done:
                each.result()
            self._failed[name] = 0
        except Exception as fault:
            if self._closed:
                return
            log.warning("no kernel could be started ahead for %s: %s", name, fault)
            self._failed[name] = self._failed.get(name, 0) + 1
            if started in pool:
                pool.remove(started)


def _is_ready(started: asyncio.Task[Any]) -> bool:
    return started.done() and not started.cancelled() and started.exception() is None


_voilas = app.voila_kernel_manager_factory


def _factory(base_class: type, preheat_kernel: bool, *options: Any, **more: Any) -> type:
    found = _voilas(base_class, preheat_kernel, *options, **more)
    return type("Kernels", (Pools, found), {}) if preheat_kernel else found


def use() -> None:
    """Let Voilà fill its pools so. It makes the class of its manager itself, so what makes it is replaced."""
    app.voila_kernel_manager_factory = _factory
