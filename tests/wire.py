"""A comm that leads to a test instead of a browser."""

from __future__ import annotations

import json
from typing import Any

from comm.base_comm import BaseComm

Message = dict[str, Any]


class Wire(BaseComm):
    """Keeps what Python sends, as it would go over the wire, and takes what a browser would send."""

    def __init__(self, **options: Any) -> None:
        self.out: list[Message] = []
        self.opened: Message = {}
        super().__init__(**options)

    def publish_msg(self, msg_type: str, data: Any = None, *_rest: Any, **_more: Any) -> None:
        """Keep a message. What is no JSON in UTF-8 could not go over the wire either, and fails as Jupyter does."""
        said = json.loads(json.dumps(data, ensure_ascii=False, allow_nan=False).encode())
        if msg_type == "comm_open":
            self.opened = said
        elif msg_type == "comm_msg":
            self.out.append(said)

    def hear(self, message: Any) -> None:
        """What the browser sends: {"method": "custom", "content": …} or {"method": "update", "state": …}."""
        self.handle_msg({"content": {"data": message}, "buffers": []})

    def taken(self) -> list[Message]:
        """What has been sent since last asked."""
        out, self.out = self.out, []
        return out


def size(message: Any) -> int:
    """How many bytes a message has on the wire, about: its JSON in UTF-8."""
    return len(json.dumps(message, ensure_ascii=False).encode())
