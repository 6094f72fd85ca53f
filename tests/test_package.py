"""The package as others get it: the wheel in an empty environment, and lessons copied for a teacher to change."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest
from canasta_widgets import app, paths
from processes import free_port, stop

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def listing(folder: Path) -> list[str]:
    """All files below a folder, leaving out what Jupyter and Python leave behind."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in found if not re.search(r"\.ipynb_checkpoints|__pycache__", name))


def test_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`copy` copies notebooks and levels, byte for byte, and says how to serve them."""
    folder = tmp_path / "mine"
    assert app.main(["copy", str(folder)]) == 0
    assert "index.ipynb" in listing(folder)
    assert "levels/02-melds.toml" in listing(folder)
    assert listing(folder) == listing(paths.lessons())
    for name in listing(folder):
        assert (folder / name).read_bytes() == (paths.lessons() / name).read_bytes()
    assert f"canasta-tutor serve --lessons {folder}" in capsys.readouterr().out


def test_copy_into_an_empty_folder(tmp_path: Path) -> None:
    """A folder that is there but empty is fine."""
    assert app.main(["copy", str(tmp_path)]) == 0
    assert listing(tmp_path) == listing(paths.lessons())


def test_copy_into_a_full_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not empty is refused in a plain sentence, and nothing in it is touched."""
    (tmp_path / "work.txt").write_text("mine")
    assert app.main(["copy", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "is not empty; nothing was copied" in said.err
    assert listing(tmp_path) == ["work.txt"]


def test_copy_onto_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the place of the folder is refused, and stays."""
    file = tmp_path / "work.txt"
    file.write_text("mine")
    assert app.main(["copy", str(file)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert file.read_text() == "mine"


def test_a_folder_without_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`serve` and `lab` of a folder without an index say so, and how to make one."""
    for command in ("serve", "lab"):
        assert app.main([command, "--lessons", str(tmp_path)]) == 1
        assert "canasta-tutor copy DIR" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_a_port_that_cannot_be(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that is no port is refused in a plain sentence."""
    assert app.main(["serve", "--port", port]) == 1
    assert "is not within 1 to 65535" in capsys.readouterr().err


def answers(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    """The page a server gives for `/`; the server is ended then."""
    port = free_port()
    log = folder / f"{port}.txt"
    with log.open("w") as out:
        server = subprocess.Popen(
            [*command, "--port", str(port), "--no-browser"],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        end = time.monotonic() + 60
        while True:
            try:
                with opener.open(f"http://127.0.0.1:{port}/", timeout=60) as answer:
                    return str(answer.read().decode())
            except OSError:
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.3)
    finally:
        stop(server)


@pytest.mark.slow
def test_wheel_in_an_empty_environment(tmp_path: Path) -> None:
    """A built wheel and the lock are all an empty environment needs to copy the lessons and to serve either set."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(tmp_path)]
    subprocess.run([*build, str(ROOT)], check=True, timeout=300)
    (wheel,) = tmp_path.glob("canasta_tutor-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for name in listing(paths.lessons()):
        assert any(each.endswith(f"share/canasta-tutor/lessons/{name}") for each in names), name
    assert not [name for name in names if name.startswith(("tests/", "binder/"))]

    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    scripts = tmp_path / "env" / SCRIPTS
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "JUPYTER_PATH")}
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet"]
    lock = ["--require-hashes", "-r", str(ROOT / "requirements" / "run.txt")]
    subprocess.run([*install, *lock], check=True, env=environment, timeout=900)
    subprocess.run([*install, "--no-deps", str(wheel)], check=True, env=environment, timeout=120)

    tutor = str(scripts / "canasta-tutor")
    mine = tmp_path / "mine"
    subprocess.run([tutor, "copy", str(mine)], check=True, cwd=tmp_path, env=environment, timeout=60)
    assert listing(mine) == listing(paths.lessons())
    index = mine / "index.ipynb"
    index.write_text(index.read_text().replace("Learn canasta by playing it", "My own class"))
    for command, heading in (
        ([tutor, "serve", "--lessons", str(mine)], "My own class"),
        ([tutor, "serve"], "Learn canasta by playing it"),
    ):
        page = answers(command, tmp_path, environment)
        assert 'id="canasta-page"' in page
        assert heading in page
        assert "A meld is 3 or more cards of one rank." in page
