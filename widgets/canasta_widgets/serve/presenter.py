"""The presenter's page is for whoever has the secret that was printed at the start; a cookie then stands for it."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from typing import Any

from canasta.words import _, speaking
from canasta_widgets.notebooks import PRESENT
from canasta_widgets.serve.asking import Asking
from canasta_widgets.serve.config import HOME
from canasta_widgets.serve.kernels import tell
from canasta_widgets.serve.plain import link, plain, sentence
from canasta_widgets.serve.room import ADDRESS, DATABASE, Room, own_cookie

COOKIE = "canasta-presenter"


def is_presenters(path: str) -> bool:
    """Whether a path, as the address has it after decoding, leads to the presenter's page on any system."""
    return re.split(r"[/\\]", path)[-1].casefold() == PRESENT


def key(room: Room) -> str:
    """What the cookie of whoever presents holds."""
    return hmac.new(room.secret.encode(), b"presenter", sha256).hexdigest()


def is_presenter(handler: Any, room: Room) -> bool:
    """Whether a request comes from a browser in which the presenter's page was opened."""
    return hmac.compare_digest((handler.get_cookie(own_cookie(COOKIE, handler)) or "").encode(), key(room).encode())


def admitted(handler: Any, room: Room, asking: Asking) -> bool:
    """Whether a request may see the presenter's page; if not, it has been answered.

    ``handler`` is Jupyter's, with a ``language``. Who comes with the secret gets the cookie, and the address without
    it, so that no projector shows it.
    """
    handler.set_header("Referrer-Policy", "no-referrer")
    handler.set_header("Cache-Control", "no-store")
    secret = handler.request.query_arguments.get("secret", [b""])[-1]
    if hmac.compare_digest(secret, room.secret.encode()):
        https = handler.request.protocol == "https"
        name = own_cookie(COOKIE, handler)
        handler.set_cookie(name, key(room), path=handler.base_url, httponly=True, samesite="Lax", secure=https)
        handler.redirect(f"{handler.base_url}voila/render/{PRESENT}")
        return False
    if is_presenter(handler, room):
        tell(**{DATABASE: asking.store.full_address, ADDRESS: room.address})
        return True
    handler.set_status(403)
    with speaking(handler.language):
        title = _("The presenter's page")
        why = _("Its whole address, with a secret, was printed where the lessons were started.")
        anew = _("If they were started again since, the new address holds; this one does no more.")
        body = sentence(why) + sentence(anew) + link(handler.base_url + HOME, _("All lessons"))
    handler.finish(plain(title, body, base_url=handler.base_url, language=handler.language))
    return False
