"""Profiles: every number and switch on which tables differ, each with where it comes from.

A profile is data. ``CLASSIC``, ``SPRUCE`` and ``PAGAT`` are the three named ones; a house makes its own by
``CLASSIC.replace(canastas_out=2)`` and other numbers of players by ``CLASSIC.for_players(2)``. Its text,
``classic/2+canastas_out=1``, says the base, the players if they are not four, and what was changed.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from canasta.cards import KIND, Kind
from canasta.errors import NotationError
from canasta.filling import fill
from canasta.words import N_

SEATS: Final = {
    2: ("N", "S"),
    3: ("N", "E", "S"),
    4: ("N", "E", "S", "W"),
    6: ("N", "NE", "SE", "S", "SW", "NW"),
}
YES_NO = {"yes": True, "no": False}


def _number(default: int, low: int, high: int) -> Any:
    return dataclasses.field(default=default, metadata={"low": low, "high": high})


def _choice(default: str, *others: str) -> Any:
    return dataclasses.field(default=default, metadata={"choices": (default, *others)})


def _numbers(default: tuple[int, ...], low: int, high: int) -> Any:
    return dataclasses.field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class Profile:
    """The parameters of one way to play. Raises ValueError for an impossible value, saying what is possible.

    ``minimums`` has one entry more than ``tiers``: the first holds below ``tiers[0]``, the next from there on, and so
    forth. ``red_threes`` and ``red_threes_unmelded`` give the bonus, and what is charged instead, for one, two, three …
    red threes of a side.
    """

    base: str = "classic"
    players: int = _number(4, 2, 6)
    packs: int = _number(2, 2, 3)
    dealt: int = _number(11, 7, 20)
    draws: int = _number(1, 1, 2)
    canastas_out: int = _number(1, 1, 5)
    target: int = _number(5000, 500, 50000)
    tiers: tuple[int, ...] = _numbers((0, 1500, 3000), -10000, 50000)
    minimums: tuple[int, ...] = _numbers((15, 50, 90, 120), 0, 1000)
    top_card_counts: bool = True
    first_dealer: str = _choice("right", "any")
    shuffled_by: str = _choice("any", "dealer")
    cut_by: str = _choice("left", "right")
    upcard_covered: str = "*2rb"
    upcard_freezes: str = "*2rb"
    red_three_laid: str = _choice("first-turn", "before-play")
    black_three_freezes: bool = True
    meld_size: int = _number(3, 3, 4)
    naturals: int = _number(2, 1, 3)
    wild_limit: int = _number(3, 0, 6)
    wild_majority: str = _choice("any", "equal", "fewer")
    meld_limit: int = _number(0, 0, 20)
    canasta_size: int = _number(7, 5, 8)
    natural_bonus: int = _number(500, 0, 5000)
    mixed_bonus: int = _number(300, 0, 5000)
    wild_on_natural: bool = True
    concealed_canasta_bonus: int = _number(0, 0, 1000)
    out_bonus: int = _number(100, 0, 1000)
    concealed_bonus: int = _number(100, 0, 1000)
    concealed_after_take: bool = True
    frozen_before_initial: bool = True
    take_ways: str = _choice("any", "pair")
    take_onto_canasta: bool = True
    one_card_take: bool = False
    black_threes: str = _choice("out", "last", "never")
    discard_to_go_out: bool = False
    ask: str = _choice("optional", "required")
    ask_when: str = _choice("any", "after")
    last_red_three: str = _choice("ends", "melds")
    stock_gone: str = _choice("play", "ends", "turn")
    red_threes: tuple[int, ...] = _numbers((100, 200, 300, 800), 0, 5000)
    red_threes_unmelded: tuple[int, ...] = _numbers((100, 200, 300, 800), -5000, 5000)
    equal_totals: str = _choice("deal", "tie")
    take_back: str = _choice("practice", "never")

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            if fault := _fault(field, getattr(self, field.name)):
                raise ValueError(f"{field.name}: {fault}")
        for name in ("red_threes", "red_threes_unmelded"):
            if len(getattr(self, name)) != 2 * self.packs:
                message = N_("{name}: one number for each of the {n} red threes in {packs:decks}")
                raise ValueError(fill(message, {"name": name, "n": 2 * self.packs, "packs": self.packs}))
        if len(self.minimums) != len(self.tiers) + 1 or list(self.tiers) != sorted(set(self.tiers)):
            message = N_("{name}: one more than the tiers, which rise, e.g. 15,50,90,120 for 0,1500,3000")
            raise ValueError(fill(message, {"name": "minimums"}))
        # So many that one to stay as the upcard is surely among the cards that are left.
        if self.dealt > (most := (44 * self.packs - 1) // self.players):
            message = N_("{name}: {n} each would leave too small a stock; {players} players get at most {most}")
            raise ValueError(fill(message, {"name": "dealt", "n": self.dealt, "players": self.players, "most": most}))
        if 0 < self.meld_limit < self.canasta_size:
            message = N_("{name}: 0 for none, or at least {size}, the cards of a canasta")
            raise ValueError(fill(message, {"name": "meld_limit", "size": self.canasta_size}))

    def __hash__(self) -> int:
        # Few profiles live at a time, and a position is hashed often.
        return hash((self.base, self.players))

    def replace(self, **changes: Any) -> Profile:
        """The profile with some parameters changed.

        Raises ValueError for an unknown name or an impossible value, with advice.
        """
        for name in changes:
            if name not in PARAMETERS:
                raise ValueError(unknown(name, PARAMETERS))
        return dataclasses.replace(self, **changes)

    def for_players(self, players: int) -> Profile:
        """The profile in its shape for 2, 3, 4 or 6 players; what a house changed stays changed.

        Raises ValueError for any other number, or where a house's numbers do not fit, such as those of four red threes.
        """
        if players not in SHAPES:
            message = N_("players: {n} is not one of {allowed}")
            raise ValueError(fill(message, {"n": players, "allowed": ", ".join(map(str, SHAPES))}))
        kept = self.changes()
        if kept.keys() & {"tiers", "minimums"}:
            kept |= {"tiers": self.tiers, "minimums": self.minimums}
        return dataclasses.replace(_named(self.base, players), **kept)

    def changes(self) -> dict[str, Any]:
        """What a house changed: each parameter with another value than the base has for as many players."""
        plain = _named(self.base, self.players)
        return {name: value for name in PARAMETERS if (value := getattr(self, name)) != getattr(plain, name)}

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The seats clockwise from North."""
        return SEATS[self.players]

    @property
    def scale(self) -> tuple[tuple[int | None, int], ...]:
        """Each minimum after the score from which on it holds; None for the first, which holds below the next."""
        return tuple(zip((None, *self.tiers), self.minimums, strict=True))

    @property
    def sides(self) -> int:
        """How many sides play: one a player with two or three, else two."""
        return self.players if self.players < 4 else 2

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to, in the order of the sides' first seats (``seats.opposite``)."""
        return seat % self.sides

    def partner_of(self, seat: int) -> int | None:
        """The next partner clockwise, or None where each plays alone."""
        partner = (seat + self.sides) % self.players
        return None if partner == seat else partner

    def provenance(self, name: str) -> str:
        """Where a parameter's value comes from: stated, reported, inherited, inferred, ruling or house.

        ``players`` is a name here too: one article says how many may play; the shapes of the others are rulings.
        """
        if getattr(self, name) != getattr(_named(self.base, self.players), name):
            return "house"
        if self.players != 4 and (name in SHAPES[self.players] or (name == "players" and self.base != "spruce")):
            return "ruling"
        return _PROVENANCE[self.base].get(name, _PROVENANCE[self.base]["*"])

    def shown(self, name: str) -> str:
        """A parameter's value as the profile's text has it, such as ``yes``, ``2`` or ``15,50,90,120``."""
        return value_text(getattr(self, name))

    def __str__(self) -> str:
        text = self.base if self.players == 4 else f"{self.base}/{self.players}"
        return text + "".join(f"+{name}={self.shown(name)}" for name in self.changes())

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read text such as ``pagat/2`` or ``classic/4+canastas_out=2``. Raises NotationError naming the fault."""
        return _parse(text)


PARAMETERS: Final = {
    field.name: field for field in dataclasses.fields(Profile) if field.name not in ("base", "players")
}
# What a clause's law may name besides, and the parameters that it is made of.
COMPOSED: Final = {"scale": ("tiers", "minimums")}
SHAPES: Final[dict[int, dict[str, Any]]] = {
    2: {"dealt": 15, "draws": 2, "canastas_out": 2},
    3: {"dealt": 13, "draws": 2},
    4: {},
    6: {
        "packs": 3,
        "dealt": 13,
        "canastas_out": 2,
        "target": 10000,
        "tiers": (0, 1500, 3000, 7500),
        "minimums": (15, 50, 90, 120, 150),
        "red_threes": (100, 200, 300, 400, 1000, 1200),
        "red_threes_unmelded": (100, 200, 300, 400, 1000, 1200),
    },
}
_PROVENANCE: Final[dict[str, dict[str, str]]] = {
    "classic": {
        "*": "stated",
        "packs": "inferred",
        "equal_totals": "ruling",
        "take_back": "ruling",
    },
    "spruce": {
        "*": "inherited",
        "players": "stated",
        "packs": "stated",
        "dealt": "stated",
        "first_dealer": "stated",
        "shuffled_by": "stated",
        "draws": "stated",
        "cut_by": "stated",
        "upcard_covered": "stated",
        "upcard_freezes": "inferred",
        "red_three_laid": "stated",
        "meld_size": "stated",
        "naturals": "stated",
        "wild_limit": "inferred",
        "wild_majority": "stated",
        "meld_limit": "stated",
        "canasta_size": "stated",
        "natural_bonus": "inferred",
        "mixed_bonus": "inferred",
        "concealed_canasta_bonus": "stated",
        "black_threes": "stated",
        "take_back": "stated",
        "equal_totals": "ruling",
    },
    "pagat": {
        "*": "reported",
        "packs": "inferred",
        "first_dealer": "inherited",
        "shuffled_by": "inherited",
        "one_card_take": "ruling",
        "equal_totals": "ruling",
        "take_back": "inherited",
    },
}


@lru_cache(maxsize=64)
def letters(kinds: str) -> frozenset[Kind]:
    """The kinds that a parameter such as ``upcard_freezes`` names by their letters."""
    return frozenset(KIND[letter] for letter in kinds)


@lru_cache(maxsize=16)
def _named(base: str, players: int) -> Profile:
    return dataclasses.replace(PROFILES[base], players=players, **SHAPES[players])


def unknown(name: str, known: Iterable[str]) -> str:
    """What is wrong with a parameter's name that is not among the known ones, with the nearest that is, or ""."""
    known = list(known)
    if name in known:
        return ""
    near = get_close_matches(name, known, 1)
    message = N_("{name!r} is no parameter; did you mean {near!r}?") if near else N_("{name!r} is no parameter")
    return fill(message, {"name": name, "near": near[0] if near else ""})


