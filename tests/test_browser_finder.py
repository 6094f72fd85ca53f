"""The browser finder finds what there is, fetches in the right order, and else says one command."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

PATH = Path(__file__).parent / "browser" / "finder.py"
_spec = importlib.util.spec_from_file_location("canasta_browser_finder", PATH)
assert _spec is not None
assert _spec.loader is not None
finder = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = finder  # dataclasses look their module up
_spec.loader.exec_module(finder)


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


class Stage:
    """An empty machine: its commands are written down and fail unless told otherwise."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bin").mkdir()
        (folder / "home").mkdir()
        self.environment = {"PATH": str(folder / "bin"), "HOME": str(folder / "home")}
        self.commands: list[list[str]] = []
        self.said: list[str] = []
        self.is_root = False
        self.platform = "linux"
        self.effect: Callable[[Sequence[str]], int] = lambda command: 1

    def finder(self) -> finder.Finder:
        return finder.Finder(
            self.environment, self.platform, self.run, lambda: self.is_root, self.said.append, anywhere=False
        )

    def run(self, command: Sequence[str], seconds: float) -> tuple[int, str]:
        assert seconds > 0
        self.commands.append(list(command))
        return self.effect(command), "the mirror cannot be reached"

    def main(self, *arguments: str) -> int:
        return int(finder.main(arguments, self.finder()))

    def shape(self) -> list[str]:
        """The commands that ran, short: the program and what it should do."""
        return [f"{Path(c[0]).name} {c[1]}" if "apt-get" in c[0] else f"playwright {c[3]}" for c in self.commands]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_nothing_to_find(stage: Stage) -> None:
    """With nothing to find and nothing to fetch it says what failed and exactly one command, and exits with 1."""
    assert stage.main("--install") == 1
    text = "\n".join(stage.said)
    assert "the mirror cannot be reached" in text
    assert text.count("Run: ") == 1
    assert stage.said[-1].endswith("-m playwright install chromium")


def test_nothing_asked(stage: Stage) -> None:
    """Without --install nothing is run."""
    assert stage.main() == 1
    assert stage.commands == []


def test_nothing_shown_of_a_download_that_works(stage: Stage) -> None:
    """After a download that works the browser is found, and the download's own words are kept back."""

    def effect(command: Sequence[str]) -> int:
        executable(stage.folder / "home" / ".cache" / "ms-playwright" / "chromium-1200" / "chrome-linux" / "chrome")
        return 0

    stage.effect = effect
    assert stage.main("--install") == 0
    assert stage.shape() == ["playwright install"]
    assert "mirror" not in "".join(stage.said)


@pytest.mark.parametrize("name", finder.NAMES)
def test_names_on_path(stage: Stage, name: str) -> None:
    """An executable of any of the names on PATH is found, and nothing is run."""
    there = executable(stage.folder / "bin" / name)
    assert stage.finder().install() == there
    assert stage.commands == []


def test_environment_wins(stage: Stage) -> None:
    """CANASTA_BROWSER comes before what is on PATH."""
    executable(stage.folder / "bin" / "chromium")
    mine = executable(stage.folder / "mine" / "browser")
    stage.environment["CANASTA_BROWSER"] = str(mine)
    assert stage.finder().find() == mine


def test_environment_that_is_wrong(stage: Stage) -> None:
    """A CANASTA_BROWSER that is no file does not hide the browser on PATH."""
    there = executable(stage.folder / "bin" / "chromium")
    stage.environment["CANASTA_BROWSER"] = str(stage.folder / "nowhere")
    assert stage.finder().find() == there


def test_download_then_package(stage: Stage) -> None:
    """As root with apt-get the package is tried after the download, the list of packages renewed first."""
    executable(stage.folder / "bin" / "apt-get")
    stage.is_root = True
    assert stage.main("--install") == 1
    assert stage.shape() == ["playwright install", "apt-get update", "apt-get install"]


def test_package_that_works(stage: Stage) -> None:
    """What Debian's package puts on PATH is the answer."""
    executable(stage.folder / "bin" / "apt-get")
    stage.is_root = True

    def effect(command: Sequence[str]) -> int:
        if command[1] == "install":
            executable(stage.folder / "bin" / "chromium")
            return 0
        return 1

    stage.effect = effect
    assert stage.main("--install") == 0
    assert stage.said[-1] == f"Browser: {stage.folder / 'bin' / 'chromium'}"


def test_package_only_as_root(stage: Stage) -> None:
    """Who is not root is not asked to install packages."""
    executable(stage.folder / "bin" / "apt-get")
    assert stage.main("--install") == 1
    assert stage.shape() == ["playwright install"]


def test_playwright_cache(stage: Stage) -> None:
    """Of what Playwright has cached, the full browser comes before the headless one, and the newest first."""
    cache = stage.folder / "home" / ".cache" / "ms-playwright"
    executable(cache / "chromium_headless_shell-1300" / "chrome-linux" / "headless_shell")
    executable(cache / "chromium-999" / "chrome-linux" / "chrome")
    newest = executable(cache / "chromium-1200" / "chrome-linux64" / "chrome")
    assert stage.finder().find() == newest


def test_windows_and_mac_places(stage: Stage) -> None:
    """The usual places of Windows and macOS are looked at there."""
    edge = executable(stage.folder / "programs" / "Microsoft" / "Edge" / "Application" / "msedge.exe")
    chrome = executable(stage.folder / "home" / "Applications" / finder.MAC[1])
    stage.environment["PROGRAMFILES(X86)"] = str(stage.folder / "programs")
    assert stage.finder().find() is None
    stage.platform = "win32"
    assert stage.finder().find() == edge
    stage.platform = "darwin"
    assert stage.finder().find() == chrome


def test_runner_that_hangs() -> None:
    """A command without end is a failure after its time, and a command that does not exist is one at once."""
    status, output = finder.run([sys.executable, "-c", "import time; print('on', flush=True); time.sleep(60)"], 2)
    assert status == 1
    assert "on" in output
    assert "no end within 2 s" in output
    assert finder.run(["canasta-no-such-command"], 1)[0] == 1
