"""What a page may say to its kernel over its websocket: read from the bytes, and spelled anew from what was read.

Nothing that a visitor wrote reaches a kernel as he wrote it. Our pages say five things, all on the shell channel: who
are you, which models are there, open and shut the line of control, and something to a model. All else is dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"  # frames in parts; the older one, all JSON, is not spoken
CONTROL: Final = "jupyter.widget.control"
WIDGET: Final = "jupyter.widget"
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")  # an id of a session, a message or a model
VERSION: Final = re.compile(r"[0-9.]{1,16}")
MOST_SMALL: Final = 4096  # bytes of a header or of metadata
CHANNEL: Final = b"shell"
PARTS: Final = ("channel", "header", "parent", "metadata", "content")

Json = dict[str, Any]


class MessageError(ValueError):
    """A frame says nothing that a page of ours says."""


@dataclass(frozen=True)
class Heard:
    """A message that may go to a kernel: its kind, the model it is about and what it asks of it, and its four parts."""

    kind: str
    comm: str
    method: str
    parts: list[bytes]


def read(frame: str | bytes, serial: int = 0) -> Heard:
    """Read one frame. Raises MessageError with the reason if it is not to be handed on.

    ``serial`` tells it from others of the same words: a kernel takes nothing twice, and cries out at each.
    """
    if isinstance(frame, str):
        raise MessageError("text where bytes are spoken")
    channel, header, _parent, metadata, content = _parts(frame)
    if channel != CHANNEL:
        raise MessageError("a channel of no page of ours")
    head, more = _json(header, MOST_SMALL), _json(metadata, MOST_SMALL)
    if not isinstance(kind := head.get("msg_type"), str) or kind not in SAID:
        raise MessageError("a kind of message of no page of ours")
    name, version = head.get("session"), more.get("version", "")
    if not all(isinstance(each, str) and NAME.fullmatch(each) for each in (name, head.get("msg_id"))):
        raise MessageError("a message without a name")
    said = SAID[kind](_json(content))
    told = {"version": version} if isinstance(version, str) and VERSION.fullmatch(version) else {}
    spelled = [
        {"msg_id": head["msg_id"], "msg_type": kind, "session": name, "username": "", "date": _date(head), **_SPOKEN},
        {},
        {**told, "serial": serial},
        said,
    ]
    try:
        parts = [json.dumps(part, allow_nan=False).encode() for part in spelled]
    except (ValueError, RecursionError):
        raise MessageError("a number that is none, or a nest too deep") from None
    return Heard(kind, said.get("comm_id", ""), said.get("data", {}).get("method", ""), parts)


_SPOKEN: Final = {"version": "5.2"}
DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")


def _date(head: Json) -> str:
    date = head.get("date")
    return date if isinstance(date, str) and DATE.fullmatch(date) else "2000-01-01T00:00:00Z"


def _parts(frame: bytes) -> list[bytes]:
    """The parts of a frame: how many places, the places, then what lies between them.

    Counted before it is believed: a number of places that is not there would have been looked for without end.
    """
    places = len(PARTS) + 1
    start = 8 * (places + 1)
    if int.from_bytes(frame[:8], "little") != places or len(frame) < start:
        raise MessageError(f"a frame that has not {len(PARTS)} parts")
    at = [int.from_bytes(frame[8 * n : 8 * n + 8], "little") for n in range(1, places + 1)]
    if at[0] != start or at[-1] != len(frame) or at != sorted(at):
        raise MessageError("parts that lie where they cannot")
    return [frame[begin:end] for begin, end in pairwise(at)]


def _json(part: bytes, most: int | None = None) -> Json:
    if most is not None and len(part) > most:
        raise MessageError("a part that is too long")
    try:
        value = json.loads(part.decode())
    except (ValueError, RecursionError):  # no UTF-8, no JSON, a number of thousands of digits
        raise MessageError("a part that is no JSON") from None
    if not isinstance(value, dict):
        raise MessageError("a part that is no object")
    return value


# -- what is said, kind by kind ---------------------------------------------------------------------------------------


def _nothing(_content: Json) -> Json:
    return {}


def _models(_content: Json) -> Json:
    return {"target_name": WIDGET}


def _name(content: Json) -> str:
    name = content.get("comm_id")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise MessageError("a model without a name")
    return name


def _opened(content: Json) -> Json:
    # Any other target would let him make models of every class that ipywidgets has, by the thousand.
    if content.get("target_name") != CONTROL:
        raise MessageError("a model made by the page")
    return {"comm_id": _name(content), "target_name": CONTROL, "data": {}}


def _shut(content: Json) -> Json:
    return {"comm_id": _name(content), "data": {}}


def _told(content: Json) -> Json:
    match content.get("data"):
        case {"method": "update", "state": dict(state)}:
            data = {"method": "update", "state": state, "buffer_paths": []}
        case {"method": "custom", "content": said}:
            data = {"method": "custom", "content": said}
        case {"method": "request_state" | "request_states" as method}:
            data = {"method": method}
        case _:
            raise MessageError("nothing that a model is told")
    return {"comm_id": _name(content), "data": data}


SAID: Final[dict[str, Callable[[Json], Json]]] = {
    "kernel_info_request": _nothing,
    "comm_info_request": _models,
    "comm_open": _opened,
    "comm_close": _shut,
    "comm_msg": _told,
}
