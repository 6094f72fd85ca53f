"""For whom progress is kept: names and files are checked before the browser takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.learner import Learner
from canasta_widgets.shown import FRONT
from test_progress import DEALT, ENTRY, MISS, file

from canasta.tutor.progress import FORMAT, VERSION, Progress, read_entries


class Talk:
    """A learner's widget, and what it sends to the browser."""

    def __init__(self, own: DataFile | None = None) -> None:
        self.widget = Learner(own)
        self.sent: list[Any] = []
        self.widget.send = lambda content, buffers=None: self.sent.append(content)

    def hear(self, kind: str, **message: Any) -> str:
        """What the widget says to a message of the browser."""
        self.widget._heard(None, {"kind": kind, **message}, None)
        return str(self.widget.view["said"])


def test_a_name_is_checked() -> None:
    """A good name goes back as it is kept, and none stands for the device; a bad one is refused with a sentence."""
    talk = Talk()
    assert talk.hear("label", text="  Anna  ") == "Progress is kept for Anna now."
    assert talk.hear("label", text="") == "Progress is kept for this device now."
    assert [message["label"] for message in talk.sent] == ["Anna", ""]
    for bad in ("x" * 41, "a\0", 3, None, ["Anna"]):
        talk.sent.clear()
        assert talk.hear("label", text=bad).startswith("A name ")
        assert talk.widget.view["wrong"]
        assert talk.sent == []


def test_a_file_is_read_and_counted() -> None:
    """Its entries go to the browser, which says how many were new; that is told, with what was there or left out."""
    talk = Talk()
    text = Progress((MISS, ENTRY, DEALT)).text()
    talk.hear("import", n=1, text=text, label="")
    (message,) = talk.sent
    assert (message["kind"], message["n"]) == ("more", 1)
    assert set(read_entries(message["entries"])[0]) == {MISS, ENTRY, DEALT}
    assert talk.hear("added", n=1, new=2) == "2 tries were added. 1 was here already."
    talk.hear("import", n=2, text=file(ENTRY, {}, MISS), label="")
    said = talk.hear("added", n=2, new=0)
    assert (
        said
        == "0 tries were added. 2 were here already. 1 entry was left out. Entry 2 cannot be read: its unit is wrong."
    )
    assert talk.widget.view["wrong"]
    before = talk.widget.view
    for n, new in ((2, 0), (3, 0), (2, True), (None, 1)):
        talk.hear("added", n=n, new=new)
    assert talk.widget.view == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no json", "it is no JSON"),
        ("{}", "made by something else"),
        (file(ENTRY, version=9), "newer version"),
        (file(*[{}] * 20_001), "more than can be kept"),
    ],
)
def test_a_file_that_is_none_changes_nothing(text: str, said: str, tmp_path: Path) -> None:
    """It is refused with a sentence, and neither browser nor file gets anything of it."""
    own = DataFile(tmp_path)
    talk = Talk(own)
    assert said in talk.hear("import", n=1, text=text, label="")
    assert talk.widget.view["wrong"]
    assert talk.sent == []
    assert own.read() == Progress()


def test_the_own_file_follows(tmp_path: Path) -> None:
    """What is added or forgotten is so in the learner's own file too, under the name that is chosen and no other."""
    own = DataFile(tmp_path)
    own.add("Anna", [MISS])
    talk = Talk(own)
    assert str(tmp_path) in talk.widget.words["kept"]
    talk.hear("import", n=1, text=file(ENTRY), label="Anna")
    assert own.read("Anna") == Progress((MISS, ENTRY), "Anna")
    own.add("", [DEALT])
    assert talk.hear("forget", label="Anna") == "It is forgotten."
    assert own.read("Anna") == Progress(label="Anna")
    assert own.read() == Progress((DEALT,))
    talk.hear("forget", label="x" * 99)
    assert own.read() == Progress((DEALT,))


def test_on_paper() -> None:
    """A page without a kernel says a sentence in its place."""
    bundle = Learner()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/markdown"] == "Progress is kept where the lessons run; this page keeps none."


def test_without_a_file_the_browser_alone_keeps_it() -> None:
    """Where no file is kept that is what is said."""
    assert Talk().widget.words["kept"] == "Progress is kept in this browser, and on no server."


@pytest.mark.parametrize("message", [None, [], {}, {"kind": "import", "n": 1}, {"kind": "forget"}, {"kind": "quit"}])
def test_what_is_no_message_changes_nothing(message: Any) -> None:
    """Whatever else comes is dropped."""
    talk = Talk()
    before = talk.widget.view
    talk.widget._heard(None, message, None)
    assert (talk.widget.view, talk.sent) == (before, [])


def test_browser_and_python_mean_the_same_format() -> None:
    """What the browser keeps and saves has the name and the version that Python reads."""
    script = (FRONT / "shelf.js").read_text("utf-8")
    assert f'const FORMAT = "{FORMAT}";' in script
    assert f"const VERSION = {VERSION};" in script
