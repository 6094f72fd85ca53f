"""Kernels are started ahead in good order: where most are missing first, few at a time, and fewer as learners come."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from canasta_widgets.serve import pools
from canasta_widgets.serve.pools import Pools
from loops import ran
from voila import app


class Plain:
    """What Voilà makes of a manager of kernels, but for the kernels: it notes for which page one is to start."""

    def __init__(self, sizes: dict[str, int], broken: str = "") -> None:
        self.kernel_pools_config: dict[str, Any] = {name: {"pool_size": size} for name, size in sizes.items()}
        self._pools: dict[str, list[Any]] = {}
        self.started: list[str] = []
        self.working = self.most_working = 0
        self.broken = broken
        for name in sizes:
            self.fill_if_needed(delay=0, notebook_name=name, env={"for": name})

    def get_pool_size(self, name: str) -> int:
        return len(self._pools.get(name, []))

    def fill_if_needed(self, delay: float | None = None, notebook_name: str = "", **options: Any) -> None:
        assert options == {"env": {"for": notebook_name}}
        pool = self._pools.setdefault(notebook_name, [])
        for _ in range(self.kernel_pools_config[notebook_name]["pool_size"] - len(pool)):
            pool.append(asyncio.get_running_loop().create_task(self._initialize(notebook_name)))

    async def _initialize(self, name: str) -> dict[str, Any]:
        self.started.append(name)
        if name == self.broken:
            raise RuntimeError("no kernel")
        return {"task": asyncio.create_task(self._render()), "kernel_id": f"{name}-{len(self.started)}"}

    async def _render(self) -> None:
        self.working += 1
        self.most_working = max(self.most_working, self.working)
        await asyncio.sleep(0.001)
        self.working -= 1

    def take(self, name: str) -> None:
        self._pools[name].pop(0)
        self.fill_if_needed(delay=None, notebook_name=name, env={"for": name})

    def remove_kernel(self, kernel_id: str) -> str:
        return kernel_id

    async def shutdown_all(self) -> None:
        self._pools.clear()


class Pooled(Pools, Plain):
    """The same, with its pools filled by ours."""

    fill_if_needed: Any

    async def filled(self) -> dict[str, int]:
        """How many wait where, when no more are started."""
        while self._fillers:
            await asyncio.gather(*self._fillers)
        return {name: len(pool) for name, pool in self._pools.items()}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "REST", 0.01)
    monkeypatch.setattr(pools, "ARRIVING", 0.05)


def test_where_most_are_missing_first() -> None:
    """Today's page is filled first, a few kernels at a time, and then the others, each as it was asked for."""

    async def story() -> None:
        pool = Pooled(sizes={"a": 1, "today": 12, "z": 2, "never": 0})
        assert await pool.filled() == {"a": 1, "today": 12, "z": 2}
        assert pool.started[:10] == ["today"] * 10
        assert 1 < pool.most_working <= pools.AT_ONCE

    ran(story())


def test_fewer_are_needed_as_learners_come() -> None:
    """Whoever opens a page is one of those expected; a fifth is kept, and for any page with kernels at least one."""

    async def story() -> None:
        pool = Pooled(sizes={"a": 1, "today": 10})
        await pool.filled()
        pool.take("a")
        for _ in range(5):
            pool.take("today")
        assert await pool.filled() == {"a": 1, "today": 5}
        for _ in range(5):
            pool.take("today")
        assert await pool.filled() == {"a": 1, "today": 2}

    ran(story())


def test_one_at_a_time_while_learners_are_there() -> None:
    """After a page was opened kernels are started singly, until nobody has come for a while."""

    async def story() -> None:
        pool = Pooled(sizes={"a": 10})
        await pool.filled()
        pool.most_working = 0
        begun = len(pool.started)
        for _ in range(10):
            pool.take("a")
        assert await pool.filled() == {"a": 2}
        assert len(pool.started) == begun + 2
        assert pool.most_working == 1

    ran(story())


def test_one_that_died_is_given_to_nobody() -> None:
    """A kernel that ends while it waits is no more in its pool, and another takes its place; else none starts."""

    async def story() -> None:
        pool = Pooled(sizes={"a": 2, "today": 3})
        await pool.filled()
        dead = pool._pools["today"][1].result()["kernel_id"]
        assert pool.remove_kernel(dead) == dead
        assert await pool.filled() == {"a": 2, "today": 3}
        assert dead not in {each.result()["kernel_id"] for each in pool._pools["today"]}
        begun = len(pool.started)
        assert pool.remove_kernel("given out long since") == "given out long since"
        assert await pool.filled() == {"a": 2, "today": 3}
        assert len(pool.started) == begun == 6

    ran(story())


def test_a_page_that_fails_is_left_alone() -> None:
    """A notebook whose kernels cannot start is tried a few times; its pool stays empty and the others are filled."""

    async def story() -> None:
        pool = Pooled(sizes={"bad": 5, "good": 2}, broken="bad")
        assert await pool.filled() == {"bad": 0, "good": 2}
        assert pools.TRIES <= pool.started.count("bad") <= pools.TRIES + pools.AT_ONCE

    ran(story())


def test_none_is_started_after_the_end() -> None:
    """A server that ends starts no more kernels."""

    async def story() -> None:
        pool = Pooled(sizes={"a": 50})
        await asyncio.sleep(0.003)
        await pool.shutdown_all()
        begun = len(pool.started)
        await pool.filled()
        assert begun < 50
        assert len(pool.started) <= begun + pools.AT_ONCE

    ran(story())


def test_voila_makes_its_manager_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Voilà's application looks up what makes its manager by the name that is replaced, with the same arguments."""
    monkeypatch.setattr(app, "voila_kernel_manager_factory", pools._voilas)
    pools.use()
    assert "voila_kernel_manager_factory" in app.Voila.init_settings.__code__.co_names
    made = app.voila_kernel_manager_factory(object, True, 1, page_config_hook=None)
    assert issubclass(made, Pools)
    assert made.fill_if_needed is Pools.fill_if_needed
    assert not issubclass(app.voila_kernel_manager_factory(object, False, 1, page_config_hook=None), Pools)
