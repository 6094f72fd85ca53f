"""The README tells the truth: its Python runs, its commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import canasta
from canasta.__main__ import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_python_of_the_readme() -> None:
    """The five lines that open the README do what they say."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


def test_python_of_the_package() -> None:
    """So do the lines in the package's own docstring."""
    result = doctest.testmod(canasta)
    assert result.attempted >= 3
    assert result.failed == 0


def test_shell_commands_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """Each `python -m canasta` line of the README runs as it stands."""
    found = re.findall(r"^python -m canasta (\w+) +(.*?)(?:   .*)?$", README, re.MULTILINE)
    assert len(found) == 9
    for command, rest in found:
        words = re.findall(r'"([^"]*)"|(\S+)', rest)
        # What classic refuses is what the comparison is about.
        assert main([command, *(quoted or plain for quoted, plain in words)]) == (command == "compare")
    assert capsys.readouterr().out


def test_make_targets_of_the_readme() -> None:
    """Every `make` target that the README names is in the Makefile, and its picture is there."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"`make ([a-z-]+)`", README))
    assert {"run", "test", "lab"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    assert (ROOT / "docs" / "table.png").stat().st_size > 5000
