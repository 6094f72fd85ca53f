"""Binder opens the lessons: repo2docker's own files, read, and in the long run followed step by step."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import unquote

import pytest
from canasta_widgets import binder
from canasta_widgets.app import main
from canasta_widgets.serve.frame import put_frame
from processes import free_port, stop
from traitlets.config import PyFileConfigLoader

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
UNCOPIED = shutil.ignore_patterns(
    ".git", ".venv", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "node_modules", "build", "dist"
)


def lines(name: str) -> list[str]:
    """The lines of a file in binder/ that say something."""
    text = (BINDER / name).read_text()
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def test_only_what_repo2docker_knows() -> None:
    """Every file in binder/ is one that repo2docker reads, and none that would make it pass over requirements.txt."""
    assert sorted(path.name for path in BINDER.iterdir()) == ["postBuild", "requirements.txt", "runtime.txt"]


def test_requirements_are_the_lock() -> None:
    """The requirements are the locked versions, hashes and all, and the lock has what postBuild needs to build."""
    assert lines("requirements.txt") == ["-r ../requirements/run.txt"]
    lock = (BINDER / "../requirements/run.txt").read_text()
    assert "--hash=sha256:" in lock
    assert "hatchling==" in lock
    assert "voila==" in lock
    assert "jupyterlab==" in lock


def test_python_is_one_we_support() -> None:
    """The Python that is asked for is the oldest one we support."""
    assert lines("runtime.txt") == ["python-3.11"]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text()


def test_post_build() -> None:
    """postBuild can be run, stops at the first fault, and installs the package from the root without fetching more."""
    path = BINDER / "postBuild"
    if os.name != "nt":
        assert os.access(path, os.X_OK)
    text = path.read_text()
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\r" not in text
    assert lines("postBuild")[:2] == [
        "set -euo pipefail",
        "python -m pip install --quiet --no-deps --no-build-isolation .",
    ]


def test_configuration(tmp_path: Path) -> None:
    """What postBuild writes names our template and its frame, serves no file, and leaves the server's options alone."""
    script = (BINDER / "postBuild").read_text().partition("<<'PYTHON'\n")[2].partition("\nPYTHON\n")[0]
    assert script
    (tmp_path / "jupyter_config.py").write_text(script)
    written = PyFileConfigLoader("jupyter_config.py", str(tmp_path)).load_config()
    voila = written.VoilaConfiguration
    assert voila.template == "canasta"
    assert voila.allow_template_override == "NO"
    assert voila.allow_theme_override == "NO"
    assert voila.file_allowlist == ["$^"]
    assert voila.preheat_kernel is False
    assert voila.page_config_hook is put_frame
    assert "anywidget" in voila.extension_allowlist
    assert written.MappingKernelManager.cull_connected is True
    assert "Voila" not in written
    assert "ServerApp" not in written


def test_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the index in Voilà, a lesson in JupyterLab, and a badge; each path is a file that is there."""
    assert main(["binder", "some-one/their-lessons", "--ref", "a/branch"]) == 0
    index, lesson, badge = capsys.readouterr().out.splitlines()
    for address, place in ((index, "voila/render/"), (lesson, "lab/tree/")):
        base, _mark, query = address.partition("?urlpath=")
        assert base.endswith("/gh/some-one/their-lessons/a%2Fbranch")
        assert unquote(query).startswith(place)
        assert (ROOT / unquote(query).removeprefix(place)).is_file()
    assert badge.endswith(f"({index})")


@pytest.mark.parametrize("text", ["", "canasta", "a/b/c", "https://example.org/a/b", "a b/c"])
def test_no_repository(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no OWNER/NAME is named, with what would be right."""
    assert main(["binder", text]) == 1
    said = capsys.readouterr().err
    assert repr(text) in said
    assert "OWNER/NAME" in said


def test_the_readmes_badge() -> None:
    """The README's badge is the one that the command prints."""
    assert binder.badge("OWNER/canasta-tutor") in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("repo2docker") is None, reason="there is no repo2docker on PATH")
def test_dockerfile(tmp_path: Path) -> None:
    """repo2docker itself reads our files: the whole repository is there before pip runs, and postBuild comes last."""
    repository = tmp_path / "repository"
    shutil.copytree(ROOT, repository, ignore=UNCOPIED)
    command = ["repo2docker", "--no-build", "--debug", "--user-id", "1000", "--user-name", "jovyan", str(repository)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    steps = ["COPY --chown=1000:1000 src/ ", '-r "binder/requirements.txt"', "RUN ./binder/postBuild"]
    places = [said.index(step) for step in steps]
    assert places == sorted(places)
    assert "python=3.11" in said or "environment.py-3.11" in said


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Binder's machines run Linux")
def test_as_repo2docker_does(tmp_path: Path) -> None:
    """In a fresh environment its steps end in a server whose lessons have our template, in Voilà and in JupyterLab."""
    repository = tmp_path / "repository"
    shutil.copytree(ROOT, repository, ignore=UNCOPIED)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    home = tmp_path / "home"
    home.mkdir()
    dropped = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {
        **{name: value for name, value in os.environ.items() if name not in dropped and "JUPYTER" not in name},
        "PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
    }

    def step(*command: str) -> None:
        done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stdout + done.stderr

    # pip's own configuration, such as the index to use, is the machine's.
    real = Path(os.environ.get("HOME", "~")).expanduser()
    for place in (".config/pip", ".pip"):
        if (real / place).is_dir():
            shutil.copytree(real / place, home / place)
    step("pip", "install", "--no-cache-dir", "--quiet", "-r", "binder/requirements.txt")
    step("./binder/postBuild")

    port = free_port()
    options = ["--ServerApp.base_url=/user/x/", "--IdentityProvider.token=word", f"--ServerApp.port={port}"]
    log = tmp_path / "log.txt"
    with log.open("w") as out:
        server = subprocess.Popen(
            ["jupyter-lab", "--no-browser", "--allow-root", "--ServerApp.port_retries=0", *options],
            cwd=repository,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )

        def ask(path: str) -> str:
            with opener.open(f"http://127.0.0.1:{port}/user/x/{path}", timeout=60) as answer:
                return str(answer.read().decode())

        end = time.monotonic() + 60
        while True:
            try:
                ask("api/status?token=word")
                break
            except (OSError, urllib.error.URLError):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.3)
        index = ask("voila/render/lessons/index.ipynb?token=word")
        assert 'id="canasta-page"' in index
        assert '<a class="canasta-home" href="index.ipynb">' in index
        assert "A meld is 3 or more cards of one rank." in index
        lesson = ask("voila/render/lessons/02-melds.ipynb?template=lab&token=word")
        assert 'id="canasta-page"' in lesson
        assert "application/vnd.jupyter.widget-view+json" in lesson
        assert ask("voila/templates/canasta/static/page.js?token=word").startswith("//")
        assert "jupyter-config-data" in ask("lab/tree/lessons/index.ipynb?token=word")
        with pytest.raises(urllib.error.HTTPError):
            ask("voila/files/lessons/levels/02-melds.toml?token=word")
    finally:
        stop(server)
