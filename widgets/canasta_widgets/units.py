"""A unit's file is read once for a page, and its parts share what was read."""

from __future__ import annotations

from pathlib import Path

from canasta.tutor.levels import Unit, read_unit
from canasta_widgets import paths


def the_unit(unit: str | Unit, folder: Path | None = None) -> Unit:
    """The unit of a name such as "02-melds", read and not yet proved; one that was read already is itself."""
    if isinstance(unit, Unit):
        return unit
    return read_unit((folder or paths.levels()) / f"{unit}.toml", proved=False)
