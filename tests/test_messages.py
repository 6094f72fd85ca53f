"""What a page may say to its kernel: five kinds of message, spelled anew; all else a visitor thinks of is dropped."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from canasta_widgets.serve.messages import CONTROL, MessageError, read
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

HEADER = {"msg_id": "m-1", "session": "s-1", "username": "", "version": "5.2", "date": "2026-01-01T10:00:00.000Z"}
TOLD = {"comm_id": "c1", "data": {"method": "custom", "content": {"kind": "commit", "text": "draw"}}}


def frame(
    kind: Any, content: Any, *, channel: str = "shell", parent: Any = (), metadata: Any = (), **header: Any
) -> bytes:
    """A frame as a page sends it; what is bytes stands as it is."""
    parts = [{**HEADER, "msg_type": kind, **header}, dict(parent), dict(metadata), content]
    spelled = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in parts]
    return serialize_msg_to_ws_v1(spelled, channel)


def spelled(data: bytes) -> list[Any]:
    """The parts of a message that is handed on."""
    return [json.loads(part) for part in read(data).parts]


@pytest.mark.parametrize(
    ("kind", "content", "wanted"),
    [
        ("kernel_info_request", {"code": "1"}, {}),
        ("comm_info_request", {"target_name": "x"}, {"target_name": "jupyter.widget"}),
        (
            "comm_open",
            {"comm_id": "c1", "target_name": CONTROL, "target_module": "os", "data": {"a": 1}},
            {"comm_id": "c1", "target_name": CONTROL, "data": {}},
        ),
        ("comm_close", {"comm_id": "c1", "data": {"a": 1}}, {"comm_id": "c1", "data": {}}),
        ("comm_msg", {**TOLD, "more": 1}, TOLD),
        (
            "comm_msg",
            {"comm_id": "c1", "data": {"method": "update", "state": {"a": 1}, "buffer_paths": [["a", 0]], "x": 1}},
            {"comm_id": "c1", "data": {"method": "update", "state": {"a": 1}, "buffer_paths": []}},
        ),
        (
            "comm_msg",
            {"comm_id": "c1", "data": {"method": "request_states", "code": "1"}},
            {"comm_id": "c1", "data": {"method": "request_states"}},
        ),
    ],
)
def test_what_pages_say(kind: str, content: Any, wanted: Any) -> None:
    """Each kind goes on with what belongs to it and nothing beside it: no parent, no subshell, no more metadata."""
    metadata = {"version": "1.0.0", "code": "1"}
    header, parent, more, said = spelled(
        frame(kind, content, parent={"msg_type": "execute_request"}, metadata=metadata, subshell_id="x", code="1")
    )
    assert header == {**HEADER, "msg_type": kind, "date": HEADER["date"]}
    assert parent == {}
    assert more == {"version": "1.0.0", "serial": 0}
    assert said == wanted


KINDS = [
    "execute_request inspect_request complete_request history_request is_complete_request shutdown_request "
    "interrupt_request debug_request input_reply create_subshell_request delete_subshell_request "
    "list_subshell_request usage_request connect_request apply_request clear_request abort_request status",
]


@pytest.mark.parametrize("kind", [*KINDS[0].split(), "", "COMM_MSG", "comm_msg ", None, ["comm_msg"], 5, {}])
@pytest.mark.parametrize("channel", ["shell", "control"])
def test_other_kinds(kind: Any, channel: str) -> None:
    """No other kind of message is handed on, on whichever channel."""
    with pytest.raises(MessageError):
        read(frame(kind, {"code": "1", "silent": False, **TOLD}, channel=channel))


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "hb", "", "Shell", "shell\0"])
def test_other_channels(channel: str) -> None:
    """What pages say is said on the shell channel."""
    with pytest.raises(MessageError):
        read(frame("comm_msg", TOLD, channel=channel))


def test_named_twice() -> None:
    """A header that names two kinds is read once, and spelled anew: the kernel reads the kind that was allowed."""
    head = json.dumps({**HEADER, "msg_type": "comm_msg"})
    twice = [head[:-1] + ', "msg_type": "execute_request"}', '{"msg_type": "execute_request", ' + head[1:]]
    frames = [
        serialize_msg_to_ws_v1([text.encode(), b"{}", b"{}", json.dumps(TOLD).encode()], "shell") for text in twice
    ]
    with pytest.raises(MessageError):
        read(frames[0])
    assert read(frames[1]).parts[0].count(b"msg_type") == 1
    assert read(frames[1]).kind == "comm_msg"


NAMES = ["", "a b", "a\0", "é", "x" * 65, "../x", None, 5, ["c1"], {"a": 1}, True]


@pytest.mark.parametrize("name", NAMES)
def test_names(name: Any) -> None:
    """Ids of models, messages and sessions are short and plain; a kernel's own lists are not asked for others."""
    frames = [
        frame("comm_msg", {**TOLD, "comm_id": name}),
        frame("comm_close", {"comm_id": name}),
        frame("comm_open", {"comm_id": name, "target_name": CONTROL}),
        frame("comm_msg", TOLD, msg_id=name),
        frame("comm_msg", TOLD, session=name),
    ]
    for each in frames:
        with pytest.raises(MessageError):
            read(each)


