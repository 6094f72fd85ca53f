"""The golden logs: played to the end they bring what they state, lose no card, cite the book, and leave nothing out.

A log may hold tries that the book refuses: ``discard K  # refused: out.canasta`` must stop the replay at that very line
under that clause, and the log goes on as if it had not been tried. After a ``score:`` its lines may stand in a comment,
side by side, as they were reckoned by hand: ``score: 660:-20  # 500 + 100 + 60 : -10 - 10``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from games.record import DEALS, GAMES, Recorded
from test_score import recount

from canasta import BOOK, Action, Game, Log, Position, Replay, Step, judge, replay
from canasta.cards import BLACK_THREE
from canasta.clauses.register import law
from canasta.facts import LeaveFacts
from canasta.log import ACTION, SCORE, TITLE, TOTAL, Entry, Refusal
from canasta.problems import all_cards, in_pack
from canasta.table import meld_of

PATHS = sorted((Path(__file__).parent / "games").glob("*.log"))
NAMES = [path.stem for path in PATHS]
RECORDED = {each.path.stem for each in (*DEALS, *GAMES)}
PAIRS = [f"{base}-{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]
CLAUSE = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*")
REFUSED = re.compile(r"# refused: (\S+)")
TERM = re.compile(r"-?\d+")


class Golden(NamedTuple):
    """A log, what came of it without the tries that are marked as refused, and where each of those stopped it."""

    log: Log
    played: Replay
    tries: tuple[tuple[int, str, Refusal | None], ...]

    @property
    def ends(self) -> list[Step]:
        """The last step of each deal that is finished."""
        return [step for step in self.played.steps if step.after.phase == "over"]

    @property
    def deals(self) -> Iterator[list[Step]]:
        """The steps of each deal."""
        deal: list[Step] = []
        for step in self.played.steps:
            if deal and step.before != deal[-1].after:
                yield deal
                deal = []
            deal.append(step)
        yield deal


@cache
def golden(name: str) -> Golden:
    """A golden log by its name, played once for all tests."""
    log = Log.parse(PATHS[NAMES.index(name)].read_text("utf-8"))
    entries, tries = list(log.entries), []
    for place, entry in enumerate(log.entries):
        if marked := REFUSED.match(entry.comment):
            tries.append((place + 1, marked[1], replay(Log(tuple(entries[: place + 1]))).refused))
            entries[place] = Entry()
    return Golden(log, replay(Log(tuple(entries))), tuple(tries))


def every_log(test: Callable[[str], None]) -> Callable[[str], None]:
    """Run a test on each golden log."""
    return pytest.mark.parametrize("name", NAMES)(test)


@every_log
def test_it_replays_to_what_it_states(name: str) -> None:
    """A log is written canonically, says what it shows, and brings the scores that stand in it."""
    found = golden(name)
    log, played = found.log, found.played
    assert str(log) == PATHS[NAMES.index(name)].read_text("utf-8")
    assert log.header(TITLE)
    profile = log.profile
    assert name.startswith(f"{profile.base}-{profile.players}-")
    assert played.refused is None, played.refused.text
    assert len(played.sheets) == len(found.ends) > 0
    for what, brought in ((SCORE, "deal"), (TOTAL, "totals")):
        stated = [entry.value for entry in log.entries if entry.name == what]
        assert stated == [getattr(sheet, brought) for sheet in played.sheets]


@every_log
def test_refused_tries_are_refused(name: str) -> None:
    """Each marked try stops the log at its own line under its own clause, and changes nothing."""
    found = golden(name)
    for line, clause, refused in found.tries:
        assert refused is not None, f"line {line} is not refused"
        assert (refused.line, refused.clause) == (line, clause)
        assert refused.verdict is not None
        before = [step for step in found.played.steps if step.before == refused.position]
        assert before, f"play does not go on from line {line}"


@every_log
def test_no_card_is_lost(name: str) -> None:
    """At every node all cards are there, none twice, each step goes on from the one before, and the table can exist."""
    found = golden(name)
    for deal in found.deals:
        packs = deal[0].before.profile.packs
        known = all_cards(deal[0].before)[:-1]
        for step, following in zip(deal, [*deal[1:], None]):
            after = step.after
            there = all_cards(after)
            assert sum(there) == sum(all_cards(step.before)) == 54 * packs
            # What was unseen becomes known; what is known stays.
            assert all(was <= now <= in_pack(kind, packs) for kind, (was, now) in enumerate(zip(known, there)))
            assert after.problems() == [], str(after)
            assert following is None or following.before == after
            known = there[:-1]


@every_log
def test_everything_cites_the_book(name: str) -> None:
    """Events, score lines and comments name clauses of the book; a comment on an action those that it touched."""
    found = golden(name)
    for step in found.played.steps:
        assert all(event.clause in BOOK and event.text for event in step.events)
    for sheet in found.played.sheets:
        for line in sheet.lines:
            assert law(BOOK[line.clause], line.profile)
    steps = iter(found.played.steps)
    for entry in found.log.entries:
        cited = CLAUSE.findall(entry.comment)
        assert all(clause in BOOK for clause in cited), entry.comment
        if entry.name == ACTION and not REFUSED.match(entry.comment):
            step = next(steps)
            touched = {each.clause for each in (*step.events, *step.verdict.findings)}
            assert touched.issuperset(cited), (str(entry), sorted(touched))


@every_log
def test_sheets_add_up(name: str) -> None:
    """Lines sum to the deal, deals to the totals, and another count of the cards agrees."""
    found = golden(name)
    assert [sheet.deal for sheet in found.played.sheets] == [recount(end.after) for end in found.ends]
    before = found.ends[0].before.scores
    for sheet, end in zip(found.played.sheets, found.ends):
        sides = range(end.after.profile.sides)
        assert sheet.deal == tuple(sum(line.points for line in sheet.lines if line.side == side) for side in sides)
        assert end.before.scores == before
        before = sheet.totals
        assert before == tuple(map(sum, zip(end.before.scores, sheet.deal)))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in RECORDED])
def test_scores_were_reckoned_by_hand(name: str) -> None:
    """The lines that stand beside a written log's score are those of its sheet, and their sum is what is stated."""
    found = golden(name)
    stated = [entry for entry in found.log.entries if entry.name == SCORE]
    for entry, sheet in zip(stated, found.played.sheets, strict=True):
        sides = entry.comment.replace("- ", "-").split(":")
        reckoned = [[int(term) for term in TERM.findall(side)] for side in sides]
        assert tuple(map(sum, reckoned)) == entry.value
        assert reckoned == [[line.points for line in sheet.lines if line.side == side] for side in range(len(sides))]


