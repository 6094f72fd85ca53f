"""The file in which a learner's own Jupyter keeps progress: whole or not at all, never written over, never shared."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets import datafile
from canasta_widgets.datafile import DataFile, own_file
from disks import small_disk
from test_progress import DEALT, ENTRY, MISS, file

from canasta.tutor import progress
from canasta.tutor.progress import Progress, read


def test_entries_are_added_and_read_again(tmp_path: Path) -> None:
    """What one kernel adds, another reads and adds to; the file is as one that is exported; nothing else is left."""
    folder = tmp_path / "new"
    DataFile(folder).add("", [ENTRY])
    DataFile(folder).add("", [MISS, ENTRY])
    assert DataFile(folder).read() == Progress((MISS, ENTRY))
    assert read((folder / "progress.json").read_text("utf-8")) == Progress((MISS, ENTRY))
    assert [path.name for path in folder.iterdir()] == ["progress.json"]


def test_each_label_has_a_file(tmp_path: Path) -> None:
    """Labels do not mix, whatever letters they are made of, and none leads out of the folder."""
    own = DataFile(tmp_path)
    labels = ["", "Anna", "anna", "../../etc", "李", "א", "con", "progress"]
    for n, label in enumerate(labels):
        own.add(label, [replace(ENTRY, seconds=n)])
    for n, label in enumerate(labels):
        assert own.read(label) == Progress((replace(ENTRY, seconds=n),), label)
        assert (own.path(label) or Path()).parent == tmp_path
    assert len(list(tmp_path.iterdir())) == len(labels)
    own.forget("Anna")
    own.forget("Anna")
    assert own.read("Anna") == Progress(label="Anna")
    assert own.read("anna").entries
    assert own.problem == ""


@pytest.mark.parametrize("text", ["", "no json", "[]", file(ENTRY)[:-9], "\ud800"])
def test_a_broken_file_is_put_aside(tmp_path: Path, text: str) -> None:
    """It is renamed, its text untouched, with a sentence that says where it is; the next one too; then work goes on."""
    path = tmp_path / "progress.json"
    for name in ("progress.broken.json", "progress.broken-2.json"):
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        own = DataFile(tmp_path)
        own.add("", [MISS])
        assert name in own.problem
        assert (tmp_path / name).read_bytes() == text.encode("utf-8", "surrogatepass")
        assert own.read() == Progress((MISS,))
        assert own.problem == ""


def test_a_faulty_entry_is_put_aside_and_the_others_stay(tmp_path: Path) -> None:
    """The file with the fault is kept beside; what is good in it goes on, with what is added."""
    path = tmp_path / "progress.json"
    path.write_text(file(ENTRY, {"unit": 3}, DEALT), "utf-8")
    own = DataFile(tmp_path)
    own.add("", [MISS])
    assert "Entry 2 cannot be read" in own.problem
    assert set(own.read().entries) == {ENTRY, DEALT, MISS}
    assert (tmp_path / "progress.broken.json").read_text("utf-8") == file(ENTRY, {"unit": 3}, DEALT)


def test_a_newer_file_stays_as_it_is(tmp_path: Path) -> None:
    """A file of a newer version is neither renamed nor written to."""
    path = tmp_path / "progress.json"
    path.write_text(file(ENTRY, version=2), "utf-8")
    own = DataFile(tmp_path)
    own.add("", [MISS])
    assert "newer version" in own.problem
    assert own.read() == Progress()
    assert path.read_text("utf-8") == file(ENTRY, version=2)
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be written that is said in a sentence, the old file stays whole, and nothing raises."""
    own = DataFile(tmp_path)
    own.add("", [ENTRY])

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    own.add("", [MISS])
    assert own.problem.endswith("No space left on device. This browser keeps it.")
    monkeypatch.undo()
    assert own.read() == Progress((ENTRY,))
    assert [path.name for path in tmp_path.iterdir()] == ["progress.json"]
    (tmp_path / "taken").write_text("a file where the folder should be")
    taken = DataFile(tmp_path / "taken")
    taken.add("", [ENTRY])
    assert "cannot be kept in the file" in taken.problem
    assert taken.read() == Progress()
    taken.forget("")


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """No room: the old file stays whole and nothing is left beside it; with room again all that comes is added."""
    with small_disk(tmp_path / "disk") as disk:
        own = DataFile(disk.folder / "data")
        own.add("", [ENTRY])
        with disk.full():
            own.add("", [MISS])
            assert own.problem.endswith("No space left on device. This browser keeps it.")
            assert own.read() == Progress((ENTRY,))
            assert own.problem == ""
        assert [path.name for path in (disk.folder / "data").iterdir()] == ["progress.json"]
        own.add("", [MISS])
        assert own.problem == ""
        assert own.read() == Progress((MISS, ENTRY))


