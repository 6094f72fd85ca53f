"""Reads and runs the collected cases of ``tests/cases/*.toml``.

Each case stands under its id: ``says`` what it is about, ``rows`` to be run, ``ours`` where the rule book decides
otherwise than those who collected it, or ``not_modelled`` with the reason. ``open`` are rows that the rules decide so
and the engine not yet. A row is written as everywhere here:

    POSITION | ACTION; ACTION => EXPECTED; EXPECTED

All actions but the last are played first. In the place of a position may stand a draw for seats, ``seats Ks Qh * 4d``,
or a deal by its seed, ``deal 5 classic/2``. What is expected is one of ``FORMS`` below; with profiles before it,
``classic, pagat: legal``, it is asked at those tables (``all`` are the named ones), else at the position's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from canasta import BOOK, Action, Position, Profile, compare, deal, deal_totals, judge, play, score_deal, score_table
from canasta.actions import SAY
from canasta.events import Event
from canasta.info import answer
from canasta.problems import all_cards
from canasta.profile import PROFILES
from canasta.seats import draw_for_seats, read_seat_draw

FOLDER = Path(__file__).parent / "cases"
KEYS = {"says", "rows", "ours", "not_modelled", "open"}
CLAUSE = r"[a-z]+(?:-[a-z]+)?\.[a-z-]+"
TABLE = r"(?:all|(?:classic|spruce|pagat)[^ :]*)"
TABLES = re.compile(rf"({TABLE}(?:, {TABLE})*): (.+)")
FORMS = {
    "legal": r"legal",
    # The clause that leads, and others that object too.
    "refused": rf"refused ({CLAUSE}(?: \+ {CLAUSE})*)",
    "impossible": rf"impossible ({CLAUSE})",
    "becomes": r"becomes (.+)",
    "events": rf"events ({CLAUSE}(?:, {CLAUSE})*)",
    # What the deal brings the first side, or all sides.
    "score": r"score (-?\d+(?::-?\d+)*)",
    # What lies before the side in turn is worth.
    "table": r"table (-?\d+)",
    # What a player who asks is told.
    "told": r"told (.+)",
    # Hands, pile and stock of a deal.
    "dealt": r"dealt (.+)",
    "seated": r"(redraw .+|N:.+)",
    "value": rf"({CLAUSE}) = (.+)",
}


class Row(NamedTuple):
    """One line of a case: what it starts from, what is tried, and what must come out at which tables."""

    start: str
    actions: tuple[str, ...]
    expected: tuple[tuple[str, str, tuple[str, ...]], ...]


class Collected(NamedTuple):
    """One case as its file has it."""

    id: str
    says: str
    rows: tuple[str, ...] = ()
    ours: str = ""
    not_modelled: str = ""
    open: tuple[str, ...] = ()


def collected() -> Iterator[Collected]:
    """All cases of all files; raises ValueError for a key that says nothing."""
    for path in sorted(FOLDER.glob("*.toml")):
        for id, case in tomllib.loads(path.read_text("utf-8")).items():
            if strange := case.keys() - KEYS:
                raise ValueError(f"{path.name}: {id}: {strange}")
            yield Collected(id, **{key: tuple(at) if isinstance(at, list) else at for key, at in case.items()})


def read_row(text: str) -> Row:
    """A row's parts; raises ValueError naming what cannot be read."""
    asked, arrow, expected = text.partition(" => ")
    start, _, words = asked.partition(" | ")
    if not arrow:
        raise ValueError(f"{text!r} expects nothing")
    forms: list[tuple[str, str, tuple[str, ...]]] = []
    for part in expected.split("; "):
        tables, form = "", part
        if found := TABLES.fullmatch(part):
            tables, form = found.groups()
        kinds = [(kind, match.groups()) for kind, pattern in FORMS.items() if (match := re.fullmatch(pattern, form))]
        if len(kinds) != 1:
            raise ValueError(f"{part!r} in {text!r} is nothing that can be expected")
        named = [list(PROFILES) if table == "all" else [table] for table in tables.split(", ")]
        forms += [(table, *kinds[0]) for table in chain(*named)]
    return Row(start, tuple(words.split("; ")) if words else (), tuple(forms))


