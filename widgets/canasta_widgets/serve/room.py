"""A class as it is served: what the teacher's command line says of it."""

from __future__ import annotations

import re
import secrets
import socket
from dataclasses import dataclass, field
from pathlib import Path

from tornado.web import RequestHandler

from canasta.words import _
from canasta_widgets.notebooks import PRESENT

MOST_LEARNERS = 500  # of one server; beyond, take several
# Taken out of the environment, which every kernel sees; so is the database of a class.
PASSWORD, SECRET = "CANASTA_CLASS_PASSWORD", "CANASTA_SECRET"
DATABASE, ADDRESS = "CANASTA_DATABASE", "CANASTA_CLASS"  # told to the kernel of the presenter's page alone
PRESENTS = "CANASTA_PRESENTS"  # 1 in the server of a teacher, where each has a server of his own
LONGEST_PASSWORD = 200
SHORTEST_SECRET = 8  # of who presents; it can be tried by anybody
SPARE = 1  # kernels kept ready for a page that is not today's


@dataclass(frozen=True)
class Room:
    """How many are expected, at which pages they arrive together, and who may come in.

    ``today`` are notebooks by file name. ``password`` "" lets everybody in. ``secret`` opens the presenter's page;
    ``database`` is an address as SQLAlchemy takes it, "" for a file of this user's; ``address`` is what learners open.
    """

    learners: int = 30
    today: tuple[str, ...] = ()
    password: str = field(default="", repr=False)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(12), repr=False)
    database: str = field(default="", repr=False)
    address: str = ""

    def __post_init__(self) -> None:
        if not 0 < self.learners <= MOST_LEARNERS:
            message = _("--learners {n}: one server takes 1 to {most}")
            raise ValueError(message.format(n=self.learners, most=MOST_LEARNERS))
        if not self.password.isprintable() or len(self.password) > LONGEST_PASSWORD:
            message = _("--password (or {name}) has up to {most} characters that can be typed")
            raise ValueError(message.format(name=PASSWORD, most=LONGEST_PASSWORD))
        if not self.secret.isprintable() or not SHORTEST_SECRET <= len(self.secret) <= LONGEST_PASSWORD:
            message = _("{name}, which opens the presenter's page, has {least} to {most} characters that can be typed")
            raise ValueError(message.format(name=SECRET, least=SHORTEST_SECRET, most=LONGEST_PASSWORD))

    def pools(self, folder: Path) -> dict[str, int]:
        """How many kernels wait for each notebook of a folder. Raises ValueError for a page that is not there."""
        names = [path.name for path in sorted(folder.glob("*.ipynb")) if path.name != PRESENT]
        if unknown := [name for name in self.today if name not in names]:
            message = _("--today: {name} is no page of {folder} for learners; there are {names}")
            stems = " ".join(name.removesuffix(".ipynb") for name in names)
            raise ValueError(message.format(name=unknown[0], folder=folder, names=stems))
        return {name: self.learners if name in self.today else SPARE for name in names}


def own_cookie(name: str, handler: RequestHandler) -> str:
    """The name of a cookie that two servers on one machine do not share: browsers tell no ports apart."""
    return f"{name}-{re.sub(r'[^A-Za-z0-9]', '-', handler.request.host)}"


def own_address() -> str:
    """The address under which others on the same network reach this machine; loopback if there is no network.

    Nothing is sent: a datagram socket that is connected knows which of the addresses it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is kept for examples
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
