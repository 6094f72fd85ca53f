"""A house's rules as a small TOML file: the base, how many play, and what is different.

    base = "classic"
    players = 2
    canastas_out = 1
    title = "Tuesday club"

``title`` and ``note`` are for who reads the file; a profile does not keep them.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from pathlib import Path
from typing import Any, Final

from canasta.errors import NotationError
from canasta.meanings import MEANINGS
from canasta.profile import PARAMETERS, PROFILES, SHAPES, Profile, unknown
from canasta.words import N_, _

REMARKS: Final = ("title", "note")
KEYS: Final = ("base", "players", *REMARKS, *PARAMETERS)
SUFFIX: Final = ".toml"


def profile_of(text: str) -> Profile:
    """The profile that a text such as ``pagat/2`` or the path of a ``.toml`` file names. Raises NotationError."""
    return read_profile(Path(text)) if text.endswith(SUFFIX) else Profile.parse(text)


def read_profile(source: str | Path) -> Profile:
    """Read a profile from TOML, given as its text or as a file's path.

    Raises NotationError, naming the faulty key and what would be right.
    """
    text = _text_of(source) if isinstance(source, Path) else source
    try:
        values = tomllib.loads(text)
    # A number of thousands of digits, or brackets as deep, fail in their own ways.
    except (ValueError, RecursionError) as fault:
        message = N_("profile: no TOML: {fault}")
        raise NotationError(message, part=_line_of(str(fault), text), fault=fault) from None
    for key in values:
        if strange := unknown(key, KEYS):
            raise NotationError(N_("profile: {fault}"), part=key, fault=strange)
    base, players = values.pop("base", None), values.pop("players", 4)
    if type(base) is not str or base not in PROFILES:
        absent = N_("profile: there is no base; it is one of {profiles}")
        strange = N_("profile: base: {base} is no profile; it is one of {profiles}")
        message = absent if base is None else strange
        raise NotationError(message, part="base", base=_shown(base), profiles=", ".join(PROFILES))
    if type(players) is not int or players not in SHAPES:
        message = N_("profile: players: {players} is not one of {allowed}")
        raise NotationError(message, part="players", players=_shown(players), allowed=", ".join(map(str, SHAPES)))
    for key in REMARKS:
        if type(values.pop(key, "")) is not str:
            raise NotationError(N_("profile: {key}: a text in quotes is wanted"), part=key, key=key)
    changes = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    try:
        return PROFILES[base].for_players(players).replace(**changes)
    except ValueError as fault:
        part = str(fault).partition(":")[0]
        raise NotationError(N_("profile: {fault}"), part=part, fault=str(fault)) from None


def write_profile(profile: Profile) -> str:
    """A profile as TOML: only what differs from its base for as many players, each with its meaning above it."""
    lines = [f"base = {_toml(profile.base)}"]
    if profile.players != 4:
        lines.append(f"players = {profile.players}")
    for name, value in profile.changes().items():
        lines += ["", *textwrap.wrap(_(MEANINGS[name]), 100, initial_indent="# ", subsequent_indent="# ")]
        lines.append(f"{name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else _("it is not UTF-8")
        message = N_("profile: {path} cannot be read: {reason}")
        raise NotationError(message, part=str(path), path=path, reason=reason) from None


def _line_of(message: str, text: str) -> str:
    """The line of a TOML text that tomllib's message names, cut short; else its last, where reading ended."""
    lines = text.splitlines() or [""]
    _, found, number = message.partition("at line ")
    at = int(number.split(",")[0]) if found else len(lines)
    return lines[min(at, len(lines)) - 1][:40]


def _toml(value: Any) -> str:
    # A parameter's words are plain ASCII, so JSON and TOML write them alike, and lists of numbers and yes or no too.
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _shown(value: Any) -> str:
    return repr(value)[:40]
