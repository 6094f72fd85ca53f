"""The list of the lessons, read from the files that are there.

A new unit needs its notebook and its levels, and nothing else. Its title stands in the notebook's metadata, what one
will learn in the first paragraph of the notebook.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from canasta.tutor.levels import read_unit
from canasta.words import _, ngettext
from canasta_widgets import paths

UNIT = re.compile(r"[0-9]+-")


class Entry(NamedTuple):
    """One notebook: its file, its title, what one will do there, and how many levels it has."""

    file: str
    title: str
    about: str
    levels: int
    is_unit: bool

    def markdown(self) -> str:
        """The entry as a line of a list."""
        title = re.sub(r"([\\\[\]])", r"\\\1", self.title)
        count = ngettext("{n} level.", "{n} levels.", self.levels).format(n=self.levels) if self.levels else ""
        return f"- **[{title}]({quote(self.file)})**  \n  " + " ".join(filter(None, [self.about, count]))


class Contents:
    """The lessons of a folder, by default of the notebook that runs; shown as a list of links.

    A notebook that cannot be read is listed by its name, with why, and the others are listed as ever.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or paths.notebooks()
        files = sorted(path for path in folder.glob("*.ipynb") if path.stem != "index")
        self.entries = [_entry(path) for path in files]

    def _repr_markdown_(self) -> str:
        units = [entry.markdown() for entry in self.entries if entry.is_unit]
        others = [entry.markdown() for entry in self.entries if not entry.is_unit]
        parts = ["## " + _("Lessons"), "\n".join(units) or _("There is no lesson here yet.")]
        if others:
            parts += ["## " + _("More to try"), "\n".join(others)]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return "\n".join(f"{entry.file}: {entry.title}" for entry in self.entries)


def _entry(path: Path) -> Entry:
    is_unit = bool(UNIT.match(path.stem))
    try:
        notebook = json.loads(path.read_text("utf-8"))
        title, about = str(notebook["metadata"].get("title", path.stem)), _about(notebook)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as fault:
        return Entry(path.name, path.stem, _("cannot be read: {why}.").format(why=fault), 0, is_unit)
    levels = path.parent / "levels" / f"{path.stem}.toml"
    return Entry(path.name, title, about, len(read_unit(levels).good()) if levels.is_file() else 0, is_unit)


def _about(notebook: Any) -> str:
    """The first paragraph under the title, on one line."""
    text = next(("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"), "")
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if not part.lstrip().startswith("#")]
    return next(filter(None, paragraphs), "").replace("**", "")