# -- the set is whole -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS)
def test_each_profile_and_number_of_players_has_its_logs(pair: str) -> None:
    """There is a whole deal, a whole game and at least one written log for each."""
    mine = {name for name in NAMES if name.startswith(f"{pair}-")}
    assert {f"{pair}-deal", f"{pair}-game"} <= mine
    assert mine - RECORDED


@pytest.mark.parametrize("pair", PAIRS)
def test_a_deal_has_everything_in_it(pair: str) -> None:
    """In each recorded deal melds are made, the pile frozen and taken, a canasta made, and somebody goes out."""
    steps = golden(f"{pair}-deal").played.steps
    happened = {event.clause for step in steps for event in step.events}
    assert {"freeze.card", "take.whole", "canasta.mixed", "red-three.drawn", "out.ends-deal"} <= happened
    assert ("out.ask" in happened) == (steps[0].before.profile.partner_of(0) is not None)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_game_is_played_until_it_is_won(pair: str) -> None:
    """A recorded game ends with the first deal that brings a side to the target, and the deal goes round."""
    found = golden(f"{pair}-game")
    profile, sheets = found.log.profile, found.played.sheets
    game = Game(profile, found.log.header("seed"), profile.players - 1, sheets)
    assert game.winner is not None
    assert game.totals[game.winner] == max(game.totals) >= profile.target
    assert max(sheets[-2].totals) < profile.target
    dealers = [deal[0].before.dealer for deal in found.deals]
    assert dealers == [(place - 1) % profile.players for place in range(len(sheets))]


def at_an_end(golden: Golden, fits: Callable[[Position], bool]) -> bool:
    """Whether a deal ends in such a position."""
    return any(fits(end.after) for end in golden.ends)


def after(golden: Golden, clause: str) -> bool:
    """Whether something happened under a clause."""
    return any(event.clause == clause for step in golden.played.steps for event in step.events)


def refused(golden: Golden, *clauses: str) -> bool:
    """Whether a try is refused under one of these clauses."""
    return any(clause in clauses for _, clause, _ in golden.tries)


def four_red_threes(golden: Golden, *, melded: bool) -> bool:
    """Whether a side ends a deal with all red threes of two packs, and what they bring stands on the sheet."""
    lines = [line for sheet in golden.played.sheets for line in sheet.lines if line.clause == "red-three.score"]
    return golden.log.profile.packs == 2 and any(line.points == (800 if melded else -800) for line in lines)


