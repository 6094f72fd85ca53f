"""Stars: three for a first try without a hint, fewer after retries and hints; they never fall."""

from __future__ import annotations

MOST = 3


def stars(refusals: int, rung: int) -> int:
    """The stars for reaching a goal after so many refused tries, with hints up to this rung (0 for none)."""
    if not refusals and not rung:
        return MOST
    return 2 if refusals <= 1 and rung <= 2 else 1
