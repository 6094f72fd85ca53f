"""Where kernels are talked to: by sockets that are files, whose path has room for few letters."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest
from canasta_widgets.serve.config import LONGEST_FOLDER, settings, sockets

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such files on Windows")
MACOS = "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T"


def test_a_short_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder for temporary files is used where its name is short enough for a socket's path, on macOS too."""
    folder = "/run/" + "x" * (LONGEST_FOLDER - 5)
    monkeypatch.setattr(tempfile, "tempdir", folder)
    monkeypatch.setattr(os, "access", lambda path, _mode: True)
    assert sockets() == folder
    assert len(f"{folder}/voila_{'x' * 8}/kernel-{uuid4()}-ipc-5") <= 103
    assert settings(Path())["Voila"]["connection_dir_root"] == folder


def test_a_long_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is too long another one is, and where there is none kernels are talked to by TCP."""
    monkeypatch.setattr(tempfile, "tempdir", MACOS)
    assert sockets() == "/tmp"
    monkeypatch.setattr(os, "access", lambda path, _mode: False)
    assert sockets() == ""
    found = settings(Path())
    assert found["KernelManager"]["transport"] == "tcp"
    assert "connection_dir_root" not in found["Voila"]
