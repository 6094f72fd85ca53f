"""The page around a lesson: its words, the lessons before and after it, and the languages it can be had in."""

from __future__ import annotations

import os
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import quote

from canasta.filling import render
from canasta.words import ENGLISH, LANGUAGE, N_, _, direction, languages, speaking
from canasta_widgets.notebooks import PRESENT, Notebook, units

OURS = "canasta"  # a setting that only a server of ours has
COOKIE = "canasta-language"  # in which a browser keeps the language that was chosen there

# What the page that is being answered is written in; what is rendered ahead is in the server's own language.
_wanted: ContextVar[str] = ContextVar("language", default="")


def own_language() -> str:
    """The language of the server, in which pages are rendered ahead."""
    wanted = os.environ.get(LANGUAGE, "")
    return wanted if wanted in languages() else ENGLISH


def wish(language: str) -> str:
    """Take a language for the page that is being answered, if there is a catalogue for it; which one it will be."""
    found = language if language in languages() else own_language()
    _wanted.set(found)
    return found


def wished() -> str:
    """The language of the page that is being answered."""
    return _wanted.get() or own_language()


def words() -> dict[str, str]:
    """The words of the page around a lesson."""
    return {
        "home": _("Canasta tutor"),
        "lessons": _("Lessons"),
        "around": _("Before and after this lesson"),
        "skip": _("Skip to the lesson"),
        "hood": _("Under the hood"),
        "opens": _("The lesson is being opened …"),
        "kernel": _("This lesson has been put to sleep. What you played is kept: start it again, and go on."),
        "server": _("The lessons cannot be reached just now. This goes away by itself when they can."),
        "again": _("Start it again"),
        "settings": _("Settings"),
        "size": _("Size of the text"),
        "size.normal": _("Normal"),
        "size.large": _("Large"),
        "size.larger": _("Larger"),
        "size.largest": _("Largest"),
        "colours": _("Colours"),
        "colours.device": _("As the device has them"),
        "colours.light": _("Light"),
        "colours.dark": _("Dark"),
        "language": _("Language"),
    }


def asks() -> str:
    """What leads to the question, where a class is asked one."""
    return _("Your teacher asks")


def frame(notebook: Path, *, choice: bool = True) -> dict[str, Any]:
    """What the template puts around a notebook; without a ``choice`` of languages where the server heeds none."""
    language = wished()
    with speaking(language):
        before, after = _neighbours(notebook)
        return {
            "words": words(),
            "lang": language,
            "dir": direction(language),
            "languages": languages() if choice else {},
            "cookie": COOKIE,
            "before": _link(before, N_("Previous: {title}")),
            "after": _link(after, N_("Next: {title}")),
        }


def put_frame(current_page_config: dict[str, Any], *, notebook_path: str = "", **more: Any) -> dict[str, Any]:
    """Voilà's hook: what it tells a page, and beside it ours, under ``canasta``."""
    root = Path(more["settings"]["contents_manager"].root_dir)
    server = more["settings"].get(OURS)
    notebook = root / notebook_path
    shown = frame(notebook, choice=server is not None and server.chooses)
    if server is not None and server.asking is not None and notebook.name != PRESENT:
        with speaking(wished()):
            shown["asks"] = {"href": f"{server.base_url}class/", "text": asks()}
        shown["hands"] = {"href": f"{server.base_url}class/results"}
    return {**current_page_config, "canasta": shown}


def _neighbours(notebook: Path) -> tuple[Notebook | None, Notebook | None]:
    found = units(notebook.parent)
    at = next((at for at, each in enumerate(found) if each.file == notebook.name), None)
    if at is None:
        return None, None
    return (found[at - 1] if at else None), (found[at + 1] if at + 1 < len(found) else None)


def _link(notebook: Notebook | None, message: str) -> dict[str, str] | None:
    if notebook is None:
        return None
    values = {"title": notebook.title}
    return {"href": quote(notebook.file), "title": notebook.title, "text": render(message, values)}