@pytest.mark.parametrize("target", ["jupyter.widget", "matplotlib", "", None, [CONTROL], "jupyter.widget.version"])
def test_no_model_is_made(target: Any) -> None:
    """A page opens the line of control and makes no model in its kernel."""
    with pytest.raises(MessageError):
        read(frame("comm_open", {"comm_id": "c1", "target_name": target, "data": {"state": {"_model_name": "X"}}}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"\xff\xfe{}",
        b"[" * 200_000,
        b'{"comm_id": "c1", "data": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
        b'{"comm_id": "c1", "data": {"method": "custom", "content": NaN}}',
        b'{"comm_id": "c1", "data": {"method": "custom", "content": [-Infinity]}}',
        b'{"comm_id": "c1", "data": {"method": "custom", "content": 1e999}}',
        b'{"comm_id": "c1", "data": {"method": "custom", "content": ' + b"9" * 5000 + b"}}",
        b'{"comm_id": "c1", "data": {"method": "update", "state": []}}',
        b'{"comm_id": "c1", "data": {"method": "update"}}',
        b'{"comm_id": "c1", "data": {"method": "custom"}}',
        b'{"comm_id": "c1", "data": {"method": "backbone", "sync_data": {}}}',
        b'{"comm_id": "c1", "data": {"method": ["custom"], "content": 1}}',
        b'{"comm_id": "c1", "data": {}}',
        b'{"comm_id": "c1", "data": [1]}',
        b'{"comm_id": "c1"}',
        b"{}",
    ],
    ids=range(21),
)
def test_no_message(content: bytes) -> None:
    """What is no JSON, no finite number, nested beyond measure or shaped otherwise is dropped, not stumbled over."""
    with pytest.raises(MessageError):
        read(frame("comm_msg", content))


def test_said_twice() -> None:
    """The same frame again is another message to the kernel."""
    again = frame("comm_msg", TOLD)
    assert read(again, 1).parts != read(again, 2).parts


def test_half_a_sign() -> None:
    """Half of a sign of two units goes on as it came, in ASCII; the widgets know what to make of it."""
    heard = read(frame("comm_msg", b'{"comm_id": "c1", "data": {"method": "custom", "content": "\\ud800"}}'))
    assert b"\\ud800" in heard.parts[3]


def test_text() -> None:
    """The older protocol, all JSON as text, is not spoken."""
    old = {"channel": "shell", "header": {**HEADER, "msg_type": "comm_msg"}, "content": TOLD}
    with pytest.raises(MessageError):
        read(json.dumps(old))
    with pytest.raises(MessageError):
        read(json.dumps(old).encode())


@pytest.mark.parametrize("places", [0, 1, 5, 7, 2**31, 2**60, 2**64 - 1])
def test_places(places: int) -> None:
    """The number of parts is not believed; one that is far too large would be counted to the end of time."""
    good = frame("comm_msg", TOLD)
    with pytest.raises(MessageError):
        read(places.to_bytes(8, "little") + good[8:])


def test_cut_and_bent() -> None:
    """A frame that is cut anywhere, or longer, or with one byte of its places changed, is dropped or still harmless."""
    good = frame("comm_msg", TOLD)
    assert read(good).kind == "comm_msg"
    dropped = 0
    for at in range(len(good)):
        with pytest.raises(MessageError):
            read(good[:at])
    with pytest.raises(MessageError):
        read(good + b" ")
    dice = random.Random(8)
    for _ in range(3000):
        bent = bytearray(good)
        for _each in range(dice.randint(1, 3)):
            bent[dice.randrange(len(bent))] = dice.randrange(256)
        try:
            heard = read(bytes(bent))
        except MessageError:
            dropped += 1
        else:
            assert heard.kind == "comm_msg"
    assert dropped > 1000


def test_headers_are_small() -> None:
    """A header or metadata of megabytes is not even read."""
    with pytest.raises(MessageError):
        read(frame("comm_msg", TOLD, more="x" * 5000))
    with pytest.raises(MessageError):
        read(frame("comm_msg", TOLD, metadata={"x": "x" * 5000}))


def test_a_file_of_results_fits() -> None:
    """The largest thing a page says, a file with a quotation mark in every place, is handed on and fits a frame."""
    from canasta_widgets.serve.limits import MOST_FRAME

    from canasta.tutor.progress import MOST_BYTES

    content = {"kind": "file", "n": 1, "name": "x.json", "text": '"' * MOST_BYTES}
    data = frame("comm_msg", {"comm_id": "c1", "data": {"method": "custom", "content": content}})
    assert len(data) < MOST_FRAME
    assert len(json.loads(read(data).parts[3])["data"]["content"]["text"]) == MOST_BYTES
