"""What a class is asked, below ``class/``: a light page for any device, with no kernel behind it."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import jinja2
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import ensure_async
from tornado.web import authenticated

from canasta.words import ENGLISH, N_, _, direction, ended, speaking
from canasta_widgets.picture import MOST, NARROW, svg_words
from canasta_widgets.polling import Poll, heading
from canasta_widgets.serve import frame
from canasta_widgets.serve.config import HOME
from canasta_widgets.serve.frame import COOKIE as LANGUAGE
from canasta_widgets.serve.frame import wish
from canasta_widgets.serve.store import DAYS, Asked, Refused, Store, StoreError

FRESH = 0.5  # seconds for which all devices are told the same without asking the database
PACE = 1500  # milliseconds between two questions of a page
MOST_BYTES = 1000  # of a vote
THREADS = 8  # that may wait for the database to read, and as many to write
LIMIT = 8  # seconds; longer than what a vote may wait for others, so that none is overtaken by the next of its browser
COOKIE = "canasta-browser"
BROWSER = re.compile(r"[A-Za-z0-9_-]{22}")  # what stands in it
NOWHERE = "?"  # what stands for a state that could not be read, and is no state
STATIC = "voila/templates/canasta/static/"

KEPT = N_("Your answer is kept; you can change it until the answer is shown.")
WAITS = N_("Your answer is not kept yet; this page tries again by itself.")
LATE = N_("The answer has been shown, so this one came too late.")
NO_ANSWER = N_("That is none of the choices.")
NO_COOKIE = N_("Your browser keeps no cookie of this page, so it cannot be told from others. Load the page again.")
FOREIGN = N_("Answers come from the class's own page.")
GONE = N_("This is not asked any more.")
UNREAD = N_("The question cannot be read just now. This goes away by itself.")
UNANSWERED = N_("You did not answer this one.")
RIGHT, WRONG = N_("You answered: {answer} That is right."), N_("You answered: {answer} That is not it.")

T = TypeVar("T")
PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "pages"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


class Asking:
    """The question of the moment, for all who ask: the database is asked by one of them now and then.

    ``home`` is the address of the lessons, if it is not that of ``canasta-tutor``; nobody waits for the database longer
    than ``limit`` seconds.
    """

    def __init__(self, store: Store, *, home: str = "", limit: float = LIMIT) -> None:
        self.store = store
        self.home = home
        self._limit = limit
        # While votes wait for a database that is held by others, what is asked can still be read.
        self._reading, self._writing = (ThreadPoolExecutor(THREADS, f"class-{name}") for name in ("reads", "writes"))
        self._lock = asyncio.Lock()
        self._found: Asked | StoreError | None = None
        self._when = float("-inf")

    async def run(self, work: Callable[..., T], *arguments: Any, writes: bool = False) -> T:
        """Do something with the database without keeping the lessons waiting.

        Raises StoreError if it takes too long; what had begun is still done, and what had not is not.
        """
        pool = self._writing if writes else self._reading
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(pool, work, *arguments), self._limit
            )
        except TimeoutError as fault:
            raise StoreError("no answer in time") from fault

    async def now(self) -> Asked | None:
        """What is asked. Raises StoreError if the database does not say."""
        async with self._lock:
            if time.monotonic() - self._when > FRESH:
                try:
                    self._found = await self.run(self.store.asked)
                except StoreError as fault:
                    self._found = fault
                self._when = time.monotonic()
            found = self._found
        if isinstance(found, StoreError):
            raise StoreError(str(found))
        return found


def handlers(server: Any, asking: Asking) -> list[Any]:
    """The addresses below ``class/``, for a server of Jupyter's."""
    below = server.server_url or server.base_url
    given = {"asking": asking}
    return [
        (f"{below}class", Without, given),
        (f"{below}class/", Page, given),
        (f"{below}class/state", State, given),
        (f"{below}class/question", Question, given),
        (rf"{below}class/table/([0-9]+)/(wide|narrow)\.svg", Picture, given),
        (f"{below}class/vote", Vote, given),
    ]


class Of(JupyterHandler):
    """What all of them share."""

    language = ENGLISH

    def initialize(self, asking: Asking) -> None:
        self.asking = asking

    async def prepare(self) -> None:
        await ensure_async(super().prepare())
        self.language = wish(self.get_cookie(LANGUAGE, ""))

    @property
    def browser(self) -> str:
        """What tells this browser from others; "" if it keeps nothing yet."""
        cookie = self.get_cookie(COOKIE) or ""
        return cookie if BROWSER.fullmatch(cookie) else ""

    def known(self) -> str:
        """The same; a browser that keeps nothing yet is told what to keep."""
        if self.browser:
            return self.browser
        name, https = secrets.token_urlsafe(16), self.request.protocol == "https"
        more = {"path": self.base_url, "expires_days": DAYS, "httponly": True, "samesite": "Lax", "secure": https}
        self.set_cookie(COOKIE, name, **more)
        return name

    @property
    def foreign(self) -> bool:
        """Whether the page of another site asks."""
        origin = self.request.headers.get("Origin")
        return origin is not None and urlsplit(origin).netloc != self.request.host

    def say(self, status: int, message: str) -> None:
        """Answer with a sentence for the page."""
        self.set_status(status)
        with speaking(self.language):
            self.finish({"message": _(message)})

    async def tell(self, template: str, **more: Any) -> None:
        """Write a page, or its part, with the question of the moment."""
        own, problem, asked = None, "", None
        try:
            asked = await self.asking.now()
            if asked and self.browser:
                own = await self.asking.run(self.asking.store.own, asked.id, self.browser)
        except StoreError:
            self.set_status(503)
            asked, problem = None, UNREAD
        self.set_header("Cache-Control", "no-store")
        self.set_header("Canasta-At", NOWHERE if problem else at(asked))
        base = {
            "base_url": self.base_url,
            "home": self.asking.home or self.base_url + HOME,
            "static": self.base_url + STATIC,
            "pace": PACE,
        }
        with speaking(self.language):
            shown = question(asked, own, self.language, problem)
            self.finish(PAGES.get_template(template).render(**base, **shown, **more))


