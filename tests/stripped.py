"""Say which notebooks are not as they should be stored: ``python tests/stripped.py lessons``, part of ``make lint``.

A notebook is stored as ``nbstripout --keep-id --keep-count`` leaves it, outputs kept in cells tagged keep_output. Every
code cell must be tagged nbval-ignore-output or keep_output, and a cell that keeps its outputs must have been run.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbstripout import strip_output

TAGS = {"nbval-ignore-output", "keep_output"}
EXTRA = [  # what the nbstripout command takes away besides, without being asked
    "metadata.signature",
    "metadata.widgets",
    *(
        f"cell.metadata.{key}"
        for key in ("collapsed", "ExecuteTime", "execution", "heading_collapsed", "hidden", "scrolled")
    ),
]


def stripped(notebook: Any) -> Any:
    """The notebook as nbstripout would leave it."""
    return strip_output(copy.deepcopy(notebook), keep_output=False, keep_count=True, keep_id=True, extra_keys=EXTRA)


def faults(path: Path) -> Iterator[str]:
    """What is wrong with a notebook, a sentence each."""
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    for was, should in zip(notebook.cells, stripped(notebook).cells, strict=True):
        if was != should:
            differ = sorted(key for key in {*was, *should} if was.get(key) != should.get(key))
            yield f"cell {was.get('id')} is not stripped: {', '.join(differ)}"
    if notebook.metadata != stripped(notebook).metadata:
        yield "the metadata are not stripped"
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        tags = set(cell.metadata.get("tags", []))
        if len(tags & TAGS) != 1:
            yield f"cell {cell.get('id')} needs one of the tags {', '.join(sorted(TAGS))}"
        if "hood" in tags and "keep_output" not in tags:
            yield f"cell {cell.get('id')} is under the hood, so its outputs should be kept"
        if "keep_output" in tags and not (cell.outputs and cell.execution_count):
            yield f"cell {cell.get('id')} keeps its outputs, but it has not been run"


def main(folders: Sequence[str]) -> int:
    """Print all faults in the notebooks of some folders; the return value is the exit status."""
    notebooks = [
        path
        for folder in folders
        for path in sorted(Path(folder).rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in str(path)
    ]
    found = [f"{path}: {fault}" for path in notebooks for fault in faults(path)]
    if not notebooks:
        found = [f"no notebook in {', '.join(folders) or 'no folder'}"]
    print("\n".join(found) if found else f"{len(notebooks)} notebooks are stripped")
    if found:
        print("Mend with: nbstripout --keep-id --keep-count NOTEBOOK, after running it where it says so")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
