"""The end of a server, as a teacher brings it about: Ctrl+C, at whatever moment."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from processes import free_port


@pytest.mark.skipif(os.name != "posix", reason="a process of Windows is interrupted otherwise")
@pytest.mark.parametrize("seconds", [0.3, 0.7, 1.5])
def test_ctrl_c_while_kernels_start(seconds: float, tmp_path: Path) -> None:
    """The server ends soon, shows no traceback, and leaves no folder behind."""
    short = Path(tempfile.mkdtemp(prefix="end", dir="/tmp"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(short)}
    command = [sys.executable, "-m", "canasta_widgets.app", "class", "--learners", "4", "--no-browser"]
    with subprocess.Popen(
        [*command, "--ip", "127.0.0.1", "--port", str(free_port()), "--database", str(tmp_path / "class.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        # A shell that runs the tests in the background has told its children to ignore Ctrl+C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    ) as server:
        assert server.stdout is not None
        assert "Learners open http://127.0.0.1" in server.stdout.readline()
        time.sleep(seconds)
        os.killpg(server.pid, signal.SIGINT)  # as a terminal does it
        _said, wrong = server.communicate(timeout=30)
    assert "Traceback" not in wrong
    assert "Error" not in wrong
    assert server.returncode in (0, 130)
    # A kernel that is killed as it looks whether it may write there leaves the file that Python tried with.
    assert [each for each in short.iterdir() if each.is_dir()] == []
    shutil.rmtree(short)