def run(text: str) -> None:
    """Runs a row; raises AssertionError, naming the part, if the engine answers otherwise."""
    row = read_row(text)
    if row.start.startswith("seats "):
        cards = read_seat_draw(row.start)
        result = str(draw_for_seats(cards.draws, cards.profile))
        assert [("", "seated", (result,))] == list(row.expected), result
        return
    start = _start(row.start)
    verdicts = {}
    for table, kind, wanted in row.expected:
        profile = Profile.parse(table).for_players(start.profile.players) if table else start.profile
        there = start._replace(profile=profile)
        if kind == "impossible":
            assert wanted[0] in [problem.clause for problem in there.problems()], there.problems()
            continue
        assert there.problems() == [], there.problems()
        before, last = _last(there, row.actions)
        if kind in ("legal", "refused"):
            assert last is not None
            verdicts[there.profile] = _judged(before, last, kind, wanted)
        else:
            got = _outcome(kind, wanted, before, last)
            assert got == wanted[-1], f"{there.profile}: {got}"
    if len(verdicts) > 1 and len(row.actions) == 1:
        # The comparison of tables tells the same.
        told = compare(start, Action.parse(row.actions[0]), verdicts)
        assert [each.legal for each in told.rows] == list(verdicts.values())
        assert told.agree == (len(set(verdicts.values())) == 1)


def _start(text: str) -> Position:
    if not text.startswith("deal "):
        return Position.parse(text)
    _, seed, profile = text.split()
    return deal(int(seed), Profile.parse(profile))


def _last(position: Position, words: tuple[str, ...]) -> tuple[Position, Action | None]:
    """The position in which the last action is tried, all before it being played, and that action."""
    actions = [Action.parse(each) for each in words]
    for action in actions[:-1]:
        position = play(position, action).after
        assert position.problems() == []
    return position, actions[-1] if actions else None


def _judged(position: Position, action: Action, kind: str, wanted: tuple[str, ...]) -> bool:
    """Whether the action is legal; its verdict must be as wanted, for one who sees no more than the player too."""
    verdict = judge(position, action)
    refusals = [finding.clause for finding in verdict.refusals]
    if kind == "legal":
        assert verdict.legal, str(verdict)
        after = play(position, action).after
        assert after.problems() == []
    else:
        lead, *others = wanted[0].split(" + ")
        assert refusals[:1] == [lead], str(verdict)
        assert set(others) < set(refusals), str(verdict)
    seen = judge(position.seen_by(position.seat), action)
    assert [finding.clause for finding in seen.refusals] == refusals
    return verdict.legal


def _outcome(kind: str, wanted: tuple[str, ...], position: Position, action: Action | None) -> str:
    """What the engine says, as the text that is wanted."""
    if kind == "value":
        clause = BOOK[wanted[0]]
        assert clause.example is not None, f"{clause.id} gives no value"
        value = clause.example(clause.value, position, action)
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    if kind == "told":
        assert action is not None
        assert action.verb == SAY
        told = answer(position, action)
        return "".join(map(str, told)) if isinstance(told, list) else str(told)
    events: tuple[Event, ...] = ()
    after = position
    if action is not None:
        events, after = play(position, action)[2:]
    match kind:
        case "events":
            return ", ".join(each.clause for each in events)
        case "becomes":
            assert after.problems() == []
            return wanted[0] if after == Position.parse(wanted[0])._replace(profile=after.profile) else str(after)
        case "score":
            totals = deal_totals(score_deal(after), after.profile.sides)
            return ":".join(map(str, totals if ":" in wanted[0] else totals[:1]))
        case "table":
            return str(sum(line.points for line in score_table(after)))
        case "dealt":
            assert sum(all_cards(after)) == 54 * after.profile.packs
            hands = "/".join(str(after.hand_size(seat)) for seat in range(after.profile.players))
            return f"{hands} {''.join(map(str, after.pile_cards()))} {after.stock_size()}"
    raise ValueError(kind)
