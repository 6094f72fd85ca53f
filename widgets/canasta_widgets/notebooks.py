"""The notebooks of a folder: what they are called, what one will do there, and which comes before and after."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from canasta.words import _

INDEX = "index.ipynb"
PRESENT = "present.ipynb"  # for whoever shows something to a class, and listed for nobody
_UNIT = re.compile(r"[0-9]+-")


class Notebook(NamedTuple):
    """One notebook: its file's name, its title, and what one will do there. ``sound`` is False if it cannot be read."""

    file: str
    title: str
    about: str
    sound: bool = True

    @property
    def is_unit(self) -> bool:
        """Whether it is a lesson of the course, whose names begin with a number."""
        return bool(_UNIT.match(self.file))


def read_notebook(path: Path) -> Notebook:
    """A unit's title is its heading, what one will do its first paragraph. A page that is no unit may be listed under
    another title, which its metadata have. One that cannot be read has its file's name, and why.
    """
    is_unit = bool(_UNIT.match(path.name))
    try:
        notebook = json.loads(path.read_text("utf-8"))
        listed, about = str(notebook["metadata"].get("title", "")), _about(notebook)
        heading = _heading(notebook)
        title = (heading or listed if is_unit else listed or heading) or path.stem
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as fault:
        return Notebook(path.name, path.stem, _("cannot be read: {why}.").format(why=fault), sound=False)
    return Notebook(path.name, title, about)


def units(folder: Path) -> list[Notebook]:
    """The lessons of the course in their order, without those that cannot be read."""
    paths = sorted(path for path in folder.glob("*.ipynb") if _UNIT.match(path.name))
    found = [_read_once(path, path.stat().st_mtime_ns) for path in paths]
    return [each for each in found if each.sound]


@lru_cache(maxsize=500)
def _read_once(path: Path, _written: int) -> Notebook:
    return read_notebook(path)


def _first_text(notebook: Any) -> str:
    return next(("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"), "")


def _heading(notebook: Any) -> str:
    """The heading with which a notebook begins; "" if it has none."""
    found = re.match(r"\s*# +(.+)", _first_text(notebook))
    return found[1].strip() if found else ""


def _about(notebook: Any) -> str:
    """The first paragraph under the title, on one line."""
    paragraphs = [
        " ".join(part.split()) for part in _first_text(notebook).split("\n\n") if not part.lstrip().startswith("#")
    ]
    return next(filter(None, paragraphs), "").replace("**", "")
