"""A page without a notebook: a sentence, and a way on. What a learner sees where a lesson cannot be shown."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from canasta.words import direction

STYLES = "voila/templates/canasta/static/page.css"
_PAGE = files(__package__).joinpath("plain.html").read_text("utf-8")


def plain(title: str, body: str, *, base_url: str, language: str = "en", head: str = "") -> str:
    """A page in the looks of the lessons.

    ``body`` and ``head`` are HTML and stand as they are; ``title`` is text. ``base_url`` ends in a slash.
    """
    parts = {
        "lang": escape(language),
        "dir": direction(language),
        "title": escape(title),
        "styles": escape(base_url + STYLES),
        "head": head,
        "body": body,
    }
    page = _PAGE
    for name, part in parts.items():
        page = page.replace("{{" + name + "}}", part)
    return page


def sentence(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def link(href: str, text: str) -> str:
    """A link that is easy to hit."""
    return f'<p><a class="canasta-go" href="{escape(href)}">{escape(text)}</a></p>'
