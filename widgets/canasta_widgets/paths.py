"""Where the lessons and the Voilà template lie: in a checkout the sources themselves, else what the wheel installed."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
JUPYTER = HERE / "serve" / "jupyter"  # holds voila/templates/canasta, as a folder of JUPYTER_PATH does


def lessons() -> Path:
    """The folder of the notebooks. Raises FileNotFoundError saying where it was looked for."""
    checkout = HERE.parents[1] / "lessons"
    # A wheel's shared data lies under the environment's prefix, or the user's for `pip install --user`.
    prefixes = [sys.prefix, sysconfig.get_config_var("userbase") or sys.prefix]
    places = [checkout, *(Path(prefix) / "share" / "canasta-tutor" / "lessons" for prefix in prefixes)]
    for place in places:
        if (place / "index.ipynb").is_file():
            return place
    raise FileNotFoundError("the lessons are in none of " + ", ".join(str(place) for place in places))


def notebooks() -> Path:
    """The folder of the notebook that runs if it has an index, else that of the lessons."""
    return Path.cwd() if (Path.cwd() / "index.ipynb").is_file() else lessons()


def levels(folder: Path | None = None) -> Path:
    """The folder of the level files: beside the notebook that runs if it has one, else with the lessons."""
    beside = (folder or Path.cwd()) / "levels"
    return beside if beside.is_dir() else lessons() / "levels"
