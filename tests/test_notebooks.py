"""The notebooks run, and what they store is what they say."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
import stripped

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted(path for path in (ROOT / "lessons").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
NAMES = [path.stem for path in NOTEBOOKS]


def nbval(folder: Path, *places: Path) -> dict[str, Counter[str]]:
    """Run nbval in strict mode; for each notebook how many of its code cells passed and failed."""
    (folder / "empty.ini").write_text("[pytest]\n")
    report = folder / "report.xml"
    paths = [str(ROOT), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")]
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [
            *command,
            "-c",
            str(folder / "empty.ini"),
            f"--rootdir={places[0].parent}",
            f"--junitxml={report}",
            *map(str, places),
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTEST_ADDOPTS": ""},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    counts: dict[str, Counter[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("classname", "").rpartition(".")[0].rpartition(".")[2] or case.get("classname", "")
        outcome = {"failure": "failed", "error": "failed", "skipped": "skipped"}
        kind = next((outcome[child.tag] for child in case if child.tag in outcome), "passed")
        counts.setdefault(name, Counter())[kind] += 1
    return counts


def code_cells(path: Path) -> list[Any]:
    """The code cells of a notebook."""
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_there_are_notebooks() -> None:
    """The lessons are found, the index among them."""
    assert "index" in NAMES
    assert len(NOTEBOOKS) >= 2


def test_strict(tmp_path: Path) -> None:
    """Every code cell of every notebook runs without an error and gives the output that is stored."""
    counts = nbval(tmp_path, *NOTEBOOKS)
    assert counts == {path.stem: Counter(passed=len(code_cells(path))) for path in NOTEBOOKS}


def test_altered_outputs_are_seen(tmp_path: Path) -> None:
    """Altering the stored outputs turns exactly their cells red, so strict mode does compare every one of them."""
    # The cells of all notebooks in one, since each kernel takes a second to start.
    altered = nbformat.v4.new_notebook(metadata=nbformat.read(NOTEBOOKS[0], as_version=4).metadata)
    for path in NOTEBOOKS:
        cells = code_cells(path)
        assert any(cell.outputs for cell in cells)
        altered.cells += cells
    for number, cell in enumerate(altered.cells):
        cell.id = f"cell-{number}"
        for output in cell.outputs[:1]:
            if output.output_type == "stream":
                output.text += "and more\n"
            else:
                output.data["text/plain"] += " and more"
    nbformat.write(altered, tmp_path / "altered.ipynb")
    stored = sum(bool(cell.outputs) for cell in altered.cells)
    assert len(NOTEBOOKS) > 20
    counts = nbval(tmp_path, tmp_path / "altered.ipynb")
    assert counts == {"altered": Counter(failed=stored, passed=len(altered.cells) - stored)}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_metadata(path: Path) -> None:
    """A notebook has a title and a language, asks for the kernel python3 and names no version of Python."""
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert notebook.metadata.title
    assert notebook.metadata.lang
    assert notebook.metadata.kernelspec.name == "python3"
    assert dict(notebook.metadata.language_info) == {"name": "python"}


def test_stored_as_they_should_be(capsys: pytest.CaptureFixture[str]) -> None:
    """The check of `make lint` finds nothing to mend."""
    assert stripped.main([str(ROOT / "lessons")]) == 0, capsys.readouterr().out


def _ignored(cell: Any) -> None:
    cell.metadata.tags = ["nbval-ignore-output"]


def _output(cell: Any) -> None:
    cell.outputs = [nbformat.v4.new_output("stream", text="left over\n")]


def _scrolled(cell: Any) -> None:
    cell.metadata.scrolled = True


def _untagged(cell: Any) -> None:
    cell.metadata.tags = []


def _not_run(cell: Any) -> None:
    cell.metadata.tags = ["hood", "keep_output"]
    cell.execution_count = None


def _lost(cell: Any) -> None:
    cell.metadata.tags = ["hood", "nbval-ignore-output"]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ([_ignored, _output], "not stripped: outputs"),
        ([_ignored, _scrolled], "not stripped: metadata"),
        ([_untagged], "needs one of the tags"),
        ([_output, _not_run], "has not been run"),
        ([_lost], "should be kept"),
    ],
)
def test_what_stripped_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: list[Any], word: str) -> None:
    """The check of `make lint` names the notebook, the cell and the fault, and fails."""
    cell = nbformat.v4.new_code_cell("1 + 1", id="faulty")
    for change in changes:
        change(cell)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "one.ipynb")
    assert stripped.main([str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "one.ipynb: cell faulty" in said
    assert word in said


def test_stripped_needs_notebooks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without a notebook is a fault, not a success."""
    assert stripped.main([str(tmp_path)]) == 1
    assert "no notebook" in capsys.readouterr().out


def test_stripped_agrees_with_nbstripout(tmp_path: Path) -> None:
    """What the check takes for stripped is what the command itself leaves as it is."""
    for path in NOTEBOOKS:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    copies = sorted(tmp_path.glob("*.ipynb"))
    subprocess.run(
        [sys.executable, "-m", "nbstripout", "--keep-id", "--keep-count", *map(str, copies)], check=True, timeout=60
    )
    for path in NOTEBOOKS:
        assert (tmp_path / path.name).read_text() == path.read_text()
