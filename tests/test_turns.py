"""Turns are taken in order, a few at a time, and nobody who takes long keeps the others waiting."""

from __future__ import annotations

import asyncio

from canasta_widgets.serve.turns import Turns
from loops import ran


def test_a_few_at_a_time_in_order() -> None:
    """No more than there may be are at it at once, and whoever came first is first; a fault gives its turn back."""

    async def story() -> None:
        turns, began, at_it, most = Turns(2, 60), [], 0, 0

        async def one(number: int) -> None:
            nonlocal at_it, most
            async with turns.one():
                began.append(number)
                at_it += 1
                most = max(most, at_it)
                await asyncio.sleep(0)
                at_it -= 1
                if number % 2:
                    raise ValueError(number)

        done = await asyncio.gather(*(one(number) for number in range(9)), return_exceptions=True)
        assert began == list(range(9))
        assert most == 2
        assert len([each for each in done if isinstance(each, ValueError)]) == 4

    ran(story())


def test_who_takes_long_keeps_nobody_waiting() -> None:
    """A turn that lasts too long is given to the next one, and is not given twice when it ends at last."""

    async def story() -> None:
        turns, end, most = Turns(1, 0.01), asyncio.Event(), 0

        async def slow() -> None:
            async with turns.one():
                await end.wait()

        async def count() -> None:
            nonlocal most
            async with turns.one():
                most += 1
                assert most == 1
                await asyncio.sleep(0)
                most -= 1

        late = asyncio.create_task(slow())
        await asyncio.sleep(0)
        await asyncio.wait_for(count(), 10)
        assert not late.done()
        end.set()
        await late
        turns.seconds = 60
        await asyncio.gather(*(count() for _ in range(5)))

    ran(story())
