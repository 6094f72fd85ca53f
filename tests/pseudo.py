"""A language that nobody speaks: every message wrapped and accented, so that what was never translated stands out."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo

from canasta.words import DOMAIN, use_language, use_translations

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀçđèƒĝĥìĵķļɱñòþǫŕšţùṽŵẋýžÀƁÇĐÈƑĜĤÌĴĶĻṀÑÒÞǪŔŠŢÙṼŴẊÝŽ"
OPEN, CLOSE = "⟦", "⟧"
_FIELD = re.compile(r"(\{[^{}]*\}|%\([a-z]+\)s)")


def pseudo(message: str) -> str:
    """The message as this language has it; its placeholders stay as they are."""
    parts = _FIELD.split(message)
    table = str.maketrans(PLAIN, ACCENTED)
    return OPEN + "".join(part if _FIELD.fullmatch(part) else part.translate(table) for part in parts) + CLOSE


class Pseudo(gettext.NullTranslations):
    """Its catalogue: it knows every message, singular and plural."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


@contextmanager
def spoken(translations: gettext.NullTranslations) -> Iterator[None]:
    """All texts in this language, for as long as it lasts."""
    use_translations(translations)
    try:
        yield
    finally:
        use_language()


def catalogue(folder: Path, language: str, messages: dict[str, str]) -> None:
    """Put a catalogue where gettext looks for it."""
    made = Catalog(locale=language)
    for message, text in messages.items():
        made.add(message, text)
    target = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, made)
