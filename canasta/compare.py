"""The same try at several tables: who would allow it, and which rule makes the difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.clauses.sources import provenance
from canasta.filling import fill
from canasta.judge import Verdict, judge
from canasta.position import Position
from canasta.problems import Problem
from canasta.profile import PARAMETERS, PROFILES, Profile
from canasta.words import N_, _, provenance_name


class Row(NamedTuple):
    """One table's answer: its verdict, or None and what makes the position impossible there."""

    profile: Profile
    position: Position
    verdict: Verdict | None
    problems: tuple[Problem, ...] = ()

    @property
    def legal(self) -> bool | None:
        """Whether the table allows it; None where the position cannot exist."""
        return None if self.verdict is None else self.verdict.legal

    @property
    def refusing(self) -> tuple[str, ...]:
        """The clauses that object here."""
        return tuple(finding.clause for finding in self.verdict.refusals) if self.verdict is not None else ()

    @property
    def text(self) -> str:
        """The answer in a line."""
        values = {"profile": str(self.profile), "clauses": ", ".join(self.refusing)}
        if self.verdict is None:
            values["problems"] = "; ".join(map(str, self.problems))
            return fill(N_("{profile}: the position cannot exist: {problems}"), values)
        return fill(N_("{profile}: legal") if self.verdict else N_("{profile}: refused ({clauses})"), values)


class Setting(NamedTuple):
    """A parameter's value, or a clause's word, at one table and where it comes from."""

    profile: Profile
    value: str
    provenance: str


class Difference(NamedTuple):
    """A parameter that turns the verdict when it alone is exchanged, or a clause that objects at some tables only."""

    name: str
    settings: tuple[Setting, ...]

    @property
    def text(self) -> str:
        """The difference in a line."""
        parts = (f"{each.profile} {each.value} ({provenance_name(each.provenance)})" for each in self.settings)
        return f"{self.name}: {', '.join(parts)}"


class Comparison(NamedTuple):
    """The answers of several tables to one try, and what makes the difference."""

    action: Action
    rows: tuple[Row, ...]
    clauses: tuple[Difference, ...]
    parameters: tuple[Difference, ...]

    @property
    def agree(self) -> bool:
        """Whether all tables on which the position can exist give the same answer."""
        return len({row.legal for row in self.rows if row.verdict is not None}) < 2

    @property
    def text(self) -> str:
        """The comparison in lines."""
        lines = [str(self.action), *(f"  {row.text}" for row in self.rows)]
        if self.clauses:
            lines += [_("Clauses that do not object at every table:")]
            lines += [f"  {each.text}" for each in self.clauses]
        if self.parameters:
            lines += [_("Rules that make the difference, each alone:")]
            lines += [f"  {each.text}" for each in self.parameters]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain data."""

        def settings(difference: Difference) -> dict[str, dict[str, str]]:
            return {
                str(each.profile): {"value": each.value, "provenance": each.provenance} for each in difference.settings
            }

        return {
            "action": str(self.action),
            "agree": self.agree,
            "tables": [
                {
                    "profile": str(row.profile),
                    "legal": row.legal,
                    "position": str(row.position),
                    "clauses": list(row.refusing),
                    "problems": [{"clause": each.clause, "text": str(each)} for each in row.problems],
                }
                for row in self.rows
            ],
            "clauses": {each.name: settings(each) for each in self.clauses},
            "parameters": {each.name: settings(each) for each in self.parameters},
        }


def tables(profile: Profile) -> tuple[Profile, ...]:
    """The named profiles for as many players, after the profile itself where it is none of them."""
    named = tuple(each.for_players(profile.players) for each in PROFILES.values())
    return named if profile in named else (profile, *named)


def answers(position: Position, action: Action, profiles: Iterable[Profile], book: Book = BOOK) -> tuple[Row, ...]:
    """What each profile says of an action, without a word on why they differ.

    Raises ValueError for a profile with another number of players.
    """
    rows = []
    for profile in profiles:
        if profile.players != position.profile.players:
            message = N_("{profile} is for {n} players; the position has {players}")
            values = {"profile": str(profile), "n": profile.players, "players": position.profile.players}
            raise ValueError(fill(message, values))
        there = position._replace(profile=profile)
        problems = tuple(there.problems())
        rows.append(Row(profile, there, None if problems else judge(there, action, book), problems))
    return tuple(rows)


def compare(
    position: Position, action: Action, profiles: Iterable[Profile] | None = None, book: Book = BOOK
) -> Comparison:
    """What each profile says of an action: by default the named ones for as many players, and the position's own.

    Scores and cards stay as they are. Raises ValueError for a profile with another number of players.
    """
    rows = answers(position, action, tables(position.profile) if profiles is None else profiles, book)
    judged = [row for row in rows if row.verdict is not None]
    ids = dict.fromkeys(id for row in judged for id in row.refusing)
    clauses = [id for id in ids if not all(id in row.refusing for row in judged)]
    parameters = dict.fromkeys(
        name for row in judged for other in judged for name in _turning(row, other, action, book)
    )
    return Comparison(
        action,
        rows,
        tuple(Difference(id, tuple(_said(row, id, book) for row in judged)) for id in clauses),
        tuple(
            Difference(
                name,
                tuple(Setting(row.profile, row.profile.shown(name), row.profile.provenance(name)) for row in judged),
            )
            for name in parameters
        ),
    )


def _said(row: Row, id: str, book: Book) -> Setting:
    """What a clause says at one table: it objects, holds, or has nothing to say."""
    assert row.verdict is not None
    for finding in row.verdict.findings:
        if finding.clause == id and (not finding.holds or id not in row.refusing):
            return Setting(row.profile, _("holds") if finding.holds else _("objects"), finding.provenance)
    return Setting(row.profile, _("is silent"), provenance(book[id].source, row.profile.base))


def _turning(row: Row, other: Row, action: Action, book: Book) -> Iterator[str]:
    """The parameters whose values at the other table would turn this table's verdict, each alone."""
    if row.legal == other.legal:
        return
    for name in PARAMETERS:
        value = getattr(other.profile, name)
        if value == getattr(row.profile, name):
            continue
        try:
            position = row.position._replace(profile=row.profile.replace(**{name: value}))
        except ValueError:
            continue  # numbers that go together, such as the packs and the red threes in them
        if not position.problems() and judge(position, action, book).legal == other.legal:
            yield name