def _fault(field: dataclasses.Field[Any], value: Any) -> str:
    """What is wrong with a parameter's value, in the learner's language, or ""."""
    kind: Any
    kind, bounds = type(field.default), field.metadata
    if type(value) is not kind:
        return fill(N_("{value!r} is not {kind:kind}"), {"value": value, "kind": kind.__name__})
    choices: tuple[Any, ...] = bounds.get("choices", ())
    if field.name in ("base", "players"):
        choices = ("classic", "spruce", "pagat") if field.name == "base" else tuple(SEATS)
    if choices:
        message = N_("{value!r} is not one of {choices}")
        values = {"value": value, "choices": ", ".join(map(str, choices))}
        return "" if value in choices else fill(message, values)
    if field.name.startswith("upcard_"):
        message = N_("{value!r} may name only {kinds}, each once")
        fits = set(value) <= set("*2rb") and len(set(value)) == len(value)
        return "" if fits else fill(message, {"value": value, "kinds": "* 2 r b"})
    if kind is tuple and not all(type(number) is int for number in value):
        return fill(N_("{value!r} is not {kind:kind}"), {"value": value, "kind": "tuple"})
    numbers = value if kind is tuple else (value,) if kind is int else ()
    if any(not bounds["low"] <= number <= bounds["high"] for number in numbers):
        message = N_("{value} is not within {low} to {high}")
        return fill(message, {"value": value_text(value), "low": bounds["low"], "high": bounds["high"]})
    return ""