def test_a_disk_that_becomes_read_only(tmp_path: Path) -> None:
    """Nothing can be written, deleted or put aside: what is there is read, and a sentence says so."""
    with small_disk(tmp_path / "disk") as disk:
        own = DataFile(disk.folder)
        own.add("", [ENTRY])
        own.add("Anna", [ENTRY])
        (own.path("Anna") or Path()).write_text("no progress")
        with disk.read_only():
            own.add("", [MISS])
            assert own.problem.endswith("Read-only file system. This browser keeps it.")
            own.forget("")
            assert own.problem.endswith("Read-only file system. This browser keeps it.")
            assert own.read() == Progress((ENTRY,))
            own.add("Anna", [MISS])
            assert "Read-only file system" in own.problem
            assert own.read("Anna") == Progress(label="Anna")
        assert (own.path("Anna") or Path()).read_text() == "no progress"
        own.add("", [MISS])
        assert own.read() == Progress((MISS, ENTRY))


def test_bounds_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is more than can be kept is refused with a sentence and the file stays."""
    own = DataFile(tmp_path)
    own.add("", [ENTRY])
    monkeypatch.setattr(progress, "MOST_BYTES", 500)
    own.add("", [MISS, DEALT])
    assert "too large" in own.problem
    assert own.read() == Progress((ENTRY,))
    monkeypatch.setattr(progress, "MOST_ENTRIES", 1)
    own.add("", [MISS])
    assert "more than can be kept" in own.problem
    assert own.read() == Progress((ENTRY,))


def test_kernels_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    """Several that add at once all have their entries in the file in the end; who dies writing holds up nobody long."""
    own = [replace(ENTRY, seconds=n) for n in range(40)]

    def add(start: int) -> None:
        for entry in own[start::4]:
            DataFile(tmp_path).add("", [entry])

    threads = [threading.Thread(target=add, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(DataFile(tmp_path).read().entries) == set(own)


def test_a_lock_that_was_left_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that died while writing keeps the next one waiting a moment only."""
    monkeypatch.setattr(datafile, "PATIENCE", 0.05)
    (tmp_path / ".progress.json.lock").touch()
    DataFile(tmp_path).add("", [ENTRY])
    assert [path.name for path in tmp_path.iterdir()] == ["progress.json"]


class App:
    """A kernel that runs."""

    @staticmethod
    def initialized() -> bool:
        """It does."""
        return True


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """As within a notebook of one's own, with a data folder of its own."""
    module: Any = type(sys)("ipykernel.kernelapp")
    module.IPKernelApp = App
    monkeypatch.setitem(sys.modules, "ipykernel.kernelapp", module)
    monkeypatch.delenv(datafile.SWITCH, raising=False)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("VOILA_")]:
        monkeypatch.delenv(name)
    return monkeypatch


def test_where_the_file_lies(kernel: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In Jupyter's data folder, or in a folder that the environment names."""
    assert own_file().path() == tmp_path / "canasta-tutor" / "progress.json"
    kernel.setenv(datafile.SWITCH, str(tmp_path / "mine"))
    assert own_file().path() == tmp_path / "mine" / "progress.json"


@pytest.mark.parametrize(
    "name", ["VOILA_BASE_URL", "VOILA_PREHEAT", "VOILA_KERNEL_ID", "VOILA_REQUEST_URL", "VOILA_APP_PORT"]
)
def test_nothing_is_kept_on_a_shared_server(kernel: pytest.MonkeyPatch, name: str, tmp_path: Path) -> None:
    """Whatever tells that Voilà runs the kernel, no file is read or written, also where a folder is named."""
    assert own_file().folder is not None
    kernel.setenv(datafile.SWITCH, str(tmp_path / "mine"))
    kernel.setenv(name, "x")
    own = own_file()
    own.add("", [ENTRY])
    own.forget("")
    assert (own.path(), own.read(), own.problem) == (None, Progress(), "")
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_turned_off(kernel: pytest.MonkeyPatch) -> None:
    """By the environment; in a browser's own Python and outside a notebook there is none either."""
    kernel.setenv(datafile.SWITCH, "off")
    assert own_file().folder is None
    kernel.delenv(datafile.SWITCH)
    kernel.setattr(sys, "platform", "emscripten")
    assert own_file().folder is None
    kernel.setattr(sys, "platform", "linux")
    assert own_file().folder is not None
    kernel.setattr(App, "initialized", staticmethod(lambda: False))
    assert own_file().folder is None
    kernel.delitem(sys.modules, "ipykernel.kernelapp")
    assert own_file().folder is None


def test_tests_keep_nothing() -> None:
    """Whatever the tests start, kernels and servers too, keeps no progress in anybody's folder."""
    code = "import os; print(os.environ['CANASTA_TUTOR_PROGRESS'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "off"
