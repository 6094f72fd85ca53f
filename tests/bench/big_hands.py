"""Hands of many cards before the side has melded: sets of lays run into millions, and legal must not make them all."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from measure import late, microseconds

from canasta import CLASSIC, Position, deal, legal
from canasta import cards as c
from canasta.position import DREW, PLAY
from canasta.table import RED_THREE_ON_TABLE

LIMIT = 3  # seconds a call may take
HANDS = 10


def big_hand(seed: int, size: int, score: int) -> Position:
    """North holds so many random cards, drawn from the stock in a possible position, and may meld."""
    position = deal(seed, CLASSIC, scores=(score, score))
    hand = position.hands[0] or 0
    stock = list(position.stock or b"")
    random.Random(seed).shuffle(stock)
    # Red threes go to the table, as the rules have it.
    reds = c.count(hand, c.RED_THREE)
    hand -= reds * c.ONE[c.RED_THREE]
    while c.size(hand) < size:
        kind = stock.pop()
        reds += kind == c.RED_THREE
        hand += c.ONE[kind] * (kind != c.RED_THREE)
    return position._replace(
        hands=(hand, *position.hands[1:]),
        tables=(reds * RED_THREE_ON_TABLE, 0),
        stock=bytes(stock),
        phase=PLAY,
        origin=DREW,
    ).check()


@contextmanager
def limited() -> Iterator[None]:
    """Raise TimeoutError when a block takes too long, where the system can tell."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


CALLS: tuple[tuple[str, Callable[[Position], object]], ...] = (
    ("legal(position)[0]", lambda position: legal(position)[0]),
    ("len(legal(position))", lambda position: len(legal(position))),
)


def report() -> Iterator[tuple[str, str]]:
    """What was measured, and how long it took."""
    for size in (24, 30):
        hands = [big_hand(seed, size, 3000 * (seed % 2)) for seed in range(HANDS)]
        for name, call in CALLS:
            took: list[float] = []
            for hand in hands:
                with suppress(TimeoutError), limited():
                    took += microseconds([hand], call)
            slow = f"; {HANDS - len(took)} of {HANDS} hands took over {LIMIT} s" if len(took) < HANDS else ""
            yield f"{size} cards, {name}, µs", (late(sorted(took)) if took else "never done") + slow