class Without(Of):
    """The address as one types it."""

    @authenticated
    def get(self) -> None:
        self.redirect(f"{self.base_url}class/")


class Page(Of):
    """The learner's page."""

    @authenticated
    async def get(self) -> None:
        self.known()
        await self.tell("class.html.j2", lang=self.language, dir=direction(self.language))


class Question(Of):
    """What is asked, as a part of the page."""

    @authenticated
    async def get(self) -> None:
        await self.tell("question.html.j2")


class State(Of):
    """Whether something else is to be shown: small, as every device asks every second or two."""

    @authenticated
    async def get(self) -> None:
        try:
            asked = await self.asking.now()
        except StoreError:
            self.say(503, UNREAD)
            return
        self.set_header("Cache-Control", "no-cache")
        self.finish({"at": at(asked), "open": asked is not None and not asked.revealed})


class Picture(Of):
    """The table of the question, as a picture."""

    @authenticated
    async def get(self, number: str, size: str) -> None:
        try:
            asked = await self.asking.now()
        except StoreError:
            asked = None
        if asked is None or str(asked.id) != number:
            self.say(404, GONE)
            return
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "private, no-cache")  # in whatever language is chosen next
        with speaking(self.language):
            self.finish(drawn(asked, NARROW if size == "narrow" else MOST, self.language))


class Vote(Of):
    """An answer; it is kept when this says so, and not before."""

    def check_xsrf_cookie(self) -> None:
        """Where a vote comes from is told by its origin; a page that was opened before a sign-in has no token."""

    @authenticated
    async def post(self) -> None:
        if self.foreign:
            self.say(403, FOREIGN)
        elif not self.browser:
            self.say(403, NO_COOKIE)
        else:
            match _read(self.request.body):
                case {"poll": int(poll), "choice": str(choice)} if type(poll) is int and 0 < poll < 2**31:
                    await self._keep(poll, choice)
                case _:
                    self.say(400, NO_ANSWER)

    async def _keep(self, poll: int, choice: str) -> None:
        try:
            await self.asking.run(self.asking.store.vote, poll, self.browser, choice, writes=True)
        except Refused as fault:
            self.say(409 if fault.late else 400, LATE if fault.late else NO_ANSWER)
        except StoreError:
            self.say(503, WAITS)
        else:
            self.say(200, KEPT)


def at(asked: Asked | None) -> str:
    """What tells one state from another."""
    return "" if asked is None else f"{asked.id}-{'shown' if asked.revealed else 'open'}"


def question(asked: Asked | None, own: str | None, language: str, problem: str = "") -> dict[str, Any]:
    """What the template of a question needs; ``own`` is what this browser answered."""
    common = {
        "words": words(),
        "at": NOWHERE if problem else at(asked),
        "problem": problem and _(problem),
        "poll": None,
    }
    if asked is None:
        return common
    try:
        poll, alt = read(asked, language), svg_words(drawn(asked, MOST, language))
    except ValueError:  # of another version of the program
        return {**common, "problem": _(UNREAD)}
    said = UNANSWERED if own is None else RIGHT if own == poll.right else WRONG
    own_words = _(said).format(answer=ended(poll.label(own)) if own else "")
    return {
        **common,
        "id": asked.id,
        "poll": poll,
        "alt": alt,
        "revealed": asked.revealed,
        "own": own,
        "own_words": own_words,
    }


@lru_cache(16)
def read(asked: Asked, _language: str) -> Poll:
    """The question that was written down; its words are of one language."""
    return Poll.read(asked.line, asked.action, asked.choices)


@lru_cache(16)
def drawn(asked: Asked, room: int, language: str) -> str:
    """Its table."""
    return read(asked, language).table(room)


def words() -> dict[str, str]:
    """What the page says."""
    around = frame.words()
    return {
        **{name: around[name] for name in ("home", "lessons", "server")},
        "title": frame.asks(),
        "heading": heading(),
        "nothing": _("Nothing is asked just now. A question comes here by itself."),
        "to_lessons": _("To the lessons"),
        "choose": _("What do you say?"),
        "answer": _("The answer"),
        "sending": _("Your answer is on its way."),
        "kept": _(KEPT),
        "waits": _(WAITS),
        "unread": _(UNREAD),
        "script": _("This page needs JavaScript."),
    }


def _read(body: bytes) -> Any:
    if len(body) > MOST_BYTES:
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