def forced_take(golden: Golden) -> bool:
    """Whether a pile is taken that must be taken."""
    return any(
        step.verdict.action.verb == "take"
        and step.before.stock == b""
        and "stock.forced-take" in {each.clause for each in judge(step.before, Action.parse("draw")).refusals}
        for step in golden.played.steps
    )


def black_threes_melded(position: Position) -> bool:
    """Whether the side that has gone out has melded black threes."""
    side = position.profile.side_of(position.out or 0)
    return position.out is not None and meld_of(position.tables[side], BLACK_THREE) is not None


def taken_over_a_black_three(golden: Golden) -> bool:
    """Whether a pile with a discarded black three in it is taken without a natural pair."""
    return any(
        BLACK_THREE in step.before.pile[step.before.upcards :]
        and {"take.one-and-wild", "take.add"} & {each.clause for each in step.verdict.findings}
        for step in golden.played.steps
    )


def one_canasta_too_few(golden: Golden) -> bool:
    """Whether a side with one canasta of two is kept from going out, and then somebody goes out with two."""
    short = [
        finding
        for _, _, refused in golden.tries
        if refused is not None and refused.verdict is not None
        for finding in refused.verdict.refusals
        if isinstance(finding.facts, LeaveFacts) and (finding.facts.canastas, finding.facts.needed) == (1, 2)
    ]
    return bool(short) and at_an_end(golden, lambda over: over.out is not None)


def dealt_red_three(golden: Golden) -> bool:
    """Whether a red three of a dealt hand lies on a table before the first turn."""
    starts = [deal[0].before for deal in golden.deals]
    return any(start.first and any(map(start.red_threes, range(start.profile.sides))) for start in starts)


def both_past_the_target(golden: Golden) -> bool:
    """Whether several sides reach the target in one deal."""
    last = golden.played.sheets[-1].totals
    return sum(total >= golden.log.profile.target for total in last) > 1


def minimum_is(golden: Golden, minimum: int) -> bool:
    """Whether a side makes its first meld of a deal under this minimum."""
    return any(
        step.before.minimum() == minimum and not step.before.has_melded() and step.after.has_melded(step.before.side)
        for step in golden.played.steps
    )


