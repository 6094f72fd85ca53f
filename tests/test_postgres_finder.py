"""PostgreSQL for the tests is found where it is, else fetched, else the one command is said."""

from __future__ import annotations

from pathlib import Path

from postgres import ADVICE, install, programs


def test_the_newest_is_taken(tmp_path: Path) -> None:
    """Of several versions side by side the highest number wins, as a number."""
    for version in ("9", "15", "common"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    assert programs(tmp_path) == tmp_path / "15" / "bin"


def test_what_is_missing_is_fetched(tmp_path: Path) -> None:
    """Debian's package is asked for only where nothing is found; what comes of it is looked at, and a failure said."""
    said: list[str] = []
    there: list[Path] = []

    def fetch(name: str) -> tuple[int, str]:
        there.append(tmp_path / name)
        return 0, ""

    def find() -> Path | None:
        return there[-1] if there else None

    assert install(find, fetch, said.append) == tmp_path / "postgresql"
    assert len(there) == 1
    assert install(find, fetch, said.append) == tmp_path / "postgresql"
    assert len(there) == 1
    assert install(lambda: None, lambda _name: (1, "only root may install it"), said.append) is None
    assert said[-1] == "only root may install it"
    assert ADVICE.count("Run") == 1
