"""A lesson as a page of its own: run once, with pictures in place of live tables, asking no host for anything."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from canasta.words import _
from canasta_widgets import paths
from canasta_widgets.picture import svg_words
from canasta_widgets.serve.config import settings
from canasta_widgets.shown import FRONT

if TYPE_CHECKING:
    from nbformat import NotebookNode

CELL_SECONDS = 120  # that a cell may run


def page(notebook: Path) -> str:
    """The notebook's page as HTML, after running all its cells in its own folder.

    Raises FileNotFoundError if there is no such file, ValueError with one sentence where it is no notebook or where a
    cell cannot be run; then the sentence says which cell, and why.
    """
    lesson = _read(notebook)
    _run(lesson, notebook)
    return _html(lesson, notebook)


def found(name: Path) -> Path:
    """The notebook of that path, else the lesson of that name. Raises FileNotFoundError saying where it looked."""
    lesson = paths.lessons() / f"{name.name.removesuffix('.ipynb')}.ipynb"
    if not name.exists() and str(name) == name.name and lesson.is_file():
        return lesson
    if not name.is_file():
        raise FileNotFoundError(_("{file}: there is no such notebook, nor a lesson of that name").format(file=name))
    return name


def _read(path: Path) -> NotebookNode:
    import nbformat  # late, as all of Jupyter's own modules: a table needs none of them

    try:
        text = path.read_text("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cells without an id get one
            lesson = nbformat.reads(text, as_version=4)
            nbformat.validate(lesson)
    except OSError as fault:
        raise OSError(_("{file} cannot be read: {why}").format(file=path, why=fault.strerror)) from None
    # What is raised depends on where in the file the fault is.
    except (ValueError, LookupError, AttributeError, TypeError, nbformat.ValidationError):
        raise ValueError(_("{file} is no notebook, or a damaged one").format(file=path)) from None
    # The state of live widgets, if some were saved, would take the pictures' place.
    lesson.metadata.pop("widgets", None)
    return lesson


def _run(lesson: NotebookNode, path: Path) -> None:
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from traitlets.config import Config

    running = 0

    def begins(cell: Any, cell_index: int, **_more: Any) -> None:
        nonlocal running
        running = sum(each.cell_type == "code" for each in lesson.cells[: cell_index + 1])

    with TemporaryDirectory() as sockets:
        talk = settings(path.parent)["KernelManager"]
        if talk["transport"] == "ipc":
            talk["ip"] = f"{sockets}/kernel"  # else a name in the folder of whoever looks
        client = NotebookClient(
            lesson,
            kernel_name="python3",
            resources={"metadata": {"path": str(path.parent.resolve())}},
            timeout=CELL_SECONDS,
            store_widget_state=False,
            on_cell_start=begins,
            config=Config({"KernelManager": talk}),
        )
        try:
            client.execute()
            return
        except CellExecutionError as fault:
            why = f"{fault.ename}: {fault.evalue}".partition("\n")[0]
        except CellTimeoutError:
            why = _("it takes longer than {n} seconds").format(n=CELL_SECONDS)
        except DeadKernelError:
            why = _("Python ended while it ran")
        except (NoSuchKernel, RuntimeError) as fault:
            raise ValueError(_("{file} cannot be run: {why}").format(file=path, why=fault)) from None
    raise ValueError(_("{file}: code cell {n} cannot be run: {why}").format(file=path, n=running, why=why))


def _html(lesson: NotebookNode, path: Path) -> str:
    from nbconvert import HTMLExporter

    exporter = HTMLExporter(
        raw_template=(FRONT / "export.html.j2").read_text("utf-8"),
        embed_images=True,
        exclude_anchor_links=True,
        language_code=lesson.metadata.get("lang", "en"),
        filters={"svg_words": svg_words},
    )
    where = {"metadata": {"name": path.stem, "path": str(path.parent.resolve())}}
    html, _resources = exporter.from_notebook_node(lesson, where)
    # A link to another lesson leads to that lesson's page, exported beside this one.
    return re.sub(r'(<a [^>]*href="(?!\w+:)[^"#]*)\.ipynb(?=["#])', r"\1.html", str(html))