Shows = Callable[[Golden], bool]
SPECIALS: dict[str, tuple[str, Shows]] = {
    "a concealed hand drawn from the stock": (
        "classic spruce pagat",
        lambda log: at_an_end(log, lambda over: over.out_concealed and over.origin == "drew"),
    ),
    "a concealed hand after taking the pile": (
        "classic spruce pagat",
        lambda log: at_an_end(log, lambda over: over.out_concealed and over.origin == "took"),
    ),
    "a concealed hand with a canasta of its partner's": (
        "classic-6",
        lambda log: at_an_end(log, lambda over: over.out_concealed and over.melded > 0),
    ),
    "a concealed hand below the minimum": (
        "classic-4 spruce-4 pagat-2",
        lambda log: any(
            finding.clause == "out.concealed-minimum" for step in log.played.steps for finding in step.verdict.findings
        ),
    ),
    "a forced take at the end of the stock": ("classic spruce pagat", forced_take),
    "a one-card hand before a one-card pile": ("pagat", lambda log: refused(log, "take.one-card")),
    "a frozen pile at the end of the stock": (
        "classic",
        lambda log: after(log, "stock.end") and refused(log, "freeze.natural-pair"),
    ),
    "the last card of the stock a red three": (
        "classic-4 spruce-2 pagat-4",
        lambda log: after(log, "stock.last-red-three"),
    ),
    "a short draw that goes on": (
        "classic-3",
        lambda log: any(step.before.stock == b"\6\1" and step.after.phase == "play" for step in log.played.steps),
    ),
    "black threes melded going out": ("classic spruce pagat", lambda log: at_an_end(log, black_threes_melded)),
    "five black threes of three packs": (
        "pagat-6",
        lambda log: at_an_end(
            log, lambda over: any((meld_of(table, BLACK_THREE) or (0, 0))[1] == 5 for table in over.tables)
        ),
    ),
    "black threes as the last meld": (
        "spruce",
        lambda log: refused(log, "meld.black-threes") and at_an_end(log, black_threes_melded),
    ),
    "may I go out? no": (
        "classic-4 spruce-6 pagat-4",
        lambda log: any(str(step.verdict.action) == "answer no" for step in log.played.steps),
    ),
    "a no that binds": ("classic-4 spruce-6 pagat-4", lambda log: any(map(_hindered, log.tries))),
    "a yes that binds": ("classic pagat", lambda log: refused(log, "out.ask-binding")),
    "a question before the draw": ("classic", lambda log: any(map(_asks_before, log.played.steps))),
    "a question after the take": ("pagat", lambda log: any(map(_asks_after_take, log.played.steps))),
    "a question that comes too early": ("pagat", lambda log: refused(log, "out.ask")),
    "four red threes of a side that has melded": (
        "classic spruce pagat",
        lambda log: four_red_threes(log, melded=True),
    ),
    "four red threes of a side that has not": ("classic spruce pagat", lambda log: four_red_threes(log, melded=False)),
    "six red threes": ("classic-6", lambda log: at_an_end(log, lambda over: over.red_threes(0) == 6)),
    "five red threes without a meld": (
        "pagat-6",
        lambda log: at_an_end(log, lambda over: over.red_threes(0) == 5 and not over.has_melded(0)),
    ),
    "a red three dealt and laid before play": (
        "spruce-2 spruce-3 spruce-4 spruce-6 pagat-2 pagat-3 pagat-4 pagat-6",
        dealt_red_three,
    ),
    "a red three laid at the first turn": (
        "classic-2 classic-3 classic-4 classic-6",
        lambda log: after(log, "red-three.hand") and log.played.steps[0].before.first,
    ),
    "a red three found in the pile": ("classic spruce pagat", lambda log: after(log, "red-three.pile")),
    "a concealed canasta": ("spruce", lambda log: after(log, "canasta.concealed")),
    "a black three that freezes": (
        "classic spruce",
        lambda log: any(
            str(step.verdict.action) == "discard b" and "freeze.card" in {each.clause for each in step.events}
            for step in log.played.steps
        ),
    ),
    "a black three that only blocks": (
        "pagat",
        lambda log: taken_over_a_black_three(log) and refused(log, "take.black-three-top"),
    ),
    "wild cards in the majority": ("spruce", lambda log: refused(log, "meld.wild-majority")),
    "two canastas to go out": ("classic-2 classic-6 pagat-6", one_canasta_too_few),
    "the last card without a canasta": ("classic", lambda log: refused(log, "out.canasta")),
    "a first meld below zero": ("classic", lambda log: minimum_is(log, 15)),
    "a first meld beyond 7,500": ("classic-6 spruce-6 pagat-6", lambda log: minimum_is(log, 150)),
    "several sides past the target": ("classic spruce", both_past_the_target),
    "equal totals past the target": (
        "classic",
        lambda log: any(len({*sheet.totals}) == 1 <= min(sheet.totals) // 5000 for sheet in log.played.sheets),
    ),
}


def _hindered(tried: tuple[int, str, Refusal | None]) -> bool:
    refused = tried[2]
    return refused is not None and refused.position.answer == "no"


def _asks_before(step: Step) -> bool:
    return step.verdict.action.verb == "ask" and step.before.origin == ""


def _asks_after_take(step: Step) -> bool:
    return step.verdict.action.verb == "ask" and step.before.origin == "took"


@pytest.mark.parametrize("special", SPECIALS)
def test_each_special_is_shown(special: str) -> None:
    """For each special there is a log in every profile where it reads differently, found from the replay itself."""
    places, shows = SPECIALS[special]
    for place in places.split():
        mine = [name for name in NAMES if name.startswith(f"{place}-")]
        assert any(shows(golden(name)) for name in mine), f"no log of {place} shows {special}"


@pytest.mark.parametrize("each", DEALS, ids=lambda each: each.path.stem)
def test_deals_are_played_as_they_were_recorded(each: Recorded) -> None:
    """The player that recorded a deal plays it again, card by card."""
    assert str(each.log()) == each.path.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.path.stem)
def test_games_are_played_as_they_were_recorded(each: Recorded) -> None:
    """The player that recorded a game plays it again, card by card."""
    assert str(each.log()) == each.path.read_text("utf-8")


def test_a_broken_log_is_noticed() -> None:
    """A wrong score, a try that is not refused and a wrong clause are found, so that the tests above can fail."""
    name = "classic-4-last-card"
    text = str(golden(name).log)
    assert replay(Log.parse(text.replace("discard K  # refused: out.canasta\n", ""))).refused is None
    stopped = replay(Log.parse(text)).refused
    assert stopped is not None
    assert stopped.clause == "out.canasta"
    wrong = replay(Log.parse(text.replace("score: 680", "score: 685").replace("discard K", "# discard K"))).refused
    assert wrong is not None
    assert wrong.clause == "score.sheet"
