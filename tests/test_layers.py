"""Layers never turn: lessons use canasta_widgets, that uses canasta.tutor, that uses canasta, that uses the stdlib."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ["canasta", "canasta.tutor", "canasta_widgets"]  # each may use itself and what stands before it
BESIDES = {"canasta.tutor": {"fsrs"}}  # small pure packages that a layer may use beside the stdlib
LATE = {"fsrs", "matplotlib", "voila", "sqlalchemy", "jupyter_server", "tornado"}
LATE |= {"numpy", "pandas", "nbconvert", "nbclient", "nbformat", "jupyter_client"}


def layer_of(module: str) -> str:
    """The layer of a module of ours; the longest name that fits."""
    return max((layer for layer in LAYERS if module == layer or module.startswith(layer + ".")), key=len, default="")


def sources() -> Iterator[tuple[str, Path]]:
    """Every module of ours with its file."""
    for base in (ROOT / "canasta", ROOT / "widgets" / "canasta_widgets"):
        for path in sorted(base.rglob("*.py")):
            parts = path.relative_to(base.parent).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), path


def imports(module: str, path: Path, *, top_only: bool = False) -> Iterator[str]:
    """The modules that a file imports, relative ones resolved, inside functions too."""
    tree = ast.parse(path.read_text("utf-8"))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" if layer_of(f"{base}.{alias.name}") else base for alias in node.names)


MODULES = list(sources())


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[module for module, _ in MODULES])
def test_arrow_does_not_turn(module: str, path: Path) -> None:
    """A module imports only its own layer, layers below, and what its layer may use from outside."""
    own = LAYERS.index(layer_of(module))
    for name in imports(module, path):
        layer = layer_of(name)
        if layer:
            assert LAYERS.index(layer) <= own, f"{module} imports {name}"
        elif own < 2:
            allowed = sys.stdlib_module_names | BESIDES.get(LAYERS[own], set())
            assert name.partition(".")[0] in allowed, f"{module} imports {name}"


def test_heavy_imports_are_late() -> None:
    """Nothing that a table needs pays for a plot or a server at import."""
    seen = 0
    for module, path in MODULES:
        if module.startswith("canasta_widgets.serve"):
            continue
        seen += 1
        assert not LATE & {name.partition(".")[0] for name in imports(module, path, top_only=True)}, module
    assert seen > 20


def test_a_table_loads_nothing_heavy() -> None:
    """Nor does what those modules import in their turn: a kernel that shows a table has loaded none of it."""
    code = "import sys, canasta_widgets.table, canasta_widgets.stepper, canasta_widgets.lesson; print(*sys.modules)"
    path = os.pathsep.join(map(str, (ROOT, ROOT / "widgets")))
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    loaded = set(out.stdout.split())
    assert "canasta_widgets.picture" in loaded
    assert loaded & LATE == set()


def test_relative_imports_are_seen(tmp_path: Path) -> None:
    """The reader of imports resolves relative ones, else an arrow could hide in them."""
    path = tmp_path / "x.py"
    path.write_text("from ..tutor import levels\nfrom . import y\n")
    assert list(imports("canasta.sub.x", path)) == ["canasta.tutor.levels", "canasta.sub.y"]


def test_browser_code_names_no_clause() -> None:
    """JavaScript knows no rule: no clause id stands in it."""
    from canasta import BOOK

    scripts = sorted((ROOT / "widgets" / "canasta_widgets").rglob("*.js"))
    assert scripts
    for script in scripts:
        text = script.read_text("utf-8")
        assert not [id for id in BOOK.ids() if id in text], script.name


CLAUSE_ID = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*")


def test_widgets_name_clauses_that_are_there() -> None:
    """A clause that a widget picks out, such as the one with the running total, is in the book under that very id."""
    from canasta import BOOK

    families = {id.partition(".")[0] for id in BOOK.ids()}
    named = set()
    for module, path in MODULES:
        if layer_of(module) == "canasta_widgets":
            texts = (
                node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)
            )
            named |= {text for text in texts if isinstance(text, str) and CLAUSE_ID.fullmatch(text)}
    named = {text for text in named if text.partition(".")[0] in families}
    assert {"initial.minimum", "take.whole", "meld.final"} <= named
    assert named <= set(BOOK.ids())
