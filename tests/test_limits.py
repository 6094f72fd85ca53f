"""The measures that a server of the lessons keeps: how fast, how many, who makes room."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from canasta_widgets.serve import limits
from canasta_widgets.serve.entrance import ALL, LONGEST, ONE, Knocks, key
from canasta_widgets.serve.limits import CONTROLS, MESSAGES, OPENINGS, SEATS, SPARE, Account, Bucket, Crowd, left
from canasta_widgets.serve.messages import Heard
from canasta_widgets.serve.room import LONGEST_PASSWORD, Room
from loops import ran


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands until it is moved."""
    now = [1000.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    return now


def test_a_bucket(clock: list[float]) -> None:
    """What it holds can be taken at once, and then as much as time brings; never more than it holds."""
    bucket = Bucket(3, 2)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock[0] += 100
    assert bucket.full
    assert not bucket.take(4)
    assert bucket.take(3)
    assert bucket.wait() == 0.5
    bucket.owe(2)
    assert bucket.wait() == 1.5
    bucket.owe(-2)
    assert bucket.wait() == 0.5


def test_a_pace(clock: list[float]) -> None:
    """An opening of fifty models and a key that is held down for a minute are within the pace; twice that is not."""
    account = Account()
    assert all(account.pays(400) for _ in range(60))
    for _ in range(60 * 30):
        clock[0] += 1 / 30
        assert account.pays(400)
    taken = 0
    for _ in range(60 * 80):
        clock[0] += 1 / 80
        taken += account.pays(400)
    assert taken == pytest.approx(60 * MESSAGES[1] + MESSAGES[0], abs=60)


def test_long_answers_cost_more(clock: list[float]) -> None:
    """Whoever asks for all models again and again is stopped long before one who plays."""
    account, asked = Account(), 0
    states = Heard("comm_msg", "c", "request_states", [])
    while account.pays(100) and account.answers(states):
        asked += 1
    assert asked == MESSAGES[0] // 20


def test_controls() -> None:
    """A kernel gets no lines of control without end, and only those that were opened are shut."""
    account = Account()
    assert all(account.knows(Heard("comm_open", f"c{n}", "", [])) for n in range(CONTROLS))
    assert not account.knows(Heard("comm_open", "more", "", []))
    assert account.knows(Heard("comm_close", "c1", "", []))
    assert not account.knows(Heard("comm_close", "c1", "", []))
    assert not account.knows(Heard("comm_close", "a-model", "", []))


class Manager:
    """Kernels as Jupyter's manager shows them, each with the seconds for which nobody has said anything."""

    def __init__(self, **silent: float) -> None:
        self.kernels = {
            name: Kernel(last_activity=datetime.now(UTC) - timedelta(seconds=ago)) for name, ago in silent.items()
        }
        self._pools: dict[str, list[Any]] = {}
        self.ended: list[str] = []

    def list_kernel_ids(self) -> list[str]:
        return list(self.kernels)

    def get_kernel(self, name: str) -> Any:
        return self.kernels[name]

    async def shutdown_kernel(self, name: str, now: bool = False) -> None:
        del self.kernels[name]
        self.ended.append(name)


class Kernel(SimpleNamespace):
    """Anything that can be told from another."""

    __hash__ = object.__hash__


def admitted(crowd: Crowd, manager: Manager) -> bool:
    """Whether there is room for a page."""
    return ran(crowd.admits(manager))


def test_who_makes_room() -> None:
    """In a full room the kernel that nobody has listened to for longest ends; not one that is listened to, or waits."""
    manager = Manager(new=1, left=100, longest=200, listened=300, waits=400)
    limits.account(manager.kernels["listened"]).lines = 1
    task = SimpleNamespace(done=lambda: True, exception=lambda: None, result=lambda: {"kernel_id": "waits"})
    coming = SimpleNamespace(done=lambda: False)
    manager._pools = {"index.ipynb": [task, coming]}
    crowd = Crowd(1, 0)
    crowd.most = 5
    assert admitted(crowd, manager)
    assert manager.ended == ["longest"]
    with crowd.one_more():
        assert admitted(crowd, manager)
        assert manager.ended == ["longest", "left"]
        assert admitted(crowd, manager)
    crowd.most = 3
    assert left(manager) is None
    assert not admitted(crowd, manager)
    assert manager.ended == ["longest", "left"]


def test_openings(clock: list[float]) -> None:
    """A class that loads all at once, twice, has room; who opens pages without end waits for the next minute."""
    crowd, manager = Crowd(30, 33), Manager()
    assert crowd.most >= 2 * 30 + 33
    opened = sum(admitted(crowd, manager) for _ in range(1000))
    assert opened == OPENINGS * 30 + SPARE
    clock[0] += 60
    assert sum(admitted(crowd, manager) for _ in range(1000)) == OPENINGS * 30
    assert SEATS >= 2


def test_guesses(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Some wrong tries are answered at once, then each waits, then none is looked at; another address goes on."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("canasta_widgets.serve.entrance.asyncio.sleep", sleep)
    knocks = Knocks()

    async def guesses() -> tuple[int, int]:
        mine = sum([await knocks.waits("192.0.2.1") for _ in range(500)])
        other = sum([await knocks.waits("192.0.2.2") for _ in range(5)])
        return mine, other

    mine, other = ran(guesses())
    assert mine == ONE[0] + LONGEST * ONE[1]
    assert waited[0] == 0
    assert max(waited) == LONGEST
    assert other == 5
    assert waited[-1] == 0
    clock[0] += 3600
    assert sum(ran(_many(knocks, 5000))) <= ALL[0] + LONGEST * ALL[1]
    assert len(knocks.by) <= 1000


async def _many(knocks: Knocks, addresses: int) -> list[bool]:
    return [await knocks.waits(f"192.0.{n // 250}.{n % 250}") for n in range(addresses)]


def test_right_tries_are_free(clock: list[float]) -> None:
    """A school of a thousand behind one address comes in within a second: who types it right uses nothing up."""
    knocks = Knocks()

    async def many() -> bool:
        for _ in range(1000):
            if not await knocks.waits("192.0.2.1"):
                return False
            knocks.right("192.0.2.1")
        return True

    assert ran(many())


def test_the_key_of_cookies() -> None:
    """It comes from the password alone, typed either way; so it is the same after a new start, and only then."""
    assert key("Café ") == key("Cafe\u0301")
    assert key("Café") != key("Cafe")
    assert len(key("x")) >= 32


@pytest.mark.parametrize("password", ["x" * (LONGEST_PASSWORD + 1), "a\nb", "\0", "\ud800"])
def test_passwords_that_cannot_be_typed(password: str) -> None:
    """A password that no learner could type is refused at the start, not at the door."""
    with pytest.raises(ValueError, match="characters that can be typed"):
        Room(password=password)
    assert Room(password="rote Drei 3♥").password


def test_small_messages_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is told to send small things at once before it is used: else each waits for a sign of the last."""
    done: list[Any] = []

    async def opened(_self: Any, kernel_id: str) -> None:
        done.append(kernel_id)

    monkeypatch.setattr(limits.VoilaKernelWebsocketHandler, "open", opened)
    monkeypatch.setattr(limits.LineHandler, "set_nodelay", lambda _self, value: done.append(value))
    ran(object.__new__(limits.LineHandler).open("one"))
    assert done == [True, "one"]
