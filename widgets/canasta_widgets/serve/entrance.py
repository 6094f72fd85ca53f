"""A password for a class: who may come in, and the page that asks for it.

A learner types it once a day; a signed cookie says it of him then. The key of the cookie comes from the password, so
that a server that is started again knows its class. Who presents comes in by the secret in the address of his page.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
from html import escape
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import urlencode

from jupyter_server.auth.identity import IdentityProvider, User
from tornado.web import RequestHandler

from canasta.words import N_, _, speaking
from canasta_widgets.serve.frame import COOKIE, OURS, wish
from canasta_widgets.serve.limits import Bucket
from canasta_widgets.serve.plain import plain, sentence
from canasta_widgets.serve.room import LONGEST_PASSWORD, Room, own_cookie

PATH: Final = "enter"  # below the base path
TYPED: Final = "typed"  # in the address, after the right password
DAYS: Final = 0.5  # a class day
LEARNER: Final = "learner"
ADMITS: Final = "canasta-class"  # the cookie of who has typed it
ONE: Final = (30, 0.5)  # wrong tries from one address at once, and each second after; a school may have only one
ALL: Final = (60, 2)
LONGEST: Final = 10  # seconds that a try is made to wait; beyond, it is not looked at
ADDRESSES: Final = 1000  # that are remembered
UNSAFE: Final = re.compile(r"[\\\x00-\x20]")


def key(password: str) -> bytes:
    """The key that signs the cookies of a class."""
    return hashlib.scrypt(_plain(password).encode(), salt=b"canasta-tutor", n=2**14, r=8, p=1)


def _plain(password: str) -> str:
    """A password as it is compared: an accent may be typed in two ways, and a phone adds a blank."""
    return normalize("NFC", password).strip()


def _same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not say how much of them is."""
    first, second = (hashlib.sha256(text.encode(errors="replace")).digest() for text in (one, other))
    return hmac.compare_digest(first, second)


def _room(handler: RequestHandler) -> Room | None:
    room: Room | None = handler.application.settings[OURS].room
    return room


def _remember(handler: RequestHandler) -> None:
    """Let a cookie say from now on that this browser is one of the class."""
    path = handler.application.settings["base_url"]
    secure = handler.request.protocol == "https"
    name = own_cookie(ADMITS, handler)
    handler.set_signed_cookie(name, LEARNER, expires_days=DAYS, path=path, httponly=True, samesite="Lax", secure=secure)


def admitted(handler: RequestHandler) -> bool:
    """Whether a request may see the lessons; who brings the presenter's secret is remembered."""
    room = _room(handler)
    if room is None or not room.password:
        return True
    if handler.get_signed_cookie(own_cookie(ADMITS, handler), max_age_days=DAYS):
        return True
    if not _same(handler.get_query_argument("secret", ""), room.secret):
        return False
    _remember(handler)
    return True


class Entrance(IdentityProvider):
    """Says to Jupyter's handlers who is there: everybody, or those of the class."""

    def get_user(self, handler: Any) -> User | None:
        """A user without a name: nothing here tells one learner from another."""
        return User(LEARNER) if admitted(handler) else None

    def get_handlers(self) -> list[tuple[str, object]]:
        """None: the page that asks is ours."""
        return []

    @property
    def auth_enabled(self) -> bool:
        """Whether anybody is asked for anything by Jupyter's own pages."""
        return False


class Knocks:
    """Wrong tries, by address and in all. Each is slowed; who keeps trying is no longer looked at for a while."""

    def __init__(self) -> None:
        self.all = Bucket(*ALL)
        self.by: dict[str, Bucket] = {}

    async def waits(self, address: str) -> bool:
        """Wait as long as this try has to; False if it is not to be looked at now."""
        if len(self.by) >= ADDRESSES:
            self.by = {name: bucket for name, bucket in self.by.items() if not bucket.full}
        own = self.by.setdefault(address, Bucket(*ONE)) if len(self.by) < ADDRESSES else self.all
        wait = max(own.wait(), self.all.wait())
        if wait > LONGEST:
            return False
        for bucket in {own, self.all}:
            bucket.owe()
        await asyncio.sleep(wait)
        return True

    def right(self, address: str) -> None:
        """A right try costs nothing."""
        for bucket in {self.by.get(address, self.all), self.all}:
            bucket.owe(-1)


class SignIn(RequestHandler):
    """The page that asks for the password."""

    def initialize(self, knocks: Knocks) -> None:
        """``knocks`` counts what was tried."""
        self.knocks = knocks

    def get(self) -> None:
        """Ask, or lead on who is in already."""
        if admitted(self):
            self.redirect(self._onward())
        elif self.get_query_argument(TYPED, ""):
            self._ask(N_("Your browser keeps no cookie of this page, so it forgets the password. Allow cookies here."))
        else:
            self._ask()

    async def post(self) -> None:
        """Look at what was typed."""
        room, address = _room(self), str(self.request.remote_ip)
        if room is None or not room.password:
            self.redirect(self._onward())
        elif not await self.knocks.waits(address):
            self.set_status(429)
            self.set_header("Retry-After", str(LONGEST))
            self._ask(N_("There were many wrong tries. Wait a moment, then type it once more."))
        elif _same(_plain(self.get_body_argument("password", "")), _plain(room.password)):
            self.knocks.right(address)
            _remember(self)
            # By way of this page, which sees whether the browser has kept that.
            onward = urlencode({"next": self._onward(), TYPED: 1})
            self.redirect(f"{self.application.settings['base_url']}{PATH}?{onward}", status=303)
        else:
            self.set_status(403)
            self._ask(N_("That is not the password. Look at how your teacher wrote it, and try again."))

    def _ask(self, wrong: str = "") -> None:
        language = wish(self.get_cookie(COOKIE, "") or "")
        base_url: str = self.application.settings["base_url"]
        with speaking(language):
            told = sentence(_("These lessons are for a class. Type the password that your teacher has given you."))
            body = told + self._form(wrong and _(wrong))
            self.set_header("Cache-Control", "no-store")
            self.finish(plain(_("Lessons of a class"), body, base_url=base_url, language=language))

    def _form(self, wrong: str) -> str:
        alert = f'<p role="alert" id="wrong">{escape(wrong)}</p>' if wrong else ""
        flawed = ' aria-invalid="true" aria-describedby="wrong"' if wrong else ""
        return (
            f'{alert}<form method="post"><input type="hidden" name="next" value="{escape(self._onward())}">'
            f'<label for="password">{escape(_("Password"))}</label>'
            f'<input id="password" name="password" type="password" required autofocus maxlength="{LONGEST_PASSWORD}"'
            f' autocomplete="current-password" autocapitalize="none" spellcheck="false"{flawed}>'
            f'<button type="submit">{escape(_("Come in"))}</button></form>'
        )

    def _onward(self) -> str:
        """Where to go after: an address of ours, whatever was asked for."""
        base: str = self.application.settings["base_url"]
        wanted = self.get_argument("next", "")
        safe = wanted.startswith(base) and not wanted.startswith("//") and not UNSAFE.search(wanted)
        return wanted if safe and len(wanted) < 1000 else base
