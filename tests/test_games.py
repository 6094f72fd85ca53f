"""The golden logs: played to the end they bring what they state, lose no card, cite the book, and leave nothing out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from games.golden import PATHS, REFUSED, golden
from games.record import DEALS, GAMES, Recorded
from games.specials import SPECIALS
from test_score import recount

from canasta import BOOK, Game, Log, replay
from canasta.clauses.register import law
from canasta.log import ACTION, SCORE, TITLE, TOTAL
from canasta.problems import all_cards, in_pack

RECORDED = {each.path.stem for each in (*DEALS, *GAMES)}
PAIRS = [f"{base}-{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]
CLAUSE = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*")
TERM = re.compile(r"-?\d+")


def every_log(test: Callable[[str], None]) -> Callable[[str], None]:
    """Run a test on each golden log."""
    return pytest.mark.parametrize("name", PATHS)(test)


@every_log
def test_it_replays_to_what_it_states(name: str) -> None:
    """A log is written canonically, says what it shows, and brings the scores that stand in it."""
    found = golden(name)
    log, played = found.log, found.played
    assert str(log) == PATHS[name].read_text("utf-8")
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


@pytest.mark.parametrize("name", [name for name in PATHS if name not in RECORDED])
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
    mine = {name for name in PATHS if name.startswith(f"{pair}-")}
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


@pytest.mark.parametrize("special", SPECIALS)
def test_each_special_is_shown(special: str) -> None:
    """For each special there is a log in every profile where it reads differently, found from the replay itself."""
    places, shows = SPECIALS[special]
    for place in places.split():
        mine = [name for name in PATHS if name.startswith(f"{place}-")]
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
