"""Sections of words picked apart, and positions of random deals, shared by the tests of the table in words."""

from __future__ import annotations

from canasta_widgets import told
from dealt import NAMES, a_deal

from canasta import Position

SEEDS = (1, 2)
RICH = "KKQ4/?11/?9/?7 7777777,5552;r/QQQQ222 4*98 ?54 N.draw 1500:955"


def lines(sections: list[told.Section]) -> list[str]:
    """Everything that sections say, headings too."""
    return [line for section in sections for line in (section["title"], *section["lines"])]


def part(sections: list[told.Section], title: str) -> list[str]:
    """The lines under the heading that begins so."""
    (found,) = [section["lines"] for section in sections if section["title"].startswith(title)]
    return found


def some(every: int) -> list[Position]:
    """Positions of random deals of all profiles and numbers of players."""
    steps = [step for name in NAMES for seed in SEEDS for step in a_deal(name, seed)]
    return [step.after for step in steps[::every]]


def everything(position: Position, seat: int) -> list[str]:
    """All that is said of a position."""
    return lines(told.on_the_table(position, seat)) + lines(told.can_do(position, seat))
