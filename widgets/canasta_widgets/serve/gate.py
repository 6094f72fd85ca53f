"""What every request passes before a handler sees it, and what every answer carries.

The server speaks for itself alone: its pages may load nothing from outside, stand in no foreign frame, and answer to no
foreign page. An address that no page of ours has is not looked for on the disk.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote, unquote, urlsplit

from jupyter_server.base.handlers import APIHandler
from tornado.httputil import HTTPServerRequest, split_host_and_port
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketHandler

from canasta.words import _, speaking
from canasta_widgets.serve.config import HOME
from canasta_widgets.serve.entrance import PATH, admitted
from canasta_widgets.serve.frame import COOKIE, OURS, wish
from canasta_widgets.serve.plain import link, plain, sentence

HOST: Final = re.compile(r"[\w.-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?", re.ASCII)
OWN_NAMES: Final = {"localhost", "127.0.0.1", "[::1]", "::1"}
LONGEST_PATH: Final = 500
AGAIN: Final = 60  # seconds after which a full room may have a seat
ODD: Final = re.compile(r"[\x00-\x1f\x7f\\]|(^|/)\.\.?(/|$)")  # no file of ours has it in its path
READING: Final = ("GET", "HEAD")

# A mixin is typed as what it is mixed into.
_Handler = RequestHandler if TYPE_CHECKING else object


def policy(host: str) -> str:
    """What a page may load, as its browser is told: from this server alone.

    Voilà's pages hold scripts and styles in themselves, and a widget's module comes over the line as a blob. Older
    browsers do not take a websocket of the same server for the server itself, so it is named.
    """
    line = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' blob:",
            "style-src 'self' 'unsafe-inline' data:",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self'{line}",
            "worker-src 'self' blob:",
            "frame-src 'self'",
            "frame-ancestors 'self'",
            "form-action 'self'",
            "base-uri 'self'",
            "object-src 'none'",
        ]
    )


def foreign(request: HTTPServerRequest) -> bool:
    """Whether the page of another site asks. A link there may lead here; nothing else there may reach in.

    Browsers name the page that asks as the origin of what changes something and of a line; some say more.
    """
    origin = request.headers.get("Origin", request.headers.get("Sec-Websocket-Origin"))
    if origin is not None:
        try:
            if urlsplit(origin).netloc.lower() != request.host.lower():
                return True
        except ValueError:
            return True
    if request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return False
    link = request.headers.get("Sec-Fetch-Mode") == "navigate" and request.headers.get("Sec-Fetch-Dest") == "document"
    return request.method not in READING or not link


def named(request: HTTPServerRequest) -> bool:
    """Whether the request names this very machine. Another name that leads here is a trick of a foreign page."""
    return bool(HOST.fullmatch(request.host)) and split_host_and_port(request.host.lower())[0] in OWN_NAMES


class Gate(_Handler):
    """Mixed into every handler. Those that are ``unlocked`` ask for no password."""

    unlocked: ClassVar[bool] = False

    def set_default_headers(self) -> None:
        """What every answer carries."""
        super().set_default_headers()
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", policy(self.request.host))
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "same-origin")

    async def prepare(self, **options: Any) -> None:
        """Turn away what cannot come from a page of ours, and send who has not typed the password where that is."""
        settings = self.application.settings
        path = unquote(self.request.path)
        if len(path) > LONGEST_PATH or ODD.search(path):
            raise HTTPError(404)
        # On this machine alone, a foreign page could reach in by a name of its own that leads here. A class has names
        # of its own; and there such a page could do no more than any visitor.
        if foreign(self.request) or (settings[OURS].room is None and not named(self.request)):
            raise HTTPError(403)
        if not self.unlocked and not admitted(self):
            if isinstance(self, APIHandler | WebSocketHandler) or self.request.method not in READING:
                raise HTTPError(403)
            self.redirect(f"{settings['base_url']}{PATH}?next={quote(str(self.request.uri))}")
            return
        if (waits := super().prepare(**options)) is not None:
            await waits

    def write_error(self, status_code: int, **more: Any) -> None:
        """Say in plain words what is the matter; what went wrong stands in the log. Scripts are told as they expect."""
        if isinstance(self, APIHandler):
            super().write_error(status_code, **more)
            return
        base_url = self.application.settings["base_url"]
        language = wish(self.get_cookie(COOKIE, "") or "")
        with speaking(language):
            title, text = refusal(status_code)
            if self.request.headers.get("Content-Type", "").startswith("application/json"):
                self.finish({"message": text})
                return
            if status_code >= 500 and self.request.method in READING:
                way = link("", _("Try again"))  # the address that was asked for
            else:
                way = link(base_url + HOME, _("All lessons"))
            body = sentence(text) + way
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        if status_code == 503:
            self.set_header("Retry-After", str(AGAIN))
        self.finish(plain(title, body, base_url=base_url, language=language))


def refusal(status: int) -> tuple[str, str]:
    """A title and a sentence for an answer that is none, by its HTTP status."""
    match status:
        case 503:
            return _("The room is full"), _(
                "All seats are taken. One comes free when somebody leaves: try again in a minute."
            )
        case 404:
            return _("There is no such lesson"), _("Perhaps its name has changed: look in the list.")
        case status if status < 500:
            return _("This is not open to you"), _("No lesson asks for that.")
    return _("This lesson cannot be shown just now"), _("What you played is kept. Try again soon.")


@cache
def gated(handler: type[RequestHandler], *, unlocked: bool = False) -> type[RequestHandler]:
    """The same handler behind the gate."""
    return type(handler.__name__, (Gate, handler), {"unlocked": unlocked})
