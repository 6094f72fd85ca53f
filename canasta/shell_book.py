"""The rule book from a shell: its clauses, and the profiles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from canasta.clauses import BOOK
from canasta.clauses.register import Clause, law, origin
from canasta.clauses.sources import citations
from canasta.errors import NotationError
from canasta.examples import answer, at_table, examples
from canasta.house import profile_of, write_profile
from canasta.meanings import MEANINGS, values_in_use
from canasta.profile import PARAMETERS, PROFILES, Profile, value_text
from canasta.shell import LEGAL, show
from canasta.words import N_, _, provenance_name


def clause(options: argparse.Namespace) -> int:
    """Show a clause, or all ids."""
    if options.id is None:
        show(BOOK.ids() if options.json else "\n".join(BOOK.ids()))
        return LEGAL
    table = profile_of(options.profile)
    if options.id not in BOOK:
        try:
            BOOK[options.id]
        except KeyError as fault:
            raise NotationError(N_("clause: {fault}"), part=options.id, fault=fault.args[0]) from None
    show(_as_json(BOOK[options.id], table) if options.json else "\n".join(_as_text(BOOK[options.id], table)))
    return LEGAL


def _as_json(clause: Clause, profile: Profile) -> dict[str, Any]:
    asked = [(example, answer(example, change=at_table(profile))) for example in examples(clause)]
    return {
        "clause": clause.id,
        "law": law(clause, profile),
        "source": clause.source,
        "group": clause.group,
        "provenance": {str(table): origin(clause, table) for table in _tables(profile)},
        "parameters": {name: getattr(profile, name) for name in clause.parameters},
        "examples": [
            {
                "kind": example.kind,
                "position": str(found.position or example.line),
                "action": str(found.action) if found.action else None,
                "legal": None if found.verdict is None else found.verdict.legal,
                "value": found.says if found.verdict is None else None,
                "fact": found.fact,
                "decides": found.decides or None,
            }
            for example, found in asked
        ],
    }


def _as_text(clause: Clause, profile: Profile) -> Iterator[str]:
    yield clause.id
    yield f"  {law(clause, profile)}"
    yield from (f"  {place}" for place in citations(clause.source))
    yield "  " + ", ".join(f"{table} {provenance_name(origin(clause, table))}" for table in _tables(profile))
    for name in clause.parameters:
        yield f"  {name} = {value_text(getattr(profile, name))}: {_(MEANINGS[name])}"
    for example in examples(clause):
        found = answer(example, change=at_table(profile))
        yield f"  {found.position or example.line}" + (f" | {found.action}" if found.action else "")
        told = f": {found.fact}" if found.fact else ""
        yield f"      {found.word}{told}" + (f" [{found.decides}]" if found.decides not in ("", clause.id) else "")


def _tables(profile: Profile) -> list[Profile]:
    """The named profiles, and with them the one that was asked for."""
    return [*PROFILES.values(), *[profile] * (profile not in PROFILES.values())]


def profile(options: argparse.Namespace) -> int:
    """Show a profile."""
    table = profile_of(options.profile)
    if options.toml:
        print(write_profile(table), end="")
        return LEGAL
    show(_profile_as_json(table) if options.json else "\n".join(_profile_as_text(table)))
    return LEGAL


def _profile_as_json(profile: Profile) -> dict[str, Any]:
    return {
        "profile": str(profile),
        "base": profile.base,
        "players": profile.players,
        "parameters": [
            {
                "name": name,
                "value": getattr(profile, name),
                "provenance": profile.provenance(name),
                "meaning": _(MEANINGS[name]),
                "in_use": values_in_use(name),
            }
            for name in PARAMETERS
        ],
    }


def _profile_as_text(profile: Profile) -> Iterator[str]:
    yield str(profile)
    for name in PARAMETERS:
        value = getattr(profile, name)
        yield f"  {name} = {value_text(value)} ({provenance_name(profile.provenance(name))})"
        yield f"      {_(MEANINGS[name])}"
        if others := [value_text(other) for other in values_in_use(name) if other != value]:
            yield "      " + _("Also in use: {values}").format(values="; ".join(others))
