"""Every word a learner reads passes through here: gettext, plurals, and the names of cards."""

from __future__ import annotations

import gettext as _gettext
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN = "canasta"
LANGUAGE: Final = "CANASTA_LANGUAGE"  # the environment's word for the language of all texts, such as "he"
LOCALE: Final = "CANASTA_LOCALE"  # and for a folder of catalogues, instead of the one beside this file
ENGLISH: Final = "en"
RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur", "yi"})

_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def _locale() -> Path:
    return Path(os.environ.get(LOCALE) or Path(__file__).parent / "locale")


def use_translations(translations: _gettext.NullTranslations) -> None:
    """Take all texts from now on out of this catalogue, such as one that a test or a teacher has made."""
    global _catalogue
    _catalogue = translations


def use_language(*languages: str) -> None:
    """Choose the catalogue for all texts: of these languages, or else of the one that the environment names.

    Languages without a catalogue fall back to English.
    """
    wanted = languages or tuple(filter(None, [os.environ.get(LANGUAGE)]))
    use_translations(_gettext.translation(DOMAIN, _locale(), wanted, fallback=True))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """All texts in a language, for as long as it lasts. Meanwhile nothing else may run: there is one catalogue."""
    before = _catalogue
    use_language(language)
    try:
        yield
    finally:
        use_translations(before)


def languages() -> dict[str, str]:
    """The languages that texts can be had in, each with what its own speakers call it; English comes first."""
    found = {ENGLISH: "English"}
    for file in sorted(_locale().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
        code = file.parents[1].name
        with speaking(code):
            # TRANSLATORS: the name of your language, as its speakers call it
            found[code] = _("English")
    return found


def direction(language: str) -> str:
    """The direction in which a language is written, "ltr" or "rtl"."""
    return "rtl" if language.replace("-", "_").partition("_")[0] in RIGHT_TO_LEFT else "ltr"


use_language()


def _(message: str) -> str:
    """The message in the learner's language."""
    return _catalogue.gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The message in the form that the number ``n`` asks for."""
    return _catalogue.ngettext(one, many, n)


def N_(message: str) -> str:
    """Marks a message for extraction where it is defined; it is translated where it is shown."""
    return message


def card_name(kind: int, n: int = 1) -> str:
    """The name of a kind of card, e.g. "king" or, for ``n`` other than 1, "kings"."""
    match kind:
        case 0:
            return ngettext("joker", "jokers", n)
        case 1:
            return ngettext("red three", "red threes", n)
        case 2:
            return ngettext("deuce", "deuces", n)
        case 3:
            return ngettext("black three", "black threes", n)
        case 4:
            return ngettext("four", "fours", n)
        case 5:
            return ngettext("five", "fives", n)
        case 6:
            return ngettext("six", "sixes", n)
        case 7:
            return ngettext("seven", "sevens", n)
        case 8:
            return ngettext("eight", "eights", n)
        case 9:
            return ngettext("nine", "nines", n)
        case 10:
            return ngettext("ten", "tens", n)
        case 11:
            return ngettext("jack", "jacks", n)
        case 12:
            return ngettext("queen", "queens", n)
        case 13:
            return ngettext("king", "kings", n)
        case 14:
            return ngettext("ace", "aces", n)
    return ngettext("unseen card", "unseen cards", n)


def suit_name(suit: str) -> str:
    """The name of a suit given by its letter s, h, d or c."""
    return {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}[suit]


def seat_name(seat: str) -> str:
    """The name of a seat given by its letters, e.g. "North"."""
    return {
        "N": _("North"),
        "NE": _("North-East"),
        "E": _("East"),
        "SE": _("South-East"),
        "S": _("South"),
        "SW": _("South-West"),
        "W": _("West"),
        "NW": _("North-West"),
    }[seat]


def group_name(group: str) -> str:
    """The title of a group of findings."""
    return {
        "turn": _("Turn"),
        "hand": _("Hand"),
        "pile": _("Discard pile"),
        "meld": _("Melds"),
        "initial": _("Initial meld"),
        "out": _("Going out"),
        "say": _("Asking and saying"),
    }[group]


def provenance_name(provenance: str) -> str:
    """Where a rule comes from, in a word or two."""
    return {
        "stated": _("stated"),
        "reported": _("reported"),
        "inherited": _("inherited"),
        "inferred": _("inferred"),
        "ruling": _("ruling"),
        "house": _("house rule"),
    }[provenance]


def listed(items: Sequence[str]) -> str:
    """Items in a row, such as "a, b and c"."""
    *first, last = items
    if not first:
        return last
    # TRANSLATORS: the end of a list, "classic, spruce and pagat"
    return _("{first} and {last}").format(first=", ".join(first), last=last)


def ended(text: str) -> str:
    """A heading or a sentence with a full stop, unless it ends with a mark of its own: "Aces or kings?" keeps that."""
    # TRANSLATORS: a full stop after a heading
    return text if text.endswith((".", "?", "!", "…")) else _("{text}.").format(text=text)


def counted(kinds: Iterable[int]) -> str:
    """Cards by rank with their counts, in the order given, e.g. "3 kings and 2 jokers"; "" for none."""
    found = [f"{n} {card_name(kind, n)}" for kind, n in Counter(kinds).items()]
    return listed(found) if found else ""


def field_name(place: str) -> str:
    """The name of a field of a position's line or of an action; what follows a comma, such as a seat, stays."""
    name, comma, rest = place.partition(", ")
    named = {
        "hands": _("hands"),
        "tables": _("tables"),
        "pile": _("pile"),
        "stock": _("stock"),
        "turn": _("turn"),
        "action": _("action"),
    }.get(name, _("cards"))
    return named + comma + rest
