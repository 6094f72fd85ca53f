"""A deal, a log and a long game to walk through, shared by the tests of the stepper and its parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from canasta_widgets.stepper import Stepper

from canasta import Action, Position, Step, play

START = "KK2444/AA4?8/QQQ5/77 QQQ/AAAA 9K 5r8?73"
WORDS = "take KK; meld 444; discard 2; draw; meld AA; discard 4; draw; meld QQQ; discard 5"


def played(line: str = START, words: str = WORDS) -> list[Step]:
    """The steps of some actions, divided by semicolons."""
    steps: list[Step] = []
    for text in words.split("; "):
        steps.append(play(steps[-1].after if steps else Position.parse(line), Action.parse(text)))
    return steps


STEPS = played()


def view(stepper: Stepper) -> dict[str, Any]:
    """What the browser is told."""
    return dict(stepper.rail.view)


LOG = """
title: A short one
position: 4449/AA8/Q8/JJ 7777777/KKK 95 4?84
draw
ask  # he need not
S: say hand E
answer yes
meld 4444
discard 9
score: 635:-40
"""
LINES = LOG.splitlines()
GAMES = Path(__file__).parent / "games"


def longest() -> Stepper:
    """The longest game that is kept, of several deals."""
    return Stepper(max((path.read_text("utf-8") for path in GAMES.glob("*.log")), key=lambda text: text.count("\n")))


def heard_from(stepper: Stepper) -> tuple[Stepper, list[Any]]:
    """The stepper, and what its rail will send to the browser besides its traits."""
    sent: list[Any] = []
    stepper.rail.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return stepper, sent
