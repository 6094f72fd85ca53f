"""How the page came about that this kernel is for: served by Voilà, where nobody sees a notebook, or run in one."""

from __future__ import annotations

import os

from canasta.words import _


def by_voila() -> bool:
    """Whether Voilà serves it; it tells the kernel of the request."""
    return any(name.startswith("VOILA_") for name in os.environ)


def unanswered() -> str:
    """What helps where nothing answers."""
    return _("Load the page again.") if by_voila() else _("Run the notebook's cells again.")
