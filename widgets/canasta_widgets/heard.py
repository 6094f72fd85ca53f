"""What comes over the wire, read with care: whoever opens a page can send what he likes."""

from __future__ import annotations

import json
from typing import Any, TypeGuard

MOST_NUMBER = 2**53  # up to which a browser counts in whole numbers


def sound(content: Any) -> Any:
    """The same message, fit to be quoted in an answer; None for what is no JSON, such as a number that is none.

    Half of a sign that takes two units of UTF-16 cannot be sent back: the answer would fail on its way, and the page
    would wait for it. A question mark stands for it then, which is as long.
    """
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.loads(text.encode(errors="replace"))
    return content


def whole(value: Any, most: int = MOST_NUMBER) -> TypeGuard[int]:
    """Whether it is a whole number from 0 to ``most``; a bool is none."""
    return type(value) is int and 0 <= value <= most
