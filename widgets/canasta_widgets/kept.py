"""What was tried on a position, in a form that the browser can keep: if the kernel is lost, it can be tried again."""

from __future__ import annotations

from typing import Any, NamedTuple

MOST_KEPT = 500  # tries that are kept; a whole deal played by one hand for all is well under it
LONGEST = 400  # characters of one; no action is longer


class Kept(NamedTuple):
    """An action that was tried, in its words, and whether it was legal."""

    text: str
    legal: bool


def within(tries: list[Kept]) -> list[Kept]:
    """The tries without the oldest that were refused, as far as there are more than are kept."""
    excess = len(tries) - MOST_KEPT
    left = []
    for each in tries:
        if excess > 0 and not each.legal:
            excess -= 1
        else:
            left.append(each)
    return left


def undone(tries: list[Kept]) -> list[Kept]:
    """The tries without the last one that was played."""
    last = max((at for at, each in enumerate(tries) if each.legal), default=len(tries))
    return tries[:last] + tries[last + 1 :]


def read_kept(tries: Any) -> list[Kept] | None:
    """What the browser kept, as it sends it: pairs of a text and whether it was legal. None if it is anything else."""
    if not isinstance(tries, list) or not 0 < len(tries) <= MOST_KEPT:
        return None
    found = []
    for each in tries:
        match each:
            case [str(text), bool(legal)] if len(text) <= LONGEST:
                found.append(Kept(text, legal))
            case _:
                return None
    return found
