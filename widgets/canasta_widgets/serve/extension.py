"""The question of a class, and its results, where each learner has a Jupyter server of his own, as on a hub.

All servers are told one database. Jupyter loads this if it is named in ``ServerApp.jpserver_extensions``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from canasta_widgets.serve import asking, handing
from canasta_widgets.serve.asking import Asking
from canasta_widgets.serve.frame import OURS
from canasta_widgets.serve.room import DATABASE, PRESENTS
from canasta_widgets.serve.store import Store


@dataclass(frozen=True)
class Attached:
    """Somebody's Jupyter server, as far as the page around a lesson asks: it heeds no choice of a language."""

    base_url: str
    asking: Asking
    chooses: bool = False
    server_url: str = ""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Add ``class/`` where a database is named; without one there is no class, and nothing is added."""
    if address := os.environ.get(DATABASE, ""):
        attached = Attached(server.base_url, Asking(Store(address), home=server.default_url))
        server.web_app.settings[OURS] = attached
        server.web_app.add_handlers(".*$", asking.handlers(attached, attached.asking))
        server.web_app.add_handlers(".*$", handing.handlers(attached, attached.asking, _presents))


def _presents(_handler: Any) -> bool:
    """Whether whoever has this server presents to the class, as the hub told it."""
    return os.environ.get(PRESENTS) == "1"
