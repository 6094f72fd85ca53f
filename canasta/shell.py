"""What the shell's commands share: exit statuses, and how positions come in and answers go out."""

from __future__ import annotations

import json
from typing import Any

from canasta.position import Position

LEGAL, REFUSED, UNREADABLE, IMPOSSIBLE = 0, 1, 2, 3


def position_of(text: str) -> Position:
    """The position of a line, which must be possible."""
    return Position.parse(text).check()


def show(value: Any) -> None:
    """Print a text, or anything else as JSON."""
    print(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
