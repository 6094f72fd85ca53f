"""Handing in: learners' results come below ``class/results``, and only whoever presents reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tornado.web import authenticated

from canasta.tutor.progress import ProgressError
from canasta.tutor.results import LARGE, MOST_HANDED, NAMELESS, Results, read_results
from canasta.words import N_, speaking
from canasta_widgets.serve.asking import Asking, Of
from canasta_widgets.serve.handed import Full, Handed
from canasta_widgets.serve.store import StoreError

HANDED = N_("Handed in. Your teacher can read it.")
ANEW = N_("Handed in once more, in place of what you had handed in before.")
NOT_YET = N_("Not handed in yet; this page tries again by itself.")
MANY = N_("No more can be handed in: as many results are here as are kept. Save yours as a file, and send it.")
FOREIGN = N_("Results come from the class's own pages.")
TEACHERS = N_("What was handed in is shown in a browser in which the presenter's page has been opened.")
NOT_NOW = N_("What was handed in cannot be read just now.")
GONE = N_("This is not there any more.")
NO_TIME = N_("It is not said until when; until=1767225600.5 would be right, in seconds since 1970.")
FORGOTTEN = N_("What was handed in is deleted.")

TIME = re.compile(rb"[0-9]{1,12}(\.[0-9]{1,9})?", re.ASCII)
Reads = Callable[[Any], bool]  # whether a request comes from whoever presents


def handlers(server: Any, asking: Asking, reads: Reads) -> list[Any]:
    """The addresses below ``class/results``, for a server of Jupyter's."""
    below = server.server_url or server.base_url
    given = {"asking": asking, "reads": reads}
    return [(f"{below}class/results", Sheets, given), (rf"{below}class/results/([0-9]{{1,9}})", One, given)]


class OfResults(Of):
    """What both share."""

    def initialize(self, asking: Asking, reads: Reads) -> None:
        super().initialize(asking)
        self.reads = reads
        self.handed = Handed(asking.store)

    def check_xsrf_cookie(self) -> None:
        """Where results come from is told by their origin, as with a vote."""

    def admitted(self) -> bool:
        """Whether whoever presents asks; if not, it has been answered."""
        self.set_header("Cache-Control", "no-store")
        if self.reads(self):
            return True
        self.say(403, TEACHERS)
        return False


class Sheets(OfResults):
    """All that was handed in."""

    @authenticated
    async def post(self) -> None:
        """Hand in; it is kept when this says so, and not before."""
        if self.foreign:
            self.say(403, FOREIGN)
        elif len(self.request.body) > MOST_HANDED:
            self.say(413, LARGE)
        else:
            try:
                with speaking(self.language):  # so in no other thread
                    results = read_results(self.request.body.decode(errors="replace"))
            except ProgressError as fault:
                self.say(400, str(fault))
                return
            await self._keep(results)

    async def _keep(self, results: Results) -> None:
        if not results.label:
            self.say(400, NAMELESS)
            return
        try:
            again = await self.asking.run(self.handed.hand_in, self.known(), results)
        except Full as fault:
            self.say(413, LARGE if fault.large else MANY)
        except StoreError:
            self.say(503, NOT_YET)
        else:
            self.say(200, ANEW if again else HANDED)

    @authenticated
    async def get(self) -> None:
        """Say what there is, the latest first."""
        if not self.admitted():
            return
        try:
            sheets = await self.asking.run(self.handed.sheets)
        except StoreError:
            self.say(503, NOT_NOW)
            return
        self.finish({"sheets": [each._asdict() for each in sheets]})

    @authenticated
    async def delete(self) -> None:
        """Delete what came ``until`` a time, that of the latest one that whoever presents has seen."""
        until = self.request.query_arguments.get("until", [b""])[-1]
        if self.foreign:
            self.say(403, FOREIGN)
        elif self.admitted():
            if not TIME.fullmatch(until):
                self.say(400, NO_TIME)
                return
            try:
                await self.asking.run(self.handed.forget, float(until))
            except StoreError as fault:
                self.say(503, str(fault))
            else:
                self.say(200, FORGOTTEN)


class One(OfResults):
    """One of them."""

    @authenticated
    async def get(self, number: str) -> None:
        """Give its text."""
        if not self.admitted():
            return
        try:
            file = await self.asking.run(self.handed.file, int(number))
        except StoreError:
            self.say(503, NOT_NOW)
            return
        if file is None:
            self.say(404, GONE)
        else:
            self.finish({"file": file})
