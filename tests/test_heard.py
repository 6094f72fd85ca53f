"""What comes over the wire is read with care."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.heard import MOST_NUMBER, sound, whole


@pytest.mark.parametrize("content", [{"kind": "commit", "text": "meld K♠ 🂡"}, [1, None, True, "x"], "", 0])
def test_a_sound_message_stays(content: Any) -> None:
    """What can be sent back is the very same."""
    assert sound(content) is content


def test_half_a_sign_gives_way() -> None:
    """Half of a sign, wherever it stands, becomes a question mark: as long, so that places in a text still hold."""
    assert sound({"a": ["K\ud83c4", {"\udc00": "🂡"}]}) == {"a": ["K?4", {"?": "🂡"}]}


@pytest.mark.parametrize("content", [float("nan"), {"n": float("inf")}, b"x", {1, 2}], ids=repr)
def test_what_is_no_json_is_nothing(content: Any) -> None:
    """What no browser can have sent is no message."""
    assert sound(content) is None


def test_whole_numbers() -> None:
    """A whole number is one from 0 to the most that may be; nothing else is, nor what only equals one."""
    assert [n for n in range(-2, 6) if whole(n, 3)] == [0, 1, 2, 3]
    assert whole(MOST_NUMBER)
    assert not any(map(whole, (True, False, 1.0, "1", None, [], -1, MOST_NUMBER + 1, float("nan"))))
    assert not whole(0, -1)
