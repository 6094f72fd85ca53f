"""Find a browser for the tests, or get one: ``python tests/browser/finder.py [--install]`` prints where it is.

Tried in this order: CANASTA_BROWSER, the names on PATH, the usual places of macOS and Windows, Playwright's own cache;
with --install then Playwright's own download, as root Debian's package, and else the one command to run is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
MAC = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
)
CACHED = ("chrome", "headless_shell", "chrome-headless-shell", "Chromium", "Google Chrome for Testing")
SECONDS = 120  # for Playwright's download; an unreachable mirror can make it hang
PACKAGE_SECONDS = 600
COMMAND = f'"{sys.executable}" -m playwright install chromium'

Runner = Callable[[Sequence[str], float], tuple[int, str]]


def run(command: Sequence[str], seconds: float) -> tuple[int, str]:
    """Run a command; the answer is its exit status and all it printed. A hang and a missing command are failures."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds
        )
    except subprocess.TimeoutExpired as late:
        return 1, (late.stdout or b"").decode(errors="replace") + f"\nno end within {seconds:g} s"
    except OSError as fault:
        return 1, str(fault)
    return done.returncode, done.stdout.decode(errors="replace")


def is_root() -> bool:
    """Whether packages may be installed for the whole machine."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def package(
    name: str,
    environment: Mapping[str, str] = os.environ,
    runner: Runner = run,
    root: Callable[[], bool] = is_root,
) -> tuple[int, str]:
    """Install one of Debian's packages; the answer is as that of a command."""
    apt = shutil.which("apt-get", path=environment.get("PATH", ""))
    if not apt:
        return 1, "there is no apt-get here"
    if not root():
        return 1, "only root may install it"
    status, output = runner([apt, "update"], PACKAGE_SECONDS)
    again, more = runner([apt, "install", "-y", "--no-install-recommends", name], PACKAGE_SECONDS)
    return again, output + more if status or again else more


@dataclass
class Finder:
    """Looks for a browser in an environment; every way to the outside can be replaced by a test."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    platform: str = sys.platform
    runner: Runner = run
    root: Callable[[], bool] = is_root
    say: Callable[[str], None] = print
    anywhere: bool = True  # False leaves out the fixed places, such as /Applications

    def find(self) -> Path | None:
        """The first browser there is."""
        return next((place for place in self._places() if place.is_file() and os.access(place, os.X_OK)), None)

    def install(self) -> Path | None:
        """The browser there is, else one that was fetched; None after saying what was tried."""
        found = self.find()
        if found:
            return found
        said = []
        for name, way in (("Playwright's download", self._download), ("the package chromium", self._package)):
            self.say(f"No browser found; trying {name} ...")
            status, output = way()
            found = self.find()
            if found:
                return found
            said.append(f"{name}: {output.strip() or f'exit {status}, and no browser after it'}")
        self.say("\n".join(said))
        return None

    def advice(self) -> str:
        """The one command that would help."""
        return f"The browser tests need Chromium, Chrome or Edge. Run: {COMMAND}"

    def _download(self) -> tuple[int, str]:
        return self.runner([sys.executable, "-m", "playwright", "install", "chromium"], SECONDS)

    def _package(self) -> tuple[int, str]:
        return package("chromium", self.environment, self.runner, self.root)

    def _places(self) -> Iterator[Path]:
        named = self.environment.get("CANASTA_BROWSER")
        if named:
            yield Path(named)
        for name in NAMES:
            found = shutil.which(name, path=self.environment.get("PATH", ""))
            if found:
                yield Path(found)
        if self.platform == "darwin":
            homes = [Path("/")] if self.anywhere else []
            for home in [*homes, *self._home()]:
                yield from (home / "Applications" / place for place in MAC)
        if self.platform == "win32":
            for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
                if self.environment.get(name):
                    yield from (Path(self.environment[name]) / place for place in WINDOWS)
        yield from self._cached()

    def _home(self) -> list[Path]:
        home = self.environment.get("USERPROFILE" if self.platform == "win32" else "HOME")
        return [Path(home)] if home else []

    def _cached(self) -> Iterator[Path]:
        """What Playwright has downloaded: the newest first, the full browser before the headless one."""
        places = []
        named = self.environment.get("PLAYWRIGHT_BROWSERS_PATH")
        if named and named != "0":
            places.append(Path(named))
        elif self.platform == "win32" and self.environment.get("LOCALAPPDATA"):
            places.append(Path(self.environment["LOCALAPPDATA"]) / "ms-playwright")
        else:
            for home in self._home():
                inside = "Library/Caches" if self.platform == "darwin" else ".cache"
                caches = self.environment.get("XDG_CACHE_HOME") if self.platform != "darwin" else None
                places.append((Path(caches) if caches else home / inside) / "ms-playwright")
        for place in places:
            files = [path for path in place.glob("chromium*/**/*") if _bare(path) in CACHED and path.is_file()]
            yield from sorted(files, key=_rank)


def _bare(path: PurePath) -> str:
    return path.name.removesuffix(".exe")


def _rank(path: Path) -> tuple[int, int]:
    folder = next(part for part in path.parts if part.startswith("chromium"))
    number = folder.rpartition("-")[2]
    return int("headless" in folder), -int(number) if number.isdigit() else 0


def main(arguments: Sequence[str], finder: Finder | None = None) -> int:
    """Print where the browser is; the return value is the exit status."""
    finder = finder or Finder()
    found = finder.install() if "--install" in arguments else finder.find()
    finder.say(f"Browser: {found}" if found else finder.advice())
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