def value_text(value: Any) -> str:
    """A parameter's value as a profile's text writes it: ``yes``, ``2``, ``15,50,90,120``, ``-`` for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value) or "-"


@lru_cache(maxsize=256)
def _parse(text: str) -> Profile:
    head, *changes = text.split("+")
    base, slash, players = head.partition("/")
    if base not in PROFILES:
        message = N_("profile: {base!r} is not one of {profiles}")
        raise NotationError(message, part=base, base=base, profiles=", ".join(PROFILES))
    if slash and players not in ("2", "3", "4", "6"):
        message = N_("profile: {players!r} players in {head!r}; {allowed} can play")
        allowed = "/".join(map(str, SHAPES))
        raise NotationError(message, part=players, players=players, head=head, allowed=allowed)
    profile = _named(base, int(players or 4))
    values: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        if name not in PARAMETERS:
            raise NotationError(N_("profile: {fault}"), part=name, fault=unknown(name, PARAMETERS))
        if name in values:
            raise NotationError(N_("profile: {name!r} is given twice"), part=name, name=name)
        values[name] = _read(name, value)
    try:
        return profile.replace(**values)
    except ValueError as fault:
        raise NotationError(N_("profile: {fault}"), part=text, fault=str(fault)) from None


def _int(text: str) -> int:
    # int() takes more spellings than there should be of a number.
    if not re.fullmatch("-?[0-9]{1,7}", text):
        raise ValueError(text)
    return int(text)


def _read(name: str, value: str) -> Any:
    default = PARAMETERS[name].default
    try:
        if isinstance(default, bool):
            return YES_NO[value]
        if isinstance(default, int):
            return _int(value)
        if isinstance(default, tuple):
            return tuple(map(_int, value.split(",")))
    except (KeyError, ValueError):
        message = N_("profile: {name}={value!r} is no value for it; one is {example}")
        raise NotationError(message, part=value, name=name, value=value, example=value_text(default)) from None
    return "" if value == "-" else value


CLASSIC: Final = Profile()
SPRUCE: Final = Profile(
    base="spruce",
    first_dealer="any",
    shuffled_by="dealer",
    cut_by="right",
    upcard_freezes="*2",
    red_three_laid="before-play",
    wild_majority="equal",
    concealed_canasta_bonus=100,
    black_threes="last",
    take_back="never",
)
PAGAT: Final = Profile(
    base="pagat",
    cut_by="right",
    upcard_covered="*2r",
    upcard_freezes="*2r",
    red_three_laid="before-play",
    black_three_freezes=False,
    ask_when="after",
)
PROFILES: Final = {profile.base: profile for profile in (CLASSIC, SPRUCE, PAGAT)}
