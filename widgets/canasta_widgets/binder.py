"""Addresses at which Binder opens a repository of these lessons: in Voilà, or in JupyterLab."""

from __future__ import annotations

import re
from urllib.parse import quote

from canasta.words import _
from canasta_widgets.notebooks import INDEX

HUB = "https://mybinder.org"
BADGE = f"{HUB}/badge_logo.svg"
FOLDER = "lessons"
REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)


def in_voila(repository: str, notebook: str = INDEX, ref: str = "HEAD") -> str:
    """Where a page of a repository on GitHub, given as OWNER/NAME, opens as a learner sees it.

    Raises ValueError for what is no such name.
    """
    return _address(repository, ref, f"voila/render/{FOLDER}/{notebook}")


def in_lab(repository: str, notebook: str, ref: str = "HEAD") -> str:
    """Where it opens in JupyterLab, with its code."""
    return _address(repository, ref, f"lab/tree/{FOLDER}/{notebook}")


def badge(repository: str, ref: str = "HEAD") -> str:
    """A line for a README, in Markdown, that leads to the index."""
    return f"[![{_('Open the lessons in Binder')}]({BADGE})]({in_voila(repository, ref=ref)})"


def _address(repository: str, ref: str, path: str) -> str:
    if not REPOSITORY.fullmatch(repository):
        raise ValueError(_("{text!r} is no repository on GitHub; say OWNER/NAME").format(text=repository))
    return f"{HUB}/v2/gh/{repository}/{quote(ref, safe='')}?urlpath={quote(path, safe='')}"
