"""Messages with their values filled in, each in the form that the language asks for.

Messages are ``str.format`` templates. A field may ask for a counted noun or a card's name by its format spec:
``{left:cards}`` gives "1 card" or "2 cards", ``{rank:ranks}`` gives "kings", ``{bag:held}`` "2 kings and 1 deuce". So
each language decides its plurals once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from canasta.words import _, card_name, counted, field_name, ngettext, seat_name


def _noun(spec: str, n: int) -> str | None:
    match spec:
        case "cards":
            return ngettext("{n} card", "{n} cards", n)
        case "naturals":
            return ngettext("{n} natural card", "{n} natural cards", n)
        case "wilds":
            return ngettext("{n} wild card", "{n} wild cards", n)
        case "points":
            return ngettext("{n} point", "{n} points", n)
        case "canastas":
            return ngettext("{n} canasta", "{n} canastas", n)
        case "melds":
            return ngettext("{n} meld", "{n} melds", n)
        case "actions":
            return ngettext("{n} action", "{n} actions", n)
        case "ways":
            return ngettext("{n} way", "{n} ways", n)
        case "plays":
            return ngettext("{n} legal play", "{n} legal plays", n)
        case "turns":
            return ngettext("{n} turn", "{n} turns", n)
        case "steps":
            return ngettext("{n} step", "{n} steps", n)
        case "deals":
            return ngettext("{n} deal", "{n} deals", n)
        case "stars":
            return ngettext("{n} star", "{n} stars", n)
        case "different":
            return ngettext("{n} rank", "{n} different ranks", n)
        case "threes":
            return ngettext("{n} three", "{n} threes", n)
        case "decks":
            return ngettext("{n} pack", "{n} packs", n)
        case "jokers":
            return ngettext("{n} joker", "{n} jokers", n)
        case "deuces":
            return ngettext("{n} deuce", "{n} deuces", n)
        case "red_threes":
            return ngettext("{n} red three", "{n} red threes", n)
        case "black_threes":
            return ngettext("{n} black three", "{n} black threes", n)
    return None


def _phrase(spec: str, value: Any) -> str | None:
    """A word that stands for a state, as a message needs it."""
    match spec, value:
        case "begun", "drew":
            return _("this turn began with a draw from the stock")
        case "begun", "last":
            return _("this turn began with the last card of the stock, a red three")
        case "begun", "took":
            return _("this turn began with taking the pile")
        case "begun", "":
            return _("nothing has been drawn yet in this turn")
        case "untimely", "":
            return _("has to wait")
        case "untimely", _:
            return _("comes too late")
        case "verb", "draw":
            return _("drawing")
        case "verb", "take" | "pick":
            return _("taking the pile")
        case "verb", "meld":
            return _("melding")
        case "verb", "discard" | "pass":
            return _("ending the turn")
        case "place", "hand":
            return _("the hand")
        case "place", "stock":
            return _("the stock")
        case "who", "left":
            return _("the player at the dealer's left")
        case "who", "right":
            return _("the player at the dealer's right")
        case "who", "any":
            return _("anyone, the dealer last")
        case "who", "dealer":
            return _("the dealer")
        case "laid", "first-turn":
            return _("at its owner's first turn")
        case "laid", "before-play":
            return _("before play")
        case "chosen", "right":
            return _("the player to the right of the one who plays first")
        case "chosen", "any":
            return _("chosen in any usual way")
        case "topic", _:
            return _topic(value)
        case "black", True:
            return _("; black threes are the last meld, and they lie already")
        case "black", False:
            return ""
        case "ask_when", "any":
            return _("before or after the draw")
        case "ask_when", "after":
            return _("after the draw or the take")
        case "asked_before", "any":
            return _("before he melds a card and before he says that he takes the pile")
        case "asked_before", "after":
            return _("before he melds a card beyond the draw or the take")
        case "ask_first", "optional":
            return _("need not ask")
        case "ask_first", "required":
            return _("must have asked")
        case "asks", "ask":
            return _("sees a way to go out, and asks")
        case "asks", "answer":
            return _("answers, as the partner who is asked")
        case "asking", _:
            return _asking(value)
        case "has_begun", "last":
            return _("drawn the last card")
        case "has_begun", "took":
            return _("taken the pile")
        case "has_begun", "drew" | "":
            return _("drawn")
        case "bound", "yes":
            return _("yes, and this leaves no way to go out in this turn")
        case "bound", "no":
            return _("no, so going out and getting so low are barred for this turn")
        case "risk", 0:
            return ""
        case "risk", _:
            from canasta.cards import text_of

            return _("; drawing {cards} would leave no way").format(cards=text_of(value))
        case "held", int():
            from canasta.cards import kinds_in

            return counted(kinds_in(value))
        case "gap", 0:
            return ""
        case "gap", _:
            return ngettext(
                "; {n} canasta is missing on the table", "; {n} canastas are missing on the table", value
            ).format(n=value)
        case "cards", None:
            return _("an unknown number of cards")
        case "phase", "draw":
            return _("before the draw")
        case "phase", "play":
            return _("in the middle")
        case "phase", "answer":
            return _("while an answer is due")
        case "equal_totals", "deal":
            return _("if the highest are equal, another deal is played")
        case "equal_totals", "tie":
            return _("if the highest are equal, the game is a tie")
        case "listed", tuple():
            return ", ".join(f"{n:,}" for n in value)
        case "first", tuple():
            return f"{value[0]:,}"
        case "scale", tuple():
            return _scale(value)
        case "amiss", _:
            return _amiss(value)
        case "kind", "bool":
            return _("yes or no")
        case "kind", "int":
            return _("a whole number")
        case "kind", "tuple":
            return _("a list of whole numbers")
        case "kind", _other:
            return _("a word")
        case "field", str(place):
            return field_name(place)
    return None


def _scale(steps: Sequence[tuple[int | None, int]]) -> str:
    """Minimums with the scores for which they hold, e.g. "15 below 0, 50 from 0, 90 from 1,500"."""
    (_start, lowest), *others = steps
    if not others:
        return str(lowest)
    below = _("{minimum} below {score:,}").format(minimum=lowest, score=others[0][0])
    return ", ".join([below, *(_("{minimum} from {score:,}").format(minimum=n, score=start) for start, n in others)])


def _amiss(trouble: str) -> str:
    """What is wrong with a discard."""
    match trouble:
        case "meld":
            return _("from a meld, not from the hand")
        case "held":
            return _("and the hand does not hold it")
    return _("and a turn ends with exactly one")


def _asking(trouble: str) -> str:
    """Why a question or an answer is out of place."""
    match trouble:
        case "alone":
            return _("there is no partner to ask")
        case "twice":
            return _("the question was asked in this turn already")
        case "last":
            return _("with one card in the hand a no could not be kept")
        case "uncertain":
            return _("going out is not certain")
        case "unasked":
            return _("nobody has asked")
        case "other":
            return _("another player was asked")
        case "plain":
            return _("the answer is yes or no, nothing else")
    return _("the draw or the take comes first")


def _topic(topic: str) -> str:
    """What is said or asked, as a noun."""
    return {
        "minimum": _("the minimum"),
        "score": _("the score"),
        "hand": _("the number of cards in a hand"),
        "stock": _("the number of cards in the stock"),
        "pile": _("a look through the pile"),
        "red-three": _("a word on red threes"),
        "sixth": _("a card turned crosswise"),
        "last-card": _("a word on the last card"),
        "advice": _("advice"),
        "hand-cards": _("which cards somebody holds"),
        "stock-cards": _("which cards the stock holds"),
    }[topic]


class _Value:
    """A value inside a message, formatted by the nouns above."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        if spec == "rank":
            return card_name(self.value, 1)
        if spec == "ranks":
            return card_name(self.value, 2)
        if spec == "seat":
            return seat_name(self.value)
        if (phrase := _phrase(spec, self.value)) is not None:
            return phrase
        if isinstance(self.value, int) and spec and (noun := _noun(spec, self.value)) is not None:
            return noun.format(n=f"{self.value:,}")
        if isinstance(self.value, int) and not isinstance(self.value, bool) and not spec:
            return f"{self.value:,}"
        return format(self.value, spec)

    def __repr__(self) -> str:
        return repr(self.value)


class Lookup(Protocol):
    """Anything that values can be looked up in by name."""

    def __getitem__(self, name: str, /) -> Any: ...


class _Wrapped(dict[str, Any]):
    def __init__(self, values: Lookup) -> None:
        self.values_of = values

    def __missing__(self, name: str) -> _Value:
        return _Value(self.values_of[name])


def fill(message: str, values: Lookup) -> str:
    """Translate the template and fill in its values. Raises KeyError if it names a value that is not there."""
    return _(message).format_map(_Wrapped(values))


def render(message: str, values: Lookup) -> str:
    """The same for a whole sentence, which begins with a capital."""
    text = fill(message, values)
    return text[:1].upper() + text[1:]
