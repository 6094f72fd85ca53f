"""Renews the lock files from pyproject.toml, for every platform and Python we support, without an index's address.

uv resolves for all platforms at once and writes environment markers; pip-compile knows only the machine it runs on.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BUILD = "hatchling>=1.27\neditables>=0.5\n"  # what --no-build-isolation needs to be there


def compile_lock(name: str, *extras: str) -> None:
    """Write requirements/<name>.txt."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--upgrade"]
    command += ["--generate-hashes", "--python-version", "3.11", "--no-emit-index-url", "--no-annotate", "--no-header"]
    command += [
        "--custom-compile-command",
        "make lock",
        *extras,
        "pyproject.toml",
        "-",
        "-o",
        str(HERE / f"{name}.txt"),
    ]
    subprocess.run(command, input=BUILD, text=True, check=True, cwd=HERE.parent)


if __name__ == "__main__":
    compile_lock("run")
    compile_lock("dev", "--extra", "dev")
