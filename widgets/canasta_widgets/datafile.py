"""Progress in a file of the learner's own, where the Jupyter that runs is his own; beside what his browser keeps.

The file lies in Jupyter's data folder: that is the learner's on every system and on a hub, lives as long as his
notebooks, and follows ``JUPYTER_DATA_DIR``. Under Voilà all visitors share one account, so nothing is written there.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from canasta.tutor.progress import Entry, NewerError, Progress, ProgressError, bounded, left_out, read_good
from canasta.words import _
from canasta_widgets.host import by_voila

SWITCH = "CANASTA_TUTOR_PROGRESS"  # "off": no file; else the folder for it
OFF = "off"
PATIENCE = 2.0  # seconds that another kernel may take to write; then it is taken for dead


class DataFile:
    """The files in which a learner's own Jupyter keeps progress, one for each label; ``folder`` None keeps none.

    ``problem`` is a sentence on what last went wrong, "" if nothing did. No method raises for what the disk does.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.problem = ""

    def path(self, label: str = "") -> Path | None:
        """The file for a label, if one is kept. Labels may hold what no file's name can, so a hash stands for it."""
        if self.folder is None:
            return None
        if not label:
            return self.folder / "progress.json"
        slug = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
        return self.folder / f"progress-{slug}{'-' * bool(slug)}{sha256(label.encode()).hexdigest()[:8]}.json"

    def read(self, label: str = "") -> Progress:
        """What is kept for a label. A file that cannot be read is put aside, never overwritten."""
        return self._read(label) or Progress(label=label)

    def add(self, label: str, entries: Iterable[Entry]) -> None:
        """Add entries to what is kept for a label."""
        path = self.path(label)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _alone(path):
                old = self._read(label)
                if old is not None and (new := old.merged(entries)) != old:
                    _write(path, bounded(new.text()))
        except ProgressError as fault:
            self.problem = str(fault)
        except OSError as fault:
            self._fails(path, fault)

    def forget(self, label: str) -> None:
        """Delete what is kept for a label."""
        path = self.path(label)
        self.problem = ""
        if path is not None:
            try:
                path.unlink(missing_ok=True)
            except OSError as fault:
                self._fails(path, fault)

    def _read(self, label: str) -> Progress | None:
        """What is kept for a label; None where a file lies that cannot be read now and must not be written over."""
        path = self.path(label)
        self.problem = ""
        try:
            if path is None or not path.exists():
                return Progress(label=label)
            found = read_good(path.read_text("utf-8"))
            mended = Progress(found.progress.entries, label)
            if found.left_out:
                self._put_aside(path, left_out(found.left_out))
                _write(path, mended.text())
            return mended
        except NewerError as fault:
            self.problem = f"{path}: {fault}"
        except (ProgressError, UnicodeDecodeError) as fault:
            return self._broken(path, str(fault) if isinstance(fault, ProgressError) else _("It is no text."), label)
        except OSError as fault:
            self._fails(path, fault)
        return None

    def _broken(self, path: Path, why: str, label: str) -> Progress | None:
        try:
            self._put_aside(path, why)
        except OSError as fault:
            self._fails(path, fault)
            return None
        return Progress(label=label)

    def _put_aside(self, path: Path, why: str) -> None:
        """Rename a file that cannot be read. Raises OSError if that cannot be done."""
        aside = next(each for each in _names(path) if not each.exists())
        path.rename(aside)
        message = _("The file of your progress could not be read and was put aside as {file}. {why}")
        self.problem = message.format(file=aside, why=why)

    def _fails(self, path: Path, fault: OSError) -> None:
        message = _("Your progress cannot be kept in the file {file}: {why}. This browser keeps it.")
        self.problem = message.format(file=path, why=fault.strerror or fault)


def own_file() -> DataFile:
    """The files of this Jupyter's learner; none under Voilà, in a browser's own Python, or outside a notebook."""
    wanted = os.environ.get(SWITCH, "")
    if wanted == OFF or by_voila() or sys.platform == "emscripten":
        return DataFile(None)
    kernel = sys.modules.get("ipykernel.kernelapp")
    if kernel is None or not kernel.IPKernelApp.initialized():
        return DataFile(None)
    if wanted:
        return DataFile(Path(wanted))
    from jupyter_core.paths import jupyter_data_dir

    return DataFile(Path(jupyter_data_dir()) / "canasta-tutor")


def _names(path: Path) -> Iterator[Path]:
    """Names for a file that is put aside."""
    yield path.with_name(f"{path.stem}.broken.json")
    yield from (path.with_name(f"{path.stem}.broken-{n}.json") for n in range(2, 10**6))


def _write(path: Path, text: str) -> None:
    """Write the whole file or nothing: whoever reads it meanwhile reads the old one."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other kernels from writing meanwhile: each lesson has one of its own."""
    lock = path.with_name(f".{path.name}.lock")
    until = time.monotonic() + PATIENCE
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if time.monotonic() > until:
                break  # whoever made it has died
            time.sleep(0.01)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
